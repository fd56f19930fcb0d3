"""Clients that keep a server busy. A load is prepared once, then run again and again for some seconds."""

from __future__ import annotations

import asyncio
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


class Measured(Protocol):
    """A process, or several of them."""

    def cpu(self) -> float:
        """Seconds of processor time so far."""


@dataclass(frozen=True)
class Run:
    """What some seconds of a load gave. Latencies are seconds from a move to its acknowledgement."""

    moves: int
    seconds: float
    cpu: float
    latencies: Sequence[float] = field(repr=False)

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    @property
    def cpu_per_move(self) -> float:
        return self.cpu / self.moves

    def percentile(self, percent: int) -> float:
        return statistics.quantiles(self.latencies, n=100)[percent - 1]


class Player(Protocol):
    """Somebody, or a whole table, that can make one move when it is told to."""

    def move(self, since: float | None = None) -> bool:
        """Make a move if one can be made now; `since` is from when its latency counts (default: now)."""


class Tally:
    """Counts moves while a run lasts."""

    def __init__(self) -> None:
        self.moves = 0
        self.late = 0  # decisions that came after somebody else's
        self.latencies: list[float] = []
        self.loop = asyncio.get_running_loop()

    def moved(self, since: float) -> None:
        self.moves += 1
        self.latencies.append(self.loop.time() - since)

    def begin(self) -> None:
        self.moves = self.late = 0
        self.latencies = []


async def as_fast_as_possible(process: Measured, tally: Tally, seconds: float) -> Run:
    """The load drives itself: whoever is acknowledged moves again."""
    tally.begin()
    start, cpu = tally.loop.time(), process.cpu()
    await asyncio.sleep(seconds)
    moves, latencies = tally.moves, tally.latencies
    return Run(moves, tally.loop.time() - start, process.cpu() - cpu, latencies)


async def paced(process: Measured, tally: Tally, players: Sequence[Player], rate: float, seconds: float) -> Run:
    """So many moves a second spread over all players, each at its time whether or not others are late."""
    tally.begin()
    loop = tally.loop
    start, cpu = loop.time(), process.cpu()
    order = random.Random(0).sample(players, len(players))
    waiting: list[tuple[Player, float]] = []
    made = 0
    while (now := loop.time()) - start < seconds:
        while made < (now - start) * rate:
            waiting.append((order[made % len(order)], start + made / rate))
            made += 1
        waiting = [(player, due) for player, due in waiting if not player.move(due)]
        await asyncio.sleep(0.0005)
    moves, latencies = tally.moves, tally.latencies
    return Run(moves, loop.time() - start, process.cpu() - cpu, latencies)
