"""A table that was acknowledged can be opened again: from its log alone, in any process, whatever its options were."""

from __future__ import annotations

import copy
import gc
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.house import commands, entries, practice_tables, replay_frames, replays, verification
from ludoteca.house.apply import apply_entry, rebuild
from ludoteca.house.decide import TableOrigin, open_table
from ludoteca.house.entries import Practice
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.snapshots import restore, snapshot
from ludoteca.house.table import Table
from ludoteca.rules.masters import Game
from ludoteca.rules.masters.engine.deck import Cards
from ludoteca.rules.masters.notation import cards

from .fresh_process import fingerprint, line_of
from .tables import NAMES, SECRET, Evening, started

ROOT = Path(__file__).parents[2]
Json = dict[str, Any]


SHIPPED = cards.shipped()


def own_cards(points: int = 7, **more: Any) -> Json:
    first, *others = SHIPPED["development_cards"]
    return {**SHIPPED, "development_cards": [{**first, "victory_points": points}, *others], **more}


def forget_card_sets() -> None:
    """As in a process that has never seen one: nothing but a game or a table keeps a set."""
    gc.collect()
    cards._unnamed.clear()


# ---------------------------------------------------------------- any options

texts = st.text(max_size=12)
numbers = st.integers(-(2**70), 2**70) | st.integers(-2, 5) | st.floats()
scalars = st.none() | st.booleans() | numbers | texts
anything = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3))
seconds = st.sampled_from([0, 1, 5, 30, 86_400]) | numbers


@st.composite
def card_sets(draw: st.DrawFn) -> Json:
    """The standard set with some values changed, most of them within what is allowed."""
    described = copy.deepcopy(SHIPPED)
    for _ in range(draw(st.integers(0, 4))):
        card = draw(st.sampled_from(described["development_cards"] + described["leader_cards"]))
        card["victory_points"] = draw(st.integers(0, 99) | st.sampled_from([1.0, True, 100, -1]))
    if draw(st.booleans()):
        described["solo"]["tokens"].reverse()
    if draw(st.booleans()):
        described["players"] = draw(st.just(described["players"]) | anything)
    if draw(st.booleans()):
        del described[draw(st.sampled_from(sorted(described)))]
    if draw(st.integers(0, 9)) == 0:
        described[draw(texts)] = draw(anything)
    return described


chosen_settings = st.one_of(
    st.just({}),
    st.fixed_dictionaries({"expert": st.booleans()}),
    st.fixed_dictionaries({"cards": card_sets()}),
    st.fixed_dictionaries({"cards": st.sampled_from(["standard", "custom-0123456789ab", "x"]) | anything}),
    st.dictionaries(texts | st.sampled_from(["expert", "cards", "seed", "first", "characters"]), anything, max_size=3),
)
wanted = st.fixed_dictionaries(
    {"game": st.sampled_from(["eriantys", "masters"]), "players": st.integers(1, 4)},
    optional={
        "settings": chosen_settings,
        "first": st.none() | st.integers(0, 4),
        "public": st.booleans(),
        "watching": st.booleans(),
        "delay": seconds,
        "clock": st.none() | st.fixed_dictionaries({"per": st.sampled_from(["move", "game"]), "seconds": seconds}),
        "patience": st.dictionaries(st.sampled_from(["turn", "alone", "clock", "lobby"]), seconds),
    },
)


@settings(max_examples=150)
@given(wanted)
def test_whatever_is_accepted_when_a_table_is_opened_makes_the_same_table_again(asked: Json) -> None:
    table = Table("KDTWPQ", SECRET)
    try:
        options = msgspec.json.decode(msgspec.json.encode(asked), type=Options)
        opened = open_table(table, options, 0).entry
    except (msgspec.MsgspecError, OverflowError, Refused):
        return  # the client was told
    forget_card_sets()
    assert entries.decode(entries.encode(opened)) == opened
    evening = Evening(options.game, options.players, **{name: getattr(options, name) for name in OTHERS})
    evening.sit(*NAMES[: options.players])
    evening.do(commands.Start(0))
    log = [entries.encode(entry) for entry in evening.log]
    expected = fingerprint(evening.table)
    del evening
    forget_card_sets()
    again = rebuild("KDTWPQ", SECRET, map(entries.decode, log))
    assert fingerprint(again) == expected


OTHERS = ("settings", "first", "public", "clock", "watching", "delay", "patience")

# ---------------------------------------------------------------- card sets


def practice_with(described: Json) -> Evening:
    """A table that begins from a moment of a game with cards of its own."""
    there = started("masters", 2, settings={"cards": described})
    there.act()
    assert there.table.game is not None
    practice = Practice(practice_tables.excerpt(there.table.game, 1), 0, "KDTWPQ", there.table.number)
    evening = Evening("masters", 2, origin=TableOrigin(practice=practice), settings={"cards": described})
    evening.sit("Anna")
    evening.sit_bots("Rob")
    evening.do(commands.Start(0))
    return evening


