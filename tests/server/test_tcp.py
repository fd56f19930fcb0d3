"""Lines over TCP: limits, floods, slow readers, silence, TLS and the end, with real sockets and a small dialect."""

from __future__ import annotations

import asyncio
import socket
import ssl
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic, thread_time
from typing import Any

import msgspec
import pytest
import structlog
import trustme

from ludoteca.bots import BOTS
from ludoteca.dialects.contract import Dialect
from ludoteca.server.listen_errors import CannotListen
from ludoteca.server.server import Server
from ludoteca.server.settings import Limits, Settings
from ludoteca.server.transport import tcp
from ludoteca.server.transport.budget import FLOOD_PATIENCE, TURNED_AWAY_AT, Account
from ludoteca.server.transport.tcp import Port, Wire

from ..crash.rounds import free_port
from ..dialects.parrot import PARROT, ParrotClient, ParrotConnection
from .running import Clock, asynchronous, turns_of_the_loop
from .troubled import TroubledStore

OPTIONS = {"game": "eriantys", "players": 2}
GENEROUS = Limits(rate=1e6, burst=1e6, burst_per_address=1e6, work=1e6, work_per_address=1e6)
PATIENCE = 60.0  # seconds for something that never comes


class Client:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, *messages: Any) -> None:
        self.writer.write(b"".join(msgspec.json.encode(message) + b"\n" for message in messages))

    async def line(self) -> Any:
        async with asyncio.timeout(PATIENCE):
            line = await self.reader.readline()
        assert line, "the server has hung up"
        return msgspec.json.decode(line)

    async def next(self, kind: str) -> Any:
        while (line := await self.line())["type"] != kind:
            pass
        return line

    async def gone(self) -> bytes:
        """What came before the server hung up."""
        async with asyncio.timeout(PATIENCE):
            try:
                return await self.reader.read()
            except ConnectionError:
                return b""

    def hang_up(self) -> None:
        self.writer.close()


class House:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.port = server.ports["parrot"]
        self.clients: list[Client] = []

    async def connect(self, **arguments: Any) -> Client:
        client = Client(*await asyncio.open_connection("127.0.0.1", self.port.number, **arguments))
        self.clients.append(client)
        return client

    async def greeted(self) -> Client:
        client = await self.connect()
        assert (await client.line())["type"] == "opened"
        return client

    @property
    def wires(self) -> list[Wire]:
        return list(self.port.wires)

    async def left(self, connections: int = 0) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self.port.wires) > connections:
                await asyncio.sleep(0.001)

    def figure(self, name: str) -> float:
        for line in self.server.metrics.text().decode().splitlines():
            if line.startswith(f"{name} "):
                return float(line.removeprefix(name))
        return 0.0


@asynccontextmanager
async def opened(
    folder: Path, limits: Limits = GENEROUS, dialect: Dialect = PARROT, **settings: Any
) -> AsyncIterator[House]:
    with structlog.testing.capture_logs() as logged:
        chosen = Settings(data=folder, port=0, operator_key="x", bot_pace=0, limits=limits, **settings)
        async with TroubledStore(folder) as store, Server(chosen, store, BOTS, Clock(), [dialect]) as server:
            house = House(server)
            yield house
            for client in house.clients:
                client.hang_up()
    assert not [entry for entry in logged if entry["log_level"] == "error" and "dialect" not in entry]


# ---------------------------------------------------------------- conversations


