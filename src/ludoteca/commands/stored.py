"""Tables as they are in a store: found by what somebody typed, checked, and made again from what was written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from .. import rules
from ..house import entries, snapshots, views
from ..house.entries import Entry
from ..house.lobby import read_code
from ..house.options import know_cards
from ..house.refusals import Refusal, Refused
from ..house.table import Table
from ..house.unfolding import unfold
from ..house.views import SILENCE, Hearing
from ..store.checking import first_broken_link
from ..store.contract import EntryRow, Records, SnapshotRow, TableRow, Unstorable
from . import words
from .speaking import FOUND_WRONG, Obstacle


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
        raise Obstacle(f"There is no table {typed} here. What there is: ludoteca tables --all")
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
        raise Obstacle(sentence, FOUND_WRONG)
    if secret is None or not rows:
        raise Obstacle(f"Table {row.code} was deleted just now.")
    return Kept(row, secret, rows, snapshot)


def rebuilt(kept: Kept) -> Table:
    """The table from its last position and the entries after it, or from the whole log."""
    log = kept.log
    if isinstance(log[0].what, entries.Opened):
        know_cards(log[0].what.options.settings)
    table = from_snapshot(kept) or Table(kept.code, kept.secret)
    try:
        for entry in log[table.number :]:
            unfold(table, entry)
    except Refused as refused:
        raise cannot_unfold(kept.code, refused) from refused
    return table


def cannot_unfold(code: str, refused: Refused) -> Obstacle:
    """Under newer rules a game cannot be played again; what happened in it was written down."""
    hint = f" What happened can be told: ludoteca show {code} --log" if refused.code is Refusal.OTHER_RULES else ""
    return Obstacle(f"Table {code} cannot be made again from its log. {refused.sentence}{hint}")


def from_snapshot(kept: Kept) -> Table | None:
    """None without a position, and with one that this version cannot read: the log has everything, too."""
    if kept.snapshot is None:
        return None
    try:
        return snapshots.restore(kept.snapshot.body)
    except (msgspec.DecodeError, rules.InvalidPosition):
        return None


def happened(kept: Kept, seat: int | None) -> list[list[Any]]:
    """What a seat heard of each entry: told again, or, if the rules have changed since, as it was told then."""
    table = Table(kept.code, kept.secret)
    heard = []
    try:
        for entry in kept.log:
            events = unfold(table, entry)
            player = views.player_of(table, seat)
            heard.append([said for event in events if (said := event.told_to(player)) is not None])
    except Refused:
        return [told_then(row, kept.row.summary.game, seat) for row in kept.rows]
    return heard


def told_then(row: EntryRow, game: str, seat: int | None) -> list[Any]:
    """The events that were stored with an entry, as far as this version knows them."""
    try:
        hearing = msgspec.json.decode(row.events, type=Hearing) if row.events else SILENCE
        return [words.event(told, game) for told in hearing.of(seat)]
    except (msgspec.DecodeError, words.Untellable):
        return []
