"""Rounds of a server that is killed while people play, and comes back on the same folder and port.

    python -m tests.crash.rounds --mode kill --seed 7 --rounds 5

A round is one start, some play, and one crash at a random moment; then the disk is compared with everything that
anybody was ever told. The people keep their clients and come back by themselves. Some rounds in a row belong to one
house; at its end it is started once more, everybody has to get on with his game, and it is stopped in good order.

The seed decides on tables, moves, chat, the moment of each crash (as a number of entries that were told, or as a time
after the start) and on what survives a power cut. How far the server had come by then is the machine's affair, so a
seed leads to the same kind of round and not always to the very same one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any

from tests.crash import powercut
from tests.store.crashes import Lost

from . import server
from .checking import check, key_in
from .notes import Witness
from .people import Pair
from .stem import Life, Stem

PORTS = range(20_000, 32_000)  # below those from which connections are made: a client must not meet itself
MOST_PAIRS = 5
MOST_TOLD = 240  # entries in a round, counted once for each who is told
SOON = 0.2  # part of the rounds in which the crash comes soon after the start
STARTING = 0.3  # seconds: the latest moment of those
PATIENCE = 90.0  # seconds after which something that should have happened never will
GOING_ON = 4  # entries at each table after the last start


class Mode(StrEnum):
    KILL = "kill"  # what the process had handed to the system survives
    POWER = "powercut"  # only what was synced survives
    TORN = "torn"  # and any part of the rest


class Misbehaved(AssertionError):
    """Nothing is lost, but the server or somebody's game did not go on as it should."""


@dataclass(frozen=True)
class Plan:
    mode: Mode
    seed: int
    rounds: int
    store: str = "as-it-is"

    @property
    def command(self) -> str:
        """Does the same again, as far as a seed can."""
        fault = "" if self.store == "as-it-is" else f" --fault {self.store}"
        return f"python -m tests.crash.rounds --mode {self.mode} --seed {self.seed} --rounds {self.rounds}{fault}"


