"""This dialect among others: tables opened elsewhere, cards of one's own, clocks, seats that are taken away."""

from __future__ import annotations

import copy
from random import Random

from ludoteca.dialects.contract import Enter, Seated
from ludoteca.dialects.psp38.session import Entrance, Step
from ludoteca.house import commands
from ludoteca.house.options import ClockSettings
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase
from ludoteca.rules.masters.notation import cards
from tests.server.running import asynchronous

from ..room import opened_room
from .tables import BUY, MARKET, SOLO, TOGETHER, End, alone, come, for_players, last, named
from .whole_games import Player, play


@asynchronous
async def test_cards_of_ones_own_are_told_and_played_with() -> None:
    described = copy.deepcopy(cards.shipped())
    described["development_cards"][0]["cost"] = {"coin": 1}
    described["leader_cards"][4]["victory_points"] = 9
    async with opened_room(1) as room:
        actor = await room.open_house("masters", 2, settings={"cards": described})
        web = await room.sit_house("Web")
        ada = Player(room, "Ada")
        for message in (TOGETHER, named(f"Ada@{actor.code}")):
            ada.caller.send(message)
        await room.quiet()
        await web.start()
        ada.catch_up()
        ada.check()
        assert ada.client.game is not None
        assert ada.client.game["cards"] == cards.given(described).name
        assert ada.client.picture.development_cards[1].cost == {"COIN": 1}
        assert ada.client.picture.leader_cards[53].victory_points == 9


@asynchronous
async def test_what_others_take_back_is_told_anew_with_the_same_cards() -> None:
    described = copy.deepcopy(cards.shipped())
    described["development_cards"][0]["cost"] = {"coin": 1}
    async with opened_room(1) as room:
        known = cards.given(described)  # held here until a game with it begins
        room.position = {
            "game": "masters",
            "cards": known.name,
            "players": {"A": {"warehouse": {"1": {"coin": 1}}}, "B": {}},
        }
        actor = await room.open_house("masters", 2, settings={"cards": described}, first=0)
        web = await room.sit_house("Web")
        ada = Player(room, "Ada")
        for message in (TOGETHER, named(f"Ada@{actor.code}")):
            ada.caller.send(message)
        await room.quiet()
        await web.start()
        await web.act({"do": "rearrange", "to": {"warehouse": {"2": {"coin": 1}}}})
        ada.catch_up()
        ada.check()
        await web.take_back()
        ada.catch_up()
        ada.check()
        kinds = [line.partition(b'"type":"')[2].partition(b'"')[0] for line in ada.caller.lines]
        assert kinds.count(b"ReloadMatchData") == 2
        assert kinds.count(b"LoadDevelopmentCards") == 1


@asynchronous
async def test_a_table_of_another_game_is_not_found() -> None:
    async with opened_room(2) as room:
        actor = await room.open_house("eriantys", 2)
        ada = await come(room, TOGETHER, named(f"Ada@{actor.code}"))
        asked = await last(ada)
        assert (asked["type"], asked["isRetry"], asked["alreadyTaken"]) == ("NicknameRequest", True, False)


@asynchronous
async def test_a_table_that_is_closed_before_the_game_leads_back_to_the_beginning() -> None:
    async with opened_room(3) as room:
        actor = await room.open_house("masters", 2)
        web = await room.sit_house("Web")
        ada = await come(room, TOGETHER, named(f"Ada@{actor.code}"))
        await ada.all()
        await web.do(lambda seat: commands.Close(seat, "no time"))
        assert [line["type"] for line in await ada.all()] == ["ErrorMessage", "GameModeRequest"]


@asynchronous
async def test_a_table_that_is_closed_in_the_game_leads_back_to_the_beginning() -> None:
    async with opened_room(3) as room:
        ada = await come(room, TOGETHER, named("Ada"), for_players(2, bots=1))
        await ada.all()
        await room.actor().submit(commands.Close(None, "the operator said so"))
        kinds = [line["type"] for line in await ada.all()]
        assert kinds[-2:] == ["ErrorMessage", "GameModeRequest"]


@asynchronous
async def test_who_is_removed_by_the_host_can_look_for_another_table() -> None:
    async with opened_room(4) as room:
        actor = await room.open_house("masters", 3)
        web = await room.sit_house("Web")
        ada = await come(room, TOGETHER, named(f"Ada@{actor.code}"))
        await ada.all()
        await web.do(lambda seat: commands.Remove(seat, "Ada"))
        assert [line["type"] for line in await ada.all()] == ["ErrorMessage", "GameModeRequest"]
        ada.send(TOGETHER)
        ada.send(named("Ada"))
        assert (await last(ada))["type"] == "NumberOfPlayersRequest"


