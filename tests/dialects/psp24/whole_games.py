"""Whole games, with random legal and some illegal moves: `python -m tests.dialects.psp24.whole_games --games 200`."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from random import Random
from typing import cast

from ludoteca.dialects.contract import Choice
from ludoteca.dialects.eriantys.spelling import COLOURS, NEEDS, SWAPS, Colour, loaded
from ludoteca.dialects.psp24 import messages
from ludoteca.dialects.psp24.machine import State
from ludoteca.dialects.psp24.messages import VOCABULARY, ChooseCharacterCard, FromClient, Nack

from .party import Party, Player, seated

ILLEGAL = 0.1  # how often somebody says something that cannot be
IMPOSSIBLE: tuple[FromClient, ...] = (
    messages.Nickname("another"),
    messages.JoinLobby(),
    messages.SetNumPlayer(2),
    messages.SetExpertsVariant(True),
    messages.SetAssistantSeed("SEED1"),
    messages.ChooseAssistantCard(11),
    messages.ChooseIsland(12),
    messages.ChooseStepsNumber(99),
    messages.PickCloudTile(-1),
    messages.ChooseCharacterCard(13),
    messages.ChooseCharacterCard(7),
)
OF_OTHERS: tuple[FromClient, ...] = (
    messages.ChooseAssistantCard(1),
    messages.PlayerAnswer("Yes"),
    messages.ChooseStudent("RED"),
    messages.ChooseIsland(0),
    messages.ChooseStepsNumber(1),
    messages.PickCloudTile(0),
    messages.ChooseCharacterCard(2),
    messages.EndTurn(),
)


async def play(players: int, expert: bool, seed: int) -> set[tuple[State, State]]:
    """A game to its end; the ways that connections have gone."""
    chance = Random(seed)
    async with seated(players, expert, seed) as party:
        while party.players[0].client.result is None:
            mover = party.to_move()
            if chance.random() < ILLEGAL:
                await try_something_illegal(party, mover, chance)
            await move(party, mover, chance)
        assert all(player.client.result == party.players[0].client.result for player in party.players)
        winners = party.players[0].caller.view.result
        assert winners is not None
        assert party.players[0].client.result == [party.players[seat].name for seat in winners.winners]
        for player in party.players:
            await party.say(player, player.choice("q").lines)
            assert player.caller.closed
        return party.seen


async def move(party: Party, mover: Player, chance: Random) -> None:
    choice = picked(mover.question.choices, chance)
    said = VOCABULARY.read(choice.lines.splitlines()[0])
    if not isinstance(said, ChooseCharacterCard) or said.character_card not in NEEDS or chance.random() < 0.3:
        await party.choose(mover, choice)
        return
    wanted = whole(mover, said.character_card, chance)
    if chance.random() < 0.5:  # choice by choice
        wanted = ChooseCharacterCard(said.character_card, ask=True)
    came = await party.say(mover, VOCABULARY.line(wanted))
    assert isinstance(came[0], messages.Ack)


def picked(choices: Sequence[Choice], chance: Random) -> Choice:
    """Characters and coins, for which the dining room is needed, would be rare among all that is legal."""
    characters = [choice for choice in choices if choice.key.startswith("c")]
    dining = [choice for choice in choices if choice.key.endswith(" d")]
    wanted = chance.random()
    if characters and wanted < 0.3:
        return chance.choice(characters)
    return chance.choice(dining if dining and wanted < 0.7 else choices)


def whole(mover: Player, number: int, chance: Random) -> ChooseCharacterCard:
    """The use of a character with all that it needs, chosen by chance among what is legal."""
    assert mover.client.game is not None
    game = loaded(mover.client.game)
    first, second = SWAPS.get(number, ("", ""))
    chosen: dict[str, list[str]] = {first: [], second: []}
    student = island = None
    action = {"do": "choose", "what": "character", "value": number}
    while action["do"] == "choose":
        match action["what"]:
            case "island":
                island = int(str(action["value"])) - 1
            case what if what in chosen:
                chosen[str(what)].append(COLOURS[str(action["value"])])
            case "from_card" | "colour":
                student = COLOURS[str(action["value"])]
        game.perform(action)
        if game.over or not game.position().get("unfinished"):
            break
        action = game.describe(chance.choice(game.legal_actions()))
    if not first:
        return ChooseCharacterCard(number, student, island)
    given, taken = (cast(list[Colour], chosen[name]) for name in (first, second))
    return ChooseCharacterCard(number, students_from=given, students_to=taken)


async def try_something_illegal(party: Party, mover: Player, chance: Random) -> None:
    speaker = chance.choice(party.players)
    message = chance.choice(IMPOSSIBLE if speaker is mover else IMPOSSIBLE + OF_OTHERS)
    before = speaker.caller.view.number
    came = await party.say(speaker, VOCABULARY.line(message))
    assert [type(answer) for answer in came].count(Nack) == 1, (message, came)
    assert speaker.caller.view.number == before


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="for each number of players")
    parser.add_argument("--seed", type=int, default=0)
    settings = parser.parse_args(arguments)
    for players in (2, 3, 4):
        for number in range(settings.games):
            asyncio.run(play(players, expert=number % 3 > 0, seed=settings.seed + number))
        print(f"{players} players: {settings.games} games")


if __name__ == "__main__":
    main(sys.argv[1:])
