"""Memory of games that are over and of connections that have ended is given back, and not only when cycles are looked
for."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from aiohttp import web

from ludoteca.bots import BOTS
from ludoteca.dialects.catalogue import DIALECTS
from ludoteca.house import commands
from ludoteca.house.table import Phase
from ludoteca.server.server import Server
from ludoteca.server.session.house_session import HouseSession
from ludoteca.server.session.session import Session
from ludoteca.server.settings import Settings
from ludoteca.server.table.registry import QUIET_AFTER
from ludoteca.server.transport.http_protocol import HttpProtocol
from ludoteca.server.transport.tcp import Wire
from ludoteca.server.transport.websocket import Socket
from ludoteca.store.sqlite import SqliteStore

from .houses import PATIENCE, House, opened_house, over, play
from .rooms import room
from .running import SECOND, asynchronous, turns_of_the_loop
from .wire import raw


@pytest.fixture
def _without_collections() -> Iterator[None]:
    """A server looks for cycles so rarely that whatever is in one stays."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def played_and_left(house: House, seed: int) -> list[weakref.ref[object]]:
    """What of a game that is over must not stay in memory after everybody has gone."""
    code, people = await house.game("eriantys", 1, ["random"])
    watcher = await house.call(code)
    chance = Random(seed)
    await play(people, lambda view: chance.choice(view["legal"]), over)
    actor = house.actor(code)
    for caller in (*people, watcher):
        await caller.hang_up()
    house.callers.clear()
    while actor.everybody:
        await asyncio.sleep(0)
    await actor.settle()
    return [weakref.ref(actor), weakref.ref(actor.table), weakref.ref(actor.table.game)]


@pytest.mark.usefixtures("_without_collections")
@asynchronous
async def test_nothing_of_a_finished_game_stays_when_its_table_sleeps(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        gone = [reference for seed in range(2) for reference in await played_and_left(house, seed)]
        assert all(reference() is not None for reference in gone)
        house.logged.clear()  # lines of the log name nothing of it, but a test keeps what went wrong
        house.clock.move(QUIET_AFTER / SECOND + 1)
        await house.server.tables.let_sleep()
        assert house.server.tables.awake == {}
        await turns_of_the_loop()
        assert [reference() for reference in gone] == [None] * len(gone)
        assert [thing for thing in gc.get_objects() if isinstance(thing, HouseSession | Socket)] == []


@pytest.mark.parametrize("name", list(DIALECTS))
@pytest.mark.usefixtures("_without_collections")
@asynchronous
async def test_nothing_of_a_connection_in_another_dialect_stays(tmp_path: Path, name: str) -> None:
    settings = Settings(data=tmp_path, port=0, operator_key="the key of the operator")
    async with SqliteStore(tmp_path) as store, Server(settings, store, BOTS, dialects=[DIALECTS[name]]) as server:
        port = server.ports[name]
        for _ in range(3):
            _, writer = await asyncio.open_connection("127.0.0.1", port.number)
            while not port.wires:
                await asyncio.sleep(0)
            writer.transport.abort()
            while port.wires:
                await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):  # some dialects begin with a question to the store
            while [thing for thing in gc.get_objects() if isinstance(thing, Session | Wire)]:
                await asyncio.sleep(0.01)


UNWANTED = b"POST /api/tables HTTP/1.1\r\nHost: x\r\n"
HANDSHAKE = b"GET /api/tables/AAAAAA/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
REQUESTS = {
    "a page": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "nothing": b"GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n",
    "nothing, with a body": b"POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nsome",
    "a wrong method": b"POST / HTTP/1.1\r\nHost: x\r\n\r\n",
    "another site": b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "a body": UNWANTED + b"Content-Length: 2\r\n\r\n{}",
    "half a body": UNWANTED + b"Content-Length: 60000\r\n\r\n" + b" " * 30_000,
    "half a large body": b"POST /api/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 400000\r\n\r\n" + b" " * 200_000,
    "chunks": UNWANTED + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n{\r\n" * 10_000,
    "no HTTP": b"\0\r\n\r\n" + b"more of it" * 1000,
    "half a head": b"GET / HTTP/1.1\r\nX: " + b"x" * 1000,
    "many at once": b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 100,
    "half a handshake": HANDSHAKE + b"\0" * 10_000,
}


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS.keys())
@pytest.mark.usefixtures("_without_collections")
@asynchronous
async def test_nothing_of_a_request_stays_when_its_connection_has_ended(tmp_path: Path, request_: bytes) -> None:
    """Its headers and its body may have a megabyte and more, so what stays of each would soon be all memory."""
    async with opened_house(tmp_path) as house:
        for _ in range(3):
            async with raw(house) as (reader, writer):
                writer.write(request_)
                with suppress(TimeoutError):  # some are never answered, as all of it has not come
                    await asyncio.wait_for(reader.read(100), 0.1)
                writer.transport.abort()
            while house.server.addresses.connections.total() > 0:
                await asyncio.sleep(0.01)
        async with asyncio.timeout(PATIENCE):
            while [thing for thing in gc.get_objects() if isinstance(thing, HttpProtocol | web.Request)]:
                await asyncio.sleep(0.01)


@asynchronous
async def test_a_table_whose_game_is_over_sleeps_sooner(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        finished, _ = await inside.started()
        playing, _ = await inside.started()
        await finished.submit(commands.Resign(0))
        assert finished.table.phase is Phase.OVER
        for actor in (finished, playing):
            for ear in tuple(actor.everybody):
                actor.leave(ear)
            await actor.settle()
        inside.clock.move(QUIET_AFTER / SECOND + 1)
        await inside.tables.let_sleep()
        assert inside.tables.awake.keys() == {playing.code}
        again = await inside.tables.find(finished.code)
        assert again.table.result == finished.table.result
