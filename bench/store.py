"""How many entries a second the store puts on disk: rows that share a commit, beside one commit for each row.

Every table appends its next entry as soon as the last one is on disk, as at a table where nobody thinks. With one
commit for each row it makes no difference how many tables there are: they wait for each other.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from ludoteca.house.table import Phase
from ludoteca.store import files, statements
from ludoteca.store.contract import EntryRow, Summary
from ludoteca.store.sqlite import SqliteStore

from . import timing
from .report import Comparison, Report
from .timing import Contender, Sample

TABLES = (1, 100, 1000)
ONE_BY_ONE = "one_by_one"
LABELS = {
    ONE_BY_ONE: "one commit for each entry",
    **{f"grouped_{n}": f"store, {n:,} table{'s' if n > 1 else ''}" for n in TABLES},
}
COMPARISONS = (
    Comparison("1 table / one by one", "grouped_1", ONE_BY_ONE, floor=0.5),
    Comparison("100 tables / one by one", "grouped_100", ONE_BY_ONE, floor=5),
    Comparison("1,000 tables / one by one", "grouped_1000", ONE_BY_ONE, floor=10),
)
SUMMARY = Summary("eriantys", True, "1", Phase.PLAYING, opened=0, changed=0)
SECRET = bytes(32)
# About what an action of Eriantys takes, with what was told of it.
BODY = b"x" * 210
EVENTS = b"y" * 120


def row(code: str, number: int) -> EntryRow:
    return EntryRow(code, number, BODY, f"{number:064x}", EVENTS)


def digest_before(number: int) -> str:
    return f"{number - 1:064x}"


def one_by_one(folder: Path, appends: int) -> Sample:
    """The same statements on the same schema, without threads or an event loop in between."""
    with tempfile.TemporaryDirectory(dir=folder) as place, closing(files.open_to_write(Path(place))) as connection:
        transact(connection, partial(statements.create, first=row("A", 1), secret=SECRET, summary=SUMMARY))
        start = time.perf_counter()
        for number in range(2, appends + 2):
            append = partial(statements.append, row=row("A", number), previous=digest_before(number), summary=None)
            transact(connection, append)
        return Sample(appends, time.perf_counter() - start)


def transact(connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], bool]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    accepted = work(connection)
    connection.execute("COMMIT")
    assert accepted


def grouped(folder: Path, tables: int, each: int) -> Sample:
    """So many tables append at once, each of them so many entries."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        return asyncio.run(append_at_tables(Path(place), tables, each))


async def append_at_tables(folder: Path, tables: int, each: int) -> Sample:
    codes = [f"T{number}" for number in range(tables)]
    async with SqliteStore(folder) as store:
        assert all(await asyncio.gather(*(store.create(row(code, 1), SECRET, SUMMARY) for code in codes)))
        start = time.perf_counter()
        await asyncio.gather(*(append_at_table(store, code, each) for code in codes))
        return Sample(tables * each, time.perf_counter() - start)


async def append_at_table(store: SqliteStore, code: str, each: int) -> None:
    for number in range(2, each + 2):
        assert await store.append(row(code, number), digest_before(number))


def contenders(folder: Path) -> dict[str, Contender]:
    return {
        ONE_BY_ONE: partial(one_by_one, folder),
        **{f"grouped_{tables}": partial(grouped, folder, tables) for tables in TABLES},
    }


def measure(folder: Path, rounds: int, seconds: float) -> Report:
    """All contenders in turn, by the clock on the wall: what is measured is mostly waiting for the disk."""
    entrants = contenders(folder)
    appends = {name: timing.games_lasting(entrant, seconds) for name, entrant in entrants.items()}
    return compared([timing.one_round(entrants, appends, runs=1) for _ in range(rounds)])


def compared(found: list[dict[str, Sample]]) -> Report:
    ratios = {comparison: timing.ratio(found, comparison.of, comparison.to) for comparison in COMPARISONS}
    return Report(timing.best_rates(found), LABELS, ratios)


def table(found: Report) -> str:
    title = "this machine and disk, now"
    width = max(map(len, (title, *LABELS.values(), *(comparison.name for comparison in COMPARISONS))))
    lines = [f"{title:<{width}}  {'appends/s':>12}"]
    lines += [f"{LABELS[name]:<{width}}  {rate:>12,.0f}" for name, rate in found.rates.items()]
    lines += ["", f"{'ratio':<{width}}  {'best':>6}  {'median':>6}  {'floor':>6}"]
    for comparison, ratio in found.comparisons.items():
        assert ratio is not None
        lines.append(f"{comparison.name:<{width}}  {ratio.best:>6.1f}  {ratio.median:>6.1f}  {comparison.floor:>6.1f}")
    return "\n".join(lines)


def as_json(found: Report) -> dict[str, Any]:
    figures = found.json()
    return {
        "machine": figures["machine"],
        "appends_per_second": figures["moves_per_second"],
        "ratios": figures["ratios"],
    }


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench store", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="measure so many rounds (default 5)")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="of each run (default 1)")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="on whose disk (default: where temporary files go)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE as well")
    parser.add_argument("--check", action="store_true", help="exit with 1 when a ratio misses its floor")
    options = parser.parse_args(arguments)
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    found = measure(options.folder or Path(tempfile.gettempdir()), options.rounds, options.seconds)
    print(table(found))
    if options.json:
        options.json.write_text(json.dumps(as_json(found), indent=2) + "\n", encoding="utf-8")
    if not options.check:
        return 0
    shortfalls = found.shortfalls()
    print("\n" + "\n".join(shortfalls or ["All floors are reached."]))
    return 1 if shortfalls else 0
