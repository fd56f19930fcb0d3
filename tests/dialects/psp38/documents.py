"""The page about this dialect and the recorded game beside it, made of the code, the transcripts and real tables.

    python -m tests.dialects.psp38.documents

writes both into docs/dialects.
"""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

from ludoteca.dialects.psp38 import describing
from ludoteca.dialects.psp38 import from_client as said
from ludoteca.dialects.psp38.messages import FROM_CLIENT, FROM_SERVER, encode
from ludoteca.dialects.psp38.words import GameMode

from ..room import Room, opened_room
from ..transcripts import Reading, transcripts_of
from .whole_games import Player, picked

HERE = Path(__file__).parent
DOCS = HERE.parents[2] / "docs" / "dialects"
PAGE = DOCS / "psp38.md"
GAME = DOCS / "psp38-game.txt"
BY_HAND = HERE / "transcripts" / "00_by_hand.txt"
SEED = 5  # of the recorded game
SHORT = 300  # characters of a line of the session

EXCHANGED = re.compile(r"[A-Z]?[<>] (.*)")

TYPE = re.compile(r'\{"type": ?"(\w+)"')

HEAD = """# A game of two people in the dialect psp38, as Ada's connection saw it: > is sent by her, < is received.
"""


def page() -> str:
    shown = {name: sorted(where) for name, where in shown_by_message().items()}
    return describing.page(examples(), shown, asyncio.run(session()))


def every_message() -> list[str]:
    return [kind.__name__ for kind in (*FROM_CLIENT, *FROM_SERVER)]


def shown_by_message() -> dict[str, set[str]]:
    """Which transcripts and tests show a message, by its name."""
    found: dict[str, set[str]] = {name: set() for name in every_message()}
    for path in transcripts_of("psp38"):
        for line in exchanged(path.read_text(encoding="utf-8")):
            named = TYPE.match(line)
            if named is not None and named[1] in found:
                found[named[1]].add(path.stem)
    for path in sorted(HERE.glob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        for name, where in found.items():
            if name in text:
                where.add(path.name)
    return found


def exchanged(text: str) -> list[str]:
    """The lines of a transcript that were sent or received."""
    return [found[1] for line in text.splitlines() if (found := EXCHANGED.fullmatch(line)) is not None]


def examples() -> dict[str, str]:
    """For each message the line of a transcript, or of the recorded game, that shows most of its members."""
    found: dict[str, str] = {}
    for path in (*transcripts_of("psp38"), GAME):
        for line in exchanged(path.read_text(encoding="utf-8")):
            whole = '"..."' not in line and '"*"' not in line and '"reason"' not in line
            if (named := TYPE.match(line)) is not None and (whole or named[1] == "ErrorMessage"):
                shown = line.replace("$code", "KWXYZA")
                if named[1] not in found or members_in(shown) > members_in(found[named[1]]):
                    found[named[1]] = shown
    return found


def members_in(line: str) -> int:
    return len(json.loads(line))


async def session() -> str:
    """What comes when the session by hand is typed."""
    written: list[str] = []
    async with AsyncExitStack() as stack:
        reading = Reading("psp38", stack)
        for line in BY_HAND.read_text(encoding="utf-8").splitlines():
            if line.startswith("A> "):
                written.append(line[1:])
            if line.startswith("A< "):
                caller = reading._callers["A"]
                came = caller.lines[len(caller.lines) - caller.unread].decode()
                written.append("< " + describing.shortened(came, SHORT))
            await reading.step(line)
    return "\n".join(written)


async def game() -> str:
    """The recorded game."""
    chance = Random(SEED)
    async with opened_room(SEED) as room:
        ada, bea = Player(room, "Ada"), Player(room, "Bea")
        record = Record(ada)
        for message in entering("Ada"):
            await record.send(room, ada, message)
        for message in entering("Bea")[:-1]:
            await record.send(room, bea, message)
        assert bea.client.game is not None
        people = (ada, bea)
        while asked := [player for player in people if player.client.asked is not None]:
            question = asked[0].client.question()
            assert question is not None
            chosen = picked([choice for choice in question.choices if choice.key != "n"], chance)
            await record.send(room, asked[0], chosen.lines)
            bea.catch_up()
        assert ada.client.result is not None
    return HEAD + "\n".join(record.written) + "\n"


def entering(name: str) -> list[bytes]:
    messages = (
        said.GameModeResponse(GameMode.MULTIPLAYER),
        said.NicknameResponse(name),
        said.NumberOfPlayersResponse(2),
    )
    return [encode(message) for message in messages]


class Record:
    """What one player sends and receives, whoever acts."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.written: list[str] = []
        self.receive()

    async def send(self, room: Room, sender: Player, line: bytes) -> None:
        if sender is self.player:
            self.written.append(f"> {line.decode().strip()}")
        sender.send(line)
        await room.quiet()
        self.receive()
        sender.catch_up()

    def receive(self) -> None:
        self.written += [f"< {line.decode()}" for line in self.player.caller.lines[self.player.read :]]
        self.player.catch_up()


def main() -> None:
    DOCS.mkdir(exist_ok=True)
    GAME.write_text(asyncio.run(game()), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
