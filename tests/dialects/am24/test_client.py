"""The client's end as a person uses it: by typing what is asked for, and by listening."""

from __future__ import annotations

import copy

from ludoteca.dialects.am24.messages import VOCABULARY, Error, InformationGame
from ludoteca.dialects.am24.rebuild import Client
from tests.dialects.room import Room, opened_room
from tests.server.running import asynchronous

from .playing import TURN, two
from .whole_games import Player


async def typed(room: Room, player: Player, text: str) -> list[str]:
    """What a person types, as the line client takes it; and what he is told then."""
    question = player.client.question()
    assert question is not None
    for choice in question.choices:
        if choice.key == text:
            player.caller.send(choice.lines)
            break
    else:
        assert question.free is not None, f"{text} is no choice"
        lines = question.free(text)
        if lines:
            player.caller.send(lines)
    await room.quiet()
    return player.listen()


@asynchronous
async def test_two_people_meet_by_typing_and_one_of_them_begins() -> None:
    async with opened_room(seed=1) as room:
        ada, bob = Player(room, "Ada"), Player(room, "Bob")
        await room.quiet()
        assert ada.listen() == ["There is no table yet."]
        bob.listen()
        assert await typed(room, ada, "Ada Lovelace") == [
            "That cannot be a name. Take 1 to 20 of the characters A-Z a-z 0-9 . _ -"
        ]
        await typed(room, ada, "Ada")
        told = await typed(room, ada, "open 2 expert mage1")
        assert told[0].startswith("Ada, you have a seat")
        assert ada.client.question() is None
        await room.pass_time(1)
        bob.listen()
        await typed(room, bob, "Bob#a secret")
        question = bob.client.question()
        assert question is not None
        joining = [choice.key for choice in question.choices if choice.key.startswith("join")]
        assert joining == ["join 0 mage2", "join 0 mage3", "join 0 mage4"]
        await typed(room, bob, "join 0 mage2")
        ada.listen()
        assert [player.client.question() is not None for player in (ada, bob)].count(True) == 1


@asynchronous
async def test_somebody_who_was_away_is_offered_his_seat() -> None:
    async with opened_room() as room:
        ada, _ = await two(room, TURN)
        ada.caller.hang_up()
        await room.quiet()
        again = Player(room, "Ada")
        await room.quiet()
        again.listen()
        await typed(room, again, "Ada")
        told = await typed(room, again, "join 0")
        assert told[0].startswith("Ada, you are back")
        question = again.client.question()
        assert question is not None
        assert question.words.startswith("Move a student.")


@asynchronous
async def test_a_swap_is_typed_at_once_and_told_to_all() -> None:
    async with opened_room() as room:
        ada, bob = await two(room, TURN)
        told = await typed(room, ada, "c7 rb yp")
        assert "You use the jester." in told
        assert ada.client.game == ada.caller.view.game
        assert ada.client.game is not None
        assert ada.client.game["boards"]["A"]["entrance"] == {"red": 2, "yellow": 1, "pink": 1, "blue": 3}
        told = await typed(room, ada, "red hall")
        assert "You have the red professor now." in told
        assert "Ada uses the jester." in bob.listen()


@asynchronous
async def test_a_turn_without_a_cloud_is_ended() -> None:
    async with opened_room() as room:
        ada, bob = await two(room, TURN | {"step": "end", "clouds_short": True, "last_round": True, "clouds": []})
        question = ada.client.question()
        assert question is not None
        assert question.words.endswith("End your turn.")
        await typed(room, ada, "e")
        bob.listen()
        assert bob.client.question() is not None


@asynchronous
async def test_a_table_that_is_full_or_plays_is_not_offered() -> None:
    async with opened_room() as room:
        await two(room, TURN)
        cleo = Player(room, "Cleo")
        await room.quiet()
        assert cleo.listen() == [f"Lobby 0, playing: Ada, Bob; 2 of 2, expert game, code {room.actor().code}."]
        await typed(room, cleo, "Cleo")
        question = cleo.client.question()
        assert question is not None
        assert all(choice.key.startswith("open") for choice in question.choices)


@asynchronous
async def test_after_the_end_another_table_can_be_chosen() -> None:
    async with opened_room() as room:
        position = copy.deepcopy(TURN) | {
            "step": "mother_nature",
            "mother_nature": 12,
            "groups": [[3, 4, 5, 6, 7, 8, 9]],
            "islands": {"3": {"tower": "white"}, "1": {"students": {"red": 2}}},
        }
        position["boards"]["A"]["professors"] = ["red"]
        ada, _ = await two(room, position)
        told = await typed(room, ada, "1")
        assert told[-1] == "You win."
        assert ada.client.question() is None
        await room.pass_time(1)
        ada.listen()
        assert ada.client.game == ada.caller.view.game, "the last table may still be looked at"
        room.position = None
        await typed(room, ada, "open 3 basic mage2")
        assert ada.client.game is None
        assert ada.client.result is None


def test_lines_may_come_in_pieces() -> None:
    client = Client()
    whole = VOCABULARY.lines([InformationGame(string="Hello."), Error(string="No.", code="x")]) + b'{"type":"Ping"}\n'
    answers = b"".join(client.receive(whole[place : place + 1]) for place in range(len(whole)))
    assert client.told() == ["Hello.", "Not possible: No."]
    assert client.told() == []
    assert answers == b'{"type":"Pong"}\n'