def some_evenings() -> list[Evening]:
    found = [
        started("masters", 2, settings={"cards": own_cards()}),
        started("masters", 3, settings={"cards": "standard"}),
        started("eriantys", 4, settings={"expert": True}),
        practice_with(own_cards(9)),
    ]
    for evening in found:
        evening.act()
    waiting = Evening("masters", 2, settings={"cards": own_cards(11)})
    waiting.do(commands.Sit("Anna"))
    waiting.do(commands.Arrange(0, 3, {"cards": own_cards(12)}))
    return [*found, waiting]


def test_tables_are_the_same_in_a_process_that_has_never_seen_them() -> None:
    evenings = some_evenings()
    told = subprocess.run(
        [sys.executable, "-m", "tests.house.fresh_process"],
        input="\n".join(line_of(evening.table.code, SECRET, evening.log) for evening in evenings),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.splitlines() == [fingerprint(evening.table) for evening in evenings]


@pytest.mark.parametrize("name", ["custom-0123456789ab", "custom-" + 64 * "0", "house", ""])
def test_the_name_of_a_set_is_refused_even_where_it_is_known(name: str) -> None:
    known = started("masters", 2, settings={"cards": own_cards()})
    assert known.table.game is not None
    for asked in (name, known.table.game.position()["cards"]):
        with pytest.raises(Refused) as refused:
            open_table(Table("KDTWPQ", SECRET), Options("masters", 2, {"cards": asked}), 0)
        assert refused.value.code is Refusal.BAD_OPTIONS
        assert "whole card set" in refused.value.sentence
        assert Evening("masters").refusal(commands.Arrange(0, 2, {"cards": asked})) is Refusal.NOT_SEATED
    waiting = Evening("masters")
    waiting.sit("Anna")
    assert waiting.refusal(commands.Arrange(0, 2, {"cards": name})) is Refusal.BAD_OPTIONS


def test_replays_films_and_snapshots_carry_the_set() -> None:
    evening = started("masters", 2, settings={"cards": own_cards()})
    evening.act()
    evening.do(commands.Resign(0))
    body, kept = replays.write(replays.export("KDTWPQ", SECRET, evening.log)), snapshot(evening.table)
    log = [entries.encode(entry) for entry in evening.log]
    del evening
    forget_card_sets()
    replay = replays.read(body)
    assert all(check.passed for check in verification.verify(replay).checks)
    assert replay_frames.film("KDTWPQ", SECRET, replay_frames.reel(map(entries.decode, log))).finished
    again = restore(kept)
    assert isinstance(again.game, Game)
    assert again.game.core.cards.points[0] == 7


def test_a_table_whose_log_has_only_a_name_says_so_instead_of_failing() -> None:
    """Older houses let one in that they happened to know."""
    evening = started("masters", 2, settings={"cards": own_cards()})
    assert evening.table.game is not None
    name = evening.table.game.position()["cards"]
    log = list(evening.log)
    older = msgspec.structs.replace(log[0].what, options=Options("masters", 2, {"cards": name}, first=0))
    table = Table("KDTWPQ", SECRET)
    for entry in log:
        what = older if entry.number == 1 else entry.what
        if isinstance(what, entries.Started):
            break
        apply_entry(table, msgspec.structs.replace(entry, what=what, previous=table.digest))
    start = msgspec.structs.replace(log[table.number], previous=table.digest)
    apply_entry(table.copied(), start)  # where it is known, the table can still be made
    del evening
    forget_card_sets()
    with pytest.raises(Refused, match=r"cards: .* is neither the name") as refused:
        apply_entry(table, start)
    assert refused.value.code is Refusal.BAD_OPTIONS


def test_a_snapshot_of_an_older_house_names_the_set_by_a_few_digits() -> None:
    evening = started("masters", 2, settings={"cards": own_cards()})
    assert evening.table.game is not None
    name = evening.table.game.position()["cards"]
    assert len(name) == len(cards.UNNAMED) + 64
    older = snapshot(evening.table).replace(name.encode(), name[: len(cards.UNNAMED) + 12].encode())
    expected = fingerprint(evening.table)
    del evening
    forget_card_sets()
    assert fingerprint(restore(older)) == expected


def card_sets_in_memory() -> int:
    gc.collect()
    return len(cards._unnamed) + len(cards._sets) + sum(isinstance(each, Cards) for each in gc.get_objects())


def test_two_thousand_refused_requests_leave_nothing_in_memory() -> None:
    cards.standard()
    gc.collect()
    before, known = card_sets_in_memory(), len(cards._sets)
    for number in range(2000):
        asked = Options("masters", 5, {"cards": own_cards(number % 100, unknown=number)})
        with pytest.raises(Refused):
            open_table(Table("KDTWPQ", SECRET), asked, 0)
    for number in range(100):  # sets that can be played, of tables that are refused for another reason
        asked = Options("masters", 2, {"cards": own_cards(number)}, first=5)
        with pytest.raises(Refused):
            open_table(Table("KDTWPQ", SECRET), asked, 0)
    assert card_sets_in_memory() == before
    assert len(cards._sets) == known


def test_sets_are_told_apart_by_all_that_they_say() -> None:
    names = {cards.given(own_cards(points)).name for points in range(10, 60)}
    assert len(names) == 50
    assert all(len(name) == len(cards.UNNAMED) + 64 for name in names)
