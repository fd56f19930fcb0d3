"""A lost connection keeps its seat: whoever comes back sees the table as it is and is asked what was open."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.dialects.psp38.actions import MOST, Dialogue, Memory
from ludoteca.dialects.psp38.drafts import LeaderDraft
from ludoteca.dialects.psp38.rebuild import Client
from tests.server.running import asynchronous

from ..room import Caller, opened_room
from .tables import BUY, MARKET, SOLO, TOGETHER, Json, alone, come, for_players, last, named
from .whole_games import as_told

MUCH = alone(
    hand=[53, 61],
    played=[57, 60],
    strongbox={"coin": 5, "shield": 2, "stone": 1},
    warehouse={"2": {"shield": 1}, "3": {"coin": 1}},
)
del MUCH["players"]["A"]["hand"]

CARD = {"type": "ChooseDevelopmentCardResponse", "changeActionType": False, "developmentCardID": 1}
PRODUCE = {
    "type": "ChooseProductionPowersResponse",
    "changeActionType": False,
    "productionPowers": [0],
    "basicInputs": ["COIN", "COIN"],
    "basicOutput": "STONE",
}


def rebuilt(caller: Caller) -> Client:
    client = Client()
    for line in caller.lines:
        client.receive(line + b"\n")
    return client


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ([], "DoActionRequest"),
        ([MARKET], "MarbleInsertionPositionRequest"),
        ([MARKET, {"type": "MarbleInsertionPositionResponse", "position": 2}], "ChooseWhiteMarbleConversionRequest"),
        ([MARKET, {"type": "MarbleInsertionPositionResponse", "position": 5}], "ChooseWhiteMarbleConversionRequest"),
        ([BUY], "ChooseDevelopmentCardRequest"),
        ([BUY, CARD], "SelectDevelopmentCardSlotRequest"),
        ([BUY, CARD, {"type": "SelectDevelopmentCardSlotResponse", "slot": 3}], "SelectStorageRequest"),
        ([{"type": "DoActionResponse", "actionChosen": "ACTIVATE_PRODUCTION"}], "ChooseProductionPowersRequest"),
        ([{"type": "DoActionResponse", "actionChosen": "ACTIVATE_PRODUCTION"}, PRODUCE], "SelectStorageRequest"),
    ],
)
@asynchronous
async def test_the_question_that_was_open_comes_again(said: list[Json], asked: str) -> None:
    async with opened_room(1) as room:
        room.position = MUCH
        ada = await come(room, SOLO, named("Ada"), *said)
        before = await last(ada)
        assert before["type"] == asked
        ada.hang_up()
        await room.quiet()
        ada = await come(room, SOLO, named("Ada"))
        lines = await ada.all()
        assert lines[-1] == before
        kinds = [line["type"] for line in lines]
        assert kinds[2] == "WelcomeBackMessage"
        assert (lines[3], lines[-2]) == (
            {"type": "ReloadMatchData", "start": True},
            {"type": "ReloadMatchData", "start": False},
        )
        assert rebuilt(ada).game == as_told(ada.view.game)


@asynchronous
async def test_what_was_chosen_does_not_survive_a_change_of_the_table() -> None:
    async with opened_room(3) as room:
        room.position = {"game": "masters", "players": {"A": {"hand": [53]}, "B": {}, "C": {}}}
        people = {name: await come(room, TOGETHER, named(name)) for name in ("Ada", "Bea", "Cid")}
        people["Ada"].send(for_players(3))
        await room.quiet()
        first = next(name for name, caller in people.items() if caller.view.turn == caller.seat)
        people[first].send({"type": "DoActionResponse", "actionChosen": "DISCARD_LEADER"})
        await room.quiet()
        people[first].hang_up()
        await room.pass_time(31)  # the stand-in has played the whole turn
        back = await come(room, TOGETHER, named(first))
        assert (await last(back)) == {"type": "ReloadMatchData", "start": False}


@asynchronous
async def test_back_in_the_set_up_one_is_asked_for_what_is_missing() -> None:
    async with opened_room(2) as room:
        ada = await come(room, TOGETHER, named("Ada"), for_players(2))
        bea = await come(room, TOGETHER, named("Bea"))
        first, second = (ada, bea) if ada.view.turn == ada.seat else (bea, ada)
        names = {ada: "Ada", bea: "Bea"}
        asked = await last(first)
        first.hang_up()
        await room.quiet()
        back = await come(room, TOGETHER, named(names[first]))
        assert await last(back) == asked
        back.send({"type": "ChooseLeaderCardsResponse", "discardedLeaderCards": asked["leaderCards"][:2]})
        dealt = (await last(second))["leaderCards"]
        second.send({"type": "ChooseLeaderCardsResponse", "discardedLeaderCards": dealt[2:]})
        assert (await last(second))["type"] == "ChooseResourceTypeRequest"
        second.send({"type": "ChooseResourceTypeResponse", "resources": ["SHIELD"]})
        storing = await last(second)
        second.hang_up()
        await room.quiet()
        again = await come(room, TOGETHER, named(names[second]))
        assert await last(again) == storing
        assert rebuilt(again).game == as_told(again.view.game)


@asynchronous
async def test_the_second_free_resource_is_asked_for_by_itself_after_a_loss() -> None:
    async with opened_room(2) as room:
        room.position = {
            "game": "masters",
            "players": {"A": {}, "B": {}, "C": {}, "D": {"pending_resources": 2}},
        }
        people = {name: await come(room, TOGETHER, named(name)) for name in ("Ada", "Bea", "Cid", "Dan")}
        people["Ada"].send(for_players(4))
        await room.quiet()
        name, fourth = next((name, caller) for name, caller in people.items() if caller.view.turn == caller.seat)
        fourth.send({"type": "ChooseResourceTypeResponse", "resources": ["COIN", "STONE"]})
        asked = await last(fourth)
        assert (asked["type"], asked["resource"]) == ("ChooseStorageTypeRequest", "COIN")
        fourth.hang_up()
        await room.quiet()
        back = await come(room, TOGETHER, named(name))
        assert await last(back) == asked
        store: dict[str, Any] = {"type": "ChooseStorageTypeResponse", "discardResource": False}
        back.send({**store, "depotChosen": "WAREHOUSE_FIRST_ROW"})
        asked = await last(back)
        assert (asked["type"], asked["quantity"]) == ("ChooseResourceTypeRequest", 1)
        assert "COIN" not in asked["resourceTypes"]


@asynchronous
async def test_a_finished_game_is_shown_no_more_to_its_name_but_the_name_is_free() -> None:
    async with opened_room(4) as room:
        room.position = alone(faith=23, hand=[53])
        ada = await come(room, SOLO, named("Ada"), {"type": "DoActionResponse", "actionChosen": "DISCARD_LEADER"})
        ada.send({"type": "ChooseLeaderCardToDiscardResponse", "changeActionType": False, "leaderCardID": 53})
        assert (await last(ada))["winners"] == ["Ada"]
        ada.hang_up()
        await room.quiet()
        again = await come(room, SOLO, named("Ada"))
        kinds = [line["type"] for line in await again.all()]
        assert "PlayersReadyToStartMessage" in kinds
        assert "WelcomeBackMessage" not in kinds


def test_the_memory_of_open_choices_is_bounded() -> None:
    memory = Memory()
    dialogue = Dialogue()
    memory.keep("AAAAAA", "Ada", dialogue, {})
    assert memory.recall("AAAAAA", "Ada", {}) is None, "nothing was chosen"
    dialogue.draft = LeaderDraft("play_leader")
    for number in range(MOST + 1):
        memory.keep("AAAAAA", f"name{number}", dialogue, {"number": number})
    assert memory.recall("AAAAAA", "name0", {"number": 0}) is None
    assert memory.recall("AAAAAA", "name1", {"number": 2}) is None, "the game has gone on"
    assert memory.recall("AAAAAA", f"name{MOST}", {"number": MOST}) is dialogue
