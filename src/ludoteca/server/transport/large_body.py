"""Answers whose bodies are written piece by piece, as fast as the client reads them."""

from __future__ import annotations

from aiohttp import hdrs, web

from .stream import Stream

PIECE = 64 * 1024  # bytes


class LargeBody(web.Response):
    """Of a body that is not read only some pieces wait in the server. Otherwise a copy of all of it would."""

    async def write_eof(self, data: bytes = b"") -> None:
        body, request = self.body, self._req
        if not isinstance(body, bytes) or len(body) <= PIECE or request is None or request.method == hdrs.METH_HEAD:
            await super().write_eof(data)
            return
        stream = request.transport
        for start in range(0, len(body), PIECE):
            if isinstance(stream, Stream):
                await stream.meter.unread.room()
            await self.write(body[start : start + PIECE])
            await request.writer.drain()
        await web.StreamResponse.write_eof(self)
