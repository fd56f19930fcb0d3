"""Backup and restore. A copy is one file, written whole and checked before it gets its name."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from . import files, problems
from .contract import Problem, StoreBroken

BESIDE_THE_FILE = ("", "-wal", "-shm", "-journal")  # what SQLite may have left there


def backup(source: Path, target: Path) -> None:
    """Copy the store in the folder `source`, of whichever version, to a new file. A server may be using it."""
    copy(files.database(source), target)


def restore(backup_file: Path, target: Path) -> None:
    """Make a store in the folder `target` out of a backup. It takes the place of nothing: there must be none."""
    path = files.database(target)
    with closing(files.lock(target)):
        for ending in BESIDE_THE_FILE:
            # A log that was left behind would be taken for a part of the restored file.
            refuse_to_replace(path.with_name(path.name + ending))
        copy(backup_file, path)


def copy(source: Path, target: Path) -> None:
    refuse_to_replace(target)
    original, _ = files.open_any_version(source)
    with closing(original), problems.explained(target):
        opened, name = tempfile.mkstemp(prefix=f"{target.name}.", suffix=".part", dir=target.parent)
        os.close(opened)
        unfinished = Path(name)
        try:
            with closing(files.connect(unfinished, files.BUSY_TIMEOUT)) as written:
                original.backup(written)  # in one go: it reads as of one moment, and writing goes on beside it
                written.execute("PRAGMA journal_mode = DELETE")  # nothing but the one file
                require_sound(written, source)
            unfinished.rename(target)
        finally:
            unfinished.unlink(missing_ok=True)
        files.sync(target.parent)


def refuse_to_replace(path: Path) -> None:
    if path.exists():
        raise StoreBroken(Problem.EXISTS, f"{path} is there already. Move it away first, or choose another place.")


def require_sound(connection: sqlite3.Connection, source: Path) -> None:
    with problems.explained(source):
        (first,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if first != "ok":
        raise StoreBroken(Problem.DAMAGED, f"{source} is damaged ({first}). No copy was made.")
