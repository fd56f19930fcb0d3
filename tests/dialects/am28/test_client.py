"""The client's end: what a person is asked and told."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.dialects.am28 import actions
from ludoteca.dialects.am28.messages import VOCABULARY, Command
from ludoteca.dialects.am28.rebuild import Client
from ludoteca.dialects.contract import Question
from ludoteca.dialects.eriantys import moves
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
        assert anna.client.told() == ["Bea is away.", "The game is paused: nobody else is there."]
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
        assert f"A stand-in plays for {away.name}." in left.client.told()
        for person in people.values():
            if person is not left:
                person.caller.hang_up()
        await room.pass_time(50)
        left.hear()
        assert left.client.result == [left.name]
        assert left.client.told()[-1] == "You win."
        assert left.client.question() is None


def test_parameters_that_are_kept_are_told() -> None:
    client = Client()
    client.receive(
        b'{"status":0,"userID":1,"code":"ABCDEF"}\n{"status":0,"userID":1,"numPlayers":3,"gameMode":"expert"}\n'
    )
    assert client.told()[-1] == "It will be an expert game for 3. Others have still to come."
    assert len(question(client).choices) == 18


RICH: dict[str, Any] = {
    "game": "eriantys",
    "expert": True,
    "phase": "action",
    "step": "students",
    "characters": {"1": {"students": {"pink": 2}}, "7": {"students": {"pink": 2}}, "10": {}},
    "boards": {"A": {"entrance": {"green": 4, "red": 3}, "dining": {"pink": 4}, "coins": 6}},
}


@pytest.mark.parametrize("number", [1, 7, 10])
def test_a_character_that_was_begun_elsewhere_is_finished_by_choices(number: int) -> None:
    game = rules.load(RICH)
    game.apply(const.PLAY_CHARACTER + number - 1)
    game.apply(game.legal_actions()[0])
    for action in moves.whole_actions(game):
        trial = game.clone()
        for line in Client().said(action, game.view(None)).splitlines():
            message = VOCABULARY.read(line)
            assert isinstance(message, Command)
            trial.perform(actions.action(message, trial.view(None)))
        assert "unfinished" not in trial.view(None)


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
