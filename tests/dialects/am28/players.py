"""People at a table who know only what this dialect tells them."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import msgspec

from ludoteca.dialects.am28 import DIALECT
from ludoteca.dialects.am28.rebuild import Client
from tests.dialects.room import Caller, Room

NAMES = ("Anna", "Bea", "Carl", "Dora")


class Player:
    """A connection and the client's end of it."""

    def __init__(self, room: Room, name: str) -> None:
        self.room = room
        self.name = name
        self.heard: list[dict[str, Any]] = []  # lines since they were last taken
        self.come()

    def come(self) -> None:
        """Connect, with a client that knows nothing."""
        self.caller: Caller = self.room.connect(DIALECT)
        self.client = Client()
        self._read = 0
        self.caller.send(f"{self.name}#secret of {self.name}")

    def hear(self) -> None:
        """Hand the client what came since the last time."""
        for line in self.caller.lines[self._read :]:
            assert self.client.receive(line + b"\n") == b""
            self.heard.append(msgspec.json.decode(line))
        self._read = len(self.caller.lines)

    def take(self) -> list[dict[str, Any]]:
        self.hear()
        taken, self.heard = self.heard, []
        return taken

    def check(self) -> None:
        """What the client has rebuilt is what the seat may see."""
        self.hear()
        assert self.client.game == self.caller.view.game

    async def send(self, line: bytes | dict[str, Any]) -> None:
        self.caller.send(line)
        await self.room.quiet()


async def seated(room: Room, players: int, *, expert: bool) -> list[Player]:
    """A game that has just started; every seat speaks this dialect."""
    people = []
    for name in NAMES[:players]:
        people.append(Player(room, name))
        await room.quiet()
    await people[0].send({"numPlayers": players, "gameMode": "expert" if expert else "simple"})
    for person in people:
        person.check()
    return people


def decided(people: list[Player], chance: Random) -> tuple[Player, bytes]:
    """Who is asked something, and one of the lines that answer it: every command that is possible is as likely."""
    asked = [(person, question) for person in people if (question := person.client.question()) is not None]
    assert len(asked) == 1, "exactly one has to decide"
    person, question = asked[0]
    kinds = defaultdict(list)
    for choice in question.choices:
        kinds[msgspec.json.decode(choice.lines.splitlines()[0])["cmd"]].append(choice.lines)
    return person, chance.choice(kinds[chance.choice(list(kinds))])
