"""The client's end: what it answers, what it asks a person, what it says."""

from __future__ import annotations

from random import Random

import pytest

from ludoteca.dialects.group31 import messages
from ludoteca.dialects.group31.errors import PROBLEMS
from ludoteca.dialects.group31.machine import State
from ludoteca.dialects.group31.messages import VOCABULARY
from ludoteca.dialects.group31.rebuild import Client, sentence
from ludoteca.dialects.messages import kinds, name
from tests.dialects.room import opened_room
from tests.server.running import asynchronous

from .playing import seated, settle, started, to_move

AWAITED = {name(kind) for kind in kinds(messages.Notification) if kind.awaited}


def test_every_refusal_says_what_it_means() -> None:
    assert set(PROBLEMS) == set(kinds(messages.Refusal))


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (messages.PossibleGames(game_ids=[]), "No game waits for players."),
        (
            messages.CurrentPlayerChanged(next_player=None, phase="lobby", step=None),
            "Nobody chooses any more: somebody has left.",
        ),
        (
            messages.CurrentPlayerChanged(next_player="Ada", phase="choices", step=None),
            "Ada chooses tower and wizard.",
        ),
        (messages.TowerChanged(tower="WHITE"), "Ada takes the white towers."),
        (messages.Pong(), ""),
    ],
)
def test_some_sentences(told: messages.FromServer, said: str) -> None:
    assert sentence(told, "Ada") == said


def test_a_line_may_come_in_pieces() -> None:
    client = Client()
    line = VOCABULARY.line(messages.GameCreated(game_id="KDTWPQ"))
    assert client.receive(line[:7]) == b""
    assert client.receive(line[7:]) == b'{"type":"Acknowledgment"}\n'
    assert client.told() == ["The game is KDTWPQ. Tell the others."]
    assert client.told() == []


# ---------------------------------------------------------------- questions


def test_outside_one_creates_a_game_or_enters_one() -> None:
    client = Client()
    question = client.question()
    assert question is not None
    assert [choice.key for choice in question.choices] == ["2", "3", "4", "2e", "3e", "4e", "j"]
    assert question.free is not None
    assert question.free("") == b""
    assert question.free("Ada") == b""
    entering = b'{"type":"EnterGame","gameId":"KDTWPQ","nickname":"Ada#a secret"}\n'
    assert question.free("KDTWPQ Ada#a secret") == entering
    client.receive(VOCABULARY.line(messages.GameCreated(game_id="BWZMFA")))
    assert question.free("Ada") == b'{"type":"EnterGame","gameId":"BWZMFA","nickname":"Ada"}\n'


def test_a_game_with_bots_is_created_by_typing_how_many() -> None:
    question = Client().question()
    assert question is not None
    assert question.free is not None
    assert question.free("3E 1") == VOCABULARY.line(messages.CreateNewGame(num_of_players=3, want_expert=True, bots=1))
    assert question.free("2 1") == VOCABULARY.line(messages.CreateNewGame(num_of_players=2, want_expert=False, bots=1))


@asynchronous
async def test_nothing_is_asked_between_what_somebody_did_and_who_is_next() -> None:
    async with opened_room(3) as room:
        _, people = await started(room, ["Ada", "Bob"])
        mover = to_move(people)
        mover.take("5")
        await room.quiet()
        mover.serve()
        assert mover.last() == {"type": "AssistantUsed", "assistant": 5}
        assert mover.client.question() is None
        await settle(room, *people)
        assert to_move(people).client.question() is not None


@asynchronous
async def test_nothing_is_asked_while_the_islands_are_about_to_be_joined() -> None:
    async with opened_room(3) as room:
        room.position = {
            "game": "eriantys",
            "phase": "action",
            "step": "mother_nature",
            "assistants": {"A": 4, "B": 6},
            "islands": {"2": {"tower": "white"}, "3": {"students": {"red": 2}}},
            "boards": {"A": {"entrance": {"green": 4}, "dining": {"red": 1}, "professors": ["red"]}},
        }
        _, (ada, _) = await started(room, ["Ada", "Bob"])
        ada.take("2")
        asked = []
        for _ in range(4):
            await room.quiet()
            ada.serve()
            asked.append((ada.last()["type"], ada.client.question() is not None))
        assert asked == [
            ("MotherNatureMoved", True),
            ("TowerOnIslandChanged", False),
            ("IslandsUnified", True),
            ("TowersLeftChanged", True),
        ]


