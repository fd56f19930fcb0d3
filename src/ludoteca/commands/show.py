"""`ludoteca show`: one table, as it can be seen from around it."""

from __future__ import annotations

import argparse
import asyncio

import msgspec

from ludoteca.house import entries, views
from ludoteca.house.table import Table
from ludoteca.house.views import ClockView, SeatView, TableView
from ludoteca.rules.contract import SEAT_LETTERS, Json

from . import Subparsers, boards, lookup, store_option
from .log_words import Chronicle, result, title
from .lookup import Kept
from .output import GOOD, CommandError, explained, moment, say, say_json
from .store_option import KeptHouse

DESCRIPTION = """\
Show a table: who sits there, the board, how it ended. The server may be
running. What is hidden stays hidden until the game is over, from whoever runs
the house as well: then all hands are shown, or with --seat those that one
player saw."""
EPILOG = """\
examples:
  ludoteca show KDTWPQ              seats and board
  ludoteca show KDTWPQ --log        what happened, a line for each entry
  ludoteca show KDTWPQ --seat Anna  the board as Anna saw it
  ludoteca show KDTWPQ --json       the same for programs"""


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "show",
        help="show one table: seats, board, log",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("code", metavar="CODE", help="the code of the table")
    store_option.add_options(parser)
    parser.add_argument("--seat", metavar="NAME", help="as this player sees it")
    parser.add_argument("--log", action="store_true", help="what happened instead of the board")
    parser.add_argument("--json", action="store_true", help="print it as JSON")
    parser.set_defaults(run=run)


@explained
def run(arguments: argparse.Namespace) -> int:
    kept = asyncio.run(taken(store_option.chosen(arguments), arguments.code))
    if arguments.log:
        lines = told(kept, arguments.seat)
        if arguments.json:
            say_json({"code": kept.code, "log": lines})
        else:
            say("\n".join(f"{line['number']:4}  {moment(line['time'])}  {line['text']}" for line in lines))
        return GOOD
    table = lookup.rebuilt(kept)
    seat = None if arguments.seat is None else seat_named(arguments.seat, [seat.name for seat in table.seats])
    if arguments.json:
        say_json(visible(table, seat))
    else:
        say("\n".join(described(table, seat)))
    return GOOD


async def taken(house: KeptHouse, code: str) -> Kept:
    async with house.records() as records:
        return await lookup.take(records, code)


def seat_named(name: str, names: list[str]) -> int:
    if name not in names:
        raise CommandError(f"Nobody at this table is called {name}. There sit: {', '.join(names) or 'nobody yet'}.")
    return names.index(name)


# ---------------------------------------------------------------- the log


def told(kept: Kept, name: str | None) -> list[Json]:
    """The log in words. What only one player heard is told after the end alone."""
    log = kept.log
    whole = Chronicle()
    for entry in log:
        whole.tell(entry.what)
    seat = None if name is None else seat_named(name, whole.names)
    heard = lookup.happened(kept, seat if any(map(shows_secret, log)) else None)
    chronicle = Chronicle()
    return [
        {**views.public_entry(entry), "text": chronicle.tell(entry.what, events)}
        for entry, events in zip(log, heard, strict=True)
    ]


def shows_secret(entry: entries.Entry) -> bool:
    """Whether a game ended with it."""
    return isinstance(entry.what, entries.Ended | entries.Closed) and bool(entry.what.secret)


# ---------------------------------------------------------------- the table


def visible(table: Table, seat: int | None) -> TableView:
    """The view of a seat, without what it alone may know as long as the game goes on."""
    seen = views.view(table, seat)
    if hides(table, seat):
        return msgspec.structs.replace(seen, game=views.view(table, None).game, legal=[])
    return seen


def hides(table: Table, seat: int | None) -> bool:
    """Whether something that the seat sees is nobody else's business yet."""
    return table.result is None and views.view(table, seat).game != views.view(table, None).game


def board(table: Table, seat: int | None) -> Json | None:
    """What is drawn: after the end everything that was hidden, too, unless a seat is asked for."""
    if table.result is not None and table.game is not None and seat is None:
        return table.game.position()
    return visible(table, seat).game


def described(table: Table, seat: int | None) -> list[str]:
    seen = visible(table, seat)
    names = [sitting.name for sitting in seen.seats]
    lines = [
        f"Table {seen.code}: {title(seen.options)}; {seen.phase}.",
        f"Opened {moment(table.opened)}, last change {moment(seen.time)} (entry {seen.number}).",
        *(f"  {seat_line(seen, number)}" for number in range(len(names))),
    ]
    shown = board(table, seat)
    if shown is not None:
        lines += ["", boards.draw(shown), ""]
    if hides(table, seat) and seat is not None:
        lines.append(f"What only {names[seat]} may see is left out until the game is over.")
    if seen.alone_since is not None:
        lines.append(f"The game is paused since {moment(seen.alone_since)}: only one player is there.")
    if seen.request is not None:
        lines.append(f"{names[seen.request.seat]} asks: {seen.request.what.replace('_', ' ')}.")
    if seen.result is not None:
        lines.append(result(seen.result.why, [names[winner] for winner in seen.result.winners]))
    if seen.rematch is not None:
        lines.append(f"The rematch is at table {seen.rematch}.")
    if seen.closed is not None:
        lines.append(f"The table is closed: {seen.closed}.")
    return lines


def seat_line(seen: TableView, number: int) -> str:
    seat = seen.seats[number]
    letter = " " if seat.player is None else SEAT_LETTERS[seat.player]
    facts = [presence(seat)]
    if number == seen.host and seat.bot is None:
        facts.append("hosts")
    if seat.stand_in is not None:
        facts.append(f"a stand-in plays ({seat.stand_in})")
    if number == seen.turn:
        facts.append("to decide")
    if seen.clock is not None:
        facts.append(time_left(seen.clock, number))
    return f"{letter} {seat.name.ljust(20)} {', '.join(facts)}"


def presence(seat: SeatView) -> str:
    if seat.bot is not None:
        return f"bot ({seat.bot})"
    return "here" if seat.connected else f"away since {moment(seat.since)}"


def time_left(clock: ClockView, number: int) -> str:
    """Before the start nobody has any yet."""
    left = clock.left[number] // 1000 if number < len(clock.left) else 0
    return f"{left} s left{' when the turn began' if clock.running == number else ''}"