@asynchronous
async def test_two_clients_play(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        ada, bob = await house.greeted(), await house.greeted()
        ada.send({"ask": "Open", "options": OPTIONS, "name": "Ada"})
        code = (await ada.next("seated"))["view"]["code"]
        bob.send({"ask": "Enter", "code": code, "name": "Bob"})
        await bob.next("seated")
        while (await ada.next("heard"))["kind"] != "started":
            pass
        assert house.figure('ludoteca_messages_total{dialect="parrot"}') == 2
        assert house.figure('ludoteca_guests{dialect="parrot"}') == 2
        assert house.server.addresses.connections["127.0.0.1"] == 2
        bob.hang_up()
        while (await ada.next("heard"))["kind"] != "departed":
            pass
        await house.left(1)
        assert house.server.addresses.connections["127.0.0.1"] == 1


@asynchronous
async def test_a_line_may_come_in_pieces_and_several_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        client = await house.greeted()
        for byte in b'{"n": 1}\r\n\n':
            client.writer.write(bytes([byte]))
            await asyncio.sleep(0)
        client.writer.write(b'{"n": 2}\n{"n": 3}\n{"n"')
        assert [(await client.line())["message"]["n"] for _ in range(3)] == [1, 2, 3]
        client.writer.write(b": 4}\n")
        assert (await client.line())["message"]["n"] == 4


@asynchronous
async def test_many_lines_at_once_are_all_answered_in_order(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        client = await house.greeted()
        client.send({"ask": "Lobby"}, *({"n": n} for n in range(1000)))
        assert (await client.line())["answer"] == []
        assert [(await client.line())["message"]["n"] for _ in range(1000)] == list(range(1000))


@asynchronous
async def test_what_is_said_in_one_moment_leaves_in_one_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path) as house:
        client = await house.greeted()
        flushed: list[int] = []
        flush = Wire.flush

        def counted(wire: Wire) -> None:
            flushed.append(len(wire._leaving))
            flush(wire)

        monkeypatch.setattr(Wire, "flush", counted)
        client.send({"n": 1}, {"n": 2}, {"n": 3})
        for _ in range(3):
            await client.line()
        assert flushed == [3]


@asynchronous
async def test_a_line_that_is_too_long_ends_the_connection_with_a_word(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        client = await house.greeted()
        client.writer.write(b"x" * 200_000)
        assert b"at most 65536 bytes" in await client.gone()


@asynchronous
async def test_the_tenth_line_that_is_no_message_ends_it_too(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        client = await house.greeted()
        client.writer.write(b"nonsense\n" * 12)
        assert (await client.gone()).count(b'"error"') == 10


@asynchronous
async def test_last_words_arrive_though_the_client_is_still_sending(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        client = await house.greeted()
        client.send({"n": 1}, {"ask": "close"}, *({"n": n} for n in range(2000)))
        assert (await client.gone()).startswith(b'{"type":"echo","message":{"n":1}}')


@asynchronous
async def test_a_mistake_in_a_dialect_ends_one_connection_and_is_logged(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        client, other = await house.greeted(), await house.greeted()
        client.send({"ask": "raise"})
        assert await client.gone() == b""
        other.send({"n": 1})
        assert (await other.line())["type"] == "echo"
        assert house.figure('ludoteca_dropped_total{code="internal"}') == 1


# ---------------------------------------------------------------- limits


@asynchronous
async def test_connections_are_counted_together_with_those_of_http(tmp_path: Path) -> None:
    async with opened(tmp_path, Limits(connections_per_address=2)) as house:
        await house.greeted()
        house.server.addresses.connect("127.0.0.1")  # of a browser
        assert await (await house.connect()).gone() == b""
        assert house.figure('ludoteca_refusals_total{code="connections"}') == 1
        house.server.addresses.disconnect("127.0.0.1")
        await house.greeted()


@asynchronous
async def test_those_of_a_proxy_are_not(tmp_path: Path) -> None:
    async with opened(tmp_path, Limits(connections_per_address=1), proxies=["127.0.0.0/8"]) as house:
        await house.greeted()
        await house.greeted()
        assert house.server.addresses.connections.total() == 0


@asynchronous
async def test_an_address_that_the_operator_refuses(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        house.server.addresses.refuse(["127.0.0.1"])
        assert await (await house.connect()).gone() == b""
        assert house.figure('ludoteca_refusals_total{code="refused_address"}') == 1


@asynchronous
async def test_who_is_connected_when_his_address_is_refused_has_to_go(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        clients = [await house.greeted() for _ in range(2)]
        clients[0].send({"ask": "Open", "options": OPTIONS, "name": "Ada", "secret": "12345678"})
        code = (await clients[0].next("seated"))["view"]["code"]
        house.server.addresses.refuse(["198.51.100.1"])
        house.server.state.send_away_refused(house.server.addresses)
        clients[1].send({"n": 1})
        assert (await clients[1].line())["type"] == "echo"
        house.server.addresses.refuse(["127.0.0.0/8"])
        house.server.state.send_away_refused(house.server.addresses)
        assert [await client.gone() for client in clients] == [b"", b""]
        assert house.figure('ludoteca_dropped_total{code="refused_address"}') == 2
        table = house.server.tables.awake[code].table
        assert [seat.name for seat in table.seats] == ["Ada"]  # the seat is kept as after a lost connection


def at(house: House) -> FixedTime:
    """Time as its connections see it, from now on."""
    fixed = FixedTime(house.port.now())
    house.port.now = fixed
    return fixed


def is_read(wire: Wire) -> bool:
    """Whether what this client sends is read."""
    return wire._transport.is_reading()


class FixedTime:
    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@asynchronous
async def test_whoever_sends_too_fast_is_read_more_slowly(tmp_path: Path) -> None:
    async with opened(tmp_path, Limits(rate=1000, burst=20)) as house:
        time = at(house)
        client = await house.greeted()
        client.send(*({"n": n} for n in range(25)))
        assert [(await client.line())["message"]["n"] for _ in range(20)] == list(range(20))
        (wire,) = house.wires
        assert wire._rest.count(b"\n") == 5
        assert not is_read(wire)
        time.now += 1
        assert [(await client.line())["message"]["n"] for _ in range(5)] == list(range(20, 25))
        assert is_read(wire)
        assert wire._flooding_since is None


@asynchronous
async def test_and_let_go_when_there_is_no_end_to_it(tmp_path: Path) -> None:
    async with opened(tmp_path, Limits(rate=1000, burst=20)) as house:
        time = at(house)
        client = await house.greeted()
        client.send(*({"n": n} for n in range(500)))
        for _ in range(20):
            await client.line()
        (wire,) = house.wires
        wire._bucket.rate = 1e-9
        time.now += tcp.FLOOD_PATIENCE + 1
        await client.gone()
        assert house.figure('ludoteca_dropped_total{code="too_fast_for_too_long"}') == 1


@asynchronous
async def test_a_table_costs_more_than_a_line(tmp_path: Path) -> None:
    async with opened(tmp_path, Limits(rate=1000, burst=20)) as house:
        time = at(house)
        client = await house.greeted()
        client.send({"ask": "Open", "options": OPTIONS, "name": "Ada"})
        await client.next("seated")
        client.send({"n": 1})
        (wire,) = house.wires
        async with asyncio.timeout(PATIENCE):
            while wire._timer is None:
                await asyncio.sleep(0)
        assert wire._bucket.tokens < 0
        time.now += 1
        assert (await client.next("echo"))["message"] == {"n": 1}


def overdraw(wire: Wire, seconds: float) -> None:
    """As if it had cost so much processor time."""
    wire._meter.clock = thread_time
    wire._meter.charge(seconds)


@asynchronous
async def test_whoever_costs_too_much_is_read_more_slowly(tmp_path: Path) -> None:
    async with opened(tmp_path, msgspec.structs.replace(GENEROUS, work=0.1)) as house:
        client, other = await house.greeted(), await house.greeted()
        time = at(house)
        wire = house.wires[0]
        overdraw(wire, 1.0)
        client.send({"n": 1}, {"n": 2})
        async with asyncio.timeout(PATIENCE):
            while is_read(wire):
                await asyncio.sleep(0)
        assert house.figure("ludoteca_pauses_total") == 1
        other.send({"n": 3})
        assert (await other.line())["message"] == {"n": 3}
        time.now += 10
        wire._stop_timer()
        wire._wait_for_turn()
        assert [(await client.line())["message"]["n"] for _ in range(2)] == [1, 2]


@asynchronous
async def test_and_let_go_when_it_goes_on_for_too_long(tmp_path: Path) -> None:
    async with opened(tmp_path, msgspec.structs.replace(GENEROUS, work=0.1)) as house:
        client = await house.greeted()
        time = at(house)
        (wire,) = house.wires
        overdraw(wire, 100.0)
        client.send({"n": 1})
        async with asyncio.timeout(PATIENCE):
            while is_read(wire):
                await asyncio.sleep(0)
        time.now += FLOOD_PATIENCE + 1
        wire._stop_timer()
        wire._wait_for_turn()
        await client.gone()
        assert house.figure('ludoteca_dropped_total{code="too_fast_for_too_long"}') == 1


def account_here(house: House) -> Account:
    return house.server.budget.of_address("127.0.0.1", monotonic())


@asynchronous
async def test_connections_of_one_address_share_what_they_may_cost(tmp_path: Path) -> None:
    """Nothing is read of one that comes while its address owes something, not even what it sends at once."""
    async with opened(tmp_path, msgspec.structs.replace(GENEROUS, work_per_address=0.5)) as house:
        account = account_here(house)
        account.balance = -0.5 * TURNED_AWAY_AT / 2
        client = await house.greeted()
        (wire,) = house.wires
        await turns_of_the_loop()
        assert wire._meter.overdrawn
        assert not is_read(wire)
        client.send({"n": 1})
        account.balance = account.most
        wire._stop_timer()
        wire._wait_for_turn()
        assert (await client.line())["message"] == {"n": 1}


@asynchronous
async def test_from_an_address_that_owes_too_much_no_connection_is_taken(tmp_path: Path) -> None:
    async with opened(tmp_path, msgspec.structs.replace(GENEROUS, work_per_address=0.5)) as house:
        there = await house.greeted()
        account = account_here(house)
        account.balance = -1e9
        client = await house.connect()
        assert await client.gone() == b""
        assert house.figure('ludoteca_refusals_total{code="too_fast"}') == 1
        assert len(house.wires) == 1, "a connection that is there only waits"
        account.balance = account.most
        assert (await (await house.connect()).line())["type"] == "opened"
        there.hang_up()


@asynchronous
async def test_who_sends_very_much_at_once_waits_for_a_turn(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        await house.greeted()
        (wire,) = house.wires
        line = b'{"n": "%b"}\n' % (b"x" * 30_000)
        wire.data_received(line * 3)
        assert not is_read(wire)
        async with asyncio.timeout(PATIENCE):
            while not is_read(wire):
                await asyncio.sleep(0)


class Chatterbox(ParrotConnection):
    """Says a lot when asked to."""

    def _read(self, line: bytes, now: float) -> Any:
        yield from super()._read(line, now)
        for _ in range(200):
            yield from super()._read(b'{"long": "%b"}' % (b"x" * 50_000), now)


CHATTERBOX = Dialect("parrot", "eriantys", 9000, "full", False, Chatterbox, ParrotClient)


@asynchronous
async def test_who_does_not_read_is_dropped(tmp_path: Path) -> None:
    async with opened(tmp_path, dialect=CHATTERBOX) as house:
        client = await house.connect(limit=1024)
        client.writer.transport.pause_reading()  # type: ignore[attr-defined]
        client.send({"n": 1})
        await house.left()
        assert house.figure('ludoteca_dropped_total{code="slow"}') == 1


@asynchronous
async def test_nor_may_a_little_be_left_unread_for_ever(tmp_path: Path) -> None:
    async with opened(tmp_path, Limits(rate=1e6, burst=1e6, buffer=1 << 30), dialect=CHATTERBOX) as house:
        client = await house.connect(limit=1024)
        client.writer.transport.pause_reading()  # type: ignore[attr-defined]
        client.send({"n": 1})
        async with asyncio.timeout(PATIENCE):
            while not house.wires or house.wires[0]._transport.get_write_buffer_size() == 0:
                await asyncio.sleep(0.001)
        (wire,) = house.wires
        now = house.port.now()
        wire.tick(now)
        wire.tick(now + 59)
        assert house.figure('ludoteca_dropped_total{code="slow"}') == 0
        wire.tick(now + 61)
        assert house.figure('ludoteca_dropped_total{code="slow"}') == 1
        await house.left()


# ---------------------------------------------------------------- silence


@asynchronous
async def test_who_has_no_seat_and_says_nothing_is_let_go(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        idle, seated = await house.greeted(), await house.greeted()
        seated.send({"ask": "Open", "options": OPTIONS, "name": "Ada"})
        await seated.next("seated")
        now = house.port.now()
        for wire in house.wires:
            wire.tick(now + 599)
        assert not any(wire._ended for wire in house.wires)
        for wire in house.wires:
            wire.tick(now + 601)
        await idle.gone()
        await house.left(1)
        seated.send({"n": 1})
        assert (await seated.line())["type"] == "echo"
        assert house.figure('ludoteca_dropped_total{code="idle"}') == 1


@asynchronous
async def test_every_connection_is_ticked_in_ten_slices(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        for _ in range(3):
            await house.greeted()
        house.port.close()  # no further ticks but these
        for _ in range(tcp.SLICES):
            house.port._tick()
        ticks = [wire._session._connection.ticks for wire in house.wires if wire._session is not None]  # type: ignore[attr-defined]
        assert all(count >= 1 for count in ticks)
        house.port.close()


@asynchronous
async def test_sockets_are_kept_alive_and_do_not_wait(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        await house.greeted()
        (wire,) = house.wires
        stream = wire._transport.get_extra_info("socket")
        assert stream.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert stream.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


# ---------------------------------------------------------------- the end


@asynchronous
async def test_when_the_house_closes_everybody_hears_last_words(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        client = await house.greeted()
        client.send({"ask": "Open", "options": OPTIONS, "name": "Ada", "secret": "12345678"})
        code = (await client.next("seated"))["view"]["code"]
        closing = asyncio.create_task(house.server._close())
        assert (await client.line())["type"] == "farewell"
        assert await client.gone() == b""
        client.hang_up()
        await closing
        row = await house.server.store.table(code)
        assert row is not None


@asynchronous
async def test_a_client_that_breaks_off_harms_nobody(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        other = await house.greeted()
        for last in (b"", b'{"n"', b'{"ask": "Lobby"}\n{"n": 1}\n'):
            client = await house.greeted()
            client.writer.write(last)
            await client.writer.drain()
            stream = client.writer.get_extra_info("socket")
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.writer.transport.abort()
            await house.left(1)
        other.send({"n": 1})
        assert (await other.line())["type"] == "echo"


@asynchronous
async def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        dialect = Dialect("parrot", "eriantys", taken, "full", False, ParrotConnection, ParrotClient)
        for lenient in (False, True):
            free = free_port()
            with structlog.testing.capture_logs():
                async with TroubledStore(tmp_path) as store:
                    server = Server(Settings(tmp_path, port=free), store, BOTS, Clock(), [dialect], lenient)
                    if lenient:
                        async with server:
                            assert server.ports == {}
                            assert [(cannot.dialect, cannot.port) for cannot in server.unheard] == [("parrot", taken)]
                    else:
                        with pytest.raises(CannotListen):
                            async with server:
                                raise AssertionError


@asynchronous
async def test_with_a_certificate_it_is_tls(tmp_path: Path) -> None:
    authority = trustme.CA()
    issued = authority.issue_cert("127.0.0.1")
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    issued.cert_chain_pems[0].write_to_path(str(chain))
    issued.private_key_pem.write_to_path(str(key))
    context = ssl.create_default_context()
    authority.configure_trust(context)
    async with opened(tmp_path, certificate=chain, key=key) as house:
        client = await house.connect(ssl=context)
        assert (await client.line())["type"] == "opened"
        client.send({"n": 1}, {"ask": "close"})
        assert (await client.line())["type"] == "echo"
        assert await client.gone() == b""


@pytest.mark.parametrize(
    ("host", "proxies", "chosen", "allowed"),
    [
        ("127.0.0.1", [], None, "here"),
        ("localhost", [], None, "here"),
        ("::1", [], None, "here"),
        ("127.0.0.1", ["127.0.0.1"], None, ""),
        ("127.0.0.1", ["10.0.0.1"], None, ""),
        ("0.0.0.0", [], None, ""),
        ("127.0.0.1", [], False, ""),
        ("0.0.0.0", [], True, "here and elsewhere"),
    ],
)
@asynchronous
async def test_bare_names_are_for_this_machine_alone_unless_chosen(
    tmp_path: Path, host: str, proxies: list[str], chosen: bool | None, allowed: str
) -> None:
    async with TroubledStore(tmp_path) as store:
        settings = Settings(tmp_path, host=host, proxies=proxies, bare_names=chosen)
        server = Server(settings, store, BOTS, Clock(), [PARROT])
        await server.thinking.close()
    port = server.ports["parrot"]
    assert isinstance(port, Port)
    bare_names = port.matchmaking.bare_names
    assert [bare_names.open_from(address) for address in ("127.0.0.1", "::1")] == ["here" in allowed] * 2
    assert [bare_names.open_from(address) for address in ("192.0.2.1", "")] == ["elsewhere" in allowed] * 2


@asynchronous
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("size", [3, 1000])
async def test_what_a_web_page_sends_is_not_read(tmp_path: Path, method: str, size: int) -> None:
    """A browser sends the lines of a page to any port, after a few lines of its own; here they come in pieces."""
    body = msgspec.json.encode({"ask": "Found", "options": OPTIONS}) + b"\n"
    sent = f"{method} /{'x' * 20} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
    async with opened(tmp_path) as house:
        client = await house.greeted()
        for start in range(0, len(sent), size):
            if not client.writer.is_closing():
                client.writer.write(sent[start : start + size])
                await asyncio.sleep(0)
        assert await client.gone() == b""
        await house.left()
        assert not house.server.tables.awake
        assert house.figure('ludoteca_dropped_total{code="malformed"}') == 1
        assert house.figure('ludoteca_messages_total{dialect="parrot"}') == 0


@asynchronous
async def test_later_lines_may_look_like_anything(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        client = await house.greeted()
        client.writer.write(b"no message\nGET / HTTP/1.1\n")
        assert [(await client.line())["type"] for _ in range(2)] == ["error"] * 2


@asynchronous
async def test_a_client_that_sends_nothing_more_is_answered(tmp_path: Path) -> None:
    async with opened(tmp_path) as house:
        for asked, last in (
            ([{"n": 1}], "echo"),
            ([{"n": number} for number in range(100)], "echo"),
            ([{"ask": "Open", "options": OPTIONS, "name": "Ada"}], "seated"),
            ([], "opened"),
        ):
            client = await house.connect()
            client.send(*asked)
            client.writer.write_eof()
            lines = [msgspec.json.decode(line) for line in (await client.gone()).splitlines()]
            assert last in {line["type"] for line in lines}
            assert [line["message"] for line in lines if line["type"] == "echo"] == [
                each for each in asked if "n" in each
            ]
            await house.left()
        assert house.server.addresses.connections.total() == 0


@asynchronous
async def test_what_waits_for_its_turn_is_answered_although_nothing_more_is_sent(tmp_path: Path) -> None:
    async with opened(tmp_path, Limits(rate=1000, burst=1, work=1e6, work_per_address=1e6)) as house:
        client = await house.connect()
        client.send(*({"n": number} for number in range(30)))
        client.writer.write_eof()
        assert (await client.gone()).count(b"echo") == 30
