"""Rounds of a house in PostgreSQL with several servers, one fault in each while people play.

    python -m tests.faults.rounds --seed 7 --rounds 5

After each round, when the fault is mended and everybody has got on with his game, the log is compared with everything
that anybody was ever told by any server. Some rounds in a row belong to one house.

The seed decides on servers, people, moves, faults, and the moment of each as a number of entries that were told. How
far the servers had come by then is the machine's affair: a seed leads to the same kind of round, not to the very same.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any

from ludoteca.store.postgres import PostgresRecords
from tests.crash.checking import check_store
from tests.crash.notes import Witness
from tests.crash.rounds import Misbehaved, free_port
from tests.postgres import Postgres
from tests.store.crashes import Lost

from . import server
from .people import Pace, Pair, Person
from .wire import Wire

ROOT = Path(__file__).parents[2]
MOST_PAIRS = 4
MOST_TOLD = 160  # entries before a fault, counted once for each who is told
DURING = 60  # entries told while people race
PATIENCE = 90.0  # seconds after which something that should have happened never will
GOING_ON = 4  # entries at each table after each fault
LONGEST_PAUSE = 4.0  # seconds for which something is away: longer than a server is believed in without a sign of life
SHORT_PAUSE = 1.0
ALL = 0.1  # how often all servers are killed, and not one
SELDOM = 0.05  # how often people race, and repeat themselves, in the rounds of other faults


class Fault(StrEnum):
    KILL_NODE = "kill-node"  # kill -9 a server, seldom all of them
    KILL_POSTGRES = "kill-postgres"
    SILENCE = "silence"  # nothing passes between a server and PostgreSQL
    CUT = "cut"  # a server's connections to PostgreSQL end, and it gets no new ones
    RACE = "race"  # two devices decide at once at two servers, or send the same


@dataclass(frozen=True)
class Plan:
    seed: int
    rounds: int
    only: Fault | None = None
    server: str = server.NONE

    @property
    def command(self) -> str:
        """Does the same again, as far as a seed can."""
        only = "" if self.only is None else f" --only {self.only}"
        fault = "" if self.server == server.NONE else f" --server {self.server}"
        return f"python -m tests.faults.rounds --seed {self.seed} --rounds {self.rounds}{only}{fault}"


@dataclass
class Findings:
    """`acknowledged` are seconds from the kill of a server to the next acknowledged action of each of its clients."""

    seen: Counter[str] = field(default_factory=Counter)
    acknowledged: list[float] = field(default_factory=list)

    def __add__(self, other: Findings) -> Findings:
        return Findings(self.seen + other.seen, self.acknowledged + other.acknowledged)


class Node:
    """One server: a folder, a port, a way to PostgreSQL, and a process from time to time."""

    def __init__(self, wire: Wire, folder: Path, fault: str) -> None:
        self.wire = wire
        self.folder = folder
        self.fault = fault
        self.port = free_port()
        self.log = folder.with_suffix(".log")
        self.process: Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        command = [self.wire.address, str(self.folder), str(self.port), self.fault]
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", server.__name__, *command),
                cwd=ROOT,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert self.process.stdout is not None
        try:
            async with asyncio.timeout(PATIENCE):
                line = await self.process.stdout.readline()
        except TimeoutError:
            line = b""
        if line.strip() != b"open":
            raise Misbehaved(f"a server does not open: {self.log_text()}")

    async def kill(self) -> None:
        if self.process is not None:
            if self.process.returncode is None:
                self.process.kill()
            await self.process.wait()
            self.process = None

    async def stop(self) -> None:
        """In good order."""
        assert self.process is not None
        self.process.terminate()
        try:
            async with asyncio.timeout(PATIENCE):
                code = await self.process.wait()
        except TimeoutError:
            raise Misbehaved("a server did not stop") from None
        if code:
            raise Misbehaved(f"a server ended with {code}: {self.log_text()}")

    def log_text(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")[-2000:]

    def complain_of_errors(self) -> None:
        """What the server itself did not expect. It may have been killed in the middle of a line."""
        for line in self.log.read_text(encoding="utf-8").splitlines():
            if not line.startswith("{"):
                raise Misbehaved(f"a server wrote: {self.log_text()}")
            if line.endswith("}") and json.loads(line)["level"] not in ("info", "warning"):
                raise Misbehaved(f"a server wrote: {line}")


class House:
    """PostgreSQL, the servers, and the people who play there."""

    def __init__(self, plan: Plan, postgres: Postgres, nodes: list[Node]) -> None:
        self.plan = plan
        self.postgres = postgres
        self.nodes = nodes
        self.chance = Random(plan.seed)
        self.found = Findings()
        self.pace = Pace()
        self.enough = 0
        self.reached = asyncio.Event()
        urls = [node.url for node in nodes]
        pairs = self.chance.randint(2, MOST_PAIRS)
        self.pairs = [
            Pair(number, urls, Random(self.chance.randrange(2**32)), self.told, self.pace) for number in range(pairs)
        ]

    def told(self) -> None:
        self.enough -= 1
        if self.enough <= 0:
            self.reached.set()

    @property
    def people(self) -> list[Person]:
        return [person for pair in self.pairs for person in pair.people]

    @property
    def witnesses(self) -> list[Witness]:
        return [device.witness for person in self.people for device in person.devices]

    # ------------------------------------------------------------ the whole

    async def actor(self) -> Findings:
        await asyncio.gather(*(node.start() for node in self.nodes))
        self.playing = [asyncio.create_task(pair.play()) for pair in self.pairs]
        try:
            for number, fault in enumerate(self.faults()):
                try:
                    await self.one_round(fault)
                except (Lost, Misbehaved) as problem:
                    problem.add_note(f"in round {number + 1} ({fault}) of: {self.plan.command}")
                    raise
                self.found.seen[f"rounds ({fault})"] += 1
        finally:
            for task in self.playing:
                task.cancel()
            await asyncio.wait(self.playing)
            await asyncio.gather(*(pair.close() for pair in self.pairs))
        await asyncio.gather(*(node.stop() for node in self.nodes))
        for node in self.nodes:
            node.complain_of_errors()
        for witness in self.witnesses:
            for notes in witness.notes.values():
                self.found.seen += notes.count()
                self.found.seen["copies sent"] += len(notes.copied)
        self.found.seen["houses"] += 1
        return self.found

    def faults(self) -> list[Fault]:
        if self.plan.only is not None:
            return [self.plan.only] * self.plan.rounds
        every = list(Fault)
        self.chance.shuffle(every)
        return [every[number % len(every)] for number in range(self.plan.rounds)]

    async def one_round(self, fault: Fault) -> None:
        self.pace.races = self.pace.copies = 0.5 if fault is Fault.RACE else SELDOM
        self.pace.going.set()
        await self.play_until(self.chance.randrange(1, MOST_TOLD))
        match fault:
            case Fault.KILL_NODE:
                await self.kill_nodes()
            case Fault.KILL_POSTGRES:
                await asyncio.to_thread(self.postgres.kill)
                await asyncio.sleep(self.chance.random() * SHORT_PAUSE)
                await asyncio.to_thread(self.postgres.start)
                await self.check()  # before anybody can write again what was lost
            case Fault.SILENCE | Fault.CUT:
                await self.part(fault)
            case Fault.RACE:
                await self.play_until(DURING)
        await self.everybody_goes_on()
        await self.calm_down()
        await self.check()
        self.found.seen["rounds"] += 1

    async def kill_nodes(self) -> None:
        at = {person: person.devices[0].port(person.tables[0].code) for person in self.people if person.tables}
        visited = [node for node in self.nodes if node.port in at.values()]
        killed = self.nodes if self.chance.random() < ALL else [self.chance.choice(visited or self.nodes)]
        clients = [person for person, port in at.items() if port in {node.port for node in killed}]
        moment = time.monotonic()
        await asyncio.gather(*(node.kill() for node in killed))
        before = {person: len(person.acknowledged) for person in clients}
        await self.check()
        await asyncio.sleep(self.chance.random() * SHORT_PAUSE)
        await asyncio.gather(*(node.start() for node in killed))
        await self.everybody_goes_on()
        if len(killed) < len(self.nodes):  # otherwise it is the time that a start takes
            for person, count in before.items():
                while len(person.acknowledged) <= count:
                    await self.play_until(1)
                self.found.acknowledged.append(person.acknowledged[count] - moment)

    async def part(self, fault: Fault) -> None:
        """Some servers from PostgreSQL, for a while."""
        parted = self.chance.sample(self.nodes, self.chance.randint(1, len(self.nodes)))
        for node in parted:
            if fault is Fault.SILENCE:
                node.wire.silence()
            else:
                node.wire.cut()
        await asyncio.sleep(self.chance.random() * LONGEST_PAUSE)
        for node in parted:
            node.wire.mend()

    # ------------------------------------------------------------ going on

    async def everybody_goes_on(self) -> None:
        before = self.progress()
        while not all(now >= then + GOING_ON for now, then in zip(self.progress(), before, strict=True)):
            await self.play_until(len(self.pairs) * GOING_ON)

    def progress(self) -> list[int]:
        """How many entries each pair was told."""
        hosts = [pair.people[0].devices[0].witness for pair in self.pairs]
        return [sum(len(notes.entries) for notes in host.notes.values()) for host in hosts]

    async def play_until(self, enough: int) -> None:
        """Until people were told so many entries. Neither they nor the servers stop by themselves."""
        self.enough = enough
        self.reached.clear()
        await self.while_playing(self.reached.wait(), "the games did not go on")

    async def while_playing(self, something: Coroutine[Any, Any, object], otherwise: str) -> None:
        awaited = asyncio.create_task(something)
        done, _ = await asyncio.wait({awaited, *self.playing}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        awaited.cancel()
        if awaited not in done:
            for task in done.intersection(self.playing):
                raise Misbehaved(f"somebody could not play on: {task.exception()!r}") from task.exception()
            logs = "\n".join(node.log_text() for node in self.nodes)
            raise Misbehaved(f"{otherwise}: {logs}")

    async def calm_down(self) -> None:
        """Nobody does anything any more, and everybody sees the last of what was done."""
        self.pace.going.clear()
        await self.while_playing(self.pace.idle.wait(), "an action was not answered")
        await self.while_playing(self.agreement(), "people see different tables")

    async def agreement(self) -> None:
        """The log may go on for a while by those who come and go."""
        async with PostgresRecords(self.postgres.address, readers=1) as records:
            while True:
                tables = [table for person in self.people for table in person.tables]
                ends = {code: len(await records.entries(code)) for code in {table.code for table in tables}}
                if all(table.connected and table.view.number >= ends[table.code] for table in tables):
                    return
                await asyncio.sleep(0.05)

    async def check(self) -> None:
        told = [witness.until_now() for witness in self.witnesses]
        async with PostgresRecords(self.postgres.address, readers=1) as records:
            found = await check_store(records, told)
        for node in self.nodes:
            node.complain_of_errors()
        self.found.seen["checked entries"] += found["entries on disk"]


async def one_house(plan: Plan) -> Findings:
    chance = Random(f"servers {plan.seed}")
    postgres = await asyncio.to_thread(Postgres, durable=True)
    try:
        async with AsyncExitStack() as stack:
            place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="faults-")))
            nodes = []
            for number in range(chance.randint(2, 3)):
                wire = await stack.enter_async_context(Wire(place / f"wire{number}", postgres.folder))
                nodes.append(Node(wire, place / f"node{number}", plan.server))
                stack.push_async_callback(nodes[-1].kill)
            return await House(plan, postgres, nodes).actor()
    finally:
        await asyncio.to_thread(postgres.remove)


def run(plan: Plan) -> Findings:
    """So many rounds of one house; Lost or Misbehaved when something is wrong."""
    return asyncio.run(one_house(plan))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.rounds", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=len(Fault), help="of this one house (5)")
    parser.add_argument("--only", type=Fault, choices=list(Fault), help="one kind of fault")
    names = ", ".join(server.FAULTS)
    parser.add_argument(
        "--server",
        choices=server.FAULTS,
        default=server.NONE,
        metavar="FAULT",
        help=f"let the servers have one: {names}",
    )
    found = run(Plan(**vars(parser.parse_args())))
    for name, count in sorted(found.seen.items()):
        print(f"{name}: {count:,}")
    print("seconds until the next acknowledged action after a kill:", [round(each, 2) for each in found.acknowledged])
    return 0


if __name__ == "__main__":
    sys.exit(main())
