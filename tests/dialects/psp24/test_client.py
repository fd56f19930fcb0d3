"""The client's end: what it asks a person, what it tells, what it answers by itself."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from ludoteca.dialects.psp24 import messages, rebuild
from ludoteca.dialects.psp24.messages import VOCABULARY
from ludoteca.dialects.psp24.rebuild import Client, said_players
from tests.server.running import asynchronous

from .party import Party, Player, seated
from .whole_games import move


def after(*came: messages.FromServer) -> Client:
    client = Client()
    client.receive(b"".join(map(VOCABULARY.line, came)))
    client.told()
    return client


def keys(client: Client) -> list[str]:
    question = client.question()
    assert question is not None
    return [choice.key for choice in question.choices]


def test_the_nickname_is_typed_and_the_lobby_entered() -> None:
    client = Client()
    question = client.question()
    assert question is not None
    assert question.free is not None
    assert question.free(" Ada@KFMZ2P ") == b'{"type":"nickname","nickname":"Ada@KFMZ2P"}\n'
    assert client.receive(b'{"type":"ack"}\n') == b'{"type":"joinLobby"}\n'
    assert client.question() is None
    client.receive(VOCABULARY.line(messages.Ack("KFMZ2P", "Ada")))
    assert client.told() == ["You sit at the table KFMZ2P as Ada. Others come by name@KFMZ2P."]


def test_a_nickname_that_somebody_else_has_taken_meanwhile_is_asked_for_again() -> None:
    client = after(messages.Ack())
    assert client.question() is None
    client.receive(VOCABULARY.line(messages.Nack(messages.Reason("name_taken", "Take another one."))))
    question = client.question()
    assert question is not None
    assert question.free is not None
    assert question.free("Bob") == b'{"type":"nickname","nickname":"Bob"}\n'
    assert client.receive(VOCABULARY.line(messages.Ack())) == b'{"type":"joinLobby"}\n'


def test_a_refused_nickname_is_asked_for_again() -> None:
    client = Client()
    first = client.question()
    assert client.receive(VOCABULARY.line(messages.Nack(messages.Reason("name_taken", "Take another one.")))) == b""
    assert client.told() == ["Take another one."]
    assert client.question() is not first


def test_lines_may_come_in_pieces() -> None:
    client = Client()
    assert client.receive(b'{"type":') == b""
    assert client.receive(b'"ack"}\n') == b'{"type":"joinLobby"}\n'


IN_THE_LOBBY = (messages.Ack(), messages.Ack("KFMZ2P", "Ada"))


@pytest.mark.parametrize(
    ("question", "offered"),
    [
        (messages.AskNumPlayer(), ["2", "3", "4"]),
        (messages.AskExpertsVariant(), ["y", "n"]),
        (messages.AskAssistantSeed(["SEED2", "SEED4"]), ["2", "4"]),
    ],
)
def test_what_is_asked_before_the_game(question: messages.FromServer, offered: list[str]) -> None:
    client = after(*IN_THE_LOBBY, question)
    assert keys(client) == offered
    assert client.question() is client.question()
    client.receive(VOCABULARY.line(messages.Ack()))
    assert client.question() is None


def test_players_and_bots_are_typed() -> None:
    assert said_players("3 1") == VOCABULARY.line(messages.SetNumPlayer(3, 1))
    assert said_players("three") == VOCABULARY.line(messages.SetNumPlayer(0, 0))
    assert said_players("") == VOCABULARY.line(messages.SetNumPlayer(0, 0))


def test_another_table_and_no_table() -> None:
    client = after(*IN_THE_LOBBY, messages.AskNumPlayer())
    client.receive(
        VOCABULARY.line(messages.MovedToLobby("7WQ4XN", messages.Reason("fewer_players", "You wait elsewhere.")))
    )
    assert client.told() == ["You wait elsewhere.", "The code of that table is 7WQ4XN."]
    assert client.question() is None
    client.receive(VOCABULARY.line(messages.RemovedFromLobby(messages.Reason("ended", "It is closed."))))
    assert client.told() == ["It is closed."]
    assert client.question() is not None


def test_what_mother_nature_decides() -> None:
    client = after(*IN_THE_LOBBY)
    client.receive(VOCABULARY.line(messages.NotifyInfluenceResult(2, {"Ada": 2, "Bob": 1}, "Ada")))
    client.receive(VOCABULARY.line(messages.NotifyInfluenceResult(2, {"Ada": 1, "Bob": 1}, None)))
    client.receive(VOCABULARY.line(messages.NotifyInfluenceResult(2, {}, None)))
    assert client.told() == [
        "Influence on island 3: Ada 2, Bob 1. Ada has most.",
        "Influence on island 3: Ada 1, Bob 1. Nobody has most.",
        "A no-entry tile on island 3 is used up. Nothing else happens.",
    ]


@pytest.mark.parametrize(
    ("result", "winners", "told"),
    [
        ("Winner", ["Ada"], "You win."),
        ("Loser", ["Bob", "Eve"], "Bob and Eve win."),
        ("Loser", [], "The game ended without a winner."),
    ],
)
def test_the_end(result: str, winners: list[str], told: str) -> None:
    client = after(*IN_THE_LOBBY)
    client.receive(b'{"type":"announceResult","result":"%b",' % result.encode())
    client.receive(b'"winners":[%b],"why":"rules"}\n' % b",".join(b'"%b"' % name.encode() for name in winners))
    assert client.told() == [told]
    assert client.result == winners
    assert keys(client) == ["q"]


@asynchronous
async def test_a_person_hears_the_table_and_what_happens() -> None:
    async with seated(2, True) as party:
        ada, bob = party.players
        bob.client.told()
        await party.choose(ada, ada.choice("7"))
        assert bob.client.told() == ["p0 plays assistant 7.", "It is your turn: play an assistant."]
        await party.choose(bob, bob.choice("3"))
        assert "p1 plays assistant 3." in ada.client.told()
        assert len(bob.client.table()) == 2 + 12 + 2 + 3 + 1 + 2 + 1
        free = bob.question.free
        assert free is not None
        bob.client.told()
        assert free("fly") == b""
        assert bob.client.told() == ["That means nothing here. Type again for what is asked, or help."]


@asynchronous
async def test_nothing_is_asked_while_the_game_is_paused() -> None:
    async with seated(2, False) as party:
        ada, bob = party.players
        bob.caller.hang_up()
        await party.room.quiet()
        ada.listen()
        assert ada.client.question() is None
        assert ada.client.told()[-2:] == ["p1 is away.", "The game is paused: nobody else is there."]


def test_every_difference_between_two_views_is_told() -> None:
    """Whatever a position changes by, a person hears something."""
    for players in (2, 3, 4):
        asyncio.run(listen(players))


async def listen(players: int) -> None:
    chance = Random(players)
    async with seated(players, True, players) as party:
        for _ in range(60):
            if party.players[0].client.result is not None:
                break
            await told_of_a_move(party, party.to_move(), chance)


async def told_of_a_move(party: Party, mover: Player, chance: Random) -> None:
    listener = party.players[0]
    listener.client.told()
    before = listener.client.game
    assert before is not None
    await move(party, mover, chance)
    now = listener.client.game
    assert now is not None
    changed = {key for key in now if now[key] != before.get(key)} - {"moved", "step", "unfinished", "draws"}
    assert bool(listener.client.told()) or not changed


def test_players_are_found_by_their_towers() -> None:
    towers = ("BLACK", "WHITE", "WHITE", "BLACK")
    blank: dict[str, Any] = {field.name: None for field in msgspec.structs.fields(messages.Player)}
    players = [messages.Player(**blank | {"nickname": f"p{n}", "tower": tower}) for n, tower in enumerate(towers)]
    assert rebuild.letters_of(players) == {"p0": "B", "p1": "A", "p2": "C", "p3": "D"}


def test_messages_that_are_not_known_are_ignored() -> None:
    client = Client()
    assert client.receive(b'{"type":"sing","song":"of the islands"}\n') == b""
    assert client.told() == []
    assert client.receive(b'{"type":"ack"}\n') == b'{"type":"joinLobby"}\n'


@asynchronous
async def test_an_acknowledgment_alone_leaves_the_question_as_it_is() -> None:
    """What came of a move follows it: until then nobody is asked anew."""
    async with seated(2, False) as party:
        mover = party.to_move()
        question = mover.question
        mover.client.receive(VOCABULARY.line(messages.Ack()))
        assert mover.client.question() is question
