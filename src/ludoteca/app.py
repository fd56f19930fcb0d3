"""The parts of a house put together: a store, a server, bots."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import structlog

from .bots import BOTS, STAND_IN
from .dialects.catalogue import DIALECTS
from .server import logs
from .server.bots.claims import CLAIM
from .server.bots.worker import BotWorker
from .server.reload import reload
from .server.server import Server
from .server.settings import Settings
from .store import addresses, files, transfer
from .store.contract import Problem, Store, StoreError
from .store.sqlite import SqliteStore

if sys.platform == "win32":
    from asyncio import new_event_loop
else:
    from uvloop import new_event_loop

log = structlog.get_logger()

T = TypeVar("T")

FIRST_WAIT = 1.0  # seconds until a database that did not answer is asked again, twice as many each time
LONGEST_WAIT = 30.0
COLLECT_AFTER = (50_000, 20, 50)  # objects made and not freed; younger collections before an older one


@asynccontextmanager
async def house(settings: Settings, lenient: bool = False) -> AsyncIterator[Server]:
    """A house that is open inside, with everything that belongs to it; a `lenient` one without a dialect or two."""
    async with (
        opened_store(settings) as store,
        Server(settings, store, BOTS, dialects=DIALECTS.values(), lenient=lenient, stand_in=STAND_IN) as server,
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
        await transfer.require_whole(store)
        yield store


def run(
    settings: Settings,
    opened: Callable[[Server], None],
    lenient: bool = False,
    again: Callable[[], Settings] | None = None,
) -> None:
    """Keep a house open until somebody stops this process. `opened` is called once people can come in.

    `again` reads the settings anew; it is called when the process is told to (SIGHUP).
    """
    logs.set_up(settings.log)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(_until_stopped(settings, opened, lenient, again))


async def _until_stopped(
    settings: Settings, opened: Callable[[Server], None], lenient: bool, again: Callable[[], Settings] | None
) -> None:
    stopped = told_to_stop()
    async with AsyncExitStack() as stack:
        server = await opened_unless(stopped, stack, partial(house, settings, lenient))
        if server is None:
            log.info("the house was not opened")
            return
        if again is not None and sys.platform != "win32":
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, read_again, server, again)
        opened(server)
        spare_collections()
        await either(stopped.wait(), server.left.wait())


def read_again(server: Server, again: Callable[[], Settings]) -> None:
    """Take over settings and certificates as they are now. A mistake in them changes nothing."""
    try:
        reload(server, again())
    except (ValueError, OSError) as error:  # what is wrong is a sentence
        log.error("settings were not read again: the server goes on as before", problem=str(error))


async def opened_unless(
    stopped: asyncio.Event, stack: AsyncExitStack, opening: Callable[[], AbstractAsyncContextManager[T]]
) -> T | None:
    """What is opened, which may have to wait for other servers or for the database; None when it was stopped before."""
    task = asyncio.create_task(once_reachable(stack, opening))
    await either(stopped.wait(), asyncio.wait([task]))
    if not task.done():
        task.cancel()
        await asyncio.wait([task])
    return None if task.cancelled() else task.result()


async def once_reachable(stack: AsyncExitStack, opening: Callable[[], AbstractAsyncContextManager[T]]) -> T:
    """Open it as soon as the database answers: machines are started in any order, and a database is restarted, too."""
    wait = FIRST_WAIT
    while True:
        try:
            return await stack.enter_async_context(opening())
        except StoreError as error:
            if error.code is not Problem.UNREACHABLE:
                raise
            log.warning("waiting for the database", problem=error.sentence, again=wait)
        await asyncio.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)


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
    at_once: int | None = None  # processes
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
    async with AsyncExitStack() as stack:
        thinking = await opened_unless(stopped, stack, partial(bot_worker, worker))
        if thinking is None:
            log.info("no bots have thought")
            return
        begun()
        spare_collections()
        thinking.ended.add_done_callback(lambda _: stopped.set())
        await stopped.wait()
    if thinking.ended.done():
        raise thinking.ended.result()


@asynccontextmanager
async def bot_worker(worker: Worker) -> AsyncIterator[BotWorker]:
    """Bots that think inside, beside the servers of a house."""
    async with addresses.in_postgres(worker.store, existing=True) as store:
        await transfer.require_whole(store)
        async with BotWorker(store, store.decisions, BOTS, worker.at_once, worker.levels, worker.claim) as thinking:
            yield thinking


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
