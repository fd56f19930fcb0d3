"""How strong contestants are on one scale, from all pairings together.

The model is that of Bradley and Terry: a side of strength s among others wins with the chance exp(s) / sum(exp). One
among m others of the same strength t wins with 1 / (1 + m exp(t - s)). A draw is half a victory. 400 points of Elo are
odds of ten to one between two sides. Only differences mean something, so the mean of all contestants is 0.

Intervals come from the differences between deals (a "sandwich" estimate): games of one deal, of all pairings, are one
observation. As for shares, a few imagined games of each pairing keep strengths and intervals finite.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from .contest import Contest, Played
from .scores import CERTAIN, IMAGINED, Interval, whole_deals

POINTS = 400 / math.log(10)
FEWEST = 3  # contestants: between two, the share says all
STEPS = 100  # far more than it takes
LONGEST_STEP = 2.0  # of a strength: Newton's method may leap too far from a bad start
ENOUGH = 1e-9

Matrix = list[list[float]]


@dataclass(frozen=True)
class Rating:
    points: float
    interval: Interval


@dataclass(frozen=True)
class Deal:
    """What one deal brought a pairing: `score` of the first in `games`. Imagined ones have a weight and no number."""

    first: int
    second: int
    number: int | None
    games: int
    score: float
    weight: float = 1.0


def ratings(contest: Contest, games: Collection[Played]) -> list[Rating] | None:
    """By contestant, or None where there are none: alone, between two, before every pairing has played."""
    if contest.alone or contest.contestants < FEWEST:
        return None
    deals = observed(contest, games)
    if deals is None:
        return None
    others = contest.places - 1
    strengths = fitted(deals, contest.contestants, others)
    spreads = deviations(deals, strengths, others)
    return [
        Rating(POINTS * strength, (POINTS * (strength - CERTAIN * spread), POINTS * (strength + CERTAIN * spread)))
        for strength, spread in zip(strengths, spreads, strict=True)
    ]


def observed(contest: Contest, games: Collection[Played]) -> list[Deal] | None:
    found: list[Deal] = []
    each = contest.places
    for (first, second), deals in whole_deals(contest, games).items():
        assert second is not None
        if not deals:
            return None
        for number, played in deals.items():
            found.append(Deal(first, second, number, each, sum(map(contest.score, played))))
        found += [Deal(first, second, None, each, score, IMAGINED / each) for score in (0, each)]
    return found


def chance(strengths: list[float], deal: Deal, others: int) -> float:
    """That the first wins a game."""
    return 1 / (1 + others * math.exp(strengths[deal.second] - strengths[deal.first]))


def fitted(deals: list[Deal], count: int, others: int) -> list[float]:
    """The strengths under which what happened is most likely, by Newton's method."""
    strengths = [0.0] * count
    for _ in range(STEPS):
        slope = [0.0] * count
        for deal in deals:
            surprise = deal.weight * (deal.score - deal.games * chance(strengths, deal, others))
            slope[deal.first] += surprise
            slope[deal.second] -= surprise
        step = times(inverse(curvature(deals, strengths, others)), slope)
        longest = max(map(abs, step))
        short = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        strengths = [strength + short * change for strength, change in zip(strengths, step, strict=True)]
        if longest < ENOUGH:
            break
    return strengths


def curvature(deals: list[Deal], strengths: list[float], others: int) -> Matrix:
    """Of the likelihood. One is added everywhere, so that it can be inverted: that pins the mean of all to 0."""
    count = len(strengths)
    found = [[1.0] * count for _ in range(count)]
    for deal in deals:
        won = chance(strengths, deal, others)
        bend = deal.weight * deal.games * won * (1 - won)
        found[deal.first][deal.first] += bend
        found[deal.second][deal.second] += bend
        found[deal.first][deal.second] -= bend
        found[deal.second][deal.first] -= bend
    return found


def deviations(deals: list[Deal], strengths: list[float], others: int) -> list[float]:
    """The standard deviation of each strength."""
    bread = inverse(curvature(deals, strengths, others))
    slopes: dict[int, list[float]] = defaultdict(lambda: [0.0] * len(strengths))
    variances = [0.0] * len(strengths)
    for deal in deals:
        surprise = deal.score - deal.games * chance(strengths, deal, others)
        if deal.number is not None:
            slopes[deal.number][deal.first] += surprise
            slopes[deal.number][deal.second] -= surprise
            continue
        for place, row in enumerate(bread):
            variances[place] += deal.weight * (surprise * (row[deal.first] - row[deal.second])) ** 2
    for slope in slopes.values():
        for place, moved in enumerate(times(bread, slope)):
            variances[place] += moved**2
    return [math.sqrt(variance) for variance in variances]


def times(matrix: Matrix, vector: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def inverse(matrix: Matrix) -> Matrix:
    """Of a positive definite matrix, by the method of Gauss and Jordan."""
    count = len(matrix)
    rows = [[*row, *(float(place == other) for other in range(count))] for place, row in enumerate(matrix)]
    for place in range(count):
        pivot = rows[place][place]
        rows[place] = [value / pivot for value in rows[place]]
        for other in range(count):
            if other != place:
                factor = rows[other][place]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[place], strict=True)]
    return [row[count:] for row in rows]
