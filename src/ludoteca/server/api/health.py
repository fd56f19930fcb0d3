"""Whether what is asked of this server can be written down at the moment. For load balancers and for figures.

The store knows how its last write ended. Only when that is some seconds ago, a write is tried for the sake of knowing.
So being asked often costs nothing, a server that nobody plays at notices that its disk is full or its database away,
and one that was in trouble notices when that is over.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable

from ludoteca.store.contract import Problem, Store, StoreBroken, StoreError

FRESH = 3.0  # seconds for which the end of the last write says how things are
PATIENCE = 2.0  # seconds for a write that is tried: most load balancers wait no longer for an answer


class StoreHealth:
    def __init__(
        self, store: Store, monotonic: Callable[[], float] = time.monotonic, patience: float = PATIENCE
    ) -> None:
        self._store = store
        self._monotonic = monotonic
        self._patience = patience
        self._trying: asyncio.Task[None] | None = None
        self.writable = math.nan  # as it was when it was last asked: 1, 0, or not known yet

    async def problem(self) -> StoreError | None:
        """What keeps the store from being written; None when it can be."""
        found = await self._look()
        self.writable = float(found is None)
        return found

    async def _look(self) -> StoreError | None:
        last = self._store.last_write
        if last is None or self._monotonic() - last.time > FRESH:
            if self._trying is None:
                self._trying = asyncio.create_task(self._try())
            done, _ = await asyncio.wait([self._trying], timeout=self._patience)
            if not done:
                return StoreBroken(Problem.UNREACHABLE, f"Nothing was written for {self._patience:g} seconds.")
            last = self._store.last_write
        return None if last is None else last.problem

    async def _try(self) -> None:
        try:
            await self._store.try_to_write()
        except StoreError:
            pass  # the store remembers it
        finally:
            self._trying = None

    async def close(self) -> None:
        if self._trying is not None:
            self._trying.cancel()
