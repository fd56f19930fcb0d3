"""Lines over TCP, for all dialects but the house's own: one `Port` for each, one `Wire` for each client.

A wire is called with what comes and never waits: an idle one is a few small objects, no coroutine and no buffer. What a
client sends is read as fast as he may send and as fast as it can be answered; then nothing is read from him, so what he
sends piles up on his side.
"""

from __future__ import annotations

import asyncio
import math
import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import cast

import structlog

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.server.session.matchmaking import Matchmaking
from ludoteca.server.session.session import Session
from ludoteca.server.settings import Limits

from .addresses import Network, within
from .budget import LARGE, WRITING_A_BYTE, Budget, Meter
from .guard import address_of
from .limits import Addresses, Bucket
from .tls import Handshakes
from .unread import MOST_WAITING

AT_ONCE = 8  # lines of one client after which it is the others' turn
AT_ONCE_BYTES = 16 * 1024  # of several lines; one that is longer is handed over alone
FLOOD_PATIENCE = 30.0  # seconds for which somebody may send without a pause although it is too fast
CONNECTION_WORK = 0.0001  # seconds that the system and the event loop spend on a connection, from its begin to its end
CLOSING_PATIENCE = 2.0  # seconds for somebody who was told that the connection ends to read why
MOST_IGNORED = 1 << 20  # bytes that are still read of such a client
BACKLOG = 1024
# A web page can make a browser send a request to any port, and the body of it is lines that its author has chosen.
# No message of a dialect begins like one.
HTTP = re.compile(rb"(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) /")
LONGEST_HTTP = 9  # bytes that it takes to see that
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
        "_first",
        "_flooding_since",
        "_half_closed",
        "_heard",
        "_ignored",
        "_leaving",
        "_meter",
        "_port",
        "_reading",
        "_rest",
        "_session",
        "_started",
        "_timer",
        "_transport",
        "_unread",
        "_unread_since",
        "_waiting",
    )

    def __init__(self, port: Port) -> None:
        self._port = port
        self._transport: asyncio.Transport
        self._meter: Meter
        self._session: Session | None = None
        self._counted: str | None = None  # the address for which it counts
        self._bucket = Bucket.full(port.limits.rate, port.limits.burst, port.now())
        self._heard = port.now()
        self._rest = b""  # what has come and was not handed over yet
        self._first: bytes | None = b""  # the first bytes of all, until they are enough
        self._reading = True
        self._started = False  # event loops begin to read after `connection_made`, whatever they were told in it
        self._feeding = False
        self._timer: asyncio.TimerHandle | None = None  # when it waits for its turn again
        self._flooding_since: float | None = None
        self._leaving: list[bytes] = []
        self._unread = 0  # bytes that wait for the client
        self._unread_since: float | None = None
        self._waiting = False  # for its turn
        self._half_closed = False  # the client sends nothing more, and may still read
        self._ended = False  # nothing is read or written any more
        self._ignored = 0

    # ------------------------------------------------------------ the beginning and the end

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        stream = cast(asyncio.Transport, transport)
        if self.arrive(stream) is not None:
            self.begin(stream)

    def arrive(self, transport: asyncio.Transport, secured: bool = False) -> Meter | None:
        """Count the connection, or end it."""
        port, address = self._port, address_of(transport)
        trusted = within(address, port.trusted)
        self._transport = transport
        self._meter = port.budget.meter(None if trusted else address, port.now())
        self._meter.charge(CONNECTION_WORK)
        try:
            self._meter.check_arrival(port.now())
            port.addresses.check(address)
            if not trusted:
                port.addresses.connect(address)
                self._counted = address
        except Trouble as trouble:
            port.matchmaking.metrics.refusals.labels(trouble.code).inc()
            self._ended = True
            transport.abort()
            return None
        keep_alive(transport)
        return self._meter

    def begin(self, transport: asyncio.Transport) -> None:
        """The client can be heard from now on."""
        self._transport = transport
        began = self._meter.clock()
        port = self._port
        self._heard = port.now()
        self._session = session = Session(port.matchmaking, self, address_of(transport), port.connection())
        port.add(self)
        if port.matchmaking.state.turns_away:
            session.turn_away()
        else:
            session.opened()
        port.matchmaking.state.arrived(session)
        if self._meter.charge(self._meter.clock() - began):
            self._rest_from_work()
            self._read_or_not()

    def connection_lost(self, error: Exception | None) -> None:
        self._ended = True
        self._rest = b""
        self._stop_timer()
        if self._unread:
            self._count_unread(0)
        if self._counted is not None:
            self._port.addresses.disconnect(self._counted)
            self._counted = None
        if self._session is not None:
            self._session.hang_up()
            self._port.remove(self)
            self._port.matchmaking.state.gone(self._session)
            self._session = None  # they know each other: in a cycle they would stay in memory

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def drop(self, why: Problem) -> None:
        """End it here and now."""
        self._port.matchmaking.metrics.dropped.labels(why).inc()
        self._end()

    def _end(self) -> None:
        self._ended = True
        self._rest = b""
        self._stop_timer()
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
        lines = pieces[0] if len(pieces) == 1 else b"".join(pieces)
        transport.write(lines)
        pieces.clear()
        self._meter.charge(len(lines) * WRITING_A_BYTE)
        waiting = transport.get_write_buffer_size()
        if waiting > MOST_WAITING or self._unread:
            self._count_unread(waiting)
        if waiting > self._port.limits.buffer or (self._unread and self._meter.unread.full):
            self.drop(Problem.SLOW)  # who reads too slowly comes back later

    def _count_unread(self, waiting: int) -> None:
        more, self._unread = waiting - self._unread, waiting
        self._meter.unread.change(more)

    def resume_writing(self) -> None:
        self._count_unread(self._transport.get_write_buffer_size())

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
        self._read_or_not()
        if self._transport.can_write_eof():
            with suppress(OSError):  # the client has gone already
                self._transport.write_eof()
        else:  # TLS says itself that nothing follows
            self._transport.close()
        asyncio.get_running_loop().call_later(CLOSING_PATIENCE, self._transport.abort)

    def failed(self, error: Exception) -> None:
        log.error("a dialect failed", dialect=self._port.name, exc_info=error)
        self.drop(Problem.INTERNAL)

    # ------------------------------------------------------------ from the client

    def data_received(self, data: bytes) -> None:
        self._started = True
        self._meter.read(len(data))
        if len(data) > LARGE:  # others come first: an event loop reads again and again while there is so much
            self._wait_for_turn()
        if self._ended:
            self._ignored += len(data)
            if self._ignored > MOST_IGNORED:
                self._transport.abort()
            return
        if self._first is not None and self._is_http(self._first + data[:LONGEST_HTTP]):
            self.drop(Problem.MALFORMED)
            return
        self._heard = self._port.now()
        if self._rest or self._timer is not None or self._waiting:
            self._rest += data
            self._read_no_more()
        else:
            self._rest = data
        self._feed()

    def _is_http(self, first: bytes) -> bool:
        """Nothing is done before the first line has ended, so it is seen in time however it is cut into pieces."""
        self._first = first if len(first) < LONGEST_HTTP else None
        return HTTP.match(first) is not None

    def _wait_for_turn(self) -> None:
        self._timer = None
        if not self._waiting:
            self._waiting = True
            self._port.budget.turns.add(self._have_turn)
            self._read_no_more()

    def _have_turn(self) -> None:
        self._waiting = False
        if self._meter.overdrawn:
            self._rest_from_work()
        self._feed()
        self._read_or_not()
        if self._half_closed:
            self._conclude()

    def eof_received(self) -> bool:
        """The client sends nothing more. What it has asked for is answered before the connection ends."""
        if self._ended or self._session is None or not self._transport.can_write_eof():  # TLS ends both ways at once
            return False
        self._half_closed = True
        self._conclude()
        return True

    def _conclude(self) -> None:
        """Hang up after the last answer to a client that sends nothing more."""
        asking = self._session is not None and self._session.asking
        if not (self._ended or self._rest or asking or self._waiting or self._timer is not None):
            self.flush()
            self._ended = True
            self._transport.close()

    def hold(self, holding: bool) -> None:
        if holding:
            return
        if self._rest:
            self._feed()
        elif self._half_closed:  # the answer is written first
            asyncio.get_running_loop().call_soon(self._conclude)

    def charge(self, cost: float) -> None:
        self._bucket.tokens -= cost

    def _feed(self) -> None:
        """Hand over what came, as far as it may be handed over now."""
        if self._feeding or self._timer is not None or self._waiting or self._session is None:
            return
        self._feeding = True
        try:
            while self._rest and not (self._ended or self._session.asking or self._waiting) and self._timer is None:
                began = self._meter.clock()
                self._feed_some(self._session)
                if self._meter.charge(self._meter.clock() - began):
                    self._rest_from_work()
        finally:
            self._feeding = False
        self._read_or_not()
        if self._half_closed:
            self._conclude()

    def _read_or_not(self) -> None:
        if self._rest or self._timer is not None or self._waiting:
            self._read_no_more()
        else:
            self._flooding_since = None
            self._read_on()

    def _feed_some(self, session: Session) -> None:
        """Some lines, then it is the others' turn; none while it is too fast. Part of a line is no line yet."""
        now, end, lines = self._port.now(), 0, 0
        for found in line_ends(self._rest):
            if lines == AT_ONCE or (lines and found > AT_ONCE_BYTES):
                self._wait_for_turn()
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
            self._port.matchmaking.metrics.messages.count(self._port.name, lines)
        if piece:
            session.receive(piece)

    def _rest_from_work(self) -> None:
        """What this client has cost so far was too much: nothing is read until its account is no longer overdrawn."""
        wait = 0.0 if self._ended else self._meter.wait(self._port.now())
        if wait == math.inf:
            self._meter.ended()
            self._end()
        elif wait > 0:
            self._meter.paused()
            self._stop_timer()
            self._timer = asyncio.get_running_loop().call_later(wait, self._wait_for_turn)

    def _slow_down(self, wait: float, now: float) -> None:
        if self._flooding_since is None:
            self._flooding_since = now
        if now - self._flooding_since > FLOOD_PATIENCE:
            self.drop(Problem.TOO_FAST_FOR_TOO_LONG)
        else:
            self._timer = asyncio.get_running_loop().call_later(wait, self._wait_for_turn)

    def _read_no_more(self) -> None:
        if self._reading and not self._transport.is_closing():
            if not self._started:
                asyncio.get_running_loop().call_soon(self._start)
                return
            self._reading = False
            self._transport.pause_reading()

    def _start(self) -> None:
        if not self._started:
            self._started = True
            self._read_or_not()

    def _read_on(self) -> None:
        if not self._reading and not self._transport.is_closing():
            self._reading = True
            self._transport.resume_reading()

    # ------------------------------------------------------------ time

    def tick(self, now: float) -> None:
        """Called about once a second."""
        session = self._session
        if self._ended or session is None:
            return
        limits = self._port.limits
        waiting = self._transport.get_write_buffer_size()
        if self._unread:
            self._count_unread(waiting)
        if waiting == 0:
            self._unread_since = None
        elif self._unread_since is None:
            self._unread_since = now
        elif now - self._unread_since > limits.idle:
            self.drop(Problem.SLOW)
            return
        if session.actor is None and now - self._heard > limits.seatless:
            self.drop(Problem.IDLE)
            return
        session.tick()


