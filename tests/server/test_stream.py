"""A metered transport: slices, pauses of the meter and of the protocol inside, and the end."""

from __future__ import annotations

import asyncio
import itertools
import math
from time import thread_time
from typing import Any

import pytest

from ludoteca.server.api.metrics import Metrics
from ludoteca.server.settings import Limits
from ludoteca.server.transport import budget
from ludoteca.server.transport import stream as streams
from ludoteca.server.transport.budget import ENCRYPTING_A_BYTE, FLOOD_PATIENCE, LARGE, WRITING_A_BYTE, Budget
from ludoteca.server.transport.stream import MOST_IGNORED, SLICE, Stream
from ludoteca.server.transport.unread import MOST_WAITING

from .running import asynchronous, turns_of_the_loop


class Transport(asyncio.Transport):
    """Keeps in mind what was asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.reading = True
        self.closed = self.aborted = self.ended = False
        self.written = b""
        self.waiting = 0
        self.secured = False

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def is_closing(self) -> bool:
        return self.closed or self.aborted

    def pause_reading(self) -> None:
        assert self.reading
        self.reading = False

    def resume_reading(self) -> None:
        assert not self.reading
        self.reading = True

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def can_write_eof(self) -> bool:
        return not self.secured

    def write_eof(self) -> None:
        self.ended = True

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = True


class Inside(asyncio.Protocol):
    """Notes what comes. Each byte costs something by a clock of its own."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.now = 0.0
        self.cost = 0.0
        self.holds: Stream | None = None
        self.ends = 0
        self.answers = False

    def data_received(self, data: bytes) -> None:
        self.pieces.append(data)
        self.now += self.cost * len(data)
        if self.holds is not None:
            self.holds.pause_reading()

    def eof_received(self) -> bool:
        self.ends += 1
        return self.answers

    def clock(self) -> float:
        return self.now

    @property
    def heard(self) -> bytes:
        return b"".join(self.pieces)


class Set:
    def __init__(
        self,
        limits: Limits = Limits(work=0.1, work_per_address=1e6),  # noqa: B008 - never changed
        secured: bool = False,
        started: bool = True,
    ) -> None:
        self.metrics = Metrics()
        self.transport, self.inside = Transport(), Inside()
        self.transport.secured = secured
        self.budget = Budget(limits, self.metrics)
        now = asyncio.get_running_loop().time()
        self.stream = Stream(self.transport, self.inside, self.budget.meter("192.0.2.1", now))
        self.stream.meter.clock = self.inside.clock
        if started:  # the event loop has begun to read
            self.stream._start()

    def receive(self, data: bytes) -> None:
        """As an event loop would, which reads nothing while it is told not to."""
        assert self.transport.reading
        self.stream.receive(data)


DATA = bytes(range(256)) * 256  # 64 KB


@asynchronous
async def test_what_is_short_is_handed_over_at_once() -> None:
    here = Set()
    here.receive(DATA[:SLICE])
    assert here.inside.heard == DATA[:SLICE]
    assert here.transport.reading


@asynchronous
async def test_what_is_long_waits_for_its_turn_and_is_handed_over_in_slices() -> None:
    here = Set()
    here.receive(DATA)
    assert not here.inside.pieces, "it would hold up others, who send little"
    assert not here.transport.reading
    await turns_of_the_loop()
    assert here.inside.heard == DATA
    assert max(map(len, here.inside.pieces)) == SLICE
    assert here.transport.reading


