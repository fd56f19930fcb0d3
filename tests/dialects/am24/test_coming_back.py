"""A lost connection is not a lost seat (002 §1.2)."""

from __future__ import annotations

from ludoteca.house import commands
from ludoteca.house.table import Phase
from tests.dialects.room import opened_room
from tests.server.running import asynchronous

from .playing import TURN, answer, begun_elsewhere, heard, kinds, say, two, wait
from .whole_games import Player


@asynchronous
async def test_a_seat_with_a_secret_is_kept_in_the_lobby() -> None:
    async with opened_room() as room:
        ada = Player(room, "Ada")
        await room.quiet()
        say(ada, "GameParams", numPlayers=2, expert=False, nickname="Ada#open sesame", mage="MAGE1")
        await room.quiet()
        ada.caller.hang_up()
        again = Player(room, "Ada")
        await room.quiet()
        came = await answer(room, again, "Join", nickname="Ada#open sesame", mage="MAGE1", index=0)
        assert [message["type"] for message in came] == ["InformationConnection"]
        assert came[0]["nicknames"] == ["Ada"]


@asynchronous
async def test_a_seat_without_a_secret_is_given_up_in_the_lobby() -> None:
    async with opened_room() as room:
        ada, bob = Player(room, "Ada"), Player(room, "Bob")
        await room.quiet()
        say(ada, "GameParams", numPlayers=3, expert=False, nickname="Ada", mage="MAGE1")
        await room.quiet()
        say(bob, "Join", nickname="Bob", mage="MAGE2", code=room.actor().code)
        await room.quiet()
        heard(ada)
        bob.caller.hang_up()
        await room.quiet()
        said = heard(ada)
        assert said[-1]["type"] == "InformationConnection"
        assert said[-1]["nicknames"] == ["Ada"]


@asynchronous
async def test_back_in_the_middle_of_a_turn_the_pending_request_comes_again() -> None:
    async with opened_room() as room:
        ada, bob = await two(room, TURN)
        await answer(room, ada, "EntranceToHall", colorS="RED")
        ada.caller.hang_up()
        await room.quiet()
        again = Player(room, "Ada")
        await room.quiet()
        heard(again)
        say(again, "Join", nickname="Ada", mage="MAGE1", index=0)
        await room.quiet()
        assert kinds(again) == ["InformationConnection", "GameStart", "MoveStudentRequest"]
        assert again.client.game == again.caller.view.game
        assert again.client.question() is not None
        assert "Ada is back." in bob.listen()


@asynchronous
async def test_back_in_the_last_round_that_is_said_too() -> None:
    async with opened_room() as room:
        _, bob = await two(room, TURN | {"last_round": True})
        bob.caller.hang_up()
        await room.quiet()
        again = Player(room, "Bob")
        await room.quiet()
        heard(again)
        say(again, "Join", nickname="Bob", mage="MAGE1", index=0)
        await room.quiet()
        assert kinds(again) == ["InformationConnection", "GameStart", "GameMustEnd", "InformationGame"]


@asynchronous
async def test_half_a_pair_that_was_chosen_before_is_completed_by_naming_both() -> None:
    async with opened_room() as room:
        ada, _ = await two(room, TURN)
        await begun_elsewhere(room, 7)
        choose = {"do": "choose", "what": "from_card", "value": "yellow"}
        await room.actor().submit(commands.Act(0, choose))
        await room.quiet()
        heard(ada)
        question = ada.client.question()
        assert question is not None
        assert {choice.key for choice in question.choices} == {"c7 r y", "c7 b y"}
        (error,) = await answer(room, ada, "ChooseTwoColors", firstColor="RED", secondColor="PINK")
        assert error["code"] == "half_chosen"
        *_, turn = await answer(room, ada, "ChooseTwoColors", firstColor="RED", secondColor="YELLOW")
        assert turn["turn"]["owed"] == {"c": "CHAR7", "chosen": ["YELLOW", "RED"]}
        assert ada.client.game == ada.caller.view.game


