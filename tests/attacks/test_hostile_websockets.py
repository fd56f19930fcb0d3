"""WebSockets that flood, swallow or never end, at tables of their own. `-s` shows the figures."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import msgspec
import pytest

from .besieged import FAST, LIMITS, MEGABYTE, SLACK, Besieged, besieged
from .test_hostile_sockets import MOST_GROWTH, MUCH, PART, Scale, has_ended, seconds_until_ended
from .wire import (
    BINARY,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    Dialogue,
    announced,
    dial,
    frame,
    open_table,
    request,
    send_as_much_as_taken,
    send_until_stuck,
    upgrade_request,
)
from .wire import ask as ask_http
from .witness import Witness

LONGEST_WAIT = 0.5  # seconds of work at a flood, while others wait


def greeted(stack: ExitStack, house: Besieged, code: str, source: str, key: str | None = None) -> Dialogue:
    dialogue = Dialogue(stack.enter_context(dial(house, source)), code)
    dialogue.send("hello", key=key)
    dialogue.next("welcome")
    return dialogue


def test_nobody_has_to_greet_but_not_for_long(house: Besieged, witness: Witness) -> None:
    source = house.another_address()
    code = open_table(house, source)
    begun = time.monotonic()
    with ExitStack() as stack:
        silent = [Dialogue(stack.enter_context(dial(house, source)), code) for _ in range(30)]
        for dialogue in silent:
            heard, close_code = dialogue.until_closed()
            assert [message["code"] for message in heard] == ["idle"]
            assert close_code is not None
    assert time.monotonic() - begun < LIMITS["handshake"] + SLACK


def test_a_message_that_is_announced_as_large_is_refused_at_once(house: Besieged, witness: Witness) -> None:
    scale = Scale(house)
    source = house.another_address()
    code = open_table(house, source)
    for kind in (TEXT, BINARY):
        with ExitStack() as stack:
            dialogue = greeted(stack, house, code, source)
            dialogue.connection.sendall(announced(MUCH, kind))
            sent = send_as_much_as_taken(dialogue.connection, PART, MUCH // MEGABYTE)
            scale.weigh(f"{sent / MEGABYTE:.0f} MB of a message of 200 MB")
            assert sent < MUCH
    with ExitStack() as stack:
        dialogue = greeted(stack, house, code, source)
        dialogue.connection.sendall(announced(MUCH))
        assert dialogue.until_closed()[1] == 1009


def test_a_message_in_fragments_without_end(house: Besieged, witness: Witness) -> None:
    scale = Scale(house)
    source = house.another_address()
    code = open_table(house, source)
    with ExitStack() as stack:
        dialogue = greeted(stack, house, code, source)
        dialogue.connection.sendall(frame(b"{", last=False))
        piece = frame(b" " * 50_000, CONTINUATION, last=False)
        sent = send_as_much_as_taken(dialogue.connection, piece, MUCH // len(piece))
        assert sent < MUCH
        scale.weigh(f"{sent / MEGABYTE:.1f} MB in fragments")


@pytest.mark.parametrize("piece", [b"", b" "], ids=["empty", "tiny"])
def test_fragments_that_are_hardly_any_bytes(house: Besieged, witness: Witness, piece: bytes) -> None:
    """They never make a message that is too large, so it is their number that counts."""
    scale = Scale(house)
    source = house.another_address()
    code = open_table(house, source)
    with ExitStack() as stack:
        dialogue = greeted(stack, house, code, source)
        dialogue.connection.sendall(frame(b"{", last=False) + frame(piece, CONTINUATION, last=False) * 5000)
        assert dialogue.until_closed() == ([], 1008)
    with ExitStack() as stack:
        dialogue = greeted(stack, house, code, source)
        dialogue.connection.sendall(frame(b"{", last=False))
        many = frame(piece, CONTINUATION, last=False) * 10_000
        sent = send_as_much_as_taken(dialogue.connection, many, MUCH // len(many))
        scale.weigh(f"{sent / MEGABYTE:.1f} MB of fragments")
        assert sent < MUCH
    assert witness.slowest < LONGEST_WAIT


@pytest.mark.parametrize("text", [b'{"type":"ping"}', b"junk"], ids=["ping", "junk"])
@pytest.mark.parametrize("piece", [b"", b" "], ids=["empty", "tiny"])
def test_messages_in_as_many_fragments_as_they_may_have(
    house: Besieged, witness: Witness, piece: bytes, text: bytes
) -> None:
    """Each is a message that may be sent; together they are too fast, and the client is told so and sent away."""
    source = house.another_address()
    code = open_table(house, source)
    dropped = figure(house, 'ludoteca_dropped_total{code="too_fast_for_too_long"}')
    with ExitStack() as stack:
        dialogue = greeted(stack, house, code, source)
        dialogue.connection.sendall(in_fragments(text, piece) * 400)
        heard, close_code = dialogue.until_closed()
        assert (heard[-1]["type"], heard[-1]["code"]) == ("goodbye", "too_fast_for_too_long")
        assert close_code == 1008
    assert figure(house, 'ludoteca_dropped_total{code="too_fast_for_too_long"}') == dropped + 1
    assert witness.slowest < LONGEST_WAIT


def in_fragments(text: bytes, piece: bytes) -> bytes:
    """A message that begins with 63 fragments of next to nothing."""
    before = frame(piece, last=False) + frame(piece, CONTINUATION, last=False) * 62
    return before + frame(text, CONTINUATION)


def figure(house: Besieged, name: str) -> float:
    status, figures = ask_http(house, "127.0.0.1", request("GET", "/metrics"))
    assert status == 200
    lines = [line for line in figures.decode().splitlines() if line.startswith(f"{name} ")]
    return float(lines[0].split()[-1]) if lines else 0.0


@pytest.mark.parametrize("kind", [PING, PONG])
@pytest.mark.parametrize("content", [b"", b"x" * 125], ids=["empty", "full"])
def test_pings_by_the_thousand(house: Besieged, witness: Witness, kind: int, content: bytes) -> None:
    scale = Scale(house)
    source = house.another_address()
    code = open_table(house, source)
    with ExitStack() as stack:
        dialogue = greeted(stack, house, code, source)
        flood(dialogue, frame(content, kind) * 1000, 10)
        scale.weigh("10,000 pings")
        assert has_ended(dialogue.connection)
    with ExitStack() as stack:
        dialogue = greeted(stack, house, code, source)
        flood(dialogue, frame(content, kind) * 50, 1)  # as many as nobody minds
        dialogue.send("ping", id="still here")
        assert dialogue.next("pong")["id"] == "still here"
    assert witness.slowest < LONGEST_WAIT


@pytest.mark.parametrize(
    "text",
    [b'{"type":"ping"}', b'{"type":"mute","name":"Ada"}', b"junk", b'[{"a":1}', b"[" * 60_000],
    ids=["ping", "mute", "junk", "broken", "deep"],
)
def test_messages_by_the_thousand(house: Besieged, witness: Witness, text: bytes) -> None:
    """Whoever sends too fast is told so, then sent away. Pings are counted by themselves."""
    scale = Scale(house)
    source = house.another_address()
    code = open_table(house, source)
    count = max(2, 500_000 // len(text))
    with ExitStack() as stack:
        dialogue = greeted(stack, house, code, source)
        begun = time.monotonic()
        flood(dialogue, frame(text) * count, 5)
        print(f"\n  {5 * count} messages of {len(text)} bytes in {time.monotonic() - begun:.1f} s")
    scale.weigh("messages by the thousand")
    assert witness.slowest < LONGEST_WAIT


@pytest.mark.parametrize("kind", ["pings", "fragments"])
def test_frames_from_many_at_once(house: Besieged, witness: Witness, kind: str) -> None:
    """A house that is slow because of them must not take them for slow: all are sent away soon."""
    frames = {"pings": frame(b'{"type":"ping"}'), "fragments": in_fragments(b'{"type":"ping"}', b"")}[kind]
    source = house.another_address()
    code = open_table(house, source)
    with ExitStack() as stack:
        flooding = [greeted(stack, house, code, source).connection for _ in range(30)]
        begun = time.monotonic()
        for connection in flooding:
            connection.setblocking(False)
        while not all(has_ended(connection) for connection in flooding):
            assert time.monotonic() - begun < SLACK, "they may go on for ever"
            for connection in flooding:
                with suppress(BlockingIOError, ConnectionError):
                    connection.send(frames * (12_000 // len(frames)))
                with suppress(BlockingIOError, ConnectionError):
                    connection.recv(1 << 16)
        print(f"\n  all sent away after {time.monotonic() - begun:.1f} s")


def flood(dialogue: Dialogue, content: bytes, times: int) -> None:
    """Send it, while everything that is answered is read."""

    def swallow() -> None:
        try:
            while dialogue.connection.recv(1 << 20):
                pass
        except OSError:
            pass

    reading = threading.Thread(target=swallow)
    dialogue.connection.settimeout(1.0)  # of silence
    reading.start()
    send_as_much_as_taken(dialogue.connection, content, times)
    reading.join()
    dialogue.connection.settimeout(15.0)


@pytest.mark.parametrize(
    "content", [frame(b"x" * 125, PING), frame(b'{"type":"ping"}'), frame(b"?" * 1000)], ids=["PING", "ping", "junk"]
)
def test_answers_that_nobody_reads(house: Besieged, witness: Witness, content: bytes) -> None:
    scale = Scale(house)
    source = house.another_address()
    code = open_table(house, source)
    with dial(house, source, receive_buffer=4096) as connection:
        dialogue = Dialogue(connection, code)
        dialogue.send("hello")
        dialogue.next("welcome")
        assert not send_until_stuck(connection, content * 1000), "the house went on for ever"
        seconds = seconds_until_ended(connection, 2 * SLACK)
    print(f"\n  let go after {seconds:.1f} s")
    assert seconds < SLACK
    scale.weigh("answers that nobody reads")


def test_who_never_reads_is_dropped_and_the_table_plays_on(tmp_path: Path) -> None:
    """Ten who watch, say now and then that they are there, and read nothing of what they are told."""
    with (
        besieged(tmp_path, limits=FAST) as house,
        ExitStack() as stack,
    ):
        witness = stack.enter_context(Witness(house))
        code = open_table(house, "127.0.0.1", game="masters", players=1)
        eve = greeted(stack, house, code, "127.0.0.1", "the key of Eve")
        eve.send("start")
        while not (legal := eve.next("entry")["view"]["legal"]):
            pass
        listening = greeted(stack, house, code, "127.0.0.1")
        deaf = []
        for _ in range(10):
            connection = stack.enter_context(dial(house, "127.0.0.1", receive_buffer=4096))
            dialogue = Dialogue(connection, code)
            dialogue.send("hello")
            dialogue.next("welcome")
            deaf.append(connection)
        before = largest = house.memory()
        written, begun = 0, time.monotonic()
        while not all(has_ended(connection) for connection in deaf):
            assert time.monotonic() - begun < 2 * SLACK, "they are never dropped"
            for message in ({"kind": "act", "action": legal[0]}, {"kind": "take_back"}):
                eve.send(**message)
                assert eve.next("done", "refused")["type"] == "done"
                listening.next("entry")
                written += 1
            if written % 100 == 0:
                largest = max(largest, house.memory())
                send_to_those_who_are_there(deaf)
        seconds = time.monotonic() - begun
        print(f"\n  all dropped after {written} entries and {seconds:.1f} s; {before / MEGABYTE:.1f} MB before,")
        print(f"  at most {largest / MEGABYTE:.1f} MB; the witness waited for {witness.slowest * 1000:.0f} ms of work")
        assert largest - before < MOST_GROWTH
        status, figures = ask_http(house, "127.0.0.1", request("GET", "/metrics"))
        assert status == 200
        assert b'ludoteca_dropped_total{code="slow"} 10.0' in figures
        witness.plays_on()


def send_to_those_who_are_there(deaf: list[socket.socket]) -> None:
    for connection in deaf:
        if not has_ended(connection):
            connection.sendall(frame(b"", PONG))


def test_half_a_handshake(house: Besieged, witness: Witness) -> None:
    """Upgrades that are wrong are answered in HTTP, and nothing is opened."""
    source = house.another_address()
    code = open_table(house, source)
    good = upgrade_request(code)
    for wrong, right in (
        (b"Sec-WebSocket-Version: 99", b"Sec-WebSocket-Version: 13"),
        (b"Sec-WebSocket-Key: short", b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
        (b"Sec-WebSocket-Key: \xff\xfe", b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
        (b"Connection: close", b"Connection: Upgrade"),
        (b"Upgrade: h2c", b"Upgrade: websocket"),
        (b"X-None: 1", b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
    ):
        assert right in good
        status, answer = ask_http(house, source, good.replace(right, wrong))
        assert (status, answer["code"]) in {(400, "bad_request"), (426, "bad_request")}, (wrong, answer)
    status, answer = ask_http(house, source, upgrade_request("AAAAAA"))
    assert (status, answer["code"]) == (404, "no_such_table")
    other_site = good.replace(b"Host: house", b"Host: house\r\nOrigin: https://elsewhere.example")
    status, answer = ask_http(house, source, other_site)
    assert (status, answer["code"]) == (403, "origin")
    assert ask_http(house, source, request("GET", "/healthz"))[0] == 200


def test_messages_before_the_handshake_is_answered(house: Besieged, witness: Witness) -> None:
    """A client may send what comes first together with the upgrade, and much of it."""
    scale = Scale(house)
    source = house.another_address()
    code = open_table(house, source)
    with dial(house, source) as connection:
        hello = frame(msgspec.json.encode({"type": "hello"}))
        connection.sendall(upgrade_request(code) + hello)
        sent = send_as_much_as_taken(connection, frame(b'{"type":"ping"}') * 1000, 100)
        print(f"\n  {sent / MEGABYTE:.1f} MB sent")
    scale.weigh("messages before the answer")
