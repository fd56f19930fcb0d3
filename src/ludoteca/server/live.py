"""A table that is awake. Commands wait in line; each becomes an entry, goes to disk, and only then changes the table
and is told to those who are there. At most one entry is on its way to the disk, so none can stand on one that failed.
"""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from time import perf_counter
from typing import Any

import structlog

from ludoteca.dialects.house.messages import Happened
from ludoteca.house import commands, duties, entries, unfolding, views
from ludoteca.house.chat import Chat, Line
from ludoteca.house.commands import Command
from ludoteca.house.deciding import Repeated, decide
from ludoteca.house.entries import Entry
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Table
from ludoteca.house.views import Hearing
from ludoteca.store.contract import EntryRow, StoreError

from .audience import Audience
from .flights import Answer, Answered, Flight, Request
from .gallery import Gallery
from .news import Listener, happened
from .presence import Asked, Attendance
from .rows import decode_hearing, encode_hearing, snapshot_of, summary_of
from .surroundings import STORE_PATIENCE, Surroundings
from .talk import KeptLine, Talk

TRIES = 20  # of a command whose entry always comes too late, when another node is faster each time
MOST_MISSED = 200  # entries that a returning client is told one by one; beyond that it gets a fresh view
SNAPSHOT_EVERY = 64  # entries: what has to be unfolded again after a restart
ANYTHING = sys.maxsize  # the number of an entry that may have been written elsewhere

log = structlog.get_logger()


