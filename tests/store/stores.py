"""What the tests of the store have in common: logs that are linked like real ones, and a writer that can be held."""

from __future__ import annotations

import asyncio
import functools
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec

from ludoteca.house import entries
from ludoteca.house.entries import Arrived, Entry
from ludoteca.house.table import Phase
from ludoteca.store.contract import EntryRow, Summary
from ludoteca.store.sqlite import SqliteStore

P = ParamSpec("P")

NOON = 1_700_000_000_000
SECRET = bytes(range(32))
OPEN = Summary("eriantys", True, "1", Phase.OPEN, opened=NOON, changed=NOON, shown=b"{}")
OVER = Summary("eriantys", True, "1", Phase.OVER, opened=NOON, changed=NOON + 1, shown=b"{}")


def asynchronous(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Let a test use `await`."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def whole() -> None:
            await test(*args, **kwargs)

        asyncio.run(whole())

    return run


class Log:
    """The log of a table, one row after another."""

    def __init__(self, code: str, rows: list[EntryRow] | None = None) -> None:
        self.code = code
        self.rows = rows or []

    @property
    def digest(self) -> str:
        return self.rows[-1].digest if self.rows else ""

    def next(self, seat: int = 0) -> EntryRow:
        """A row that would follow."""
        number = len(self.rows) + 1
        entry = Entry(number, NOON + number, Arrived(seat), self.digest)
        return EntryRow(self.code, number, entries.encode(entry), entries.digest(entry), b"[]")

    async def create(self, store: SqliteStore, summary: Summary = OPEN, secret: bytes = SECRET) -> bool:
        row = self.next()
        created = await store.create(row, secret, summary)
        if created:
            self.rows.append(row)
        return created

    async def grow(self, store: SqliteStore, rows: int = 1, summary: Summary | None = None) -> None:
        for _ in range(rows):
            row = self.next()
            assert await store.append(row, self.digest, summary)
            self.rows.append(row)


def connection_of(store: SqliteStore) -> sqlite3.Connection:
    """The one that writes."""
    return store._writer.connection


class Hold:
    """Keeps the writer inside a transaction until it is let go, and counts what it commits."""

    def __init__(self) -> None:
        self.commits = 0
        self._reached = threading.Event()
        self._released = threading.Event()

    def trace(self, statement: str) -> None:
        if statement == "COMMIT":
            self.commits += 1
            self._reached.set()
            self._released.wait()

    async def reached(self) -> None:
        await asyncio.to_thread(self._reached.wait)

    def let_go(self) -> None:
        self._released.set()


@contextmanager
def held(store: SqliteStore) -> Iterator[Hold]:
    hold = Hold()
    connection_of(store).set_trace_callback(hold.trace)
    try:
        yield hold
    finally:
        hold.let_go()


async def queued(store: SqliteStore, requests: int) -> None:
    """Let the other tasks go on until so many requests wait."""
    while store.waiting < requests:
        await asyncio.sleep(0)
