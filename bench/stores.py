"""What an append costs in each kind of store: SQLite in a file and PostgreSQL as a server, one after the other in turn.

Every table appends its next entry as soon as the last one is on disk. PostgreSQL is a process of its own: what is shown
is the processor time of the process that asks, which is what a server of the house has to spend.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from ludoteca.store.contract import Store
from ludoteca.store.postgres import PostgresStore
from ludoteca.store.sqlite import SqliteStore
from tests.postgres import Postgres

from .report import machine
from .store import SECRET, SUMMARY, digest_before, row

if sys.platform == "win32":
    from asyncio import new_event_loop
else:
    from uvloop import new_event_loop

TABLES = (1, 100, 1000)
LIMIT = 1.5  # times the processor time of SQLite that an append to PostgreSQL may cost its server
WARM_UP = 2  # appends of each table that are not measured: connections, plans, pages

Opening = Callable[[], AbstractAsyncContextManager[Store]]


@dataclass(frozen=True)
class Cost:
    """What one run gave: appends a second, and processor time in microseconds for each."""

    rate: float
    cpu: float


@dataclass(frozen=True)
class Figures:
    tables: int
    sqlite: Cost
    postgres: Cost
    ratio: float  # of processor time, the median of all rounds


@asynccontextmanager
async def in_a_file(folder: Path) -> AsyncIterator[Store]:
    with tempfile.TemporaryDirectory(dir=folder) as place:
        async with SqliteStore(Path(place)) as store:
            yield store


@asynccontextmanager
async def in_postgres(place: Callable[[], str]) -> AsyncIterator[Store]:
    async with PostgresStore(place()) as store:
        yield store


async def run(opening: Opening, tables: int, seconds: float) -> Cost:
    codes = [f"T{number}" for number in range(tables)]
    async with opening() as store:
        assert all(await asyncio.gather(*(store.create(row(code, 1), SECRET, SUMMARY) for code in codes)))
        await asyncio.gather(*(append(store, code, 2, WARM_UP) for code in codes))
        start, cpu, end = time.perf_counter(), time.process_time(), time.perf_counter() + seconds
        done = sum(await asyncio.gather(*(append_until(store, code, 2 + WARM_UP, end) for code in codes)))
        return Cost(done / (time.perf_counter() - start), 1e6 * (time.process_time() - cpu) / done)


async def append(store: Store, code: str, first: int, count: int) -> None:
    for number in range(first, first + count):
        assert await store.append(row(code, number), digest_before(number))


async def append_until(store: Store, code: str, first: int, end: float) -> int:
    number = first
    while time.perf_counter() < end or number == first:
        await append(store, code, number, 1)
        number += 1
    return number - first


def measure(openings: dict[str, Opening], rounds: int, seconds: float) -> list[Figures]:
    found = []
    for tables in TABLES:
        costs: dict[str, list[Cost]] = {name: [] for name in openings}
        for _ in range(rounds):
            for name, opening in openings.items():
                with asyncio.Runner(loop_factory=new_event_loop) as runner:
                    costs[name].append(runner.run(run(opening, tables, seconds)))
        ratios = [theirs.cpu / ours.cpu for ours, theirs in zip(costs["sqlite"], costs["postgres"], strict=True)]
        best = {name: min(each, key=lambda cost: cost.cpu) for name, each in costs.items()}
        found.append(Figures(tables, best["sqlite"], best["postgres"], statistics.median(ratios)))
    return found


def table(found: list[Figures]) -> str:
    lines = [
        f"{'':>8}  {'SQLite':>24}  {'PostgreSQL':>24}",
        f"{'tables':>8}" + 2 * f"  {'appends/s':>12} {'us CPU':>11}",
    ]
    lines[1] += f"  {'CPU ratio':>10}"
    for each in found:
        costs = "".join(f"  {cost.rate:>12,.0f} {cost.cpu:>11.1f}" for cost in (each.sqlite, each.postgres))
        lines.append(f"{each.tables:>8,}{costs}  {each.ratio:>10.2f}")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench stores", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="measure so many rounds (default 5)")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="of each run (default 1)")
    parser.add_argument(
        "--folder", type=Path, metavar="DIR", help="on whose disk SQLite writes (default: temporary files)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE as well")
    parser.add_argument("--check", action="store_true", help=f"exit with 1 when a ratio is above {LIMIT}")
    options = parser.parse_args(arguments)
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    with ExitStack() as stack:
        server = Postgres(durable=True)
        stack.callback(server.remove)
        openings: dict[str, Opening] = {
            "sqlite": partial(in_a_file, options.folder or Path(tempfile.gettempdir())),
            "postgres": partial(in_postgres, server.empty_place),
        }
        found = measure(openings, options.rounds, options.seconds)
    print(table(found))
    if options.json:
        figures = {"machine": machine(), "figures": [asdict(each) for each in found]}
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    above = [each for each in found if each.ratio > LIMIT]
    return 1 if options.check and above else 0
