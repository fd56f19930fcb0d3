"""All tables of the house: those that are awake, and the way to those that sleep in the store."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import msgspec
import structlog

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import apply, commands, duties, entries, fairness, lobby, rematch, snapshots
from ludoteca.house.chat import LINES_KEPT, Chat, resumed
from ludoteca.house.decide import BY_THE_HOUSE, TableOrigin, open_table
from ludoteca.house.lobby import Listing
from ludoteca.house.options import Options, patient_with_strangers
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase, Table
from ludoteca.rules import InvalidPosition
from ludoteca.rules.masters import InvalidCards
from ludoteca.server.context import TableContext
from ludoteca.store.contract import ChatRow, EntryRow, SnapshotRow, StoreError, TableRow

from .actor import ANYTHING, TableActor
from .chat import readable
from .damaged_logs import apply_rows, damaged, is_damage
from .persistence import summary_of

QUIET = 600_000  # milliseconds for which a table nobody is at stays awake
QUIET_AFTER = 60_000  # the same when its game is over: somebody may look at it once more, nobody goes on with it
LOOK_EVERY = 600_000  # milliseconds between looking for abandoned games in the store
UNFINISHED = (Phase.OPEN, Phase.PLAYING)
MOST_LISTED = 200
REWRITTEN = 1.0  # seconds after which clients look again at a table whose log was written anew

Seating = Callable[[TableActor], Awaitable[None]]
Opening = Callable[[Options, Seating, TableOrigin], Awaitable[TableActor]]

T = TypeVar("T")
Named = TypeVar("Named", TableActor, TableRow)

log = structlog.get_logger()


@dataclass(eq=False, slots=True)
class Waking:
    """A table that is read from the store, or made there. Nobody gets it before it is ready.

    `stale`: since its reading began it was deleted or changed by an operator, so what was read does not count.
    """

    task: asyncio.Task[TableActor | None] | None = None
    actor: TableActor | None = None
    stale: bool = False


class TableRegistry:
    def __init__(self, context: TableContext) -> None:
        self.context = context
        self.awake: dict[str, TableActor] = {}
        self.draining = False  # about to close
        self.retiring = False  # others play by newer rules: people are handed over to them
        self.retired = False  # since then nothing is touched here any more
        self._waking: dict[str, Waking] = {}
        self._look_again = 0  # when abandoned games are looked for
        self._looked_at: set[str] = set()  # games against bots, whether they were abandoned
        self._unreadable: set[str] = set()  # tables of which that was written to the log
        self._comparing: set[asyncio.Task[Any]] = set()  # so that they are not collected while they run

    # ------------------------------------------------------------ opening

    async def open(
        self, options: Options, seating: Seating | None = None, origin: TableOrigin = BY_THE_HOUSE
    ) -> TableActor:
        """A new table; `seating` is done before anybody else gets it."""
        if self.draining or self.retired:
            raise Trouble(Problem.DRAINING)
        actor = None
        hidden = not options.public or origin.practice is not None
        while actor is None:
            code = lobby.new_code(self.context.chance(lobby.CODE_BYTES), hidden)
            if code not in self.awake and code not in self._waking:
                # Whoever finds it in the store before this server knows that it is there has to wait for it.
                self._waking[code] = waking = Waking()
                waking.task = asyncio.create_task(self._make(waking, code, options, seating, origin))
                actor = await asyncio.shield(waking.task)
        return actor

    async def _make(
        self, waking: Waking, code: str, options: Options, seating: Seating | None, origin: TableOrigin
    ) -> TableActor | None:
        """None when the code is taken."""
        try:
            table = Table(code, self.context.chance(fairness.SECRET_BYTES))
            entry = open_table(table, options, self.context.now(), origin).entry
            apply.apply_entry(table, entry)
            row = EntryRow(code, entry.number, entries.encode(entry), table.digest)
            if not await self.context.store.create(row, table.secret, summary_of(table)):
                return None
            actor = waking.actor = TableActor(table, Chat(), self.context, self._lost)
            self.context.changes += 1
            await self._seat(waking, actor, seating)
            actor.require_kept()
            return actor
        finally:
            del self._waking[code]

    async def _seat(self, waking: Waking, actor: TableActor, seating: Seating | None) -> None:
        """Before somebody sits there it may be deleted, here or, where another node has found it, there."""
        try:
            if waking.stale:
                await self._compare(actor)
            if seating is not None:
                await seating(actor)
        except (Refused, Trouble):
            if actor.dropped is None:
                await actor.submit(commands.Close(None, "not opened"))
            raise
        finally:  # whatever the store could not take: an empty table is given up after a while
            if actor.dropped is None:
                self._awaken(actor)
            if actor.dropped is None and waking.stale:
                self._in_background(self._compare_all([actor]))

    async def rematch(self, actor: TableActor, by: int, open_table: Opening) -> str:
        """The code of the table at which the same people play once more; `open_table` opens it if there is none."""
        if actor.table.phase is not Phase.OVER and self.context.store.shared:  # another server may know that it is
            await actor.refreshed()
        actor.require_kept()
        table = actor.table
        if table.rematch is not None:
            return table.rematch
        if table.phase is not Phase.OVER:
            raise Refused(Refusal.NOT_OVER)

        async def seat_again(new: TableActor) -> None:
            for command in rematch.seating_again(table):
                await new.submit(command)

        again = await open_table(
            patient_with_strangers(table.options), seat_again, TableOrigin(practice=table.practice)
        )
        try:
            await actor.submit(commands.Rematch(by, again.code))
        except Refused as refused:
            await again.submit(commands.Close(None, "rematched elsewhere"))
            if refused.code is Refusal.REMATCHED:
                return str(refused.parameters["invitation"])
            raise
        return again.code

    # ------------------------------------------------------------ finding

    async def find(self, typed: str) -> TableActor:
        """The table with that code, awake; or Trouble."""
        if self.retired:
            raise Trouble(Problem.DRAINING)
        code = lobby.read_code(typed)
        actor = None if code is None else await self._found(code)
        if actor is None:
            raise Trouble(Problem.NO_SUCH_TABLE, code=typed[:20])
        actor.used = self.context.now()
        return actor

    async def find_readable(self, code: str) -> TableActor | None:
        """The same for whoever looks through several: None when it was deleted meanwhile or cannot be read."""
        try:
            return await self.find(code)
        except StoreError:
            raise
        except Trouble as trouble:
            if not was_deleted(trouble) and not is_damage(trouble):
                raise
        except Exception as error:  # noqa: BLE001 - as in `readable`
            self._complain(code, error)
        return None

    async def _found(self, code: str) -> TableActor | None:
        """As it is kept now: one that was dropped while it was waited for is looked for again."""
        while True:
            actor = self.awake.get(code)
            if actor is None:
                if code not in self._waking:
                    self._waking[code] = waking = Waking()
                    waking.task = asyncio.create_task(self._wake(waking, code))
                task = self._waking[code].task
                assert task is not None
                actor = await asyncio.shield(task)
            elif self.context.store.shared:
                await actor.refreshed()
            if actor is None or actor.dropped is None:
                return actor

    async def _wake(self, waking: Waking, code: str) -> TableActor | None:
        """Read it again each time it was deleted or changed by an operator meanwhile: each of these is told after it is
        done, so that whatever is read later knows of it."""
        try:
            while True:
                waking.stale, waking.actor = False, None
                actor = waking.actor = await self._load(code)
                if actor is None:
                    return None
                if not waking.stale:
                    await self._prepare(actor)
                if not waking.stale:
                    self._awaken(actor)
                    return actor
                actor.drop(Problem.RESTART, REWRITTEN)
        finally:
            del self._waking[code]

    async def _prepare(self, actor: TableActor) -> None:
        if not self.context.store.shared:
            if actor.table.phase in UNFINISHED:
                await self._interrupt(actor)
        elif not await self.context.roster.meet(actor):
            actor.idle(True)

    def _awaken(self, actor: TableActor) -> None:
        self.awake[actor.code] = actor
        self.context.changes += 1  # a list that was made meanwhile shows it as it sleeps
        actor.look()
        if self.context.store.shared:  # something may have been written while it was read
            actor.went_on(ANYTHING)
            actor.talk_went_on(ANYTHING)

    async def _load(self, code: str) -> TableActor | None:
        store = self.context.store
        stored = await store.stored_table(code, LINES_KEPT)
        kept = None if stored is None else stored.snapshot
        table = restored(kept)
        if kept is not None and table is None:
            stored = await store.stored_table(code, LINES_KEPT, from_snapshot=False)
        if stored is None:
            return None
        table = table or Table(code, stored.secret)
        try:
            apply_rows(table, stored.entries)
            if not table.number:  # nobody knows what was opened there
                raise damaged(code, 1)
        except Trouble as damage:
            self._complain(code, damage)
            raise
        lines = readable(stored.lines)
        actor = TableActor(table, resumed(line.told for line in lines), self.context, self._lost)
        actor.recall(lines)
        actor.kept = 0 if kept is None else kept.number
        return actor

    async def _interrupt(self, actor: TableActor) -> None:
        """Whoever was connected according to the log is not any more: this process has only just begun."""
        try:
            await actor.submit(commands.Interrupt())
        except (Refused, Trouble) as refused:  # nobody is connected in the log, or others have closed or deleted it
            log.debug("a table was not interrupted", table=actor.code, code=refused.code)
        except StoreError as error:
            actor.to_interrupt = True
            log.warning("a table can only be looked at", table=actor.code, problem=error.sentence)

    # ------------------------------------------------------------ lists

    async def listed(self) -> list[Listing]:
        """Public tables that wait for players or play; of those that sleep as they were when they last changed."""
        shared = self.context.store.shared
        rows = await self.context.store.tables(UNFINISHED, public=True, most=MOST_LISTED)
        awake = [*self.awake.values()]
        if shared and len(rows) < MOST_LISTED:  # what is not among them was deleted by another node, or ended there
            codes = {row.code for row in rows}
            awake = [actor for actor in awake if actor.code in codes]
        shown = lobby.listed(self.readable(awake, table_of), MOST_LISTED)
        asleep = [row for row in rows if row.code not in self.awake]
        shown += [*self.readable(asleep, listing_of if shared else sleeping)][: MOST_LISTED - len(shown)]
        return sorted(shown, key=lambda listing: (listing.phase is Phase.PLAYING, listing.opened, listing.code))

    def readable(self, tables: Iterable[Named], read: Callable[[Named], T]) -> Iterator[T]:
        """What is read of each. A table of which it cannot be is left out, so that the others are listed all the same;
        that is logged once."""
        for table in tuple(tables):
            try:
                found = read(table)
            except Exception as error:  # noqa: BLE001 - whatever it is, it concerns that table only
                self._complain(table.code, error)
            else:
                yield found

    def _complain(self, code: str, error: Exception, what: str = "a table cannot be read") -> None:
        if code not in self._unreadable:
            self._unreadable.add(code)
            log.error(what, table=code, problem=str(error), exc_info=error)

    async def finished(self, after: TableRow | None, most: int) -> list[TableRow]:
        return await self.context.store.tables((Phase.OVER,), public=True, after=after, most=most)

    # ------------------------------------------------------------ what other nodes do

    def wrote(self, code: str, number: int) -> None:
        """Tables that sleep here stay asleep."""
        if code in self.awake:
            self.awake[code].went_on(number)
        else:
            self.context.changes += 1

    def said(self, code: str, number: int) -> None:
        if code in self.awake:
            self.awake[code].talk_went_on(number)

    def forgot(self, code: str) -> None:
        self.context.changes += 1
        self.forget([code])

    def replaced(self, code: str, number: int) -> None:
        if code in self._waking:
            self._waking[code].stale = True
        if code in self.awake:
            self.awake[code].line_replaced(number)

    def rewrote(self, code: str) -> None:
        """Whoever looks at it comes back at once, and finds what is written now."""
        self._let_go(code, Problem.RESTART, REWRITTEN)

    def noted(self, name: str) -> None:
        self.context.noted(name)

    def asked(self, wait: float) -> None:
        self.context.asked(wait)

    def missed(self) -> None:
        self.context.changes += 1
        self.context.asked(0)
        self.context.noted("")  # any of them
        for waking in self._waking.values():
            waking.stale = True
        for actor in tuple(self.awake.values()):
            actor.went_on(ANYTHING)
            actor.talk_went_on(ANYTHING)
        self._in_background(self._compare_all(tuple(self.awake.values())))

    async def _compare_all(self, lives: Iterable[TableActor]) -> None:
        """One after the other: a server with many tables has enough to read at that moment."""
        for actor in lives:
            if self.awake.get(actor.code) is actor:
                await self._compare(actor)

    async def _compare(self, actor: TableActor) -> None:
        """Find out whether an operator has deleted something of it while nobody listened."""
        try:
            last = await self.context.store.last_entry(actor.code)
            if last is None:
                self._lost(actor, Problem.ENDED)
            elif last.number == actor.table.number and last.digest != actor.table.digest:
                self._lost(actor, Problem.RESTART)
            else:
                await actor.read_lines_again()
        except StoreError as error:
            actor.later(partial(self._compare_later, actor), error)

    def _compare_later(self, actor: TableActor) -> None:
        self._in_background(self._compare_all([actor]))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._comparing.add(task)
        task.add_done_callback(self._comparing.discard)

    # ------------------------------------------------------------ waking and sleeping

    async def wake_waiting(self) -> None:
        """After a start: tables that wait for players have seats to give up. Games sleep until somebody returns."""
        for row in await self.context.store.tables((Phase.OPEN,)):
            try:
                if row.code not in self.awake:
                    await self.find(row.code)
            except Exception as error:  # the house opens without it, and whoever asks for that table is told
                if isinstance(error, StoreError):
                    log.error("a table does not wake", table=row.code, exc_info=error)
                elif not was_deleted(error):
                    self._complain(row.code, error, "a table does not wake")

    async def end_abandoned(self) -> None:
        """Wake games against bots that their only player has left for long: awake, they end by themselves."""
        now = self.context.now()
        if now < self._look_again:
            return
        self._look_again = now + LOOK_EVERY
        rows = await self.context.store.tables((Phase.PLAYING,))
        left = [row for row in rows if row.summary.changed <= now - duties.LONGEST_LEFT and row.code not in self.awake]
        for code in self.readable(left, code_without_others):
            if code and code not in self._looked_at:
                self._looked_at.add(
                    code
                )  # a game that does not end, because of its dialect, is left alone from then on
                await self.find_readable(code)
        self._looked_at &= {row.code for row in rows}

    def forget(self, codes: Iterable[str]) -> None:
        """These are no longer in the store. Whoever still looks at one has to leave."""
        for code in codes:
            self._let_go(code, Problem.ENDED)

    def _let_go(self, code: str, why: Problem, again: float | None = None) -> None:
        """Whatever is known of it here does not count any more, whether it is awake or on its way to be."""
        self.context.changes += 1
        self.context.drops += 1
        self._unreadable.discard(code)
        actor, waking = self.awake.pop(code, None), self._waking.get(code)
        if waking is not None:
            waking.stale = True
        for each in (actor, None if waking is None else waking.actor):
            if each is not None:
                each.drop(why, again)
        for told in self.context.dropped:
            told(code)

    def _lost(self, actor: TableActor, why: Problem) -> None:
        """A table has found out by itself that it was deleted, or its log written anew."""
        waking = self._waking.get(actor.code)
        if self.awake.get(actor.code) is actor or (waking is not None and waking.actor is actor):
            if why is Problem.ENDED:
                self.forgot(actor.code)
            else:
                self.rewrote(actor.code)
        actor.drop(why, None if why is Problem.ENDED else REWRITTEN)  # unless that was done

    def _doubt(self, code: str) -> None:
        """The store did not say whether it has deleted or changed something of that table: look."""
        if code in self._waking:
            self._waking[code].stale = True
        if code in self.awake:
            self._in_background(self._compare_all([self.awake[code]]))

    # ------------------------------------------------------------ what the operator deletes

    async def delete(self, code: str) -> bool:
        """A table with all that belongs to it. False when there is none."""
        return await self._to_the_end(code, self.context.store.forget_table(code), partial(self.forgot, code))

    async def rewrite(self, rows: Sequence[EntryRow], last: str, shown: bytes) -> bool:
        """Keep another log of a table that has ended. False when it has gone on since it was read."""
        code = rows[0].code
        return await self._to_the_end(code, self.context.store.rewrite(rows, last, shown), partial(self.rewrote, code))

    async def _to_the_end(self, code: str, writing: Awaitable[bool], done: Callable[[], None]) -> bool:
        """What was asked of the store is done although the operator's connection is lost: then it counts here, too."""

        async def whole() -> bool:
            try:
                written = await writing
            except StoreError:
                self._doubt(code)
                raise
            if written:
                done()
            return written

        task = asyncio.create_task(whole())
        self._comparing.add(task)
        task.add_done_callback(self._comparing.discard)
        return await asyncio.shield(task)

    async def remove_line(self, code: str, number: int, name: str | None = None) -> bool:
        """Delete the text of a line; its number stays, and so does the speaker's name if no other is given."""
        for line in readable(await self.context.store.chat(code, number - 1)):
            if line.number == number:
                silent = msgspec.structs.replace(line, text="", id="", name=line.name if name is None else name)
                replacing = self.context.store.replace_line(ChatRow(code, number, msgspec.json.encode(silent)))
                return await self._to_the_end(code, replacing, partial(self.replaced, code, number))
        return False

    async def let_sleep(self, everything: bool = False, quiet: int = QUIET) -> None:
        """Forget tables that nobody needs in memory. They are in the store, and wake when somebody asks for them."""
        now = self.context.now()
        for code, actor in list(self.awake.items()):
            phase = actor.table.phase
            waits = quiet if phase in UNFINISHED else min(quiet, QUIET_AFTER)
            unused = not actor.everybody and now - actor.used > waits and phase is not Phase.OPEN
            if everything or (unused and not actor.busy):
                await actor.settle()
                if everything and self.context.store.shared:
                    await actor.presence.sign_off()
                try:
                    await actor.keep()
                except StoreError as error:
                    log.warning("a table was not kept as it is", table=code, problem=error.sentence)
                if (everything or not (actor.everybody or actor.busy)) and self.awake.get(code) is actor:
                    actor.stop()
                    del self.awake[code]


