"""TLS: connections are counted and charged before their handshake, with both event loops that a server can run on."""

from __future__ import annotations

import asyncio
import itertools
import ssl
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import trustme

from ludoteca.bots import BOTS
from ludoteca.server.server import Server
from ludoteca.server.settings import Limits, Settings
from ludoteca.server.transport import tls
from ludoteca.server.transport.budget import CONNECTION_BURST, TURNED_AWAY_AT

from ..dialects.parrot import PARROT
from .running import LIMIT, Clock
from .troubled import TroubledStore
from .wire import NEW

if sys.platform == "win32":
    from asyncio import new_event_loop
else:
    from uvloop import new_event_loop

GENEROUS = Limits(rate=1e6, burst=1e6, work=1e6, work_per_address=1e6)
HERE = "127.0.0.1"
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


@pytest.fixture(params=[new_event_loop, asyncio.new_event_loop], ids=["the loop of a house", "asyncio"])
def run(request: pytest.FixtureRequest) -> Callable[[Awaitable[None]], None]:
    """Run a test on one of the event loops. Whatever failed where nobody waited for it fails the test."""

    def run(test: Awaitable[None]) -> None:
        unheard: list[dict[str, Any]] = []

        async def whole() -> None:
            asyncio.get_running_loop().set_exception_handler(lambda loop, context: unheard.append(context))
            async with asyncio.timeout(LIMIT):
                await test

        with asyncio.Runner(loop_factory=request.param) as runner:
            runner.run(whole())
        assert not unheard, unheard

    return run


