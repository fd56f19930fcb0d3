"""A game against the strongest bot, played in an environment in which a package was installed: game.py URL"""

import asyncio
import random
import sys

import ludoteca
from ludoteca.bots import BOTS
from ludoteca.client import House, Options, Refused

TURNS = 3  # enough to see that it thinks


async def main(url: str) -> None:
    strongest = max(name for name in BOTS if name.startswith("level-"))
    chance = random.Random(1)
    async with House(url) as house:
        for game in ("eriantys", "masters"):
            table = await house.open(Options(game, players=2), name="Stranger", bots=[strongest])
            await table.start()
            turns = 0
            while turns < TURNS and (view := await table.my_turn()):
                turns += 1
                try:
                    await table.act(chance.choice(view.legal))
                except Refused as refused:
                    print(refused.sentence)
            print(f"{strongest} plays {game};", end=" ")
    print(f"from {ludoteca.__file__}")


asyncio.run(main(sys.argv[1]))
