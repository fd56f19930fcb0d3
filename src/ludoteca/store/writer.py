"""One thread that writes. Whatever was asked for while it committed is its next transaction: no timer, no waiting.

Alone, a row is on disk as fast as the disk allows; under load many rows share one visit to the disk.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from . import problems
from .contract import LastWrite, Problem, StoreBroken, StoreError, Unstorable

S = TypeVar("S")
T = TypeVar("T")


Work = Callable[[sqlite3.Connection], Any]
WorkTogether = Callable[[sqlite3.Connection, list[Any]], list[Any]]  # a result for each


@dataclass(eq=False, slots=True)
class Request:
    """Something to write, and the future of whoever waits for it.

    Neighbours with the same `together` are carried out in one call, which gets the `share` of each.
    """

    work: Work
    future: asyncio.Future[Any]
    together: WorkTogether | None = None
    share: Any = None
    result: Any = None
    error: Exception | None = None


class Unfit(Exception):
    """A request that fails whatever the state of the store is."""

    def __init__(self, request: Request) -> None:
        super().__init__()
        self.request = request


class Apart(Exception):
    """Requests that cannot be carried out in one call."""


class Writer:
    """`most` requests wait at once; who comes then waits outside, in the order of coming.

    The connection is lent to it until it is closed.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, connection: sqlite3.Connection, path: Path, most: int) -> None:
        self.connection = connection
        self.path = path
        self.most = most
        self.last: LastWrite | None = None
        self._closing: asyncio.Task[None] | None = None
        self._loop = loop
        self._inside = 0  # requests that the thread has or will get
        self._outside: deque[Request] = deque()
        self._emptied: asyncio.Future[None] | None = None
        self._queue: SimpleQueue[Request | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="store writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many requests wait for the next transaction."""
        return self._queue.qsize()

    def write(self, work: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """What the work returns, once it is on disk. Who stops waiting does not stop the work."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._ask(Request(work, future))
        return future

    def write_together(
        self,
        together: Callable[[sqlite3.Connection, list[S]], list[T]],
        share: S,
        alone: Callable[[sqlite3.Connection], T],
    ) -> asyncio.Future[T]:
        """The same for work that is quicker done for many at once, and `alone` where that fails."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._ask(Request(alone, future, together, share))
        return future

    def _ask(self, request: Request) -> None:
        if self._closing is not None:
            request.future.set_exception(StoreBroken(Problem.CLOSED, "The store is closed."))
        elif self._inside < self.most:
            self._let_in(request)
        else:
            self._outside.append(request)

    async def close(self) -> None:
        """Finish what was asked for, then end the thread."""
        if self._closing is None:
            self._closing = self._loop.create_task(self._finish())
        await asyncio.shield(self._closing)

    async def _finish(self) -> None:
        if self._inside:
            self._emptied = self._loop.create_future()
            await self._emptied
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    # ------------------------------------------------------------ in the event loop

    def _let_in(self, request: Request) -> None:
        self._inside += 1
        self._queue.put(request)

    def _settle(self, batch: list[Request]) -> None:
        met = (request.error for request in batch if isinstance(request.error, StoreError))
        self.last = LastWrite(next(met, None), time.monotonic())
        for request in batch:
            self._inside -= 1
            if request.future.done():  # nobody waits any more
                continue
            if request.error is None:
                request.future.set_result(request.result)
            else:
                request.future.set_exception(request.error)
        while self._outside and self._inside < self.most:
            request = self._outside.popleft()
            if not request.future.done():
                self._let_in(request)
        if self._emptied is not None and not self._inside and not self._emptied.done():
            self._emptied.set_result(None)

    # ------------------------------------------------------------ in the thread

    def _run(self) -> None:
        while batch := self._next_batch():
            self._carry_out(batch)
            self._loop.call_soon_threadsafe(self._settle, batch)

    def _next_batch(self) -> list[Request]:
        """All that wait, or the first that comes; nothing when there will be no more."""
        queued = [self._queue.get()]
        queued += [self._queue.get() for _ in range(self._queue.qsize())]
        return [request for request in queued if request is not None]

    def _carry_out(self, batch: list[Request]) -> None:
        """All of them in one transaction. One that is unfit is left out, and the others are tried again without it."""
        fit, together = batch, True
        while True:
            try:
                self._transact(fit, together)
            except Apart:
                together = False
            except Unfit as unfit:
                fit = [request for request in fit if request is not unfit.request]
            except (sqlite3.Error, MemoryError) as error:
                for request in fit:
                    request.error = problems.explain(error, self.path)
                return
            else:
                return

    def _transact(self, batch: list[Request], together: bool) -> None:
        self._roll_back()
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            for work, neighbours in groupby(batch, key=attrgetter("together")):
                if together and work is not None:
                    self._try_together(work, list(neighbours))
                else:
                    for request in neighbours:
                        self._try(request)
            self.connection.execute("COMMIT")
        except BaseException:
            self._roll_back()
            raise

    def _try_together(self, work: WorkTogether, requests: list[Request]) -> None:
        try:
            results = work(self.connection, [request.share for request in requests])
        except Exception as error:
            if problems.is_of_the_store(error):
                raise
            raise Apart from error
        for request, result in zip(requests, results, strict=True):
            request.result = result

    def _try(self, request: Request) -> None:
        try:
            request.result = request.work(self.connection)
        except Exception as error:
            if problems.is_of_the_store(error):
                raise
            request.error = Unstorable(str(error))
            request.error.__cause__ = error
            raise Unfit(request) from error

    def _roll_back(self) -> None:
        """SQLite rolls back by itself after some errors, and not after others."""
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")
