"""Lines over TCP, for all dialects but the house's own: one `Port` for each, one `Wire` for each client.

A wire is called with what comes and never waits: an idle one is a few small objects, no coroutine and no buffer. What a
client sends is read as fast as he may send and as fast as it can be answered; then nothing is read from him, so what he
sends piles up on his side.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import cast

import structlog

from ludoteca.dialects.house.problems import Problem, Trouble

from .guests import Guest
from .limits import Addresses, Bucket, Network, within
from .porch import address_of
from .reception import Reception
from .settings import Limits

AT_ONCE = 32  # lines of one client after which it is the others' turn
FLOOD_PATIENCE = 30.0  # seconds for which somebody may send without a pause although it is too fast
CLOSING_PATIENCE = 2.0  # seconds for somebody who was told that the connection ends to read why
MOST_IGNORED = 1 << 20  # bytes that are still read of such a client
BACKLOG = 1024
SLICES = 10  # of a second: not all connections are looked at in the same moment
# A seated client may be silent for hours. The system asks whether it is still there.
KEEPALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4}

log = structlog.get_logger()


class Wire(asyncio.Protocol):
    """One client, and the way to him."""

    __slots__ = (
        "_bucket",
        "_counted",
        "_ended",
        "_feeding",
        "_flooding_since",
        "_guest",
        "_heard",
        "_ignored",
        "_leaving",
        "_port",
        "_reading",
        "_rest",
        "_timer",
        "_transport",
        "_unread_since",
    )

    def __init__(self, port: Port) -> None:
        self._port = port
        self._transport: asyncio.Transport
        self._guest: Guest | None = None
        self._counted: str | None = None  # the address for which it counts
        self._bucket = Bucket.full(port.limits.rate, port.limits.burst, port.now())
        self._heard = port.now()
        self._rest = b""  # what has come and was not handed over yet
        self._reading = True
        self._feeding = False
        self._timer: asyncio.Handle | None = None  # when the rest is handed over
        self._flooding_since: float | None = None
        self._leaving: list[bytes] = []
        self._unread_since: float | None = None
        self._ended = False  # nothing is read or written any more
        self._ignored = 0

    # ------------------------------------------------------------ the beginning and the end

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        port, address = self._port, address_of(transport)
        try:
            port.addresses.check(address)
            if not within(address, port.trusted):
                port.addresses.connect(address)
                self._counted = address
        except Trouble as trouble:
            port.reception.metrics.refusals.labels(trouble.code).inc()
            self._ended = True
            self._transport.abort()
            return
        keep_alive(self._transport)
        self._guest = guest = Guest(port.reception, self, address)
        port.add(self)
        if port.reception.state.turns_away:
            guest.turn_away()
        else:
            guest.opened()
        port.reception.state.arrived(guest)

    def connection_lost(self, error: Exception | None) -> None:
        self._ended = True
        self._rest = b""
        self._stop_timer()
        if self._counted is not None:
            self._port.addresses.disconnect(self._counted)
        if self._guest is not None:
            self._guest.hang_up()
            self._port.remove(self)
            self._port.reception.state.gone(self._guest)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def drop(self, why: Problem) -> None:
        """End it here and now."""
        self._ended = True
        self._rest = b""
        self._stop_timer()
        self._port.reception.metrics.dropped.labels(why).inc()
        self._transport.abort()

    # ------------------------------------------------------------ to the client

    def write(self, lines: bytes) -> None:
        """Whatever is written in one moment leaves in one piece: one visit to the system instead of several."""
        if not self._ended:
            if not self._leaving:
                self._port.flush_soon(self)
            self._leaving.append(lines)

    def flush(self) -> None:
        pieces, transport = self._leaving, self._transport
        if not pieces or transport.is_closing():
            return
        transport.write(pieces[0] if len(pieces) == 1 else b"".join(pieces))
        pieces.clear()
        if transport.get_write_buffer_size() > self._port.limits.buffer:  # who reads too slowly comes back later
            self.drop(Problem.SLOW)

    def close(self) -> None:
        """Hang up, once everything was written."""
        if not self._ended:
            self.flush()
            self._finish()

    def _finish(self) -> None:
        """Nothing follows. What is on its way from the client is read, not looked at: unread it would take the last
        words with it."""
        if self._ended:
            return
        self._ended = True
        self._rest = b""
        self._stop_timer()
        self._read_on()
        if self._transport.can_write_eof():
            with suppress(OSError):  # the client has gone already
                self._transport.write_eof()
        else:  # TLS says itself that nothing follows
            self._transport.close()
        asyncio.get_running_loop().call_later(CLOSING_PATIENCE, self._transport.abort)

    def failed(self, error: Exception) -> None:
        log.error("a dialect failed", dialect=self._port.reception.dialect.name, exc_info=error)
        self.drop(Problem.INTERNAL)

    # ------------------------------------------------------------ from the client

    def data_received(self, data: bytes) -> None:
        if self._ended:
            self._ignored += len(data)
            if self._ignored > MOST_IGNORED:
                self._transport.abort()
            return
        self._heard = self._port.now()
        self._rest = self._rest + data if self._rest else data
        self._feed()

    def hold(self, holding: bool) -> None:
        if not holding and self._rest:
            self._feed()

    def charge(self, cost: float) -> None:
        self._bucket.tokens -= cost

    def _feed(self) -> None:
        """Hand over what came, as far as it may be handed over now."""
        if self._feeding or self._timer is not None or self._guest is None:
            return
        self._feeding = True
        try:
            while self._rest and not self._ended and not self._guest.asking and self._timer is None:
                self._feed_some(self._guest)
        finally:
            self._feeding = False
        if self._rest:
            self._read_no_more()
        else:
            self._flooding_since = None
            self._read_on()

    def _feed_some(self, guest: Guest) -> None:
        """Some lines, then it is the others' turn; none while it is too fast. Part of a line is no line yet."""
        now, end, lines = self._port.now(), 0, 0
        loop = asyncio.get_running_loop()
        for found in line_ends(self._rest):
            if lines == AT_ONCE:
                self._timer = loop.call_soon(self._feed_again)
                break
            wait = self._bucket.take(1, now)
            if wait > 0:
                self._slow_down(wait, now)
                break
            end, lines = found, lines + 1
        else:
            end = len(self._rest)
        piece, self._rest = self._rest[:end], self._rest[end:]
        if lines:
            self._port.reception.metrics.messages.count(self._port.reception.dialect.name, lines)
        if piece:
            guest.receive(piece)

    def _feed_again(self) -> None:
        self._timer = None
        self._feed()

    def _slow_down(self, wait: float, now: float) -> None:
        if self._flooding_since is None:
            self._flooding_since = now
        if now - self._flooding_since > FLOOD_PATIENCE:
            self.drop(Problem.TOO_FAST_FOR_TOO_LONG)
        else:
            self._timer = asyncio.get_running_loop().call_later(wait, self._feed_again)

    def _read_no_more(self) -> None:
        if self._reading and not self._transport.is_closing():
            self._reading = False
            self._transport.pause_reading()

    def _read_on(self) -> None:
        if not self._reading and not self._transport.is_closing():
            self._reading = True
            self._transport.resume_reading()

    # ------------------------------------------------------------ time

    def tick(self, now: float) -> None:
        """Called about once a second."""
        guest = self._guest
        if self._ended or guest is None:
            return
        limits = self._port.limits
        if self._transport.get_write_buffer_size() == 0:
            self._unread_since = None
        elif self._unread_since is None:
            self._unread_since = now
        elif now - self._unread_since > limits.idle:
            self.drop(Problem.SLOW)
            return
        if guest.live is None and now - self._heard > limits.seatless:
            self.drop(Problem.IDLE)
            return
        guest.tick()


