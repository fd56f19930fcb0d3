"""Where the server of a house can be reached, written into the folder of the house while it runs."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from ludoteca.store import files
from ludoteca.store.contract import Problem, StoreBroken

FILE = "server.json"


class RunFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """`certificate` is the one that the server shows, as PEM."""

    url: str
    pid: int
    certificate: str | None = None


def write(folder: Path, whereabouts: RunFile) -> None:
    """Whoever reads it never sees half of it."""
    path = folder / FILE
    part = path.with_name(f"{FILE}.part")
    part.write_bytes(msgspec.json.encode(whereabouts) + b"\n")
    part.replace(path)


def remove(folder: Path) -> None:
    """Remove what this process has written; the next server may be there already."""
    found = read(folder)
    if found is not None and found.pid == os.getpid():
        (folder / FILE).unlink(missing_ok=True)


def find(folder: Path) -> RunFile | None:
    """None if no server runs there. After a crash the file is still there, the lock is not held."""
    found = read(folder)
    return found if found is not None and in_use(folder) else None


def read(folder: Path) -> RunFile | None:
    try:
        return msgspec.json.decode((folder / FILE).read_bytes(), type=RunFile)
    except (OSError, msgspec.DecodeError):
        return None


def in_use(folder: Path) -> bool:
    try:
        files.lock(folder).close()
    except StoreBroken as error:
        if error.code is not Problem.IN_USE:
            raise
        return True
    return False