@asynchronous
async def test_in_the_lobby_one_waits_changes_the_number_leaves_or_goes_on() -> None:
    async with opened_room() as room:
        _, (ada, bob) = await seated(room, ["Ada", "Bob"])
        assert [choice.key for choice in ada.choices()] == ["3", "4", "x", "n"]
        ada.take("3")
        await settle(room, ada, bob)
        assert [choice.key for choice in ada.choices()] == ["2", "4", "x"]
        bob.take("x")
        await settle(room, ada, bob)
        assert bob.client.state is State.OUTSIDE
        assert ada.client.told()[-1] == "At the table (basic, 1 of 3): Ada."


@asynchronous
async def test_in_the_choices_only_what_is_free_is_offered() -> None:
    async with opened_room() as room:
        _, people = await seated(room, ["Ada", "Bob", "Cleo", "Dan"])
        people[0].take("n")
        await settle(room, *people)
        offered = []
        for person in people:
            assert [other.client.question() is not None for other in people] == [other is person for other in people]
            offered.append([choice.key for choice in person.choices()])
            person.take(offered[-1][0], offered[-1][-1])
            await settle(room, *people)
            person.take("n")
            await settle(room, *people)
        assert offered == [
            ["white", "black", "w1", "w2", "w3", "w4"],
            ["white", "black", "w1", "w2", "w3"],
            ["black", "w1", "w2"],
            ["black", "w1"],
        ]
        assert people[0].client.game is not None


@asynchronous
async def test_a_person_can_play_by_typing_keys_and_is_told_what_happens() -> None:
    async with opened_room(3) as room:
        _, people = await started(room, ["Ada", "Bob"], expert=True)
        chance = Random(5)
        said: list[str] = []
        while people[0].client.result is None:
            mover = to_move(people)
            assert [person.client.question() is None for person in people] == [p is not mover for p in people]
            keys = [choice.key for choice in mover.choices()]
            assert len(set(keys)) == len(keys)
            mover.take(chance.choice(keys))
            await settle(room, *people)
            said += people[1].client.told()
        assert not set(said) & set(PROBLEMS.values())
        for person in people:
            assert person.acknowledged == sum(message["type"] in AWAITED for message in person.heard)
        assert any(sentence.startswith("It is the turn of Ada") for sentence in said)
        assert said[-1].split()[1].startswith("win")
        people[0].take("x")
        await settle(room, *people)
        assert people[0].caller.closed


@asynchronous
async def test_the_table_is_read_aloud_at_the_start_and_when_it_is_asked_for() -> None:
    async with opened_room(3) as room:
        _, people = await started(room, ["Ada", "Bob"], expert=True)
        mover = to_move(people)
        heard = mover.client.told()
        table = mover.client.table()
        assert len(table) == 2 + 12 + 2 + 3 + 1 + 2 + 1
        assert [sentence for sentence in heard if sentence in table] == table


@asynchronous
async def test_several_students_are_swapped_by_typing_both_lists() -> None:
    async with opened_room(3) as room:
        room.position = {
            "game": "eriantys",
            "expert": True,
            "phase": "action",
            "step": "students",
            "assistants": {"A": 4, "B": 6},
            "characters": {"7": {"students": {"red": 3, "blue": 3}}},
            "boards": {"A": {"entrance": {"green": 5, "pink": 2}}, "B": {"entrance": {"pink": 7}}},
        }
        _, people = await started(room, ["Ada", "Bob"], expert=True)
        question = people[0].client.question()
        assert question is not None
        assert question.free is not None
        assert question.free("something else") == b""
        people[0].send(question.free(" C7  ggp   rrb "))
        await settle(room, *people)
        assert all(person.agrees() for person in people)
        game = people[1].client.game or {}
        assert game["boards"]["A"]["entrance"] == {"green": 3, "red": 2, "pink": 1, "blue": 1}


@asynchronous
async def test_a_person_hears_who_goes_and_comes_back_and_that_the_game_waits() -> None:
    async with opened_room(3) as room:
        game_id, (ada, bob) = await started(room, ["Ada", "Bob"])
        ada.client.told()
        bob.caller.hang_up()
        await settle(room, ada)
        assert ada.last() == {
            "type": "PlayerPresenceChanged",
            "nickname": "Bob",
            "connected": False,
            "standIn": False,
            "paused": True,
        }
        assert ada.client.told() == ["Bob is away.", "The game is paused: nobody else is there."]
        bob.come_back(game_id)
        await settle(room, ada, bob)
        assert ada.client.told() == ["Bob is back."]
