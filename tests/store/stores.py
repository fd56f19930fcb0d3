"""What the tests of the store have in common: logs that are linked like real ones."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from typing import ParamSpec

from ludoteca.house import entries
from ludoteca.house.entries import Arrived, Entry
from ludoteca.house.table import Phase
from ludoteca.store.contract import EntryRow, Summary

from .places import AnyStore

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

    async def create(self, store: AnyStore, summary: Summary = OPEN, secret: bytes = SECRET) -> bool:
        row = self.next()
        created = await store.create(row, secret, summary)
        if created:
            self.rows.append(row)
        return created

    async def grow(self, store: AnyStore, rows: int = 1, summary: Summary | None = None) -> None:
        for _ in range(rows):
            row = self.next()
            assert await store.append(row, self.digest, summary)
            self.rows.append(row)


async def queued(store: AnyStore, requests: int) -> None:
    """Let the other tasks go on until so many requests wait."""
    while store.waiting < requests:
        await asyncio.sleep(0)
