"""Tables at which a person plays against bots and answers at once, so that at each of them a bot has to think nearly
always. A process of its own, so that it takes nothing from the clients whose answers are timed:

    python -m bench.serving.bot_load PORT TABLES [BOT]

It prints the number of its tables when games have begun at all of them, and plays until it is told to end.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator, Sequence
from typing import ClassVar

import aiohttp
import uvloop

from .house_load import FIRST, HouseTable
from .loads import Tally
from .processes import Process

AT_ONCE = 20


class BotTable(HouseTable):
    """One person and a bot."""

    bots: ClassVar[Sequence[str]] = ("greedy",)

    def connections(self) -> Iterator[tuple[str, Process]]:
        yield FIRST, self.process

    async def begin(self) -> None:
        await super().begin()
        if self.driven:
            self.drive()


async def main(port: int, count: int, bot: str = "greedy") -> None:
    BotTable.bots = (bot,)
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        tables = [BotTable(session, Process(0, port), Tally()) for _ in range(count)]
        for start in range(0, count, AT_ONCE):
            await asyncio.gather(*(table.begin() for table in tables[start : start + AT_ONCE]))
        for table in tables:
            table.drive()
        print(len(tables), flush=True)
        await stopped.wait()
        for table in tables:
            await table.close()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]))
