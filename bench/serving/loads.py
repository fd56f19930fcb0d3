"""Clients that keep a server busy. A load is prepared once, then run again and again for some seconds."""

from __future__ import annotations

import asyncio
import gc
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from .metronome import beats

BEAT = 0.001  # seconds: a paced load makes its moves in time with this


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

    @staticmethod
    def now() -> float:
        """An event loop's own time is that of its last turn, in whole milliseconds."""
        return time.perf_counter()

    def moved(self, since: float) -> None:
        self.moves += 1
        self.latencies.append(self.now() - since)

    def begin(self) -> None:
        self.moves = self.late = 0
        self.latencies = []


@contextmanager
def undisturbed() -> Iterator[None]:
    """Without collections on the side of the clients: one stops all of them for as long as fifty milliseconds."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def as_fast_as_possible(process: Measured, tally: Tally, seconds: float) -> Run:
    """The load drives itself: whoever is acknowledged moves again."""
    with undisturbed():
        tally.begin()
        start, cpu = tally.now(), process.cpu()
        await asyncio.sleep(seconds)
        moves, latencies = tally.moves, tally.latencies
        return Run(moves, tally.now() - start, process.cpu() - cpu, latencies)


async def paced(process: Measured, tally: Tally, players: Sequence[Player], rate: float, seconds: float) -> Run:
    """So many moves a second spread over all players, each at its beat whether or not others are late."""
    order = random.Random(0).sample(players, len(players))
    with undisturbed():
        tally.begin()
        start, cpu = tally.now(), process.cpu()
        waiting: list[tuple[Player, float]] = []
        made = past = 0
        async for due in beats(BEAT, seconds):
            past += 1
            while made < past * BEAT * rate:
                waiting.append((order[made % len(order)], due))
                made += 1
            waiting = [(player, since) for player, since in waiting if not player.move(since)]
        moves, latencies = tally.moves, tally.latencies
        return Run(moves, tally.now() - start, process.cpu() - cpu, latencies)
