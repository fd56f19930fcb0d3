"""How strong the bots are and how long they think: greedy ones among bots that choose at random.

Every deal is played once from each seat, or by each team. A victory that is shared with others counts as none. Times
are processor time of the thread that thinks.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from ludoteca import rules
from ludoteca.bots import BOTS
from ludoteca.bots.bot import LONGEST

from . import report

GAMES = 60
SEED = 1
CERTAIN = 1.96  # standard deviations on either side of 95 % of a normal distribution
PARTNER = 2  # places from one member of a team to the other


@dataclass(frozen=True)
class Contest:
    """Some bot against random ones."""

    label: str
    game: str
    players: int
    expert: bool = False
    bot: str = "greedy"
    floor: float | None = None  # the part of the games that it has to win

    def new(self, seed: int) -> rules.Game:
        options: dict[str, Any] = {"expert": True} if self.expert else {}
        return rules.new(self.game, players=self.players, seed=seed, **options)

    @property
    def sides(self) -> list[frozenset[int]]:
        if self.game == "eriantys" and self.players == 4:
            return [frozenset((seat, seat + PARTNER)) for seat in range(PARTNER)]
        return [frozenset((seat,)) for seat in range(self.players)]


CONTESTS = (
    Contest("Eriantys, 2 players", "eriantys", 2, floor=0.95),
    Contest("Eriantys, 3 players", "eriantys", 3, floor=0.8),
    Contest("Eriantys, 2 teams", "eriantys", 4, floor=0.95),
    Contest("Eriantys, 2 players, expert", "eriantys", 2, expert=True, floor=0.95),
    Contest("Eriantys, 3 players, expert", "eriantys", 3, expert=True, floor=0.8),
    Contest("Eriantys, 2 teams, expert", "eriantys", 4, expert=True, floor=0.95),
    Contest("Masters, 2 players", "masters", 2, floor=0.95),
    Contest("Masters, 3 players", "masters", 3, floor=0.8),
    Contest("Masters, 4 players", "masters", 4, floor=0.8),
    Contest("Masters, alone", "masters", 1, floor=0.7),
    Contest("Masters, alone, random", "masters", 1, bot="random"),
)


@dataclass
class Result:
    games: int = 0
    wins: int = 0
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    def thought(self, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)

    @property
    def rate(self) -> float:
        return self.wins / self.games

    @property
    def between(self) -> tuple[float, float]:
        """The 95 % interval of Wilson: where the true rate is, most likely."""
        spread = CERTAIN**2 / self.games
        middle = (self.rate + spread / 2) / (1 + spread)
        half = CERTAIN / (1 + spread) * math.sqrt(self.rate * (1 - self.rate) / self.games + spread / self.games / 4)
        return max(0.0, middle - half), min(1.0, middle + half)


def play(contest: Contest, seed: int, side: frozenset[int], result: Result) -> None:
    """One game, as a house plays it: a bot sees nothing that its seat does not see."""
    game = contest.new(seed)
    chance = Random(seed)
    while not game.over:
        seat = game.seat
        view = game.view(seat)
        luck = chance.getrandbits(64)
        if seat in side:
            start = time.thread_time()
            action = BOTS[contest.bot].decide(view, luck, LONGEST)
            result.thought(time.thread_time() - start)
        else:
            action = BOTS["random"].decide(view, luck, LONGEST)
        game.apply(action)
    result.games += 1
    result.wins += game.winners == side


def held(contest: Contest, games: int, seed: int) -> Result:
    result = Result()
    for number in range(games):
        deal, place = divmod(number, len(contest.sides))
        play(contest, seed + deal, contest.sides[place], result)
    return result


def heading(width: int) -> str:
    title = "greedy among random"
    return (
        f"{title:<{width}}  {'games':>5}  {'won':>5}  {'95 % interval':>14}  {'floor':>5}  {'decisions/s':>11}  slowest"
    )


def line(contest: Contest, result: Result, width: int) -> str:
    low, high = result.between
    floor = "" if contest.floor is None else f"{contest.floor:.0%}"
    return (
        f"{contest.label:<{width}}  {result.games:>5}  {result.rate:>5.0%}  {f'{low:.1%} - {high:.1%}':>14}  {floor:>5}"
        f"  {result.decisions / result.seconds:>11,.0f}  {result.slowest * 1000:>4.0f} ms"
    )


def as_json(results: dict[Contest, Result], seed: int) -> dict[str, Any]:
    return {
        "machine": report.machine(),
        "seed": seed,
        "contests": {
            contest.label: {
                "bot": contest.bot,
                "games": result.games,
                "wins": result.wins,
                "interval": result.between,
                "floor": contest.floor,
                "decisions_per_second": round(result.decisions / result.seconds),
                "slowest_seconds": result.slowest,
            }
            for contest, result in results.items()
        },
    }


def shortfalls(results: dict[Contest, Result]) -> list[str]:
    return [
        f"{contest.label}: {result.rate:.0%} is below {contest.floor:.0%}"
        for contest, result in results.items()
        if contest.floor is not None and result.rate < contest.floor
    ]


def chosen_contests(words: str | None) -> Sequence[Contest]:
    return [contest for contest in CONTESTS if words is None or words.lower() in contest.label.lower()]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench bots", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"of each contest (default {GAMES})")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help=f"of the first deal (default {SEED})")
    parser.add_argument("--only", metavar="WORDS", help="contests whose name contains this, such as masters or expert")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE as well")
    parser.add_argument("--check", action="store_true", help="exit with 1 when less is won than should be")
    options = parser.parse_args(arguments)
    contests = chosen_contests(options.only)
    if options.games < 1:
        parser.error("--games must be at least 1")
    if not contests:
        parser.error(f"no contest has {options.only} in its name")
    width = max(len(contest.label) for contest in CONTESTS)
    print(heading(width))
    results = {}
    for contest in contests:
        results[contest] = held(contest, options.games, options.seed)
        print(line(contest, results[contest], width), flush=True)
    if options.json:
        options.json.write_text(json.dumps(as_json(results, options.seed), indent=2) + "\n", encoding="utf-8")
    if not options.check:
        return 0
    missed = shortfalls(results)
    print("\n" + "\n".join(missed or ["All floors are reached."]))
    return 1 if missed else 0
