"""Whole games of random moves, legal and illegal, in which every client rebuilds the table from lines alone.

    python -m tests.dialects.am28.whole_games --games 200

plays that many for each number of players, half of them expert.
"""

from __future__ import annotations

import argparse
import asyncio
from random import Random
from typing import Any

from ludoteca.dialects.am28 import actions
from ludoteca.dialects.am28.messages import VOCABULARY
from ludoteca.house.refusals import Refused
from ludoteca.rules.eriantys.notation import names
from tests.dialects.room import HouseSeat, Room, opened_room

from .players import NAMES, Player, decided, seated

ILLEGAL, SWAP, LOSS, BACK = 0.15, 0.3, 0.01, 0.1  # how often each is tried
COMMANDS = (
    "MOVETOISLAND",
    "MOVETOHALL",
    "MOVEMOTHERNATURE",
    "PLAYASSISTANTCARD",
    "PLAYCHARACTERCARD",
    "TAKEFROMCLOUD",
    "ENDTURN",
    "CHOOSE",
    "JUMP",
)


def any_command(chance: Random) -> dict[str, Any]:
    """Something that is sometimes a command and seldom legal."""
    colours = (*names.COLOURS, "PINK", "purple", None, 3)
    members: dict[str, Any] = {
        "playerId": chance.randrange(-1, 4),
        "studentColour": chance.choice(colours),
        "index": chance.randrange(-1, 14),
        "motherNatureShifts": chance.randrange(-1, 9),
        "pIndex": chance.randrange(-1, 14),
        "pColour": chance.choice(colours),
        "pStudentsFrom": [chance.randrange(2) for _ in range(5)],
        "pStudentsTo": [chance.randrange(2) for _ in range(5)],
    }
    kept = {member: value for member, value in members.items() if chance.random() < 0.8}
    return {"cmd": chance.choice(COMMANDS), **kept}


def any_swap(game: dict[str, Any], chance: Random) -> bytes | None:
    """A swap of several students, if one of those characters is there: the questions offer only one for one."""
    number = next((number for number in (7, 10) if str(number) in game.get("characters", {})), None)
    if number is None:
        return None
    board = game["boards"][game["active"]]
    other = game["characters"]["7"]["students"] if number == 7 else board["dining"]
    count = chance.randint(1, 3)
    mine, theirs = drawn(board["entrance"], count, chance), drawn(other, count, chance)
    sides = {"from_entrance": mine, "from_card" if number == 7 else "from_dining": theirs}
    return VOCABULARY.line(actions.command({"do": "play_character", "number": number, **sides}, game))


def drawn(students: dict[str, int], count: int, chance: Random) -> list[str]:
    there = [colour for colour, number in students.items() for _ in range(number)]
    return chance.sample(there, min(count, len(there)))


async def play(seed: int, players: int, *, expert: bool, most: int = 1000) -> int:
    """One game; the number of commands that were accepted."""
    chance = Random(seed)
    async with opened_room(seed) as room:
        people = await seated(room, players, expert=expert)
        for person in people:
            person.take()
        accepted = 0
        for _ in range(most):
            if people[0].client.result is not None:
                break
            if chance.random() < LOSS:
                await lose_connection(room, chance.choice(people))
            accepted += await step(room, people, chance)
        for person in people:
            assert person.client.result is not None
            assert person.client.question() is None
        return accepted


async def step(room: Room, people: list[Player], chance: Random) -> bool:
    """Somebody sends something: if it is refused nobody else hears of it, otherwise everybody hears one line."""
    for person in people:
        person.take()
    sender, line = decided(people, chance)
    legal = True
    game = sender.caller.view.game
    assert game is not None
    swap = any_swap(game, chance) if chance.random() < SWAP else None
    if chance.random() < ILLEGAL:
        sender, legal = chance.choice(people), False
        await sender.send(any_command(chance))
    elif swap is not None:
        legal = False
        await sender.send(swap)
    else:
        await sender.send(line)
    return await heard(room, people, sender, legal=legal)


async def heard(room: Room, people: list[Player], sender: Player, *, legal: bool) -> bool:
    told = {person.name: person.take() for person in people}
    answer = told[sender.name]
    if answer[0]["status"] != 0:
        assert not legal, answer
        assert len(answer) == 1
        assert sum(len(lines) for lines in told.values()) == 1
        await room.pass_time(10)  # so that not too many lines in a minute are malformed
    else:
        assert all(lines == answer for lines in told.values())
        assert len(answer) == 1 or (len(answer) == 2 and "winner" in answer[1])
        assert "turn" in answer[0]
    for person in people:
        person.check()
    return bool(answer[0]["status"] == 0)


async def lose_connection(room: Room, person: Player) -> None:
    """Somebody's connection is lost, and he comes back with a client that knows nothing."""
    person.caller.hang_up()
    await room.quiet()
    person.come()
    await room.quiet()
    person.check()


# ---------------------------------------------------------------- with others at the table


async def play_with_the_page(seed: int, *, expert: bool, most: int = 1000) -> int:
    """One seat speaks this dialect, the other plays small decisions with the web page and takes some back."""
    chance = Random(seed)
    async with opened_room(seed) as room:
        person = Player(room, NAMES[0])
        await room.quiet()
        await person.send({"numPlayers": 2, "gameMode": "expert" if expert else "simple"})
        other = await room.sit_house("Web")
        taken_back = 0
        for _ in range(most):
            person.check()
            if person.client.result is not None:
                break
            question = person.client.question()
            if question is not None:
                await person.send(chance.choice(question.choices).lines)
            else:
                taken_back += await decide(other, chance)
        assert person.client.result is not None
        return taken_back


async def decide(seat: HouseSeat, chance: Random) -> bool:
    """A small decision, or one taken back; whether it was that."""
    view = seat.view
    if view.back_to and chance.random() < BACK:
        try:
            await seat.take_back()
        except Refused:  # something was revealed, and this dialect cannot be asked
            await seat.room.quiet()
        else:
            return True
    await seat.act(chance.choice(seat.view.legal))
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="for each number of players")
    games = parser.parse_args().games
    for players in (2, 3, 4):
        commands = [asyncio.run(play(seed, players, expert=seed % 2 == 1)) for seed in range(games)]
        print(f"{players} players: {games} games, {sum(commands)} commands, every client knew the table after each")
    taken = [asyncio.run(play_with_the_page(seed, expert=seed % 2 == 1)) for seed in range(games)]
    print(f"with the web page: {games} games, {sum(taken)} actions taken back")


if __name__ == "__main__":
    main()
