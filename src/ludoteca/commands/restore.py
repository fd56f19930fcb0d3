"""`ludoteca restore`: a house as it was when a backup was made."""

from __future__ import annotations

import argparse
import asyncio
import shutil
import tempfile
from contextlib import closing
from itertools import count
from pathlib import Path

from ludoteca.house.table import Phase
from ludoteca.store import backups, files, problems
from ludoteca.store.contract import Problem, Records, StoreBroken
from ludoteca.store.contract.integrity import first_broken_link
from ludoteca.store.sqlite import SqliteRecords

from . import Subparsers, paths
from .cards import complain
from .output import FOUND_WRONG, GOOD, CommandError, Progress, counted, explained, say

DESCRIPTION = """\
Make a house again out of a backup. The file is checked first, and so is the
log of every table in it. What is in the folder already is left alone; with
--replace it is moved into a folder beside the restored store. Stop the server
before."""
EPILOG = """\
examples:
  ludoteca restore monday.sqlite --data fresh  into a new folder
  ludoteca restore monday.sqlite --replace     instead of the present tables

The exit code is 0 when the house was restored, 1 when the backup has flaws, 2
when it cannot be restored there. With 1 and 2 nothing has changed."""
PAGE = 1000


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "restore",
        help="make a house again out of a backup",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("backup", type=Path, metavar="BACKUP", help="a file that ludoteca backup wrote")
    paths.add_option(parser)
    parser.add_argument("--replace", action="store_true", help="move the store that is there aside, and keep it")
    parser.add_argument("--anyway", action="store_true", help="restore a backup in which a log is damaged")
    parser.set_defaults(run=run)


@explained
def run(arguments: argparse.Namespace) -> int:
    folder, backup = paths.data_folder(arguments.data), arguments.backup
    need_backup(backup)
    with closing(files.lock(folder)), problems.explained(folder):
        present = pieces(folder)
        if present and not arguments.replace:
            sentence = "Name another folder, or say --replace: the store that is there is kept beside the new one."
            raise CommandError(f"{folder} has a store already. {sentence}")
        arriving = Path(tempfile.mkdtemp(prefix="restoring-", dir=folder))
        try:
            backups.restore(backup, arriving)
            tables, broken = asyncio.run(checked(arriving))
            for sentence in broken:
                complain(sentence)
            if broken and not arguments.anyway:
                complain("Nothing was restored. Take another backup, or say --anyway to restore this one as it is.")
                return FOUND_WRONG
            aside = set_aside(present, folder) if present else None
            move(pieces(arriving), folder)
        finally:
            shutil.rmtree(arriving)
    say(f"{folder} is restored: {counted(tables, 'table')}.")
    if aside is not None:
        say(f"What was there before is in {aside}.")
    return GOOD


def need_backup(file: Path) -> None:
    """Refuse what is no copy of a store before anything is touched; SQLite takes an empty file for a database."""
    if not file.is_file():
        raise CommandError(f"There is no file {file}.")
    connection, version = files.open_any_version(file)
    connection.close()
    if version == 0:
        raise CommandError(f"{file} is empty: it is no backup.")


def pieces(folder: Path) -> list[Path]:
    """The files of a store, as far as they are there."""
    path = files.database(folder)
    named = [path.with_name(path.name + ending) for ending in backups.BESIDE_THE_FILE]
    return [piece for piece in named if piece.exists()]


async def checked(folder: Path) -> tuple[int, list[str]]:
    """How many tables there are, and a sentence for each log that is not as it was written."""
    try:
        records = SqliteRecords(folder)
    except StoreBroken as error:
        if error.code is not Problem.OLDER:
            raise
        files.open_to_write(folder).close()  # as the server would: it brings the copy up to date
        records = SqliteRecords(folder)
    async with records:
        return await check_logs(records)


async def check_logs(records: Records) -> tuple[int, list[str]]:
    tables, broken, last = 0, [], None
    with Progress() as progress:
        while rows := await records.tables(tuple(Phase), after=last, most=PAGE):
            for row in rows:
                progress.say(f"Checking table {tables + 1:,}")
                found = await first_broken_link(records, row.code)
                if found is not None:
                    broken.append(f"Table {row.code}: {found.sentence}")
                tables += 1
            last = rows[-1]
    return tables, broken


def set_aside(present: list[Path], folder: Path) -> Path:
    """A folder of its own keeps the files of the old store under their names, so that it can be used as it is."""
    aside = next(path for number in count(1) if not (path := folder / f"replaced-{number}").exists())
    aside.mkdir(mode=0o700)
    move(present, aside)
    return aside


def move(moved: list[Path], folder: Path) -> None:
    for piece in moved:
        piece.rename(folder / piece.name)
    files.sync(folder)
