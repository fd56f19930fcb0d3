"""A whole game as one client saw it, line by line: `>` what it sent, `<` what it got.

    python -m tests.dialects.am24.recording docs/dialects/am24-game.txt

Chance is fixed, so the file is the same every time.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from ludoteca.house.table import Phase
from tests.dialects.room import opened_room

from .whole_games import Player, picked, seated

SEED = 50
HEAD = "# A whole game of Ada against Bob in am24, as Ada's client saw it: > is what it sent, < what it got.\n"


async def game(seed: int = SEED) -> str:
    chance = Random(seed)
    async with opened_room(seed) as room:
        everybody = await seated(room, players=2, expert=True)
        while room.actor().table.phase is Phase.PLAYING:
            for player in everybody:
                player.listen()
                question = player.client.question()
                if question is not None:
                    player.send(picked(question.choices, chance).lines)
                    await room.quiet()
        return HEAD + "".join(conversation(everybody[0]))


def conversation(player: Player) -> Iterator[str]:
    said = list(player.sent)
    for place, line in enumerate(player.caller.lines):
        while said and said[0][0] <= place:
            yield f"> {said.pop(0)[1].decode()}"
        yield f"< {line.decode()}\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(asyncio.run(game()), encoding="utf-8")
