"""What a move costs the servers of a house in PostgreSQL, and PostgreSQL itself, beside one server with SQLite.

Every server is a process of its own, and so is PostgreSQL; this process plays at their tables. Runs are interleaved.
The two people of a table are at different servers where there are several, which is the dearest way to play: every
move is read by a server that did not write it. Then all race for every decision, from every server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import uvloop

from bench.report import machine
from bench.serving import house_load, loads
from bench.serving.house_load import HouseTable
from bench.serving.loads import Run, Tally
from bench.serving.processes import Process, started
from tests.postgres import Postgres

from .racing import RacingTable

SQLITE = "SQLite, one server"
NODES = (1, 2, 4)
RACERS = 2  # servers
TABLES = 100
AT_ONCE = 20
LIMIT = 1.5  # times what a move costs with SQLite that it may cost one server with PostgreSQL, PostgreSQL's own apart


def named(nodes: int) -> str:
    return f"PostgreSQL, {nodes} server{'s' if nodes > 1 else ''}"


RACING = f"PostgreSQL, {RACERS} servers, racing"


@dataclass(frozen=True)
class Cost:
    """Of one run: the load on all servers, seconds of processor time of PostgreSQL, what was refused and what was late.

    `conflicts` are entries that a server had decided on when another one was faster; None where servers do not count.
    """

    run: Run
    postgres: float = 0.0
    refused: int = 0
    conflicts: float | None = None

    @property
    def rate(self) -> float:
        return self.run.rate

    @property
    def servers_us(self) -> float:
        return 1e6 * self.run.cpu_per_move

    @property
    def postgres_us(self) -> float:
        return 1e6 * self.postgres / self.run.moves

    @property
    def refused_per_move(self) -> float:
        return self.refused / self.run.moves

    @property
    def conflicts_per_move(self) -> float | None:
        return None if self.conflicts is None else self.conflicts / self.run.moves


@dataclass
class Found:
    """Costs by what was measured, one for each round."""

    costs: dict[str, list[Cost]] = field(default_factory=dict)

    def add(self, name: str, cost: Cost) -> None:
        self.costs.setdefault(name, []).append(cost)

    @property
    def ratio(self) -> float:
        """One server with PostgreSQL to one with SQLite, the median of all rounds."""
        pairs = zip(self.costs[named(1)], self.costs[SQLITE], strict=True)
        return statistics.median(here.servers_us / there.servers_us for here, there in pairs)


@dataclass(frozen=True)
class Servers:
    processes: Sequence[Process]

    def cpu(self) -> float:
        return sum(process.cpu() for process in self.processes)


class Database:
    """The processes of PostgreSQL. One that ends takes its account with it; in a run none does."""

    def __init__(self, postgres: Postgres) -> None:
        self.postgres = postgres

    def cpu(self) -> float:
        return sum(Process(process, 0).cpu() for process in self.postgres.processes())


# ---------------------------------------------------------------- measuring


@contextmanager
def servers(count: int, place: str | None) -> Iterator[list[Process]]:
    """So many servers with the same store, or one with a folder of its own."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        store = [] if place is None else [place]
        yield [
            stack.enter_context(started("bench.serving.house_server", [f"{folder}/{number}", *store]))
            for number in range(count)
        ]


