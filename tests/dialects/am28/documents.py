"""The page about this dialect and the recorded game beside it, made of the code, the transcripts and real tables.

    python -m tests.dialects.am28.documents

writes both into docs/dialects.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

from ludoteca.dialects.am28 import describing
from tests.dialects.room import opened_room
from tests.dialects.transcripts import Reading, transcripts_of

from .players import decided, seated

DOCS = Path(__file__).parents[3] / "docs" / "dialects"
PAGE = DOCS / "am28.md"
GAME = DOCS / "am28-game.txt"
BY_HAND = Path(__file__).parent / "transcripts" / "by_hand.txt"
SEED = 4  # of the recorded game
SHORT = 300  # characters of a line of the session

HEAD = """# A whole expert game of two people in the dialect am28, as their connections saw it.
# A is Anna, B is Bea; > is sent, < is received. What Bea receives is what Anna receives, but for the first two lines.
"""


def page() -> str:
    shown = {name: sorted(where) for name, where in transcripts_by_message().items()}
    listed = {name: shown.get(name, []) for name in describing.everything_to_show()}
    return describing.page(examples(), listed, asyncio.run(session()))


def transcripts_by_message() -> dict[str, set[str]]:
    """Which transcripts show a message, by its name."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in transcripts_of("am28"):
        for sign, line in exchanged(path.read_text(encoding="utf-8")):
            for name in describing.shown_in(line, from_client=sign == ">"):
                found[name].add(path.stem)
    return found


def examples() -> dict[str, str]:
    """The first line of the recorded game, or else of a transcript, for each message."""
    found: dict[str, str] = {}
    texts = [GAME.read_text(encoding="utf-8"), *(path.read_text(encoding="utf-8") for path in transcripts_of("am28"))]
    for text in texts:
        for sign, line in exchanged(text):
            for name in describing.shown_in(line, from_client=sign == ">"):
                found.setdefault(name, line)
    return found


def exchanged(text: str) -> list[tuple[str, str]]:
    """The lines of a transcript that were sent or received, each with its sign."""
    return [(line[1], line[3:].strip()) for line in text.splitlines() if line[1:3] in ("> ", "< ")]


async def session() -> str:
    """What comes when the session by hand is typed."""
    written = []
    async with AsyncExitStack() as stack:
        reading = Reading("am28", stack)
        for line in BY_HAND.read_text(encoding="utf-8").splitlines():
            if line.startswith("A> "):
                written.append(line[1:])
            if line.startswith("A< "):
                caller = reading._callers["A"]
                came = describing.shortened(caller.lines[len(caller.lines) - caller.unread].decode(), SHORT)
                written.append(f"< {came}")
            await reading.step(line)
    return "\n".join(written)


async def game() -> str:
    """The recorded game."""
    chance = Random(SEED)
    async with opened_room(SEED) as room:
        people = await seated(room, 2, expert=True)
        anna, bea = people
        written = ["A> Anna#secret of Anna", "A< " + anna.caller.lines[0].decode(), "B> Bea#secret of Bea"]
        written.append('A> {"numPlayers":2,"gameMode":"expert"}')
        read = 1
        while True:
            written += ["A< " + line.decode() for line in anna.caller.lines[read:]]
            read = len(anna.caller.lines)
            for person in people:
                person.hear()
            if anna.client.result is not None:
                break
            sender, line = decided(people, chance)
            written.append(f"{'A' if sender is anna else 'B'}> {line.decode().strip()}")
            await sender.send(line)
        assert bea.client.result == anna.client.result
    return HEAD + "\n".join(written) + "\n"


def main() -> None:
    DOCS.mkdir(exist_ok=True)
    GAME.write_text(asyncio.run(game()), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
