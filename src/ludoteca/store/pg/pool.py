"""Connections to PostgreSQL that come back after they were lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import asyncpg
from asyncpg.connect_utils import SessionAttribute

from ludoteca.store.addresses import shown
from ludoteca.store.contract import Problem, StoreBroken, Unstorable

from . import problems

if TYPE_CHECKING:
    Connection: TypeAlias = asyncpg.Connection[asyncpg.Record]
else:
    Connection: TypeAlias = asyncpg.Connection

T = TypeVar("T")
Greeting = Callable[[Connection], Awaitable[None]]

TO_CONNECT = 5.0  # seconds
TO_ANSWER = 10.0  # seconds, after which a statement is given up: the network may be gone without a word
SETTINGS = {
    "application_name": "ludoteca",
    "synchronous_commit": "on",  # a statement returns when it is on disk
    # All that is asked finds rows by their keys. Plans made while a table was small must not stay when it has grown.
    "enable_seqscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
    "plan_cache_mode": "force_generic_plan",
    "jit": "off",
}


async def connect(address: str) -> Connection:
    """A new connection, or StoreError."""
    try:
        return await asyncpg.connect(
            address,
            timeout=TO_CONNECT,
            server_settings=SETTINGS,
            target_session_attrs=SessionAttribute.read_write,
        )
    except ValueError as error:
        sentence = f"{shown(address)} is no address of a database ({error})."
        raise StoreBroken(Problem.UNREADABLE, sentence) from error
    except problems.COMPLAINTS as error:
        raise problems.explain(error, address) from error


class Link:
    """One connection, made when it is needed; `greeting` is what is settled first each time. One at a time uses it."""

    def __init__(self, address: str, greeting: Greeting | None = None) -> None:
        self.address = address
        self.pid: int | None = None  # of the process that serves it
        self.times = 0  # that it was made
        self._greeting = greeting
        self._connection: Connection | None = None

    async def connection(self) -> Connection:
        """It is open, as far as one can know."""
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect()
            self.pid = self._connection.get_server_pid()
            self.times += 1
        return self._connection

    async def _connect(self) -> Connection:
        connection = await connect(self.address)
        try:
            if self._greeting is not None:
                await self._greeting(connection)
        except problems.COMPLAINTS as error:
            connection.terminate()
            raise problems.explain(error, self.address) from error
        except BaseException:
            connection.terminate()
            raise
        return connection

    def drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        if self._connection is not None:
            try:
                await self._connection.close(timeout=TO_CONNECT)
            except problems.COMPLAINTS:  # it is closed, whether that was noticed there or not
                self.drop()
            self._connection = None


class Readers:
    """A few connections for those who read. What was lost with its connection is asked once more on another."""

    def __init__(self, address: str, most: int, greeting: Greeting | None = None) -> None:
        self.address = address
        self._open = most
        self._idle = [Link(address, greeting) for _ in range(most)]
        self._free = asyncio.Semaphore(most)

    async def read(self, select: Callable[[Connection], Awaitable[T]]) -> T:
        async with self._free:
            link = self._idle.pop()  # the one that was used last: the others may not even be connected
            try:
                return await self._try(link, select)
            finally:
                self._idle.append(link)

    async def _try(self, link: Link, select: Callable[[Connection], Awaitable[T]]) -> T:
        used_before = link.times
        try:
            return await self._ask(link, select)
        except problems.LOST as error:
            if link.times > used_before:  # the connection was a new one
                raise problems.explain(error, self.address) from error
        try:
            return await self._ask(link, select)
        except problems.LOST as error:
            raise problems.explain(error, self.address) from error

    async def _ask(self, link: Link, select: Callable[[Connection], Awaitable[T]]) -> T:
        connection = await link.connection()
        try:
            async with asyncio.timeout(TO_ANSWER):
                return await select(connection)
        except problems.OF_THE_REQUEST as error:
            raise Unstorable(str(error)) from error
        except problems.LOST:
            link.drop()
            raise
        except problems.COMPLAINTS as error:
            raise problems.explain(error, self.address) from error
        except asyncio.CancelledError:
            link.drop()  # whoever comes next must not get the answer to this
            raise

    async def close(self) -> None:
        """Wait for those who are reading. Whoever asks later waits for ever: let nobody ask."""
        while self._open:
            self._open -= 1
            await self._free.acquire()
            await self._idle.pop().close()
