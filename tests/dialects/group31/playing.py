"""People who play in this dialect, each with a client that knows only what the server told it."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from ludoteca.dialects.contract import Choice
from ludoteca.dialects.group31.machine import State
from ludoteca.dialects.group31.rebuild import Client
from tests.dialects.room import Caller, Room

DIALECT = "group31"


class Person:
    """A caller and his client. `serve` hands over what came and sends what a client answers by itself."""

    def __init__(self, room: Room, nickname: str, secret: str = "") -> None:
        self.room = room
        self.nickname = nickname
        self.typed = f"{nickname}#{secret}" if secret else nickname
        self.client = Client()
        self.caller: Caller = room.connect(DIALECT)
        self.heard: list[Any] = []
        self.record: list[str] = []  # every line, with > for what he sent and < for what he got
        self.acknowledged = 0

    def serve(self) -> bool:
        """Whether anything came."""
        came = self.caller.lines[self.caller._read :]
        self.caller._read += len(came)
        self.record += [f"< {line.decode()}" for line in came]
        self.heard += [msgspec.json.decode(line) for line in came]
        answer = self.client.receive(b"".join(line + b"\n" for line in came))
        self.acknowledged += answer.count(b"\n")
        if answer and not self.caller.closed:
            self.send(answer)
        return bool(came)

    def send(self, lines: bytes) -> None:
        self.record += [f"> {line}" for line in lines.decode().splitlines()]
        self.caller.send(lines)

    def choices(self) -> list[Choice]:
        question = self.client.question()
        return [] if question is None else list(question.choices)

    def enter(self, game_id: str) -> None:
        question = self.client.question()
        assert question is not None
        assert question.free is not None
        self.send(question.free(f"{game_id} {self.typed}"))

    def take(self, *keys: str) -> None:
        """Type keys, one after the other, of the question as it is."""
        found = {choice.key: choice for choice in self.choices()}
        for key in keys:
            self.send(found[key].lines)

    def last(self) -> Any:
        return self.heard[-1]

    def agrees(self) -> bool:
        """Whether the client's table is that of the house."""
        return self.client.game == self.caller.view.game

    def come_back(self, game_id: str) -> None:
        """After the connection was lost: with a client that knows nothing."""
        self.client = Client()
        self.caller = self.room.connect(DIALECT)
        self.heard = []
        self.enter(game_id)


async def settle(room: Room, *people: Person) -> None:
    """Until everybody has heard and acknowledged everything."""
    busy = True
    while busy:
        await room.quiet()
        busy = sum(person.serve() for person in people) > 0  # each of them has to be served


async def seated(room: Room, nicknames: list[str], expert: bool = False, secret: str = "") -> tuple[str, list[Person]]:
    """A game that all of them have entered, and its id."""
    people = [Person(room, nickname, secret) for nickname in nicknames]
    people[0].take(f"{len(nicknames)}{'e' if expert else ''}")
    await settle(room, *people)
    game_id = people[0].client.game_id
    for person in people:
        person.enter(game_id)
        await settle(room, *people)
    return game_id, people


async def started(room: Room, nicknames: list[str], expert: bool = False, secret: str = "") -> tuple[str, list[Person]]:
    """A game in which everybody has chosen the first that was free."""
    game_id, people = await seated(room, nicknames, expert, secret)
    people[0].take("n")
    await settle(room, *people)
    while people[0].client.state is State.CHOICES:
        chooser = next(person for person in people if person.client.question() is not None)
        free = chooser.choices()
        tower, wizard = (
            free[0],
            next(choice for choice in free if choice.key.startswith("w") and choice.key[1:].isdigit()),
        )
        chooser.send(tower.lines + wizard.lines)
        await settle(room, *people)
        chooser.take("n")
        await settle(room, *people)
    return game_id, people


def to_move(people: list[Person]) -> Person:
    return next(
        person for person in people if person.client.picture and person.client.picture.current_player == person.nickname
    )


def chosen(person: Person, chance: Random) -> Choice:
    return chance.choice(person.choices())
