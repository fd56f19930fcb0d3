"""The clock of the machine is set, forward or back: at tables that are awake time goes on as it passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.house import entries

from .houses import House, opened_house
from .running import Clock, asynchronous

DAY = 86_400
SETTINGS = (3600.0, 365.0 * DAY, -3600.0, -365.0 * DAY)  # seconds by which somebody sets the clock


async def kinds(house: House, code: str) -> list[type]:
    return [type(entries.decode(row.body).what) for row in await house.store.entries(code)]


@asynchronous
@pytest.mark.parametrize("seconds", SETTINGS)
async def test_a_clock_that_is_set_takes_nobodys_time(tmp_path: Path, seconds: float) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game(clock={"per": "game", "seconds": 100})
        house.clock.set(seconds)
        house.wait(10)
        view = await ada.sees(lambda seen: bool(seen["legal"]))
        await ada.do("act", action=view["legal"][0])
        assert [left // 1000 for left in house.actor(code).table.clock.left] == [90, 100]
        assert entries.StoodIn not in await kinds(house, code)
        assert (await ada.ask("ping"))["time"] == house.actor(code).now()  # a page counts down from what it is told


@asynchronous
@pytest.mark.parametrize("seconds", SETTINGS)
async def test_a_clock_that_is_set_ends_no_patience_and_no_vote(tmp_path: Path, seconds: float) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob, cyd) = await house.game(people=3)
        await ada.drop()
        await bob.sees(lambda view: not view["seats"][0]["connected"])
        await bob.do("ask_end")
        await cyd.sees(lambda view: view["request"] is not None)
        house.clock.set(seconds)
        house.wait(0)
        await cyd.do("answer", yes=True)  # Ada may come back and disagree
        house.wait(29)
        assert entries.StoodIn not in await kinds(house, code)
        assert entries.Ended not in await kinds(house, code)
        house.wait(1)
        await bob.sees(lambda view: view["phase"] == "over")


@asynchronous
@pytest.mark.parametrize("seconds", SETTINGS)
async def test_times_of_entries_never_go_back(tmp_path: Path, seconds: float) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game()
        house.clock.set(seconds)
        for _ in range(2):
            house.wait(1)
            view = await ada.sees(lambda seen: bool(seen["legal"]) or seen["turn"] == 1)
            if view["legal"]:
                await ada.do("act", action=view["legal"][0])
        times = [entries.decode(row.body).time for row in await house.store.entries(code)]
        assert times == sorted(times)


@asynchronous
@pytest.mark.parametrize("seconds", SETTINGS)
async def test_a_table_that_wakes_has_the_time_of_the_machine_but_never_an_earlier_one(
    tmp_path: Path, seconds: float
) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, _ = await house.game(clock={"per": "game", "seconds": 100})
    clock.set(seconds)
    async with opened_house(tmp_path, clock=clock) as house:
        await house.call(code, "Ada")
        actor = house.actor(code)
        assert actor.now() == max(clock(), actor.table.time)
        assert [left // 1000 for left in actor.table.clock.left] == [100, 100]


@asynchronous
async def test_a_time_far_ahead_that_another_node_has_written_goes_on_from_there(tmp_path: Path) -> None:
    """Nobody waits until that time has come."""
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, (ada, bob, _) = await house.game(people=3)
        actor = house.actor(code)
        actor.now.heard(actor.table.time + 365 * DAY * 1000)
        await ada.drop()
        await bob.sees(lambda view: not view["seats"][0]["connected"])
        assert actor.table.time == clock() + 365 * DAY * 1000
        house.wait(31)  # after 30 the turn of an absent player is played
        await bob.sees(lambda view: view["seats"][0]["stand_in"] == "absent")


@asynchronous
async def test_a_table_sleeps_although_its_last_entry_is_still_to_come(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, people = await house.game()
        house.actor(code).now.heard(house.clock() + 365 * DAY * 1000)
        await people[0].do("resign")
        for caller in people:
            await caller.drop()
        await house.actor(code).settle()
        house.clock.move(3600)
        await house.server.tables.let_sleep()
        assert code not in house.server.tables.awake
