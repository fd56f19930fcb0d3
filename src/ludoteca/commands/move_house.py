"""`ludoteca move-house`: everything out of one store into another."""

from __future__ import annotations

import argparse
import asyncio

from ludoteca.store import addresses, transfer

from . import Subparsers
from .cards import complain
from .output import FOUND_WRONG, GOOD, CommandError, Progress, counted, explained, say

DESCRIPTION = """\
Move a house: every table with its log, its chat and its last position, and what
the operator has settled, from a folder into a database in PostgreSQL, or back.
Every game is played again from what has arrived. The old house stays as it is.
Stop all its servers before."""
EPILOG = """\
examples:
  ludoteca move-house --from sqlite:old --to postgresql://db/house  out
  ludoteca move-house --from postgresql://db/house --to sqlite:new  back

It can be interrupted: given again, it goes on where it was. Until it is done no
server opens the new house. Give passwords in the environment, PGPASSWORD, or in
the password file of PostgreSQL: others on this machine can see the options.

The exit code is 0 when the house was moved, 1 when it was moved and a table in
it was damaged before, 2 when it cannot be moved there."""
PLACES = "sqlite:DIR or postgresql://HOST/NAME"


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "move-house",
        help="move everything into another store",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--from", dest="source", required=True, metavar="STORE", help=f"the old house, {PLACES}")
    parser.add_argument("--to", dest="target", required=True, metavar="STORE", help="the new house, the same way")
    parser.set_defaults(run=run)


@explained
def run(arguments: argparse.Namespace) -> int:
    for address in (arguments.source, arguments.target):
        if not addresses.is_in_postgres(address) and addresses.folder_of(address) is None:
            raise CommandError(f"{address} is no store. Name {PLACES}.")
    if arguments.source == arguments.target:
        raise CommandError("The old house and the new one are the same. Name two.")
    return asyncio.run(move(arguments.source, arguments.target))


async def move(old: str, new: str) -> int:
    await addresses.require_house(old)
    async with addresses.alone_at(old) as source, addresses.alone_at(new) as target:
        with Progress() as progress:
            moved = await transfer.move(
                source,
                addresses.shown(old),
                target,
                lambda done, of: progress.say(f"{done:,} of {counted(of, 'table')} moved"),
            )
    for sentence in moved.flaws:
        complain(sentence)
    say(f"Moved to {addresses.shown(new)}: {counted(moved.tables, 'table')}, entries in their logs: {moved.entries:,}.")
    if moved.told:
        say(f"{counted(moved.told, 'table')} of older rules could not be played again; the log is as it was written.")
    if moved.flaws:
        complain("What is damaged was damaged before: it was moved as it is.")
    return FOUND_WRONG if moved.flaws else GOOD
