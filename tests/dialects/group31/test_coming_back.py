"""Lost connections at every moment, and what the house does meanwhile."""

from __future__ import annotations

from random import Random
from typing import Any

from ludoteca.dialects.group31.machine import State
from ludoteca.dialects.group31.rebuild import Client
from ludoteca.house import commands
from tests.dialects.room import Room, opened_room
from tests.server.running import asynchronous

from .playing import Person, seated, settle, started, to_move
from .whole_games import check, move

HALF_USED: dict[str, Any] = {
    "game": "eriantys",
    "expert": True,
    "phase": "action",
    "step": "students",
    "assistants": {"A": 4, "B": 6},
    "characters": {"1": {"students": {"red": 2, "blue": 2}}, "7": {"students": {"red": 3, "blue": 3}}, "10": {}},
    "boards": {
        "A": {"entrance": {"green": 5, "pink": 2}, "dining": {"red": 1}, "coins": 3},
        "B": {"entrance": {"pink": 7}, "coins": 3},
    },
}


async def half_used(room: Room, *choices: tuple[str, Any]) -> tuple[Person, Person]:
    """Some choices for Ada's character are made one by one, as a stand-in makes them; then she comes back."""
    room.position = HALF_USED
    game_id, (ada, bob) = await started(room, ["Ada", "Bob"], expert=True)
    seat = ada.caller.seat
    assert seat is not None
    for what, value in choices:
        await room.actor().submit(commands.Act(seat, {"do": "choose", "what": what, "value": value}))
        await settle(room, ada, bob)
        check([ada, bob])
    ada.caller.hang_up()
    await settle(room, bob)
    ada.come_back(game_id)
    await settle(room, ada, bob)
    check([ada, bob])
    return ada, bob


@asynchronous
async def test_a_monk_that_is_half_used_is_finished_by_the_whole_message() -> None:
    async with opened_room() as room:
        ada, bob = await half_used(room, ("character", 1), ("from_card", "red"))
        assert {choice.key for choice in ada.choices()} == {f"c1 r {tile}" for tile in range(1, 13)}
        ada.caller.send({"type": "UseCharacterCard", "character": 1, "student": "BLUE", "islandID": 3})
        await settle(room, ada, bob)
        assert ada.last() == {"type": "ImpossibleActionError"}
        ada.caller.send({"type": "MoveStudentsToDiningRoom", "student": "PINK"})
        await settle(room, ada, bob)
        assert ada.last() == {"type": "ImpossibleActionError"}
        ada.caller.send({"type": "UseCharacterCard", "character": 1, "student": "RED", "islandID": 12})
        await settle(room, ada, bob)
        assert ada.last() == {"type": "ArgumentNotCorrectError"}
        ada.take("c1 r 4")
        await settle(room, ada, bob)
        check([ada, bob])
        assert "unfinished" not in (ada.client.game or {})


@asynchronous
async def test_nobody_else_finishes_a_character_that_is_half_used() -> None:
    async with opened_room() as room:
        ada, bob = await half_used(room, ("character", 1), ("from_card", "red"))
        number = ada.caller.view.number
        for island in (3, 99):
            bob.caller.send({"type": "UseCharacterCard", "character": 1, "student": "RED", "islandID": island})
            await settle(room, ada, bob)
            assert bob.last() == {"type": "ImpossibleActionError"}
        assert ada.caller.view.number == number


@asynchronous
async def test_a_swap_that_is_half_chosen_is_finished_whole_or_not_at_all() -> None:
    async with opened_room() as room:
        ada, bob = await half_used(room, ("character", 7), ("from_card", "red"))
        number = ada.caller.view.number
        ada.caller.send({"type": "UseCharacterCard", "character": 7, "studentsFrom": ["RED"], "studentsTo": ["YELLOW"]})
        await settle(room, ada, bob)
        assert ada.last() == {"type": "ArgumentNotCorrectError"}
        ada.caller.send(
            {"type": "UseCharacterCard", "character": 7, "studentsFrom": ["RED", "BLUE"], "studentsTo": ["PINK"]}
        )
        await settle(room, ada, bob)
        assert ada.last()["type"].endswith("Error")
        assert ada.caller.view.number == number
        ada.caller.send(
            {
                "type": "UseCharacterCard",
                "character": 7,
                "studentsFrom": ["RED", "BLUE"],
                "studentsTo": ["PINK", "GREEN"],
            }
        )
        await settle(room, ada, bob)
        check([ada, bob])
        game = ada.client.game or {}
        assert game["boards"]["A"]["entrance"] == {"green": 4, "pink": 1, "red": 1, "blue": 1}


