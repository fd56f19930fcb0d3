"""A whole game as two clients of this dialect saw it."""

from __future__ import annotations

from random import Random

from tests.dialects.room import opened_room

from .players import decided, seated

SEED = 4
HEAD = """# A whole expert game of two people in the dialect am28, as their connections saw it.
# A is Anna, B is Bea; > is sent, < is received. What Bea receives is what Anna receives, but for the first two lines.
"""


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
