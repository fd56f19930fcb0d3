"""The store in one SQLite file, for a house on one machine."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, ExitStack, nullcontext
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from ludoteca.house.table import Phase

from . import backups, files, problems, statements
from .contract import (
    TRIED,
    Changes,
    ChatRow,
    EntryRow,
    LastWrite,
    Problem,
    SnapshotRow,
    StoreBroken,
    StoredTable,
    StoreError,
    Summary,
    TableRow,
)
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
        self._damage: StoreError | None = None  # a file does not heal: from then on it is known

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

    async def stored_table(self, code: str, last_lines: int, from_snapshot: bool = True) -> StoredTable | None:
        read = partial(statements.stored_table, code=code, last_lines=last_lines, from_snapshot=from_snapshot)
        return await self._read(read)

    async def codes_naming(self, needle: bytes, after: str = "", most: int = 100) -> tuple[list[str], str | None]:
        return await self._read(partial(statements.codes_naming, needle=needle, after=after, most=most))

    async def note(self, name: str) -> bytes | None:
        return await self._read(partial(statements.note, name=name))

    async def notes(self) -> dict[str, bytes]:
        return await self._read(statements.notes)

    async def backup(self, target: Path) -> None:
        self._require_open()
        await asyncio.to_thread(backups.backup, self.folder, target)

    async def close(self) -> None:
        self._closed = True
        await asyncio.to_thread(self._thread.shutdown)
        self._connection.close()

    async def _read(self, select: Callable[[sqlite3.Connection], T]) -> T:
        self._require_open()
        try:
            return await self._select(select)
        except StoreBroken as error:
            if error.code is Problem.DAMAGED:
                self._damage = error
            raise

    async def _select(self, select: Callable[[sqlite3.Connection], T]) -> T:
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

    @property
    def last_write(self) -> LastWrite | None:
        last = self._writer.last
        if last is not None and last.problem is not None and last.problem.code is Problem.DAMAGED:
            self._damage = last.problem
        return last if self._damage is None else LastWrite(self._damage, time.monotonic())

    async def try_to_write(self) -> None:
        await self.keep_note(TRIED, b"")

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

    def keep_snapshot(self, row: SnapshotRow, digest: str | None = None) -> asyncio.Future[bool]:
        return self._writer.write(partial(statements.keep_snapshot, row=row, digest=digest))

    def say(self, row: ChatRow) -> asyncio.Future[bool]:
        return self._writer.write(partial(statements.say, row=row))

    async def keep_note(self, name: str, body: bytes) -> None:
        await self._writer.write(partial(statements.keep_note, name=name, body=body))

    def change_note(self, name: str, before: bytes | None, after: bytes | None) -> asyncio.Future[bool]:
        return self._writer.write(partial(statements.change_note, name=name, before=before, after=after))

    def forget_table(self, code: str) -> asyncio.Future[bool]:
        return self._writer.write(partial(statements.forget_table, code=code))

    def replace_line(self, row: ChatRow) -> asyncio.Future[bool]:
        return self._writer.write(partial(statements.replace_line, row=row))

    def rewrite(self, rows: Sequence[EntryRow], last: str, shown: bytes) -> asyncio.Future[bool]:
        return self._writer.write(partial(statements.rewrite, rows=rows, last=last, shown=shown))

    def forget(self, before: int, most: int = 100) -> asyncio.Future[list[str]]:
        return self._writer.write(partial(statements.forget, before=before, most=most))

    async def close(self) -> None:
        await asyncio.gather(super().close(), self._writer.close())
        await asyncio.to_thread(self._written.close)  # the last one: it clears the write-ahead log away
        self._lock.close()
