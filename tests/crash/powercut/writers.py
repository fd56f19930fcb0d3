"""Processes that lose their power: they commit, and say what they have been told is on disk.

They say it on a pipe and, so that its place among the other operations is known, in a file of the watched folder.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeAlias

from ludoteca.store.sqlite import SqliteStore
from tests.store.places import connection_of
from tests.store.stores import Log

SAID = "said"
DATABASE = "rows.sqlite"
STORE = "house"
CHECKPOINT = 16  # pages: often, so that power is lost while the main file is written too

Say: TypeAlias = Callable[[str, int], None]


def body(number: int) -> bytes:
    """From a part of a page to several pages."""
    chance = Random(number)
    return chance.randbytes(chance.choice((10, 500, 9000)))


def write_rows(folder: Path, synchronous: str, most: int, say: Say) -> None:
    """SQLite as it is, one transaction for each row."""
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
        connection.execute("CREATE TABLE IF NOT EXISTS rows (number INTEGER PRIMARY KEY, body BLOB)")
        (last,) = connection.execute("SELECT coalesce(max(number), 0) FROM rows").fetchone()
        for number in range(last + 1, last + 1 + most):
            connection.execute("INSERT INTO rows VALUES (?, ?)", (number, body(number)))
            say("rows", number)


def write_entries(folder: Path, synchronous: str, most: int, say: Say, tables: int) -> None:
    """The store, with so many tables that go on at once."""
    asyncio.run(fill_store(folder / STORE, synchronous, most, say, tables))


async def fill_store(folder: Path, synchronous: str, most: int, say: Say, tables: int) -> None:
    async with SqliteStore(folder) as store:
        connection_of(store).execute(f"PRAGMA synchronous = {synchronous}")
        connection_of(store).execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
        await asyncio.gather(*(fill_table(store, f"TABLE{number}", most, say) for number in range(tables)))


async def fill_table(store: SqliteStore, code: str, most: int, say: Say) -> None:
    log = Log(code, await store.entries(code))
    for _ in range(most):
        if log.rows:
            await log.grow(store)
        else:
            assert await log.create(store)
        say(code, len(log.rows))


WRITERS: dict[str, Callable[[Path, str, int, Say], None]] = {
    "rows": write_rows,
    "entries": partial(write_entries, tables=40),
    "few entries": partial(write_entries, tables=3),
}


def main(what: str, folder: str, synchronous: str, most: str) -> None:
    said = os.open(Path(folder, SAID), os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def say(code: str, number: int) -> None:
        line = f"{code} {number}\n".encode()
        os.write(said, line)
        os.write(sys.stdout.fileno(), line)

    WRITERS[what](Path(folder), synchronous, int(most), say)


if __name__ == "__main__":
    main(*sys.argv[1:])
