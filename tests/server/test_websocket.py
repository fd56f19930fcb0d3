"""Messages that wait for each other, and what frames cost."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from ludoteca.dialects.house.problems import Problem
from ludoteca.server.session.house_session import HouseSession
from ludoteca.server.settings import Limits
from ludoteca.server.transport.frames import CLOSE, MOST_FRAGMENTS, PING, PONG, TEXT
from ludoteca.server.transport.websocket import FRAGMENT_COST, MOST_REFUSED, Socket

from .houses import GENEROUS, House, opened_house
from .rfc6455.connection import connected, ping
from .rfc6455.streams import cut, fragments, frame, texts
from .running import asynchronous
from .troubled import Gate
from .wire import raw

SLOW = msgspec.structs.replace(GENEROUS, rate=0.001, burst=60)  # the usual burst, and nothing after it

# ---------------------------------------------------------------- messages that wait


@asynchronous
async def test_messages_are_answered_in_their_order_however_many_come_at_once(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house, connected(house, await house.open_table()) as connection:
        for _ in range(3):  # reading goes on after those that had to wait
            stream = b"".join(frame(ping(str(number))) for number in range(200))
            for piece in cut(stream, 1500):
                connection.send(piece)
            for number in range(200):
                ((_, pong),) = (await connection.answered(str(number)))[-1:]
                assert msgspec.json.decode(pong)["type"] == "pong"


@asynchronous
async def test_nothing_is_lost_of_what_comes_although_reading_is_paused(tmp_path: Path) -> None:
    """TLS may have read it before. Control frames in front of a message that waits are answered at once."""
    async with opened_house(tmp_path) as house:
        _, (ada, _) = await house.game()
        gate = Gate()
        house.store.next("say", gate)
        await ada.send("say", text="first", id="1")
        await gate.reached.wait()
        (socket,) = sockets_of(house, seat=0)
        socket.data_received(
            frame(b"", PONG) + frame(b'{"type":"say","text":"second","id":"2"}') + frame(ping("3"))[:5]
        )
        socket.data_received(frame(ping("3"))[5:] + frame(ping("4")))
        assert not socket._transport.is_reading()
        gate.open()
        for name in ("1", "2", "3", "4"):
            await ada.answer(name)
        assert [message["id"] for message in ada.heard("done") + ada.heard("pong")][-4:] == ["1", "2", "3", "4"]
        assert (await ada.ask("ping"))["type"] == "pong"


@asynchronous
async def test_what_waits_is_forgotten_when_the_connection_ends(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        gate = Gate()
        house.store.next("say", gate)
        await ada.send("say", text="first", id="1")
        await gate.reached.wait()
        (socket,) = sockets_of(house, seat=0)
        socket.data_received(frame(b'{"type":"say","text":"second"}') + frame(b'{"type":"say","text":"third"}'))
        socket._session.dismiss(Problem.MOVED)
        gate.open()
        assert (await ada.goodbye())["code"] == "moved"
        ada = await house.call(code, "Ada")
        await ada.do("say", text="fourth")
        await bob.next("lines", lines=ada.heard("lines")[-1]["lines"])
        said = [line["text"] for message in bob.heard("lines") for line in message["lines"]]
        assert said == ["first", "fourth"]


def sockets_of(house: House, seat: int) -> list[Socket]:
    sessions = [each for each in house.server.state.sessions if isinstance(each, HouseSession) and each.seat == seat]
    found = [getattr(session._transport.write, "__self__", None) for session in sessions]
    return [socket for socket in found if isinstance(socket, Socket)]


# ---------------------------------------------------------------- what frames cost


@asynchronous
async def test_a_client_that_sends_whole_messages_pays_for_nothing_but_messages(tmp_path: Path) -> None:
    async with opened_house(tmp_path, limits=SLOW) as house:
        async with connected(house, await house.open_table()) as connection:  # 1 point, for the greeting
            for number in range(59):
                connection.send(frame(b'{"type":"mute","name":"Ada","id":"%d"}' % number))
                await connection.answered(str(number))
            for number in range(60):  # pings have points of their own
                connection.send(frame(ping(f"ping {number}")))
                await connection.answered(f"ping {number}")
        assert await house.figure('ludoteca_refusals_total{code="too_fast"}') == 0


@asynchronous
async def test_fragments_cost_points(tmp_path: Path) -> None:
    """Whoever cuts a message into 64 pays for nine, and is refused the next one as if they had been sent."""
    async with opened_house(tmp_path, limits=SLOW) as house:
        muting = b'{"type":"mute","name":"Ada","id":"in parts"}'
        stream = fragments([*cut(muting, 1), *[b" "] * (MOST_FRAGMENTS - len(muting))])
        costs = 1 + (MOST_FRAGMENTS - 1) * FRAGMENT_COST
        times = int((SLOW.burst - 1) / costs)
        assert times == 6
        async with connected(house, await house.open_table()) as connection:
            for _ in range(times):
                connection.send(stream)
                await connection.answered("in parts")
            assert await house.figure('ludoteca_refusals_total{code="too_fast"}') == 0
            connection.send(stream)
            opcode, refused = await connection.next()
            assert (opcode, msgspec.json.decode(refused)["code"]) == (TEXT, "too_fast")
            assert await house.figure('ludoteca_refusals_total{code="too_fast"}') > 1


@asynchronous
@pytest.mark.parametrize("name", ["empty fragments", "tiny fragments", "pings", "pongs", "texts", "ping messages"])
async def test_a_flood_of_frames_ends_the_connection(tmp_path: Path, name: str) -> None:
    """However few bytes they have, and long before all of them were read."""
    flood = {
        "empty fragments": fragments([b""] * MOST_FRAGMENTS),
        "tiny fragments": fragments([b" "] * MOST_FRAGMENTS),
        "pings": frame(b"", PING),
        "pongs": frame(b"", PONG),
        "texts": frame(b""),
        "ping messages": frame(ping("flood")),
    }[name]
    async with opened_house(tmp_path, limits=SLOW) as house:
        async with connected(house, await house.open_table()) as connection:
            connection.send(flood * (200_000 // len(flood)))
            *_, (said, goodbye), (last, reason) = await connection.until_closed()
        assert (said, last) == (TEXT, CLOSE)
        assert msgspec.json.decode(goodbye)["code"] == "too_fast_for_too_long"
        assert reason == b"\x03\xf0too_fast_for_too_long"
        assert await house.figure('ludoteca_dropped_total{code="too_fast_for_too_long"}') == 1
        assert await house.figure('ludoteca_refusals_total{code="too_fast"}') == MOST_REFUSED


def test_what_the_limits_of_a_server_allow_to_whoever_fragments() -> None:
    """The largest message in pieces of 1 KB costs no more points than there are at once."""
    usual = Limits()
    assert usual.message // 1024 <= MOST_FRAGMENTS
    assert usual.burst / 4 > 1 + MOST_FRAGMENTS * FRAGMENT_COST
    message = b" " * usual.message
    assert texts([fragments(cut(message, 1024))]) == ([message], None)


# ---------------------------------------------------------------- the handshake

SHAKING = (
    "{line}\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@asynchronous
@pytest.mark.parametrize("count", [1, 300], ids=["one", "more than is read at once"])
async def test_frames_that_come_together_with_the_handshake_are_read(tmp_path: Path, count: int) -> None:
    async with opened_house(tmp_path) as house, raw(house) as (reader, writer):
        shaking = SHAKING.format(line=f"GET /api/tables/{await house.open_table()}/socket HTTP/1.1").encode()
        hello = msgspec.json.encode({"type": "hello", "padding": "x" * 300})
        writer.write(shaking + frame(hello) + b"".join(frame(ping(str(number))) for number in range(count)))
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
        await reader.readuntil(b'"welcome"')
        for number in range(count):
            await reader.readuntil(f'"{number}"'.encode())


@asynchronous
@pytest.mark.parametrize("line", ["HEAD {path} HTTP/1.1", "GET {path} HTTP/1.0"])
async def test_a_handshake_is_a_get_of_http_1_1(tmp_path: Path, line: str) -> None:
    async with opened_house(tmp_path) as house, raw(house) as (reader, writer):
        path = f"/api/tables/{await house.open_table()}/socket"
        writer.write(SHAKING.format(line=line.format(path=path)).encode())
        assert (await reader.readline()).split(b" ")[1] == b"400"
