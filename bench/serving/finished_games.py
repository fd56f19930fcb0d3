"""What is left in memory of games that are over: many are played to the end against a bot, then nobody is at their
tables, and all of them sleep."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, ClassVar

import aiohttp

from .bot_load import BotTable
from .house_load import OPERATOR
from .loads import Tally
from .processes import PATIENCE, ROOT, Process

PORTIONS = 5  # after each of them it is counted
AT_ONCE = 10  # tables
OBJECTS = ("tables", "visitors", "sockets")


class OneGame(BotTable):
    """A person and a bot, who play one game."""

    bots: ClassVar[Sequence[str]] = ("random",)

    async def play(self) -> None:
        self.over = asyncio.Event()
        await self.begin()
        self.drive()
        await self.over.wait()
        await self.close()

    def ended(self) -> None:
        self.driven = False
        self.over.set()


@dataclass(frozen=True)
class Count:
    games: int
    rss: int
    objects: tuple[int, ...]

    def __str__(self) -> str:
        objects = ", ".join(f"{number} {name}" for number, name in zip(self.objects, OBJECTS, strict=True))
        return f"{self.games:>6} games over: {self.rss / 1e6:>6.1f} MB, {objects}"


@dataclass(frozen=True)
class Left:
    counts: Sequence[Count]

    @property
    def per_game(self) -> float:
        """Bytes, in the last portion: SQLite keeps up to 32 MB of what was written in memory, and that fills first."""
        before, last = self.counts[-2:]
        return (last.rss - before.rss) / (last.games - before.games)

    @property
    def objects(self) -> int:
        return max(self.counts[-1].objects)

    def __str__(self) -> str:
        return "\n".join([*map(str, self.counts), f"{self.per_game / 1e3:.1f} KB for each of the last games"])

    def shortfalls(self) -> list[str]:
        if not self.objects:
            return []
        return [f"of finished games {self.objects} objects of a kind are in memory, wanted none"]


@contextmanager
def server(folder: str) -> Iterator[tuple[Process, IO[str], IO[str]]]:
    """The server, and the pipes over which it is asked."""
    command = [sys.executable, "-m", "bench.serving.finished_server", folder]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            yield Process(process.pid, int(process.stdout.readline())), process.stdin, process.stdout
        finally:
            process.terminate()
            process.wait(PATIENCE)


async def measure(games: int) -> Left:
    with tempfile.TemporaryDirectory() as folder, server(folder) as (process, asking, answering):
        async with aiohttp.ClientSession() as session:
            counts: list[Count] = []
            for portion in range(PORTIONS + 1):
                if portion:
                    await play(session, process, games // PORTIONS)
                await all_asleep(session, process)
                print(file=asking, flush=True)
                objects = tuple(map(int, answering.readline().split()))
                counts.append(Count(portion * (games // PORTIONS), process.rss(), objects))
    return Left(counts)


async def play(session: aiohttp.ClientSession, process: Process, games: int) -> None:
    left = iter(range(games))

    async def one_after_the_other() -> None:
        for _ in left:
            await OneGame(session, process, Tally()).play()

    await asyncio.gather(*(one_after_the_other() for _ in range(AT_ONCE)))


async def all_asleep(session: aiohttp.ClientSession, process: Process) -> None:
    url = f"http://127.0.0.1:{process.port}/metrics"
    while True:
        async with session.get(url, headers=OPERATOR, raise_for_status=True) as answer:
            figures = (await answer.text()).splitlines()
        if "ludoteca_tables_awake 0.0" in figures:
            return
        await asyncio.sleep(0.1)
