"""Places in which a store is kept: a folder for SQLite, a schema in PostgreSQL. Both have to pass the same tests."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

import asyncpg

from ludoteca.store.postgres import PostgresRecords, PostgresStore
from ludoteca.store.sqlite import SqliteRecords, SqliteStore

AnyStore = SqliteStore | PostgresStore


class Hold(Protocol):
    """Keeps a store from committing until it is let go."""

    @property
    def batches(self) -> int:
        """How often it has committed since."""

    async def reached(self) -> None:
        """Wait until it is about to commit something."""

    async def let_go(self) -> None: ...


class Place(Protocol):
    def store(self) -> AnyStore: ...

    def records(self) -> SqliteRecords | PostgresRecords: ...

    async def execute(self, store: AnyStore, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Do something behind the back of the store."""

    def held(self, store: AnyStore) -> Any:
        """`async with place.held(store) as hold`"""


class Folder:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def store(self) -> SqliteStore:
        return SqliteStore(self.folder)

    def records(self) -> SqliteRecords:
        return SqliteRecords(self.folder)

    async def execute(self, store: AnyStore, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return connection_of(store).execute(sql, values).fetchall()

    @asynccontextmanager
    async def held(self, store: AnyStore) -> AsyncIterator[Hold]:
        hold = HoldOfThread()
        connection_of(store).set_trace_callback(hold.trace)
        try:
            yield hold
        finally:
            await hold.let_go()


def connection_of(store: AnyStore) -> sqlite3.Connection:
    """The one that writes."""
    assert isinstance(store, SqliteStore)
    return store._writer.connection


class HoldOfThread:
    def __init__(self) -> None:
        self.batches = 0
        self._reached = threading.Event()
        self._released = threading.Event()

    def trace(self, statement: str) -> None:
        if statement == "COMMIT":
            self.batches += 1
            self._reached.set()
            self._released.wait()

    async def reached(self) -> None:
        await asyncio.to_thread(self._reached.wait)

    async def let_go(self) -> None:
        self._released.set()


class Schema:
    def __init__(self, address: str) -> None:
        self.address = address

    def store(self) -> PostgresStore:
        return PostgresStore(self.address)

    def records(self) -> PostgresRecords:
        return PostgresRecords(self.address)

    async def execute(self, store: AnyStore, sql: str, *values: object) -> list[tuple[Any, ...]]:
        numbers = iter(range(1, 10))
        connection = await asyncpg.connect(self.address)
        try:
            return [
                tuple(row) for row in await connection.fetch(re.sub(r"\?", lambda _: f"${next(numbers)}", sql), *values)
            ]
        finally:
            await connection.close()

    @asynccontextmanager
    async def held(self, store: AnyStore) -> AsyncIterator[Hold]:
        assert isinstance(store, PostgresStore)
        connection = await asyncpg.connect(self.address)
        hold = HoldByLock(connection, store)
        try:
            await hold.begin()
            yield hold
            await hold.let_go()
        finally:
            await connection.close()


class HoldByLock:
    """Entries can be read and not added."""

    def __init__(self, connection: Any, store: PostgresStore) -> None:
        self._connection = connection
        self._store = store
        self._before = store._open_writer.batches
        self._transaction = connection.transaction()

    @property
    def batches(self) -> int:
        return self._store._open_writer.batches - self._before

    async def begin(self) -> None:
        await self._transaction.start()
        await self._connection.execute("LOCK TABLE entries IN SHARE MODE")

    async def reached(self) -> None:
        waiting = "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND pid = $1)"
        while not await self._connection.fetchval(waiting, self._store._link.pid):
            await asyncio.sleep(0)

    async def let_go(self) -> None:
        if self._transaction is not None:
            await self._transaction.rollback()
            self._transaction = None
