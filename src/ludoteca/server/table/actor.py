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
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import apply, commands, duties, entries, views
from ludoteca.house.chat import Chat, Line
from ludoteca.house.commands import Command, HouseCommand
from ludoteca.house.decide import Repeated, decide
from ludoteca.house.duties import Duty
from ludoteca.house.entries import Entry
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Table
from ludoteca.house.views import AudienceEvents
from ludoteca.server.context import STORE_PATIENCE, PlaysFor, TableContext
from ludoteca.store.contract import EntryRow, StoreError

from .announcements import Listener, happened
from .broadcast import Audience
from .chat import KeptLine, TableChat
from .clock import TableTime
from .damaged_logs import read_entry
from .delayed import DelayedWatchers
from .paces import TablePaces
from .pending import Answer, Answered, PendingCommand, PendingEntry
from .persistence import decode_audience_events, encode_audience_events, snapshot_of, summary_of
from .presence import CommandSource, Presence

TRIES = 20  # of a command whose entry always comes too late, when another node is faster each time
MOST_MISSED = 200  # entries that a returning client is told one by one; beyond that it gets a fresh view
SNAPSHOT_EVERY = 64  # entries: at most so many are applied again after a restart
ANYTHING = sys.maxsize  # the number of an entry that may have been written elsewhere

log = structlog.get_logger()


Lost = Callable[["TableActor", Problem], None]


