"""People at tables of this dialect, for tests."""

from __future__ import annotations

import json
from typing import Any

from ludoteca.dialects.contract import Ask, Close, Effect, Send
from ludoteca.dialects.psp38 import DIALECT
from ludoteca.dialects.psp38.actions import Memory
from ludoteca.dialects.psp38.messages import VOCABULARY
from ludoteca.dialects.psp38.session import Session as Connection
from ludoteca.house.views import TableView

from ..room import Caller, Room, opened_room

Json = dict[str, Any]

MARKET = {"type": "DoActionResponse", "actionChosen": "TAKE_RESOURCES_FROM_MARKET"}
BUY = {"type": "DoActionResponse", "actionChosen": "BUY_DEVELOPMENT_CARD"}
SOLO = {"type": "GameModeResponse", "gameMode": "SOLO"}
TOGETHER = {"type": "GameModeResponse", "gameMode": "MULTIPLAYER"}


def named(name: str) -> Json:
    return {"type": "NicknameResponse", "nickname": name}


def for_players(number: int, **more: Any) -> Json:
    return {"type": "NumberOfPlayersResponse", "numberOfPlayers": number, **more}


def alone(**board: Any) -> Json:
    """A position of a solo game."""
    return {"game": "masters", "players": {"A": board}}


async def come(room: Room, *messages: Json) -> Caller:
    """Somebody who connects and says all this."""
    caller = room.connect(DIALECT)
    for message in messages:
        caller.send(message)
        await room.quiet()
    return caller


async def last(caller: Caller) -> Json:
    """The last line that came, after all others were read."""
    lines: list[Json] = await caller.all()
    return lines[-1]


async def view_of(position: Json) -> TableView:
    """What a solo player sees who begins there."""
    async with opened_room(1) as room:
        room.position = position
        caller = await come(room, SOLO, named("Ada"))
        return caller.view


class End:
    """A connection by itself: what it sends is kept, what it asks is shown, and the test answers."""

    def __init__(self, memory: Memory | None = None) -> None:
        self.connection = Connection(memory or Memory())
        self.sent: list[Json] = []
        self.asked: list[Ask] = []
        self._closed = False
        self.do(self.connection.opened(0.0))

    def do(self, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Send):
                assert effect.lines.endswith(b"\n")
                for line in effect.lines.splitlines():
                    VOCABULARY.read_told(line)
                    self.sent.append(json.loads(line))
            elif isinstance(effect, Close):
                self._closed = True
            else:
                self.asked.append(effect)

    def receive(self, data: bytes, now: float = 0.0) -> None:
        self.do(self.connection.receive(data, now))

    def say(self, message: Json, now: float = 0.0) -> None:
        self.receive(json.dumps(message).encode() + b"\n", now)

    def answer(self, answer: Any, now: float = 0.0) -> None:
        self.asked.pop(0)
        self.do(self.connection.answered(answer, now))

    def hung_up(self) -> bool:
        return self._closed

    def took(self) -> list[Json]:
        sent, self.sent = self.sent, []
        return sent
