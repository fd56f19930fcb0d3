"""How long people wait for their answers while bots think at other tables of the same server.

People make some moves a second, at tables of their own; a second program plays against bots at others. Runs without
bots and with them take turns.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

import aiohttp

from . import house_load, loads
from .house_load import OPERATOR
from .loads import Run, Tally
from .processes import Process, started

BOT_TABLES = (0, 20, 200)
CHECKED = 20
LIMIT = 0.050  # seconds for 95 of 100 answers, with so many bots
PEOPLES_TABLES = 10
PACE = 20  # moves of people a second
WARM_UP = 1.0  # seconds
PERCENTILES = (50, 95, 99)


@dataclass(frozen=True)
class Beside:
    """Some seconds beside bots, and how many moves a second were made at their tables."""

    people: Run
    others: float


@dataclass
class Found:
    runs: dict[int, list[Beside]] = field(default_factory=dict)

    def percentile(self, bots: int, percent: int) -> float:
        return statistics.median(run.people.percentile(percent) for run in self.runs[bots])

    def ratio(self, bots: int, percent: int) -> float:
        """To the run without bots of the same round."""
        pairs = zip(self.runs[bots], self.runs[0], strict=True)
        return statistics.median(
            beside.people.percentile(percent) / alone.people.percentile(percent) for beside, alone in pairs
        )

    def table(self) -> str:
        heads = " ".join(f"{f'p{percent}':>9}" for percent in PERCENTILES)
        lines = [f"{PACE} moves/s of people, beside {heads}  p95 / alone  moves/s beside"]
        for bots, runs in self.runs.items():
            times = " ".join(f"{self.percentile(bots, percent) * 1e3:>6.1f} ms" for percent in PERCENTILES)
            others = statistics.median(run.others for run in runs)
            lines.append(f"{f'{bots} tables with bots':<27} {times} {self.ratio(bots, 95):>12.2f} {others:>15,.0f}")
        return "\n".join(lines)

    def figures(self) -> dict[str, float]:
        return {
            f"p{percent} beside {bots} tables with bots": self.percentile(bots, percent)
            for bots in self.runs
            for percent in PERCENTILES
        }

    def shortfalls(self) -> list[str]:
        late = self.percentile(CHECKED, 95)
        if late <= LIMIT:
            return []
        return [f"p95 beside {CHECKED} bots: {late * 1e3:.1f} ms, wanted at most {LIMIT * 1e3:g} ms"]


async def measure_once(bots: int, seconds: float, bot: str = "greedy") -> Beside:
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        process = stack.enter_context(started("bench.serving.house_server", [folder]))
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            tally = Tally()
            seated = await house_load.open_tables(session, process, tally, PEOPLES_TABLES)
            if bots:
                stack.enter_context(started("bench.serving.bot_load", [str(process.port), str(bots), bot]))
            await loads.paced(process, tally, seated, PACE, WARM_UP)
            before = await entries(session, process)
            run = await loads.paced(process, tally, seated, PACE, seconds)
            others = (await entries(session, process) - before - run.moves) / run.seconds
            await house_load.leave(seated)
            return Beside(run, max(0.0, others))


async def entries(session: aiohttp.ClientSession, process: Process) -> int:
    """How many actions the server has written down so far."""
    url = f"http://127.0.0.1:{process.port}/metrics"
    async with session.get(url, headers=OPERATOR, raise_for_status=True) as answer:
        for line in (await answer.text()).splitlines():
            if line.startswith('ludoteca_entries_total{kind="Acted"}'):
                return int(float(line.split()[1]))
    return 0


async def measure(rounds: int, seconds: float, bot: str, tables: Sequence[int] = BOT_TABLES) -> Found:
    found = Found()
    for _ in range(rounds):
        for bots in tables:
            found.runs.setdefault(bots, []).append(await measure_once(bots, seconds, bot))
    return found
