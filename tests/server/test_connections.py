"""Connections: how many, how fast, and what becomes of those that are silent, slow or rude."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from yarl import URL

from ludoteca.server.settings import Limits
from ludoteca.server.transport import guard
from ludoteca.server.transport.budget import TURNED_AWAY_AT
from ludoteca.server.transport.stream import Stream
from ludoteca.server.transport.websocket import MOST_REFUSED

from .houses import GENEROUS, OPERATOR, House, opened_house
from .running import asynchronous, turns_of_the_loop
from .troubled import Gate
from .wire import NEW, raw, said_to


def limited(**limits: Any) -> Limits:
    return msgspec.structs.replace(GENEROUS, **limits)


async def until_the_end(reader: asyncio.StreamReader) -> bytes:
    """Whatever is said before the connection is closed, gently or not."""
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


# ---------------------------------------------------------------- too fast


@asynchronous
async def test_requests_that_come_too_fast_are_refused_until_the_bucket_has_filled(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=Limits(burst_per_address=20)) as house:
        for _ in range(4):
            assert (await house.post("/api/tables", NEW))[0] == 200
        async with house.session.post("/api/tables", json=NEW) as answer:
            assert (answer.status, answer.headers["Retry-After"]) == (429, "1")
            assert (await answer.json())["code"] == "too_fast"
        assert (await house.get("/healthz"))[0] == 200
        assert await house.figure('ludoteca_refusals_total{code="too_fast"}') == 1
        house.clock.move(0.2)
        assert (await house.post("/api/tables", NEW))[0] == 429
        house.clock.move(0.05)
        assert (await house.post("/api/tables", NEW))[0] == 200


@asynchronous
async def test_messages_that_come_too_fast_are_refused_and_counted(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=limited(rate=0.001, burst=30)) as house:
        code = await house.open_table()
        house.clock.move(1_000_000)
        caller = await house.call(code)  # 1
        for _ in range(20):  # they have a bucket of their own
            assert (await caller.ask("ping"))["type"] == "pong"
        await caller.do("sit", name="Bob", key="key of Bob")  # 2
        for _ in range(5):
            await caller.do("say", text="well")  # 7, 12, 17, 22, 27
        assert await caller.refused("say", text="well") == "too_fast"
        await caller.do("mute", name="Ada")  # 28
        await caller.socket.send_str("nonsense")  # 29
        assert (await caller.next("refused"))["code"] == "malformed"
        await caller.do("mute", name="Ada")  # 30
        for text in ("nonsense", '{"type":"mute","name":"Ada"}'):
            await caller.socket.send_str(text)
            assert (await caller.next("refused"))["code"] == "too_fast"
        assert (await caller.ask("ping"))["type"] == "pong"
        assert await house.figure('ludoteca_refusals_total{code="too_fast"}') == 3
        assert await house.figure('ludoteca_messages_total{dialect="house"}') == 34


@asynchronous
async def test_pings_of_either_kind_can_be_too_fast_and_cost_nothing_else(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=limited(rate=0.001, burst=30)) as house:
        code = await house.open_table()
        house.clock.move(1_000_000)
        caller = await house.call(code)
        for _ in range(15):
            assert (await caller.ask("ping"))["type"] == "pong"
            await caller.socket.ping()
        assert await caller.refused("ping") == "too_fast"
        await caller.do("mute", name="Ada")
        for _ in range(MOST_REFUSED):
            await caller.socket.ping()
        assert (await caller.goodbye())["code"] == "too_fast_for_too_long"


@asynchronous
async def test_every_connection_has_its_own_bucket(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=limited(rate=0.001, burst=30)) as house:
        code = await house.open_table()
        house.clock.move(1_000_000)
        first, second = await house.call(code), await house.call(code)
        for _ in range(29):
            await first.do("mute", name="Ada")
        assert await first.refused("mute", name="Ada") == "too_fast"
        await second.do("mute", name="Ada")


@asynchronous
async def test_whoever_goes_on_although_it_is_too_fast_is_sent_away(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=limited(rate=0.001, burst=21)) as house:
        caller = await house.call(await house.open_table())
        for _ in range(20 + MOST_REFUSED):
            await caller.send("mute", name="Ada")
        goodbye = await caller.goodbye()
        assert (goodbye["code"], goodbye.get("again")) == ("too_fast_for_too_long", None)
        assert len(caller.heard("done")) == 20
        assert len(caller.heard("refused")) == MOST_REFUSED
        assert await house.figure('ludoteca_dropped_total{code="too_fast_for_too_long"}') == 1


# ---------------------------------------------------------------- too many


@asynchronous
async def test_only_so_many_connections_from_one_address(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=limited(connections_per_address=2)) as house:
        async with raw(house), raw(house) as (reader, writer):  # one may be silent
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            await reader.readuntil(b"well")
            head, _, body = (await said_to(house, b"")).partition(b"\r\n\r\n")
            async with raw(house) as (turned_away, talking):
                talking.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                assert b"well" not in await until_the_end(turned_away)
            assert head.startswith(b"HTTP/1.1 429 ")
            assert body == b"There are too many connections from your address. Close some first.\n"
            assert f"Content-Length: {len(body)}".encode() in head
            assert b"nosniff" in head
        while house.server.addresses.connections.total() > 0:
            await asyncio.sleep(0)
        assert await house.figure('ludoteca_refusals_total{code="connections"}') == 2
        assert await house.figure("ludoteca_connections") == 1


@asynchronous
async def test_behind_a_proxy_sockets_are_counted_by_the_address_that_it_names(tmp_path: Path) -> None:
    limits = limited(connections_per_address=2, connections=3)
    async with opened_house(tmp_path, limits=limits, proxies=["127.0.0.1"]) as house:
        code = await house.open_table()
        here, there = ({"X-Forwarded-For": address} for address in ("198.51.100.1", "198.51.100.2"))
        first = await house.connect(code, headers=here)
        await house.connect(code, headers=here)
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await house.connect(code, headers=here)
        assert refused.value.status == 429
        await house.connect(code, headers=there)
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await house.connect(code, headers=there)  # three in all
        assert (await house.get("/api/operator", headers=OPERATOR))[1]["connections"] == 3
        await first.hang_up()
        while house.server.addresses.connections.total() == 3:
            await asyncio.sleep(0)
        await house.connect(code, headers=there)


# ---------------------------------------------------------------- silent ones


@asynchronous
async def test_a_connection_that_says_nothing_is_closed(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=limited(handshake=0.05)) as house:
        for said in (b"", b"GET /api/house HTTP/1.1\r\nHost: x\r\nX-Slow: "):
            async with raw(house) as (reader, writer):
                writer.write(said)
                with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
                    await reader.readexactly(1)
        assert await house.figure('ludoteca_refusals_total{code="idle"}') == 2
        async with raw(house) as (reader, writer):  # who has spoken has more time
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            await reader.readuntil(b'{"status":"well"}')
            silent = await house.connect(await house.open_table())
            assert (await silent.goodbye())["code"] == "idle"  # so much time has passed
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            await reader.readuntil(b'{"status":"well"}')


@asynchronous
async def test_a_kept_connection_that_says_nothing_more_is_closed_in_the_end(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=limited(idle=0.05)) as house:
        answered = await said_to(house, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert answered.endswith(b'{"status":"well"}')


@asynchronous
async def test_whoever_does_not_greet_in_time_is_sent_away(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=limited(handshake=0.05)) as house:
        code = await house.open_table()
        silent, rude, polite = await house.connect(code), await house.connect(code), await house.call(code)
        assert await rude.refused("hello", key="not the key") == "wrong_token"
        for caller in (silent, rude):
            goodbye = await caller.goodbye()
            assert (goodbye["code"], goodbye["again"]) == ("idle", 1.0)
        assert (await polite.ask("ping"))["type"] == "pong"
        assert await house.figure('ludoteca_dropped_total{code="idle"}') == 2


@asynchronous
async def test_a_socket_that_does_not_answer_pings_is_taken_for_lost(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=limited(idle=0.1)) as house:
        _, (ada, bob) = await house.game()
        ada.socket._autoping = False
        await bob.happens("departed")


# ---------------------------------------------------------------- large and slow ones


@asynchronous
async def test_a_message_that_is_too_large_ends_the_connection(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=limited(message=1000)) as house:
        code, (ada, bob) = await house.game()
        await ada.socket.send_str('{"type":"say","text":"' + "x" * 1000 + '"}')
        assert await ada.cut() == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
        assert (await bob.happens("departed"))["entry"]["what"]["seat"] == 0
        await house.call(code, "Ada")


def small_buffers(house: House) -> None:
    """Let the system keep little of what is sent on connections that are made from now on."""
    assert house.server._listening is not None
    descriptor = os.dup(house.server._listening.sockets[0].fileno())
    with socket.socket(fileno=descriptor) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)


async def connected(house: House) -> socket.socket:
    """The end of somebody for whom the system keeps little."""
    url = URL(house.server.url)
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.setblocking(False)
    await asyncio.get_running_loop().sock_connect(deaf, (url.host, url.port))
    return deaf


async def deaf_caller(house: House, code: str) -> socket.socket:
    """Somebody who shakes hands, greets, and then reads nothing more."""
    deaf = await connected(house)
    loop = asyncio.get_running_loop()
    handshake = (
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    await loop.sock_sendall(deaf, handshake.encode())
    assert b" 101 " in await loop.sock_recv(deaf, 1000)
    hello = b'{"type":"hello"}'
    await loop.sock_sendall(deaf, bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    return deaf


@asynchronous
async def test_whoever_reads_too_slowly_is_dropped_while_the_others_go_on(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=limited(buffer=20_000)) as house:
        code, (ada, bob) = await house.game()
        small_buffers(house)
        deaf = await deaf_caller(house, code)
        actor = house.actor(code)
        while len(actor.everybody) < 3:
            await asyncio.sleep(0)
        with deaf:
            for _ in range(1000):
                house.clock.move(10)
                await ada.do("say", text="x" * 500)
                if len(actor.everybody) == 2:
                    break
        assert len(actor.everybody) == 2
        assert await house.figure('ludoteca_dropped_total{code="slow"}') == 1
        await ada.do("act", action=ada.view["legal"][0])
        assert (await bob.happens("acted"))["view"]["turn"] == 1
        assert len(bob.heard("lines")) == len(ada.heard("lines"))


@asynchronous
async def test_an_answer_that_nobody_reads_is_not_kept_for_ever(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=limited(idle=0.1)) as house:
        small_buffers(house)
        deaf = await connected(house)
        with deaf:
            loop = asyncio.get_running_loop()
            await loop.sock_sendall(deaf, b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 5)
            while await house.figure('ludoteca_refusals_total{code="slow"}') == 0:
                await asyncio.sleep(0)
        async with raw(house) as (reader, writer):  # who reads gets it
            writer.write(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n")
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0])
            assert len(await reader.readexactly(length)) > 20_000


@asynchronous
async def test_pings_of_the_protocol_below_are_answered(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        caller = await deaf_caller(house, await house.open_table())
        with caller:
            loop = asyncio.get_running_loop()
            heard = b""
            await loop.sock_sendall(caller, bytes([0x8A, 0x80, 0, 0, 0, 0]))  # a pong that nobody asked for
            await loop.sock_sendall(caller, bytes([0x89, 0x82, 0, 0, 0, 0]) + b"hi")
            while bytes([0x8A, 2]) + b"hi" not in heard:
                heard += await loop.sock_recv(caller, 1000)


@asynchronous
async def test_a_frame_of_any_length_arrives_whole(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game("masters")
        for _ in range(200):
            house.clock.move(10)
            await ada.do("say", text="x" * 500)
        late = await house.call(code, "Bob", seen=0)
        (welcome,) = [text for text in late.texts if '"welcome"' in text]
        assert len(welcome) > 1 << 16  # the longest kind of head
        assert len(late.heard("welcome")[0]["lines"]) == 200
        assert any(126 <= len(text) < 1 << 16 for text in bob.texts)
        assert any(len(text) < 126 for text in bob.texts)


# ---------------------------------------------------------------- hanging up


@asynchronous
async def test_whoever_loses_his_connection_in_the_middle_of_something_harms_nobody(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        gate = Gate()
        house.store.next("say", gate)
        await ada.send("say", text="I have to g")
        await gate.reached.wait()
        await ada.drop()
        gate.open()
        await bob.happens("departed")
        assert [line["text"] for line in (await bob.next("lines"))["lines"]] == ["I have to g"]
        ada = await house.call(code, "Ada")
        await ada.do("act", action=(await ada.sees(lambda view: bool(view["legal"])))["legal"][0])
        assert len(house.server.state.sessions) == 2


# ---------------------------------------------------------------- requests that come together, and the last one

HEAD_OF_TABLE = "POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n{more}\r\n"
ALIVE = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
LAST = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


def opening(more: str = "") -> bytes:
    body = msgspec.json.encode(NEW)
    return HEAD_OF_TABLE.format(length=len(body), more=more).encode() + body


def statuses_of(answered: bytes) -> list[int]:
    return [int(each[2:5]) for each in answered.split(b"HTTP/1.")[1:]]


async def said_and_half_closed(house: House, said: bytes) -> bytes:
    """All that is answered to a client that has said everything, as `nc -N` does."""
    async with raw(house) as (reader, writer):
        writer.write(said)
        writer.write_eof()
        return await reader.read()


@asynchronous
@pytest.mark.parametrize(
    ("said", "statuses"),
    [
        (ALIVE, [200]),
        (LAST, [200]),
        (ALIVE * 20, [200] * 20),
        (opening(), [200]),
        (ALIVE + opening() + ALIVE, [200, 200, 200]),
        (opening()[:-5], [400]),
        (b"", []),
        (ALIVE[:-5], []),
        (b"\x00\r\n\r\n", [400]),
    ],
    ids=["one", "the last", "many", "a body", "several", "half a body", "nothing", "half a head", "no HTTP"],
)
async def test_a_client_that_sends_nothing_more_is_answered(tmp_path: Path, said: bytes, statuses: list[int]) -> None:
    async with opened_house(tmp_path) as house:
        answered = await said_and_half_closed(house, said)
        assert statuses_of(answered) == statuses
        assert house.server.addresses.connections.total() <= 1  # that of the tests themselves may be there


@asynchronous
@pytest.mark.parametrize("last", [LAST, opening("Connection: close\r\n"), LAST.replace(b"1.1", b"1.0")])
@pytest.mark.parametrize("more", [ALIVE, b"nonsense", b"\r\n\r\n" * 1000], ids=["a request", "nonsense", "lines"])
async def test_what_follows_the_last_request_is_not_looked_at(tmp_path: Path, last: bytes, more: bytes) -> None:
    async with opened_house(tmp_path) as house:
        answered = await said_to(house, last + more)
        assert answered.startswith((b"HTTP/1.1 200 ", b"HTTP/1.0 200 "))
        assert answered.count(b"HTTP/1.") == 1


@asynchronous
async def test_requests_before_something_that_is_none_are_answered(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        answered = await said_to(house, ALIVE + opening() + b"\x00\r\n\r\n" * 100)
        assert statuses_of(answered) == [200, 200, 400]


# ---------------------------------------------------------------- addresses that owe processor time


@asynchronous
async def test_nothing_is_read_of_a_connection_that_comes_while_its_address_owes_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Event loops begin to read after they told of a connection, whatever they were asked meanwhile."""
    async with opened_house(tmp_path, limits=limited(work_per_address=0.5)) as house:
        account = house.server.budget.of_address("127.0.0.1", asyncio.get_running_loop().time())
        account.balance = -0.5 * TURNED_AWAY_AT / 2
        streams: list[Stream] = []

        class Noted(Stream):
            def __init__(self, *arguments: Any) -> None:
                super().__init__(*arguments)
                streams.append(self)

        monkeypatch.setattr(guard, "Stream", Noted)
        async with raw(house) as (reader, writer):
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            while not streams:
                await asyncio.sleep(0)
            await turns_of_the_loop()
            (stream,) = streams
            assert not stream._transport.is_reading()
            account.balance = account.most
            stream._go_on()
            assert (await reader.read()).startswith(b"HTTP/1.1 200")


@asynchronous
async def test_from_an_address_that_owes_too_much_no_connection_is_taken(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=limited(work_per_address=0.5)) as house:
        account = house.server.budget.of_address("127.0.0.1", asyncio.get_running_loop().time())
        account.balance = -1e9
        answer = await said_to(house, b"")
        assert answer.startswith(b"HTTP/1.1 429 ")
        assert b"That was too fast. Wait " in answer
        account.balance = account.most
        assert (await house.get("/healthz"))[0] == 200
        assert await house.figure('ludoteca_refusals_total{code="too_fast"}') == 1