@dataclass
class Secured:
    server: Server
    context: ssl.SSLContext

    @property
    def handshakes(self) -> int:
        assert self.server._handshakes is not None
        return len(self.server._handshakes.going_on)

    def figure(self, name: str) -> float:
        for line in self.server.metrics.text().decode().splitlines():
            if line.startswith(f"{name} "):
                return float(line.removeprefix(name))
        return 0.0

    async def until(self, so: Callable[[], bool]) -> None:
        while not so():
            await asyncio.sleep(0.001)

    @asynccontextmanager
    async def plain(
        self, number: int | None = None
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A TCP connection on which nothing of TLS is said."""
        reader, writer = await asyncio.open_connection(HERE, self.server.port if number is None else number)
        try:
            yield reader, writer
        finally:
            writer.close()


@asynccontextmanager
async def opened(folder: Path, limits: Limits = GENEROUS, **settings: Any) -> AsyncIterator[Secured]:
    authority = trustme.CA()
    issued = authority.issue_cert(HERE)
    chain, key = folder / "chain.pem", folder / "key.pem"
    issued.cert_chain_pems[0].write_to_path(str(chain))
    issued.private_key_pem.write_to_path(str(key))
    context = ssl.create_default_context()
    authority.configure_trust(context)
    chosen = Settings(folder, port=0, bot_pace=0, operator_key="x", limits=limits, certificate=chain, key=key)
    async with TroubledStore(folder) as store, Server(chosen, store, BOTS, Clock(), [PARROT]) as server:
        yield Secured(server, context)


async def ended(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read()
    except ConnectionError:
        return b""


def test_everything_is_spoken_within_it(tmp_path: Path, run: Callable[[Awaitable[None]], None]) -> None:
    async def test() -> None:
        async with opened(tmp_path) as house, aiohttp.ClientSession(house.server.url) as session:
            async with session.post("/api/tables", json=NEW, ssl=house.context) as answer:
                code = (await answer.json())["code"]
            async with session.ws_connect(f"/api/tables/{code}/socket", ssl=house.context) as socket:
                await socket.send_json({"type": "hello"})
                assert (await socket.receive_json())["type"] == "welcome"
                number = house.server.ports["parrot"].number
                reader, writer = await asyncio.open_connection(HERE, number, ssl=house.context)
                assert b"opened" in await reader.readline()
                assert house.server.addresses.connections[HERE] == 2
                writer.close()
                await house.until(lambda: not house.server.ports["parrot"].wires)
            await session.close()
            await house.until(lambda: house.server.addresses.connections.total() == 0)
            assert house.handshakes == 0

    run(test())


def test_connections_that_say_nothing_are_counted(tmp_path: Path, run: Callable[[Awaitable[None]], None]) -> None:
    async def test() -> None:
        limits = Limits(connections_per_address=3, handshake=1e6)
        async with opened(tmp_path, limits) as house:
            number = house.server.ports["parrot"].number
            async with house.plain(), house.plain(number), house.plain():
                await house.until(lambda: house.handshakes == 3)
                assert house.server.addresses.connections[HERE] == 3
                for each in (None, number):
                    async with house.plain(each) as (reader, _):
                        assert await ended(reader) == b""
                assert house.handshakes == 3
                assert house.figure('ludoteca_refusals_total{code="connections"}') == 2
            await house.until(lambda: house.server.addresses.connections.total() == 0)
            assert house.handshakes == 0

    run(test())


def test_a_handshake_that_takes_too_long_is_ended(tmp_path: Path, run: Callable[[Awaitable[None]], None]) -> None:
    async def test() -> None:
        async with opened(tmp_path, Limits(handshake=0.05)) as house:
            for number in (None, house.server.ports["parrot"].number):
                async with house.plain(number) as (reader, _):
                    assert await ended(reader) == b""
            await house.until(lambda: house.server.addresses.connections.total() == 0)

    run(test())


def test_what_is_not_tls_is_forgotten(tmp_path: Path, run: Callable[[Awaitable[None]], None]) -> None:
    async def test() -> None:
        async with opened(tmp_path) as house, house.plain() as (reader, writer):
            writer.write(REQUEST)
            assert not (await ended(reader)).startswith(b"HTTP")
            await house.until(lambda: house.server.addresses.connections.total() == 0)

    run(test())


def test_a_handshake_is_charged_to_its_address(
    tmp_path: Path, run: Callable[[Awaitable[None]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that goes on by a second with each look at it, so that one step costs more than there is."""
    seconds = itertools.count(0.0, 0.5)
    monkeypatch.setattr(tls, "thread_time", lambda: next(seconds))

    async def test() -> None:
        limits = Limits(rate=1e6, burst=1e6, work=100 / CONNECTION_BURST, work_per_address=0.5, handshake=1e6)
        async with opened(tmp_path, limits) as house:
            account = house.server.budget.of_address(HERE, asyncio.get_running_loop().time())
            most = account.balance
            async with house.plain() as (reader, writer):
                writer.write(hello(house.context)[0])
                await reader.read(1)
                assert most - 0.6 < account.balance < most - 0.5
                account.balance = -0.5 * TURNED_AWAY_AT / 2
                async with house.plain() as (_, another):
                    another.write(hello(house.context)[0])
                    await house.until(lambda: house.server.budget.pauses > 0)
                    assert house.handshakes == 2

    run(test())


def hello(context: ssl.SSLContext) -> tuple[bytes, ssl.SSLObject, ssl.MemoryBIO, ssl.MemoryBIO]:
    """The begin of a handshake, and what it is gone on with."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = context.wrap_bio(incoming, outgoing, server_hostname=HERE)
    with pytest.raises(ssl.SSLWantReadError):
        client.do_handshake()
    return outgoing.read(), client, incoming, outgoing


def test_a_request_that_comes_with_the_end_of_the_handshake_is_answered(
    tmp_path: Path, run: Callable[[Awaitable[None]], None]
) -> None:
    async def test() -> None:
        async with opened(tmp_path) as house, house.plain() as (reader, writer):
            begin, client, incoming, outgoing = hello(house.context)
            writer.write(begin)
            while True:
                incoming.write(await reader.read(1 << 16))
                try:
                    client.do_handshake()
                    break
                except ssl.SSLWantReadError:
                    writer.write(outgoing.read())
            client.write(REQUEST)
            writer.write(outgoing.read())
            answer = b""
            while not answer:
                incoming.write(await reader.read(1 << 16))
                with suppress(ssl.SSLWantReadError):  # what came was about the encryption
                    answer = client.read(1 << 16)
            assert answer.startswith(b"HTTP/1.1 200 ")

    run(test())


def test_refused_addresses_get_no_tls(tmp_path: Path, run: Callable[[Awaitable[None]], None]) -> None:
    async def test() -> None:
        async with opened(tmp_path) as house:
            house.server.addresses.refuse([HERE, "192.0.2.1"])
            async with house.plain(house.server.ports["parrot"].number) as (reader, _):
                assert await ended(reader) == b""
            assert house.handshakes == 0
            assert house.figure('ludoteca_refusals_total{code="refused_address"}') == 1
            transport = Elsewhere()
            assert house.server._guard().arrive(transport, secured=True) is None
            assert transport.aborted
            assert house.figure('ludoteca_refusals_total{code="refused_address"}') == 2
            key = {"Authorization": "Bearer x"}
            async with (  # on this machine the operator can undo it
                aiohttp.ClientSession(house.server.url) as session,
                session.get("/metrics", headers=key, ssl=house.context) as answer,
            ):
                assert answer.status == 200

    run(test())


class Elsewhere(asyncio.Transport):
    """A connection from an address that no test can have."""

    aborted = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("192.0.2.1", 1) if name == "peername" else default

    def abort(self) -> None:
        self.aborted = True


def test_a_server_that_closes_ends_handshakes(tmp_path: Path, run: Callable[[Awaitable[None]], None]) -> None:
    async def test() -> None:
        async with opened(tmp_path, Limits(handshake=1e6)) as house:
            reader, writer = await asyncio.open_connection(HERE, house.server.port)
            await house.until(lambda: house.handshakes == 1)
        assert await ended(reader) == b""
        writer.close()
        assert house.server.addresses.connections.total() == 0

    run(test())
