"""A bad line between a client and a house: it passes on what is sent, and fails where it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from enum import Enum
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit


class Fate(Enum):
    """What becomes of something that a client sends."""

    ARRIVES = "it arrives"
    LOST = "it is lost, and both ends find out"
    ANSWER_LOST = "it arrives; the connection fails before the answer"
    UNNOTICED = "it arrives; the client loses the connection and the house does not find out"


class Wire:
    """`fate` is asked for everything that a client sends; a handshake is sent like everything else."""

    def __init__(self, url: str, fate: Callable[[bytes], Fate] = lambda sent: Fate.ARRIVES) -> None:
        parts = urlsplit(url)
        assert parts.hostname is not None
        assert parts.port is not None
        self._target = (parts.hostname, parts.port)
        self.fate = fate
        self.connections = 0
        self._ends: set[asyncio.StreamWriter] = set()
        self._passing: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._server.close()
        self.cut()
        await asyncio.gather(*self._passing)

    def cut(self) -> None:
        """Every connection fails, now and without a word."""
        for end in tuple(self._ends):
            end.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            answers, house = await asyncio.open_connection(*self._target)
        except ConnectionError:
            client.transport.abort()
            return
        self._ends |= {client, house}
        self._pass(self._upwards(reader, client, house))
        self._pass(self._downwards(answers, client))

    def _pass(self, passing: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(passing)
        self._passing.add(task)
        task.add_done_callback(self._passing.discard)

    async def _upwards(
        self, reader: asyncio.StreamReader, client: asyncio.StreamWriter, house: asyncio.StreamWriter
    ) -> None:
        fate = Fate.ARRIVES
        with suppress(ConnectionError):
            while fate is Fate.ARRIVES and (sent := await reader.read(1 << 16)):
                fate = self.fate(sent)
                if fate is not Fate.LOST:
                    house.write(sent)
                    await house.drain()
        client.transport.abort()
        if fate is Fate.LOST:
            house.transport.abort()
        elif fate is not Fate.UNNOTICED:
            house.close()

    async def _downwards(self, answers: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while told := await answers.read(1 << 16):
                client.write(told)
                await client.drain()
        client.close()
