"""The client's end: a person can play by typing keys, and what is offered is accepted."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ludoteca.dialects.contract import Choice, Question
from ludoteca.dialects.masters.spelling import ActionType, Depot, Marble, Resource
from ludoteca.dialects.psp38 import messages as asks
from ludoteca.dialects.psp38 import messages as said
from ludoteca.dialects.psp38 import messages as told
from ludoteca.dialects.psp38 import rebuild as choosing
from ludoteca.dialects.psp38.messages import VOCABULARY
from ludoteca.dialects.psp38.rebuild import Client, about, counted, joined
from tests.server.running import asynchronous

from ..room import opened_room
from .tables import Json, alone
from .whole_games import Player, seated

POSITIONS = {
    "leaders": alone(hand=[53, 57], strongbox={"coin": 5, "shield": 1}, warehouse={"1": {"stone": 1}}),
    "white marbles": alone(played=[57, 60], warehouse={"2": {"coin": 1}}),
    "powers": alone(played=[64, 61], slots=[[1], [2], []], strongbox={"coin": 3, "stone": 1, "shield": 1}),
    "depots": alone(played=[53, 56], warehouse={"2": {"coin": 2}, "3": {"stone": 2}}, leader_depots={"coin": 1}),
}


async def after(position: Json, typed: Sequence[str]) -> Player:
    """A solo player who has typed these keys."""
    async with opened_room(6) as room:
        room.position = position
        (player,) = await seated(room, 1)
        for key in typed:
            player.send(chosen(player.client, key).lines)
            await room.quiet()
            player.catch_up()
            player.check()
            assert player.client.asked is None or not player.client.asked.is_retry, (typed, player.client.asked)
        return player


def asked(client: Client) -> Question:
    question = client.question()
    assert question is not None
    return question


def chosen(client: Client, key: str) -> Choice:
    (choice,) = (choice for choice in asked(client).choices if choice.key == key)
    return choice


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
@asynchronous
async def test_every_choice_of_the_first_two_questions_is_accepted(position: Json) -> None:
    first = asked((await after(position, [])).client).choices
    for one in first:
        further = (await after(position, [one.key])).client.question()
        if further is not None and not one.key.startswith(("s", "v")):
            for two in further.choices:
                await after(position, [one.key, two.key])


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
@asynchronous
async def test_keys_are_different_and_every_choice_says_what_it_is(position: Json) -> None:
    for typed in ([], ["m"], ["m", "2"]):
        question = asked((await after(position, typed)).client)
        keys = [choice.key for choice in question.choices]
        assert len(set(keys)) == len(keys)
        assert question.words
        assert all(choice.words for choice in question.choices)


@asynchronous
async def test_a_person_enters_by_typing() -> None:
    async with opened_room(7) as room:
        player = Player(room, "Ada")
        player.catch_up()
        player.send(chosen(player.client, "m").lines)
        await room.quiet()
        player.catch_up()
        named = asked(player.client)
        assert named.free is not None
        player.send(named.free(" not a name "))
        await room.quiet()
        player.catch_up()
        assert asked(player.client).words.startswith("A name has")
        player.send(named.free("Ada"))
        await room.quiet()
        player.catch_up()
        player.send(chosen(player.client, "3").lines)
        await room.quiet()
        player.catch_up()
        assert player.client.question() is None
        assert player.client.game is None
        told_ = player.client.told()
        assert any("You wait at table" in sentence for sentence in told_)
        assert player.client.told() == []


@asynchronous
async def test_several_powers_at_once_are_typed() -> None:
    player = await after(POSITIONS["powers"], ["p"])
    question = asked(player.client)
    assert question.free is not None
    assert VOCABULARY.read(question.free("0 coin STONE > shield, 1, 61 > coin")) == said.ChooseProductionPowersResponse(
        False, [0, 1, 61], [Resource.COIN, Resource.STONE], Resource.SHIELD, {61: Resource.COIN}
    )


@pytest.mark.parametrize("text", ["", "x", ",,,", "0 > gold", "0 gold", "-1", "99999999999999999999", "1 > 2 > 3"])
def test_whatever_is_typed_for_powers_is_a_message(text: str) -> None:
    line = VOCABULARY.line(choosing.typed_production(text))
    assert isinstance(VOCABULARY.read(line), said.ChooseProductionPowersResponse)


@asynchronous
async def test_a_finished_game_has_a_result() -> None:
    player = await after(alone(faith=23, hand=[53]), ["d", "53"])
    assert player.client.result == ["Ada"]
    assert player.client.question() is None
    assert "You won." in player.client.told()


def test_a_game_that_waits_asks_nothing() -> None:
    client = Client()
    client.receive(VOCABULARY.line(asks.GameModeRequest()))
    client.receive(VOCABULARY.line(told.NotifyPlayerStatus("Bea", False, False, False)))
    assert client.question() is not None
    client.receive(VOCABULARY.line(told.NotifyPlayerStatus("Bea", False, False, True)))
    assert client.question() is None


def test_lines_may_come_in_pieces() -> None:
    client = Client()
    for byte in VOCABULARY.line(asks.GameModeRequest()):
        assert client.question() is None
        client.receive(bytes([byte]))
    assert client.question() is not None


# ---------------------------------------------------------------- sentences


def test_amounts_in_words() -> None:
    assert counted({Resource.COIN: 2, Resource.STONE: 1}) == "2 coin and 1 stone"
    assert counted({}) == "nothing"
    assert joined(["a", "b", "c"]) == "a, b and c"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (told.NotifyMarbleTaken("Ada", 4, [Marble.RED, Marble.WHITE]), "Ada takes column 4 of the market: red, white."),
        (told.NotifyMarbleTaken("Ada", 7, [Marble.RED]), "Ada takes column 1 of the market: red."),
        (told.NotifyLeaderAction("Ada", ActionType.DISCARD_LEADER, None), "Ada discards a leader."),
        (told.NotifyLeaderAction("Ada", ActionType.PLAY_LEADER, 53), "Ada plays leader 53."),
        (told.NotifyLorenzoAction(65, 3), "Lorenzo turns token 65. 3 are left."),
        (told.NotifyTakenPopesFavorTile("Ada", 2, False), "Ada loses the tile of section 2."),
        (told.GameOverMessage([], [], "rules"), "Lorenzo won."),
        (told.UpdateDepotsStatus("Ada", {Depot.STRONGBOX: {Resource.COIN: 2}}, 0), "Ada has 2 coin in the strongbox."),
        (told.UpdateDepotsStatus("Ada", {Depot.STRONGBOX: {}}, 0), "Ada has nothing stored."),
        (told.NotifyPlayerStatus("Bea", False, True, False), "A stand-in plays for Bea."),
        (told.EndTurnMessage(True), "Your turn is over: there is nothing left to do."),
        (told.MoveResourceQuantityResponse(False), "That cannot be."),
        (told.TurnMessage("Ada", False, True, False, 0), "This is the last round."),
        (told.ReloadMatchData(True), "This is the table as it is now."),
        (told.ErrorMessage("No."), "No."),
    ],
)
def test_messages_in_words(message: asks.FromServer, words: str) -> None:
    assert words in about(message)


def test_questions_for_every_request() -> None:
    requests = [kind for kind in VOCABULARY.from_server if issubclass(kind, asks.Request)]
    assert set(requests) == set(choosing.QUESTIONS)


@asynchronous
async def test_the_table_is_told_and_one_is_you() -> None:
    player = await after(POSITIONS["powers"], [])
    told = player.client.table()
    assert sum(sentence.startswith("For sale") for sentence in told) == 12
    assert "You have row 1 nothing; row 2 nothing; row 3 nothing; strongbox 3 coin, 1 stone and 1 shield." in told
    assert any(sentence.startswith("You have in play: leader 64") for sentence in told)
    assert told[-1] == "It is your turn."
    assert not any(sentence.startswith("Ada") for sentence in told)


@asynchronous
async def test_cards_leaders_and_marbles_are_explained() -> None:
    client = (await after(POSITIONS["powers"], [])).client
    assert client.explained("card 1")[0].startswith("Card 1: ")
    assert client.explained("64")[0].startswith("Leader 64: ")
    assert client.explained("blue") == ["A blue marble gives a shield."]
    assert client.explained("999") == client.explained("nun") == []


@asynchronous
async def test_what_is_still_to_be_stored_and_the_rows_are_shown() -> None:
    player = await after(POSITIONS["leaders"], ["m", "1"])
    words = asked(player.client).words
    assert words.startswith("Where does the ")
    assert "Then come " in words
    assert "You have row 1 1 stone; row 2 nothing; row 3 nothing; strongbox 5 coin and 1 shield." in words


@asynchronous
async def test_many_ways_of_producing_are_shown_as_patterns() -> None:
    question = asked((await after(POSITIONS["powers"], ["p"])).client)
    assert len(question.choices) > 20
    assert len(question.patterns) < 8
