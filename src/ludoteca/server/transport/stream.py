"""A transport whose reading is metered: what comes is handed over in slices, and not at all while the client has cost
too much. What a client sends meanwhile piles up on its own side."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from .budget import ENCRYPTING_A_BYTE, LARGE, WRITING_A_BYTE, Meter
from .unread import MOST_WAITING

SLICE = 4096  # bytes that are handed over at once: the densest abuse gives some hundred frames or chunks
MOMENT = 0.001  # seconds of work of one connection after which it is the others' turn
CLOSING_PATIENCE = 2.0  # seconds for a client that was told that the connection ends to read why
MOST_IGNORED = 1 << 20  # bytes that are still read of such a client


class Stream(asyncio.Transport):
    """What the protocol inside gets for its transport. It is read while neither the protocol nor the meter objects.

    After `cut_short` nothing is handed over any more, and closing waits until the client has read the answer: bytes
    that are left unread when a connection is closed would take it with them.
    """

    __slots__ = (
        "_byte",
        "_ended",
        "_half_closed",
        "_held",
        "_ignored",
        "_reading",
        "_rest",
        "_said_all",
        "_started",
        "_timer",
        "_transport",
        "_unread",
        "_waiting",
        "inside",
        "meter",
    )

    def __init__(self, transport: asyncio.Transport, inside: asyncio.Protocol, meter: Meter) -> None:
        self._transport = transport
        self.inside = inside
        self.meter = meter
        self._rest = b""  # what has come and was not handed over yet
        self._held = False  # by the protocol inside
        self._reading = True
        self._started = False  # event loops begin to read after `connection_made`, whatever they were told in it
        self._waiting = False  # for its turn, or until it may cost something again
        self._timer: asyncio.TimerHandle | None = None
        self._half_closed = False  # the client sends nothing more, and may still read
        self._ended = False  # nothing is handed over any more
        self._said_all = False  # nothing is written any more
        self._ignored = 0
        self._unread = 0  # bytes that wait for the client
        secured = not transport.can_write_eof()
        self._byte = WRITING_A_BYTE + ENCRYPTING_A_BYTE if secured else WRITING_A_BYTE  # seconds that it costs to send
        if secured:  # event loops let eight times as much wait
            transport.set_write_buffer_limits(high=MOST_WAITING)

    # ------------------------------------------------------------ from the client

    def receive(self, data: bytes) -> None:
        self._started = True
        self.meter.read(len(data))
        if self._ended:
            self._ignored += len(data)
            if self._ignored > MOST_IGNORED:
                self._transport.abort()
        elif self._held or self._waiting:
            self._rest += data
            self._read_or_not()
        elif len(data) > SLICE:  # no message of a person is so long: with many such clients others would wait for all
            self._rest = data
            self._wait_for_turn()
        else:
            self._hand_over(data)
        if len(data) > LARGE:  # others come first: an event loop reads again and again while there is so much
            self._wait_for_turn()

    def _hand_over(self, data: bytes) -> None:
        """One slice at least, and no more than take a moment."""
        clock, end = self.meter.clock, len(data)
        began = clock()
        if end <= SLICE:
            self.inside.data_received(data)
        else:
            start = 0
            while start < end and not (self._held or self._ended or self._transport.is_closing()):
                self.inside.data_received(data[start : start + SLICE])
                start += SLICE
                if clock() - began > MOMENT:
                    break
            if start < end and not self._ended:
                self._rest = data[start:]
        self.charge(clock() - began)
        if self._rest and not self._held:
            self._wait_for_turn()
        elif self._half_closed and not self._rest and not self.inside.eof_received():
            self.close()

    def end_input(self) -> bool:
        """The client sends nothing more; whether the connection stays open for answers to what has come before."""
        if self._said_all or not self._transport.can_write_eof():  # TLS ends both ways at once
            return False
        told, self._half_closed = self._half_closed, True
        if self._rest or self._ended or told:  # event loops tell it again each time they are to read
            return True
        return bool(self.inside.eof_received())

    @property
    def half_closed(self) -> bool:
        """Whether the client sends nothing more. It may still read."""
        return self._half_closed

    def charge(self, seconds: float) -> None:
        """The client has made the server work for so long. If that was too much, it is not read for a while."""
        if self.meter.charge(seconds) and not self._waiting and not self._ended:
            self._pause()
            self._read_or_not()

    def _pause(self) -> bool:
        """Wait until the account is no longer overdrawn; whether that is necessary."""
        loop = asyncio.get_running_loop()
        wait = self.meter.wait(loop.time())
        if wait == 0.0:
            return False
        if wait == math.inf:
            self.meter.ended()
            self.abort()
        else:
            self.meter.paused()
            self._waiting = True
            self._timer = loop.call_later(wait, self._add_to_turns)
        return True

    def _wait_for_turn(self) -> None:
        if not self._waiting:
            self._waiting = True
            self._add_to_turns()
            self._read_or_not()

    def _add_to_turns(self) -> None:
        self._timer = None
        self.meter.turns.add(self._go_on)

    def _go_on(self) -> None:
        self._waiting = False
        if not self._ended and self._pause():
            return
        rest = self._rest
        if rest and not self._held:
            self._rest = b""
            self._hand_over(rest)
        self._read_or_not()

    def _read_or_not(self) -> None:
        wanted = not self._waiting and (self._ended or not (self._held or self._rest))
        if wanted is not self._reading and not self._transport.is_closing():
            if not self._started:
                asyncio.get_running_loop().call_soon(self._start)
                return
            self._reading = wanted
            if wanted:
                self._transport.resume_reading()
            else:
                self._transport.pause_reading()

    def _start(self) -> None:
        if not self._started:
            self._started = True
            self._read_or_not()

    # ------------------------------------------------------------ to the client

    def _written(self, length: int) -> None:
        self.charge(length * self._byte)
        waiting = self._transport.get_write_buffer_size()
        if waiting > MOST_WAITING or self._unread:  # less may be what the event loop writes at the end of this moment
            self._count_unread(waiting)
            if self.meter.unread.full and not self._transport.is_closing():
                self.meter.slow()
                self.abort()

    def _count_unread(self, waiting: int) -> None:
        more, self._unread = waiting - self._unread, waiting
        self.meter.unread.change(more)

    def read_again(self) -> None:
        """The client has read what waited for it, or most of it."""
        self._count_unread(self._transport.get_write_buffer_size())

    def charge_to(self, meter: Meter) -> None:
        """From now on another account pays."""
        waiting = self._unread
        self._count_unread(0)
        self.meter = meter
        self._count_unread(waiting)

    # ------------------------------------------------------------ what the protocol inside wants

    def pause_reading(self) -> None:
        self._held = True
        self._read_or_not()

    def resume_reading(self) -> None:
        self._held = False
        if self._rest:
            self._wait_for_turn()
        self._read_or_not()

    def is_reading(self) -> bool:
        return not self._held

    def cut_short(self) -> None:
        """Whatever else the client sends is not looked at. `close` follows, when the answer was written."""
        self.forget()
        self._ended = True
        self._read_or_not()

    def lost(self) -> None:
        """The connection is gone."""
        self._count_unread(0)
        self.forget()
        self._ended = True

    def forget(self) -> None:
        """Drop what waits to be handed over."""
        self._rest = b""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._waiting = False

    def close(self) -> None:
        if not self._ended or self._half_closed or self._transport.is_closing():
            self.forget()
            self._transport.close()
            return
        self._said_all = True
        if self._transport.can_write_eof():
            with suppress(OSError):  # the client has gone already
                self._transport.write_eof()
        else:  # TLS says itself that nothing follows
            self._transport.close()
        asyncio.get_running_loop().call_later(CLOSING_PATIENCE, self._transport.abort)

    def abort(self) -> None:
        self.forget()
        self._ended = True
        self._transport.abort()

    # ------------------------------------------------------------ as the transport has it

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._transport.get_protocol()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._transport.set_protocol(protocol)

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        self._transport.write(data)
        self._written(len(data))

    def writelines(self, list_of_data: Iterable[bytes | bytearray | memoryview[Any]]) -> None:
        pieces = list(list_of_data)
        self._transport.writelines(pieces)
        self._written(sum(map(len, pieces)))

    def can_write_eof(self) -> bool:
        return self._transport.can_write_eof()

    def write_eof(self) -> None:
        """The protocol inside has said its last words: nothing that follows is for it."""
        self._said_all = True
        self._transport.write_eof()
        self.cut_short()

    def get_write_buffer_size(self) -> int:
        return self._transport.get_write_buffer_size()

    def get_write_buffer_limits(self) -> tuple[int, int]:
        return self._transport.get_write_buffer_limits()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._transport.set_write_buffer_limits(high, low)
