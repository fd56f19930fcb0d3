"""`ludoteca forget`: games that ended long ago are deleted, if whoever runs the house wants that."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence

from ludoteca.house import lobby
from ludoteca.house.clock import SECOND
from ludoteca.store.contract import Records
from ludoteca.store.statements import ENDED

from . import Subparsers, store_option
from .output import GOOD, NOT_POSSIBLE, CommandError, Progress, counted, explained, moment, say
from .store_option import KeptHouse
from .tables import positive

DESCRIPTION = """\
Delete games that ended long ago, or tables by their codes, with all that
belongs to them: entries, chat, positions. Nothing is deleted unless this
command is given. Stop the server before; in PostgreSQL servers may be
running, and send away whoever still looks at such a game. At a server that is
running, ludoteca admin forget deletes a table."""
EPILOG = """\
examples:
  ludoteca forget --before 90        those that ended 90 days ago or earlier
  ludoteca forget --before 365 --yes  without asking first
  ludoteca forget KDTWPQ             this table, whatever became of it
  ludoteca backup all.sqlite         keep a copy of everything before

Deleted games cannot be had back but from a backup or a replay."""
DAY = 24 * 3600 * SECOND
PAGE = 1000
AT_ONCE = 100
YES = ("y", "yes")


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "forget",
        help="delete games that ended long ago",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    store_option.add_options(parser)
    parser.add_argument("codes", nargs="*", metavar="CODE", help="tables to delete, whatever became of them")
    parser.add_argument("--before", type=positive, metavar="DAYS", help="those that ended so many days ago")
    parser.add_argument("--yes", action="store_true", help="delete without asking")
    parser.set_defaults(run=run)


@explained
def run(arguments: argparse.Namespace) -> int:
    house = store_option.chosen(arguments)
    if bool(arguments.codes) == (arguments.before is not None):
        raise CommandError("Say which games: those that ended so many --before DAYS, or tables by their CODE.")
    if arguments.codes:
        return asyncio.run(forget_tables(house, arguments.codes, arguments.yes))
    return asyncio.run(forget(house, int(time.time() * SECOND) - arguments.before * DAY, arguments.yes))


async def forget(house: KeptHouse, before: int, sure: bool) -> int:
    await house.require()
    async with house.store() as store:
        found = await number_ended(store, before)
        if not found:
            say(f"No game in {house} ended before {moment(before)}.")
            return GOOD
        if not sure and not agreed(f"{counted(found, 'game')} in {house} ended before {moment(before)}."):
            say("Nothing was deleted.")
            return GOOD
        deleted = 0
        with Progress() as progress:
            while codes := await store.forget(before, AT_ONCE):
                deleted += len(codes)
                progress.say(f"{deleted:,} of {counted(found, 'game')} deleted")
    say(f"{counted(deleted, 'game')} deleted.")
    return GOOD


async def forget_tables(house: KeptHouse, typed: Sequence[str], sure: bool) -> int:
    await house.require()
    async with house.store() as store:
        codes = [lobby.read_code(each) for each in typed]
        for code, each in zip(codes, typed, strict=True):
            if code is None or await store.table(code) is None:
                raise CommandError(f"There is no table {each} in {house}. Nothing was deleted.")
        if not sure and not agreed(f"{counted(len(codes), 'table')} in {house}: {', '.join(map(str, codes))}."):
            say("Nothing was deleted.")
            return GOOD
        deleted = [code for code in codes if code is not None and await store.forget_table(code)]
    say(f"{counted(len(deleted), 'table')} deleted.")
    return GOOD


async def number_ended(records: Records, before: int) -> int:
    count, last = 0, None
    while rows := await records.tables(ENDED, after=last, most=PAGE):
        count += sum(row.summary.changed < before for row in rows)
        last = rows[-1]
    return count


def agreed(fact: str) -> bool:
    say(f"{fact} Type y to delete for good, anything else to keep.")
    answer = sys.stdin.readline()
    if not answer:
        raise CommandError("Nobody answers. Nothing was deleted; --yes deletes without asking.", NOT_POSSIBLE)
    return answer.strip().lower() in YES
