"""HTTP and WebSocket by hand, byte for byte, so that they can be spoken wrongly."""

from __future__ import annotations

import socket
import struct
from typing import Any

import msgspec

from .besieged import Besieged

PATIENCE = 60.0  # seconds for an answer
TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 1, 2, 8, 9, 10, 0

Json = dict[str, Any]


def dial(house: Besieged, source: str, receive_buffer: int | None = None) -> socket.socket:
    """A connection from an address of this machine."""
    connection = socket.socket()
    if receive_buffer is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.settimeout(PATIENCE)
    connection.bind((source, 0))
    connection.connect(("127.0.0.1", house.port))
    return connection


def until_closed(connection: socket.socket) -> bytes:
    """Everything that comes until the other side ends it, politely or not."""
    read = bytearray()
    try:
        while part := connection.recv(1 << 16):
            read += part
    except ConnectionError:
        pass
    return bytes(read)


def send_as_much_as_taken(connection: socket.socket, part: bytes, times: int) -> int:
    """How many bytes were sent before the other side had enough."""
    sent = 0
    try:
        for _ in range(times):
            connection.sendall(part)
            sent += len(part)
    except (ConnectionError, TimeoutError):
        pass
    return sent


def send_until_stuck(connection: socket.socket, part: bytes, times: int = 10_000) -> bool:
    """Send, and read nothing, until nothing more is taken; whether it never came to that."""
    connection.setblocking(False)
    try:
        for _ in range(times):
            connection.send(part)
    except (BlockingIOError, ConnectionError):
        return False
    return True


def read_answer(connection: socket.socket) -> tuple[int, bytes]:
    """Status and body of one answer whose length is announced."""
    read = b""
    while b"\r\n\r\n" not in read:
        part = connection.recv(1 << 16)
        if not part:
            raise ConnectionResetError(f"closed after {read!r}")
        read += part
    head, _, body = read.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    length = next((int(line[15:]) for line in lines if line.lower().startswith(b"content-length:")), 0)
    while len(body) < length:
        body += connection.recv(1 << 16)
    return int(lines[0].split()[1]), body


def ask(house: Besieged, source: str, request: bytes) -> tuple[int, Any]:
    """One request on a connection of its own; the status and what the JSON of the answer says."""
    with dial(house, source) as connection:
        connection.sendall(request)
        status, body = read_answer(connection)
        return status, msgspec.json.decode(body) if body[:1] in b"{[" else body


def request(method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: house"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if body or method in ("POST", "PUT"):
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + body


def open_table(house: Besieged, source: str, **options: Any) -> str:
    """The code of a table at which Eve has a seat."""
    wanted = {"game": "eriantys", "players": 2, "public": False, **options}
    body = msgspec.json.encode({"options": wanted, "seat": {"name": "Eve", "key": "the key of Eve"}})
    status, opened = ask(house, source, request("POST", "/api/tables", body))
    assert status == 200, opened
    return str(opened["code"])


def upgrade_request(code: str) -> bytes:
    return request(
        "GET",
        f"/api/tables/{code}/socket",
        Upgrade="websocket",
        Connection="Upgrade",
        Sec_WebSocket_Version="13",
        Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25jZQ==",
    )


def frame(payload: bytes, kind: int = TEXT, *, last: bool = True, masked: bool = True, reserved: int = 0) -> bytes:
    """A frame of a client (RFC 6455, 5.2), right unless told otherwise."""
    head = (0x80 if last else 0) | (reserved << 4) | kind
    mask = 0x80 if masked else 0
    length = len(payload)
    if length < 126:
        start = struct.pack("!BB", head, mask | length)
    elif length < 1 << 16:
        start = struct.pack("!BBH", head, mask | 126, length)
    else:
        start = struct.pack("!BBQ", head, mask | 127, length)
    return start + (bytes(4) + payload if masked else payload)  # a mask of zeros changes nothing


def announced(length: int, kind: int = TEXT) -> bytes:
    """The head of a frame with that many bytes to come."""
    return struct.pack("!BBQ", 0x80 | kind, 0x80 | 127, length) + bytes(4)


class Dialogue:
    """A WebSocket over a connection, after the handshake."""

    def __init__(self, connection: socket.socket, code: str) -> None:
        self.connection = connection
        connection.sendall(upgrade_request(code))
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            part = connection.recv(1)
            assert part, head
            head += part
        assert head.startswith(b"HTTP/1.1 101 "), head

    def send(self, kind: str, **members: Any) -> None:
        self.connection.sendall(frame(msgspec.json.encode({"type": kind, **members})))

    def read_frame(self) -> tuple[int, bytes]:
        """Kind and content of the next frame; it ends with a `ConnectionError` when there is none."""
        first, second = self._exactly(2)
        assert second < 128, "a server does not mask"
        assert not first & 0x70, "reserved bits"
        length = second
        if length == 126:
            (length,) = struct.unpack("!H", self._exactly(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self._exactly(8))
        return first & 0x0F, self._exactly(length)

    def _exactly(self, count: int) -> bytes:
        read = b""
        while len(read) < count:
            part = self.connection.recv(count - len(read))
            if not part:
                raise ConnectionResetError("the other side has ended it")
            read += part
        return read

    def next(self, *kinds: str) -> Json:
        """The next message of one of these types."""
        while True:
            kind, content = self.read_frame()
            if kind == PING:
                self.connection.sendall(frame(content, PONG))
                continue
            assert kind == TEXT, (kind, content)
            message: Json = msgspec.json.decode(content)
            if message["type"] in kinds:
                return message

    def until_closed(self) -> tuple[list[Json], int | None]:
        """All messages that still come, and the code with which the connection is closed, if it says one."""
        heard: list[Json] = []
        try:
            while True:
                kind, content = self.read_frame()
                if kind == CLOSE:
                    return heard, int.from_bytes(content[:2], "big") if content else None
                if kind == TEXT:
                    heard.append(msgspec.json.decode(content))
        except ConnectionError:
            return heard, None
