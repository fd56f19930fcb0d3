"""Counting games, interleaving and ratios, with contenders whose times are given."""

from __future__ import annotations

import pytest

from bench import timing
from bench.timing import Contender, Sample


def steady(seconds_per_game: float) -> Contender:
    """A contender that always takes the same time."""
    return lambda games: Sample(moves=100 * games, seconds=seconds_per_game * games)


def test_rate_is_moves_per_second() -> None:
    assert Sample(moves=300, seconds=1.5).rate == 200


@pytest.mark.parametrize("seconds_per_game", [3.0, 0.5, 0.001, 1e-6])
def test_the_number_of_games_fills_the_time_wanted(seconds_per_game: float) -> None:
    games = timing.games_lasting(steady(seconds_per_game), seconds=0.5)
    assert games == max(1, round(0.5 / seconds_per_game))


def test_a_clock_that_has_not_ticked_yet_asks_for_more_games() -> None:
    def coarse(games: int) -> Sample:
        return Sample(moves=games, seconds=games // 100 * 0.01)

    assert timing.games_lasting(coarse, seconds=0.04) == pytest.approx(400, rel=0.6)


def test_contenders_take_turns_and_the_best_run_of_each_counts() -> None:
    ran: list[str] = []

    def scripted(name: str, *seconds: float) -> Contender:
        remaining = iter(seconds)

        def play(games: int) -> Sample:
            ran.append(name)
            return Sample(moves=games, seconds=next(remaining))

        return play

    contenders = {"a": scripted("a", 2.0, 1.0, 4.0), "b": scripted("b", 5.0, 8.0, 6.0)}
    best = timing.one_round(contenders, {"a": 10, "b": 20}, runs=3)

    assert ran == ["a", "b", "a", "b", "a", "b"]
    assert best == {"a": Sample(10, 1.0), "b": Sample(20, 5.0)}


def test_a_ratio_compares_within_rounds() -> None:
    rounds = [
        {"fast": Sample(100, 1.0), "slow": Sample(100, 2.0)},
        {"fast": Sample(100, 10.0), "slow": Sample(100, 30.0)},  # a slow moment of the machine, for both
        {"fast": Sample(100, 1.0), "slow": Sample(100, 1.0)},
    ]
    found = timing.ratio(rounds, of="fast", to="slow")

    assert found is not None
    assert found.values == pytest.approx((2.0, 3.0, 1.0))
    assert found.best == pytest.approx(3.0)
    assert found.median == pytest.approx(2.0)


def test_there_is_no_ratio_where_one_side_did_not_run() -> None:
    assert timing.ratio([{"fast": Sample(100, 1.0)}], of="fast", to="slow") is None


def test_the_best_rate_of_all_rounds_stands() -> None:
    rounds = [{"a": Sample(100, 1.0)}, {"a": Sample(100, 0.5), "b": Sample(10, 1.0)}]
    assert timing.best_rates(rounds) == {"a": 200.0, "b": 10.0}
