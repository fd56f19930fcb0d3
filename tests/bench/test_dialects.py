"""The bench of the dialects: it plays real games in each of them at a real server, and its sums are right."""

from __future__ import annotations

import asyncio
import sys
import tempfile

import pytest

from bench import dialects
from bench.dialects import Found, Run, load, memory
from bench.dialects.openings import OPENINGS
from bench.serving.loads import Tally
from bench.serving.processes import Process, started
from ludoteca.dialects.catalogue import DIALECTS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are measured through /proc")
PATIENCE = 60.0  # seconds


def test_ratios_and_shortfalls() -> None:
    found = Found()
    found.runs = {
        "house, Eriantys": [Run(100, 100, 0.1), Run(100, 100, 0.2), Run(100, 100, 0.3)],
        "psp24": [Run(100, 200, 0.3), Run(100, 200, 0.8), Run(100, 200, 0.9)],
        "am28": [Run(100, 100, 0.3), Run(100, 100, 0.5), Run(100, 100, 0.3)],
    }
    found.idle = {"am28": 4096, "psp24": 9000}
    ratios = {name: ratio for name, ratio, _ in found.ratios()}
    assert list(ratios.values()) == pytest.approx([1.5, 2.5, 0.5, 9000 / 8192])
    assert found.shortfalls() == [
        "CPU per message, am28 / house: 2.50, wanted at most 2",
        "idle connection of psp24, of 8 KB: 1.10, wanted at most 1",
    ]
    assert "4.0 KB for an idle connection of am28" in dialects.table(found)


def test_every_dialect_can_be_measured() -> None:
    assert OPENINGS.keys() == DIALECTS.keys()


@pytest.mark.parametrize("name", DIALECTS)
def test_games_are_played(name: str) -> None:
    """Those of Eriantys to the end, after which the next begins."""
    moves = 200 if DIALECTS[name].game == "eriantys" else 30

    async def play(process: Process) -> tuple[int, int, int]:
        tally = Tally()
        (table,) = await load.open_tables(process, DIALECTS[name], tally, 1)
        first = table.seats
        async with asyncio.timeout(PATIENCE):
            while tally.moves < moves:
                table.move()
                await asyncio.sleep(0)
        await table.close()
        assert (table.seats is not first) == (DIALECTS[name].game == "eriantys")
        return tally.moves, table.messages, table.refusals

    with tempfile.TemporaryDirectory() as folder, started("bench.dialects.house_server", [folder, name]) as process:
        made, messages, refusals = asyncio.run(play(process))
    assert messages >= made == moves
    # Nobody plays as fast as here: the rest of what the last move changed may come after the next one.
    assert refusals < messages / 2


def test_idle_connections_are_weighed() -> None:
    assert asyncio.run(memory.footprint(DIALECTS["am24"], count=50)) >= 0
