"""The parts of a house put together: a store, a server, bots."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from typing import Any

import structlog

from .bots import BOTS
from .dialects.catalogue import DIALECTS
from .server import logs
from .server.bot_work import CLAIM
from .server.bot_worker import BotWorker
from .server.running import Server
from .server.settings import Settings
from .server.thinking import THREADS
from .store import addresses, files, moving
from .store.contract import Store
from .store.sqlite import SqliteStore

if sys.platform == "win32":
    from asyncio import new_event_loop
else:
    from uvloop import new_event_loop

log = structlog.get_logger()

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
    stopped = told_to_stop()
    async with AsyncExitStack() as stack:
        opening = asyncio.create_task(stack.enter_async_context(house(settings, lenient)))
        await either(stopped.wait(), asyncio.wait([opening]))
        if not opening.done():  # it may wait for other servers, or for the database
            opening.cancel()
            await asyncio.wait([opening])
        if opening.cancelled():
            log.info("the house was not opened")
            return
        server = opening.result()
        opened(server)
        spare_collections()
        await either(stopped.wait(), server.left.wait())


async def either(*events: Coroutine[Any, Any, Any]) -> None:
    """Wait until one of them has happened."""
    waiting = [asyncio.create_task(event) for event in events]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()


@dataclass(frozen=True)
class Worker:
    """How bots think beside the servers of a house. `levels`: which of them; without it all."""

    store: str
    threads: int = THREADS
    levels: Collection[str] | None = None
    claim: float = CLAIM
    log: str = "lines"


def run_bots(worker: Worker, begun: Callable[[], None]) -> None:
    """Let bots think until somebody stops this process, or it is too old or too new for the house: then StoreError."""
    logs.set_up(worker.log)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(_think_until_stopped(worker, begun))


async def _think_until_stopped(worker: Worker, begun: Callable[[], None]) -> None:
    stopped = told_to_stop()
    async with addresses.in_postgres(worker.store, guest=True) as store:
        await moving.require_whole(store)
        async with BotWorker(store, store.decisions, BOTS, worker.threads, worker.levels, worker.claim) as thinking:
            begun()
            spare_collections()
            thinking.ended.add_done_callback(lambda _: stopped.set())
            await stopped.wait()
        if thinking.ended.done():
            raise thinking.ended.result()


def told_to_stop() -> asyncio.Event:
    """Set as soon as somebody asks this process to end."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    return stopped


def spare_collections() -> None:
    """Tables live for hours and are not in cycles: looking through all of them again and again finds nothing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