@asynchronous
async def test_every_choice_that_is_offered_in_the_middle_of_a_character_is_accepted() -> None:
    for choices in ([("character", 10)], [("character", 10), ("from_entrance", "pink")], [("character", 7)]):
        async with opened_room() as room:
            ada, bob = await half_used(room, *choices)
            assert ada.choices()
            ada.send(Random(1).choice(ada.choices()).lines)
            await settle(room, ada, bob)
            check([ada, bob])
            assert "unfinished" not in (ada.client.game or {})


@asynchronous
async def test_a_stand_in_plays_for_somebody_who_is_away_and_he_can_come_back() -> None:
    async with opened_room(2) as room:
        game_id, people = await started(room, ["Ada", "Bob", "Cleo"], expert=True)
        for _ in range(6):
            await move(room, people, Random(2))
        away = to_move(people)
        others = [person for person in people if person is not away]
        away.caller.hang_up()
        for _ in range(31):
            await room.pass_time(1)
            await settle(room, *others)
        check(others)
        assert away.nickname != (others[0].client.picture and others[0].client.picture.current_player)
        away.come_back(game_id)
        await settle(room, *people)
        check(people)


@asynchronous
async def test_whoever_is_too_slow_is_dropped_and_sees_the_table_anew() -> None:
    async with opened_room(2) as room:
        game_id, people = await started(room, ["Ada", "Bob", "Cleo"])
        slow = next(person for person in people if person is not to_move(people))
        others = [person for person in people if person is not slow]
        await move(room, others, Random(1))
        assert slow.caller.unread == 1
        for _ in range(10):
            await room.pass_time(1)
            await settle(room, *others)
        assert slow.caller.closed
        slow.come_back(game_id)
        await settle(room, *people)
        check(people)


@asynchronous
async def test_without_a_secret_a_nickname_comes_back_only_where_that_is_allowed() -> None:
    async with opened_room(2, bare_names=False) as room:
        game_id, (ada, bob) = await started(room, ["Ada", "Bob"])
        bob.caller.hang_up()
        await settle(room, ada)
        bob.come_back(game_id)
        await settle(room, ada, bob)
        assert bob.heard == [{"type": "NicknameAlreadyTakenError"}]
        assert bob.client.state is State.OUTSIDE


@asynchronous
async def test_in_the_lobby_a_seat_without_a_secret_is_given_up_at_once() -> None:
    async with opened_room(2) as room:
        game_id, (ada, bob) = await seated(room, ["Ada", "Bob"])
        bob.caller.hang_up()
        await settle(room, ada)
        assert [member["nickname"] for member in ada.last()["players"]] == ["Ada"]
        bob.come_back(game_id)
        await settle(room, ada, bob)
        assert [member["nickname"] for member in ada.last()["players"]] == ["Ada", "Bob"]


@asynchronous
async def test_in_the_lobby_a_seat_with_a_secret_is_kept_for_a_minute() -> None:
    async with opened_room(2) as room:
        _, (ada, bob) = await seated(room, ["Ada", "Bob"], secret="a good one")
        bob.caller.hang_up()
        await room.pass_time(59)
        await settle(room, ada)
        assert len(ada.last()["players"]) == 2
        await room.pass_time(1)
        await settle(room, ada)
        assert len(ada.last()["players"]) == 1


def test_a_client_that_knows_nothing_has_no_game() -> None:
    client = Client()
    assert client.game is None
    assert client.result is None
    assert client.told() == []
