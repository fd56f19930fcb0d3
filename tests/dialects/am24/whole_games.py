"""Whole games in am24: every player picks among the choices that the client's end offers, and now and then sends
something that cannot be accepted. After every action the table that each client has put together from the messages
must be the one that the house shows its seat.

    python -m tests.dialects.am24.whole_games --games 200
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Sequence
from random import Random

from ludoteca.dialects.am24.machine import MACHINE, State
from ludoteca.dialects.am24.messages import (
    VOCABULARY,
    ChooseAssistant,
    ChooseCloud,
    ChooseColor,
    ChooseIsland,
    ChooseTwoColors,
    EndCharacter,
    EndMyTurn,
    EntranceToHall,
    FromClient,
    GameParams,
    Join,
    MoveMN,
    MoveToIsland,
    PlayCharacter,
    SpecialMoveIsland,
)
from ludoteca.dialects.am24.rebuild import Client
from ludoteca.dialects.am24.session import Session as Connection
from ludoteca.dialects.am24.shapes import CHARS, MAGES
from ludoteca.dialects.contract import Choice
from ludoteca.dialects.eriantys.spelling import COLOURS
from ludoteca.house.table import Phase
from tests.dialects.room import Caller, Room, opened_room

NAMES = ("Ada", "Bob", "Cleo", "Dan")
WRONG_ONE_IN = 8  # moves is preceded by a wrong one


class Player:
    """A client's end and its connection."""

    def __init__(self, room: Room, name: str) -> None:
        self.name = name
        self.client = Client()
        self.caller: Caller = room.connect("am24")
        self.read = 0  # how many lines were
        self.sent: list[tuple[int, bytes]] = []  # each with how many lines had come before

    def listen(self) -> list[str]:
        """Read what came; the sentences of it. Pongs are sent at once."""
        came = self.caller.lines[self.read :]
        self.read = len(self.caller.lines)
        answers = self.client.receive(b"".join([text + b"\n" for text in came]))
        if answers:
            self.send(answers)
        return self.client.told()

    def send(self, lines: bytes) -> None:
        self.sent.append((len(self.caller.lines), lines))
        self.caller.send(lines)

    @property
    def state(self) -> State:
        connection = self.caller.session._connection
        assert isinstance(connection, Connection)
        return connection.state

    def errors(self) -> int:
        return sum(b'"type":"Error"' in text for text in self.caller.lines)


async def seated(room: Room, players: int, expert: bool) -> list[Player]:
    """People who sit down one after the other, until the game starts."""
    everybody = [Player(room, name) for name in NAMES[:players]]
    await room.quiet()
    for number, player in enumerate(everybody):
        mage = MAGES[number + 1]
        if number == 0:
            message: FromClient = GameParams(num_players=players, expert=expert, nickname=player.name, mage=mage)
        else:
            await room.pass_time(1)  # the list is shown once a second
            message = Join(nickname=player.name, mage=mage, index=0)
        player.send(VOCABULARY.line(message))
        await room.quiet()
    for player in everybody:
        player.listen()
    assert room.actor().table.phase is Phase.PLAYING
    return everybody


def same_everywhere(everybody: list[Player]) -> None:
    for player in everybody:
        player.listen()
        assert player.client.game == player.caller.view.game


def anything(chance: Random) -> FromClient:
    """Any message of the game, with arguments that mean nothing in particular."""
    color = chance.choice(list(COLOURS.values()))
    other = chance.choice(list(COLOURS.values()))
    number = chance.randint(-1, 13)
    return chance.choice(
        [
            ChooseAssistant(index=number),
            MoveToIsland(color_s=color, index=number),
            EntranceToHall(color_s=color),
            MoveMN(steps=number),
            ChooseCloud(index=number),
            EndMyTurn(),
            PlayCharacter(c=CHARS[chance.randint(1, 12)]),
            ChooseIsland(island_index=number),
            ChooseColor(color=color),
            ChooseTwoColors(first_color=color, second_color=other),
            EndCharacter(),
            SpecialMoveIsland(student=color, island_index=number),
        ]
    )


async def try_something_wrong(room: Room, everybody: list[Player], chance: Random) -> None:
    """Somebody whose turn it is not, or what is not among the choices: one error, and nothing changes."""
    player = chance.choice(everybody)
    question = player.client.question()
    message = anything(chance)
    if question is not None and isinstance(message, PlayCharacter):  # it may be accepted, and its effect is said later
        return
    if question is not None and VOCABULARY.line(message) in [choice.lines for choice in question.choices]:
        return
    number, errors = room.actor().table.number, player.errors()
    player.send(VOCABULARY.line(message))
    await room.quiet()
    assert player.errors() == errors + 1, message
    assert room.actor().table.number == number, message


def as_the_table_says(everybody: list[Player], actor: Player, before: list[State], lines: bytes) -> None:
    """Where messages lead, for who sent them and for the others, is written in `machine.py`."""
    said = [type(VOCABULARY.read(line)) for line in lines.splitlines()]
    for player, state in zip(everybody, before, strict=True):
        row = MACHINE.rows[state]
        if player.state is not state and player is actor:
            assert player.state in [end for kind in said for end in row.leads[kind]]
        elif player.state is not state:
            assert player.state in row.told


def picked(choices: Sequence[Choice], chance: Random) -> Choice:
    """First a kind of message, then one of that kind: so halls fill up and characters are used."""
    kinds: dict[str, list[Choice]] = {}
    for choice in choices:
        kinds.setdefault(json.loads(choice.lines.splitlines()[0])["type"], []).append(choice)
    return chance.choice(kinds[chance.choice(sorted(kinds))])


async def play(room: Room, players: int, expert: bool, chance: Random) -> int:
    """A whole game; how many actions it had."""
    everybody = await seated(room, players, expert)
    actions = 0
    while room.actor().table.phase is Phase.PLAYING:
        same_everywhere(everybody)
        actions += 1
        if chance.randrange(WRONG_ONE_IN) == 0:
            await try_something_wrong(room, everybody, chance)
        asked = [player for player in everybody if player.client.question() is not None]
        assert len(asked) == 1
        question = asked[0].client.question()
        assert question is not None
        keys = [choice.key for choice in question.choices]
        assert len(set(keys)) == len(keys)
        errors, before = asked[0].errors(), [player.state for player in everybody]
        choice = picked(question.choices, chance)
        asked[0].send(choice.lines)
        await room.quiet()
        assert asked[0].errors() == errors, question
        as_the_table_says(everybody, asked[0], before, choice.lines)
    same_everywhere(everybody)
    result = room.actor().table.result
    assert result is not None
    winners = [room.actor().table.seats[seat].name for seat in result.winners]
    for player in everybody:
        assert player.client.result == winners
    return actions


async def one_game(players: int, expert: bool, seed: int) -> int:
    async with opened_room(seed) as room:
        return await play(room, players, expert, Random(seed))


def main() -> None:
    parser = argparse.ArgumentParser(description="Play whole games in am24 and compare what every client knows.")
    parser.add_argument("--games", type=int, default=200, help="for each number of players")
    wanted = parser.parse_args().games
    for players in (2, 3, 4):
        actions = 0
        for seed in range(wanted):
            actions += asyncio.run(one_game(players, seed % 4 != 0, seed))
        print(f"{players} players: {wanted} games, {actions} actions, all as the house has it")


if __name__ == "__main__":
    main()
