"""What a move costs: our server with the full rules and durability, beside boardgame.io in memory and a durable echo.

Every server is a process of its own; this process plays at its tables. Runs are interleaved: ours, the peer, ours, ...
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import uvloop

from bench.peers import boardgameio
from bench.report import machine

from . import beside_bots, echo_load, finished_games, house_load, loads, memory, peer_load
from .loads import Run, Tally
from .processes import Process, started

TABLES = (1, 100, 500)
PACE = 2000  # moves a second over the largest number of tables
PAIRS = 2  # of ours and the echo in each round: the slowest hundredth of some seconds varies much
OURS, MASTERS = "ludoteca, durable", "ludoteca, Masters"
PEER, ECHO = "boardgame.io, in memory", "durable echo"
FASTER, CHEAPER, ECHOES, OTHER_GAME, SLOWER_THAN_ECHO = 2.5, 5.0, 3.0, 1.3, 4.0
IDLE_SOCKET = 20 * 1024  # bytes


@dataclass
class Found:
    """All runs, by server and number of tables."""

    runs: dict[tuple[str, int], list[Run]] = field(default_factory=dict)
    paced: dict[str, list[Run]] = field(default_factory=dict)
    memory: memory.Footprint | None = None

    def rate(self, server: str, tables: int) -> float:
        return statistics.median(run.rate for run in self.runs[server, tables])

    def cpu(self, server: str, tables: int) -> float:
        return statistics.median(run.cpu_per_move for run in self.runs[server, tables])

    def ratios(self) -> list[tuple[str, float, float, bool]]:
        """What matters: a name, the ratio, its limit, and whether more is better."""
        most = TABLES[-1]
        found: list[tuple[str, float, float, bool]] = []
        if (PEER, most) in self.runs:
            rate = self.rate(OURS, most) / self.rate(PEER, most)
            cpu = self.cpu(PEER, most) / self.cpu(OURS, most)
            found.append((f"moves/s at {most} tables, ours / boardgame.io", rate, FASTER, True))
            found.append((f"CPU per move at {most} tables, boardgame.io / ours", cpu, CHEAPER, True))
        if (ECHO, most) in self.runs:
            found.append(
                (
                    f"CPU per move at {most} tables, ours / echo",
                    self.cpu(OURS, most) / self.cpu(ECHO, most),
                    ECHOES,
                    False,
                )
            )
        if (MASTERS, most) in self.runs:
            masters = self.cpu(MASTERS, most) / self.cpu(OURS, most)
            found.append((f"CPU per move at {most} tables, Masters / Eriantys", masters, OTHER_GAME, False))
        if self.paced:
            late = [ours.percentile(99) / echo.percentile(99) for ours, echo in self.pairs()]
            found.append(
                (f"p99 at {PACE} moves/s, ours / durable echo", statistics.median(late), SLOWER_THAN_ECHO, False)
            )
        if self.memory is not None:
            found.append(("idle WebSocket, of 20 KB", self.memory.socket / IDLE_SOCKET, 1.0, False))
        return found

    def pairs(self) -> list[tuple[Run, Run]]:
        return list(zip(self.paced[OURS], self.paced[ECHO], strict=True))

    def shortfalls(self) -> list[str]:
        return [
            f"{name}: {ratio:.2f}, wanted {'at least' if more else 'at most'} {limit:g}"
            for name, ratio, limit, more in self.ratios()
            if (ratio < limit if more else ratio > limit)
        ]


# ---------------------------------------------------------------- measuring


async def measure_ours(found: Found, tables: int, seconds: float, masters: bool = False) -> None:
    with tempfile.TemporaryDirectory() as folder, started("bench.serving.house_server", [folder]) as process:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            tally = Tally()
            kind = house_load.MastersTable if masters else house_load.HouseTable
            seated = await house_load.open_tables(session, process, tally, tables, kind)
            for table in seated:
                table.drive()
            found.runs.setdefault((MASTERS if masters else OURS, tables), []).append(
                await warm_run(process, tally, seconds)
            )
            await house_load.leave(seated)


async def measure_echo(found: Found, tables: int, seconds: float) -> None:
    """As many messages under way as there are tables, and as many connections as they have seats."""
    with tempfile.TemporaryDirectory() as folder, started("bench.serving.echo_server", [folder]) as process:
        tally = Tally()
        callers = await echo_load.connect(process, tally, tables)
        for caller in callers[::2]:
            caller.driven = True
            caller.move()
        found.runs.setdefault((ECHO, tables), []).append(await warm_run(process, tally, seconds))
        for caller in callers:
            caller.close()


async def measure_peer(found: Found, tables: int, seconds: float) -> None:
    with boardgameio.start_server("memory") as server:
        process = Process(server.pid, server.port)
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session, AsyncExitStack() as stack:
            tally = Tally()
            matches = await peer_load.open_matches(stack, session, server.url, tally, tables)
            for match in matches:
                match.drive()
            found.runs.setdefault((PEER, tables), []).append(await warm_run(process, tally, seconds))
            for match in matches:
                await match.stop()


async def warm_run(process: Process, tally: Tally, seconds: float) -> Run:
    await loads.as_fast_as_possible(process, tally, seconds / 4)
    return await loads.as_fast_as_possible(process, tally, seconds)


async def measure_paced(found: Found, tables: int, seconds: float) -> None:
    """Ours and the echo one after the other, at the same pace over as many connections."""
    with tempfile.TemporaryDirectory() as folder, started("bench.serving.house_server", [folder]) as process:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            tally = Tally()
            seated = await house_load.open_tables(session, process, tally, tables)
            found.paced.setdefault(OURS, []).append(await loads.paced(process, tally, seated, PACE, seconds))
            await house_load.leave(seated)
    with tempfile.TemporaryDirectory() as folder, started("bench.serving.echo_server", [folder]) as process:
        tally = Tally()
        callers = await echo_load.connect(process, tally, tables)
        found.paced.setdefault(ECHO, []).append(await loads.paced(process, tally, callers, PACE, seconds))
        for caller in callers:
            caller.close()


async def measure(rounds: int, seconds: float, tables: Sequence[int], with_peer: bool) -> Found:
    found = Found()
    for number in range(1, rounds + 1):
        say(f"round {number} of {rounds}")
        for count in tables:
            await measure_ours(found, count, seconds)
            if with_peer:
                await measure_peer(found, count, seconds)
        await measure_ours(found, tables[-1], seconds, masters=True)
        await measure_echo(found, tables[-1], seconds)
        for _ in range(PAIRS):
            await measure_paced(found, tables[-1], seconds)
    found.memory = await memory.footprint()
    return found


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# ---------------------------------------------------------------- telling


def table(found: Found) -> str:
    lines = [f"{'this machine, now':<26} {'tables':>6} {'moves/s':>9} {'CPU/move':>10} {'p50':>9} {'p99':>9}"]
    for (server, tables), runs in found.runs.items():
        lines.append(line(server, tables, runs))
    lines += ["", f"paced: {PACE} moves/s"]
    lines += [line(server, TABLES[-1], runs) for server, runs in found.paced.items()]
    if found.memory is not None:
        lines += ["", f"memory: {found.memory}"]
    lines += ["", f"{'ratio':<52} {'found':>7}  wanted"]
    for name, ratio, limit, more in found.ratios():
        lines.append(f"{name:<52} {ratio:>7.2f}  {'at least' if more else 'at most'} {limit:g}")
    return "\n".join(lines)


def line(server: str, tables: int, runs: Sequence[Run]) -> str:
    rate = statistics.median(run.rate for run in runs)
    cpu = statistics.median(run.cpu_per_move for run in runs) * 1e6
    half, late = (statistics.median(run.percentile(percent) for run in runs) * 1e3 for percent in (50, 99))
    return f"{server:<26} {tables:>6} {rate:>9,.0f} {cpu:>7,.0f} us {half:>6.1f} ms {late:>6.1f} ms"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench serving", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="measure so many rounds (default 3)")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S", help="of each run (default 5)")
    parser.add_argument("--without-peer", action="store_true", help="leave boardgame.io out (it needs Node.js)")
    parser.add_argument(
        "--bots",
        nargs="?",
        const="greedy",
        metavar="BOT",
        help="instead: how long people wait while bots think at other tables (greedy, or such as level-8)",
    )
    parser.add_argument(
        "--finished", type=int, metavar="N", help="instead: play N games to the end, and say what of them is in memory"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE as well")
    parser.add_argument("--check", action="store_true", help="exit with 1 when a ratio misses its limit")
    options = parser.parse_args(arguments)
    if options.bots:
        return people_beside_bots(options)
    if options.finished is not None:
        return memory_of_finished_games(options)
    problem = None if options.without_peer else boardgameio.obstacle()
    if problem:
        say(f"{problem}; --without-peer goes on without it.")
        return 2
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        found = runner.run(measure(options.rounds, options.seconds, TABLES, not options.without_peer))
    print(table(found))
    if options.json:
        figures = {"machine": machine(), "ratios": {name: ratio for name, ratio, _, _ in found.ratios()}}
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return checked(options, found.shortfalls())


def people_beside_bots(options: argparse.Namespace) -> int:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        found = runner.run(beside_bots.measure(options.rounds, options.seconds, options.bots))
    print(found.table())
    if options.json:
        figures = {"machine": machine(), "seconds": found.figures()}
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return checked(options, found.shortfalls())


def memory_of_finished_games(options: argparse.Namespace) -> int:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        left = runner.run(finished_games.measure(options.finished))
    print(left)
    if options.json:
        figures = {"machine": machine(), "bytes for each game": left.per_game, "objects": left.objects}
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return checked(options, left.shortfalls())


def checked(options: argparse.Namespace, shortfalls: list[str]) -> int:
    if not options.check:
        return 0
    print("\n" + "\n".join(shortfalls or ["All limits are kept."]))
    return 1 if shortfalls else 0
