"""People at a table of am24, for tests."""

from __future__ import annotations

import json
from typing import Any

from ludoteca.house import commands
from tests.dialects.room import Room

from .whole_games import Player

Json = dict[str, Any]

# Ada has to move students, and every character can be paid.
TURN: Json = {
    "game": "eriantys",
    "expert": True,
    "phase": "action",
    "assistants": {"A": 3, "B": 5},
    "characters": {"1": {"students": {"red": 1, "blue": 3}}, "7": {"students": {"yellow": 2, "pink": 4}}, "3": {}},
    "boards": {
        "A": {"entrance": {"red": 3, "blue": 4}, "dining": {"red": 2}, "coins": 5},
        "B": {"entrance": {"green": 7}, "coins": 1},
    },
    "clouds": [{"red": 3}, {"blue": 3}],
}


async def two(room: Room, position: Json | None = None, secret: str = "", expert: bool = True) -> tuple[Player, Player]:
    """Ada and Bob, in a game that has started."""
    room.position = position
    ada, bob = Player(room, "Ada"), Player(room, "Bob")
    await room.quiet()
    say(ada, "GameParams", numPlayers=2, expert=expert, nickname=f"Ada{secret}", mage="MAGE1", colorT="WHITE")
    await room.quiet()
    say(bob, "Join", nickname=f"Bob{secret}", mage="MAGE2", code=room.actor().code)
    await room.quiet()
    heard(ada)
    heard(bob)
    return ada, bob


async def begun_elsewhere(room: Room, number: int) -> None:
    """Ada has begun to use a character at another device."""
    await room.actor().submit(commands.Act(0, {"do": "choose", "what": "character", "value": number}))
    await room.quiet()


def say(player: Player, kind: str, **members: Any) -> None:
    player.caller.send({"type": kind, **members})


def heard(player: Player) -> list[Json]:
    """What came since it was asked last; the client's end has read it too."""
    came = [json.loads(line) for line in player.caller.lines[player.read :]]
    player.listen()
    return came


def kinds(player: Player) -> list[str]:
    """What came, by name, without the pings."""
    return [message["type"] for message in heard(player) if message["type"] != "Ping"]


async def answer(room: Room, player: Player, kind: str, **members: Any) -> list[Json]:
    """Say something and give back all that came of it."""
    heard(player)
    say(player, kind, **members)
    await room.quiet()
    return heard(player)


async def wait(room: Room, seconds: int, *players: Player) -> None:
    """Let time pass; these answer the pings."""
    for _ in range(seconds):
        await room.pass_time(1)
        for player in players:
            player.listen()