class Port:
    """A dialect and where it is spoken; or, where it is `original`, the wire of the program behind its document."""

    def __init__(
        self,
        matchmaking: Matchmaking,
        limits: Limits,
        addresses: Addresses,
        budget: Budget,
        trusted: Sequence[Network] = (),
        *,
        original: bool = False,
    ) -> None:
        self.matchmaking = matchmaking
        self.original = original
        dialect = matchmaking.dialect
        self.name = f"original-{dialect.name}" if original else dialect.name
        self.connection = dialect.original if original and dialect.original is not None else dialect.connection
        self.limits = limits
        self.addresses = addresses
        self.budget = budget
        self.trusted = trusted
        self.now = matchmaking.now
        self.wires: dict[Wire, None] = {}  # in the order in which they came
        self.number = 0
        self._listening: asyncio.Server | None = None
        self._flushing: list[Wire] = []  # those that have something to send at the end of this moment
        self._ticking: asyncio.TimerHandle | None = None
        self._slice = 0
        matchmaking.metrics.guests.labels(self.name).set_function(lambda: len(self.wires))

    async def open(self, host: str, number: int, handshakes: Handshakes | None = None) -> None:
        loop = asyncio.get_running_loop()

        def arrive() -> Wire:
            return Wire(self)

        accept = arrive if handshakes is None else handshakes.before(arrive)
        self._listening = await loop.create_server(accept, host, number, backlog=BACKLOG)
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
