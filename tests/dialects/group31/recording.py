"""A whole game of two, as one of them sees it: `>` is what Ada sends, `<` what she gets."""

from __future__ import annotations

from random import Random

from tests.dialects.room import opened_room

from .playing import settle, started, to_move

SEED = 31


async def game() -> str:
    """A whole game of two, as one of them sees it: `>` is what Ada sends, `<` what she gets."""
    chance = Random(SEED)
    async with opened_room(SEED) as room:
        _, people = await started(room, ["Ada", "Bob"], expert=True)
        while people[0].client.result is None:
            mover = to_move(people)
            mover.send(chance.choice(mover.choices()).lines)
            await settle(room, *people)
        ada = people[0]
        ada.take("x")
        await settle(room, *people)
        return "\n".join([*ada.record, ""])
