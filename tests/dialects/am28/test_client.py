"""The client's end: what a person is asked and told."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from ludoteca import rules
from ludoteca.dialects.am28 import actions, questions, wire
from ludoteca.dialects.am28.client import Client
from ludoteca.dialects.am28.messages import AnyCommand, GameParameters
from ludoteca.dialects.contract import Question
from ludoteca.rules.eriantys.engine import const
from tests.dialects.room import opened_room
from tests.server.running import asynchronous

from .players import Player, seated


def question(client: Client) -> Question:
    asked = client.question()
    assert asked is not None
    return asked


def test_a_person_is_asked_for_a_name_first() -> None:
    asked = question(Client())
    assert not asked.choices
    assert asked.free is not None
    assert asked.free(" Anna#hush hush ") == b"Anna#hush hush\n"


def test_the_first_player_is_asked_for_the_parameters_and_others_wait() -> None:
    first, second = Client(), Client()
    first.receive(b'{"status":0,"userID":1,"code":"ABCDEF"}\n')
    second.receive(b'{"status":0,"userID":2,"code":"ABCDEF"}\n')
    choices = question(first).choices
    assert [choice.key for choice in choices[:4]] == ["2 simple", "2 simple 1", "2 expert", "2 expert 1"]
    assert len(choices) == 18
    assert second.question() is None
    assert second.told() == ["You are number 2 at table ABCDEF. Others come by name@ABCDEF."]
    assert second.told() == []


def test_lines_may_come_in_pieces() -> None:
    client = Client()
    client.receive(b'{"status":0,"us')
    assert question(client).free is not None
    client.receive(b'erID":1,"code":"ABCDEF"}\r\n\n')
    assert len(question(client).choices) == 18


def test_errors_are_told_and_104_leads_back_to_the_name() -> None:
    client = Client()
    client.receive(b'{"status":0,"userID":3,"code":"ABCDEF"}\n{"status":104,"errorMessage":"You came last."}\n')
    assert client.told()[-1] == "You came last. (104)"
    assert question(client).free is not None


@asynchronous
async def test_a_game_is_told_in_sentences() -> None:
    async with opened_room(2) as room:
        anna, bea = await seated(room, 2, expert=True)
        told = anna.client.told()
        assert any(line.startswith("An expert game for 2.") for line in told)
        assert sum(line.startswith("Island ") for line in told) == 12
        assert any(line.startswith("It is ") for line in told)
        while anna.client.game is not None and anna.client.game["phase"] == "planning":
            for person in (anna, bea):
                asked = person.client.question()
                if asked is not None:
                    await person.send(asked.choices[-1].lines)
            anna.hear()
            bea.hear()
        sentences = anna.client.told()
        assert "You play assistant 10." in sentences
        assert "Bea plays assistant 10." in bea.client.told() or "Bea plays assistant 9." in sentences


@asynchronous
async def test_a_person_hears_who_goes_and_comes_back() -> None:
    async with opened_room(2) as room:
        anna, bea = await seated(room, 2, expert=False)
        anna.client.told()
        bea.caller.hang_up()
        await room.quiet()
        anna.hear()
        assert anna.client.told() == ["Bea is gone.", "The game is paused until somebody else is back."]
        assert anna.client.question() is None
        bea.come()
        await room.quiet()
        anna.hear()
        assert anna.client.told() == ["Bea is back."]


@asynchronous
async def test_a_person_hears_that_the_house_plays_for_somebody_and_who_has_won() -> None:
    async with opened_room(2) as room:
        anna, bea, carl = await seated(room, 3, expert=False)
        people = {"Anna": anna, "Bea": bea, "Carl": carl}
        game = anna.caller.view.game
        assert game is not None
        away = people.pop(("Anna", "Bea", "Carl")["ABC".index(game["active"])])
        left = next(iter(people.values()))
        left.hear()
        left.client.told()
        away.caller.hang_up()
        await room.pass_time(30)
        left.hear()
        assert f"The house plays for {away.name}." in left.client.told()
        for person in people.values():
            if person is not left:
                person.caller.hang_up()
        await room.pass_time(50)
        left.hear()
        assert left.client.result == [left.name]
        assert left.client.told()[-1] == f"{left.name} won."
        assert left.client.question() is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_choices_are_legal_and_have_keys_of_their_own(players: int) -> None:
    offered: set[str] = set()
    for seed in range(3):
        chance = Random(seed)
        game = rules.new("eriantys", players=players, seed=seed, expert=True)
        while not game.over:
            view = game.view(None)
            asked = questions.moment(view, lambda text: None)
            assert len({choice.key for choice in asked.choices}) == len(asked.choices)
            for choice in asked.choices:
                offered.add(msgspec.json.decode(choice.lines)["cmd"])
                game.parse(actions.action(command_in(choice.lines), view))
            characters = [decision for decision in game.legal_actions() if decision >= const.PLAY_CHARACTER]
            game.apply(chance.choice(characters or game.legal_actions()))
    assert offered >= {"MOVETOHALL", "MOVETOISLAND", "PLAYCHARACTERCARD", "CHOOSE", "TAKEFROMCLOUD"}


def command_in(line: bytes) -> AnyCommand:
    message = wire.read_from_client(line)
    assert not isinstance(message, GameParameters)
    return message


JESTER: dict[str, Any] = {
    "game": "eriantys",
    "expert": True,
    "phase": "action",
    "step": "mother_nature",
    "characters": {"7": {"students": {"pink": 3, "yellow": 3}}},
    "boards": {"A": {"entrance": {"green": 2, "red": 2}, "coins": 4}},
}


def test_a_swap_of_several_students_can_be_typed() -> None:
    game = rules.load(JESTER)
    wrong: list[str] = []
    asked = questions.moment(game.view(None), wrong.append)
    assert asked.free is not None
    assert "jester red,blue for green,pink" in asked.words
    line = asked.free("jester green, red for pink,pink")
    game.perform(actions.action(command_in(line), game.view(None)))
    assert game.view(None)["boards"]["A"]["entrance"] == {"green": 1, "red": 1, "pink": 2}
    assert wrong == []


@pytest.mark.parametrize("typed", ["", "jester", "jester red", "jester red for purple", "minstrel red for pink", "x y"])
def test_what_cannot_be_read_is_not_sent(typed: str) -> None:
    wrong: list[str] = []
    asked = questions.moment(rules.load(JESTER).view(None), wrong.append)
    assert asked.free is not None
    assert asked.free(typed) == b""
    assert wrong == [f"That cannot be read: {typed}"]


def test_a_person_can_play_a_whole_game_by_typing_keys() -> None:
    async def whole() -> None:
        chance = Random(5)
        async with opened_room(5) as room:
            anna = Player(room, "Anna")
            await room.quiet()
            anna.hear()
            parameters = {choice.key: choice.lines for choice in question(anna.client).choices}
            await anna.send(parameters["3 expert 2"])
            anna.check()
            while anna.client.result is None:
                keys = {choice.key: choice.lines for choice in question(anna.client).choices}
                await anna.send(keys[chance.choice(list(keys))])
                anna.check()
                assert all(line.endswith((".", ")")) for line in anna.client.told())

    asyncio.run(whole())
