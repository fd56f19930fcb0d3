"""Whole games in which all seats speak psp38, with what each client has rebuilt compared after every action.

python -m tests.dialects.psp38.whole_games --games 200
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from random import Random
from typing import Any

from ludoteca.dialects.contract import Choice
from ludoteca.dialects.psp38 import DIALECT
from ludoteca.dialects.psp38.machine import MACHINE, State, state_of
from ludoteca.dialects.psp38.messages import Request
from ludoteca.dialects.psp38.rebuild import Client

from ..room import Caller, Room, opened_room

NAMES = ("Ada", "Bea", "Cid", "Dan")
MOST_CHOICES = 6000  # of one game: random players buy seldom, but the faith track has an end
ILLEGAL = 0.04  # how often something is sent that will not do
LAZY = 0.9  # how often a random player does not rearrange, discard or change his mind when he could do something else


def as_told(game: dict[str, Any] | None) -> dict[str, Any] | None:
    """A view as far as this dialect tells it: no message lists Lorenzo's used tokens and the cards that he removed."""
    if game is None or "lorenzo" not in game:
        return game
    known = {key: value for key, value in game["lorenzo"].items() if key not in ("used", "removed")}
    return {**game, "lorenzo": known}


NONSENSE = (
    b'{"type": "MarbleInsertionPositionResponse", "position": 8}\n',
    b'{"type": "NicknameResponse", "nickname": "Eve"}\n',
    b'{"type": "ChooseLeaderCardToPlayResponse", "changeActionType": false, "leaderCardID": 5}\n',
    b'{"type": "ChooseStorageTypeResponse", "discardResource": false, "depotChosen": "STRONGBOX"}\n',
    b'{"type": "ChooseDevelopmentCardResponse", "changeActionType": false, "developmentCardID": 49}\n',
    b'{"type": "DoActionResponse", "actionChosen": "END_TURN"}\n',
    b'{"type": "ChooseProductionPowersResponse", "changeActionType": false, "productionPowers": [0]}\n',
    b'{"type": "SwapWarehouseDepotsRequest", "depotOne": "LEADER_COIN", "depotTwo": "STRONGBOX"}\n',
    b'{"type": "MoveResourceQuantityRequest", "origin": "STRONGBOX", "destination": "LEADER_COIN", "quantity": 1}\n',
)


# Leaders in play: for white marbles, depots, powers, discounts. Fresh games see them too seldom.
LEADERS = ([57, 58], [53, 56], [61, 64], [49, 52])


def rich_position(players: int, chance: Random) -> dict[str, Any]:
    """A game in the middle, in which leaders are in play and there is much to pay with."""
    pairs = chance.sample(LEADERS, players)
    boards = {
        letter: {
            "played": pair,
            "strongbox": {resource: chance.randrange(5) for resource in ("coin", "stone", "servant", "shield")},
            "warehouse": {"1": {"coin": 1}, "3": {"stone": chance.randint(1, 3)}},
            "slots": [[card], [], []],
        }
        for card, letter, pair in zip((1, 2, 3, 4), "ABCD", pairs, strict=False)
    }
    return {"game": "masters", "seed": chance.randrange(1000), "players": boards}


class Player:
    """A client and its connection: what comes is read at once."""

    def __init__(self, room: Room, name: str) -> None:
        self.name = name
        self.client = Client()
        self.caller: Caller = room.connect(DIALECT)
        self.read = 0
        self.questions: Counter[type[Request]] = Counter()

    def catch_up(self) -> None:
        lines = self.caller.lines[self.read :]
        self.read += len(lines)
        for line in lines:
            assert self.client.receive(line + b"\n") == b""
            if self.client.asked is not None:
                self.questions[type(self.client.asked)] += 1

    def check(self) -> None:
        """What the client has rebuilt is what its seat may see."""
        assert self.client.game == as_told(self.caller.view.game)

    def send(self, lines: bytes) -> None:
        self.caller.send(lines)


async def seated(room: Room, players: int, bots: int = 0) -> list[Player]:
    """So many people at one table, the game begun."""
    people = [Player(room, name) for name in NAMES[: players - bots]]
    for place, player in enumerate(people):
        mode = "SOLO" if players == 1 else "MULTIPLAYER"
        player.caller.send({"type": "GameModeResponse", "gameMode": mode})
        player.caller.send({"type": "NicknameResponse", "nickname": player.name})
        await room.quiet()
        if place == 0 and players > 1:
            player.caller.send({"type": "NumberOfPlayersResponse", "numberOfPlayers": players, "bots": bots})
            await room.quiet()
    for player in people:
        player.catch_up()
    return people


def picked(choices: list[Choice], chance: Random) -> Choice:
    """Any choice, those rarely that lead nowhere."""
    forward = [choice for choice in choices if choice.key != "n" and choice.key[0] not in "svd"]
    if forward and chance.random() < LAZY:
        return chance.choice(forward)
    return chance.choice(choices)


def leads_to(state: State) -> set[State]:
    """Where answers lead, and what others do."""
    row = MACHINE.rows[state]
    return {*row.told, *(end for ends in row.leads.values() for end in ends)}


async def play(room: Room, people: list[Player], chance: Random, most: int | None = None) -> int:
    """Until the game is over, or so many answers were given; the number of answers that it took."""
    answers = 0
    while answers != most and (asked := [player for player in people if player.client.asked is not None]):
        answers += 1
        assert answers < MOST_CHOICES, "the game does not end"
        assert len(asked) == 1, "one seat decides at a time"
        player = asked[0]
        question = player.client.question()
        assert question is not None
        before = state_of(player.client.asked, True)
        if chance.random() < ILLEGAL:
            player.send(chance.choice(NONSENSE))
            legal = False
        else:
            player.send(picked(list(question.choices), chance).lines)
            legal = True
        await room.quiet()
        for other in people:
            other.catch_up()
            other.check()
        after = state_of(player.client.asked, True)
        if legal:
            assert player.client.asked is None or not player.client.asked.is_retry, player.client.asked
            assert after is before or after in leads_to(before), (before, after)
    return answers


async def whole_game(players: int, seed: int, bots: int = 0, rich: bool = False) -> list[Player]:
    async with opened_room(seed) as room:
        if rich:
            room.position = rich_position(players, Random(seed))
        people = await seated(room, players, bots)
        await play(room, people, Random(seed))
        table = people[0].caller.table
        assert table.result is not None
        for player in people:
            assert player.client.result == [table.seats[seat].name for seat in table.result.winners]
        return people


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, nargs="*", default=[1, 2, 3, 4])
    wanted = parser.parse_args()
    questions: Counter[type[Request]] = Counter()
    for players in wanted.players:
        since = time.perf_counter()
        for seed in range(wanted.games):
            for player in asyncio.run(whole_game(players, seed, rich=seed % 2 == 1)):
                questions += player.questions
        print(f"{players} players: {wanted.games} games, {time.perf_counter() - since:.1f} s")
    for kind, count in questions.most_common():
        print(f"{count:9,}  {kind.__name__}")


if __name__ == "__main__":
    main()
