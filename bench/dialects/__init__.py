"""What a message costs in each dialect, beside the house's own WebSocket, and what an idle connection takes.

Every server is a process of its own; this process plays real games at it, with the same number of tables at the same
pace. Runs are interleaved: in each round all take turns, and a ratio is taken within a round. Messages are those that a
player chooses to send: acknowledgments and pongs are work of the server as well, but count as none.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Protocol

import aiohttp
import uvloop

from bench.report import machine
from bench.serving import house_load
from bench.serving.house_load import HouseTable
from bench.serving.loads import Tally
from bench.serving.processes import Process, started
from ludoteca.dialects.catalogue import DIALECTS

from . import load, memory

TABLES = 40
PACE = 250.0  # moves a second over all tables: what this process can play in any dialect
DEARER = 2.0  # than the house's own, at most
IDLE = 8 * 1024  # bytes
REFUSED = 0.01  # of the messages, at most: notifications of one move come one by one, so a client may be ahead of them
BASELINES = {"eriantys": "house, Eriantys", "masters": "house, Masters"}


class MastersTable(HouseTable):
    options: ClassVar[Mapping[str, object]] = {"game": "masters", "players": 2, "public": False}


class Playing(Protocol):
    messages: int

    def move(self) -> bool: ...


@dataclass(frozen=True)
class Run:
    moves: int
    messages: int
    cpu: float  # seconds of the server

    @property
    def per_message(self) -> float:
        return self.cpu / self.messages

    @property
    def per_move(self) -> float:
        return self.cpu / self.moves


@dataclass
class Found:
    """Runs by name, one for each round, and bytes of an idle connection by dialect."""

    runs: dict[str, list[Run]] = field(default_factory=dict)
    idle: dict[str, float] = field(default_factory=dict)

    def ratio(self, name: str) -> float:
        beside = self.runs[BASELINES[DIALECTS[name].game]]
        pairs = zip(self.runs[name], beside, strict=True)
        return statistics.median(run.per_message / base.per_message for run, base in pairs)

    def ratios(self) -> list[tuple[str, float, float]]:
        """A name, what was found, the limit."""
        found = [
            (f"CPU per message, {name} / house", self.ratio(name), DEARER) for name in DIALECTS if name in self.runs
        ]
        found += [(f"idle connection of {name}, of 8 KB", size / IDLE, 1.0) for name, size in self.idle.items()]
        return found

    def shortfalls(self) -> list[str]:
        return [
            f"{name}: {found:.2f}, wanted at most {limit:g}" for name, found, limit in self.ratios() if found > limit
        ]


# ---------------------------------------------------------------- measuring


async def paced(process: Process, tally: Tally, tables: Sequence[Playing], pace: float, seconds: float) -> Run:
    """So many moves a second in all, at whichever table one can be made."""
    tally.begin()
    before = sum(table.messages for table in tables)
    start, cpu, turn = tally.now(), process.cpu(), 0
    while (now := tally.now()) - start < seconds:
        due, tried = int((now - start) * pace) - tally.moves, 0
        while due > 0 and tried < len(tables):
            due -= tables[turn % len(tables)].move()
            turn, tried = turn + 1, tried + 1
        await asyncio.sleep(0.001)
    return Run(tally.moves, sum(table.messages for table in tables) - before, process.cpu() - cpu)


class HousePlaying:
    """A table of the house's own protocol: a move is a message, and counts once it was acknowledged."""

    def __init__(self, table: HouseTable) -> None:
        self.table = table

    @property
    def messages(self) -> int:
        return self.table.number

    @messages.setter
    def messages(self, value: int) -> None:
        raise AttributeError("the table counts")

    def move(self) -> bool:
        return self.table.move()


async def measure_house(found: Found, game: str, tables: int, pace: float, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder, started("bench.dialects.house_server", [folder, "house"]) as process:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            tally = Tally()
            kind = MastersTable if game == "masters" else HouseTable
            seated = [kind(session, process, tally) for _ in range(tables)]
            for start in range(0, tables, 10):
                await asyncio.gather(*(table.begin() for table in seated[start : start + 10]))
            playing = [HousePlaying(table) for table in seated]
            await paced(process, tally, playing, pace, seconds / 4)
            found.runs.setdefault(BASELINES[game], []).append(await paced(process, tally, playing, pace, seconds))
            await house_load.leave(seated)


async def measure_dialect(found: Found, name: str, tables: int, pace: float, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder, started("bench.dialects.house_server", [folder, name]) as process:
        tally = Tally()
        seated = await load.open_tables(process, DIALECTS[name], tally, tables)
        await paced(process, tally, seated, pace, seconds / 4)
        run = await paced(process, tally, seated, pace, seconds)
        refused = sum(table.refusals for table in seated)
        sent = sum(table.messages for table in seated)
        for table in seated:
            await table.close()
        if refused > REFUSED * sent:
            raise RuntimeError(f"the server refused {refused} of {sent} messages in {name}")
        found.runs.setdefault(name, []).append(run)


async def measure(names: Sequence[str], rounds: int, tables: int, pace: float, seconds: float) -> Found:
    found = Found()
    games = dict.fromkeys(DIALECTS[name].game for name in names)
    for number in range(1, rounds + 1):
        say(f"round {number} of {rounds}")
        for game in games:
            await measure_house(found, game, tables, pace, seconds)
            for name in names:
                if DIALECTS[name].game == game:
                    await measure_dialect(found, name, tables, pace, seconds)
    for name in names:
        found.idle[name] = await memory.footprint(DIALECTS[name])
    return found


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# ---------------------------------------------------------------- telling


def table(found: Found) -> str:
    lines = [f"{'this machine, now':<20} {'moves':>7} {'messages':>9} {'CPU/message':>12} {'CPU/move':>10}"]
    for name, runs in found.runs.items():
        moves, messages = (sum(getattr(run, kind) for run in runs) for kind in ("moves", "messages"))
        message, move = (statistics.median(getattr(run, kind) for run in runs) for kind in ("per_message", "per_move"))
        lines.append(f"{name:<20} {moves:>7,} {messages:>9,} {message * 1e6:>9,.0f} us {move * 1e6:>7,.0f} us")
    lines += ["", *(f"{size / 1024:.1f} KB for an idle connection of {name}" for name, size in found.idle.items())]
    lines += ["", f"{'ratio':<40} {'found':>7}  wanted"]
    lines += [f"{name:<40} {ratio:>7.2f}  at most {limit:g}" for name, ratio, limit in found.ratios()]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench dialects", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which dialects; all without any")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="measure so many rounds (default 3)")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S", help="of each run (default 5)")
    parser.add_argument("--tables", type=int, default=TABLES, metavar="N", help=f"at so many tables (default {TABLES})")
    parser.add_argument("--pace", type=float, default=PACE, metavar="N", help=f"moves a second (default {PACE:g})")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE as well")
    parser.add_argument("--check", action="store_true", help="exit with 1 when a ratio misses its limit")
    options = parser.parse_args(arguments)
    unknown = set(options.names) - DIALECTS.keys()
    if unknown:
        parser.error(f"there is no dialect {', '.join(sorted(unknown))}: there are {', '.join(DIALECTS)}")
    names = options.names or list(DIALECTS)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        found = runner.run(measure(names, options.rounds, options.tables, options.pace, options.seconds))
    print(table(found))
    if options.json:
        figures = {"machine": machine(), "ratios": {name: ratio for name, ratio, _ in found.ratios()}}
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    if not options.check:
        return 0
    shortfalls = found.shortfalls()
    print("\n" + "\n".join(shortfalls or ["All limits are kept."]))
    return 1 if shortfalls else 0
