"""A WebSocket over a real connection, written and read frame by frame."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from ludoteca.server.transport.frames import CLOSE, TEXT

from ..houses import House
from ..wire import raw
from .streams import Items, frame

HELLO = frame(b'{"type":"hello"}')
HANDSHAKE = (
    "GET /api/tables/{code}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def ping(name: str) -> bytes:
    """A message that is answered with the same id."""
    return b'{"type":"ping","id":"%b"}' % name.encode()


class Connection:
    """A WebSocket after its handshake."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    def send(self, stream: bytes) -> None:
        self._writer.write(stream)

    async def next(self) -> tuple[int, bytes]:
        """A frame as a server writes it (5.2): whole, not masked, its length in as few bytes as can be."""
        first, length = await self._reader.readexactly(2)
        assert first & 0xF0 == 0x80
        assert length < 128
        if length >= 126:
            size = 2 if length == 126 else 8
            length = int.from_bytes(await self._reader.readexactly(size), "big")
            assert length >= (126 if size == 2 else 1 << 16)
        return first & 0x0F, await self._reader.readexactly(length)

    async def until_closed(self) -> Items:
        """All frames but the welcome and what goes with it; the last one is a close frame, and nothing follows it."""
        items: Items = []
        while not items or items[-1][0] != CLOSE:
            opcode, payload = await self.next()
            if opcode != TEXT or msgspec.json.decode(payload)["type"] in ("pong", "refused", "goodbye"):
                items.append((opcode, payload))
        assert await self._reader.read() == b""
        return items

    async def answered(self, name: str) -> Items:
        """All frames up to the answer to what had that id."""
        items: Items = []
        while True:
            items.append(await self.next())
            opcode, payload = items[-1]
            if opcode == TEXT and msgspec.json.decode(payload).get("id") == name:
                return items


@asynccontextmanager
async def connected(house: House, code: str, stream: bytes = b"") -> AsyncIterator[Connection]:
    """Somebody who watches; `stream` comes together with the greeting."""
    async with raw(house) as (reader, writer):
        writer.write(HANDSHAKE.format(code=code).encode())
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        writer.write(HELLO + stream)
        yield Connection(reader, writer)
