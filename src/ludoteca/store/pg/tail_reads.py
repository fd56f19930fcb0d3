"""Reads what follows in the logs of many tables at once. Whatever was asked for while a statement was under way is the
next one: where other servers write much, one statement tells of all their tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from ludoteca.store.contract import EntryRow, StoreError, Unstorable

from . import statements
from .pool import Readers

MOST_TOGETHER = 500  # tables

Request = tuple[str, int, asyncio.Future[list[EntryRow]]]


class Tails:
    """One statement at a time, over a connection of `readers`."""

    def __init__(self, readers: Readers) -> None:
        self.batches = 0  # statements that were carried out
        self._readers = readers
        self._waiting: list[Request] = []
        self._running: asyncio.Task[None] | None = None

    def read(self, code: str, after: int) -> asyncio.Future[list[EntryRow]]:
        """The rows that follow a number, in order."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[list[EntryRow]] = loop.create_future()
        self._waiting.append((code, after, future))
        if self._running is None:
            self._running = loop.create_task(self._run())
        return future

    async def close(self) -> None:
        """Answer those who have asked."""
        if self._running is not None:
            await asyncio.shield(self._running)

    async def _run(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
            await self._answer(batch)
        self._running = None

    async def _answer(self, batch: Sequence[Request]) -> None:
        asked = [(code, after) for code, after, _ in batch]
        try:
            found = await self._readers.read(partial(statements.tails, asked=asked))
        except Unstorable as error:
            await self._find_unfit(batch, error)
        except StoreError as error:
            fail(batch, partial(type(error), error.code, error.sentence))
        else:
            self.batches += 1
            for (_, _, future), rows in zip(batch, found, strict=True):
                if not future.done():
                    future.set_result(rows)

    async def _find_unfit(self, batch: Sequence[Request], error: Unstorable) -> None:
        """Nothing was read because of one of them: each is tried on its own."""
        if len(batch) == 1:
            fail(batch, partial(Unstorable, str(error)))
        else:
            for request in batch:
                await self._answer([request])


def fail(batch: Sequence[Request], error: Callable[[], Exception]) -> None:
    """Each is told by an error of its own, so that nobody shares a traceback."""
    for _, _, future in batch:
        if not future.done():
            future.set_exception(error())