class House:
    """A folder, a port, the people who play there, and a process from time to time."""

    def __init__(self, plan: Plan, place: Path) -> None:
        self.plan = plan
        self.chance = Random(f"{plan.mode} {plan.seed}")
        self.folder = place / "house"
        self.folder.mkdir()
        self.watched = place / "powercut.log"
        self.log = place / "server.log"
        self.port = free_port()
        self.seen: Counter[str] = Counter()
        self.key: str | None = None  # the operator's
        self.enough = 0
        self.reached = asyncio.Event()
        self.store = plan.store
        if plan.mode is not Mode.KILL and plan.store == "as-it-is" and self.chance.random() < 0.5:
            self.store = "often-checkpointed"
        url = f"http://127.0.0.1:{self.port}"
        pairs = self.chance.randint(1, MOST_PAIRS)
        self.pairs = [Pair(number, url, Random(self.chance.randrange(2**32)), self.told) for number in range(pairs)]

    def told(self) -> None:
        self.seen["told"] += 1
        self.enough -= 1
        if self.enough <= 0:
            self.reached.set()

    @property
    def witnesses(self) -> list[Witness]:
        return [person.witness for pair in self.pairs for person in pair.people]

    # ------------------------------------------------------------ the whole

    async def actor(self) -> Counter[str]:
        variables = {} if self.plan.mode is Mode.KILL else powercut.environment(self.folder, self.watched)
        stem = await Stem.planted(self.folder, self.port, variables)
        try:
            return await self.live_on(stem)
        finally:
            await stem.close()

    async def live_on(self, stem: Stem) -> Counter[str]:
        playing = [asyncio.create_task(pair.play()) for pair in self.pairs]
        try:
            for number in range(self.plan.rounds):
                try:
                    await self.one_round(stem, playing)
                except (Lost, Misbehaved) as problem:
                    problem.add_note(f"in round {number + 1} of: {self.plan.command}")
                    raise
            await self.last_life(stem, playing)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.wait(playing)
            await asyncio.gather(*(pair.close() for pair in self.pairs))
        for witness in self.witnesses:
            for notes in witness.notes.values():
                self.seen += notes.count()
        self.seen["actions told"] = len(self.actions())
        return self.seen

    def actions(self) -> set[tuple[str, int]]:
        """What was done in the games and told to anybody, by table and entry."""
        every = [notes for witness in self.witnesses for notes in witness.notes.values()]
        return {(n.code, number) for n in every for number, e in n.entries.items() if e["what"]["kind"] == "acted"}

    async def one_round(self, stem: Stem, playing: list[asyncio.Task[None]]) -> None:
        life = await self.start(stem)
        try:
            if self.chance.random() < SOON:
                await asyncio.sleep(self.chance.random() * STARTING)
                self.seen["crashes soon after the start"] += 1
            else:
                await self.opened(life)
                await self.play_until(life, self.chance.randrange(1, MOST_TOLD), playing)
                await asyncio.sleep(self.chance.random() * 0.01)
        finally:
            await life.kill()
        if self.plan.mode is not Mode.KILL:
            torn = self.chance.randrange(2**32) if self.plan.mode is Mode.TORN else None
            powercut.disk_after_cut(self.folder, self.watched, torn)
        await self.check()
        self.seen["rounds"] += 1

    async def last_life(self, stem: Stem, playing: list[asyncio.Task[None]]) -> None:
        """Everybody gets on with his game, also those who were told nothing for rounds; then a stop in good order."""
        life = await self.start(stem)
        try:
            await self.opened(life)
            before = self.progress()
            while not all(now >= then + GOING_ON for now, then in zip(self.progress(), before, strict=True)):
                await self.play_until(life, len(self.pairs) * GOING_ON, playing)
            async with asyncio.timeout(PATIENCE):
                await life.terminate()
        except TimeoutError:
            raise Misbehaved("the house did not close in good order") from None
        finally:
            await life.kill()
        if life.ended.result() != 0:
            raise Misbehaved(f"the house ended with {life.ended.result()}: {self.log_text()}")
        await self.check()
        self.seen["houses"] += 1

    def progress(self) -> list[int]:
        """How many entries each pair was told."""
        hosts = [pair.people[0].witness for pair in self.pairs]
        return [sum(len(notes.entries) for notes in host.notes.values()) for host in hosts]

    async def play_until(self, life: Life, enough: int, playing: list[asyncio.Task[None]]) -> None:
        """Until people were told so many entries. Neither they nor the server stop by themselves."""
        self.enough = enough
        self.reached.clear()
        reached = asyncio.create_task(self.reached.wait())
        waited_for: set[asyncio.Future[Any]] = {reached, life.ended, *playing}
        done, _ = await asyncio.wait(waited_for, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        reached.cancel()
        if reached not in done:
            for task in done.intersection(playing):
                raise Misbehaved(f"somebody could not play on: {task.exception()!r}") from task.exception()
            raise Misbehaved(f"the game did not go on: {self.log_text()}")

    async def check(self) -> None:
        found = await check(self.folder, self.witnesses, self.key)
        self.complain_of_errors()
        self.seen["checked entries"] += found["entries on disk"]
        self.seen["found and told to nobody"] += found["entries told to nobody"]

    # ------------------------------------------------------------ the process

    async def start(self, stem: Stem) -> Life:
        if self.plan.mode is not Mode.KILL:
            powercut.environment(self.folder, self.watched)  # what is there now is on disk
        return await stem.start(self.store, self.log)

    async def opened(self, life: Life) -> None:
        either: set[asyncio.Future[Any]] = {life.opened, life.ended}
        await asyncio.wait(either, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if not life.opened.done():
            raise Misbehaved(f"the house does not open: {self.log_text()}")
        key = key_in(self.folder)
        if not key or self.key not in (None, key):
            raise Lost(f"the operator's key was {self.key!r} and is {key!r}")
        self.key = key

    def log_text(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")[-2000:]

    def complain_of_errors(self) -> None:
        """What the server itself did not expect. It may have been killed in the middle of a line."""
        for line in self.log.read_text(encoding="utf-8").splitlines():
            if not line.startswith("{"):
                raise Misbehaved(f"the server wrote: {self.log_text()}")
            if line.endswith("}") and json.loads(line)["level"] not in ("info", "warning"):
                raise Misbehaved(f"the server wrote: {line}")


def free_port() -> int:
    chance = Random()
    while True:
        port = chance.choice(PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


async def one_house(plan: Plan) -> Counter[str]:
    with tempfile.TemporaryDirectory(prefix="crash-") as place:
        return await House(plan, Path(place)).actor()


def run(plan: Plan) -> Counter[str]:
    """So many rounds of one house; Lost or Misbehaved when something is wrong."""
    return asyncio.run(one_house(plan))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash.rounds", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--mode", type=Mode, choices=list(Mode), default=Mode.KILL)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=5, help="of this one house (5)")
    parser.add_argument(
        "--fault",
        choices=server.FAULTS,
        default="as-it-is",
        dest="store",
        metavar="FAULT",
        help=f"let the server have one: {', '.join(server.FAULTS)}",
    )
    chosen = parser.parse_args()
    for name, count in sorted(run(Plan(**vars(chosen))).items()):
        print(f"{name}: {count:,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
