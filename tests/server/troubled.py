"""A real store in which one can arrange what will go wrong with the next writes, and when they are done."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ludoteca.house.table import Phase
from ludoteca.store.contract import (
    ChatRow,
    EntryRow,
    Problem,
    SnapshotRow,
    StoreBroken,
    StoredTable,
    StoreFull,
    Summary,
    TableRow,
)
from ludoteca.store.postgres import PostgresStore
from ludoteca.store.sqlite import SqliteStore

Write = Callable[[], Awaitable[Any]]
Trouble = Callable[[Write], Awaitable[Any]]


class Troubles:
    """`troubles["append"]` meet the next appends, one each; then all is well again. The same for other writes."""

    def __init__(self) -> None:
        self.troubles: defaultdict[str, deque[Trouble]] = defaultdict(deque)
        self.asked: list[str] = []  # names of writes, in order

    def next(self, write: str, *troubles: Trouble) -> None:
        self.troubles[write] += troubles

    async def _meet(self, name: str, write: Write) -> Any:
        self.asked.append(name)
        waiting = self.troubles[name]
        return await (waiting.popleft()(write) if waiting else write())

    def _met(self, name: str, write: Write) -> asyncio.Future[bool]:
        return asyncio.ensure_future(self._meet(name, write))


class TroubledStore(Troubles, SqliteStore):
    """In a folder."""

    def __init__(self, folder: Path) -> None:
        Troubles.__init__(self)
        SqliteStore.__init__(self, folder)
        self._writer.connection.execute("PRAGMA synchronous = OFF")  # the power is not cut here

    def create(self, first: EntryRow, secret: bytes, summary: Summary) -> asyncio.Future[bool]:
        return self._met("create", partial(super().create, first, secret, summary))

    def append(self, row: EntryRow, previous: str, summary: Summary | None = None) -> asyncio.Future[bool]:
        return self._met("append", partial(super().append, row, previous, summary))

    def keep_snapshot(self, row: SnapshotRow, digest: str | None = None) -> asyncio.Future[bool]:
        return self._met("keep_snapshot", partial(super().keep_snapshot, row, digest))

    def forget_table(self, code: str) -> asyncio.Future[bool]:
        return self._met("forget_table", partial(super().forget_table, code))

    def rewrite(self, rows: Sequence[EntryRow], last: str, shown: bytes) -> asyncio.Future[bool]:
        return self._met("rewrite", partial(super().rewrite, rows, last, shown))

    def replace_line(self, row: ChatRow) -> asyncio.Future[bool]:
        return self._met("replace_line", partial(super().replace_line, row))

    def say(self, row: ChatRow) -> asyncio.Future[bool]:
        return self._met("say", partial(super().say, row))

    async def entries(self, code: str, after: int = 0, most: int | None = None) -> list[EntryRow]:
        rows: list[EntryRow] = await self._meet("entries", partial(super().entries, code, after, most))
        return rows

    async def stored_table(self, code: str, last_lines: int, from_snapshot: bool = True) -> StoredTable | None:
        read = partial(super().stored_table, code, last_lines, from_snapshot)
        found: StoredTable | None = await self._meet("stored_table", read)
        return found

    async def tables(
        self,
        phases: Collection[Phase] = tuple(Phase),
        public: bool | None = None,
        after: TableRow | None = None,
        most: int | None = None,
    ) -> list[TableRow]:
        rows: list[TableRow] = await self._meet("tables", partial(super().tables, phases, public, after, most))
        return rows


class TroubledDatabase(Troubles, PostgresStore):
    """In PostgreSQL."""

    def __init__(self, address: str) -> None:
        Troubles.__init__(self)
        PostgresStore.__init__(self, address)

    def create(self, first: EntryRow, secret: bytes, summary: Summary) -> asyncio.Future[bool]:
        return self._met("create", partial(super().create, first, secret, summary))

    def append(self, row: EntryRow, previous: str, summary: Summary | None = None) -> asyncio.Future[bool]:
        return self._met("append", partial(super().append, row, previous, summary))

    def keep_snapshot(self, row: SnapshotRow, digest: str | None = None) -> asyncio.Future[bool]:
        return self._met("keep_snapshot", partial(super().keep_snapshot, row, digest))

    def forget_table(self, code: str) -> asyncio.Future[bool]:
        return self._met("forget_table", partial(super().forget_table, code))

    def rewrite(self, rows: Sequence[EntryRow], last: str, shown: bytes) -> asyncio.Future[bool]:
        return self._met("rewrite", partial(super().rewrite, rows, last, shown))

    def replace_line(self, row: ChatRow) -> asyncio.Future[bool]:
        return self._met("replace_line", partial(super().replace_line, row))

    def say(self, row: ChatRow) -> asyncio.Future[bool]:
        return self._met("say", partial(super().say, row))

    async def entries(self, code: str, after: int = 0, most: int | None = None) -> list[EntryRow]:
        rows: list[EntryRow] = await self._meet("entries", partial(super().entries, code, after, most))
        return rows

    async def stored_table(self, code: str, last_lines: int, from_snapshot: bool = True) -> StoredTable | None:
        read = partial(super().stored_table, code, last_lines, from_snapshot)
        found: StoredTable | None = await self._meet("stored_table", read)
        return found

    async def tables(
        self,
        phases: Collection[Phase] = tuple(Phase),
        public: bool | None = None,
        after: TableRow | None = None,
        most: int | None = None,
    ) -> list[TableRow]:
        rows: list[TableRow] = await self._meet("tables", partial(super().tables, phases, public, after, most))
        return rows


async def full(write: Write) -> Any:
    raise StoreFull(Problem.FULL, "There is no room left.")


async def written_but_broken(write: Write) -> Any:
    """It got to the disk, and nobody was told."""
    await write()
    raise StoreBroken(Problem.UNREADABLE, "The disk does not answer.")


async def broken(write: Write) -> Any:
    raise StoreBroken(Problem.UNREADABLE, "The disk does not answer.")


async def unexpected(write: Write) -> Any:
    raise ZeroDivisionError("a mistake in the program")


async def too_late(write: Write) -> Any:
    """As if somebody else had been faster, and nothing is there yet to be read."""
    return False


class Gate:
    """Holds a write back until it is opened, before it is done or, with `after`, when it is on disk already."""

    def __init__(self, after: bool = False) -> None:
        self.after = after
        self.reached = asyncio.Event()
        self._opened = asyncio.Event()

    async def __call__(self, write: Write) -> Any:
        result = await write() if self.after else None
        self.reached.set()
        await self._opened.wait()
        return result if self.after else await write()

    def open(self) -> None:
        self._opened.set()