@asynchronous
async def test_when_the_clock_has_run_out_a_stand_in_ends_the_turn_and_nothing_is_asked() -> None:
    async with opened_room(5) as room:
        room.position = {"game": "masters", "players": {"A": {"hand": [53]}, "B": {}}}
        actor = await room.open_house("masters", 2, clock=ClockSettings("move", 20), first=1)
        web = await room.sit_house("Web")
        ada = Player(room, "Ada")
        for message in (TOGETHER, named(f"Ada@{actor.code}")):
            ada.caller.send(message)
        await room.quiet()
        await web.start()
        ada.caller.send(BUY)  # cannot be afforded
        ada.caller.send({"type": "DoActionResponse", "actionChosen": "DISCARD_LEADER"})
        await room.quiet()
        ada.catch_up()
        assert type(ada.client.asked).__name__ == "ChooseLeaderCardToDiscardRequest"
        await room.pass_time(21)
        ada.catch_up()
        ada.check()
        assert ada.client.asked is None
        assert "Your turn is over: there is nothing left to do." in ada.client.told()


@asynchronous
async def test_people_of_the_web_and_of_this_dialect_play_on_at_one_table() -> None:
    async with opened_room(6) as room:
        room.position = {"game": "masters", "players": {"A": {}, "B": {}}}
        actor = await room.open_house("masters", 2, first=0)
        web = await room.sit_house("Web")
        ada = Player(room, "Ada")
        for message in (TOGETHER, named(f"Ada@{actor.code}")):
            ada.caller.send(message)
        await room.quiet()
        await web.start()
        await web.act({"do": "take_market", "line": "row 1", "store": {"warehouse": {"3": {"stone": 1}}}})
        await web.act({"do": "end_turn"})
        ada.catch_up()
        ada.check()
        await play(room, [ada], Random(6), most=3)
        ada.check()
        ada.caller.send(MARKET)
        await room.quiet()
        assert room.actor().table.phase is Phase.PLAYING


@asynchronous
async def test_of_leaders_that_others_keep_one_by_one_only_the_number_is_told() -> None:
    async with opened_room(9) as room:
        actor = await room.open_house("masters", 2, first=0)
        web = await room.sit_house("Web")
        ada = Player(room, "Ada")
        for message in (TOGETHER, named(f"Ada@{actor.code}")):
            ada.caller.send(message)
        await room.quiet()
        await web.start()
        for _ in range(2):
            await web.act(web.view.legal[0])
            ada.catch_up()
            ada.check()
        assert b'"action":{"actionType":"CHOOSE_LEADER_CARDS"},"decisions":1' in b"".join(ada.caller.lines)


@asynchronous
async def test_a_game_that_is_over_is_shown_to_whoever_comes_back_by_its_code() -> None:
    async with opened_room(10) as room:
        room.position = alone(faith=23, hand=[53])
        ada = await come(room, SOLO, named("Ada#wonderland"))
        ada.send({"type": "DoActionResponse", "actionChosen": "DISCARD_LEADER"})
        ada.send({"type": "ChooseLeaderCardToDiscardResponse", "changeActionType": False, "leaderCardID": 53})
        over = await last(ada)
        code = ada.view.code
        ada.hang_up()
        await room.quiet()
        again = await come(room, SOLO, named(f"Ada@{code}#wonderland"))
        assert await last(again) == over


def test_bots_for_whom_there_is_no_room_any_more_are_not_missed() -> None:
    entrance = Entrance()
    entrance.step = Step.SEATING_BOTS
    assert entrance.answered(Refused(Refusal.TABLE_FULL)) is None


@asynchronous
async def test_who_goes_on_waiting_at_another_table_may_need_another_name_there() -> None:
    async with opened_room(7) as room:
        unsettled = (await come(room, TOGETHER, named("Ada"))).view
    end = End()
    end.say(TOGETHER)
    end.say(named("Ada#wonderland"))
    end.answer(Seated(unsettled))
    end.took()
    end.do(end.connection.unseated(None, 0.0))
    assert end.asked == [Enter(None, "Ada", "wonderland", players=(2, 3, 4))]
    end.answer(Refused(Refusal.NAME_TAKEN, name="Ada"))
    (again,) = end.took()
    assert (again["type"], again["isRetry"], again["alreadyTaken"]) == ("NicknameRequest", True, True)
    end.say(named("Bea"))
    assert end.asked == [Enter(None, "Bea", None, players=(2, 3, 4))]
