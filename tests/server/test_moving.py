"""Going on at another device: a short code there, a new key, and the old device is let go."""

from __future__ import annotations

from pathlib import Path

import pytest

from .houses import key_of, opened_house
from .running import asynchronous
from .troubled import Gate, full

pytestmark = pytest.mark.usefixtures("both_stores")


@asynchronous
async def test_a_seat_moves_to_another_device(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        tablet_too = await house.call(code, "Ada")
        moving = await ada.ask("move")
        assert moving["until"] > house.clock()
        phone = await house.call(code)
        answer = await phone.ask("claim", code=moving["code"].lower(), key="the new key of Ada")
        assert answer["type"] == "done"
        assert phone.view["you"] == 0
        for old in (ada, tablet_too):
            goodbye = await old.goodbye()
            assert (goodbye["code"], goodbye.get("again")) == ("moved", None)
            assert old.socket.close_code == 1008
        await phone.do("act", action=phone.view["legal"][0])
        await bob.sees(lambda view: view["turn"] == 1)
        kinds = [message["entry"]["what"]["kind"] for message in bob.heard("entry")]
        after = kinds[kinds.index("rekeyed") + 1 :]
        assert after[-1] == "acted"
        assert "departed" not in after  # nobody was away in between
        stale = await house.connect(code)
        assert await stale.refused("hello", key=key_of("Ada")) == "wrong_token"
        await stale.send("hello", key="the new key of Ada")
        assert (await stale.next("welcome"))["view"]["you"] == 0


@asynchronous
async def test_a_code_is_good_once_and_for_some_minutes(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game()
        phone = await house.call(code)
        assert await phone.refused("claim", code="QQQQQQQQ", key="a new key") == "wrong_code"
        assert await phone.refused("claim", code="", key="a new key") == "wrong_code"
        moving = await ada.ask("move")
        assert await phone.refused("claim", code=moving["code"], key=key_of("Bob")) == "bad_token"
        house.clock.now = moving["until"]
        assert await phone.refused("claim", code=moving["code"], key="a new key") == "wrong_code"
        moving = await ada.ask("move")
        house.clock.now = moving["until"] - 1
        await phone.do("claim", code=moving["code"], key="a new key")
        assert await phone.refused("claim", code=moving["code"], key="a newer key") == "seated"
        other = await house.call(code)
        assert await other.refused("claim", code=moving["code"], key="a newer key") == "wrong_code"


@asynchronous
async def test_of_two_who_claim_at_once_the_first_has_the_seat(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        moving = await ada.ask("move")
        callers = [await house.call(code) for _ in range(2)]
        gate = Gate()
        house.store.next("append", gate)
        for number, caller in enumerate(callers):
            await caller.send("claim", code=moving["code"], key=f"key {number}", id="claim")
        await gate.reached.wait()
        while len(house.live(code)._waiting) < 1:
            await bob.ask("ping")
        gate.open()
        answers = [await caller.answer("claim") for caller in callers]
        assert sorted(answer.get("code", "done") for answer in answers) == ["done", "wrong_code"]
        await ada.goodbye()


@asynchronous
async def test_a_seat_moves_before_the_game_too_and_with_it_when_others_rise(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(players=3)
        ada, bob = await house.seated(code, "Ada", "Bob")
        moving = await bob.ask("move")
        phone = await house.call(code)
        gate = Gate()
        house.store.next("append", gate)
        await ada.send("rise", id="rise")
        await gate.reached.wait()
        await phone.send("claim", code=moving["code"], key="the new key of Bob", id="claim")
        while not house.live(code)._waiting:
            await bob.ask("ping")
        gate.open()
        assert (await phone.answer("claim"))["type"] == "done"
        assert phone.view["you"] == 0
        assert [seat["name"] for seat in phone.view["seats"]] == ["Bob"]
        await bob.goodbye()


@asynchronous
async def test_a_claim_that_could_not_be_written_down_changes_nothing(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game()
        moving = await ada.ask("move")
        phone = await house.call(code)
        house.store.next("append", full)
        assert await phone.refused("claim", code=moving["code"], key="a new key") == "read_only"
        assert phone.view["you"] is None
        await ada.do("act", action=ada.view["legal"][0])


@asynchronous
async def test_whoever_hangs_up_while_he_claims_is_away_afterwards(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        moving = await ada.ask("move")
        phone = await house.call(code)
        gate = Gate()
        house.store.next("append", gate)
        await phone.send("claim", code=moving["code"], key="a new key")
        await gate.reached.wait()
        await phone.drop()
        gate.open()
        assert (await bob.happens("departed"))["entry"]["what"]["seat"] == 0
        assert len(house.live(code).listeners) == 1
