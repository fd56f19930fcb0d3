"""What SQLite and the file system complain about, in the words of the contract."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .contract import Problem, StoreBroken, StoreError, StoreFull

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
PRIMARY_CODE = 0xFF  # the rest of an error code is the detail
# A value that fits no column is the fault of whoever gave it.
OF_THE_REQUEST = (sqlite3.DataError, sqlite3.IntegrityError, sqlite3.ProgrammingError)


def is_of_the_store(error: Exception) -> bool:
    """Whether an error comes from the file or the machine, so that any other request would have met it too."""
    return isinstance(error, sqlite3.Error | MemoryError) and not isinstance(error, OF_THE_REQUEST)


def explain(error: sqlite3.Error | OSError | MemoryError, path: Path) -> StoreError:
    if isinstance(error, OSError):
        full, damaged = error.errno in NO_ROOM, False
    else:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & PRIMARY_CODE
        full, damaged = code == sqlite3.SQLITE_FULL, code in DAMAGED
    if full:
        return StoreFull(Problem.FULL, f"There is no room left for {path}. Nothing was written; free some space.")
    if damaged:
        return StoreBroken(Problem.DAMAGED, f"{path} is damaged ({error}). Restore a backup.")
    return StoreBroken(Problem.UNREADABLE, f"{path} cannot be read or written ({error}).")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Whatever goes wrong with the file inside is told in our words."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise explain(error, path) from error
