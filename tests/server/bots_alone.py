"""A process that lets bots think in others and is killed: `python -m tests.server.bots_alone NUMBER`."""

from __future__ import annotations

import asyncio
import sys

import uvloop

from ludoteca import rules
from ludoteca.server.bots.local import place_of
from ludoteca.server.bots.pool import BotProcesses, Question

from . import process_bots


async def main(number: int) -> None:
    processes = BotProcesses(number)
    game = rules.new("eriantys", players=2, seed=1)
    place = place_of(process_bots.think_for_ever)
    assert place is not None
    await asyncio.gather(*(processes.choose(Question(place, game, seed)) for seed in range(number)))


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(int(sys.argv[1])))
