"""The WebSocket of a table. Messages to clients are framed here and handed to the transport at once.

A frame from a server is a short head and the text, the same for everybody who may read it: so it is made once, and no
client waits for another one's socket. aiohttp reads what clients send, asks whether they are still there, and closes.
"""

from __future__ import annotations

import asyncio
import struct

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from ludoteca.dialects.house import connection, messages
from ludoteca.dialects.house.problems import Problem, Trouble

from .limits import Bucket, need
from .metrics import Metrics
from .settings import Limits
from .visitor import COSTS, Visitor, Way

COME_BACK = 1.0  # seconds after which somebody may greet who did not in time
MOST_REFUSED = 100  # messages that came too fast, beyond as many that did not, before the connection is closed
FLOOD_PATIENCE = 2.0  # seconds for somebody who was sent away for that to read why
AT_ONCE = 32  # messages after which it is the others' turn: aiohttp does not wait as long as there are more


def frame(text: bytes) -> bytes:
    """A text frame of a server (RFC 6455, 5.2): final, not masked."""
    length = len(text)
    if length < 126:
        return struct.pack("!BB", 0x81, length) + text
    if length < 1 << 16:
        return struct.pack("!BBH", 0x81, 126, length) + text
    return struct.pack("!BBQ", 0x81, 127, length) + text


def close_frame(code: int, reason: bytes) -> bytes:
    """The last frame of a server (RFC 6455, 5.5.1); the reason is short."""
    return struct.pack("!BBH", 0x88, 2 + len(reason), code) + reason


class Socket:
    """One WebSocket, from the handshake to its end."""

    __slots__ = (
        "_bucket",
        "_closing",
        "_ended",
        "_leaving",
        "_limits",
        "_loop",
        "_metrics",
        "_pings",
        "_refused",
        "_request",
        "_response",
    )

    def __init__(self, request: web.Request, limits: Limits, metrics: Metrics) -> None:
        self._request = request
        self._limits = limits
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._ended = False
        self._leaving: list[bytes] = []
        self._closing: asyncio.Task[bool] | None = None
        self._response = web.WebSocketResponse(
            max_msg_size=limits.message,
            heartbeat=limits.idle / 2,
            autoping=False,
            compress=False,
            decode_text=False,
        )
        self._bucket = Bucket.full(limits.rate, limits.burst, self._loop.time())
        self._pings = Bucket.full(limits.rate, limits.burst, self._loop.time())  # they cost nothing else
        self._refused = 0

    @property
    def way(self) -> Way:
        return Way(frame, self._write, self.end)

    def _write(self, framed: bytes) -> None:
        """Whatever is written in one moment leaves in one piece: one visit to the system instead of several."""
        if not self._leaving:
            self._loop.call_soon(self._flush)
        self._leaving.append(framed)

    def _flush(self) -> None:
        pieces, self._leaving = self._leaving, []
        if not pieces:
            return
        transport = self._request.transport
        if self._ended or transport is None or transport.is_closing():
            return
        transport.write(pieces[0] if len(pieces) == 1 else b"".join(pieces))
        if transport.get_write_buffer_size() > self._limits.buffer:  # who reads too slowly comes back later
            self._ended = True
            self._metrics.dropped.labels(Problem.SLOW).inc()
            transport.abort()

    def end(self, goodbye: messages.Goodbye) -> None:
        """Say goodbye and close."""
        if not self._ended:
            self._write(frame(connection.encode(goodbye)))
            if goodbye.code == Problem.TOO_FAST_FOR_TOO_LONG:
                self._write(close_frame(WSCloseCode.POLICY_VIOLATION, goodbye.code.encode()))
            self._flush()
            self._ended = True
            transport = self._request.transport
            if goodbye.code == Problem.TOO_FAST_FOR_TOO_LONG and transport is not None:
                transport.close()  # to wait for an answer, aiohttp would go on reading what floods in
                self._loop.call_later(FLOOD_PATIENCE, transport.abort)
                return
            code = WSCloseCode.SERVICE_RESTART if goodbye.again is not None else WSCloseCode.POLICY_VIOLATION
            self._closing = asyncio.create_task(self._response.close(code=code, message=goodbye.code.encode()))

    async def serve(self, visitor: Visitor) -> web.WebSocketResponse:
        await self._response.prepare(self._request)
        try:
            await self._listen(visitor)
        finally:
            self._ended = True
            visitor.leave()
        return self._response

    async def _listen(self, visitor: Visitor) -> None:
        greeting = self._loop.call_later(self._limits.handshake, self._expect_greeting, visitor)
        try:
            count = 0
            async for message in self._response:
                if self._ended:
                    break
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    await self._receive(visitor, message)
                elif message.type not in (WSMsgType.PING, WSMsgType.PONG):
                    break
                elif self._pings.take(1, self._loop.time()) > 0:
                    self._refuse_too_fast(visitor)
                elif message.type is WSMsgType.PING:
                    await self._response.pong(message.data)
                count += 1
                if not count % AT_ONCE:
                    await asyncio.sleep(0)
        finally:
            greeting.cancel()

    def _expect_greeting(self, visitor: Visitor) -> None:
        if not visitor.greeted:
            visitor.dismiss(Problem.IDLE, COME_BACK)

    async def _receive(self, visitor: Visitor, frame_read: WSMessage) -> None:
        text = frame_read.data
        self._metrics.messages.count("house")
        try:
            try:
                message = visitor.read(text)
            except Trouble:
                need(self._bucket, 1, self._loop.time())
                raise
            cost = COSTS.get(type(message), 1)
            need(self._bucket if cost else self._pings, cost or 1, self._loop.time())
        except Trouble as trouble:
            visitor.refuse(connection.claimed_id(text), trouble.code, trouble.sentence, trouble.parameters)
            if trouble.code is Problem.TOO_FAST:
                self._refuse_too_fast(visitor)
            return
        if self._refused:
            self._refused -= 1
        doing = visitor.do(message)
        if doing is not None:
            await doing

    def _refuse_too_fast(self, visitor: Visitor) -> None:
        self._refused += 1
        if self._refused >= MOST_REFUSED:
            visitor.dismiss(Problem.TOO_FAST_FOR_TOO_LONG)
