"""A folder with a store in it: one database file, and a lock that keeps a second server out."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from . import problems
from .contract import Problem, StoreBroken
from .migrations import steps

FILE = "house.sqlite"
LOCK = "lock"
APPLICATION_ID = 0x4C55444F  # "LUDO" in the header of the file, so that another program's file is not taken for a store
FOLDERS_CAN_BE_SYNCED = os.name == "posix"

BUSY_TIMEOUT = 5.0  # seconds: commands that read from another process hold locks for moments only
CACHE = 32 * 1024  # KiB: the index of 1.5 million entries
CHECKPOINT = 4000  # pages of the write-ahead log, 16 MB: fewer, larger visits to the main file than the default 1000
LARGEST_LOG_KEPT = 64 * 1024 * 1024  # bytes: what a burst made it grow to beyond that is given back


def database(folder: Path) -> Path:
    return folder / FILE


def lock(folder: Path) -> sqlite3.Connection:
    """Held until it is closed, or until this process ends in whatever way.

    The lock is one of SQLite's, on an empty file of its own: it works wherever SQLite does and never goes stale, and
    those who only read, as `ludoteca backup` does, need not ask for it.
    """
    make_folder(folder)
    path = folder / LOCK
    with problems.explained(path):
        held = connect(path, timeout=0)
        try:
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            held.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            sentence = f"Another server uses {folder}: it holds {path}. Stop it first, or choose another folder."
            raise StoreBroken(Problem.IN_USE, sentence) from error
    return held


def make_folder(folder: Path) -> None:
    """Logs hold secrets of games that are going on: the folder is for its owner alone."""
    if not folder.is_dir():
        with problems.explained(folder):
            missing = [folder, *(parent for parent in folder.parents if not parent.is_dir())]
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for made in missing:
                sync(made.parent)


def sync(folder: Path) -> None:
    """Make names in a folder survive a power cut. Windows has no such thing and needs none."""
    if FOLDERS_CAN_BE_SYNCED:
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def open_to_write(folder: Path) -> sqlite3.Connection:
    """The one connection that writes, with the schema brought up to date. Whoever asks holds the lock."""
    path = database(folder)
    with problems.explained(path):
        if not path.exists():
            path.touch(mode=0o600)
            sync(folder)
        connection = connect(path, timeout=BUSY_TIMEOUT)
        try:
            bring_up_to_date(connection, path)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")  # a commit returns when it is on disk
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA temp_store = MEMORY")  # what a statement might have to undo is in no file
            connection.execute(f"PRAGMA cache_size = -{CACHE}")
            connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
            connection.execute(f"PRAGMA journal_size_limit = {LARGEST_LOG_KEPT}")
        except BaseException:
            connection.close()
            raise
    return connection


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection to a store that this version of Ludoteca understands."""
    connection, version = open_any_version(path)
    if version < len(steps()):
        connection.close()
        sentence = f"{path} was written by an older version of Ludoteca. Start the server on it once."
        raise StoreBroken(Problem.OLDER, sentence)
    return connection


def open_any_version(path: Path) -> tuple[sqlite3.Connection, int]:
    """A connection that only reads, to a store or a copy of one, and the version of its schema."""
    if not path.is_file():
        raise StoreBroken(Problem.NO_STORE, f"There is no store at {path}.")
    with problems.explained(path):
        connection = connect(path, timeout=BUSY_TIMEOUT)
        try:
            connection.execute("PRAGMA query_only = ON")
            version = version_of(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection, version


def connect(path: Path, timeout: float) -> sqlite3.Connection:
    """Transactions are begun and ended by name. A connection may change threads, but two never use it at once."""
    return sqlite3.connect(path, timeout=timeout, isolation_level=None, check_same_thread=False)


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the schema; 0 for an empty file."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (objects,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION_ID and (version or application or objects):
        raise StoreBroken(Problem.NO_STORE, f"{path} belongs to another program.")
    known = len(steps())
    if version > known:
        sentence = (
            f"{path} was written by a newer version of Ludoteca (its schema has number {version}, this one knows up to "
            f"{known}). Nothing was changed. Upgrade Ludoteca, or restore a backup that is older."
        )
        raise StoreBroken(Problem.NEWER, sentence)
    return int(version)


def bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    """Apply the steps that are missing, each with its number or not at all."""
    version = version_of(connection, path)
    for number, step in enumerate(steps()[version:], start=version + 1):
        mark = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {number};"
        connection.executescript(f"BEGIN EXCLUSIVE;\n{step}\n{mark}\nCOMMIT;")
