"""Measuring fairly on a machine that does other things too: contenders take turns, and only neighbours are compared.

A *contender* plays so many games and says how many moves that were and how long it took. In every round each contender
runs a few times, in turn with all others, and the best of its runs stands for the round: what disturbs a run can only
make it slower. A ratio is taken within a round, where both sides met the same machine.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

TRIAL_SHARE = 8  # a trial that takes this fraction of the time wanted is long enough to extrapolate from
TRIAL_GROWTH = 4


@dataclass(frozen=True)
class Sample:
    """What one run of a contender gave."""

    moves: int
    seconds: float

    @property
    def rate(self) -> float:
        """Moves per second."""
        return self.moves / self.seconds


Contender = Callable[[int], Sample]


def games_lasting(contender: Contender, seconds: float) -> int:
    """How many games keep the contender busy for about so long."""
    games = 1
    while (sample := contender(games)).seconds * TRIAL_SHARE < seconds:
        games *= TRIAL_GROWTH
    return max(1, round(games * seconds / sample.seconds))


def one_round(contenders: Mapping[str, Contender], games: Mapping[str, int], runs: int) -> dict[str, Sample]:
    """The best run of each contender; A B C A B C, never A A B B C C."""
    best: dict[str, Sample] = {}
    for _ in range(runs):
        for name, contender in contenders.items():
            sample = contender(games[name])
            if name not in best or sample.rate > best[name].rate:
                best[name] = sample
    return best


@dataclass(frozen=True)
class Ratio:
    """The speed of one contender in terms of another's, round by round."""

    of: str
    to: str
    values: tuple[float, ...]

    @property
    def best(self) -> float:
        return max(self.values)

    @property
    def median(self) -> float:
        return statistics.median(self.values)


def ratio(rounds: Sequence[Mapping[str, Sample]], of: str, to: str) -> Ratio | None:
    """How fast `of` is next to `to`, or None where one of them did not run."""
    values = tuple(each[of].rate / each[to].rate for each in rounds if of in each and to in each)
    return Ratio(of, to, values) if values else None


def best_rates(rounds: Sequence[Mapping[str, Sample]]) -> dict[str, float]:
    """The best of all rounds for every contender, in the order in which they ran."""
    rates: dict[str, float] = {}
    for each in rounds:
        for name, sample in each.items():
            rates[name] = max(sample.rate, rates.get(name, 0.0))
    return rates