@asynchronous
async def test_half_a_special_move_is_completed_by_naming_both() -> None:
    async with opened_room() as room:
        ada, _ = await two(room, TURN)
        await begun_elsewhere(room, 1)
        choose = {"do": "choose", "what": "from_card", "value": "blue"}
        await room.actor().submit(commands.Act(0, choose))
        await room.quiet()
        heard(ada)
        question = ada.client.question()
        assert question is not None
        assert [choice.key for choice in question.choices] == [f"c1 b {tile}" for tile in range(1, 13)]
        (error,) = await answer(room, ada, "SpecialMoveIsland", student="RED", islandIndex=2)
        assert error["code"] == "half_chosen"
        ada.caller.send(question.choices[2].lines)
        await room.quiet()
        assert "UpdateIsland" in kinds(ada)
        assert ada.client.game == ada.caller.view.game


@asynchronous
async def test_whoever_knows_the_secret_takes_the_seat_over() -> None:
    async with opened_room() as room:
        ada, _ = await two(room, TURN, secret="#open sesame")
        elsewhere = Player(room, "Ada")
        await room.quiet()
        heard(elsewhere)
        say(elsewhere, "Join", nickname="Ada#open sesame", mage="MAGE1", index=0)
        await room.quiet()
        assert kinds(elsewhere) == ["InformationConnection", "GameStart", "MoveStudentRequest"]
        error, welcome = heard(ada)
        assert (error["type"], error["code"]) == ("Error", "moved")
        assert welcome["type"] == "Welcome"
        assert ada.client.game is None


@asynchronous
async def test_an_absent_players_turn_is_played_by_a_stand_in_after_a_while() -> None:
    async with opened_room() as room:
        position = TURN | {"players": 3, "assistants": {"A": 3, "B": 5, "C": 6}}
        room.position = position
        people = [Player(room, name) for name in ("Ada", "Bob", "Cleo")]
        await room.quiet()
        say(people[0], "GameParams", numPlayers=3, expert=True, nickname="Ada", mage="MAGE1")
        await room.quiet()
        for number, player in enumerate(people[1:], 2):
            say(player, "Join", nickname=player.name, mage=f"MAGE{number}", code=room.actor().code)
            await room.quiet()
        ada, bob, cleo = people
        ada.caller.hang_up()
        await room.quiet()
        await wait(room, 29, bob, cleo)
        assert room.actor().table.to_decide == 0
        await wait(room, 2, bob, cleo)
        assert room.actor().table.to_decide != 0
        assert bob.client.game == bob.caller.view.game
        assert bob.client.question() is not None


@asynchronous
async def test_the_only_one_left_waits_and_then_has_won() -> None:
    async with opened_room() as room:
        ada, bob = await two(room, TURN)
        bob.caller.hang_up()
        await room.quiet()
        assert any("paused" in sentence for sentence in ada.listen())
        (error,) = await answer(room, ada, "EntranceToHall", colorS="RED")
        assert error["code"] == "paused"
        await wait(room, 49, ada)
        assert room.actor().table.phase is Phase.PLAYING
        await wait(room, 2, ada)
        assert ada.client.result == ["Ada"]
        assert b'"reason":"alone"' in b"".join(ada.caller.lines)


@asynchronous
async def test_a_table_that_the_operator_closes_ends_the_game_without_a_winner() -> None:
    async with opened_room() as room:
        ada, bob = await two(room, TURN, secret="#open sesame")
        await room.actor().submit(commands.Close(None, "operator"))
        await room.quiet()
        assert kinds(ada)[:1] == ["GameEnded"]
        assert bob.listen()[0] == "The game ended without a winner."


@asynchronous
async def test_who_comes_back_to_a_finished_table_sees_how_it_ended() -> None:
    async with opened_room() as room:
        ada, _ = await two(room, TURN, secret="#open sesame")
        code = room.actor().code
        await room.actor().submit(commands.Resign(1))
        ada.caller.hang_up()
        await room.quiet()
        again = Player(room, "Ada")
        await room.quiet()
        heard(again)
        say(again, "Join", nickname="Ada#open sesame", mage="MAGE1", code=code)
        await room.quiet()
        assert kinds(again) == ["InformationConnection", "GameStart", "GameEnded"]
        assert again.client.result == ["Ada"]
        await wait(room, 1, again)
        assert again.client.question() is not None
