"""A WebSocket client that costs as little as possible, so that it is the server that is measured.

It sends and reads whole text frames and nothing else (RFC 6455): all that the servers of these benches need. The mask
that the protocol asks of clients is zero, so masking changes nothing.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
import struct
from collections.abc import Callable
from typing import Self, cast

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
MASKED = 0x80
NO_MASK = b"\0\0\0\0"
REQUEST = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class LeanSocket(asyncio.Protocol):
    def __init__(self, on_text: Callable[[bytes], None]) -> None:
        self.on_text = on_text
        self._buffer = bytearray()
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False

    @classmethod
    async def connect(cls, port: int, path: str, on_text: Callable[[bytes], None]) -> Self:
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: cls(on_text), "127.0.0.1", port)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        socket.transport.write(REQUEST.format(path=path, port=port, key=key).encode())
        await socket.opened
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionResetError("the server closed the connection"))

    def close(self) -> None:
        self.transport.abort()

    def send(self, text: bytes) -> None:
        length = len(text)
        if length < 126:
            head = struct.pack("!BB", TEXT, MASKED | length)
        else:
            head = struct.pack("!BBH", TEXT, MASKED | 126, length)
        self.transport.write(head + NO_MASK + text)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self.opened.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(bytes(buffer[:200]).decode(errors="replace")))
                return
            del buffer[: end + 4]
            self.opened.set_result(None)
        self._read_frames()

    def _read_frames(self) -> None:
        buffer, start = self._buffer, 0
        while len(buffer) - start >= 2:
            head = 2
            length = buffer[start + 1]
            if length == 126:
                head = 4
            elif length == 127:
                head = 10
            if len(buffer) - start < head:
                break
            if head > 2:
                length = int.from_bytes(buffer[start + 2 : start + head], "big")
            if len(buffer) - start < head + length:
                break
            kind = buffer[start]
            payload = bytes(buffer[start + head : start + head + length])
            start += head + length
            if kind == TEXT:
                self.on_text(payload)
            elif kind == PING:
                self.transport.write(struct.pack("!BB", PONG, MASKED | length) + NO_MASK + payload)
        del buffer[:start]
