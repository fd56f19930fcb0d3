"""How fast the search is: positions judged and iterations per second, beside hand-written C and on two threads."""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from array import array
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

from ludoteca import rules
from ludoteca.search import shipped, weights
from ludoteca.search.games import KNOWN
from ludoteca.search.judge import Judge
from ludoteca.search.tree import Tree

from . import c_program, report, timing
from .playouts import NO_COMPILER, NOT_COMPILED, ONE_PROCESSOR, progress, warn_if_busy
from .report import Comparison, Report
from .timing import Contender, Sample

SOURCE = Path(__file__).with_name("forward.c")
GAMES = ("eriantys", "masters")
POSITIONS = 24
NODES = 1_500_000
SEED = 1
LABELS = {
    f"{name}_{game}": f"{words}, {title}"
    for game, title in zip(GAMES, ("Eriantys", "Masters"), strict=True)
    for name, words in (
        ("c", "forward pass by hand in C"),
        ("pass", "forward pass, compiled"),
        ("judged", "positions judged in a search"),
        ("one", "iterations, 1 thread (wall clock)"),
        ("two", "iterations, 2 threads (wall clock)"),
    )
}
COMPARISONS = tuple(
    comparison
    for game, title in zip(GAMES, ("Eriantys", "Masters"), strict=True)
    for comparison in (
        Comparison(f"{title}: compiled / C", f"pass_{game}", f"c_{game}", floor=0.7),
        Comparison(f"{title}: 2 threads / 1 thread", f"two_{game}", f"one_{game}", floor=1.6),
    )
)


@dataclass(frozen=True)
class Effort:
    rounds: int
    runs: int
    seconds: float


NORMAL = Effort(rounds=5, runs=2, seconds=0.25)
QUICK = Effort(rounds=1, runs=1, seconds=0.02)


class DifferentSumsError(Exception):
    """The C program computes something else: its speed says nothing."""


def positions(game: str) -> list[rules.Game]:
    """Of two players, from the beginning of games to late in them."""
    chance = Random(SEED)
    found: list[rules.Game] = []
    while len(found) < POSITIONS:
        table = rules.new(game, players=2, seed=len(found))
        for _ in range(chance.randrange(90)):
            if not table.over:
                table.apply(chance.choice(table.legal_actions()))
        if not table.over and len(bound(table).sensible()) > 1:
            found.append(table)
    return found


def bound(table: rules.Game) -> Judge:
    judge = KNOWN[table.name].judge(shipped.network(table.name).twin())
    judge.bind(table.core.clone())
    return judge


def passes(game: str) -> Contender:
    """The forward pass alone, again and again for each position."""
    judges = [bound(table) for table in positions(game)]

    def run(times: int) -> Sample:
        started = time.thread_time()
        for judge in judges:
            judge.rehearse(times)
        return Sample(times * len(judges), time.thread_time() - started)

    return run


class CForward:
    """The compiled forward.c, with the weights and positions of a game."""

    def __init__(self, compiler: list[str], folder: Path, game: str) -> None:
        self.program = folder / "forward"
        self.file = folder / f"{game}.numbers"
        if not self.program.exists():
            subprocess.run([*compiler, "-O3", "-o", str(self.program), str(SOURCE)], check=True)
        judges = [bound(table) for table in positions(game)]
        self.file.write_bytes(array("i", numbers(game, judges)).tobytes())
        expected = sum(judge.rehearse(1) for judge in judges)
        if self.answer(1)["sum"] != expected:
            raise DifferentSumsError(f"{game}: the C program finds {self.answer(1)['sum']} instead of {expected}.")

    def answer(self, times: int) -> dict[str, int]:
        command = [str(self.program), str(self.file), str(times)]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return {name: int(value) for name, value in (line.split() for line in said.splitlines())}

    def run(self, times: int) -> Sample:
        return Sample(times * POSITIONS, self.answer(times)["nanoseconds"] / 1e9)


def numbers(game: str, judges: list[Judge]) -> Iterable[int]:
    """What forward.c reads: sizes, weights, positions."""
    shape, parts = weights.numbers(shipped.path(game).read_bytes())
    yield from (shape.hidden, shape.second, shape.inputs, shape.outcomes, shape.rows)
    for part in parts:
        yield from part
    yield len(judges)
    for judge in judges:
        index, value = judge.inputs()
        yield len(index)
        yield from index
        yield from value
        options = judge.options()
        yield len(options)
        yield from (len(rows) for _, rows in options)
        for _, rows in options:
            yield from rows


def judged(game: str) -> Contender:
    """Positions that a search on one thread judges, by processor time."""
    table = positions(game)[0]
    tree = Tree(table.core.clone(), bound(table), NODES)

    def run(iterations: int) -> Sample:
        tree.think_about(table.core.clone())
        before, started = tree.judge.judged, time.thread_time()
        tree.run(iterations, SEED)
        return Sample(max(1, tree.judge.judged - before), time.thread_time() - started)

    return run


def iterations(game: str, threads: int) -> Contender:
    """By the clock on the wall, a tree for each thread."""
    table = positions(game)[0]
    trees = [Tree(table.core.clone(), bound(table), NODES) for _ in range(threads)]
    pool = ThreadPoolExecutor(threads)

    def run(count: int) -> Sample:
        for tree in trees:
            tree.think_about(table.core.clone())
        started = time.perf_counter()
        list(pool.map(lambda tree: tree.run(count, SEED), trees))
        return Sample(count * threads, time.perf_counter() - started)

    return run


def measure(effort: Effort) -> Report:
    absent: dict[str, str] = {}
    found: list[dict[str, Sample]] = []
    compiler = c_program.compiler()
    with tempfile.TemporaryDirectory() as folder:
        entrants: dict[str, Contender] = {}
        for game in GAMES:
            if compiler:
                entrants[f"c_{game}"] = CForward(compiler, Path(folder), game).run
            else:
                absent[f"c_{game}"] = NO_COMPILER
            if rules.compiled:
                entrants |= {f"pass_{game}": passes(game), f"judged_{game}": judged(game)}
                entrants[f"one_{game}"] = iterations(game, 1)
            else:
                absent |= {f"{name}_{game}": NOT_COMPILED for name in ("pass", "judged", "one")}
            if rules.compiled and report.processors() > 1:
                entrants[f"two_{game}"] = iterations(game, 2)
            else:
                absent[f"two_{game}"] = ONE_PROCESSOR if rules.compiled else NOT_COMPILED
        times = {name: timing.games_lasting(entrant, effort.seconds) for name, entrant in entrants.items()}
        for number in range(effort.rounds):
            progress(f"round {number + 1} of {effort.rounds}")
            found.append(timing.one_round(entrants, times, effort.runs))
    return Report(
        rates=timing.best_rates(found),
        labels=LABELS,
        comparisons={comparison: timing.ratio(found, comparison.of, comparison.to) for comparison in COMPARISONS},
        absent=absent,
        unit="times",
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench search", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a rough answer in a few seconds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE as well")
    parser.add_argument("--check", action="store_true", help="exit with 1 when a ratio misses its floor")
    options = parser.parse_args(arguments)
    warn_if_busy()
    found = measure(QUICK if options.quick else NORMAL)
    progress("")
    print(found.table())
    if options.json:
        options.json.write_text(json.dumps(found.json(), indent=2) + "\n", encoding="utf-8")
    if not options.check:
        return 0
    shortfalls = found.shortfalls()
    print("\n" + "\n".join(shortfalls or ["All floors are reached."]))
    return 1 if shortfalls else 0
