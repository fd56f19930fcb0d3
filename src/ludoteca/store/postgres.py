"""The store in PostgreSQL, for a house that several servers keep open together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from ludoteca.house.table import Phase

from .addresses import shown
from .contract import (
    TRIED,
    Changes,
    ChatRow,
    EntryRow,
    LastWrite,
    NodeRow,
    Problem,
    Queue,
    SnapshotRow,
    StoreBroken,
    StoredTable,
    Summary,
    TableRow,
    WorkerRow,
)
from .pg import changes, nodes, problems, rules, schema, statements, workers
from .pg.decisions import QueuedDecisions
from .pg.lock import Turns
from .pg.nodes import PostgresNodes
from .pg.notifications import Listening
from .pg.pool import Connection, Greeting, Link, Readers, connect
from .pg.rules import Versions
from .pg.tail_reads import Tails
from .pg.writer import Writer

T = TypeVar("T")

READERS = 4  # connections


class PostgresRecords:
    """What can be read, from any number of machines. It is open inside `async with`."""

    def __init__(self, address: str, readers: int = READERS, greeting: Greeting | None = None) -> None:
        self.address = address
        greeting = greeting or partial(schema.require_present_version, address=address)
        self._readers = Readers(address, readers, greeting)
        self._tails = Tails(self._readers)
        self._closed = False

    async def __aenter__(self) -> Self:
        try:
            await self._open()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def _open(self) -> None:
        await self._readers.read(lambda connection: connection.fetchval("SELECT 1"))

    async def entries(self, code: str, after: int = 0, most: int | None = None) -> list[EntryRow]:
        if after and most is None:  # what others wrote just now: there are many who ask for that at once
            self._require_open()
            return await self._tails.read(code, after)
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

    async def servers(self) -> list[NodeRow]:
        """Those that keep the house open, the one that was started first at first."""
        return await self._read(nodes.listed)

    async def workers(self) -> list[WorkerRow]:
        """Those who let bots think elsewhere, in the same order."""
        return await self._read(workers.listed)

    async def queue(self) -> Queue:
        """What bots have to decide."""
        return await self._read(workers.queue)

    async def backup(self, target: Path) -> None:
        self._require_open()
        sentence = (
            f"{shown(self.address)} is backed up with the tools of PostgreSQL: pg_dump, or pg_basebackup and "
            "its log. `ludoteca move-house` writes a copy into a folder."
        )
        raise StoreBroken(Problem.NOT_HERE, sentence)

    async def require_house(self) -> None:
        """StoreBroken when there is none, or one of another version; nothing is made or changed."""
        connection = await connect(self.address)
        try:
            version = await schema.version_of(connection, self.address)
        except problems.COMPLAINTS as error:
            raise problems.explain(error, self.address) from error
        finally:
            connection.terminate()
        if version == 0:
            raise StoreBroken(Problem.NO_STORE, f"There is no house in {shown(self.address)}.")

    async def close(self) -> None:
        self._closed = True
        await self._tails.close()
        await self._readers.close()

    async def _read(self, select: Callable[[Connection], Awaitable[T]]) -> T:
        self._require_open()
        return await self._readers.read(select)

    def _require_open(self) -> None:
        if self._closed:
            raise StoreBroken(Problem.CLOSED, "The store is closed.")


class PostgresStore(PostgresRecords):
    """The whole store, of which every server of the house has one. It is open inside `async with`.

    StoreBroken is raised when the database belongs to another program or to a newer version, and when it is to be used
    `alone` while servers use it. A `existing` takes the house as it is, and makes nothing where there is none.
    """

    shared = True

    def __init__(
        self,
        address: str,
        readers: int = READERS,
        alone: bool = False,
        existing: bool = False,
        versions: Versions | None = None,
    ) -> None:
        """`versions` are those of the rules by which this server plays, if not by the present ones."""
        super().__init__(address, readers, partial(schema.require_present_version, address=address, running=True))
        self.rules = rules.present() if versions is None else versions
        self.nodes = PostgresNodes(address, self._readers, lambda: self._open_writer, self.rules)
        self.decisions = QueuedDecisions(lambda: self._open_writer, self._readers)
        self._alone = alone
        self._existing = existing
        self._turns = Turns(address)
        self._link = Link(address, self._join)
        self._listening: Listening | None = None
        self._writer: Writer | None = None
        self._channel = ""

    async def _open(self) -> None:
        connection = await connect(self.address)
        try:
            if self._existing:
                await schema.require_present_version(connection, self.address)
            else:
                await schema.bring_up_to_date(connection, self.address)
            self._channel = f"ludoteca {await connection.fetchval('SELECT current_schema()')}"
        except problems.COMPLAINTS as error:
            raise problems.explain(error, self.address) from error
        finally:
            connection.terminate()
        await self._link.connection()
        self._writer = Writer(self._link, self._channel)
        await super()._open()

    async def _join(self, connection: Connection) -> None:
        """Each time it connects: a newer version may have joined in the meantime."""
        await schema.require_present_version(connection, self.address, running=True)
        await rules.say(connection, self.rules)
        await schema.join(connection, self.address, self._alone)
        await rules.require(connection, self.address, self.rules)  # at last: whoever comes with newer rules has seen it

    @property
    def waiting(self) -> int:
        """How many writes wait for the next statement."""
        return self._open_writer.waiting

    @property
    def last_write(self) -> LastWrite | None:
        return None if self._writer is None else self._writer.last

    async def try_to_write(self) -> None:
        await self.keep_note(TRIED, b"")

    async def watch(self, changes: Changes) -> None:
        self._require_open()
        self._listening = Listening(
            self.address, self._channel, changes, lambda process: process == self._link.pid, self.nodes.heard
        )
        await self._listening.start()

    def alone(self, name: str) -> AbstractAsyncContextManager[None]:
        self._require_open()
        return self._turns.alone(name)

    def create(self, first: EntryRow, secret: bytes, summary: Summary) -> asyncio.Future[bool]:
        return self._open_writer.write(statements.create, first.code, (first, secret, summary))

    def append(self, row: EntryRow, previous: str, summary: Summary | None = None) -> asyncio.Future[bool]:
        return self._open_writer.write(statements.append, row.code, (row, previous, summary))

    def keep_snapshot(self, row: SnapshotRow, digest: str | None = None) -> asyncio.Future[bool]:
        return self._open_writer.write(statements.keep_snapshot, row.code, (row, digest))

    def say(self, row: ChatRow) -> asyncio.Future[bool]:
        return self._open_writer.write(statements.say, row.code, row)

    async def keep_note(self, name: str, body: bytes) -> None:
        await self._open_writer.write(statements.keep_note, f"note {name}", (name, body))

    def change_note(self, name: str, before: bytes | None, after: bytes | None) -> asyncio.Future[bool]:
        return self._open_writer.write(changes.change_note, f"note {name}", (name, before, after), repeatable=False)

    def forget_table(self, code: str) -> asyncio.Future[bool]:
        return self._open_writer.write(changes.forget_table, code, code, repeatable=False)

    def replace_line(self, row: ChatRow) -> asyncio.Future[bool]:
        return self._open_writer.write(changes.replace_line, row.code, row)

    def rewrite(self, rows: Sequence[EntryRow], last: str, shown: bytes) -> asyncio.Future[bool]:
        return self._open_writer.write(changes.rewrite, rows[0].code, (rows, last, shown), repeatable=False)

    def forget(self, before: int, most: int = 100) -> asyncio.Future[list[str]]:
        return self._open_writer.write(statements.forget, "", (before, most), repeatable=False)

    async def close(self) -> None:
        self._closed = True
        if self._listening is not None:
            await self._listening.stop()
        await self.nodes.close()
        if self._writer is None:
            await self._link.close()
        else:
            await self._writer.close()
        await self._turns.close()
        await super().close()

    @property
    def _open_writer(self) -> Writer:
        if self._writer is None:
            raise StoreBroken(Problem.CLOSED, "The store is not open yet.")
        return self._writer
