"""A process that writes is killed at a random moment, again and again, always on the same store.

It says on a pipe what it has been told is on disk. Whatever it said must be there afterwards, in order, without gaps.
Everything but the scheduling of the machine follows from the seed.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from ludoteca.store.contract.integrity import first_broken_link
from ludoteca.store.sqlite import SqliteStore

from .stores import Log

ROOT = Path(__file__).parents[2]
TABLES = 40
LIVES = 10  # of a store, before another is begun
MOST_SAID = 1500  # before the kill


class Lost(AssertionError):
    """Something that was acknowledged is not there."""


def check(rounds: int, seed: int = 0, early: bool = False) -> Counter[str]:
    """Kill so many processes; count what they said and what was found. `early` lets them speak too soon."""
    seen: Counter[str] = Counter()
    chance = Random(seed)
    while seen["rounds"] < rounds:
        with tempfile.TemporaryDirectory() as folder:
            found: dict[str, int] = {}
            for _ in range(min(LIVES, rounds - seen["rounds"])):
                try:
                    found = one_life(Path(folder), found, chance.randrange(1, MOST_SAID), early, seen)
                except Lost as lost:
                    lost.add_note(f"in round {seen['rounds']} of seed {seed}")
                    raise
                seen["rounds"] += 1
    return seen


def one_life(folder: Path, before: dict[str, int], enough: int, early: bool, seen: Counter[str]) -> dict[str, int]:
    """Let a process write on, kill it, and compare what it said with the last entries that are found afterwards."""
    said = dict(before)
    for code, number in lines_before_the_end(folder, enough, early):
        if number != said.get(code, 0) + 1:
            raise Lost(f"{code} went on with entry {number} after {said.get(code, 0)}")
        said[code] = number
        seen["said"] += 1
    found = asyncio.run(found_in(folder))
    for code, last in said.items():
        if found.get(code, 0) < last:
            raise Lost(f"entry {last} of {code} was acknowledged and is not there")
    seen["found and not said"] += sum(found.values()) - sum(said.values())
    return found


def lines_before_the_end(folder: Path, enough: int, early: bool) -> list[tuple[str, int]]:
    """Start a process that writes, kill it when it has said enough, and return all that it has said."""
    command = [sys.executable, "-m", "tests.store.crashes", str(folder), "early" if early else "late"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(enough)]
        assert lines[-1], "the process ended by itself"
        process.kill()
        lines += process.stdout.readlines()
    return [(code.decode(), int(number)) for code, number in map(bytes.split, lines)]


async def found_in(folder: Path) -> dict[str, int]:
    """The number of the last entry of every table. Every log is whole."""
    async with SqliteStore(folder) as store:
        codes = [row.code for row in await store.tables()]
        for code in codes:
            broken = await first_broken_link(store, code)
            if broken is not None:
                raise Lost(f"{code}: {broken.sentence}")
        return {code: len(await store.entries(code)) for code in codes}


# ---------------------------------------------------------------- the process that is killed


async def write(folder: Path, early: bool) -> None:
    async with SqliteStore(folder) as store:
        await asyncio.gather(*(keep_writing(store, f"TABLE{number}", early) for number in range(TABLES)))


async def keep_writing(store: SqliteStore, code: str, early: bool) -> None:
    log = Log(code, await store.entries(code))
    while True:
        if early:
            say(code, len(log.rows) + 1)
        if log.rows:
            await log.grow(store)
        else:
            assert await log.create(store)
        if not early:
            say(code, len(log.rows))


def say(code: str, number: int) -> None:
    os.write(sys.stdout.fileno(), f"{code} {number}\n".encode())


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1]), sys.argv[2] == "early"))
