"""The bench of the server: it plays real games at a real server, and its sums are right."""

from __future__ import annotations

import asyncio
import sys
import tempfile

import aiohttp
import pytest

from bench import serving
from bench.serving import Found, beside_bots, finished_games, house_load, loads, memory
from bench.serving.beside_bots import Beside
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


def test_a_move_is_counted_in_echoes_and_games_are_compared() -> None:
    found = Found()
    found.runs = {
        (serving.OURS, 500): [run(6000, 0.6)],
        (serving.MASTERS, 500): [run(6000, 0.9)],
        (serving.ECHO, 500): [run(6000, 0.1)],
    }
    assert [ratio for _, ratio, _, _ in found.ratios()] == pytest.approx([6.0, 1.5])
    assert len(found.shortfalls()) == 2


def test_masters_and_the_echo_are_driven_as_fast_as_they_answer() -> None:
    async def measure() -> Found:
        found = Found()
        await serving.measure_ours(found, 1, 0.4, masters=True)
        await serving.measure_echo(found, 1, 0.4)
        return found

    found = asyncio.run(measure())
    assert found.runs[serving.MASTERS, 1][0].moves > 0
    assert found.runs[serving.ECHO, 1][0].moves > 0


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


# ---------------------------------------------------------------- bots, and games that are over


def test_what_people_wait_beside_bots_is_compared_with_the_run_without_them() -> None:
    found = beside_bots.Found(
        {
            0: [Beside(run(40, 0.1, 0.002), 0.0), Beside(run(40, 0.1, 0.004), 0.0)],
            20: [Beside(run(40, 0.1, 0.060), 500.0), Beside(run(40, 0.1, 0.080), 700.0)],
        }
    )
    assert found.ratio(20, 95) == pytest.approx(25.0)
    assert found.shortfalls() == ["p95 beside 20 bots: 70.0 ms, wanted at most 50 ms"]
    assert "20 tables with bots" in found.table()
    assert found.figures()["p50 beside 20 tables with bots"] == pytest.approx(0.07)


def test_bots_think_beside_people() -> None:
    alone, beside = asyncio.run(beside_bots.measure_once(0, 0.5)), asyncio.run(beside_bots.measure_once(2, 1.0))
    assert alone.others == 0
    assert beside.others > 0
    assert alone.people.moves > 0
    assert beside.people.moves > 0


def test_of_games_that_are_over_nothing_is_left() -> None:
    left = asyncio.run(finished_games.measure(finished_games.PORTIONS))
    assert [count.games for count in left.counts] == list(range(finished_games.PORTIONS + 1))
    assert left.counts[-1].objects == (0, 0, 0)
    assert left.shortfalls() == []
    assert "5 games over" in str(left)


def test_what_is_left_of_finished_games_is_a_shortfall() -> None:
    counts = [finished_games.Count(0, 1_000_000, (0, 0, 0)), finished_games.Count(10, 3_000_000, (4, 8, 8))]
    left = finished_games.Left(counts)
    assert left.per_game == 200_000
    assert left.shortfalls() == ["of finished games 8 objects of a kind are in memory, wanted none"]
