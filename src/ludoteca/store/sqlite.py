"""The store in one SQLite file, for a house on one machine."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, ExitStack, nullcontext
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from ludoteca.house.table import Phase

from . import copies, files, problems, statements
from .contract import Changes, ChatRow, EntryRow, Problem, SnapshotRow, StoreBroken, Summary, TableRow
from .writer import Writer

T = TypeVar("T")

MOST_WAITING = 10_000  # rows of some hundred bytes: a few megabytes, and less than a second of writing


class SqliteRecords:
    """What commands use beside a server that is running: a connection that only reads, in a thread of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = files.database(folder)
        self._connection = files.open_to_read(self.path)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store reader")
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def entries(self, code: str, after: int = 0, most: int | None = None) -> list[EntryRow]:
        return await self._read(partial(statements.entries, code=code, after=after, most=most))

    async def last_entry(self, code: str) -> EntryRow | None:
        return await self._read(partial(statements.last_entry, code=code))

    async def table(self, code: str) -> TableRow | None:
        return await self._read(partial(statements.table, code=code))

    async def secret(self, code: str) -> bytes | None:
        return await self._read(partial(statements.secret, code=code))

    async def tables(
        self,
        phases: Collection[Phase] = tuple(Phase),
        public: bool | None = None,
        after: TableRow | None = None,
        most: int | None = None,
    ) -> list[TableRow]:
        return await self._read(partial(statements.tables, phases=phases, public=public, after=after, most=most))

    async def snapshot(self, code: str) -> SnapshotRow | None:
        return await self._read(partial(statements.snapshot, code=code))

    async def chat(self, code: str, after: int = 0, last: int | None = None) -> list[ChatRow]:
        return await self._read(partial(statements.chat, code=code, after=after, last=last))

    async def note(self, name: str) -> bytes | None:
        return await self._read(partial(statements.note, name=name))

    async def notes(self) -> dict[str, bytes]:
        return await self._read(statements.notes)

    async def backup(self, target: Path) -> None:
        self._require_open()
        await asyncio.to_thread(copies.backup, self.folder, target)

    async def close(self) -> None:
        self._closed = True
        await asyncio.to_thread(self._thread.shutdown)
        self._connection.close()

    async def _read(self, select: Callable[[sqlite3.Connection], T]) -> T:
        self._require_open()
        with problems.explained(self.path):
            return await asyncio.get_running_loop().run_in_executor(self._thread, select, self._connection)

    def _require_open(self) -> None:
        if self._closed:
            raise StoreBroken(Problem.CLOSED, "The store is closed.")


class SqliteStore(SqliteRecords):
    """The whole store, of which there is one for a folder. It belongs to the event loop in which it is made.

    StoreBroken is raised when another server uses the folder, or when what is there is no store of ours.
    """

    shared = False
    nodes = None
    decisions = None  # bots think where the tables are

    def __init__(self, folder: Path, most_waiting: int = MOST_WAITING) -> None:
        loop = asyncio.get_running_loop()
        with ExitStack() as undoing:
            self._lock = files.lock(folder)
            undoing.callback(self._lock.close)
            self._written = files.open_to_write(folder)
            undoing.callback(self._written.close)
            super().__init__(folder)
            self._writer = Writer(loop, self._written, self.path, most_waiting)
            undoing.pop_all()

    @property
    def waiting(self) -> int:
        """How many writes wait for the next transaction."""
        return self._writer.waiting

    async def watch(self, changes: Changes) -> None:
        """Nobody else writes to it, so there is nothing to tell."""

    def alone(self, name: str) -> AbstractAsyncContextManager[None]:
        return nullcontext()

    def create(self, first: EntryRow, secret: bytes, summary: Summary) -> asyncio.Future[bool]:
        return self._writer.write(partial(statements.create, first=first, secret=secret, summary=summary))

    def append(self, row: EntryRow, previous: str, summary: Summary | None = None) -> asyncio.Future[bool]:
        alone = partial(statements.append, row=row, previous=previous, summary=summary)
        if summary is None:
            return self._writer.write_together(statements.append_all, (row, previous), alone)
        return self._writer.write(alone)

    def keep_snapshot(self, row: SnapshotRow) -> asyncio.Future[bool]:
        return self._writer.write(partial(statements.keep_snapshot, row=row))

    def say(self, row: ChatRow) -> asyncio.Future[bool]:
        return self._writer.write(partial(statements.say, row=row))

    async def keep_note(self, name: str, body: bytes) -> None:
        await self._writer.write(partial(statements.keep_note, name=name, body=body))

    def forget(self, before: int, most: int = 100) -> asyncio.Future[list[str]]:
        return self._writer.write(partial(statements.forget, before=before, most=most))

    async def close(self) -> None:
        await asyncio.gather(super().close(), self._writer.close())
        await asyncio.to_thread(self._written.close)  # the last one: it clears the write-ahead log away
        self._lock.close()
