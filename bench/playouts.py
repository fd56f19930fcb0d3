"""Random games: how fast every form of the rules plays them, and how fast hand-written C does."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ludoteca import rules

from . import c_program, contenders, report, same_games, timing
from .c_program import CProgram
from .report import Comparison, Report
from .same_games import DifferentGamesError
from .timing import Contender, Sample

LABELS = {
    "c": "C by hand, 2 players",
    "compiled_2": "compiled, 2 players",
    "compiled_3": "compiled, 3 players",
    "compiled_4": "compiled, 4 players",
    "compiled_2_expert": "compiled, 2 players, expert",
    "compiled_3_expert": "compiled, 3 players, expert",
    "compiled_4_expert": "compiled, 4 players, expert",
    "compiled_masters_1": "compiled, Masters, alone",
    "compiled_masters_2": "compiled, Masters, 2 players",
    "compiled_masters_3": "compiled, Masters, 3 players",
    "compiled_masters_4": "compiled, Masters, 4 players",
    "compiled_clones": "compiled, 2 players, a clone for each game",
    "compiled_loop": "compiled, 2 players, Python loop",
    "interpreted_2": "interpreted, 2 players",
    "interpreted_loop": "interpreted, 2 players, Python loop",
    "interpreted_masters_2": "interpreted, Masters, 2 players",
    "one_thread": "compiled, 2 players, 1 thread (wall clock)",
    "two_threads": "compiled, 2 players, 2 threads (wall clock)",
}
COMPARISONS = (
    Comparison("compiled / C", "compiled_2", "c", floor=0.6),
    Comparison("expert, 4 players / base, 2 players", "compiled_4_expert", "compiled_2", floor=0.3),
    Comparison("Masters, 2 players / base, 2 players", "compiled_masters_2", "compiled_2", floor=0.5),
    Comparison("2 threads / 1 thread", "two_threads", "one_thread", floor=1.6),
    Comparison("compiled / interpreted", "compiled_2", "interpreted_2"),
    Comparison("Masters, compiled / interpreted", "compiled_masters_2", "interpreted_masters_2"),
    Comparison("a clone for each game / compiled", "compiled_clones", "compiled_2"),
    Comparison("Python loop / compiled", "compiled_loop", "compiled_2"),
)
VARIANTS: dict[str, Callable[[], Contender]] = {
    **{f"compiled_{n}": partial(contenders.playouts, players=n) for n in (2, 3, 4)},
    **{f"compiled_{n}_expert": partial(contenders.playouts, players=n, expert=True) for n in (2, 3, 4)},
    **{f"compiled_masters_{n}": partial(contenders.playouts, "masters", n) for n in (1, 2, 3, 4)},
}
NOT_COMPILED = "the rules are not compiled here"
NO_COMPILER = "there is no C compiler here"
ONE_PROCESSOR = "there is only one processor here"
BUSY = 0.5


@dataclass(frozen=True)
class Effort:
    """How much time is spent."""

    rounds: int
    pairs: int  # of one thread against two
    runs: int  # of each contender in a round or pair
    seconds: float  # of each run
    deals: int  # from which the C program must play the same games


NORMAL = Effort(rounds=7, pairs=5, runs=3, seconds=0.15, deals=100)
QUICK = Effort(rounds=2, pairs=2, runs=2, seconds=0.04, deals=10)
GAMES_PER_DEAL = 4


def measure(effort: Effort) -> Report:
    absent: dict[str, str] = {}
    found: list[dict[str, Sample]] = []
    with tempfile.TemporaryDirectory() as folder:
        forms = {**by_hand(effort, Path(folder), absent), **by_the_rules(absent)}
        games = enough_games(forms, effort)
        pair = one_and_two_threads(absent)
        pair_games = enough_games(pair, effort)
        # Pairs lie between the rounds: a busy moment of the second processor should not meet all of them.
        for number in range(max(effort.rounds, effort.pairs)):
            if number < effort.rounds:
                progress(f"round {number + 1} of {effort.rounds}")
                found.append(timing.one_round(forms, games, effort.runs))
                require_same_moves(found[-1], games)
            if number < effort.pairs:
                found.append(timing.one_round(pair, pair_games, effort.runs))
    return Report(
        rates=timing.best_rates(found),
        labels=LABELS,
        comparisons={comparison: timing.ratio(found, comparison.of, comparison.to) for comparison in COMPARISONS},
        absent=absent,
    )


def by_hand(effort: Effort, folder: Path, absent: dict[str, str]) -> dict[str, Contender]:
    """The C program, once it has shown that it plays the same games."""
    compiler = c_program.compiler()
    if not compiler:
        absent["c"] = NO_COMPILER
        return {}
    program = CProgram.build(compiler, folder)
    progress("comparing games with the C program")
    same_games.require(program, effort.deals, GAMES_PER_DEAL)
    return {"c": lambda games: program.playouts(contenders.DEAL, games, contenders.SEED)}


def by_the_rules(absent: dict[str, str]) -> dict[str, Contender]:
    """All that run on one thread, by processor time."""
    entrants: dict[str, Contender] = {}
    if rules.compiled:
        entrants |= {name: variant() for name, variant in VARIANTS.items()}
        entrants["compiled_clones"] = contenders.clones()
        entrants["compiled_loop"] = contenders.python_loop()
    else:
        absent |= {name: NOT_COMPILED for name in LABELS if name.startswith("compiled")}
    entrants["interpreted_2"] = contenders.interpreted("playouts")
    entrants["interpreted_loop"] = contenders.interpreted("python_loop")
    entrants["interpreted_masters_2"] = contenders.interpreted("masters")
    return entrants


def one_and_two_threads(absent: dict[str, str]) -> dict[str, Contender]:
    """By the clock on the wall."""
    if rules.compiled and report.processors() > 1:
        return {"one_thread": contenders.on_threads(1), "two_threads": contenders.on_threads(2)}
    absent |= dict.fromkeys(("one_thread", "two_threads"), ONE_PROCESSOR if rules.compiled else NOT_COMPILED)
    return {}


def enough_games(entrants: dict[str, Contender], effort: Effort) -> dict[str, int]:
    """How many games each plays in a run; those whose speed is compared closely play the same."""
    progress("choosing how many games each plays")
    games = {name: timing.games_lasting(entrant, effort.seconds) for name, entrant in entrants.items()}
    for name, model in (("c", "compiled_2"), ("one_thread", "two_threads")):
        if name in games and model in games:
            games[name] = games[model]
    return games


def require_same_moves(sampled: dict[str, Sample], games: dict[str, int]) -> None:
    """The contenders that should have played the games of `rules.playouts` have done so."""
    for name in ("c", "compiled_2", "interpreted_2"):
        if name in sampled:
            moves = rules.playouts(contenders.dealt(), games=games[name], seed=contenders.SEED)
            if sampled[name].moves != moves:
                raise DifferentGamesError(f"{LABELS[name]}: {sampled[name].moves} moves instead of {moves}.")


def progress(text: str) -> None:
    """One line that replaces itself, where somebody watches."""
    if sys.stderr.isatty():
        print(f"\r{text:<60}\r", end="", file=sys.stderr, flush=True)


def warn_if_busy() -> None:
    load = report.load()
    if load > BUSY:
        print(f"Other programs keep this machine busy (load {load:.1f}): two threads may not find two processors.\n")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench playouts", description=__doc__)
    parser.add_argument(
        "--rounds", type=int, metavar="N", help=f"measure so many rounds (default {NORMAL.rounds}, about a minute)"
    )
    parser.add_argument("--quick", action="store_true", help="a rough answer in a few seconds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE as well")
    parser.add_argument("--check", action="store_true", help="exit with 1 when a ratio misses its floor")
    options = parser.parse_args(arguments)
    if options.rounds is not None and options.rounds < 1:
        parser.error("--rounds must be at least 1")
    effort = QUICK if options.quick else NORMAL
    if options.rounds is not None:
        effort = replace(effort, rounds=options.rounds)
    warn_if_busy()
    found = measure(effort)
    progress("")
    print(found.table())
    if options.json:
        options.json.write_text(json.dumps(found.json(), indent=2) + "\n", encoding="utf-8")
    if not options.check:
        return 0
    shortfalls = found.shortfalls()
    print("\n" + "\n".join(shortfalls or ["All floors are reached."]))
    return 1 if shortfalls else 0
