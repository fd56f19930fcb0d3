"""How much memory an idle WebSocket and a table take."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass

import aiohttp

from .house_load import OPTIONS, HouseTable
from .loads import Tally
from .processes import Process, started
from .sockets import LeanSocket

SOCKETS = 1000
TABLES = 500
AT_ONCE = 50


@dataclass(frozen=True)
class Footprint:
    """Bytes for each."""

    socket: float
    table: float

    def __str__(self) -> str:
        return (
            f"{self.socket / 1024:.1f} KB for an idle WebSocket, {self.table / 1024:.1f} KB for a table without people"
        )


async def footprint() -> Footprint:
    with tempfile.TemporaryDirectory() as folder, started("bench.serving.house_server", [folder]) as process:
        async with aiohttp.ClientSession() as session:
            playing = HouseTable(session, process, Tally())
            await playing.begin()
            await watch(process, playing.code, SOCKETS // 5)  # what a server allocates once
            before = process.rss()
            watching = await watch(process, playing.code, SOCKETS)
            sockets = (process.rss() - before) / SOCKETS
            for socket in watching:
                socket.close()
            before = process.rss()
            await open_tables(session, process, TABLES)
            tables = max(0.0, (process.rss() - before) / TABLES)
    return Footprint(sockets, tables)


async def watch(process: Process, code: str, count: int) -> list[LeanSocket]:
    async def one() -> LeanSocket:
        welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def hear(text: bytes) -> None:
            if not welcomed.done():
                welcomed.set_result(None)

        socket = await LeanSocket.connect(process.port, f"/api/tables/{code}/socket", hear)
        socket.send(b'{"type":"hello"}')
        await welcomed
        return socket

    sockets: list[LeanSocket] = []
    while len(sockets) < count:
        sockets += await asyncio.gather(*(one() for _ in range(min(AT_ONCE, count - len(sockets)))))
    return sockets


async def open_tables(session: aiohttp.ClientSession, process: Process, count: int) -> None:
    url = f"http://127.0.0.1:{process.port}/api/tables"
    for number in range(count):
        body = {"options": OPTIONS, "seat": {"name": "Ada", "key": f"key {number}"}}
        async with session.post(url, json=body, raise_for_status=True) as answer:
            await answer.read()
