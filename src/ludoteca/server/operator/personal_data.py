"""What is kept under a name: shown to the operator as a whole, or deleted as far as a name can be.

Games that have ended are written anew with a neutral name, each in one transaction, so that they can be shown and
checked as before. Lines of the chat lose name and text, reports and mutes are deleted.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec

from ludoteca.dialects.house.operator import NameDeleted, Person, PersonAtTable, Reported
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import commands, entries, personal_data
from ludoteca.house.entries import Entry
from ludoteca.house.lobby import Listing
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase
from ludoteca.house.views import public_entry
from ludoteca.server.session import device_codes
from ludoteca.server.table.chat import KeptLine, readable
from ludoteca.server.table.damaged_logs import whole_log
from ludoteca.server.table.registry import UNFINISHED, TableRegistry
from ludoteca.store.contract import EntryRow, TableRow

from .mutes import Mutes
from .reports import Reports

TABLES_AT_ONCE = 100
TRIES = 20  # of rewriting a log to which another entry is added each time


class PersonalData:
    def __init__(self, tables: TableRegistry, reports: Reports, mutes: Mutes) -> None:
        self._tables = tables
        self._store = tables.context.store
        self._reports = reports
        self._mutes = mutes

    # ------------------------------------------------------------ showing

    async def export(self, name: str) -> Person:
        found = []
        async for row in self._tables_of(name):
            log = await self._log(row.code)
            lines = [line.told for line in await self._lines(row.code) if line.name == name]
            made = personal_data.made_by(log, name)
            if made or lines:
                shown = [public_entry(entry) for entry in made]
                summary = row.summary
                found.append(
                    PersonAtTable(row.code, summary.game, summary.phase, summary.opened, summary.changed, shown, lines)
                )
        reports = [own(report, name) for report in self._reports.listed() if name in (report.by, report.name)]
        mutes = [mute for mute in self._mutes.listed() if mute.who == name]
        return Person(name, self._tables.context.now(), found, reports, mutes)

    async def _tables_of(self, name: str) -> AsyncIterator[TableRow]:
        after: str | None = ""
        while after is not None:
            codes, after = await self._store.codes_naming(personal_data.needle(name), after, TABLES_AT_ONCE)
            for code in codes:
                row = await self._store.table(code)
                if row is not None:  # it may have been forgotten meanwhile
                    yield row

    async def _log(self, code: str) -> list[Entry]:
        return whole_log(await self._store.entries(code))

    async def _lines(self, code: str) -> list[KeptLine]:
        return readable(await self._store.chat(code))

    # ------------------------------------------------------------ deleting

    async def delete(self, name: str) -> NameDeleted:
        """Repeats while there was something to delete: meanwhile a player of that name may have sat down."""
        whole = NameDeleted(0, 0, 0, 0, 0)
        for _ in range(TRIES):
            found = await self._delete_what_is_there(name)
            whole = NameDeleted(
                whole.tables + found.tables,
                whole.lines + found.lines,
                whole.closed + found.closed,
                whole.reports + found.reports,
                found.later,
            )
            if not (found.tables or found.lines or found.closed):
                break
        return whole

    async def _delete_what_is_there(self, name: str) -> NameDeleted:
        rows = [row async for row in self._tables_of(name)]
        going_on = {row.code: await self._log(row.code) for row in rows if row.summary.phase in UNFINISHED}
        there = {code for code, log in going_on.items() if personal_data.sits_now(log, name)}
        playing = [row.code for row in rows if row.summary.phase is Phase.PLAYING and row.code in there]
        if playing:
            raise still_playing(name, playing)
        renamed = lines = 0
        # First: if one of their games has begun by now, nothing else is done.
        closed = {code for code in sorted(there) if await self._close(code, name)}
        for row in rows:
            lines += await self._silence(row.code, name)
            await device_codes.forget(self._store, row.code, name)
            if row.summary.phase not in UNFINISHED or row.code in there - closed:  # they have ended meanwhile
                renamed += await self._rename(row.code, name)
        later = sum(code not in there and personal_data.sat(log, name) for code, log in going_on.items())
        reports = await self._reports.forget_person(name)
        if any(mute.who == name for mute in self._mutes.listed()):
            await self._mutes.unmute(name)
        return NameDeleted(renamed, lines, len(closed), reports, later)

    async def _close(self, code: str, name: str) -> bool:
        """A table that has not begun is closed: a log that goes on cannot be written anew. Whether it has is looked at
        when the closing is decided, so that of a start in the same moment one comes first and the other is refused."""
        actor = await self._tables.find(code)

        def closing() -> commands.Command:
            seat = actor.table.seat_named(name)
            if actor.table.phase is Phase.PLAYING and seat is not None and actor.table.seats[seat].person:
                raise still_playing(name, [code])
            if actor.table.phase is not Phase.OPEN:
                raise Refused(Refusal.TABLE_CLOSED)
            return commands.Close(None, "by the operator")

        try:
            await actor.submit(closing)
        except Refused as refused:
            if refused.code is not Refusal.TABLE_CLOSED:
                raise
            return False
        await self._rename(code, name)
        return True

    async def _silence(self, code: str, name: str) -> int:
        count = 0
        for line in await self._lines(code):
            if line.name == name:
                await self._tables.remove_line(code, line.number, personal_data.NEUTRAL)
                count += 1
        return count

    async def _rename(self, code: str, name: str) -> int:
        for _ in range(TRIES):
            rows = await self._store.entries(code)
            table = await self._store.table(code)
            log = whole_log(rows)
            if table is None or not personal_data.sat(log, name):
                return 0
            new, listing = await asyncio.to_thread(rewritten, rows, log, table, name)
            if await self._tables.rewrite(new, rows[-1].digest, listing):
                return 1
        raise Refused(Refusal.STALE)


def still_playing(name: str, codes: list[str]) -> Trouble:
    return Trouble(Problem.STILL_PLAYING, name=name, codes=", ".join(codes))


def own(report: Reported, name: str) -> Reported:
    """What of a report is that person's: who has reported the person, and why, is the reporter's."""
    return report if report.by == name else msgspec.structs.replace(report, by="", reason="", network="")


def rewritten(rows: list[EntryRow], log: list[Entry], table: TableRow, name: str) -> tuple[list[EntryRow], bytes]:
    by = personal_data.neutral_name(log)
    new = [
        msgspec.structs.replace(row, body=entries.encode(entry), digest=entries.digest(entry))
        for row, entry in zip(rows, personal_data.renamed(log, name, by), strict=True)
    ]
    listing = msgspec.json.decode(table.summary.shown, type=Listing)
    return new, msgspec.json.encode(personal_data.renamed_listing(listing, name, by))
