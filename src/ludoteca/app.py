"""The parts of a house put together: a store, a server, bots."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, closing
from typing import Any

from .bots import BOTS
from .dialects.catalogue import DIALECTS
from .server import logs
from .server.running import Server
from .server.settings import Settings
from .store import addresses, files, moving
from .store.contract import Store
from .store.sqlite import SqliteStore

if sys.platform == "win32":
    from asyncio import new_event_loop
else:
    from uvloop import new_event_loop

COLLECT_AFTER = (50_000, 20, 50)  # objects made and not freed; younger collections before an older one


@asynccontextmanager
async def house(settings: Settings, lenient: bool = False) -> AsyncIterator[Server]:
    """A house that is open inside, with everything that belongs to it; a `lenient` one without a dialect or two."""
    async with (
        opened_store(settings) as store,
        Server(settings, store, BOTS, dialects=DIALECTS.values(), lenient=lenient) as server,
    ):
        yield server


@asynccontextmanager
async def opened_store(settings: Settings) -> AsyncIterator[Store]:
    """Where everything is kept: in the data folder, or in a database that other servers use as well."""
    async with AsyncExitStack() as stack:
        if settings.store is None:
            store: Store = await stack.enter_async_context(SqliteStore(settings.data))
        else:
            stack.enter_context(closing(files.lock(settings.data)))  # each server has a folder of its own
            store = await stack.enter_async_context(addresses.in_postgres(settings.store))
        await moving.require_whole(store)
        yield store


def run(settings: Settings, opened: Callable[[Server], None], lenient: bool = False) -> None:
    """Keep a house open until somebody stops this process. `opened` is called once people can come in."""
    logs.set_up(settings.log)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(_until_stopped(settings, opened, lenient))


async def _until_stopped(settings: Settings, opened: Callable[[Server], None], lenient: bool) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    async with house(settings, lenient) as server:
        opened(server)
        spare_collections()
        await either(stopped.wait(), server.left.wait())


async def either(*events: Coroutine[Any, Any, Any]) -> None:
    waiting = [asyncio.create_task(event) for event in events]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()


def spare_collections() -> None:
    """Tables live for hours and are not in cycles: looking through all of them again and again finds nothing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
