"""The page of the dialect and its recorded game, made anew: python -m tests.dialects.group31.pages"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from ludoteca.dialects.group31 import describing
from ludoteca.dialects.group31.describing import Transcripts
from tests.dialects.room import opened_room
from tests.dialects.transcripts import transcripts_of

from .playing import settle, started, to_move

DOCS = Path(__file__).parents[3] / "docs" / "dialects"
PAGE = DOCS / "group31.md"
GAME = DOCS / "group31-game.txt"
SEED = 31


def transcripts() -> Transcripts:
    """And the tests that are none."""
    shown = [*transcripts_of("group31"), *sorted(Path(__file__).parent.glob("test_*.py"))]
    return {path.name: path.read_text(encoding="utf-8") for path in shown}


def page() -> str:
    """The page as it should be."""
    said = transcripts()
    return describing.refreshed(PAGE.read_text(encoding="utf-8"), said, said["by_hand.txt"])


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


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    GAME.write_text(asyncio.run(game()), encoding="utf-8")
