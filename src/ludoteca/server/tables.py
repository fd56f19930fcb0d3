"""All tables of the house: those that are awake, and the way to those that sleep in the store."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

import msgspec
import structlog

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import commands, entries, fairness, lobby, rematch, snapshots, unfolding
from ludoteca.house.chat import LINES_KEPT, Chat, resumed
from ludoteca.house.deciding import BY_THE_HOUSE, Manner, open_table
from ludoteca.house.lobby import Listing
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase, Table
from ludoteca.rules import InvalidPosition
from ludoteca.store.contract import EntryRow, SnapshotRow, StoreError, TableRow

from .live import ANYTHING, LiveTable
from .rows import summary_of
from .surroundings import Surroundings
from .talk import decoded

QUIET = 600_000  # milliseconds for which a table nobody is at stays awake
UNFINISHED = (Phase.OPEN, Phase.PLAYING)
MOST_LISTED = 200

Seating = Callable[[LiveTable], Awaitable[None]]

log = structlog.get_logger()


class Tables:
    def __init__(self, around: Surroundings) -> None:
        self.around = around
        self.awake: dict[str, LiveTable] = {}
        self.draining = False  # about to close
        self.retiring = False  # others play by newer rules: people are handed over to them
        self.retired = False  # since then nothing is touched here any more
        self._waking: dict[str, asyncio.Task[LiveTable | None]] = {}

    # ------------------------------------------------------------ opening

    async def open(self, options: Options, seating: Seating | None = None, manner: Manner = BY_THE_HOUSE) -> LiveTable:
        """A new table; `seating` is done before anybody else gets it."""
        if self.draining or self.retired:
            raise Trouble(Problem.DRAINING)
        live = None
        while live is None:
            code = lobby.new_code(self.around.chance(lobby.CODE_BYTES))
            if code not in self.awake and code not in self._waking:
                # Whoever finds it in the store before this server knows that it is there has to wait for it.
                self._waking[code] = making = asyncio.create_task(self._make(code, options, seating, manner))
                live = await asyncio.shield(making)
        return live

    async def _make(self, code: str, options: Options, seating: Seating | None, manner: Manner) -> LiveTable | None:
        """None when the code is taken."""
        try:
            table = Table(code, self.around.chance(fairness.SECRET_BYTES))
            entry = open_table(table, options, self.around.now(), manner).entry
            unfolding.unfold(table, entry)
            row = EntryRow(code, entry.number, entries.encode(entry), table.digest)
            if not await self.around.store.create(row, table.secret, summary_of(table)):
                return None
            live = LiveTable(table, Chat(), self.around)
            self.around.changes += 1
            await self._seat(live, seating)
            return live
        finally:
            del self._waking[code]

    async def _seat(self, live: LiveTable, seating: Seating | None) -> None:
        try:
            if seating is not None:
                await seating(live)
        except (Refused, Trouble):
            await live.submit(commands.Close(None, "not opened"))
            raise
        finally:  # whatever the store could not take: an empty table is given up after a while
            self._awaken(live)

    async def rematch(self, live: LiveTable, by: int) -> str:
        """The code of the table at which the same people play once more."""
        if live.table.phase is not Phase.OVER and self.around.store.shared:  # another server may know that it is
            await live.refreshed()
        table = live.table
        if table.rematch is not None:
            return table.rematch
        if table.phase is not Phase.OVER:
            raise Refused(Refusal.NOT_OVER)

        async def seat_again(new: LiveTable) -> None:
            for command in rematch.seating_again(table):
                await new.submit(command)

        again = await self.open(table.options, seat_again, Manner(practice=table.practice))
        try:
            await live.submit(commands.Rematch(by, again.code))
        except Refused as refused:
            await again.submit(commands.Close(None, "rematched elsewhere"))
            if refused.code is Refusal.REMATCHED:
                return str(refused.parameters["invitation"])
            raise
        return again.code

    # ------------------------------------------------------------ finding

    async def find(self, typed: str) -> LiveTable:
        """The table with that code, awake; or Trouble."""
        if self.retired:
            raise Trouble(Problem.DRAINING)
        code = lobby.read_code(typed)
        live = None if code is None else self.awake.get(code)
        if live is not None and self.around.store.shared:
            await live.refreshed()
        elif code is not None and live is None:
            if code not in self._waking:
                self._waking[code] = asyncio.create_task(self._wake(code))
            live = await asyncio.shield(self._waking[code])
        if live is None:
            raise Trouble(Problem.NO_SUCH_TABLE, code=typed[:20])
        live.used = self.around.now()
        return live

    async def _wake(self, code: str) -> LiveTable | None:
        try:
            secret = await self.around.store.secret(code)
            if secret is None:
                return None
            live = await self._load(code, secret)
            if not self.around.store.shared:
                if live.table.phase in UNFINISHED:
                    await self._interrupt(live)
            elif not await self.around.roster.meet(live):
                live.idle(True)
            self._awaken(live)
            return live
        finally:
            del self._waking[code]

    def _awaken(self, live: LiveTable) -> None:
        self.awake[live.code] = live
        live.look()
        if self.around.store.shared:  # something may have been written while it was read
            live.went_on(ANYTHING)
            live.talk_went_on(ANYTHING)

    async def _load(self, code: str, secret: bytes) -> LiveTable:
        store = self.around.store
        kept = await store.snapshot(code)
        table = restored(kept) or Table(code, secret)
        for row in await store.entries(code, table.number):
            unfolding.unfold(table, entries.decode(row.body))
        lines = [decoded(row.body) for row in await store.chat(code, last=LINES_KEPT)]
        live = LiveTable(table, resumed(line.told for line in lines), self.around)
        live.recall(lines)
        live.kept = 0 if kept is None else kept.number
        return live

    async def _interrupt(self, live: LiveTable) -> None:
        """Whoever was connected according to the log is not any more: this process has only just begun."""
        try:
            await live.submit(commands.Interrupt())
        except Refused as refused:  # nobody is connected in the log, or another node has closed the table meanwhile
            log.debug("a table was not interrupted", table=live.code, code=refused.code)
        except StoreError as error:
            live.to_interrupt = True
            log.warning("a table can only be looked at", table=live.code, problem=error.sentence)

    # ------------------------------------------------------------ lists

    async def listed(self) -> list[Listing]:
        """Public tables that wait for players or play; of those that sleep as they were when they last changed."""
        awake = [live.table for live in self.awake.values()]
        shown = {listing.code: listing for listing in lobby.listed(awake)}
        for row in await self.around.store.tables(UNFINISHED, public=True, most=MOST_LISTED):
            if row.code not in self.awake:
                shown[row.code] = listing_of(row) if self.around.store.shared else sleeping(row)
        return sorted(
            shown.values(), key=lambda listing: (listing.phase is Phase.PLAYING, listing.opened, listing.code)
        )

    async def finished(self, after: TableRow | None, most: int) -> list[TableRow]:
        return await self.around.store.tables((Phase.OVER,), public=True, after=after, most=most)

    # ------------------------------------------------------------ what other nodes do

    def wrote(self, code: str, number: int) -> None:
        """Tables that sleep here stay asleep."""
        if code in self.awake:
            self.awake[code].went_on(number)
        else:
            self.around.changes += 1

    def said(self, code: str, number: int) -> None:
        if code in self.awake:
            self.awake[code].talk_went_on(number)

    def forgot(self, code: str) -> None:
        self.forget([code])

    def asked(self, wait: float) -> None:
        self.around.asked(wait)

    def missed(self) -> None:
        self.around.changes += 1
        self.around.asked(0)
        for live in tuple(self.awake.values()):
            live.went_on(ANYTHING)
            live.talk_went_on(ANYTHING)

    # ------------------------------------------------------------ waking and sleeping

    async def wake_waiting(self) -> None:
        """After a start: tables that wait for players have seats to give up. Games sleep until somebody returns."""
        for row in await self.around.store.tables((Phase.OPEN,)):
            try:
                if row.code not in self.awake:
                    await self.find(row.code)
            except Exception as error:  # the house opens without it, and whoever asks for that table is told
                log.error("a table does not wake", table=row.code, exc_info=error)

    def forget(self, codes: Iterable[str]) -> None:
        """These are no longer in the store. Whoever still looks at one has to leave."""
        for code in codes:
            live = self.awake.pop(code, None)
            if live is not None:
                live.stop()
                for listener in tuple(live.everybody):
                    listener.dismiss(Problem.ENDED)

    async def let_sleep(self, everything: bool = False, quiet: int = QUIET) -> None:
        """Forget tables that nobody needs in memory. They are in the store, and wake when somebody asks for them."""
        now = self.around.now()
        for code, live in list(self.awake.items()):
            unused = not live.everybody and now - live.used > quiet and live.table.phase is not Phase.OPEN
            if everything or (unused and not live.busy):
                await live.settle()
                if everything and self.around.store.shared:
                    await live.attendance.sign_off()
                try:
                    await live.keep()
                except StoreError as error:
                    log.warning("a table was not kept as it is", table=code, problem=error.sentence)
                if everything or not (live.everybody or live.busy):
                    live.stop()
                    del self.awake[code]


def restored(kept: SnapshotRow | None) -> Table | None:
    """The table of a snapshot. One that cannot be read is no loss: the log says the same."""
    if kept is None:
        return None
    try:
        return snapshots.restore(kept.body)
    except (msgspec.DecodeError, InvalidPosition) as error:
        log.warning("a snapshot cannot be read", table=kept.code, problem=str(error))
        return None


def listing_of(row: TableRow) -> Listing:
    return msgspec.json.decode(row.summary.shown, type=Listing)


def sleeping(row: TableRow) -> Listing:
    """The listing of a table that nobody is at."""
    listing = listing_of(row)
    places = [msgspec.structs.replace(place, connected=place.bot is not None) for place in listing.seats]
    return msgspec.structs.replace(listing, seats=places)
