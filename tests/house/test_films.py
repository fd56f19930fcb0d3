"""Films: every moment of a game, as a watcher sees it, and with open hands once it is over."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from ludoteca.house import commands, entries, views
from ludoteca.house.apply import apply_entry, rebuild
from ludoteca.house.replay_frames import Film, film, reel
from ludoteca.house.table import Table

from .tables import SECOND, SECRET, Evening, started

Json = dict[str, Any]


def filmed(evening: Evening, until: int | None = None) -> Film:
    return film(evening.table.code, SECRET, reel(evening.log, until))


def played(game: str, people: int, entries_in_all: int | None = None) -> Evening:
    """A game at the end, or after so many entries."""
    evening = started(game, people)
    chance = Random(people)
    while evening.table.to_decide is not None and len(evening.log) != entries_in_all:
        assert evening.table.game is not None
        evening.act(chance.randrange(len(evening.table.game.legal_actions())))
    if entries_in_all is None:
        evening.wait(0)
    return evening


def moments(shown: Film) -> list[Json]:
    """The views that a page makes of a film."""
    found: list[Json] = []
    view: Json = {}
    game: Json = {}
    for frame in shown.frames:
        view = view | frame.view
        game = {member: value for member, value in game.items() if member not in frame.gone} | frame.game
        found.append({**view, "number": frame.number, "time": frame.time, "game": game or None})
    return found


@pytest.mark.parametrize(("game", "people"), [("eriantys", 3), ("masters", 2), ("masters", 1)])
def test_of_a_running_game_every_moment_is_the_view_of_a_watcher(game: str, people: int) -> None:
    evening = played(game, people, 60)
    shown = filmed(evening)
    assert not shown.finished
    table = Table(evening.table.code, SECRET)
    for entry, moment in zip(evening.log, moments(shown), strict=True):
        events = apply_entry(table, entry)
        assert moment == entries.as_json(views.view(table, None))
        frame = shown.frames[entry.number - 1]
        assert frame.what == entries.as_json(views.public_entry(entry)["what"])
        assert frame.events == entries.as_json(views.told(table, events, None))


def test_once_it_is_over_everybody_sees_what_everybody_held() -> None:
    evening = played("masters", 2)
    shown = filmed(evening)
    assert shown.finished
    for moment in moments(shown):
        if moment["game"] is None:
            continue
        log = evening.log[: moment["number"]]
        game = rebuild(evening.table.code, SECRET, log).game
        assert game is not None
        position = entries.as_json(game.position())
        for letter, board in moment["game"]["players"].items():
            assert board == position["players"][letter]
        assert moment["game"]["market"] == position["market"]
        assert "seed" not in moment["game"]
        assert all(set(pile) == {"top", "size"} for pile in moment["game"]["grid"].values())


def test_in_eriantys_there_is_nothing_to_lay_open() -> None:
    evening = played("eriantys", 2)
    assert evening.table.game is not None
    assert moments(filmed(evening))[-1]["game"] == entries.as_json(evening.table.game.view(None))


def test_it_ends_with_the_game() -> None:
    evening = played("eriantys", 2)
    shown = filmed(evening)
    evening.do(commands.Depart(1))
    evening.do(commands.Rematch(0, "ABCDEF"))
    assert filmed(evening) == shown
    assert shown.frames[-1].what["kind"] == "ended"


def test_a_table_that_is_closed_in_the_middle_has_ended_and_one_before_its_game_has_not() -> None:
    evening, waiting = started(), Evening()
    for each in (evening, waiting):
        each.do(commands.Close(None, "enough"))
    assert filmed(evening).finished
    assert not filmed(waiting).finished
    assert [frame.what["kind"] for frame in filmed(waiting).frames] == ["opened", "closed"]


def test_watchers_of_a_delayed_table_see_no_more_than_they_know() -> None:
    evening = started(delay=30)
    evening.now += SECOND
    evening.act()
    assert len(filmed(evening, until=0).frames) == len(evening.log) - 1
    assert filmed(evening, until=-1).frames == []
    assert not filmed(evening, until=-1).finished


def test_nothing_secret_is_in_the_film_of_a_running_game() -> None:
    evening = played("masters", 3, 30)
    written = msgspec.json.encode(filmed(evening)).decode()
    for secret in (SECRET.hex(), "nonce of Anna", "key of Anna", '"seed"'):
        assert secret not in written