def restored(kept: SnapshotRow | None) -> Table | None:
    """The table of a snapshot. One that cannot be read is no loss: the log says the same."""
    if kept is None:
        return None
    try:
        return snapshots.restore(kept.body)
    except (msgspec.DecodeError, InvalidPosition, InvalidCards) as error:
        log.warning("a snapshot cannot be read", table=kept.code, problem=str(error))
        return None


def was_deleted(error: Exception) -> bool:
    """Whether a table was not found because it is no longer kept."""
    return isinstance(error, Trouble) and error.code is Problem.NO_SUCH_TABLE


def table_of(actor: TableActor) -> Table:
    """The table, if it can be listed."""
    lobby.listing(actor.table)
    return actor.table


def listing_of(row: TableRow) -> Listing:
    return lobby.shortened(msgspec.json.decode(row.summary.shown, type=Listing))


def code_without_others(row: TableRow) -> str:
    """The code of a game that has one player at most beside bots, else nothing."""
    people = [place for place in listing_of(row).seats if place.bot is None]
    return row.code if len(people) < 2 else ""


def sleeping(row: TableRow) -> Listing:
    """The listing of a table that nobody is at."""
    listing = listing_of(row)
    places = [msgspec.structs.replace(place, connected=place.bot is not None) for place in listing.seats]
    return msgspec.structs.replace(listing, seats=places)
