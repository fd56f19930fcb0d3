"""`ludoteca backup`: everything in one file, while the games go on."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread

from ludoteca.house.table import Phase
from ludoteca.store import backups, files, statements
from ludoteca.store.contract import Problem, StoreBroken

from . import Subparsers, store_option
from .output import GOOD, CommandError, Progress, counted, explained, say, sized
from .store_option import InPostgres

DESCRIPTION = """\
Write all tables of a house to one new file, as they are at one moment. The
server may be running, and the games go on meanwhile. The file holds the
secrets of games that are not over: keep it as safe as the house itself."""
EPILOG = """\
examples:
  ludoteca backup monday.sqlite                of the usual folder
  ludoteca backup --data /srv/house mon.sqlite  of another one
  ludoteca restore monday.sqlite --data copy   what it is good for

Nothing is replaced: if the file is there already, no backup is made."""
GLANCE = 0.2  # seconds between two looks at how far it is
PAGE = 1000


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "backup",
        help="write all tables to one file, while the server runs",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("target", type=Path, metavar="TARGET", help="the file to write; it must not be there yet")
    store_option.add_options(parser)
    parser.set_defaults(run=run)


@explained
def run(arguments: argparse.Namespace) -> int:
    house, target = store_option.chosen(arguments), arguments.target
    if isinstance(house, InPostgres):
        raise CommandError(f"{house} is backed up with the tools of PostgreSQL: take pg_dump.")
    folder = house.folder
    with growing(target, size_of(files.database(folder))):
        backups.backup(folder, target)
    tables = tables_in(target)
    inside = "" if tables is None else f", {counted(tables, 'table')}"
    say(f"{target}: {sized(size_of(target))}{inside}.")
    return GOOD


def size_of(path: Path) -> int:
    """0 for what is not there."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


@contextmanager
def growing(target: Path, whole: int) -> Iterator[None]:
    """Tell how far the copy is. It gets its name when it is done and checked; until then it ends in .part."""
    done = Event()

    def look() -> None:
        with Progress() as progress:
            while not done.wait(GLANCE):
                parts = target.parent.glob("*.part")
                copied = max((size_of(part) for part in parts if part.name.startswith(f"{target.name}.")), default=0)
                progress.say(f"{sized(copied)} of {sized(whole)}" if copied < whole else "Checking the copy")

    looking = Thread(target=look, name="progress of the backup")
    looking.start()
    try:
        yield
    finally:
        done.set()
        looking.join()


def tables_in(copy: Path) -> int | None:
    """How many tables a backup has; None for one of an older version, which this one does not read."""
    try:
        connection = files.open_to_read(copy)
    except StoreBroken as error:
        if error.code is not Problem.OLDER:
            raise
        return None
    count, last = 0, None
    with closing(connection):
        while rows := statements.tables(connection, tuple(Phase), None, last, PAGE):
            count, last = count + len(rows), rows[-1]
    return count
