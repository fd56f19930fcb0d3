"""How much memory an idle connection of a dialect takes."""

from __future__ import annotations

import asyncio
import tempfile
from typing import cast

from bench.serving.processes import Process, started
from ludoteca.dialects.contract import Dialect

from .openings import OPENINGS, lines

CONNECTIONS = 1000
AT_ONCE = 50
PONG = b'{"type":"Pong"}\n'


class Idler(asyncio.Protocol):
    """Says hello, hears a line, and is silent from then on, but for what keeps it alive."""

    def __init__(self, hello: bytes) -> None:
        self._hello = hello
        self.heard: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        if b'"Ping"' in data:
            self.transport.write(PONG)
        if not self.heard.done():
            self.heard.set_result(None)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.heard.done():
            self.heard.set_exception(ConnectionResetError("the server has hung up"))


async def footprint(dialect: Dialect, count: int = CONNECTIONS) -> float:
    """Bytes for each."""
    with (
        tempfile.TemporaryDirectory() as folder,
        started("bench.dialects.house_server", [folder, dialect.name]) as house,
    ):
        first = await connected(house, dialect, count // 5)  # what a server allocates once
        before = house.rss()
        idle = await connected(house, dialect, count)
        found = (house.rss() - before) / count
        for idler in (*first, *idle):
            idler.transport.abort()
    return max(0.0, found)


async def connected(process: Process, dialect: Dialect, count: int) -> list[Idler]:
    hello = lines([OPENINGS[dialect.name].hello])
    loop = asyncio.get_running_loop()

    async def one() -> Idler:
        _, idler = await loop.create_connection(lambda: Idler(hello), "127.0.0.1", process.port)
        await idler.heard
        return idler

    found: list[Idler] = []
    while len(found) < count:
        found += await asyncio.gather(*(one() for _ in range(min(AT_ONCE, count - len(found)))))
    return found
