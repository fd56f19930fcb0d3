"""Our server, where tables sleep as soon as nobody is at them. For each line that it reads it prints how many objects
of tables and connections it has in memory, found without a collection of cycles."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections import Counter
from pathlib import Path

import uvloop

from ludoteca import app
from ludoteca.server import logs
from ludoteca.server.server import Server
from ludoteca.server.session.house_session import HouseSession
from ludoteca.server.settings import Settings
from ludoteca.server.table.actor import TableActor
from ludoteca.server.transport.websocket import Socket

from .house_server import LIMITS

TIDY_EVERY = 0.2  # seconds
COUNTED = (TableActor, HouseSession, Socket)


async def main(folder: str) -> None:
    settings = Settings(data=Path(folder), port=0, operator_key="bench", bot_pace=0, log="json", limits=LIMITS)
    async with app.house(settings) as server:
        print(server.port, flush=True)
        app.spare_collections()
        stopped = app.told_to_stop()
        tidying = asyncio.create_task(tidy(server))
        loop = asyncio.get_running_loop()
        loop.add_reader(sys.stdin, count)
        await stopped.wait()
        loop.remove_reader(sys.stdin)
        tidying.cancel()


async def tidy(server: Server) -> None:
    while True:
        await asyncio.sleep(TIDY_EVERY)
        await server.tables.let_sleep(quiet=0)


def count() -> None:
    if sys.stdin.readline():
        found = Counter(type(thing).__name__ for thing in gc.get_objects() if isinstance(thing, COUNTED))
        print(*(found[kind.__name__] for kind in COUNTED), flush=True)


if __name__ == "__main__":
    logs.set_up("json")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(sys.argv[1]))
