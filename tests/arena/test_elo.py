"""Strength on one scale: points mean chances, more games mean less doubt."""

from __future__ import annotations

import math
from random import Random

import pytest

from ludoteca.arena.contest import Contest, Fixture, Played
from ludoteca.arena.elo import FEWEST, ratings

from .results import contest, results


def points(held: Contest, games: list[Played]) -> list[float]:
    rated = ratings(held, games)
    assert rated is not None
    return [rating.points for rating in rated]


def of_strength(held: Contest, strengths: list[float], games: int, seed: int = 1) -> list[Played]:
    """Games as contestants of these points would play them."""
    luck = Random(seed)

    def wins(fixture: Fixture) -> bool:
        assert fixture.second is not None
        others = (held.places - 1) * 10 ** ((strengths[fixture.second] - strengths[fixture.first]) / 400)
        return luck.random() < 1 / (1 + others)

    return results(held, games, wins)


def test_four_hundred_points_are_ten_to_one() -> None:
    held = contest(contestants=3)

    def wins(fixture: Fixture) -> bool:
        """The first beats both others in ten games of eleven; they are equal."""
        return fixture.deal % 11 > 0 if fixture.first == 0 else fixture.place == 0

    found = points(held, results(held, 2200, wins))
    assert found[0] - found[1] == pytest.approx(400, abs=25)
    assert sum(found) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("game", "players"), [("eriantys", 2), ("eriantys", 3), ("masters", 4), ("eriantys", 4)])
def test_strengths_are_found_again_within_their_intervals(game: str, players: int) -> None:
    held = contest(game, players, contestants=4)
    true = [150.0, 50.0, -50.0, -150.0]
    rated = ratings(held, of_strength(held, true, 1200))
    assert rated is not None
    for rating, strength in zip(rated, true, strict=True):
        assert rating.points == pytest.approx(strength, abs=40)
        assert rating.interval[0] < rating.points < rating.interval[1]
        assert rating.interval[0] - 15 < strength < rating.interval[1] + 15


def test_intervals_hold_what_they_promise() -> None:
    held = contest(contestants=3)
    true = [200.0, 0.0, -200.0]
    inside = 0
    for seed in range(200):
        rated = ratings(held, of_strength(held, true, 60, seed))
        assert rated is not None
        inside += sum(
            low <= strength <= high for strength, (low, high) in zip(true, (r.interval for r in rated), strict=True)
        )
    assert inside >= 0.93 * 200 * 3


def test_more_games_leave_less_doubt() -> None:
    held = contest(contestants=3)
    widths = []
    for games in (100, 400):
        rated = ratings(held, of_strength(held, [100.0, 0.0, -100.0], games))
        assert rated is not None
        widths.append(rated[0].interval[1] - rated[0].interval[0])
    assert widths[0] / widths[1] == pytest.approx(2, rel=0.25)


def test_whoever_wins_everything_is_strong_and_not_infinitely_so() -> None:
    held = contest(contestants=3)
    rated = ratings(held, results(held, 100, lambda fixture: True))
    assert rated is not None
    assert [rating.points for rating in rated] == sorted((rating.points for rating in rated), reverse=True)
    assert all(math.isfinite(end) for rating in rated for end in rating.interval)
    assert rated[0].interval[0] > rated[2].interval[1]


@pytest.mark.parametrize("held", [contest(contestants=FEWEST - 1), contest("masters", 1, contestants=3)])
def test_two_need_no_scale_and_nobody_plays_against_others_alone(held: Contest) -> None:
    assert ratings(held, results(held, 4, lambda fixture: True)) is None


def test_a_pairing_without_a_whole_deal_leaves_all_unrated() -> None:
    held = contest(contestants=3)
    assert ratings(held, results(held, 2, lambda fixture: True)[:-1]) is None