async def measure_playing(
    processes: Sequence[Process],
    database: Database | None,
    tables: int,
    seconds: float,
    kind: type[HouseTable] = HouseTable,
) -> Cost:
    """As fast as they can, after a quarter of the time to warm up."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        tally, every = Tally(), Servers(processes)
        seated = []
        for number in range(tables):
            turn = number % len(processes)
            here, *elsewhere = [*processes[turn:], *processes[:turn]]
            seated.append(kind(session, here, tally, elsewhere))
        for start in range(0, tables, AT_ONCE):
            await asyncio.gather(*(table.begin() for table in seated[start : start + AT_ONCE]))
        for table in seated:
            table.drive()
        await loads.as_fast_as_possible(every, tally, seconds / 4)
        conflicts_before, before = await conflicts(session, processes), database.cpu() if database else 0.0
        run = await loads.as_fast_as_possible(every, tally, seconds)
        spent, late = database.cpu() - before if database else 0.0, tally.late
        conflicts_after = await conflicts(session, processes)
        await house_load.leave(seated)
    counted = None if conflicts_before is None or conflicts_after is None else conflicts_after - conflicts_before
    return Cost(run, spent, late, counted)


async def conflicts(session: aiohttp.ClientSession, processes: Sequence[Process]) -> float | None:
    counted = [await conflicts_of(session, process) for process in processes]
    known = [count for count in counted if count is not None]
    return sum(known) if known else None


async def conflicts_of(session: aiohttp.ClientSession, process: Process) -> float | None:
    """As the server counts them at /metrics, since its start."""
    url = f"http://127.0.0.1:{process.port}/metrics"
    async with session.get(url, headers={"Authorization": "Bearer bench"}, raise_for_status=True) as answer:
        for line in (await answer.text()).splitlines():
            if line.startswith("ludoteca_conflicts_total"):
                return float(line.split()[-1])
    return None


async def measure(rounds: int, seconds: float, tables: int, postgres: Postgres) -> Found:
    found, database = Found(), Database(postgres)
    for number in range(1, rounds + 1):
        say(f"round {number} of {rounds}")
        with servers(1, None) as processes:
            found.add(SQLITE, await measure_playing(processes, None, tables, seconds))
        for count in NODES:
            with servers(count, postgres.empty_place()) as processes:
                found.add(named(count), await measure_playing(processes, database, tables, seconds))
        with servers(RACERS, postgres.empty_place()) as processes:
            found.add(RACING, await measure_playing(processes, database, tables, seconds, RacingTable))
    return found


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# ---------------------------------------------------------------- telling


def table(found: Found) -> str:
    head = f"{'servers':>10} {'PostgreSQL':>11}"
    lines = [
        f"{'us of CPU per move':<32} {head} {'moves/s':>9} {'p50':>9} {'p99':>9} {'refused':>8} {'conflicts':>9}",
        *(line(name, costs) for name, costs in found.costs.items()),
        "",
        f"CPU per move of one server, PostgreSQL / SQLite: {found.ratio:.2f}, wanted at most {LIMIT:g}",
    ]
    return "\n".join(lines)


def line(name: str, costs: Sequence[Cost]) -> str:
    own, other, rate, refused = (
        statistics.median(getattr(cost, figure) for cost in costs)
        for figure in ("servers_us", "postgres_us", "rate", "refused_per_move")
    )
    half, late = (statistics.median(cost.run.percentile(percent) for cost in costs) * 1e3 for percent in (50, 99))
    counted = [cost.conflicts_per_move for cost in costs if cost.conflicts_per_move is not None]
    conflicting = f"{statistics.median(counted):>9.2f}" if counted else f"{'':>9}"
    return (
        f"{name:<32} {own:>10,.0f} {other:>11,.0f} {rate:>9,.0f} {half:>6.1f} ms {late:>6.1f} ms {refused:>8.2f} "
        f"{conflicting}"
    ).rstrip()


def figures(found: Found) -> dict[str, object]:
    return {
        "machine": machine(),
        "ratio": found.ratio,
        "rounds": {
            name: [
                {
                    "servers_us": cost.servers_us,
                    "postgres_us": cost.postgres_us,
                    "moves_per_second": cost.rate,
                    "refused_per_move": cost.refused_per_move,
                    "conflicts_per_move": cost.conflicts_per_move,
                }
                for cost in costs
            ]
            for name, costs in found.costs.items()
        },
    }


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench nodes", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="measure so many rounds (default 3)")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S", help="of each run (default 5)")
    parser.add_argument("--tables", type=int, default=TABLES, metavar="N", help=f"at a time (default {TABLES})")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE as well")
    parser.add_argument("--check", action="store_true", help=f"exit with 1 when the ratio is above {LIMIT}")
    options = parser.parse_args(arguments)
    if options.rounds < 1 or options.tables < 1:
        parser.error("--rounds and --tables must be at least 1")
    postgres = Postgres(durable=True)
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            found = runner.run(measure(options.rounds, options.seconds, options.tables, postgres))
    finally:
        postgres.remove()
    print(table(found))
    if options.json:
        options.json.write_text(json.dumps(figures(found), indent=2) + "\n", encoding="utf-8")
    return 1 if options.check and found.ratio > LIMIT else 0
