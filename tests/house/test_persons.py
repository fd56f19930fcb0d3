"""What the log of a table tells of one person, and the same log without that person's name."""

from __future__ import annotations

import msgspec

from ludoteca.house import commands, entries, lobby, personal_data, replays, verification
from ludoteca.house.table import Phase

from .tables import NAMES, SECRET, Evening, started


def ended(people: int = 2) -> Evening:
    """A short game, which Anna gives up."""
    evening = started(people=people)
    evening.act()
    evening.act(1)
    for seat in range(people - 1):
        evening.do(commands.Resign(seat))
    assert evening.table.phase is Phase.OVER
    return evening


def test_the_entries_of_a_seat_are_those_of_who_sits_there() -> None:
    evening = ended()
    kinds = [type(entry.what) for entry in personal_data.made_by(evening.log, "Anna")]
    assert kinds[0] is entries.Sat
    assert entries.Acted in kinds
    others = personal_data.made_by(evening.log, "Bea")
    assert {entry.number for entry in others}.isdisjoint(
        entry.number for entry in personal_data.made_by(evening.log, "Anna")
    )
    assert personal_data.made_by(evening.log, "Carl") == []


def test_those_behind_a_seat_that_gets_free_move_up() -> None:
    evening = Evening(players=3)
    evening.sit(*NAMES[:3])
    evening.do(commands.Rise(0))
    evening.do(commands.Arrange(0, 2))
    evening.do(commands.Start(0))
    seated = [names for _, names in personal_data.with_names(evening.log)]
    assert seated[3] == ["Anna", "Bea", "Carl"]
    assert seated[-1] == ["Bea", "Carl"]
    assert [type(entry.what) for entry in personal_data.made_by(evening.log, "Anna")] == [entries.Sat, entries.Rose]


def test_a_bot_of_that_name_is_nobody() -> None:
    evening = Evening()
    evening.sit("Anna")
    evening.sit_bots("Rob")
    assert personal_data.sat(evening.log, "Anna")
    assert not personal_data.sat(evening.log, "Rob")


def test_who_sits_now_is_no_bot_and_has_not_left() -> None:
    evening = Evening(players=4)
    evening.sit("Anna", "Bea", "Carl")
    evening.do(commands.Rise(0))
    evening.sit_bots("Rob")
    assert {name: personal_data.sits_now(evening.log, name) for name in ("Anna", "Bea", "Carl", "Rob", "Zed")} == {
        "Anna": False,
        "Bea": True,
        "Carl": True,
        "Rob": False,
        "Zed": False,
    }
    evening.sit("Anna")
    assert personal_data.sits_now(evening.log, "Anna")


def test_who_has_no_place_any_more_does_not_sit_there() -> None:
    happened: list[entries.Happening] = [entries.Sat(0, "Anna"), entries.Sat(1, "Bea"), entries.Arranged(1, {}, True)]
    log = [entries.Entry(number, 0, what) for number, what in enumerate(happened, 1)]
    assert [personal_data.sits_now(log, name) for name in ("Anna", "Bea")] == [True, False]


def test_a_neutral_name_is_one_that_nobody_had() -> None:
    evening = Evening(players=4)
    evening.sit("Anna", "removed", "removed-2")
    assert personal_data.neutral_name(evening.log) == "removed-3"
    assert personal_data.neutral_name(evening.log[:1]) == "removed"


def test_a_log_with_another_name_tells_the_same_game_and_can_be_checked() -> None:
    evening = ended()
    renamed = personal_data.renamed(evening.log, "Anna", "removed")
    assert personal_data.needle("Anna") not in b"".join(map(entries.encode, renamed))
    assert personal_data.needle("Bea") in b"".join(map(entries.encode, renamed))
    replay = replays.export(evening.table.code, SECRET, renamed)
    assert all(check.passed for check in verification.verify(replay).checks)
    acted = [[entry.what for entry in log if isinstance(entry.what, entries.Acted)] for log in (evening.log, renamed)]
    assert acted[0] == acted[1]


def test_a_listing_with_another_name() -> None:
    evening = Evening(public=True)
    evening.sit("Anna", "Bea")
    (listing,) = lobby.listed([evening.table])
    renamed = personal_data.renamed_listing(listing, "Anna", "removed")
    assert [place.name for place in renamed.seats] == ["removed", "Bea"]
    assert renamed.host == "removed"
    assert personal_data.renamed_listing(renamed, "Anna", "x") == renamed
    assert b"Anna" not in msgspec.json.encode(renamed)
