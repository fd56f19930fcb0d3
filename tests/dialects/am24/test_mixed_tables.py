"""At a table with the web page: whole actions at once, taking back, and what the others of am24 see of it."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from ludoteca.dialects.am24.tell import Teller
from ludoteca.dialects.contract import SeatEntry
from ludoteca.house import commands
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase
from ludoteca.rules.eriantys.notation.names import COLOURS
from tests.dialects.room import HouseSeat, Room, opened_room
from tests.server.running import asynchronous

from .playing import TURN, kinds, say
from .whole_games import Player, picked

EXPERT = {"settings": {"expert": True}}


async def web_and_ada(room: Room, **options: Any) -> tuple[HouseSeat, Player]:
    await room.open_house(players=2, **options)
    web = await room.sit_house("Web")
    ada = Player(room, "Ada")
    await room.quiet()
    say(ada, "Join", nickname="Ada", mage="MAGE1", index=0)
    await room.quiet()
    await web.start()
    ada.listen()
    return web, ada


def whole_action(chance: Random) -> dict[str, Any]:
    """A character with everything that its effect needs, legal or not."""
    number = chance.randint(1, 12)
    colours = chance.choices(COLOURS, k=2)
    lists = {"from_card": colours[:1], "from_entrance": colours[1:], "from_dining": colours[:1]}
    needs = {1: ("colour", "island"), 3: ("island",), 5: ("island",), 9: ("colour",), 11: ("colour",), 12: ("colour",)}
    needs |= {7: ("from_card", "from_entrance"), 10: ("from_entrance", "from_dining")}
    known = {"colour": colours[0], "island": chance.randint(1, 12), **lists}
    return {"do": "play_character", "number": number, **{name: known[name] for name in needs.get(number, ())}}


async def tried(web: HouseSeat, action: dict[str, Any]) -> bool:
    try:
        await web.act(action)
    except Refused:
        return False
    return True


@pytest.mark.parametrize("seed", range(3))
def test_a_client_follows_a_player_of_the_web_page(seed: int) -> None:
    @asynchronous
    async def whole_game() -> None:
        chance = Random(seed)
        async with opened_room(seed) as room:
            web, ada = await web_and_ada(room, **EXPERT)
            while room.actor().table.phase is Phase.PLAYING:
                question = ada.client.question()
                if question is not None:
                    ada.send(picked(question.choices, chance).lines)
                    await room.quiet()
                else:
                    for _ in range(6):
                        await tried(web, whole_action(chance))
                    if web.view.legal:
                        await web.act(chance.choice(web.view.legal))
                    if web.view.back_to and chance.random() < 0.2:
                        await tried_to_take_back(web)
                ada.listen()
                assert ada.client.game == ada.caller.view.game
            assert ada.client.result is not None

    whole_game()


async def tried_to_take_back(web: HouseSeat) -> None:
    """When something was revealed the others would have to be asked, and who speaks am24 cannot be."""
    try:
        await web.take_back()
    except Refused:
        assert web.view.request is None


@asynchronous
async def test_what_was_taken_back_is_gone() -> None:
    async with opened_room() as room:
        room.position = TURN
        web, ada = await web_and_ada(room, **EXPERT)
        await web.act({"do": "move_student", "colour": "red", "to": "dining"})
        ada.listen()
        await web.take_back()
        assert kinds(ada) == ["InformationGame", "GameStart", "InformationGame"]
        assert ada.client.game == ada.caller.view.game


@asynchronous
async def test_whoever_speaks_am24_cannot_be_asked_to_end_the_game() -> None:
    async with opened_room() as room:
        web, ada = await web_and_ada(room)
        with pytest.raises(Refused) as refused:
            await web.do(commands.AskEnd)
        assert refused.value.code is Refusal.CANNOT_BE_ASKED
        assert kinds(ada) == []


@asynchronous
async def test_what_is_arranged_and_chosen_before_the_game_is_told() -> None:
    async with opened_room() as room:
        await room.open_house(players=3)
        await room.sit_house("Web")
        ada = Player(room, "Ada")
        await room.quiet()
        say(ada, "Join", nickname="Ada", mage="MAGE1", index=0)
        await room.quiet()
        teller = Teller()

        def told(**what: Any) -> list[Any]:
            seat_entry = SeatEntry(ada.caller.view, {"number": 9, "time": 0, "what": what}, [])
            return [json.loads(line) for line in teller.told(seat_entry).splitlines()]

        (arranged,) = told(kind="arranged", players=3, settings={}, settled=True)
        assert arranged["string"] == "The table is now for 3. At the table: Web, Ada. 1 more to come."
        (choosing,) = told(kind="choosing")
        assert choosing["type"] == "InformationConnection"
        (confirmed,) = told(kind="confirmed", seat=1, look={}, by="player")
        assert (confirmed["type"], confirmed["player"]["nickname"]) == ("UpdatePlayer", "Ada")
        assert told(kind="handed_over", seat=1) == []
