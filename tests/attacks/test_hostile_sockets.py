"""Connections that do not speak HTTP, or speak it slowly, endlessly or all at once. `-s` shows the figures."""

from __future__ import annotations

import gzip
import random
import select
import socket
import ssl
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from .besieged import LIMITS, MEGABYTE, SLACK, Besieged, besieged
from .wire import PATIENCE, ask, dial, read_answer, request, send_as_much_as_taken, send_until_stuck, until_closed
from .witness import Witness

MUCH = 200 * MEGABYTE
MOST_GROWTH = 20 * MEGABYTE
PART = b"x" * MEGABYTE
CLIENT_HELLO = bytes.fromhex(
    "16030100bd010000b9030354e6b6b2a2d9f1c5d7a08a9e2c0f4c6d3b7f1e2a9d8c7b6a5f4e3d2c1b0a998800001ec02bc02fc00ac009"
    "c013c014c007c0110033003200390"
    "02f0035000a00050004"
)


class Scale:
    """How much the memory of a house has grown since."""

    def __init__(self, house: Besieged) -> None:
        self._house = house
        self._before = house.memory()

    def weigh(self, what: str) -> None:
        after = self._house.memory()
        print(f"\n  {what}: {self._before / MEGABYTE:.1f} MB before, {after / MEGABYTE:.1f} MB after")
        assert after - self._before < MOST_GROWTH


def test_silent_connections_are_closed_while_others_are_served(house: Besieged, witness: Witness) -> None:
    scale = Scale(house)
    begun = time.monotonic()
    with ExitStack() as stack:
        silent = []
        for _ in range(3):  # 200 may come from one address
            source = house.another_address()
            silent += [stack.enter_context(dial(house, source)) for _ in range(180)]
        scale.weigh("540 silent connections")
        assert ask(house, house.another_address(), request("GET", "/healthz"))[0] == 200
        for connection in silent:
            assert until_closed(connection) == b""
    seconds = time.monotonic() - begun
    print(f"  all closed after {seconds:.1f} s")
    assert LIMITS["handshake"] <= seconds < LIMITS["handshake"] + SLACK


def test_too_many_connections_from_one_address_are_turned_away(tmp_path: Path) -> None:
    with besieged(tmp_path, limits={"handshake": 2 * PATIENCE}) as house, Witness(house), ExitStack() as stack:
        source = house.another_address()
        half_open = [stack.enter_context(dial(house, source)) for _ in range(260)]
        for connection in half_open[:200]:
            connection.sendall(b"GET /api/tables/AAAAAA/socket HTTP/1.1\r\nHost: house\r\nUpgrade: websocket\r\n")
        assert all(until_closed(connection).startswith(b"HTTP/1.1 429 ") for connection in half_open[200:])
        assert not any(has_ended(connection) for connection in half_open[:200])
        assert ask(house, house.another_address(), request("GET", "/healthz"))[0] == 200
        half_open[0].sendall(b"\r\n")
        assert until_closed(half_open[0]) != b""
        assert ask(house, source, request("GET", "/healthz"))[0] == 200


