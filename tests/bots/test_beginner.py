"""Who stands in for beginners: greedy most of the time, and astray now and then."""

from __future__ import annotations

from ludoteca.bots import BOTS
from ludoteca.bots.beginner import ASTRAY, BEGINNER

from .games import new

TIMES = 300


def test_now_and_then_it_goes_astray() -> None:
    game = new("eriantys-2", seed=1)
    by_greed = sum(BEGINNER.choose(game, seed) == BOTS["greedy"].choose(game, seed) for seed in range(TIMES))
    by_chance = sum(BEGINNER.choose(game, seed) == BOTS["random"].choose(game, seed) for seed in range(TIMES))
    assert (1 - ASTRAY) * TIMES * 0.9 < by_greed < TIMES
    assert ASTRAY * TIMES * 0.8 < by_chance < TIMES / 2


def test_nobody_meets_it_at_a_table() -> None:
    assert BEGINNER.name not in BOTS
