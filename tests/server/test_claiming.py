"""Coming only to claim a seat: one is not at the table before, and sees it afterwards, also where nobody may watch."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.client import House as Client
from ludoteca.client import Refused

from .houses import Caller, House, Json, key_of, opened_house
from .running import asynchronous
from .troubled import Gate, full

pytestmark = pytest.mark.usefixtures("both_stores")


async def claimant(house: House, code: str) -> Caller:
    caller = await house.connect(code)
    await caller.do("hello", claiming=True)
    return caller


@asynchronous
@pytest.mark.parametrize("options", [{"watching": False}, {"watching": True}, {"delay": 60}])
async def test_a_seat_is_claimed_by_somebody_who_does_not_watch(tmp_path: Path, options: Json) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game(**options)
        phone = await claimant(house, code)
        await ada.do("act", action=ada.view["legal"][0])
        await ada.do("say", text="I take the phone.")
        assert len(house.actor(code).everybody) == 2
        assert (await phone.ask("ping"))["type"] == "pong"
        assert phone.heard("entry") == phone.heard("lines") == phone.heard("welcome") == []

        moving = await ada.ask("move")
        assert await phone.refused("claim", code="QQQQQQQQ", key="a new key") == "wrong_code"
        house.store.next("append", full)
        assert await phone.refused("claim", code=moving["code"], key="a new key") == "read_only"
        await phone.do("claim", code=moving["code"], key="a new key")
        assert (await ada.goodbye())["code"] == "moved"
        (welcome,) = phone.heard("welcome")
        assert (welcome["view"]["you"], welcome["view"]["phase"]) == (0, "playing")
        await bob.do("act", action=(await bob.sees(lambda view: bool(view["legal"])))["legal"][0])
        assert (await phone.happens("acted"))["view"]["you"] == 0
        await phone.do("say", text="Here I am.")


@asynchronous
async def test_who_comes_to_claim_a_seat_can_do_nothing_else(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        phone = await claimant(house, code)
        assert await phone.refused("sit", name="Bob", key=key_of("Bob")) == "watching"
        assert await phone.refused("say", text="Hello?") == "watching"
        assert await phone.refused("hello") == "greeted"
        await phone.hang_up()
        (ada,) = await house.seated(code, "Ada")
        await ada.do("contribute", nonce="x")


@asynchronous
async def test_with_a_key_one_comes_back_and_claims_nothing(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, _ = await house.game()
        again = await house.call(code, "Ada", claiming=True)
        assert again.view["you"] == 0
        await again.do("act", action=again.view["legal"][0])


@asynchronous
async def test_a_seat_whose_device_is_gone_is_there_again_once_it_is_claimed(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game(watching=False)
        moving, action = await ada.ask("move"), ada.view["legal"][0]
        await ada.drop()
        await bob.happens("departed")
        phone = await claimant(house, code)
        await phone.send("claim", code=moving["code"], key="a new key", id="claim")
        await phone.next("welcome")
        await phone.do("act", action=action)  # and is not told that he is away
        assert [seat["connected"] for seat in phone.view["seats"]] == [True, True]


@asynchronous
async def test_who_has_claimed_a_seat_is_not_away_while_somebody_else_leaves(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob, cyd) = await house.game(people=3)
        moving, action = await ada.ask("move"), ada.view["legal"][0]
        await ada.drop()
        await bob.happens("departed")
        phone = await claimant(house, code)
        claiming, leaving = Gate(), Gate()
        house.store.next("append", claiming, leaving)
        await phone.send("claim", code=moving["code"], key="a new key", id="claim")
        await claiming.reached.wait()
        await cyd.hang_up()
        while not house.actor(code)._waiting:
            await bob.ask("ping")
        claiming.open()
        await phone.next("welcome")
        await phone.send("act", action=action, id="act")
        await leaving.reached.wait()
        await bob.ask("ping")
        leaving.open()
        assert (await phone.answer("act"))["type"] == "done"


@asynchronous
async def test_the_client_claims_a_seat_where_nobody_may_watch(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house, Client(house.server.url) as client:
        code, (ada, bob) = await house.game(watching=False)
        with pytest.raises(Refused) as refused:
            await client.claim(code, "QQQQQQQQ")
        assert refused.value.code == "wrong_code"
        moved = await client.claim(code.lower(), (await ada.ask("move"))["code"])
        assert (moved.code, moved.you, moved.view.seats[0].name) == (code, 0, "Ada")
        await moved.act(moved.view.legal[0])
        await bob.sees(lambda view: view["turn"] == 1)
        again = await client.resume(code, moved.key or "")
        assert again.you == 0
