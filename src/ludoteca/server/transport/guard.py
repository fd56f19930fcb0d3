"""Where every TCP connection arrives before HTTP is spoken: too many are turned away, and those who neither
speak nor read are let go."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import cast

from ludoteca.dialects.house.problems import Problem, Trouble

from .addresses import Network, loopback, within
from .budget import Budget, Meter
from .limits import Addresses
from .stream import Stream

TURNED_AWAY = (
    "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {length}\r\n"
    "Connection: close\r\nServer: Ludoteca\r\nX-Content-Type-Options: nosniff\r\n"
    "Content-Security-Policy: default-src 'none'\r\n\r\n{sentence}\n"
)
STATUS = dict.fromkeys((Problem.CONNECTIONS, Problem.TOO_FAST), "429 Too Many Requests")
CONNECTION_WORK = 0.0001  # seconds that the system and the event loop spend on a connection, from its begin to its end


def spoken(transport: asyncio.BaseTransport | None) -> None:
    """A whole request has come in that way."""
    protocol = None if transport is None else transport.get_protocol()
    if isinstance(protocol, ConnectionGuard):
        protocol.spoken()


def address_of(transport: asyncio.BaseTransport | None) -> str:
    peer = None if transport is None else transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else "here"


class ConnectionGuard(asyncio.Protocol):
    """Passes everything on to the protocol inside, at the pace of the connection's meter, and keeps count.

    Behind a proxy all connections come from one address: those of `trusted` networks are not counted by address, and
    are metered only once they belong to one client.
    """

    __slots__ = (
        "_addresses",
        "_budget",
        "_counted",
        "_idle",
        "_inside",
        "_meter",
        "_patience",
        "_refused",
        "_stream",
        "_timer",
        "_trusted",
        "_unread",
    )

    def __init__(
        self,
        inside: Callable[[], asyncio.Protocol],
        addresses: Addresses,
        budget: Budget,
        trusted: Sequence[Network],
        patience: float,
        idle: float,
        refused: Callable[[Problem], None],
    ) -> None:
        """`inside` makes the protocol that speaks, for connections that are taken. `patience`: seconds until something
        is said; `idle`: seconds for which an answer may be left unread."""
        self._inside = inside
        self._addresses = addresses
        self._budget = budget
        self._trusted = trusted
        self._patience = patience
        self._idle = idle
        self._refused = refused
        self._counted: str | None = None
        self._meter: Meter
        self._timer: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._stream: Stream | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        stream = cast(asyncio.Transport, transport)
        if self.arrive(stream) is not None:
            self.begin(stream)

    def arrive(self, transport: asyncio.Transport, secured: bool = False) -> Meter | None:
        """Count the connection, or end it. `secured`: TLS follows, so the client can be told nothing yet."""
        loop = asyncio.get_running_loop()
        address = address_of(transport)
        if within(address, self._trusted):
            self._meter = self._budget.unlimited()
            return self._meter
        meter = self._budget.meter(address, loop.time())
        meter.charge(CONNECTION_WORK)
        try:
            meter.check_arrival(loop.time())
            if secured and not loopback(address):  # the operator on this machine must not lock himself out
                self._addresses.check(address)
            self._addresses.connect(address)
        except Trouble as trouble:
            self._turn_away(transport, trouble, secured)
            return None
        self._counted = address
        self._meter = meter
        return meter

    def begin(self, transport: asyncio.Transport) -> None:
        """The client can be heard from now on."""
        began = time.perf_counter()
        inside = self._inside()
        self._stream = Stream(transport, inside, self._meter)
        inside.connection_made(self._stream)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._patience, self._lose_patience, self._stream, Problem.IDLE)
        self._stream.charge(time.perf_counter() - began)

    def _turn_away(self, stream: asyncio.Transport, trouble: Trouble, secured: bool) -> None:
        self._refused(trouble.code)
        if secured:
            stream.abort()
            return
        length = len(trouble.sentence) + 1
        stream.write(TURNED_AWAY.format(status=STATUS[trouble.code], length=length, sentence=trouble.sentence).encode())
        stream.close()

    def _lose_patience(self, stream: asyncio.Transport, why: Problem) -> None:
        self._refused(why)
        stream.abort()

    def spoken(self) -> None:
        """Whoever is there speaks HTTP: from now on the time-outs of HTTP hold."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def half_closed(self) -> bool:
        """Whether the client sends nothing more."""
        return self._stream is not None and self._stream.half_closed

    def take_over(self, inside: asyncio.Protocol, address: str | None = None) -> None:
        """From now on another protocol speaks. The one before hears nothing more. `address`: of the only client that is
        there from now on, behind a proxy."""
        assert self._stream is not None
        self._stream.inside = inside
        if address is not None:
            self._stream.charge_to(self._budget.meter(address, asyncio.get_running_loop().time()))

    def connection_lost(self, error: Exception | None) -> None:
        self.spoken()
        self._read_again()
        if self._counted is not None:
            self._addresses.disconnect(self._counted)
            self._counted = None
        if self._stream is not None:
            self._stream.lost()
            inside, self._stream.inside = self._stream.inside, asyncio.Protocol()  # each would keep the other in memory
            inside.connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if self._stream is not None:
            self._stream.receive(data)

    def eof_received(self) -> bool | None:
        return None if self._stream is None else self._stream.end_input()

    def pause_writing(self) -> None:
        """Somebody does not read what he is sent. aiohttp would wait for him for ever."""
        if self._stream is None:
            return
        self._stream.inside.pause_writing()
        if self._unread is None:
            loop = asyncio.get_running_loop()
            self._unread = loop.call_later(self._idle, self._lose_patience, self._stream, Problem.SLOW)

    def resume_writing(self) -> None:
        self._read_again()
        if self._stream is not None:
            self._stream.read_again()
            self._stream.inside.resume_writing()

    def _read_again(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
