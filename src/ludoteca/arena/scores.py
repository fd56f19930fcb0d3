"""What the games of each pairing amount to, with the interval in which the true share lies.

Games of one deal are not independent: a good deal is good from whichever side. So a deal is one observation, its games
together, and a deal of which a game is missing does not count.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from .contest import Contest, Played

CERTAIN = 1.959964  # standard deviations on either side of 95 % of a normal distribution
IMAGINED = 2  # games won and as many lost that are added to those played: Agresti and Coull's four

Interval = tuple[float, float]
Deals = dict[int, list[Played]]  # whole ones, by their number


@dataclass(frozen=True)
class Tally:
    """Of the first contestant of a pairing, against the second or among several of the second."""

    first: int
    second: int | None
    games: int
    won: int
    drawn: int
    share: float | None  # without games there is none
    interval: Interval | None

    @property
    def lost(self) -> int:
        return self.games - self.won - self.drawn


@dataclass(frozen=True)
class Effort:
    """What a contestant spent on its decisions, those included that were spent in deals that do not count."""

    decisions: int
    seconds: float

    @property
    def milliseconds(self) -> float | None:
        return self.seconds / self.decisions * 1000 if self.decisions else None


def whole_deals(contest: Contest, games: Iterable[Played]) -> dict[tuple[int, int | None], Deals]:
    """By pairing; every pairing is there."""
    found: dict[tuple[int, int | None], Deals] = {pairing: defaultdict(list) for pairing in contest.pairings}
    for played in games:
        found[played.fixture.first, played.fixture.second][played.fixture.deal].append(played)
    return {
        pairing: {deal: deals[deal] for deal in sorted(deals) if len(deals[deal]) == contest.places}
        for pairing, deals in found.items()
    }


def tallies(contest: Contest, games: Collection[Played]) -> list[Tally]:
    return [tally(contest, *pairing, deals) for pairing, deals in whole_deals(contest, games).items()]


def tally(contest: Contest, first: int, second: int | None, deals: Deals) -> Tally:
    games = [played for deal in deals.values() for played in deal]
    drawn = sum(contest.shared(played) for played in games)
    won = sum(contest.score(played) > 0 for played in games) - drawn
    if not games:
        return Tally(first, second, 0, 0, 0, None, None)
    shares = deal_shares(contest, deals)
    share = sum(shares) / len(shares)
    return Tally(first, second, len(games), won, drawn, share, interval(shares, contest.places))


def deal_shares(contest: Contest, deals: Deals) -> list[float]:
    return [sum(map(contest.score, games)) / len(games) for games in deals.values()]


def interval(shares: Sequence[float], games_each: int) -> Interval:
    """95 %, from the variance between deals. What is imagined keeps it honest where all games are won: without it,
    nothing would vary. With one game a deal this is the interval of Agresti and Coull."""
    imagined = IMAGINED / games_each  # deals
    weight = len(shares) + 2 * imagined
    mean = (sum(shares) + imagined) / weight
    squares = sum((share - mean) ** 2 for share in shares) + imagined * ((1 - mean) ** 2 + mean**2)
    half = CERTAIN * math.sqrt(squares) / weight
    return max(0.0, mean - half), min(1.0, mean + half)


def efforts(contest: Contest, games: Iterable[Played]) -> list[Effort]:
    """By contestant."""
    decisions = [0] * contest.contestants
    seconds = [0.0] * contest.contestants
    for played in games:
        for number, made, spent in zip(
            (played.fixture.first, played.fixture.second), played.decisions, played.seconds, strict=True
        ):
            if number is not None:
                decisions[number] += made
                seconds[number] += spent
    return [Effort(made, spent) for made, spent in zip(decisions, seconds, strict=True)]
