"""The way from one server to PostgreSQL, which can fall silent or be cut."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

SOCKET = ".s.PGSQL.5432"
CHUNK = 65_536  # bytes


class Wire:
    """A socket in `folder` that leads to the one in `target`. It is open inside `async with`."""

    def __init__(self, folder: Path, target: Path) -> None:
        self.folder = folder
        self.target = target
        self._passing = asyncio.Event()
        self._passing.set()
        self._cut = False
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self.folder.mkdir()
        self._server = await asyncio.start_unix_server(self._accept, self.folder / SOCKET)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._server.close()
        self._hang_up()
        for task in tuple(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    @property
    def address(self) -> str:
        return f"postgresql://ludoteca@/postgres?host={quote(str(self.folder))}"

    # ------------------------------------------------------------ faults

    def silence(self) -> None:
        """Nothing passes any more, and nobody is told."""
        self._passing.clear()

    def cut(self) -> None:
        """Every connection ends, and no new one is made."""
        self._cut = True
        self._hang_up()

    def mend(self) -> None:
        """What was held back in silence arrives now."""
        self._cut = False
        self._passing.set()

    # ------------------------------------------------------------ passing on

    def _hang_up(self) -> None:
        for end in self._ends:
            end.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self._cut:
            writer.transport.abort()
            return
        try:
            there = await asyncio.open_unix_connection(self.target / SOCKET)
        except OSError:  # PostgreSQL is not there
            writer.transport.abort()
            return
        ends = {writer, there[1]}
        self._ends |= ends
        try:
            with suppress(asyncio.CancelledError):  # the test is over
                await asyncio.gather(self._pass(reader, there[1]), self._pass(there[0], writer))
        finally:
            self._ends -= ends
            for end in ends:
                end.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):  # the other end has gone
            while some := await reader.read(CHUNK):
                await self._passing.wait()
                writer.write(some)
                await writer.drain()
        writer.transport.abort()
