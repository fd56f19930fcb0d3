"""A whole game as it went over one connection: lines of the client with `>`, lines of the server with `<`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from .party import seated
from .whole_games import move

RECORDED = Path(__file__).parents[3] / "docs" / "dialects" / "psp24-game.txt"
PLAYERS, EXPERT, SEED = 2, True, 234  # of 250 seeds the one with the shortest game

HEAD = """\
# A whole game of two players, expert, as the first of them sent (>) and got (<) it. Both chose by chance.
# Made by `python -m tests.dialects.documents`; the same in every run.
"""


def recorded(seed: int = SEED) -> str:
    return HEAD + "".join(f"{line}\n" for line in asyncio.run(_record(seed)))


async def _record(seed: int) -> list[str]:
    chance = Random(seed)
    async with seated(PLAYERS, EXPERT, seed) as party:
        first = party.players[0]
        while first.client.result is None:
            await move(party, party.to_move(), chance)
        await party.say(first, first.choice("q").lines)
        return first.conversation
