"""At one table with somebody who uses the web page: small decisions, half-done effects, and taking back."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from ludoteca.dialects.psp24 import messages
from ludoteca.dialects.psp24.messages import VOCABULARY
from ludoteca.house.refusals import Refusal
from tests.dialects.room import HouseSeat, opened_room
from tests.server.running import asynchronous

from .party import Party
from .whole_games import move


async def act_or_take_back(web: HouseSeat, chance: Random) -> None:
    view = web.view
    if view.back_to and chance.random() < 0.3:
        (outcome,) = await asyncio.gather(web.take_back(), return_exceptions=True)
        # Where something was revealed the other one would be asked, and in this dialect he cannot be.
        assert isinstance(outcome, int) or getattr(outcome, "code", "") == Refusal.CANNOT_BE_ASKED
        return
    characters = [action for action in view.legal if action.get("what") == "character"]
    await web.act(chance.choice(characters if characters and chance.random() < 0.4 else view.legal))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_page_and_this_dialect_at_one_table(seed: int) -> None:
    play(seed)


@asynchronous
async def play(seed: int) -> None:
    chance = Random(seed)
    async with opened_room(seed) as room:
        actor = await room.open_house(players=2, settings={"expert": True})
        web = await room.sit_house("Web")
        party = Party(room)
        ada = party.join("Ada")
        await party.say(ada, VOCABULARY.line(messages.Nickname(f"Ada@{actor.code}")))
        await web.start()
        ada.listen()
        await party.choose(ada, ada.choice("3"))
        while ada.client.result is None:
            if web.view.legal:
                await act_or_take_back(web, chance)
                ada.listen()
            else:
                await move(party, ada, chance)
            party.compare()
