"""`ludoteca tables`: what is being played here."""

from __future__ import annotations

import argparse
import asyncio

import msgspec

from ludoteca.house import entries
from ludoteca.house.lobby import Listing, Place
from ludoteca.house.table import Phase
from ludoteca.store.contract import Records, TableRow

from . import Subparsers, lookup, store_option
from .output import GOOD, explained, moment, say, say_json
from .store_option import KeptHouse

DESCRIPTION = """\
List the tables of a house, the one that was opened last first: those that wait
for players and those that are being played, or others. The server may be
running."""
EPILOG = """\
examples:
  ludoteca tables                       those that wait or are being played
  ludoteca tables --phase over          games that have ended
  ludoteca tables --all --most 500      all of them, 500 at most
  ludoteca tables --all --after KDTWPQ  those below KDTWPQ in that list
  ludoteca tables --all --json          the same for programs"""
GOING_ON = (Phase.OPEN, Phase.PLAYING)
PAGE = 50


class Line(msgspec.Struct, frozen=True):
    """A table in the list for programs. `shown` is what its lobby shows, if the store has it."""

    code: str
    game: str
    public: bool
    rules_version: str
    phase: Phase
    opened: int
    changed: int
    shown: Listing | None


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "tables",
        help="list the tables of a house",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    store_option.add_options(parser)
    which = parser.add_mutually_exclusive_group()
    phases = [phase.value for phase in Phase]
    which.add_argument(
        "--phase", nargs="+", choices=phases, metavar="PHASE", help=f"which ones: {', '.join(phases)}; several may do"
    )
    which.add_argument("--all", action="store_true", help="all of them")
    parser.add_argument("--most", type=positive, default=PAGE, metavar="N", help=f"how many (default: {PAGE})")
    parser.add_argument("--after", metavar="CODE", help="begin below this table, where the last list ended")
    parser.add_argument("--json", action="store_true", help="print the list as JSON")
    parser.set_defaults(run=run)


def positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


@explained
def run(arguments: argparse.Namespace) -> int:
    phases = tuple(Phase) if arguments.all else tuple(map(Phase, arguments.phase or GOING_ON))
    found = asyncio.run(listed(store_option.chosen(arguments), phases, arguments.after, arguments.most + 1))
    rows, more = found[: arguments.most], len(found) > arguments.most
    if arguments.json:
        say_json([line(row) for row in rows])
        return GOOD
    say(table_of(rows) if rows else nothing(phases))
    if more:
        say(f"There are more. The next ones: --after {rows[-1].code}")
    return GOOD


async def listed(house: KeptHouse, phases: tuple[Phase, ...], after: str | None, most: int) -> list[TableRow]:
    async with house.records() as records:
        last = None if after is None else await lookup.find(records, after)
        return [await up_to_date(records, row) for row in await records.tables(phases, after=last, most=most)]


async def up_to_date(records: Records, row: TableRow) -> TableRow:
    """Summaries are not written with every move: when something last happened is in the log."""
    entry = await records.last_entry(row.code)
    if entry is None:  # it was deleted just now
        return row
    summary = msgspec.structs.replace(row.summary, changed=entries.decode(entry.body).time)
    return msgspec.structs.replace(row, summary=summary)


def nothing(phases: tuple[Phase, ...]) -> str:
    if phases == tuple(Phase):
        return "There is no table."
    return f"No table is {' or '.join(phases)}. All of them: ludoteca tables --all"


def line(row: TableRow) -> Line:
    known = row.summary
    return Line(
        row.code,
        known.game,
        known.public,
        known.rules_version,
        known.phase,
        known.opened,
        known.changed,
        listing(known.shown),
    )


def listing(shown: bytes) -> Listing | None:
    """What the lobby shows of a table; None where another version has written it in a form of its own."""
    try:
        return msgspec.json.decode(shown, type=Listing)
    except msgspec.DecodeError:
        return None


def table_of(rows: list[TableRow]) -> str:
    cells = [["code", "game", "seats", "phase", "opened", "last change", "who"], *map(cells_of, rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells)
    return "\n".join(line.rstrip() for line in lines)


def cells_of(row: TableRow) -> list[str]:
    known, shown = row.summary, listing(row.summary.shown)
    seats = "?" if shown is None else f"{len(shown.seats)}/{shown.players}"
    who = "?" if shown is None else ", ".join(map(in_words, shown.seats))
    return [row.code, known.game, seats, known.phase, moment(known.opened), moment(known.changed), who]


def in_words(place: Place) -> str:
    if place.bot is not None:
        return f"{place.name} (bot)"
    return place.name if place.connected else f"{place.name} (away)"
