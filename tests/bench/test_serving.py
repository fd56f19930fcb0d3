"""The bench of the server: it plays real games at a real server, and its sums are right."""

from __future__ import annotations

import asyncio
import sys
import tempfile

import aiohttp
import pytest

from bench import serving
from bench.serving import Found, house_load, loads, memory
from bench.serving.loads import Run, Tally
from bench.serving.processes import Process, started

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are measured through /proc")


def run(moves: int, cpu: float, late: float = 0.01) -> Run:
    return Run(moves, 2.0, cpu, [late] * 200)


def test_ratios_and_shortfalls() -> None:
    found = Found()
    found.runs = {(serving.OURS, 500): [run(6000, 0.6)], (serving.PEER, 500): [run(1000, 1.0)]}
    found.paced = {serving.OURS: [run(4000, 0.4, 0.05)], serving.ECHO: [run(4000, 0.2, 0.01)]}
    found.memory = memory.Footprint(10 * 1024, 5000)
    ratios = {name: ratio for name, ratio, _, _ in found.ratios()}
    assert list(ratios.values()) == pytest.approx([6.0, 10.0, 5.0, 0.5])
    (shortfall,) = found.shortfalls()
    assert shortfall == "p99 at 2000 moves/s, ours / durable echo: 5.00, wanted at most 4"
    assert "ludoteca, durable" in serving.table(found)


def test_games_are_played_to_the_end_and_begin_anew() -> None:
    async def play(process: Process) -> tuple[Run, Run]:
        async with aiohttp.ClientSession() as session:
            tally = Tally()
            tables = await house_load.open_tables(session, process, tally, 2)
            codes = {table.code for table in tables}
            for table in tables:
                table.drive()
            while codes & {table.code for table in tables}:
                fast = await loads.as_fast_as_possible(process, tally, 0.2)
            for table in tables:
                table.driven = False
            slow = await loads.paced(process, tally, tables, rate=20, seconds=1.0)
            await house_load.leave(tables)
            return fast, slow

    with tempfile.TemporaryDirectory() as folder, started("bench.serving.house_server", [folder]) as process:
        fast, slow = asyncio.run(play(process))
        assert process.rss() > 10_000_000
    assert fast.moves == len(fast.latencies) > 0
    assert fast.cpu > 0
    assert 0 < slow.moves < 60  # twenty a second; unpaced it would be thousands


def test_the_durable_echo_answers() -> None:
    async def call(process: Process) -> int:
        tally = Tally()
        callers = await serving.echo_load.connect(process, tally, 1)
        for caller in callers:
            assert caller.move()
            assert not caller.move()  # one at a time
        while tally.moves < len(callers):
            await asyncio.sleep(0)
        for caller in callers:
            caller.close()
        return tally.moves

    with tempfile.TemporaryDirectory() as folder, started("bench.serving.echo_server", [folder]) as process:
        assert asyncio.run(call(process)) == 2
