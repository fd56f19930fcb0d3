"""A TCP connection to a house, without a client in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from yarl import URL

from .houses import House

NEW = {"options": {"game": "eriantys", "players": 2}}


@asynccontextmanager
async def raw(house: House) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A TCP connection, to say things that no client would."""
    url = URL(house.server.url)
    reader, writer = await asyncio.open_connection(url.host, url.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def said_to(house: House, request: bytes) -> bytes:
    """All that is answered until the connection is closed."""
    async with raw(house) as (reader, writer):
        writer.write(request)
        return await reader.read()
