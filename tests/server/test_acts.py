"""Playing: what people do in a game, what the rules refuse, and what the house does when somebody is away."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ludoteca.house import entries
from ludoteca.house.snapshots import restore, snapshot
from ludoteca.store.contract import Problem, StoreFull

from .houses import House, in_action, key_of, opened_house, over, play
from .running import Clock, asynchronous
from .troubled import Gate, broken, full, unexpected, written_but_broken

pytestmark = pytest.mark.usefixtures("both_stores")


async def kinds(house: House, code: str) -> list[str]:
    return [type(entries.decode(row.body).what).__name__ for row in await house.store.entries(code)]


# ---------------------------------------------------------------- actions


@asynchronous
async def test_an_action_is_told_to_all_and_answered_with_its_entry(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, bob) = await house.game()
        number = await ada.do("act", action={"do": "play_assistant", "value": 4})
        told = await bob.happens("acted")
        assert told["entry"]["number"] == told["view"]["number"] == number
        assert told["entry"]["what"] == {"kind": "acted", "seat": 0, "by": "player"}
        assert told["view"]["turn"] == 1
        assert told["view"]["legal"]
        assert ada.view["legal"] == []


@asynchronous
async def test_what_the_rules_refuse_is_said_in_their_words_and_changes_nothing(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        before = await kinds(house, code)
        answer = await ada.ask("act", action={"do": "take_cloud", "cloud": 1})
        assert (answer["code"], answer["rule"]) == ("illegal_action", "wrong_phase")
        assert answer["sentence"].startswith("This is not the moment for that")
        for action in ({}, {"do": "fly"}, {"do": "play_assistant"}, {"do": "play_assistant", "value": [[["4"]]]}):
            assert await ada.refused("act", action=action) == "illegal_action"
        assert await bob.refused("act", action={"do": "play_assistant", "value": 4}) == "not_your_turn"
        assert await ada.refused("act", action=[]) == "malformed"
        await ada.send("act", action={}, id="x" * 65)
        assert (await ada.next("refused"))["code"] == "malformed"
        assert await kinds(house, code) == before


@asynchronous
async def test_an_action_sent_again_is_applied_once(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, (ada, bob) = await house.game()
        action = {"do": "play_assistant", "value": 4}
        number = await ada.do("act", action=action, id="mine")
        assert await ada.do("act", action=action, id="mine") == number
        await ada.hang_up()
        again = await house.call(code, "Ada")
        assert await again.do("act", action=action, id="mine") == number
        assert await bob.do("act", action={"do": "play_assistant", "value": 5}, id="mine") != number  # his own ids
    async with opened_house(tmp_path, clock=clock) as house:
        ada = await house.call(code, "Ada")
        assert await ada.do("act", action=action, id="mine") == number
        assert (await kinds(house, code)).count("Acted") == 2


@asynchronous
async def test_an_action_whose_answer_was_lost_is_sent_again(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        again, gate = await house.connect(code), Gate()
        house.store.next("append", gate)
        await ada.send("act", action={"do": "play_assistant", "value": 4}, id="mine")
        await gate.reached.wait()
        await ada.hang_up()
        await house.greet(again, "Ada")
        await again.send("act", action={"do": "play_assistant", "value": 4}, id="mine")
        await bob.ask("ping")
        gate.open()
        assert (await again.answer("mine"))["type"] == "done"
        assert (await kinds(house, code)).count("Acted") == 1


@asynchronous
async def test_several_actions_in_one_breath_are_done_in_order(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game("masters")
        for number in range(2):
            await ada.send("act", action=ada.view["legal"][0], id=f"leader {number}")
        answers = [await ada.answer(f"leader {number}") for number in range(2)]
        assert [answer["type"] for answer in answers] == ["done", "refused"]  # the same leader is not there twice
        assert (await kinds(house, code)).count("Acted") == 1


# ---------------------------------------------------------------- when nothing can be written


@asynchronous
async def test_while_the_disk_is_full_the_house_is_read_only(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, bob) = await house.game()
        action = {"do": "play_assistant", "value": 4}
        for trouble in (full, broken, full):
            house.store.next("append", trouble)
            assert await ada.refused("act", action=action, id="mine") == "read_only"
        view = dict(bob.view)
        house.store.next("append", written_but_broken)
        assert await ada.refused("act", action=action, id="mine") == "read_only"
        assert bob.view == view
        number = await ada.do("act", action=action, id="mine")
        assert (await bob.sees(lambda seen: seen["turn"] == 1))["number"] == number
        house.store.next("say", full)
        assert await ada.refused("say", text="Hello?") == "read_only"
        await ada.do("say", text="Hello!")


@asynchronous
async def test_what_is_wrong_with_the_disk_is_for_the_operator_not_for_players(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, _) = await house.game()

        async def somewhere(write: object) -> None:
            raise StoreFull(Problem.FULL, "There is no room left for /srv/house/house.sqlite.")

        house.store.next("append", somewhere)
        answer = await ada.ask("act", action=ada.view["legal"][0])
        assert "/srv" not in answer["sentence"]
        assert any("/srv/house" in str(line) for line in house.logged)


@asynchronous
async def test_a_mistake_in_the_program_is_answered_and_written_down(tmp_path: Path) -> None:
    async with opened_house(tmp_path, errors=["a message failed", "a message failed"]) as house:
        _, (ada, _) = await house.game()
        house.store.next("append", unexpected)
        assert await ada.refused("act", action=ada.view["legal"][0]) == "internal"
        house.store.next("say", unexpected)
        assert await ada.refused("say", text="Hello?") == "internal"
        await ada.do("act", action=ada.view["legal"][0])


# ---------------------------------------------------------------- taking back and ending by consent


@asynchronous
async def test_what_revealed_nothing_is_taken_back_at_once(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, bob) = await in_action(house)
        before = ada.view
        assert await ada.refused("take_back") == "nothing_to_take_back"
        for _ in range(2):
            await ada.do("act", action=ada.view["legal"][0])
        assert ada.view["back_to"] == [before["number"], before["number"] + 1]
        assert await bob.refused("take_back") == "not_your_turn"
        await ada.do("take_back", to=before["number"], id="back")
        assert (ada.view["game"], ada.view["legal"]) == (before["game"], before["legal"])
        number = ada.view["number"]
        assert await ada.do("take_back", to=before["number"], id="back") == number  # a retry
        await ada.do("act", action=ada.view["legal"][1])
        await ada.do("take_back")
        assert ada.view["game"] == before["game"]


@asynchronous
async def test_what_revealed_something_is_taken_back_if_the_others_agree(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await in_action(house)
        for yes in (False, True):
            before = ada.view["game"]
            await ada.do("act", action=ada.view["legal"][0])
            house.actor(code).table.turn[-1].revealing = True
            await ada.do("take_back")
            request = (await bob.sees(lambda seen: seen["request"] is not None))["request"]
            assert (request["seat"], request["what"], request["agreed"]) == (0, "take_back", [0])
            assert await ada.refused("answer", yes=True) == "nothing_asked"
            await bob.do("answer", yes=yes)
            assert (bob.view["request"], bob.view["game"] == before) == (None, yes)
        assert await bob.refused("answer", yes=True) == "nothing_asked"


@asynchronous
async def test_an_answer_is_to_the_question_that_it_names(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await in_action(house)
        await ada.do("act", action=ada.view["legal"][0])
        house.actor(code).table.turn[-1].revealing = True
        asked = await ada.do("take_back")
        assert asked is not None
        assert (await bob.sees(lambda seen: seen["request"] is not None))["request"]["number"] == asked
        assert restore(snapshot(house.actor(code).table)).asked == asked
        anew = await ada.do("ask_end")
        assert await bob.refused("answer", yes=True, to=asked) == "stale"
        assert bob.view["phase"] == "playing"
        await bob.do("answer", yes=True, to=anew)
        await bob.sees(over)
        assert await bob.refused("answer", yes=True, to=anew) == "not_playing"


@asynchronous
async def test_a_game_ends_when_all_agree(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, bob) = await house.game()
        await ada.do("ask_end")
        assert await ada.refused("ask_end") == "already_so"
        await bob.do("answer", yes=False)
        await bob.do("ask_end")
        await ada.do("answer", yes=True)
        view = await bob.sees(over)
        assert (view["result"]["why"], view["result"]["winners"]) == ("agreed", [])
        assert await ada.refused("act", action={}) == "not_playing"


@asynchronous
async def test_whoever_resigns_is_stood_in_for_until_one_is_left(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        _, (ada, bob, cyd) = await house.game(people=3)
        await ada.do("resign")
        view = await bob.sees(lambda seen: seen["turn"] == 1)  # the stand-in has played Ada's assistant
        assert view["seats"][0]["stand_in"] == "resigned"
        assert await ada.refused("resign") == "stood_in"
        await bob.do("resign")
        view = await cyd.sees(over)
        assert (view["result"]["why"], view["result"]["winners"]) == ("resigned", [2])


@asynchronous
@pytest.mark.parametrize("game", ["eriantys", "masters"])
async def test_whole_games_of_people(tmp_path: Path, game: str) -> None:
    async with opened_house(tmp_path) as house:
        chance = Random(7)
        code, people = await house.game(game, people=4)
        await play(people, lambda view: chance.choice(view["legal"]), over)
        assert people[0].view["result"]["why"] == "rules"
        status, replay = await house.get(f"/api/tables/{code}/replay")
        assert status == 200
        assert (await house.post("/api/verify", replay))[1]["passed"] is True
        caller = await house.connect(code)
        await caller.send("hello", key=key_of("Dan"))
        assert (await caller.next("welcome"))["view"]["result"] == people[0].view["result"]
