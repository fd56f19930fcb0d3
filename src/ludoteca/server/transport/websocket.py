"""The WebSocket of a table, from the handshake to its end. aiohttp reads the request; from then on the connection is
handed over to a `Socket`, which is called with what comes and never waits: an idle one is a small object, no coroutine.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from aiohttp import HttpVersion11, web

from ludoteca.dialects.house import connection, messages
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.server.api.metrics import Metrics
from ludoteca.server.session.house_session import COSTS, HouseSession, MessageTransport
from ludoteca.server.settings import Limits

from . import frames
from .frames import BadFrame, FrameReader
from .limits import Bucket, need

COME_BACK = 1.0  # seconds after which somebody may greet who did not in time
MOST_REFUSED = 100  # frames that came too fast, beyond as many messages that did not, before the connection is closed
FRAGMENT_COST = 1 / 8  # points, beside those of the message: nobody who sends whole messages pays them
CLOSING_PATIENCE = 2.0  # seconds for somebody who was told that the connection ends to read why
MOST_IGNORED = 1 << 20  # bytes that are still read of such a client
VERSION = "13"


class HandedOver(web.StreamResponse):
    """What aiohttp gets for an answer when the connection is no longer its own."""

    async def prepare(self, request: web.BaseRequest) -> None:
        return None

    async def write_eof(self, data: bytes = b"") -> None:
        return None


def shake_hands(request: web.Request) -> bytes:
    """The answer to a handshake, or Trouble."""
    headers = request.headers
    if request.method != "GET" or request.version < HttpVersion11:  # RFC 6455, 4.1
        raise Trouble(Problem.BAD_REQUEST, detail="A WebSocket begins with a GET of HTTP/1.1.")
    upgrade = headers.get("Upgrade", "").lower() == "websocket"
    if not upgrade or "upgrade" not in headers.get("Connection", "").lower():
        raise Trouble(Problem.BAD_REQUEST, detail="This is the address of a WebSocket.")
    accepted = frames.accepted(headers.get("Sec-WebSocket-Key", ""))
    if accepted is None or headers.get("Sec-WebSocket-Version") != VERSION:
        raise Trouble(Problem.BAD_REQUEST, detail=f"This is not the handshake of a WebSocket, version {VERSION}.")
    return (
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Accept: {accepted}\r\nServer: Ludoteca\r\n\r\n"
    ).encode()


class Socket(asyncio.Protocol):
    """One WebSocket. `lost` is called when it is gone."""

    __slots__ = (
        "_asked",
        "_bucket",
        "_doing",
        "_ended",
        "_greeting",
        "_heard",
        "_ignored",
        "_leaving",
        "_limits",
        "_loop",
        "_lost",
        "_metrics",
        "_others",
        "_over",
        "_pings",
        "_reader",
        "_refused",
        "_session",
        "_transport",
        "_waiting",
    )

    def __init__(self, transport: asyncio.Transport, others: Sockets, limits: Limits, metrics: Metrics) -> None:
        self._transport = transport
        self._others = others
        self._limits = limits
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._reader = FrameReader(limits.message)
        now = self._loop.time()
        self._bucket = Bucket.full(limits.rate, limits.burst, now)
        self._pings = Bucket.full(limits.rate, limits.burst, now)  # they cost nothing else
        self._session: HouseSession
        self._lost: Callable[[], None]
        self._greeting: asyncio.TimerHandle | None = None
        self._doing: asyncio.Future[None] | None = None  # what was asked for and has to end before the next message
        self._waiting: bytes | None = None  # that message; what came after it is not even read
        self._heard = now
        self._asked = False  # whether it is still there
        self._leaving: list[bytes] = []
        self._ended = False
        self._over = False  # the connection is gone
        self._ignored = 0
        self._refused = 0

    @property
    def message_transport(self) -> MessageTransport:
        return MessageTransport(frames.text, self._write, self.end)

    def begin(self, session: HouseSession, lost: Callable[[], None]) -> None:
        self._session = session
        self._lost = lost
        self._greeting = self._loop.call_later(self._limits.handshake, self._expect_greeting)

    def _expect_greeting(self) -> None:
        self._greeting = None
        if not self._session.greeted:
            self._session.dismiss(Problem.IDLE, COME_BACK)

    # ------------------------------------------------------------ to the client

    def _write(self, framed: bytes) -> None:
        """Whatever is written in one moment leaves in one piece: one visit to the system instead of several."""
        if self._ended:
            return
        if not self._leaving:
            self._others.flush_soon(self)
        self._leaving.append(framed)

    def flush(self) -> None:
        pieces = self._leaving
        transport = self._transport
        if not pieces or transport.is_closing():
            return
        transport.write(pieces[0] if len(pieces) == 1 else b"".join(pieces))
        pieces.clear()
        if transport.get_write_buffer_size() > self._limits.buffer:  # who reads too slowly comes back later
            self._stop()
            self._metrics.dropped.labels(Problem.SLOW).inc()
            transport.abort()

    def end(self, goodbye: messages.Goodbye) -> None:
        """Say goodbye and close."""
        self._write(frames.text(connection.encode(goodbye)))
        self._close(frames.SERVICE_RESTART if goodbye.again is not None else frames.POLICY, goodbye.code)

    def _close(self, code: int, reason: str) -> None:
        """Nothing follows. What was on its way from the client is read, not looked at: unread it would take the last
        words with it."""
        if not self._ended:
            self._write(frames.close(code, reason))
            self.flush()
            self._stop()
            if self._transport.can_write_eof():
                with suppress(OSError):  # the client has gone already
                    self._transport.write_eof()
            else:  # TLS says itself that nothing follows
                self._transport.close()
            self._loop.call_later(CLOSING_PATIENCE, self._transport.abort)

    def _stop(self) -> None:
        """Nothing is read or written any more; what came and was not read yet is forgotten."""
        self._ended = True
        self._reader.end()

    def look(self, now: float) -> None:
        """Ask whether a silent client is still there; let go of one that does not answer. Called now and then."""
        silent = now - self._heard
        if silent < self._limits.idle / 2:
            self._asked = False
        elif not self._asked:
            self._asked = True
            self._write(frames.control(frames.PING))
        elif silent > self._limits.idle:
            self._stop()
            self._metrics.dropped.labels(Problem.IDLE).inc()
            self._transport.abort()

    # ------------------------------------------------------------ from the client

    def data_received(self, data: bytes) -> None:
        self._heard = self._loop.time()
        if self._ended:
            self._ignored += len(data)
            if self._ignored > MOST_IGNORED:
                self._transport.abort()
            return
        if self._waiting is None:
            self._read(data)
        else:  # TLS had it already when reading was paused
            self._reader.keep(data)

    def _read(self, data: bytes = b"") -> bool:
        """Frame by frame, unless one ends the connection. False: a message has to wait for what was asked before it,
        and so has whatever comes after."""
        try:
            for opcode, payload in self._reader.read(data):
                if opcode == frames.TEXT:
                    if self._doing is not None:
                        self._waiting = payload
                        self._transport.pause_reading()
                        return False
                    self._receive(payload)
                elif opcode == frames.CONTINUATION:
                    self._pay(self._bucket, FRAGMENT_COST)
                else:
                    self._control(opcode, payload)
                if self._ended:
                    break
        except BadFrame as wrong:
            self._metrics.dropped.labels(Problem.MALFORMED).inc()
            self._session.leave()
            self._close(wrong.code, wrong.reason)
        return True

    def _control(self, opcode: int, payload: bytes) -> None:
        if opcode == frames.CLOSE:
            code = int.from_bytes(payload[:2], "big") if len(payload) >= 2 else frames.NORMAL
            self._write(frames.close(code))
            self.flush()
            self._stop()
            self._transport.close()
        elif self._pay(self._pings, 1) and opcode == frames.PING:
            self._write(frames.control(frames.PONG, payload))

    def _pay(self, bucket: Bucket, cost: float) -> bool:
        """Whether there are points for a frame that is no message, and so has no id under which to refuse it."""
        if bucket.take(cost, self._heard) > 0:
            self._metrics.refusals.labels(Problem.TOO_FAST).inc()
            self._refuse_too_fast()
            return False
        return True

    def _receive(self, text: bytes) -> None:
        session = self._session
        self._metrics.messages.count("house")
        try:
            try:
                message = session.read(text)
            except Trouble:
                need(self._bucket, 1, self._heard)
                raise
            cost = COSTS.get(type(message), 1)
            need(self._bucket if cost else self._pings, cost or 1, self._heard)
        except Trouble as trouble:
            session.refuse(connection.claimed_id(text), trouble.code, trouble.sentence, trouble.parameters)
            if trouble.code is Problem.TOO_FAST:
                self._refuse_too_fast()
            return
        if self._refused:
            self._refused -= 1
        doing = session.do(message)
        if doing is not None:
            self._wait_for(doing)

    def _wait_for(self, doing: Awaitable[None]) -> None:
        self._doing = asyncio.ensure_future(doing)
        self._doing.add_done_callback(self._go_on)

    def _go_on(self, done: asyncio.Future[None]) -> None:
        """Whatever is asked of a visitor answers by itself: there is nothing to see in how it ended."""
        self._doing = None
        if not done.cancelled():
            done.exception()
        if self._over:  # what he asked for may have brought him to the table
            self._session.leave()
            return
        if self._waiting is None:
            return
        text, self._waiting = self._waiting, None
        if not self._ended:
            self._receive(text)
        if self._read():
            self._transport.resume_reading()

    def _refuse_too_fast(self) -> None:
        self._refused += 1
        if self._refused >= MOST_REFUSED and not self._ended:
            self._session.dismiss(Problem.TOO_FAST_FOR_TOO_LONG)

    # ------------------------------------------------------------ the end

    def connection_lost(self, error: Exception | None) -> None:
        self._stop()
        self._over = True
        if self._greeting is not None:
            self._greeting.cancel()
            self._greeting = None
        self._waiting = None
        self._session.leave()
        self._lost()
        del self._lost  # it knows this socket, which would be in a cycle


class Sockets:
    """All sockets of a server. What has to be done for many is done for all of them at once."""

    def __init__(self, idle: float) -> None:
        self.open: set[Socket] = set()
        self._every = idle / 4  # seconds between two looks at who is silent
        self._timer: asyncio.TimerHandle | None = None
        self._flushing: list[Socket] = []  # those that have something to send at the end of this moment

    def add(self, socket: Socket) -> None:
        self.open.add(socket)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._every, self._look)

    def remove(self, socket: Socket) -> None:
        self.open.discard(socket)

    def flush_soon(self, socket: Socket) -> None:
        if not self._flushing:
            asyncio.get_running_loop().call_soon(self._flush)
        self._flushing.append(socket)

    def _flush(self) -> None:
        sockets, self._flushing = self._flushing, []
        for socket in sockets:
            socket.flush()

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        for socket in tuple(self.open):
            socket.look(loop.time())
        self._timer = loop.call_later(self._every, self._look) if self.open else None
