"""Where every TCP connection arrives before HTTP is spoken: too many are turned away, and those who neither
speak nor read are let go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import cast

from ludoteca.dialects.house.problems import Problem, Trouble

from .limits import Addresses, Network, within

TURNED_AWAY = (
    "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {length}\r\n"
    "Connection: close\r\nServer: Ludoteca\r\nX-Content-Type-Options: nosniff\r\n"
    "Content-Security-Policy: default-src 'none'\r\n\r\n{sentence}\n"
)
STATUS = {Problem.CONNECTIONS: "429 Too Many Requests"}


def spoken(transport: asyncio.BaseTransport | None) -> None:
    """A whole request has come in that way."""
    protocol = None if transport is None else transport.get_protocol()
    if isinstance(protocol, Porch):
        protocol.spoken()


def address_of(transport: asyncio.BaseTransport | None) -> str:
    peer = None if transport is None else transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else "here"


class Porch(asyncio.Protocol):
    """Passes everything on to the protocol inside, and keeps count.

    Behind a proxy all connections come from one address: those of `trusted` networks are not counted by address.
    """

    __slots__ = (
        "_addresses",
        "_counted",
        "_entered",
        "_idle",
        "_inside",
        "_patience",
        "_refused",
        "_stream",
        "_timer",
        "_trusted",
        "_unread",
    )

    def __init__(
        self,
        inside: asyncio.Protocol,
        addresses: Addresses,
        trusted: Sequence[Network],
        patience: float,
        idle: float,
        refused: Callable[[Problem], None],
    ) -> None:
        """`patience`: seconds until something is said; `idle`: seconds for which an answer may be left unread."""
        self._inside = inside
        self._addresses = addresses
        self._trusted = trusted
        self._patience = patience
        self._idle = idle
        self._refused = refused
        self._counted: str | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._stream: asyncio.Transport | None = None
        self._entered = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        stream = cast(asyncio.Transport, transport)
        address = address_of(stream)
        if not within(address, self._trusted):
            try:
                self._addresses.connect(address)
            except Trouble as trouble:
                self._turn_away(stream, trouble)
                return
            self._counted = address
        self._entered = True
        self._stream = stream
        self._inside.connection_made(stream)
        self._timer = asyncio.get_running_loop().call_later(self._patience, self._lose_patience, stream, Problem.IDLE)

    def _turn_away(self, stream: asyncio.Transport, trouble: Trouble) -> None:
        self._refused(trouble.code)
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

    def take_over(self, inside: asyncio.Protocol) -> None:
        """From now on another protocol speaks. The one before hears nothing more."""
        self._inside = inside

    def connection_lost(self, error: Exception | None) -> None:
        self.spoken()
        self._read_again()
        if self._counted is not None:
            self._addresses.disconnect(self._counted)
        if self._entered:
            self._inside.connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if self._entered:
            self._inside.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inside.eof_received() if self._entered else None

    def pause_writing(self) -> None:
        """Somebody does not read what he is sent. aiohttp would wait for him for ever."""
        if self._entered:
            self._inside.pause_writing()
        if self._stream is not None and self._unread is None:
            loop = asyncio.get_running_loop()
            self._unread = loop.call_later(self._idle, self._lose_patience, self._stream, Problem.SLOW)

    def resume_writing(self) -> None:
        self._read_again()
        if self._entered:
            self._inside.resume_writing()

    def _read_again(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
