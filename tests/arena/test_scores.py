"""What games amount to: wins, shares, and the interval in which the truth lies."""

from __future__ import annotations

import math
from random import Random

import pytest

from ludoteca.arena.contest import Fixture
from ludoteca.arena.scores import Effort, efforts, interval, tallies

from .results import contest, drawn, lost, results, won

AGRESTI_COULL = [(0, 10), (5, 10), (9, 10), (398, 400)]


def test_wins_draws_and_losses_are_counted() -> None:
    held = contest()
    made = (won, won, won, lost, drawn, lost)
    games = [what(held, fixture) for what, fixture in zip(made, held.fixtures(6), strict=True)]
    (tally,) = tallies(held, games)
    assert (tally.games, tally.won, tally.drawn, tally.lost) == (6, 3, 1, 2)
    assert tally.share == pytest.approx(3.5 / 6)


def test_a_deal_of_which_a_game_is_missing_does_not_count() -> None:
    held = contest()
    games = results(held, 6, lambda fixture: True)
    (tally,) = tallies(held, games[:-1])
    assert tally.games == 4


def test_without_games_there_is_no_share() -> None:
    (tally,) = tallies(contest(), [])
    assert (tally.games, tally.share, tally.interval) == (0, None, None)


def test_every_pairing_has_a_tally_of_its_own() -> None:
    held = contest(contestants=3)
    shares = {
        (tally.first, tally.second): tally.share for tally in tallies(held, results(held, 4, lambda f: f.first == 1))
    }
    assert shares == {(0, 1): 0, (0, 2): 0, (1, 2): 1}


@pytest.mark.parametrize(("wins", "games"), AGRESTI_COULL)
def test_with_one_game_a_deal_it_is_the_interval_of_agresti_and_coull(wins: int, games: int) -> None:
    middle = (wins + 2) / (games + 4)
    half = 1.959964 * math.sqrt(middle * (1 - middle) / (games + 4))
    expected = (max(0, middle - half), min(1, middle + half))
    assert interval([1.0] * wins + [0.0] * (games - wins), 1) == pytest.approx(expected)


def test_deals_that_go_the_same_way_from_both_sides_say_less() -> None:
    alike = interval([1.0, 0.0] * 50, 2)  # the deal decides
    apart = interval([0.5] * 100, 2)  # the side decides, and the swap makes up for it
    mixed = interval([1.0, 0.5, 0.5, 0.0] * 25, 2)  # as independent games would come out
    widths = [high - low for low, high in (apart, mixed, alike)]
    assert widths == sorted(widths)
    assert widths[2] == pytest.approx(widths[1] * math.sqrt(2), rel=0.02)


def test_all_games_won_is_no_certainty() -> None:
    low, high = interval([1.0] * 200, 2)
    assert 0.97 < low < 0.99
    assert high == 1


@pytest.mark.parametrize("chance", [0.5, 0.75, 0.95])
@pytest.mark.parametrize("alike", [0.0, 0.5])
def test_the_truth_is_inside_as_often_as_it_says(chance: float, alike: float) -> None:
    """Pairs of games of which some depend on the deal alone."""
    luck = Random(f"{chance} {alike}")

    def pair() -> float:
        first = luck.random() < chance
        second = first if luck.random() < alike else luck.random() < chance
        return (first + second) / 2

    inside = 0
    for _ in range(1000):
        low, high = interval([pair() for _ in range(60)], 2)
        inside += low <= chance <= high
    assert inside >= 930


def test_efforts_are_those_of_the_contestant_in_whichever_pairing() -> None:
    held = contest(contestants=3)
    spent = efforts(held, results(held, 2, lambda fixture: True))  # first: 3 decisions and 6 ms a game, second: 2 and 1
    assert [effort.decisions for effort in spent] == [12, 10, 8]
    assert [effort.milliseconds for effort in spent] == pytest.approx([24 / 12, 14 / 10, 4 / 8])
    assert Effort(0, 0.0).milliseconds is None


def test_alone_nobody_else_spends_anything() -> None:
    held = contest("masters", 1)
    assert efforts(held, [won(held, Fixture(0, 0, None, 0))])[1] == Effort(0, 0.0)