class Port:
    """A dialect and where it is spoken."""

    def __init__(
        self, reception: Reception, limits: Limits, addresses: Addresses, trusted: Sequence[Network] = ()
    ) -> None:
        self.reception = reception
        self.limits = limits
        self.addresses = addresses
        self.trusted = trusted
        self.now = reception.now
        self.wires: dict[Wire, None] = {}  # in the order in which they came
        self.number = 0
        self._listening: asyncio.Server | None = None
        self._flushing: list[Wire] = []  # those that have something to send at the end of this moment
        self._ticking: asyncio.TimerHandle | None = None
        self._slice = 0
        reception.metrics.guests.labels(reception.dialect.name).set_function(lambda: len(self.wires))

    async def open(self, host: str, number: int, context: ssl.SSLContext | None = None) -> None:
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_server(
            lambda: Wire(self),
            host,
            number,
            ssl=context,
            ssl_handshake_timeout=None if context is None else self.limits.handshake,
            backlog=BACKLOG,
        )
        self.number = self._listening.sockets[0].getsockname()[1]

    def close(self) -> None:
        """Nobody else comes in. Who is there is told elsewhere."""
        if self._listening is not None:
            self._listening.close()
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None

    def add(self, wire: Wire) -> None:
        self.wires[wire] = None
        if self._ticking is None:
            self._ticking = asyncio.get_running_loop().call_later(1 / SLICES, self._tick)

    def remove(self, wire: Wire) -> None:
        self.wires.pop(wire, None)

    def flush_soon(self, wire: Wire) -> None:
        if not self._flushing:
            asyncio.get_running_loop().call_soon(self._flush)
        self._flushing.append(wire)

    def _flush(self) -> None:
        wires, self._flushing = self._flushing, []
        for wire in wires:
            wire.flush()

    def _tick(self) -> None:
        """Each time for another tenth of those who are connected."""
        self._slice = (self._slice + 1) % SLICES
        for wire in tuple(self.wires)[self._slice :: SLICES]:
            wire.tick(self.now())
        self._ticking = asyncio.get_running_loop().call_later(1 / SLICES, self._tick) if self.wires else None


def line_ends(data: bytes) -> Iterator[int]:
    """Where each line of it ends."""
    end = data.find(b"\n") + 1
    while end:
        yield end
        end = data.find(b"\n", end) + 1


def keep_alive(transport: asyncio.Transport) -> None:
    stream: socket.socket | None = transport.get_extra_info("socket")
    if stream is None or stream.family not in (socket.AF_INET, socket.AF_INET6):
        return
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEPALIVE.items():
        if hasattr(socket, name):  # not every system can be told how often to ask
            stream.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
