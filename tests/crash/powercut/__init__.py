"""The disk after a power cut, for a process that was killed: what it had not synced is lost.

`kill -9` alone proves little about durability, because the kernel keeps what was written. Here the process runs with a
small library (shim.c) that writes down what it does to the files of one folder. After the kill, the folder is made
what a disk would hold:

    variables = powercut.environment(folder, log)
    process = subprocess.Popen(command, env=os.environ | variables)
    ...
    process.kill()
    process.wait()
    powercut.disk_after_cut(folder, log, seed=None)

With seed None nothing that was not synced survives. With a number, any part of it may: a real disk writes what it has
been given in any order, and the power goes in the middle of it. Sectors of 512 bytes are written whole or not at all.

One process writes to the folder. The cut is refused when the log does not account for everything in the folder, so
what the shim does not see (memory maps, for example) is no silent hole. Files that end in `-shm` are the exception:
SQLite maps them into memory, and makes them anew; they are always lost. What is written to a file that was opened with
O_SYNC counts as not synced.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from bench.c_program import compiler

from . import log as logs
from .disk import SECTOR, Disk, Tree
from .log import Kind, Operation, Unfollowed

SOURCE = Path(__file__).with_name("shim.c")
CACHE = Path(__file__).parents[3] / "build" / "powercut"
SHARED_MEMORY = "-shm"

__all__ = ["Unfollowed", "available", "disk_after_cut", "environment"]


def available() -> str | None:
    """None, or why it cannot be done here."""
    if sys.platform != "linux":
        return "the shim that watches a process is for Linux"
    if compiler() is None:
        return "the shim that watches a process needs a C compiler"
    return None


def environment(folder: Path, log: Path) -> dict[str, str]:
    """Variables for a process whose writes to the folder are to be followed. What is there now counts as on disk."""
    logs.begin(log, folder)
    preloaded = [str(shim()), *os.environ.get("LD_PRELOAD", "").split()]
    return {
        "LD_PRELOAD": ":".join(preloaded),
        "POWERCUT_FOLDER": str(folder.resolve(strict=True)),
        "POWERCUT_LOG": str(log.resolve()),
    }


def disk_after_cut(folder: Path, log: Path, seed: int | None) -> None:
    """Make the folder what the disk holds when the power is back. Unfollowed is raised when that cannot be known."""
    operations = logs.read(log)
    require_all_followed(folder, operations)
    rewrite(folder, Disk(operations).after_cut(seed))


def shim() -> Path:
    """The library, compiled when there is none for this source yet."""
    command = compiler()
    assert command is not None, available()
    built = CACHE / f"shim-{hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]}.so"
    if not built.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as place:  # two runs of the tests may do this at once
            unfinished = Path(place, "shim.so")
            flags = ["-O2", "-U_FORTIFY_SOURCE", "-fPIC", "-shared"]
            subprocess.run([*command, *flags, "-o", unfinished, SOURCE, "-ldl", "-lpthread"], check=True)
            unfinished.replace(built)
    return built


def require_all_followed(folder: Path, operations: list[Operation]) -> None:
    """What the log says was seen is what is there. The last operation may have been begun only."""
    found = in_folder(folder)
    candidates = ([*operations[:-1], *last] for last in beginnings(operations[-1]))
    if not any(same(Disk(candidate).seen(), found) for candidate in candidates):
        expected = Disk(operations).seen()
        differing = sorted(path for path in found.keys() | expected.keys() if not same_at(path, expected, found))
        raise Unfollowed(f"The log does not account for what is in {folder}: {', '.join(differing)}.")


def beginnings(last: Operation) -> Iterator[list[Operation]]:
    """How far the last operation may have come: a write that is interrupted may have written its first pages."""
    yield [last]
    yield []
    if last.kind is Kind.WRITE:
        for length in range(SECTOR - last.number % SECTOR, len(last.content), SECTOR):
            yield [replace(last, content=last.content[:length])]


def same(expected: Tree, found: Tree) -> bool:
    return all(same_at(path, expected, found) for path in expected.keys() | found.keys())


def same_at(path: str, expected: Tree, found: Tree) -> bool:
    missing = b"missing"
    return path.endswith(SHARED_MEMORY) or expected.get(path, missing) == found.get(path, missing)


def in_folder(folder: Path) -> Tree:
    return {
        path.relative_to(folder).as_posix(): None if path.is_dir() else path.read_bytes() for path in folder.rglob("*")
    }


def rewrite(folder: Path, tree: Tree) -> None:
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    for name, content in tree.items():
        if content is None:
            (folder / name).mkdir()
        elif not name.endswith(SHARED_MEMORY):
            (folder / name).write_bytes(content)
