"""A game of two people, as Ada's connection saw it."""

from __future__ import annotations

from random import Random

from ludoteca.dialects.masters.spelling import GameMode
from ludoteca.dialects.psp38 import messages as said
from ludoteca.dialects.psp38.messages import VOCABULARY

from ..room import Room, opened_room
from .whole_games import Player, picked

SEED = 5
HEAD = """# A game of two people in the dialect psp38, as Ada's connection saw it: > is sent by her, < is received.
"""


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
    return [VOCABULARY.line(message) for message in messages]


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
