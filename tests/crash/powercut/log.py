"""The log that the shim writes: what a process did to the files of a folder, in order."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path

HEADER = struct.Struct("=IIQQ")  # kind, length of what follows, file, number


class Kind(IntEnum):
    """The same table stands in shim.c."""

    CREATE = 1
    OPEN = 2
    WRITE = 3
    TRUNCATE = 4
    SYNC_FILE = 5
    SYNC_FOLDER = 6
    SYNCED = 7
    UNLINK = 8
    RENAME = 9
    MKDIR = 10
    RMDIR = 11
    FAILED = 12
    SHORT = 13
    CROSSED = 14
    PROCESS = 15


@dataclass(frozen=True, slots=True)
class Operation:
    """`file` is the shim's number of a file; `number` an offset, a size or a ticket; `content` bytes or paths."""

    kind: Kind
    file: int = 0
    number: int = 0
    content: bytes = b""

    @property
    def path(self) -> str:
        return os.fsdecode(self.content)

    @property
    def paths(self) -> tuple[str, str]:
        old, new = self.content.split(b"\0")
        return os.fsdecode(old), os.fsdecode(new)

    def encoded(self) -> bytes:
        return HEADER.pack(self.kind, len(self.content), self.file, self.number) + self.content


class Unfollowed(Exception):
    """The process did something that the shim cannot follow, so nobody knows what the disk would hold."""


def read(log: Path) -> list[Operation]:
    """What happened, without what failed. Of a record that was being written when the process was killed the operation
    had not begun."""
    happened: list[Operation] = []
    process: int | None = None
    for operation in records(log.read_bytes()):
        match operation.kind:
            case Kind.FAILED:
                happened.pop()
            case Kind.SHORT:
                whole = happened.pop()
                happened.append(replace(whole, content=whole.content[: operation.number]))
            case Kind.PROCESS:
                if process is not None:
                    raise Unfollowed(f"Two processes wrote to the folder, {process} and {operation.number}.")
                process = operation.number
            case _:
                happened.append(operation)
    for operation in happened:
        if operation.kind is Kind.CROSSED:
            raise Unfollowed(f"{operation.path} was moved into the folder, out of it, or exchanged.")
    return happened


def records(written: bytes) -> Iterator[Operation]:
    position = 0
    while position + HEADER.size <= len(written):
        kind, length, file, number = HEADER.unpack_from(written, position)
        start = position + HEADER.size
        position = start + length
        if position > len(written):
            return
        yield Operation(Kind(kind), file, number, written[start:position])


def begin(log: Path, folder: Path) -> None:
    """Begin a log with what is in the folder, all of it on disk.

    Files have numbers from the top here: the shim counts from 1.
    """
    with log.open("wb") as file:
        for number, path in enumerate(sorted(folder.rglob("*"))):
            name = os.fsencode(path.relative_to(folder))
            if path.is_dir():
                file.write(Operation(Kind.MKDIR, content=name).encoded())
            else:
                file.write(Operation(Kind.CREATE, 2**64 - 1 - number, content=name).encoded())
                file.write(Operation(Kind.WRITE, 2**64 - 1 - number, content=path.read_bytes()).encoded())
                file.write(Operation(Kind.SYNC_FILE, 2**64 - 1 - number).encoded())
                file.write(Operation(Kind.SYNCED).encoded())
        for path in (folder, *(path for path in sorted(folder.rglob("*")) if path.is_dir())):
            name = os.fsencode(path.relative_to(folder)) if path != folder else b""
            file.write(Operation(Kind.SYNC_FOLDER, content=name).encoded())
            file.write(Operation(Kind.SYNCED).encoded())