class LiveTable:
    def __init__(self, table: Table, lines: Chat, around: Surroundings) -> None:
        self.table = table
        self.around = around
        self.audience = Audience(around.store, around.now)
        self.attendance = Attendance(self, around.roster, around.store.shared)
        self.kept = 0  # the entry after which the last snapshot was taken
        self.used = around.now()  # when something last happened here
        self.to_interrupt = False  # connections in the log are of a process that is gone; that has to be written first
        self._talk = Talk(lines, around.store, around.now, self.audience.tell_line)
        self._waiting: deque[Request] = deque()
        self._under_way: Request | None = None
        self._settling: list[asyncio.Future[None]] = []
        self._unsure = False  # whether the last entry got to the disk
        self._sent = ""  # the digest of that entry
        self._elsewhere = 0  # the last entry that another node is known to have written
        self._reading = False  # what another node has written
        self._timer: asyncio.TimerHandle | None = None
        self._idle = False  # it is not known yet who is there: the house does nothing by itself
        self._stopped = False

    @property
    def code(self) -> str:
        return self.table.code

    @property
    def busy(self) -> bool:
        return self._under_way is not None or self._reading or bool(self._waiting)

    # ------------------------------------------------------------ commands

    def submit(self, asked: Asked, sitting: Listener | None = None) -> asyncio.Future[int]:
        """The number of the entry that the command makes, or made the first time; or Refused, or StoreError.

        `sitting` is who sits down, or moves in, by it: at the moment it happens he is at his seat.
        """
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.ask(asked, partial(_settle, future), sitting)
        return future

    def ask(self, asked: Asked, answered: Answered, sitting: Listener | None = None) -> None:
        """The same for whoever would rather be called: after everybody was told, in the order of asking."""
        if self.to_interrupt:
            self.to_interrupt = False
            self._waiting.append(Request(commands.Interrupt(), self._interrupted, None))
        self._waiting.append(Request(asked, answered, sitting))
        self._go_on()

    def _interrupted(self, answer: Answer) -> None:
        self.to_interrupt = isinstance(answer, StoreError)

    async def settle(self) -> None:
        """Wait until nothing is on its way."""
        while self.busy:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._settling.append(future)
            await future

    def _go_on(self) -> None:
        """Decide the next command that waits, unless one is on its way to the disk; first read what others wrote."""
        while self._under_way is None and not self._reading:
            if self._elsewhere > self.table.number:
                self._reading = True
                self._in_background(self._read_on())
                break
            if not self._waiting:
                break
            self._under_way = self._waiting.popleft()
            if self._unsure:
                self._in_background(self._try_again(self._under_way))
            else:
                self._decide(self._under_way)
        if not self.busy:
            self.audience.forget_the_gone()
            for future in self._settling:
                if not future.done():
                    future.set_result(None)
            self._settling.clear()

    def _decide(self, request: Request) -> None:
        try:
            flight = self._flight(request)
        except Exception as error:  # noqa: BLE001 - whoever asked gets it; the table goes on for the others
            if isinstance(error, Refused) and self.around.store.shared:  # another node may have changed that just now
                self._in_background(self._try_again(request))
            else:
                self._answer(request, error)
        else:
            appending = asyncio.ensure_future(self._append(flight))
            appending.add_done_callback(partial(self._appended, request, flight))

    def _appended(self, request: Request, flight: Flight, appending: asyncio.Future[bool]) -> None:
        if appending.cancelled() or appending.exception() is not None:  # it may be on disk or not
            error = None if appending.cancelled() else appending.exception()
            self._answer(request, error if isinstance(error, Exception) else ConnectionAbortedError())
        elif appending.result():
            self._answer(request, self._add(flight, request.sitting))
        else:
            self.around.conflicted()
            self._in_background(self._try_again(request))
        self._go_on()

    def _answer(self, request: Request, answer: Answer) -> None:
        self._under_way = None
        if not self._unsure:
            self.attendance.sat_down()
        request.answered(answer.number if isinstance(answer, Repeated) else answer)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        _TASKS.add(task)
        task.add_done_callback(_TASKS.discard)

    async def _try_again(self, request: Request) -> None:
        """Something got into the log without this table knowing: read it, and decide what waits on top of that."""
        answer: Answer = Refused(Refusal.STALE)
        try:
            for _ in range(TRIES):
                await self.catch_up()
                flight = self._flight(request)
                if await self._append(flight):
                    answer = self._add(flight, request.sitting)
                    break
                self.around.conflicted()
        except Exception as error:  # noqa: BLE001 - as in `_decide`
            answer = error
        self._answer(request, answer)
        self._go_on()

    def _flight(self, request: Request) -> Flight:
        """What a command would add to the log, on its way to the disk."""
        asked, before = request.asked, self.table
        command = asked if isinstance(asked, Command) else asked()
        outcome = decide(before, command, self.around.now())
        entry, prepared = outcome.entry, outcome.prepared
        body = entries.encode(entry)
        digest = entries.digest(entry, body)
        if isinstance(entry.what, entries.OF_THE_GAME):  # they change nothing that lists show
            hearing = views.hearing(before, [] if prepared is None else prepared.events)
            return Flight(entry, body, digest, prepared, hearing, before, before, None, perf_counter())
        after = before.copied()
        hearing = views.hearing(after, unfolding.unfold(after, entry, prepared, digest))
        return Flight(entry, body, digest, prepared, hearing, before, after, summary_of(after), perf_counter())

    def _append(self, flight: Flight) -> Awaitable[bool]:
        entry = flight.entry
        row = EntryRow(self.code, entry.number, flight.body, flight.digest, encode_hearing(flight.hearing))
        self._unsure = True  # until the store has answered
        self._sent = flight.digest
        if isinstance(entry.what, entries.Sat) and entry.what.bot is None and entry.what.here:
            self.attendance.sits_down(entry.what.name)
            if self.around.store.shared:
                return self._append_known(entry.what.name, row, flight)
        return self.around.store.append(row, flight.before.digest, flight.summary)

    async def _append_known(self, name: str, row: EntryRow, flight: Flight) -> bool:
        await self.attendance.known(name)
        return await self.around.store.append(row, flight.before.digest, flight.summary)

    def _add(self, flight: Flight, sitting: Listener | None) -> Answer:
        """The entry is on disk: change the table and tell everybody."""
        entry = flight.entry
        try:
            self.around.wrote(entry, perf_counter() - flight.since)
            if flight.after is flight.before:
                unfolding.unfold(self.table, entry, flight.prepared, flight.digest)
            self.table = flight.after
            if sitting is not None and isinstance(entry.what, entries.Sat):
                sitting.seat = entry.what.seat
            self._tell(entry, flight.hearing, flight.before)
            if sitting is not None and isinstance(entry.what, entries.Rekeyed):
                self.audience.move_in(sitting, entry.what.seat)
                self.attendance.look()
        except Exception as error:  # noqa: BLE001 - as in `_decide`; what is missing here is read from the disk
            return error
        self._unsure = False
        return entry.number

    async def catch_up(self) -> None:
        """Read and tell what got to the disk without this table knowing."""
        for row in await self.around.store.entries(self.code, self.table.number):
            entry = entries.decode(row.body)
            before = self.table
            self.table = before.copied()
            unfolding.unfold(self.table, entry)
            self._tell(entry, decode_hearing(row.events), before, elsewhere=row.digest != self._sent)
        self._unsure = False
        self.attendance.sat_down()

    # ------------------------------------------------------------ other nodes

    def went_on(self, number: int) -> None:
        """Another node may have written entries up to that one."""
        if number > self.table.number and not self._stopped:
            self._elsewhere = max(self._elsewhere, number)
            self._go_on()

    async def refreshed(self) -> None:
        """Know everything that is written now: whoever comes from another node must not find an earlier table."""
        self.went_on(ANYTHING)
        await self.settle()

    async def _read_on(self) -> None:
        self._elsewhere = 0  # what is told from now on may be too late for the reading
        try:
            await self.catch_up()
        except Exception as error:  # noqa: BLE001 - as in `_decide`; it is tried again
            self._unsure = True
            self.later(partial(self.went_on, ANYTHING), error)
        self._reading = False
        self._go_on()

    def talk_went_on(self, number: int) -> None:
        """Another node may have written lines up to that one."""
        if number > self.talk.number and not self._stopped:
            self._in_background(self._hear_on())

    async def _hear_on(self) -> None:
        try:
            await self._talk.hear_on(lambda: self.table)
        except StoreError as error:
            self.later(partial(self.talk_went_on, ANYTHING), error)

    # ------------------------------------------------------------ who is there

    @property
    def listeners(self) -> set[Listener]:
        return self.audience.listeners

    @property
    def gallery(self) -> Gallery | None:
        return self.audience.gallery

    @property
    def everybody(self) -> set[Listener]:
        return self.audience.everybody

    def join(self, listener: Listener) -> None:
        self.audience.join(listener)
        self.attendance.look()

    def leave(self, listener: Listener) -> None:
        self.audience.leave(listener, self.busy)
        self.attendance.look()

    def seen_by(self, seat: int | None) -> Table:
        """The table as that audience knows it, which may be a while ago."""
        return self.audience.seen_by(self.table, seat)

    async def open_gallery(self) -> None:
        """Before somebody watches: with a delay he sees the table as it was."""
        await self.audience.open_gallery(lambda: self.table)

    def _tell(self, entry: Entry, hearing: Hearing, before: Table, elsewhere: bool = False) -> None:
        """`before` is the table as it was, except after actions."""
        self.used = entry.time
        self.audience.tell(self.table, entry, hearing, before, elsewhere)
        if not isinstance(entry.what, entries.OF_THE_GAME):
            self.around.changes += 1
            self.attendance.hear(entry)
        self._schedule()
        if entry.number - self.kept >= SNAPSHOT_EVERY:
            self._keep_soon()
        self.around.changed(self)

    async def missed(self, seat: int | None, seen: int | None) -> list[Happened] | None:
        """What followed an entry, as the seat may read it; None when it is too old or not of this table."""
        number = self.seen_by(seat).number
        if seen is None or seen > number or number - seen > MOST_MISSED:
            return None
        if seen == number:
            return []
        rows = await self.around.store.entries(self.code, seen, number - seen)
        return [happened(entries.decode(row.body), decode_hearing(row.events), seat) for row in rows]

    # ------------------------------------------------------------ what the house has to do

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        duty = None if self._stopped or self._idle or not self.around.on_duty else duties.next_duty(self.table)
        if duty is not None:
            now = max(self.around.now(), self.table.time)  # another machine's clock may be ahead
            delay = max(0, duty.time - now) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._do_duty, duty.command)

    def _do_duty(self, command: Command) -> None:
        self._timer = None
        self.submit(command).add_done_callback(self._duty_done)

    def _duty_done(self, done: asyncio.Future[int]) -> None:
        """The clock may have been set back, somebody may have been faster, the disk may be full: look again."""
        error = done.exception()
        if isinstance(error, Refused):
            self._schedule()
        elif error is not None:
            self.later(self.look, error)

    def later(self, again: Callable[[], None], error: BaseException) -> None:
        """Do something again when there may be room on the disk."""
        if not isinstance(error, StoreError):
            log.error("a duty of the house failed", table=self.code, exc_info=error)
        if not self._stopped:
            asyncio.get_running_loop().call_later(STORE_PATIENCE, again)

    def idle(self, idle: bool) -> None:
        """As long as it is not known who is there, the house does nothing by itself."""
        self._idle = idle
        self._schedule()

    def look(self) -> None:
        """See what is due, after waking up."""
        self._schedule()
        self.around.changed(self)

    # ------------------------------------------------------------ snapshots

    def _keep_soon(self) -> None:
        before, self.kept = self.kept, self.table.number
        keeping = asyncio.ensure_future(self.around.store.keep_snapshot(snapshot_of(self.table)))
        keeping.add_done_callback(partial(self._kept_or_not, before))

    def _kept_or_not(self, before: int, keeping: asyncio.Future[bool]) -> None:
        """A snapshot is a convenience: without it more entries are unfolded after a restart."""
        error = None if keeping.cancelled() else keeping.exception()
        if error is not None:
            self.kept = before
        if not isinstance(error, StoreError | None):
            log.error("a snapshot was not kept", table=self.code, exc_info=error)

    async def keep(self) -> None:
        """Store the table as it is, if it has changed since it was stored last."""
        if self.kept < self.table.number:
            row = snapshot_of(self.table)
            await self.around.store.keep_snapshot(row)
            self.kept = row.number

    # ------------------------------------------------------------ talk

    @property
    def talk(self) -> Chat:
        return self._talk.lines

    def recall(self, lines: Iterable[KeptLine]) -> None:
        """These were said before the table woke."""
        for line in lines:
            self._talk.recall(self.table, line)

    async def say(self, speaker: Listener, text: str, client_id: str = "") -> Line:
        """A line is heard once it is on disk. With the same id again it is not said again."""
        return await self._talk.say(lambda: self.table, speaker, text, client_id)

    # ------------------------------------------------------------ the end

    def stop(self) -> None:
        """Nothing is done any more: the table is about to sleep. Who is connected stays so in the log."""
        self._stopped = True
        self.attendance.stop()
        self.audience.stop()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


_TASKS: set[asyncio.Task[None]] = set()  # so that they are not collected while they run


def _settle(future: asyncio.Future[int], answer: Answer) -> None:
    if future.done():  # nobody waits any more
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)