@asynchronous
async def test_of_many_that_send_much_at_once_few_have_their_turn_in_one_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By a clock that all of them share, which goes on only when one of them is read."""
    here = Set(Limits(work=1e6, work_per_address=1e6))
    monkeypatch.setattr(budget, "perf_counter", here.inside.clock)
    here.inside.cost = streams.MOMENT / SLICE
    many = [Stream(Transport(), here.inside, here.budget.meter("192.0.2.1", 0.0)) for _ in range(20)]
    for stream in many:
        stream.meter.clock = here.inside.clock
        stream.receive(DATA)
    await asyncio.sleep(0)
    assert 0 < here.inside.now <= budget.TURN + 2 * streams.MOMENT


@asynchronous
async def test_what_is_dear_waits_for_its_turn_slice_by_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Set(Limits(work=1e6, work_per_address=1e6))
    monkeypatch.setattr(budget, "perf_counter", itertools.count().__next__)  # each piece of work takes a whole turn
    here.inside.cost = streams.MOMENT / 100
    here.receive(DATA)
    await asyncio.sleep(0)
    assert len(here.inside.pieces) == 1
    assert not here.transport.reading
    await turns_of_the_loop(len(DATA) // SLICE)
    assert here.inside.heard == DATA
    assert here.transport.reading


@asynchronous
async def test_other_streams_have_their_turn_in_between() -> None:
    here = Set(Limits(work=1e6, work_per_address=1e6))
    other = Inside()
    second = Stream(Transport(), other, here.budget.meter("192.0.2.2", 0.0))
    here.inside.cost = other.cost = streams.MOMENT
    second.meter.clock = other.clock
    here.receive(DATA)
    second.receive(DATA)
    while len(other.pieces) < 8:
        assert abs(len(other.pieces) - len(here.inside.pieces)) <= 1
        await asyncio.sleep(0)


@asynchronous
async def test_who_sends_very_much_at_once_waits_for_a_turn() -> None:
    """An event loop would otherwise read again and again while there is something."""
    here = Set()
    here.receive(DATA + b"x" * (LARGE + 1 - len(DATA)))
    assert not here.transport.reading
    await turns_of_the_loop()
    assert here.transport.reading


@asynchronous
async def test_a_client_that_costs_too_much_is_not_read_until_it_is_paid_back() -> None:
    here = Set()
    loop = asyncio.get_running_loop()
    here.stream.meter.clock = thread_time
    here.stream.charge(0.5 + 0.002)  # 20 ms at a share of a tenth
    assert here.budget.pauses == 1
    began = loop.time()
    while not here.transport.reading:
        await asyncio.sleep(0.001)
    assert loop.time() - began >= 0.015
    here.receive(b"more")
    assert here.inside.heard == b"more"


@asynchronous
async def test_a_connection_that_costs_too_much_before_it_is_read_is_paused_once_it_is() -> None:
    """Event loops begin to read after `connection_made`, and a pause before that is lost."""
    here = Set(started=False)
    here.stream.meter.clock = thread_time
    here.stream.charge(100.0)
    assert here.transport.reading, "it would be told in vain"
    await turns_of_the_loop()
    assert not here.transport.reading


@asynchronous
async def test_or_at_the_first_bytes_if_they_come_before() -> None:
    here = Set(started=False)
    here.stream.meter.clock = thread_time
    here.stream.charge(100.0)
    here.receive(b"early")
    assert not here.transport.reading
    assert not here.inside.pieces
    await turns_of_the_loop()
    assert not here.transport.reading


@asynchronous
async def test_pauses_of_the_meter_and_of_the_protocol_add_up() -> None:
    here = Set()
    here.stream.pause_reading()
    here.stream.meter.clock = thread_time
    here.stream.charge(0.5 + 0.001)
    here.stream.resume_reading()
    assert not here.transport.reading, "the meter objects"
    here.stream.pause_reading()
    while here.stream._waiting:
        await asyncio.sleep(0.001)
    assert not here.transport.reading, "the protocol objects"
    assert not here.stream.is_reading()
    here.stream.resume_reading()
    assert here.transport.reading


@asynchronous
async def test_a_protocol_that_holds_gets_the_rest_when_it_goes_on() -> None:
    here = Set()
    here.inside.holds = here.stream
    here.receive(DATA)
    await turns_of_the_loop()
    assert len(here.inside.pieces) == 1
    here.inside.holds = None
    here.stream.resume_reading()
    await turns_of_the_loop()
    assert here.inside.heard == DATA
    assert here.transport.reading


@asynchronous
async def test_bytes_that_come_during_a_pause_are_kept_in_order() -> None:
    """TLS may have read some already."""
    here = Set()
    here.stream.pause_reading()
    here.stream.receive(b"one ")
    here.stream.receive(b"two")
    assert not here.inside.pieces
    here.stream.resume_reading()
    await turns_of_the_loop()
    assert here.inside.heard == b"one two"


@asynchronous
async def test_who_stays_overdrawn_is_let_go_and_counted() -> None:
    here = Set()
    here.stream.meter.clock = thread_time
    here.stream.meter.charge(100.0)
    here.stream.meter.wait(asyncio.get_running_loop().time() - FLOOD_PATIENCE - 1)
    here.stream.charge(10.0)
    assert here.transport.aborted
    assert b'ludoteca_dropped_total{code="too_fast_for_too_long"} 1.0' in here.metrics.text()


@asynchronous
async def test_after_being_cut_short_nothing_is_handed_over_and_the_answer_can_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "CLOSING_PATIENCE", 0.001)
    here = Set()
    here.stream.pause_reading()
    here.stream.receive(b"kept")
    here.stream.cut_short()
    assert here.transport.reading, "unread bytes would take the answer with them"
    here.stream.write(b"the answer")
    here.stream.close()
    assert here.transport.ended
    assert not here.transport.closed
    here.receive(b"more")
    await turns_of_the_loop()
    assert not here.inside.pieces
    while not here.transport.aborted:
        await asyncio.sleep(0.001)


@asynchronous
async def test_who_goes_on_sending_then_is_cut_off() -> None:
    here = Set()
    here.stream.cut_short()
    here.receive(b"x" * MOST_IGNORED)
    assert not here.transport.aborted
    assert not here.transport.reading, "others come first"
    await turns_of_the_loop()
    here.receive(b"x")
    assert here.transport.aborted


@asynchronous
async def test_closing_without_being_cut_short_closes() -> None:
    here = Set()
    here.stream.close()
    assert here.transport.closed


@asynchronous
async def test_a_connection_that_is_lost_while_it_waits_is_forgotten() -> None:
    here = Set(Limits(work=1e6, work_per_address=1e6))
    here.inside.cost = streams.MOMENT
    here.receive(DATA)
    here.stream.lost()
    here.transport.closed = True
    await turns_of_the_loop()
    assert not here.inside.pieces


@pytest.mark.parametrize("answers", [True, False])
@asynchronous
async def test_that_nothing_more_comes_is_told_after_what_has_come(answers: bool) -> None:
    here = Set(Limits(work=1e6, work_per_address=1e6))
    here.inside.cost, here.inside.answers = streams.MOMENT / 100, answers
    here.receive(DATA)
    assert here.stream.end_input()
    assert here.stream.end_input()  # event loops tell it again
    assert here.inside.ends == 0
    await turns_of_the_loop(len(DATA) // SLICE)
    assert here.inside.heard == DATA
    assert here.inside.ends == 1
    assert here.transport.closed is not answers


@asynchronous
async def test_tls_ends_both_ways_at_once() -> None:
    here = Set(secured=True)
    assert not here.stream.end_input()


# ---------------------------------------------------------------- to the client


@pytest.mark.parametrize(("secured", "byte"), [(False, WRITING_A_BYTE), (True, WRITING_A_BYTE + ENCRYPTING_A_BYTE)])
@asynchronous
async def test_bytes_that_are_sent_are_charged(secured: bool, byte: float) -> None:
    here = Set(secured=secured)
    own = here.stream.meter._own
    before = own.balance
    here.stream.write(DATA)
    here.stream.writelines([DATA, DATA])
    assert here.transport.written == DATA * 3
    assert own.balance == pytest.approx(before - 3 * len(DATA) * byte)
    own.balance, own.time = len(DATA) * byte / 2, math.inf  # nothing more flows in
    here.stream.write(DATA)
    assert here.budget.pauses == 1
    assert not here.transport.reading


@asynchronous
async def test_bytes_that_an_address_does_not_read_are_bounded() -> None:
    here = Set(Limits(work=1e6, work_per_address=1e6, unread_per_address=3 * MOST_WAITING))
    unread = here.stream.meter.unread
    here.transport.waiting = MOST_WAITING
    here.stream.write(b"what the event loop writes soon")
    assert unread.total == 0
    here.transport.waiting = 2 * MOST_WAITING
    here.stream.write(b"what waits")
    assert unread.total == 2 * MOST_WAITING
    waiting = asyncio.create_task(unread.room())
    await turns_of_the_loop()
    assert not waiting.done()
    here.transport.waiting = 0
    here.stream.read_again()
    await waiting
    assert unread.total == 0
    another = Transport()
    meter = here.budget.meter("192.0.2.1", asyncio.get_running_loop().time())
    assert meter.unread is unread
    stream = Stream(another, Inside(), meter)
    here.transport.waiting = another.waiting = 2 * MOST_WAITING
    here.stream.write(b"what waits")
    stream.write(b"too much")
    assert another.aborted
    assert not here.transport.aborted
    stream.lost()
    assert unread.total == 2 * MOST_WAITING
    elsewhere = here.budget.meter("192.0.2.2", asyncio.get_running_loop().time())
    here.stream.charge_to(elsewhere)
    assert (unread.total, elsewhere.unread.total) == (0, 2 * MOST_WAITING)
