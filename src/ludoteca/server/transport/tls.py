"""TLS for connections that were counted before: accepted as plain TCP, checked and counted, and only then encrypted.

An event loop that listens with TLS tells of a connection after its handshake. Until then no limit would hold for it,
and the handshake, which is dear, would be charged to nobody.
"""

from __future__ import annotations

import asyncio
import math
import ssl
from collections.abc import Callable
from time import thread_time
from typing import Protocol, cast

from .budget import Meter


class Arrival(Protocol):
    """A protocol whose connection is counted first and begins later."""

    def arrive(self, transport: asyncio.Transport, secured: bool) -> Meter | None:
        """Count the connection and return what it costs is charged to, or end it. `secured`: TLS follows, so nothing
        can be said yet."""

    def begin(self, transport: asyncio.Transport) -> None:
        """The client can be heard from now on."""

    def data_received(self, data: bytes) -> None: ...

    def eof_received(self) -> bool | None: ...

    def connection_lost(self, error: Exception | None) -> None: ...


class Handshakes:
    """Those that are under way. `patience`: seconds that each of them may take."""

    def __init__(self, context: ssl.SSLContext, patience: float) -> None:
        self.context = context
        self.patience = patience
        self.going_on: set[Handshake] = set()

    def before(self, arrivals: Callable[[], Arrival]) -> Callable[[], asyncio.Protocol]:
        """What an event loop makes for each connection, instead of the protocol that speaks within TLS."""
        return lambda: Handshake(self, arrivals())

    def close(self) -> None:
        """End those that are not finished."""
        for handshake in tuple(self.going_on):
            handshake.abort()


class Handshake(asyncio.Protocol):
    """One connection from its begin until TLS is spoken, when the protocol inside takes over and this is forgotten."""

    def __init__(self, others: Handshakes, inside: Arrival) -> None:
        self._others = others
        self._inside = inside
        self._transport: asyncio.Transport
        self._starting: asyncio.Task[asyncio.Transport | None] | None = None
        self._early: list[bytes] = []  # what came before TLS was begun, or together with the end of the handshake
        self._ended = False  # nothing follows what came early

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        meter = self._inside.arrive(self._transport, secured=True)
        if meter is None:
            return
        loop = asyncio.get_running_loop()
        self._others.going_on.add(self)
        # Its first step makes TLS the transport's protocol. Metering begins right after it, before anything is read.
        self._starting = loop.create_task(
            loop.start_tls(
                self._transport,
                self,
                self._others.context,
                server_side=True,
                ssl_handshake_timeout=self._others.patience,
            )
        )
        self._starting.add_done_callback(self._finish)
        loop.call_soon(self._measure, meter)

    def _measure(self, meter: Meter) -> None:
        within = self._transport.get_protocol()
        if within is self or self._transport.is_closing():
            return
        metered = Metered(self._transport, cast(asyncio.BufferedProtocol, within), meter)
        self._transport.set_protocol(metered)
        if self._early:  # uvloop may read before the task has begun
            asyncio.get_running_loop().call_soon(metered.feed, b"".join(self._early))  # once TLS has its transport
            self._early.clear()

    def _finish(self, starting: asyncio.Task[asyncio.Transport | None]) -> None:
        self._others.going_on.discard(self)
        metered = self._transport.get_protocol()
        if isinstance(metered, Metered):
            metered.let_go()
        inside = self._inside
        failed = starting.cancelled() or starting.exception() is not None  # it is no TLS, took too long or broke off
        if failed or self._transport.is_closing():  # event loops call it a success when the client has gone
            self._transport.abort()
            inside.connection_lost(None)
            return
        secured = starting.result()
        assert secured is not None
        secured.set_protocol(cast(asyncio.Protocol, inside))
        inside.begin(secured)
        for data in self._early:
            inside.data_received(data)
        if self._ended and not inside.eof_received():
            secured.close()

    def abort(self) -> None:
        if self._starting is not None:
            self._starting.cancel()
        self._transport.abort()

    # ------------------------------------------------------------ before TLS was begun, and after it has

    def data_received(self, data: bytes) -> None:
        self._early.append(data)

    def eof_received(self) -> None:
        self._ended = True

    def connection_lost(self, error: Exception | None) -> None:
        if self._starting is not None:
            self._starting.cancel()


class Metered(asyncio.BufferedProtocol):
    """Between a transport and the protocol of TLS within a handshake: each step waits for its turn, and is charged."""

    def __init__(self, transport: asyncio.Transport, inside: asyncio.BufferedProtocol, meter: Meter) -> None:
        self._transport = transport
        self._inside = inside
        self._meter = meter
        self._come = 0  # bytes that are in the buffer and were not looked at
        self._timer: asyncio.TimerHandle | None = None
        self._over = False

    def get_buffer(self, size: int) -> bytearray:
        return cast(bytearray, self._inside.get_buffer(size))

    def feed(self, data: bytes) -> None:
        """What was read before."""
        if self._over or self._transport.is_closing():
            return
        buffer = self.get_buffer(len(data))
        if len(data) > len(buffer):  # no handshake begins with so much
            self._transport.abort()
            return
        buffer[: len(data)] = data
        self.buffer_updated(len(data))

    def buffer_updated(self, count: int) -> None:
        self._come = count
        self._meter.read(count)
        self._transport.pause_reading()
        self._wait_for_turn()

    def _wait_for_turn(self) -> None:
        self._timer = None
        self._meter.turns.add(self._go_on)

    def _go_on(self) -> None:
        """One step of the handshake, unless the client has cost too much for now."""
        if self._over:
            return
        loop = asyncio.get_running_loop()
        wait = self._meter.wait(loop.time()) if self._meter.overdrawn else 0.0
        if wait == math.inf:
            self._meter.ended()
            self._transport.abort()
        elif wait > 0:
            self._meter.paused()
            self._timer = loop.call_later(wait, self._wait_for_turn)
        else:
            self._take_step()

    def _take_step(self) -> None:
        count, self._come = self._come, 0
        began = thread_time()
        self._inside.buffer_updated(count)
        self._meter.charge(thread_time() - began)
        if not self._over and not self._transport.is_closing():
            self._transport.resume_reading()

    def let_go(self) -> None:
        """The handshake has ended. The protocol of TLS gets what comes directly from now on."""
        self._over = True
        if self._timer is not None:
            self._timer.cancel()
        if not self._transport.is_closing():
            self._transport.set_protocol(self._inside)
            if self._come:  # meanwhile, and has not had its turn
                self._take_step()
                self._transport.resume_reading()

    # ------------------------------------------------------------ as it is

    def eof_received(self) -> bool | None:
        return self._inside.eof_received()

    def pause_writing(self) -> None:
        self._inside.pause_writing()

    def resume_writing(self) -> None:
        self._inside.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        self._over = True
        if self._timer is not None:
            self._timer.cancel()
        self._inside.connection_lost(error)
