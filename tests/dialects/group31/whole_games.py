"""Whole games in this dialect, with legal and illegal requests by chance: each client knows what the house knows.

    python -m tests.dialects.group31.whole_games --games 200

plays so many for each number of players and mode.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Sequence
from random import Random

from ludoteca.dialects.contract import Choice
from ludoteca.dialects.eriantys.spelling import COLOURS, TOWERS
from ludoteca.dialects.group31 import messages
from ludoteca.dialects.group31.messages import VOCABULARY, FromClient
from ludoteca.dialects.group31.shapes import WIZARDS
from ludoteca.house.refusals import Refusal, Refused
from tests.dialects.room import HouseSeat, Room, opened_room

from .playing import Person, settle, started, to_move

NICKNAMES = ["Ada", "Bob", "Cleo", "Dan"]
WILD = 0.15  # how often somebody sends something by chance
LOST = 0.02  # how often a connection is lost
TAKEN_BACK = 0.1  # how often the page takes something back
FAVOURED = 0.6  # how often a character is used, or coins are earned for one, where that is possible
LONG_SWAPS = 0.3  # how often a swap is one of several students


async def play(players: int, expert: bool, seed: int) -> int:
    """A game in which all speak the dialect; gives back how many requests were made."""
    chance = Random(seed)
    async with opened_room(seed) as room:
        game_id, people = await started(room, NICKNAMES[:players], expert)
        requests = 0
        while people[0].client.result is None:
            requests += 1
            if chance.random() < WILD:
                await interfere(room, people, chance)
            elif chance.random() < LOST:
                await lose(room, people, game_id, chance)
            else:
                await move(room, people, chance)
            check(people)
        over = people[0].caller.view.result
        assert over is not None
        winners = {people[0].caller.view.seats[seat].name for seat in over.winners}
        assert all(set(person.client.result or ()) == winners for person in people)
    return requests


async def play_with_the_page(expert: bool, seed: int) -> int:
    """A game against somebody with the web page, who decides in small steps and takes some of them back."""
    chance = Random(seed)
    async with opened_room(seed) as room:
        await room.open_house(settings={"expert": expert})
        web = await room.sit_house("Web")
        person = Person(room, "Ada")
        person.enter(room.actor().code)
        await settle(room, person)
        await web.start()
        await settle(room, person)
        requests = 0
        await choose(room, [person])
        while person.client.result is None:
            requests += 1
            view = web.view
            if view.legal and view.back_to and chance.random() < TAKEN_BACK:
                await take_back(web, chance.choice(view.back_to))
            elif view.legal:
                await web.act(chance.choice(view.legal))
            else:
                await move(room, [person], chance)
            await settle(room, person)
            check([person])
    return requests


async def take_back(web: HouseSeat, to: int) -> None:
    """What revealed something stays: nobody can be asked for consent in this dialect."""
    try:
        await web.take_back(to)
    except Refused as refused:
        if refused.code is not Refusal.CANNOT_BE_ASKED:
            raise


async def choose(room: Room, people: list[Person]) -> None:
    """Let whoever is asked for tower and wizard take the first that are free."""
    while asked := [
        person for person in people if person.client.chooser == person.nickname and person.client.game is None
    ]:
        free = asked[0].choices()
        asked[0].send(free[0].lines + next(choice for choice in free if choice.words.startswith("Take wizard")).lines)
        await settle(room, *people)
        asked[0].take("n")
        await settle(room, *people)


async def move(room: Room, people: list[Person], chance: Random) -> None:
    """Whoever has to decide does something legal."""
    mover = to_move(people)
    heard = len(mover.heard)
    question = mover.client.question()
    assert question is not None
    swaps = any(choice.key.startswith(("c7 ", "c10 ")) for choice in question.choices)
    if question.free is not None and swaps and chance.random() < LONG_SWAPS:
        lines = question.free(swap(chance))
        if lines:  # it is legal
            mover.send(lines)
            await settle(room, *people)
            return
    choice = picked(question.choices, chance)
    mover.send(choice.lines)
    await settle(room, *people)
    refused = [message for message in mover.heard[heard:] if message["type"].endswith("Error")]
    assert not refused, (choice, refused)


def picked(choices: Sequence[Choice], chance: Random) -> Choice:
    """By chance; often a student for the dining room, which brings coins, and a character, which costs them."""
    characters = [choice for choice in choices if choice.key.startswith("c")]
    dining = [choice for choice in choices if choice.key.endswith(" d")]
    if chance.random() < FAVOURED:
        return chance.choice(characters or dining or choices)
    return chance.choice(choices)


def swap(chance: Random) -> str:
    """A swap of several students, perhaps possible."""
    number = chance.choice((7, 10))
    most = 3 if number == 7 else 2
    count = chance.randint(1, most)
    first, second = ("".join(chance.choices("grypb", k=count)) for _ in range(2))
    return f"c{number} {first} {second}"


async def interfere(room: Room, people: list[Person], chance: Random) -> None:
    """Somebody sends something that is seldom legal. It is refused to him alone, once, or done."""
    person = chance.choice(people)
    heard = {other: len(other.heard) for other in people}
    number = person.caller.view.number
    person.send(VOCABULARY.line(anything(chance)))
    await settle(room, *people)
    told = {other: [message["type"] for message in other.heard[heard[other] :]] for other in people}
    if person.caller.view.number == number:
        assert [told[other] for other in people if other is not person] == [[]] * (len(people) - 1), told
        assert len(told[person]) == 1, told
        assert told[person][0].endswith(("Error", "Pong")), told


def anything(chance: Random) -> FromClient:
    colour = chance.choice(list(COLOURS.values()))
    some = chance.choices(list(COLOURS.values()), k=chance.randint(0, 3))
    number = chance.randint(-1, 13)
    return chance.choice(
        [
            messages.Ping(),
            messages.CreateNewGame(num_of_players=2, want_expert=True),
            messages.JoinGame(),
            messages.EnterGame(game_id="ABCDEF", nickname="Eve"),
            messages.ExitFromGame(nickname="Ada"),
            messages.ChangeNumPlayers(new_num=number),
            messages.SetTower(tower=chance.choice(list(TOWERS.values()))),
            messages.SetWizard(wizard=chance.choice(list(WIZARDS.values()))),
            messages.NextPhase(),
            messages.UseAssistant(assistant=number),
            messages.MoveStudentsToIsland(student=colour, island_id=number),
            messages.MoveStudentsToDiningRoom(student=colour),
            messages.MoveMotherNature(positions=number),
            messages.TakeStudentsFromCloud(cloud_id=number),
            messages.UseCharacterCard(
                character=number, student=colour, island_id=chance.randint(-1, 13), students_from=some, students_to=some
            ),
            messages.EndTurn(),
            messages.Exit(),
        ]
    )


async def lose(room: Room, people: list[Person], game_id: str, chance: Random) -> None:
    """A connection is lost; a client that knows nothing takes the seat again."""
    person = chance.choice(people)
    person.caller.hang_up()
    await settle(room, *(other for other in people if other is not person))
    person.come_back(game_id)
    await settle(room, *people)


def check(people: list[Person]) -> None:
    for person in people:
        known, true = person.client.game, person.caller.view.game
        assert known is not None
        assert true is not None
        differing = {
            member: (known.get(member), true.get(member))
            for member in known.keys() | true.keys()
            if known.get(member) != true.get(member)
        }
        assert not differing, (person.nickname, differing, person.heard[-8:])


def main() -> None:
    parser = argparse.ArgumentParser(description="Play whole games by chance and compare what everybody knows.")
    parser.add_argument("--games", type=int, default=20, help="for each number of players and mode")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    wanted = parser.parse_args()
    since = time.monotonic()
    for expert in (False, True):
        for players in (2, 3, 4):
            requests = sum(
                asyncio.run(play(players, expert, seed)) for seed in range(wanted.seed, wanted.seed + wanted.games)
            )
            print(f"{wanted.games} games, {players} players, expert {expert}: {requests} requests")
        requests = sum(
            asyncio.run(play_with_the_page(expert, seed)) for seed in range(wanted.seed, wanted.seed + wanted.games)
        )
        print(f"{wanted.games} games against the page, expert {expert}: {requests} requests")
    print(f"{time.monotonic() - since:.0f} s")


if __name__ == "__main__":
    main()
