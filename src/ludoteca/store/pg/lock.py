"""One after the other, whichever server they come to: a lock of PostgreSQL, held by a connection of its own.

When the connection ends, so does the lock. One whose server has gone without a word is ended by PostgreSQL.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from asyncpg import exceptions

from . import problems
from .pool import TO_ANSWER, Connection, Link

LOCK = 0x4C554445  # the first half of the keys of these locks; the second is of the schema and the name
MOST_INSIDE = 5_000  # milliseconds: who is inside for longer has lost his lock
TO_WAIT = 8_000  # milliseconds, after which somebody goes in although another one is there
TAKE = f"SELECT pg_advisory_xact_lock({LOCK}, hashtext(current_schema() || ' ' || $1))"


class Turns:
    """Whoever waits here shares one connection: at most one of them is inside, whatever they ask for."""

    def __init__(self, address: str) -> None:
        self._link = Link(address)
        self._here = asyncio.Lock()

    @asynccontextmanager
    async def alone(self, name: str) -> AsyncIterator[None]:
        async with self._here:
            connection = await self._enter(name)
            try:
                yield
            finally:
                await self._leave(connection)

    async def _enter(self, name: str) -> Connection:
        used_before = self._link.times
        try:
            connection = await self._link.connection()
            await self._take(connection, name)
        except problems.LOST as error:
            self._link.drop()
            if self._link.times > used_before:  # the connection was a new one
                raise problems.explain(error, self._link.address) from error
            return await self._enter(name)
        except problems.COMPLAINTS as error:
            self._link.drop()
            raise problems.explain(error, self._link.address) from error
        except BaseException:
            self._link.drop()
            raise
        return connection

    async def _take(self, connection: Connection, name: str) -> None:
        async with asyncio.timeout(TO_ANSWER):
            await connection.execute(
                f"BEGIN; SET LOCAL lock_timeout = {TO_WAIT}; "
                f"SET LOCAL idle_in_transaction_session_timeout = {MOST_INSIDE}"
            )
            try:
                await connection.execute(TAKE, name)
            except exceptions.LockNotAvailableError:  # the others shall not be kept out by one who does not come out
                await connection.execute("ROLLBACK")

    async def _leave(self, connection: Connection) -> None:
        try:
            async with asyncio.timeout(TO_ANSWER):
                await connection.execute("ROLLBACK")
        except problems.COMPLAINTS:  # with the connection the lock is gone as well
            self._link.drop()
        except BaseException:
            self._link.drop()
            raise

    async def close(self) -> None:
        await self._link.close()