def test_a_line_without_end(house: Besieged, witness: Witness) -> None:
    scale = Scale(house)
    with dial(house, house.another_address()) as connection:
        sent = send_as_much_as_taken(connection, PART, MUCH // MEGABYTE)
        scale.weigh(f"{sent / MEGABYTE:.0f} MB of one line")
        assert sent < MUCH
        until_closed(connection)


def test_headers_without_end(house: Besieged, witness: Witness) -> None:
    scale = Scale(house)
    with dial(house, house.another_address()) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: house\r\n")
        lines = b"".join(b"X-%d: %s\r\n" % (number, b"y" * 4000) for number in range(256))
        sent = send_as_much_as_taken(connection, lines, MUCH // len(lines))
        scale.weigh(f"{sent / MEGABYTE:.0f} MB of headers")
        assert sent < MUCH
        until_closed(connection)


@pytest.mark.parametrize("seed", range(5))
def test_random_bytes(house: Besieged, witness: Witness, seed: int) -> None:
    scale = Scale(house)
    with dial(house, house.another_address()) as connection:
        connection.sendall(random.Random(seed).randbytes(100_000))
        answer = until_closed(connection)
        assert answer == b"" or answer.startswith((b"HTTP/1.0 400 ", b"HTTP/1.1 400 "))
    scale.weigh("random bytes")


def test_tls_to_the_plain_port(house: Besieged, witness: Witness) -> None:
    with dial(house, house.another_address()) as connection:
        connection.sendall(CLIENT_HELLO)
        assert b" 400 " in until_closed(connection).split(b"\r\n")[0]
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with dial(house, house.another_address()) as connection, pytest.raises((ssl.SSLError, ConnectionError)):
        context.wrap_socket(connection)


def test_headers_that_trickle_in(house: Besieged, witness: Witness) -> None:
    begun = time.monotonic()
    with dial(house, house.another_address()) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: house\r\n")
        connection.settimeout(0.1)
        number = 0
        while time.monotonic() - begun < LIMITS["handshake"] + SLACK:
            try:
                connection.sendall(b"X-%d: y\r\n" % number)
                number += 1
                if not connection.recv(1000):
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
    seconds = time.monotonic() - begun
    print(f"\n  closed after {seconds:.1f} s and {number} headers")
    assert seconds < LIMITS["handshake"] + SLACK


def test_headers_of_a_second_request_that_trickle_in(house: Besieged, witness: Witness) -> None:
    with dial(house, house.another_address()) as connection:
        connection.sendall(request("GET", "/healthz"))
        assert read_answer(connection)[0] == 200
        begun = time.monotonic()
        connection.sendall(b"GET / HTTP/1.1\r\nHost: ho")
        assert until_closed(connection) == b""
    seconds = time.monotonic() - begun
    print(f"\n  closed after {seconds:.1f} s")
    assert seconds < LIMITS["idle"] + SLACK


def test_a_body_that_trickles_in(house: Besieged, witness: Witness) -> None:
    begun = time.monotonic()
    with dial(house, house.another_address()) as connection:
        connection.sendall(b"POST /api/verify HTTP/1.1\r\nHost: house\r\nContent-Length: 100000\r\n\r\n{")
        connection.settimeout(0.1)
        answer = b""
        while time.monotonic() - begun < LIMITS["idle"] + SLACK and b"\r\n\r\n" not in answer:
            try:
                connection.sendall(b" ")
                answer += connection.recv(1 << 16)
            except TimeoutError:
                continue
            except ConnectionError:
                break
    seconds = time.monotonic() - begun
    print(f"\n  answered after {seconds:.1f} s")
    assert answer.startswith(b"HTTP/1.1 408 ")


def test_an_answer_that_nobody_reads(house: Besieged, witness: Witness) -> None:
    """Whoever asks and does not read is let go, as whoever does not speak."""
    scale = Scale(house)
    asked = request("GET", "/api/openapi.json")
    with dial(house, house.another_address(), receive_buffer=4096) as connection:
        assert not send_until_stuck(connection, asked * 100), "the house went on for ever"
        seconds = seconds_until_ended(connection, LIMITS["idle"] + 2 * SLACK)
    print(f"\n  let go after {seconds:.1f} s")
    assert seconds < LIMITS["idle"] + SLACK
    scale.weigh("answers that nobody reads")


def seconds_until_ended(connection: socket.socket, most: float) -> float:
    """How long it takes until the other side gives up a connection that is not read."""
    begun = time.monotonic()
    has_ended(connection, most)
    return time.monotonic() - begun


def has_ended(connection: socket.socket, wait: float = 0.0) -> bool:
    """Whether the other side has ended it, without reading what it sent before."""
    poll = select.poll()
    poll.register(connection, select.POLLRDHUP)
    return bool(poll.poll(wait * 1000))


def test_requests_sent_all_at_once(house: Besieged, witness: Witness) -> None:
    """A stream without end: they are answered one by one, until too many of them in a row were too fast."""
    scale = Scale(house)
    asked = request("GET", "/api/house") * 1000
    answered = 0
    with dial(house, house.another_address()) as connection:
        connection.setblocking(False)
        begun = time.monotonic()
        left = asked
        ended = False
        while not ended:
            assert time.monotonic() - begun < PATIENCE
            with suppress(BlockingIOError, ConnectionError):
                left = left[connection.send(left) :] or asked
            try:
                came = connection.recv(1 << 20)
                answered += came.count(b"HTTP/1.1 ")
                ended = not came
            except BlockingIOError:
                time.sleep(0.001)
            except ConnectionError:
                ended = True
    print(f"\n  {answered} answers in {time.monotonic() - begun:.1f} s")
    assert 0 < answered < 1000
    scale.weigh("requests all at once")


@pytest.mark.parametrize("kind", ["gzip", "deflate", "br"])
def test_a_body_that_unpacks_to_much(house: Besieged, witness: Witness, kind: str) -> None:
    scale = Scale(house)
    packed = gzip.compress(b'{"format":"' + b"x" * MUCH, compresslevel=1)
    packed = packed[: 3 * MEGABYTE]
    asked = request("POST", "/api/verify", packed, Content_Encoding=kind)
    status, answer = ask(house, house.another_address(), asked)
    scale.weigh(f"{len(packed) / MEGABYTE:.1f} MB of {kind}")
    assert (status, answer["code"]) in {(400, "malformed"), (413, "too_large")}


def test_a_body_larger_than_announced_limits(house: Besieged, witness: Witness) -> None:
    scale = Scale(house)
    for path, most in (("/api/tables", 65_536), ("/api/verify", 4 * MEGABYTE)):
        with dial(house, house.another_address()) as connection:
            head = f"POST {path} HTTP/1.1\r\nHost: house\r\nContent-Length: {MUCH}\r\n\r\n"
            connection.sendall(head.encode())
            sent = send_as_much_as_taken(connection, PART, MUCH // MEGABYTE)
            print(f"\n  {path}: {sent / MEGABYTE:.0f} MB sent of a body that may have {most} bytes")
        with dial(house, house.another_address()) as connection:
            head = f"POST {path} HTTP/1.1\r\nHost: house\r\nTransfer-Encoding: chunked\r\n\r\n"
            connection.sendall(head.encode())
            status, _ = read_answer(connection)
            assert status == 411
            chunk = b"%x\r\n%b\r\n" % (len(PART), PART)
            sent = send_as_much_as_taken(connection, chunk, MUCH // MEGABYTE)
            assert sent < MUCH
    scale.weigh("bodies that are too large")


@pytest.mark.parametrize("line", ["GET /api/house", "POST /api/tables", "POST /api/verify"])
def test_a_body_in_chunks_of_one_byte(house: Besieged, witness: Witness, line: str) -> None:
    """It is refused before the first of them is looked at, and the connection ends whatever else is sent."""
    with dial(house, house.another_address()) as connection:
        connection.sendall(f"{line} HTTP/1.1\r\nHost: house\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
        status, _ = read_answer(connection)
        assert status == 411
        begun = time.monotonic()
        chunks = b"1\r\nx\r\n" * 10_000
        assert send_as_much_as_taken(connection, chunks, 10_000) < 10_000 * len(chunks)
        until_closed(connection)
    assert time.monotonic() - begun < LIMITS["idle"] + SLACK


def test_connections_that_break_in_the_middle(house: Besieged, witness: Witness) -> None:
    scale = Scale(house)
    files = house.open_files()
    chance = random.Random(1)
    whole = request("POST", "/api/tables", b'{"options": {"game": "eriantys", "players": 2}}')
    for _ in range(10):
        source = house.another_address()
        for _ in range(20):
            with dial(house, source) as connection:
                connection.sendall(whole[: chance.randrange(len(whole))])
                hard = bytes([1, 0, 0, 0, 0, 0, 0, 0])  # SO_LINGER with 0 seconds: a reset instead of an end
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, hard)
    witness.plays_on()
    scale.weigh("200 connections that broke")
    assert house.open_files() <= files + 2
