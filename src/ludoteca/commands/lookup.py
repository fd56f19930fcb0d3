"""Tables as they are in a store: found by what somebody typed, checked, and made again from what was written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ludoteca import rules
from ludoteca.house import entries, snapshots, views
from ludoteca.house.apply import apply_entry
from ludoteca.house.entries import Entry
from ludoteca.house.lobby import read_code
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Table
from ludoteca.house.views import SILENCE, AudienceEvents
from ludoteca.rules.masters import InvalidCards
from ludoteca.store.contract import EntryRow, Records, SnapshotRow, TableRow, Unstorable
from ludoteca.store.contract.integrity import first_broken_link

from . import log_words
from .output import FOUND_WRONG, CommandError


@dataclass(frozen=True)
class Kept:
    """All that a store has of a table."""

    row: TableRow
    secret: bytes
    rows: Sequence[EntryRow]
    snapshot: SnapshotRow | None

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def log(self) -> list[Entry]:
        return [entries.decode(row.body) for row in self.rows]


async def find(records: Records, typed: str) -> TableRow:
    """The table with a code as people type it."""
    try:
        row = await records.table(read_code(typed) or typed)
    except Unstorable:  # what cannot even be asked for is no code
        row = None
    if row is None:
        raise CommandError(f"There is no table {typed} here. What there is: ludoteca tables --all")
    return row


async def take(records: Records, typed: str) -> Kept:
    """A table with its whole log, which is as it was written."""
    row = await find(records, typed)
    snapshot = await records.snapshot(row.code)  # before the log, which a server may be adding to: never ahead of it
    broken = await first_broken_link(records, row.code)
    rows = await records.entries(row.code)
    secret = await records.secret(row.code)
    if broken is not None:
        sentence = f"The log of table {row.code} is damaged. {broken.sentence} Restore a backup."
        raise CommandError(sentence, FOUND_WRONG)
    if secret is None or not rows:
        raise CommandError(f"Table {row.code} was deleted just now.")
    return Kept(row, secret, rows, snapshot)


def rebuilt(kept: Kept) -> Table:
    """The table from its last position and the entries after it, or from the whole log."""
    log = kept.log
    table = from_snapshot(kept) or Table(kept.code, kept.secret)
    try:
        for entry in log[table.number :]:
            apply_entry(table, entry)
    except Refused as refused:
        raise cannot_unfold(kept.code, refused) from refused
    return table


def cannot_unfold(code: str, refused: Refused) -> CommandError:
    """Under newer rules a game cannot be played again; what happened in it was written down."""
    hint = f" What happened can be told: ludoteca show {code} --log" if refused.code is Refusal.OTHER_RULES else ""
    return CommandError(f"Table {code} cannot be made again from its log. {refused.sentence}{hint}")


def from_snapshot(kept: Kept) -> Table | None:
    """None without a position, and with one that this version cannot read: the log has everything, too."""
    if kept.snapshot is None:
        return None
    try:
        return snapshots.restore(kept.snapshot.body)
    except (msgspec.DecodeError, rules.InvalidPosition, InvalidCards):
        return None


def happened(kept: Kept, seat: int | None) -> list[list[Any]]:
    """What a seat heard of each entry: told again, or, if the rules have changed since, as it was told then."""
    table = Table(kept.code, kept.secret)
    heard = []
    try:
        for entry in kept.log:
            events = apply_entry(table, entry)
            player = views.player_of(table, seat)
            heard.append([said for event in events if (said := event.told_to(player)) is not None])
    except Refused:
        return [told_then(row, kept.row.summary.game, seat) for row in kept.rows]
    return heard


def told_then(row: EntryRow, game: str, seat: int | None) -> list[Any]:
    """The events that were stored with an entry, as far as this version knows them."""
    try:
        audience_events = msgspec.json.decode(row.events, type=AudienceEvents) if row.events else SILENCE
        return [log_words.event(told, game) for told in audience_events.of(seat)]
    except (msgspec.DecodeError, log_words.Untellable):
        return []
