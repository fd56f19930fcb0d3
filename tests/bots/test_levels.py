"""Eight levels: what each of them is allowed, and that it keeps to it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import inf
from pathlib import Path
from random import Random

import pytest

from ludoteca import rules
from ludoteca.bots import BOTS
from ludoteca.bots.bot import LONGEST, View
from ludoteca.bots.levels import LEVELS, TABLE, Level
from ludoteca.bots.mistakes import FULL, Attention
from ludoteca.bots.searchers import SEARCHERS, THREADS
from ludoteca.search.searcher import Searcher

from .games import play

STRONGEST = TABLE[-1]
PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def test_there_are_eight_and_each_is_a_bot_of_the_house() -> None:
    assert [level.number for level in TABLE] == list(range(1, 9))
    for level in TABLE:
        assert LEVELS[f"level-{level.number}"] is level
        assert BOTS[level.name].decide is level
        assert BOTS[level.name].words == level.words
    assert len({level.words for level in TABLE}) == 8


def test_each_thinks_at_least_as_much_and_as_attentively_as_the_one_below() -> None:
    for below, above in pairwise(TABLE):
        assert (below.iterations or inf) <= (above.iterations or inf)
        assert below.attention.softness >= above.attention.softness
        assert below.attention.overlooked >= above.attention.overlooked
        assert below.seconds <= above.seconds <= LONGEST


def test_the_strongest_make_no_mistakes_on_purpose() -> None:
    assert STRONGEST.attention == TABLE[-2].attention == FULL


def thinking(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, float | None]]:
    """What is asked of the search from here on."""
    asked: list[dict[str, float | None]] = []
    think = Searcher.think

    def noted(self: Searcher, view: object, *, seed: int, iterations: int | None = None, seconds: float) -> object:
        asked.append({"iterations": iterations, "seconds": seconds, "threads": len(self.judges)})
        return think(self, view, seed=seed, iterations=min(iterations or 8, 8))  # type: ignore[arg-type]

    monkeypatch.setattr(Searcher, "think", noted)
    return asked


@pytest.mark.parametrize("level", TABLE, ids=lambda level: level.name)
def test_nobody_thinks_longer_than_he_may_nor_than_he_wants(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = thinking(monkeypatch)
    game = rules.new("eriantys", players=2, seed=1)
    for seconds in (60.0, 0.01):
        assert level(game.view(game.seat), 1, seconds) in game.legal_actions()
    assert asked == [
        {"iterations": level.iterations, "seconds": seconds, "threads": 1} for seconds in (level.seconds, 0.01)
    ]


def test_several_threads_are_for_those_who_have_them_to_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """And only where time is the limit: with two trees another decision may be the best."""
    asked = thinking(monkeypatch)
    game = rules.new("eriantys", players=2, seed=1)
    for threads in ("1", "2", "8"):
        monkeypatch.setenv(THREADS, threads)
        for level in TABLE:
            level(game.view(game.seat), 1, 1.0)
    assert [each["threads"] for each in asked] == [1] * 8 + [*[1] * 7, 2] * 2


def test_what_is_limited_by_iterations_does_not_depend_on_what_was_thought_before() -> None:
    level = Level(0, "", iterations=24, seconds=inf)
    game = rules.new("eriantys", players=2, seed=1, first="A")
    chance = Random(1)
    decided: list[tuple[View, int, int]] = []
    while len(decided) < 12:
        seed, view = chance.getrandbits(60), game.view(game.seat)
        decided.append((view, seed, level(view, seed, inf)))
        game.apply(decided[-1][2])
    for before, seed, decision in reversed(decided):
        assert level(before, seed, inf) == decision


def test_what_is_limited_by_time_goes_on_from_what_was_thought_of_the_turn() -> None:
    level = replace(STRONGEST, seconds=0.01)
    game = rules.new("eriantys", players=2, seed=1, first="A")
    for assistant in (0, 1):
        game.apply(assistant)
    view = game.view(game.seat)
    game.apply(level(view, 1, inf))
    searcher = SEARCHERS.remembering(game.view(game.seat), 1)
    assert searcher.expected is not None
    assert searcher.expected[0] == rules.imagine(game.view(game.seat))


def test_other_limits() -> None:
    assert STRONGEST.limited(500, None) == replace(STRONGEST, iterations=500, seconds=inf)
    assert STRONGEST.limited(None, 0.5) == replace(STRONGEST, iterations=None, seconds=0.5)


def test_a_level_that_thinks_otherwise_has_another_fingerprint() -> None:
    one = LEVELS["level-1"]
    others = [
        replace(one, iterations=2),
        replace(one, seconds=0.1),
        replace(one, attention=FULL),
    ]
    assert len({each.fingerprint("masters") for each in (one, *others)}) == 4
    assert replace(one).fingerprint("masters") == one.fingerprint("masters")


@pytest.mark.parametrize("name", ["eriantys", "masters"])
def test_attention_is_worth_something(name: str) -> None:
    """The seeds are fixed, so this is the same every time."""
    sober = Level(0, "", 1, inf, Attention()).bot
    careless = Level(0, "", 1, inf, Attention(softness=4.0, overlooked=0.6, nonsense=0.0)).bot
    deals = 10 if rules.compiled else 2
    won = 0
    for seed in range(deals):
        for seat in range(2):
            game = rules.new(name, players=2, seed=seed)
            won += play(game, {seat: sober, 1 - seat: careless}, seed).winners == {seat}
    assert won > deals


def shown(level: Level) -> str:
    """The level as a line of the table in the documents."""
    count = "as many as there is time for" if level.iterations is None else f"{level.iterations:,}"
    errs = level.attention != FULL
    attention = level.attention
    cells = [
        level.name,
        count,
        f"{level.seconds:g} s",
        f"{attention.overlooked:.0%}" if errs else "",
        f"{attention.softness:g}" if errs else "",
        f"{attention.nonsense:g}" if errs else "",
    ]
    return f"| {' | '.join(cells)} |"


def test_the_table_of_levels_is_in_the_documents() -> None:
    head = "| level | iterations | time | unnoticed | softness | considered from |\n|---|---|---|---|---|---|"
    table = "\n".join([head, *map(shown, TABLE)])
    assert table in PAGE.read_text(encoding="utf-8"), table
    for bot in BOTS.values():
        assert f"| `{bot.name}` | {bot.words} |" in PAGE.read_text(encoding="utf-8")
