"""`ludoteca import`: a finished game out of a file, into the store of a house."""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

import msgspec

from ludoteca.house import entries, lobby, snapshots, verification, views
from ludoteca.house.apply import apply_entry
from ludoteca.house.entries import Entry
from ludoteca.house.fairness import SECRET_BYTES
from ludoteca.house.replays import Replay
from ludoteca.house.table import Phase, Table
from ludoteca.store.contract import EntryRow, SnapshotRow, Store, Summary

from . import Subparsers, replay_files, store_option
from .cards import complain
from .output import FOUND_WRONG, GOOD, CommandError, explained, say
from .store_option import KeptHouse

DESCRIPTION = """\
Put a finished game into a house, as a table with the same code: from another
house, or one that was deleted here. The replay is checked draw by draw first,
and one that does not pass is not taken. Stop the server before; in PostgreSQL
servers may be running."""
EPILOG = """\
examples:
  ludoteca import game.json                   into the usual folder
  ludoteca import game.json --data /srv/house  into another one
  ludoteca show KDTWPQ                        the table afterwards

The exit code is 0 when the game is there, also if it was before, 1 when the
replay does not pass the checks, 2 when it cannot be put there."""
ROWS_AT_ONCE = 500  # share a visit to the disk


class Imported:
    """The table that a replay makes, row by row."""

    def __init__(self, code: str, secret: bytes, log: list[Entry]) -> None:
        self.table = Table(code, secret)
        self.rows = [self.row(entry, apply_entry(self.table, entry)) for entry in log]

    def row(self, entry: Entry, events: list[Any]) -> EntryRow:
        audience_events = views.audience_events(self.table, events)
        told = b"" if audience_events is views.SILENCE else msgspec.json.encode(audience_events)
        return EntryRow(self.table.code, entry.number, entries.encode(entry), entries.digest(entry), told)

    @property
    def summary(self) -> Summary:
        table = self.table
        assert table.game is not None
        return Summary(
            table.options.game,
            table.options.public,
            table.game.rules_version,
            table.phase,
            table.opened,
            table.time,
            msgspec.json.encode(lobby.listing(table)),
        )


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "import",
        help="put a finished game into a house",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a replay; - for standard input")
    store_option.add_options(parser)
    parser.set_defaults(run=run)


@explained
def run(arguments: argparse.Namespace) -> int:
    house = store_option.chosen(arguments)
    replay = replay_files.read(arguments.file)
    if not replay.finished:
        raise CommandError(
            f"{arguments.file}: the game was not over when this replay was made. Export it after the end."
        )
    report = verification.verify(replay)
    if not report.passed:
        for line in str(report).split("\n"):
            complain(line)
        complain(f"{arguments.file} was not imported.")
        return FOUND_WRONG
    imported = unfolded(replay)
    if asyncio.run(put(imported, house)):
        say(f"Table {replay.code} is in {house} now.")
    else:
        say(f"Table {replay.code} is in {house} already, with this very game.")
    return GOOD


def unfolded(replay: Replay) -> Imported:
    """A replay that passed every check may still have a code or a secret that no house would choose."""
    secret = verification.secret_of(replay.entries)
    if lobby.read_code(replay.code) != replay.code or len(secret) != SECRET_BYTES:
        raise CommandError(f"{replay.code!r} with a secret of {len(secret)} bytes is no table of a house.")
    return Imported(replay.code, secret, replay.entries)


async def put(imported: Imported, house: KeptHouse) -> bool:
    """Whether anything had to be added. The table counts as over from its first row on: an import that was interrupted
    is not taken for a game that goes on, and is completed the next time."""
    table, rows = imported.table, imported.rows
    async with house.store() as store:
        created = await store.create(rows[0], table.secret, imported.summary)
        there = 1 if created else await need_same(store, imported, house)
        for start in range(there, len(rows), ROWS_AT_ONCE):
            batch = range(start, min(start + ROWS_AT_ONCE, len(rows)))
            added = await asyncio.gather(*(store.append(rows[place], rows[place - 1].digest) for place in batch))
            if not all(added):  # where servers are running somebody may have found the table already
                raise CommandError(f"Somebody was at table {table.code} while it was imported. Try once more.")
        if there >= len(rows) and not created:
            return False
        version = imported.summary.rules_version
        await store.keep_snapshot(SnapshotRow(table.code, table.number, version, snapshots.snapshot(table)))
    return True


async def need_same(store: Store, imported: Imported, house: KeptHouse) -> int:
    """How many entries of this game are there; or an obstacle when the table has another one, or still plays."""
    code = imported.table.code
    known = await store.table(code)
    stored = await store.entries(code)
    pairs = zip(stored, imported.rows, strict=False)
    if any(entries.shareable(entries.decode(ours.body)) != entries.decode(theirs.body) for ours, theirs in pairs):
        raise CommandError(f"{house} has another game at table {code}. Nothing was changed.")
    if known is not None and known.summary.phase not in (Phase.OVER, Phase.CLOSED):
        raise CommandError(f"Table {code} is still being played in {house}. Nothing was changed.")
    return len(stored)
