"""How long to wait: for an answer, and before the next attempt to connect."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

MOST_DOUBLINGS = 30  # beyond any limit that makes sense, and far from an overflow


@dataclass(frozen=True)
class Backoff:
    """Twice as long after each attempt, from `first` to `longest` seconds, and never the same for everybody."""

    first: float = 0.1
    longest: float = 5.0

    def delay(self, attempt: int, chance: float) -> float:
        """`attempt` counts from 0; `chance` is between 0 and 1."""
        most = min(self.longest, self.first * 2.0 ** (1 + min(attempt, MOST_DOUBLINGS)))
        return max(self.first, most * (1 + chance) / 2)


@asynccontextmanager
async def in_time(seconds: float | None) -> AsyncIterator[None]:
    """A time limit with a sentence; None is no limit."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError as error:
        raise TimeoutError(f"The house has not answered within {seconds} s.") from error
