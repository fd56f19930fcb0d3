"""Whether anything that was said to be on disk is missing when the power is back."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import TypeAlias

from tests.crash import powercut
from tests.store.crashes import Lost, found_in

from . import log as logs
from . import writers
from .disk import Disk
from .log import Kind, Operation

ROOT = Path(__file__).parents[3]
WITHOUT_END = 10**9
MOST_SAID = 80  # before the power goes
IN_MEMORY = Path("/dev/shm")  # where it does not matter how long a sync takes: hundreds of disks are looked at

Found: TypeAlias = dict[str, int]  # the last number of every table
Finding: TypeAlias = Callable[[Path], Found]


def rows_found(folder: Path) -> Found:
    path = folder / writers.DATABASE
    if not path.exists():
        return {}
    try:
        with closing(sqlite3.connect(path)) as connection:
            check = connection.execute("PRAGMA integrity_check").fetchall()
            if check != [("ok",)]:
                raise Lost(f"the database is damaged: {check}")
            if not connection.execute("SELECT * FROM sqlite_master").fetchall():
                return {}
            rows = connection.execute("SELECT number, body FROM rows ORDER BY number").fetchall()
    except sqlite3.DatabaseError as error:
        raise Lost(f"the database is damaged: {error}") from error
    if rows != [(number, writers.body(number)) for number in range(1, len(rows) + 1)]:
        raise Lost("the rows have gaps or other content")
    return {"rows": len(rows)} if rows else {}


def entries_found(folder: Path) -> Found:
    return asyncio.run(found_in(folder / writers.STORE))


FINDING: dict[str, Finding] = {"rows": rows_found, "entries": entries_found, "few entries": entries_found}


def compare(said: Found, found: Found) -> None:
    for code, last in said.items():
        if found.get(code, 0) < last:
            raise Lost(f"number {last} of {code} was acknowledged and is not there")


def last_said(lines: Iterable[bytes]) -> Found:
    return {code.decode(): int(number) for code, number in map(bytes.split, lines)}


def command(what: str, folder: Path, synchronous: str, most: int) -> list[str]:
    return [sys.executable, "-m", writers.__name__, what, str(folder), synchronous, str(most)]


# ---------------------------------------------------------------- many lives, cut at random moments


def check(what: str, lives: int, torn: bool, synchronous: str = "FULL", seed: int = 0) -> Counter[str]:
    """Let a process write on, again and again in one folder, and cut its power; count what was said and found."""
    seen: Counter[str] = Counter()
    chance = Random(seed)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "folder")
        folder.mkdir()
        found: Found = {}
        for life in range(lives):
            enough, surviving = chance.randrange(1, MOST_SAID), chance.randrange(2**32) if torn else None
            endless = command(what, folder, synchronous, WITHOUT_END)
            lines = lines_before_the_cut(endless, folder, enough, surviving)
            said = found | last_said(lines)
            try:
                found = FINDING[what](folder)
                compare(said, found)
            except Lost as lost:
                lost.add_note(f"in life {life} of seed {seed}")
                raise
            seen.update(lives=1, said=len(lines))
            seen["found and not said"] += sum(found.values()) - sum(said.values())
    return seen


def lines_before_the_cut(command: list[str], folder: Path, enough: int, seed: int | None) -> list[bytes]:
    """Start a process that writes to the folder, cut its power when it has said enough, and return all it has said."""
    with tempfile.TemporaryDirectory() as place:
        log = Path(place, "log")
        variables = os.environ | powercut.environment(folder, log)
        with subprocess.Popen(command, cwd=ROOT, env=variables, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(enough)]
            assert lines[-1], "the process ended by itself"
            process.kill()
            lines += process.stdout.readlines()
        powercut.disk_after_cut(folder, log, seed)
    return lines


# ---------------------------------------------------------------- one life, cut at every moment


def check_every_moment(what: str, most: int, synchronous: str = "FULL") -> Counter[str]:
    """Let a process write a little and end by itself; then look at the disk as after every single operation of it."""
    seen: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as place:
        folder, log = Path(place, "folder"), Path(place, "log")
        folder.mkdir()
        variables = os.environ | powercut.environment(folder, log)
        brief = command(what, folder, synchronous, most)
        subprocess.run(brief, cwd=ROOT, env=variables, stdout=subprocess.DEVNULL, check=True)
        operations = logs.read(log)
        powercut.disk_after_cut(folder, log, seed=None)  # it refuses a log that lacks something
        disk = Disk()
        for moment, operation in enumerate(operations):
            disk.happen(operation)
            said = said_in(operations[: moment + 1])
            for seed in (None, moment):
                powercut.rewrite(folder, disk.after_cut(seed))
                try:
                    compare(said, FINDING[what](folder))
                except Lost as lost:
                    lost.add_note(f"after operation {moment} of {len(operations)}, seed {seed}")
                    raise
                seen["cuts"] += 1
        seen["said"] = sum(said_in(operations).values())
    return seen


def said_in(operations: list[Operation]) -> Found:
    created = (op.file for op in operations if op.kind is Kind.CREATE and op.path == writers.SAID)
    file = next(created, None)
    written = b"".join(op.content for op in operations if op.kind is Kind.WRITE and op.file == file)
    return last_said(written.splitlines())
