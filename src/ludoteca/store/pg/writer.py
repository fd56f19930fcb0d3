"""One connection that writes. Whatever was asked for while a statement was under way is the next one: no timer.

Requests for one table are carried out in the order in which they came, each in a statement of its own; those for
different tables share one, if they ask for the same kind of thing.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

from ludoteca.store.contract import LastWrite, Problem, StoreBroken, StoreError, Unstorable

from . import problems
from .pool import TO_ANSWER, Connection, Link

S = TypeVar("S")
T = TypeVar("T")
S_contra = TypeVar("S_contra", contravariant=True)
T_co = TypeVar("T_co", covariant=True)

MOST_TOGETHER = 500  # rows of some hundred bytes in one statement
TRIES = 3  # of a statement whose connection was lost, or that PostgreSQL has undone


class Work(Protocol[S_contra, T_co]):
    """Carries out many requests and has a result for each. `again` says that it may have been done before."""

    def __call__(
        self, connection: Connection, channel: str, asked: Sequence[S_contra], again: bool, /
    ) -> Awaitable[Sequence[T_co]]: ...


@dataclass(eq=False, slots=True)
class Request:
    """`code` is what it is about: of two requests about the same the second waits for the first."""

    work: Work[Any, Any]
    code: str
    share: Any
    future: asyncio.Future[Any]
    repeatable: bool


class Writer:
    def __init__(self, link: Link, channel: str) -> None:
        self.link = link
        self.channel = channel
        self.last: LastWrite | None = None
        self.batches = 0  # statements that were carried out
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Request] = deque()
        self._running: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many requests wait for the next statement."""
        return len(self._waiting)

    def write(self, work: Work[S, T], code: str, share: S, repeatable: bool = True) -> asyncio.Future[T]:
        """What the work says of this request, once it is on disk. Who stops waiting does not stop the work."""
        future: asyncio.Future[T] = self._loop.create_future()
        if self._closed:
            future.set_exception(StoreBroken(Problem.CLOSED, "The store is closed."))
            return future
        self._waiting.append(Request(work, code, share, future, repeatable))
        if self._running is None:
            self._running = self._loop.create_task(self._run())
        return future

    async def close(self) -> None:
        """Finish what was asked for, then let go of the connection."""
        self._closed = True
        if self._running is not None:
            await asyncio.shield(self._running)
        await self.link.close()

    async def _run(self) -> None:
        while self._waiting:
            await self._carry_out(self._next_batch())
        self._running = None

    def _next_batch(self) -> list[Request]:
        """The first that waits and those that can go with it. What overtakes is about another table."""
        work = self._waiting[0].work
        batch: list[Request] = []
        passed: list[Request] = []
        seen: set[str] = set()
        while self._waiting and len(batch) < MOST_TOGETHER:
            request = self._waiting.popleft()
            (batch if request.work == work and request.code not in seen else passed).append(request)
            seen.add(request.code)
        self._waiting.extendleft(reversed(passed))
        return batch

    async def _carry_out(self, batch: list[Request]) -> None:
        again = False
        for tries_left in reversed(range(TRIES)):
            try:
                await self._try(batch, again)
            except problems.OF_THE_REQUEST as error:
                if tries_left and isinstance(error, problems.DELETED_MEANWHILE):
                    continue
                await self._find_unfit(batch, error)
            except problems.UNDONE as error:
                if not tries_left:
                    self._fail(batch, partial(problems.explain, error, self.link.address))
                    return
                continue
            except problems.LOST as error:
                self.link.drop()
                if not tries_left or not all(request.repeatable for request in batch):
                    self._give_up(batch, partial(problems.explain, error, self.link.address))
                    return
                again = True
                continue
            except problems.COMPLAINTS as error:
                self._fail(batch, partial(problems.explain, error, self.link.address))
            except StoreError as error:  # there is no connection to be had
                self._give_up(batch, partial(type(error), error.code, error.sentence))
            return

    async def _try(self, batch: list[Request], again: bool) -> None:
        connection = await self.link.connection()
        shares = [request.share for request in batch]
        async with asyncio.timeout(TO_ANSWER):
            results = await batch[0].work(connection, self.channel, shares, again)
        self.batches += 1
        self.last = LastWrite(None, time.monotonic())
        for request, result in zip(batch, results, strict=True):
            if not request.future.done():
                request.future.set_result(result)

    async def _find_unfit(self, batch: list[Request], error: Exception) -> None:
        """Nothing was done because of one of them: each is tried on its own."""
        if len(batch) == 1:
            unstorable = Unstorable(str(error))
            unstorable.__cause__ = error
            fail(batch, lambda: unstorable)
        else:
            for request in batch:
                await self._carry_out([request])

    def _fail(self, batch: list[Request], error: Callable[[], StoreError]) -> None:
        self.last = LastWrite(error(), time.monotonic())
        fail(batch, error)

    def _give_up(self, batch: list[Request], error: Callable[[], StoreError]) -> None:
        """All who wait would meet the same: they need not wait for it one after the other."""
        self._fail(batch, error)
        fail(self._waiting, error)
        self._waiting.clear()


def fail(requests: Iterable[Request], error: Callable[[], Exception]) -> None:
    """Each is told by an error of its own, so that nobody shares a traceback."""
    for request in requests:
        if not request.future.done():
            request.future.set_exception(error())
