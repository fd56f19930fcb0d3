"""People who play in this dialect, each with the client's end, in a room; every line that they say is checked.

After each line the state of every connection must be one to which the table of `machine.py` leads, and the position
that each client has rebuilt from messages must be the one that the house shows to its seat.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from ludoteca.dialects.contract import Choice, Question
from ludoteca.dialects.messages import name
from ludoteca.dialects.psp24 import DIALECT, messages
from ludoteca.dialects.psp24.machine import ROWS, State
from ludoteca.dialects.psp24.messages import VOCABULARY, FromServer
from ludoteca.dialects.psp24.rebuild import Client
from ludoteca.dialects.psp24.session import Session as Connection
from tests.dialects.room import Caller, Room, opened_room

SPEAKING = {name(kind): kind for kind in VOCABULARY.from_client}


@dataclass
class Player:
    name: str
    caller: Caller
    client: Client = field(default_factory=Client)
    heard: int = 0  # lines that the client has read
    conversation: list[str] = field(default_factory=list)  # what was said (>) and heard (<)

    @property
    def state(self) -> State:
        connection = self.caller.session._connection
        assert isinstance(connection, Connection)
        return connection.state

    def listen(self) -> bytes:
        """Let the client read what came; what it answers by itself."""
        new, self.heard = self.caller.lines[self.heard :], len(self.caller.lines)
        self.conversation += [f"< {line.decode()}" for line in new]
        return self.client.receive(b"".join(line + b"\n" for line in new))

    @property
    def question(self) -> Question:
        question = self.client.question()
        assert question is not None
        return question

    def choice(self, key: str) -> Choice:
        return next(choice for choice in self.question.choices if choice.key == key)


@dataclass
class Party:
    room: Room
    players: list[Player] = field(default_factory=list)
    seen: set[tuple[State, State]] = field(default_factory=set)  # ways that connections have gone
    anywhere: bool = False  # a game that begins in the middle leads to any state

    def join(self, name: str) -> Player:
        player = Player(name, self.room.connect(DIALECT))
        self.players.append(player)
        return player

    async def say(self, player: Player, lines: bytes) -> list[FromServer]:
        """Line by line; what came back."""
        before = len(player.caller.lines)
        for line in lines.splitlines(keepends=True):
            await self._say_line(player, line)
        return [read(line) for line in player.caller.lines[before:]]

    async def _say_line(self, player: Player, line: bytes) -> None:
        before = {id(other): other.state for other in self.players}
        player.caller.send(line)
        player.conversation.append(f"> {line.decode().rstrip()}")
        await self.room.quiet()
        said = VOCABULARY.read(line)
        self._check_way(before[id(player)], player.state, ROWS[before[id(player)]].leads.get(type(said), ()))
        for other in self.players:
            if other is not player:
                self._check_way(before[id(other)], other.state, ROWS[before[id(other)]].told)
        for other in self.players:
            answered = other.listen()
            if answered:
                await self._say_line(other, answered)
        self.compare()

    def _check_way(self, before: State, after: State, ways: Iterable[State]) -> None:
        self.seen.add((before, after))
        assert self.anywhere or before is after or after in ways, f"{before} leads to {after}"

    def compare(self) -> None:
        for player in self.players:
            if player.caller.seat is not None and player.state not in (State.NAMED, State.NAMELESS):
                assert player.client.game == player.caller.view.game

    async def choose(self, player: Player, choice: Choice) -> None:
        """What a client offers is accepted."""
        came = await self.say(player, choice.lines)
        assert not any(isinstance(message, messages.Nack) for message in came), (choice, came)

    def to_move(self) -> Player:
        """The one of whom something is asked."""
        asked = [player for player in self.players if player.client.question() is not None]
        assert len(asked) == 1
        return asked[0]


def read(line: bytes) -> FromServer:
    message = VOCABULARY.read_told(line)
    assert message is not None
    return message


@asynccontextmanager
async def seated(
    players: int, expert: bool, seed: int = 0, position: Mapping[str, Any] | None = None
) -> AsyncIterator[Party]:
    """So many at a table, all in this dialect, the game about to begin, or in this position."""
    async with opened_room(seed) as room:
        room.position = position
        party = Party(room, anywhere=position is not None)
        for number in range(players):
            player = party.join(f"p{number}")
            assert player.question.free is not None
            await party.say(player, player.question.free(player.name))
            if number == 0:
                await party.choose(player, player.choice(str(players)))
                await party.choose(player, player.choice("y" if expert else "n"))
        for number, player in enumerate(party.players):
            await party.choose(player, player.choice(str(number + 1)))
        party.anywhere = False
        yield party
