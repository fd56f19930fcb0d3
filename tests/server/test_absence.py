"""Clocks, and people who are away: they are waited for, then stood in for, and of two the one who stays wins."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from .houses import in_action, opened_house, over
from .running import SECOND, asynchronous

pytestmark = pytest.mark.usefixtures("both_stores")


@asynchronous
async def test_when_a_clock_is_at_zero_a_stand_in_plays_the_turn(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await in_action(house, clock={"per": "game", "seconds": 100})
        house.wait(60)
        await ada.do("act", action=ada.view["legal"][0])
        assert (await house.get(f"/api/tables/{code}"))[1]["clock"]["left"] == [100 * SECOND, 100 * SECOND]
        house.wait(39)
        await ada.ask("ping")
        assert ada.view["seats"][0]["stand_in"] is None
        house.wait(1)
        view = await bob.sees(lambda seen: seen["turn"] == 1)
        assert view["clock"] == {"left": [0, 100 * SECOND], "running": 1, "since": house.clock()}
        assert view["seats"][0]["stand_in"] is None  # it was for that turn
        stood_in = [message["entry"]["what"] for message in bob.heard("entry")]
        assert {"kind": "stood_in", "seat": 0, "why": "clock"} in stood_in
        assert stood_in[-1] == {"kind": "acted", "seat": 0, "by": "stand-in"}


@asynchronous
async def test_whoever_is_away_is_waited_for_and_then_stood_in_for(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob, cyd) = await house.game(people=3)
        await ada.hang_up()
        await bob.happens("departed")
        house.wait(29)
        await bob.ask("ping")
        assert bob.view["turn"] == 0
        house.wait(1)
        assert (await bob.sees(lambda seen: seen["turn"] == 1))["seats"][0]["stand_in"] == "absent"
        await house.call(code, "Ada")
        assert (await cyd.sees(lambda seen: seen["seats"][0]["connected"]))["seats"][0]["stand_in"] is None
        for caller in (bob, cyd):
            view = await caller.sees(lambda seen: bool(seen["legal"]))
            await caller.do("act", action=view["legal"][0])


@asynchronous
async def test_of_two_the_one_who_stays_waits_and_then_wins(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game(clock={"per": "move", "seconds": 10})
        for waits in (40, 50):
            await bob.hang_up()
            await ada.sees(lambda seen: seen["alone_since"] is not None)
            assert await ada.refused("act", action=ada.view["legal"]) == "malformed"
            assert await ada.refused("act", action={"do": "play_assistant", "value": 4}) == "paused"
            house.wait(waits)
            if waits < 50:
                bob = await house.call(code, "Bob")
                view = await ada.sees(lambda seen: seen["alone_since"] is None)
                assert view["clock"] == {"left": [10 * SECOND] * 2, "running": 0, "since": house.clock()}
        view = await ada.sees(over)
        assert (view["result"]["why"], view["result"]["winners"]) == ("alone", [0])


@asynchronous
async def test_while_nobody_is_there_nothing_is_due(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, people = await house.game(clock={"per": "game", "seconds": 100})
        for caller in people:
            await caller.hang_up()
        actor = house.actor(code)
        while any(seat.connected for seat in actor.table.seats):
            await asyncio.sleep(0)
        number = actor.table.number
        house.wait(24 * 3600)
        await actor.settle()
        assert actor.table.number == number
        ada = await house.call(code, "Ada")
        assert (await ada.sees(lambda seen: seen["seats"][0]["connected"]))["clock"]["left"] == [100 * SECOND] * 2
