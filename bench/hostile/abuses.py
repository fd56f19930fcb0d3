"""What hostile clients send: to HTTP, over a WebSocket, in each dialect. Each abuse is some bytes and a manner."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from bench.dialects.openings import OPENINGS, lines

KILOBYTE = 1024
TEXT, PING, CONTINUATION = 0x1, 0x9, 0x0


class Tactic(Enum):
    STREAM = "stream"  # as much as the server takes
    ASK = "ask"  # the next one when the one before was answered
    TRICKLE = "trickle"  # byte for byte
    CHURN = "churn"  # hang up after one, and come again


@dataclass(frozen=True)
class Target:
    """What an abuse may be about: ports, a table at which people play, a game that is over, and its replay."""

    ports: Mapping[str, int]
    playing: str
    finished: str
    replay: Path


@dataclass(frozen=True)
class Abuse:
    """`opening` is sent once on each connection, then `piece` again and again, in which there are so many `messages`.

    If there is a `start`, the opening is answered, and the start is sent once before the pieces.
    """

    name: str
    port: str
    tactic: Tactic
    piece: Callable[[Target], bytes]
    messages: int = 1
    opening: Callable[[Target], bytes] = lambda target: b""
    start: bytes = b""
    small: bool = False  # whether it is also measured at the small scale


def frame(payload: bytes, opcode: int = TEXT, *, final: bool = True, masked: bool = True) -> bytes:
    """A frame of a client (RFC 6455, 5.2); its mask is zero and changes nothing."""
    first, mask, length = (0x80 if final else 0) | opcode, 0x80 if masked else 0, len(payload)
    if length < 126:
        head = struct.pack("!BB", first, mask | length)
    elif length < 1 << 16:
        head = struct.pack("!BBH", first, mask | 126, length)
    else:
        head = struct.pack("!BBQ", first, mask | 127, length)
    return head + (bytes(4) if masked else b"") + payload


def request(method: str, path: str, *headers: str, body: bytes = b"") -> bytes:
    told = [f"{method} {path} HTTP/1.1", "Host: house", *headers]
    if body:
        told.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*told, "", ""]).encode() + body


def upgrade(target: Target, version: str = "13") -> bytes:
    return request(
        "GET",
        f"/api/tables/{target.playing}/socket",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Version: {version}",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    )


GREETED = frame(b'{"type":"hello"}')
IN_A_MESSAGE = GREETED + frame(b"{", final=False)  # of which the rest is expected


def socket_abuse(name: str, piece: bytes, messages: int, start: bytes = GREETED, small: bool = False) -> Abuse:
    return Abuse(f"WebSocket: {name}", "http", Tactic.STREAM, lambda target: piece, messages, upgrade, start, small)


def asked_again(name: str, asked: Callable[[Target], bytes], times: int = 20, small: bool = False) -> Abuse:
    """The same request again and again, several at once."""
    return Abuse(f"HTTP: {name}", "http", Tactic.STREAM, lambda target: asked(target) * times, times, small=small)


CHUNKS = b"1\r\nx\r\n" * 2000
DEEP = b"[" * 60_000
RUBBISH = b'{"type":"act","action":{"x":"%b"}}' % (b"y" * 60_000)
NUMBER = b"9" * 60_000

SOCKETS = (
    socket_abuse("empty continuation frames", frame(b"", CONTINUATION, final=False) * 2000, 2000, IN_A_MESSAGE, True),
    socket_abuse("fragments of one byte", frame(b" ", CONTINUATION, final=False) * 2000, 2000, IN_A_MESSAGE),
    socket_abuse("pings", frame(b"", PING) * 2000, 2000, small=True),
    socket_abuse("messages of 60 KB", frame(RUBBISH), 1),
    socket_abuse("deep JSON", frame(DEEP), 1, small=True),
    socket_abuse("messages too fast", frame(b'{"type":"ping"}') * 1000, 1000),
    socket_abuse("moves that are refused", frame(b'{"type":"act","id":"1","action":{}}') * 500, 500),
    socket_abuse("frames without a mask", frame(b'{"type":"ping"}', masked=False) * 100, 100),
)


def chunked(method: str, path: str) -> Callable[[Target], bytes]:
    return lambda target: request(method, path, "Transfer-Encoding: chunked")


HTTP = (
    Abuse(
        "HTTP: one-byte chunks, GET",
        "http",
        Tactic.STREAM,
        lambda target: CHUNKS,
        2000,
        chunked("GET", "/api/house"),
        small=True,
    ),
    Abuse(
        "HTTP: one-byte chunks, POST",
        "http",
        Tactic.STREAM,
        lambda target: CHUNKS,
        2000,
        chunked("POST", "/api/tables"),
        small=True,
    ),
    Abuse(
        "HTTP: bytes after a 413",
        "http",
        Tactic.STREAM,
        lambda target: b" " * 64 * KILOBYTE,
        1,
        lambda target: request("POST", "/api/tables", "Content-Length: 1000000000"),
    ),
    Abuse(
        "HTTP: headers, many and tiny",
        "http",
        Tactic.STREAM,
        lambda target: request("GET", "/api/house", *(f"X-{number}: y" for number in range(100))),
        1,
        small=True,
    ),
    Abuse(
        "HTTP: headers of 8 KB",
        "http",
        Tactic.STREAM,
        lambda target: request("GET", "/api/house", *(f"X-{number}: {'y' * 8000}" for number in range(3))),
    ),
    Abuse("HTTP: no HTTP at all", "http", Tactic.STREAM, lambda target: b"\x16\x03\x01\x02\x00" * 1000),
    asked_again("pipelined requests", lambda target: request("GET", "/api/house"), small=True),
    asked_again("addresses that are not there", lambda target: request("GET", "/nothing")),
    asked_again("names of other houses", lambda target: b"GET / HTTP/1.1\r\nHost: elsewhere\r\n\r\n", times=100),
    Abuse(
        "HTTP: one request after the other",
        "http",
        Tactic.ASK,
        lambda target: request("GET", "/api/tables"),
        small=True,
    ),
    asked_again("handshakes that fail", lambda target: upgrade(target, "12")),
    asked_again("the page", lambda target: request("GET", "/")),
    asked_again("the description", lambda target: request("GET", "/api/openapi.json")),
    asked_again("lists of tables", lambda target: request("GET", "/api/tables")),
    asked_again("history", lambda target: request("GET", "/api/history?most=100")),
    asked_again("lessons", lambda target: request("GET", "/api/lessons/eriantys/3")),
    asked_again("films", lambda target: request("GET", f"/api/tables/{target.finished}/film")),
    asked_again("films of a running game", lambda target: request("GET", f"/api/tables/{target.playing}/film")),
    asked_again("replays", lambda target: request("GET", f"/api/tables/{target.finished}/replay"), small=True),
    asked_again(
        "games to verify",
        lambda target: request("POST", "/api/verify", body=target.replay.read_bytes()),
        times=1,
        small=True,
    ),
    asked_again("bodies of 4 MB", lambda target: request("POST", "/api/verify", body=b"[" * 4_000_000), times=1),
    Abuse(
        "HTTP: connections",
        "http",
        Tactic.CHURN,
        lambda target: b"GET /api/house HTTP/1.1\r\nHost: x\r\n",
        small=True,
    ),
)


def in_dialect(name: str) -> tuple[Abuse, ...]:
    hello = lines([OPENINGS[name].hello])

    def abuse(what: str, piece: bytes, messages: int, tactic: Tactic = Tactic.STREAM, small: bool = False) -> Abuse:
        return Abuse(f"{name}: {what}", name, tactic, lambda target: piece, messages, small=small)

    return (
        abuse("empty lines", b"\n" * 10_000, 10_000, small=name == "psp24"),
        abuse("lines of spaces", (b" " * 60_000 + b"\n"), 1),
        abuse("lines without end", b"x" * 64 * KILOBYTE, 1),
        abuse("deep JSON", DEEP + b"\n", 1, small=name == "group31"),
        abuse("big numbers", b'{"type":' + NUMBER + b"}\n", 1),
        abuse("byte for byte", b"x" * 1000, 1000, Tactic.TRICKLE),
        abuse("messages too fast", hello * 500, 500, small=name == "psp38"),
        abuse("connections", hello, 1, Tactic.CHURN, small=name == "am24"),
    )


LISTS = Abuse(
    "group31: lists of tables", "group31", Tactic.STREAM, lambda target: lines([{"type": "JoinGame"}]) * 100, 100
)

ABUSES = (*SOCKETS, *HTTP, *(abuse for name in OPENINGS for abuse in in_dialect(name)), LISTS)