class TableActor:
    """`lost` is called when the table is found to be deleted (ENDED) or written anew (RESTART) by another node."""

    def __init__(
        self, table: Table, lines: Chat, context: TableContext, lost: Lost = lambda actor, why: actor.drop(why)
    ) -> None:
        self.table = table
        self.context = context
        self._dropped: tuple[Problem, float | None] | None = None  # what everybody was told when it was
        self._lost = lost
        self.now = TableTime(context.now, table.time)
        self.audience = Audience(context.store, self.now, lines)
        self.presence = Presence(self, context.roster, context.store.shared)
        self.kept = 0  # the entry after which the last snapshot was taken
        self.used = context.now()  # when something last happened here
        self.to_interrupt = False  # connections in the log are of a process that is gone; that has to be written first
        self._talk = TableChat(lines, context.store, self.now, self.audience.tell_line)
        self.paces = TablePaces()
        self._waiting: deque[PendingCommand] = deque()
        self._under_way: PendingCommand | None = None
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

    def submit(self, asked: CommandSource, sitting: Listener | None = None) -> asyncio.Future[int]:
        """The number of the entry that the command makes, or made the first time; or Refused, or StoreError.

        `sitting` is the listener who takes a seat by it: from the moment of the entry on it is at that seat.
        """
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.ask(asked, partial(_settle, future), sitting)
        return future

    def ask(self, asked: CommandSource, answered: Answered, sitting: Listener | None = None) -> None:
        """The same with a callback, which is called after everybody was told, in the order of asking."""
        if (dropped := self.dropped) is not None:
            answered(dropped)
            return
        if self.to_interrupt:
            self.to_interrupt = False
            self._waiting.append(PendingCommand(commands.Interrupt(), self._interrupted, None))
        self._waiting.append(PendingCommand(asked, answered, sitting))
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

    def _decide(self, request: PendingCommand) -> None:
        try:
            pending = self._prepare(request)
        except Exception as error:  # noqa: BLE001 - the client that asked gets it; the table goes on for the others
            if isinstance(error, Refused) and self.context.store.shared:  # another node may have changed that just now
                self._in_background(self._try_again(request))
            else:
                self._answer(request, error)
        else:
            appending = asyncio.ensure_future(self._append(pending))
            appending.add_done_callback(partial(self._appended, request, pending))

    def _appended(self, request: PendingCommand, pending: PendingEntry, appending: asyncio.Future[bool]) -> None:
        if appending.cancelled() or appending.exception() is not None:  # it may be on disk or not
            error = None if appending.cancelled() else appending.exception()
            self._answer(request, error if isinstance(error, Exception) else ConnectionAbortedError())
        elif (dropped := self.dropped) is not None:
            self._answer(request, dropped)
        elif appending.result():
            self._answer(request, self._add(pending, request.sitting))
        else:
            self.context.conflicted()
            self._in_background(self._try_again(request))
        self._go_on()

    def _answer(self, request: PendingCommand, answer: Answer) -> None:
        self._under_way = None
        if (dropped := self.dropped) is not None:
            answer = dropped
        elif not self._unsure:
            self.presence.sat_down()
        request.answered(answer.number if isinstance(answer, Repeated) else answer)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        _TASKS.add(task)
        task.add_done_callback(_TASKS.discard)

    async def _try_again(self, request: PendingCommand) -> None:
        """Another node has added to the log, or the last append may have: read it, then decide the command again."""
        answer: Answer = Refused(Refusal.STALE)
        try:
            for _ in range(TRIES):
                await self.catch_up()
                pending = self._prepare(request)
                appended = await self._append(pending)
                self.require_kept()
                if appended:
                    answer = self._add(pending, request.sitting)
                    break
                self.context.conflicted()
        except Exception as error:  # noqa: BLE001 - as in `_decide`
            answer = error
        self._answer(request, answer)
        self._go_on()

    def _prepare(self, request: PendingCommand) -> PendingEntry:
        """What a command would add to the log, on its way to the disk."""
        asked, before = request.asked, self.table
        command = asked if isinstance(asked, Command) else asked()
        outcome = decide(before, command, self.now())
        entry, prepared = outcome.entry, outcome.prepared
        body = entries.encode(entry)
        digest = entries.digest(entry, body)
        if isinstance(entry.what, entries.OF_THE_GAME):  # they change nothing that lists show
            audience_events = views.audience_events(before, [] if prepared is None else prepared.events)
            return PendingEntry(entry, body, digest, prepared, audience_events, before, before, None, perf_counter())
        after = before.copied()
        audience_events = views.audience_events(after, apply.apply_entry(after, entry, prepared, digest))
        return PendingEntry(
            entry, body, digest, prepared, audience_events, before, after, summary_of(after), perf_counter()
        )

    def _append(self, pending: PendingEntry) -> Awaitable[bool]:
        entry = pending.entry
        row = EntryRow(
            self.code, entry.number, pending.body, pending.digest, encode_audience_events(pending.audience_events)
        )
        self._unsure = True  # until the store has answered
        self._sent = pending.digest
        if isinstance(entry.what, entries.Sat) and entry.what.bot is None and entry.what.here:
            self.presence.sits_down(entry.what.name)
            if self.context.store.shared:
                return self._append_known(entry.what.name, row, pending)
        return self.context.store.append(row, pending.before.digest, pending.summary)

    async def _append_known(self, name: str, row: EntryRow, pending: PendingEntry) -> bool:
        await self.presence.known(name)
        return await self.context.store.append(row, pending.before.digest, pending.summary)

    def _add(self, pending: PendingEntry, sitting: Listener | None) -> Answer:
        """The entry is on disk: change the table and tell everybody."""
        entry = pending.entry
        try:
            self.context.wrote(entry, perf_counter() - pending.since)
            if pending.after is pending.before:
                apply.apply_entry(self.table, entry, pending.prepared, pending.digest)
            self.table = pending.after
            if sitting is not None and isinstance(entry.what, entries.Sat):
                sitting.seat = entry.what.seat
            self._tell(entry, pending.audience_events, pending.before)
            if sitting is not None and isinstance(entry.what, entries.Rekeyed):
                self.audience.move_in(sitting, entry.what.seat)
                self.presence.look()
        except Exception as error:  # noqa: BLE001 - as in `_decide`; what is missing here is read from the disk
            return error
        self._unsure = False
        return entry.number

    async def catch_up(self) -> None:
        """Read and tell what got to the disk without this table knowing.

        The last known entry is read as well: if it is gone the table was deleted, and if it is another one its log was
        written anew. So this is known without anybody having told it.
        """
        rows = await self.context.store.entries(self.code, self.table.number - 1)
        self.require_kept()
        if not rows or rows[0].digest != self.table.digest:
            self._lost(self, Problem.RESTART if rows else Problem.ENDED)
            self.require_kept()
        for row in rows[1:]:
            entry = read_entry(row)
            before = self.table
            self.table = before.copied()
            apply.apply_entry(self.table, entry)
            self._tell(entry, decode_audience_events(row.events), before, elsewhere=row.digest != self._sent)
        self._unsure = False
        self.presence.sat_down()

    # ------------------------------------------------------------ other nodes

    def went_on(self, number: int) -> None:
        """Another node may have written entries up to that one."""
        if number > self.table.number and not self._stopped and self.dropped is None:
            self._elsewhere = max(self._elsewhere, number)
            self._go_on()

    async def refreshed(self) -> None:
        """Know everything that is written now: a client that comes from another node must not find an earlier table."""
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

    def line_replaced(self, number: int) -> None:
        """The operator has changed that line of the chat, at this node or another."""
        if not self._stopped:
            self._in_background(self._read_line(number))

    async def read_lines_again(self) -> None:
        """The operator may have changed lines of the chat while nobody listened."""
        await self._talk.read_all_again(self.code)

    async def _read_line(self, number: int) -> None:
        try:
            await self._talk.read_again(self.code, number)
        except StoreError as error:
            self.later(partial(self.line_replaced, number), error)

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
    def delayed(self) -> DelayedWatchers | None:
        return self.audience.delayed

    @property
    def everybody(self) -> set[Listener]:
        return self.audience.everybody

    def join(self, listener: Listener) -> None:
        if self._dropped is not None:
            listener.dismiss(*self._dropped)
            return
        self.audience.join(listener)
        self.presence.look()

    def leave(self, listener: Listener) -> None:
        self.audience.leave(listener, self.busy)
        self.presence.look()

    def seen_by(self, seat: int | None) -> Table:
        """The table as that audience sees it: for delayed watchers, as it was some minutes ago."""
        return self.audience.seen_by(self.table, seat)

    def lines_known_to(self, seat: int | None) -> list[Line]:
        """What was said at the table, as far as that audience knows it."""
        return self.audience.lines_known_to(seat)

    async def open_delayed(self) -> None:
        """Called before a watcher joins: at a table with a delay, watchers see it as it was some minutes ago."""
        self.require_kept()
        await self.audience.open_delayed(lambda: self.table, self.require_kept)

    def _tell(self, entry: Entry, audience_events: AudienceEvents, before: Table, elsewhere: bool = False) -> None:
        """`before` is the table as it was, except after actions."""
        self.used = self.context.now()
        self.now.heard(entry.time)
        self.audience.tell(self.table, entry, audience_events, before, elsewhere)
        if not isinstance(entry.what, entries.OF_THE_GAME):
            self.context.changes += 1
            self.presence.hear(entry)
        self._schedule()
        if entry.number - self.kept >= SNAPSHOT_EVERY:
            self._keep_soon()
        self.context.changed(self)

    async def missed(self, seat: int | None, seen: int | None) -> list[Happened] | None:
        """What followed an entry, as the seat may read it; None when it is too old or not of this table."""
        self.require_kept()
        number = self.seen_by(seat).number
        if seen is None or seen > number or number - seen > MOST_MISSED:
            return None
        if seen == number:
            return []
        rows = await self.context.store.entries(self.code, seen, number - seen)
        self.require_kept()
        return [happened(read_entry(row), decode_audience_events(row.events), seat) for row in rows]

    # ------------------------------------------------------------ what the house has to do

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        duty = self._next_duty()
        if duty is not None:
            now = max(self.now(), self.table.time)  # another machine's clock may be ahead
            delay = max(0, duty.time - now) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._do_duty, duty.command)

    def _next_duty(self) -> Duty | None:
        return None if self._stopped or self._idle or not self.context.on_duty else duties.next_duty(self.table)

    def _do_duty(self, command: HouseCommand) -> None:
        self._timer = None
        if isinstance(command, commands.PlayFor) and self.context.play_for is not None:
            self._in_background(self._play_for(command, self.context.play_for))
        else:
            self.submit(command).add_done_callback(self._duty_done)

    async def _play_for(self, command: commands.PlayFor, play_for: PlaysFor) -> None:
        """Let the stand-in think. If it is not wanted any more, what is due instead is known already."""
        decision = await play_for(self.table, command.seat)
        duty = self._next_duty()
        if duty is not None and duty.command == command:
            chosen = commands.PlayFor(command.answers, command.seat, decision)
            self.submit(chosen).add_done_callback(self._duty_done)

    def _duty_done(self, done: asyncio.Future[int]) -> None:
        """The clock may have been set back, somebody may have been faster, the disk may be full: look again."""
        error = done.exception()
        if isinstance(error, Refused):
            self._schedule()
        elif error is not None:
            self.later(self.look, error)

    def later(self, again: Callable[[], None], error: BaseException) -> None:
        """Do something again when there may be room on the disk."""
        if self.dropped is not None:
            return
        if not isinstance(error, StoreError):
            log.error("a duty of the house failed", table=self.code, exc_info=error)
        if not self._stopped:
            asyncio.get_running_loop().call_later(STORE_PATIENCE, again)

    def idle(self, idle: bool) -> None:
        """As long as it is not known who is there, the house does nothing by itself."""
        self._idle = idle
        self._schedule()

    def look(self) -> None:
        """Schedule what is due, after waking up."""
        if self.dropped is not None:
            return
        self._schedule()
        self.context.changed(self)

    # ------------------------------------------------------------ snapshots

    def _keep_soon(self) -> None:
        before, self.kept = self.kept, self.table.number
        keeping = asyncio.ensure_future(self.context.store.keep_snapshot(snapshot_of(self.table), self.table.digest))
        keeping.add_done_callback(partial(self._kept_or_not, before))

    def _kept_or_not(self, before: int, keeping: asyncio.Future[bool]) -> None:
        """A snapshot is a convenience: without it more entries are applied after a restart."""
        error = None if keeping.cancelled() else keeping.exception()
        if error is not None:
            self.kept = before
        if not isinstance(error, StoreError | None):
            log.error("a snapshot was not kept", table=self.code, exc_info=error)

    async def keep(self) -> None:
        """Store the table as it is, if it has changed since it was stored last."""
        if self.kept < self.table.number and self.dropped is None:
            row = snapshot_of(self.table)
            await self.context.store.keep_snapshot(row, self.table.digest)
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
        self.require_kept()
        try:
            return await self._talk.say(lambda: self.table, speaker, text, client_id)
        finally:
            self.require_kept()

    # ------------------------------------------------------------ the end

    @property
    def dropped(self) -> Trouble | Refused | None:
        """Why nothing of this table may be shown or done here any more; each caller gets an error of its own."""
        return None if self._dropped is None else self._refusal(self._dropped[0])

    def _refusal(self, why: Problem) -> Trouble | Refused:
        return Trouble(Problem.NO_SUCH_TABLE, code=self.code) if why is Problem.ENDED else Refused(Refusal.STALE)

    def require_kept(self) -> None:
        """Refuse to go on with a table that was deleted or written anew: what is known of it here is told to nobody."""
        if (dropped := self.dropped) is not None:
            raise dropped

    def drop(self, why: Problem, again: float | None = None) -> None:
        """The table was deleted (ENDED), or its log was written anew (RESTART): what is known here counts no more.

        Each waiting command is answered and each listener dismissed. Nothing is written or told any more, not even the
        entry that is on its way to the disk.
        """
        if self._dropped is not None:
            return
        self._dropped = why, again
        self.stop()
        self.presence.drop()
        waiting, self._waiting = self._waiting, deque()
        for request in waiting:
            request.answered(self._refusal(why))
        self.audience.drop(why, again)
        self._go_on()

    def stop(self) -> None:
        """The table is about to sleep: it does nothing any more. Players who are connected stay so in the log."""
        self._stopped = True
        self.presence.stop()
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
