"""The least that a durable server can do: a message goes to disk, many in one commit, then back to its sender."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from functools import partial
from pathlib import Path

import uvloop
from aiohttp import WSMsgType, web

from ludoteca.store import files
from ludoteca.store.writer import Writer

MOST_WAITING = 10_000


def keep(connection: sqlite3.Connection, text: bytes) -> None:
    connection.execute("INSERT INTO said (text) VALUES (?)", (text,))


async def serve(folder: Path) -> None:
    path = files.database(folder)
    connection = files.connect(path, files.BUSY_TIMEOUT)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE said (text BLOB)")
    writer = Writer(asyncio.get_running_loop(), connection, path, MOST_WAITING)

    async def socket(request: web.Request) -> web.WebSocketResponse:
        response = web.WebSocketResponse(compress=False, decode_text=False)
        await response.prepare(request)
        async for message in response:
            if message.type is WSMsgType.TEXT:
                await writer.write(partial(keep, text=message.data))
                await response.send_frame(message.data, WSMsgType.TEXT)
        return response

    application = web.Application()
    application.router.add_get("/", socket)
    runner = web.AppRunner(application, access_log=None, handle_signals=True)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as loop_runner:
        loop_runner.run(serve(Path(sys.argv[1])))
