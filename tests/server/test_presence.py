"""Who is there, and at which seat: people come and go while others act, and nobody ever acts for somebody else."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest

from ludoteca.house import commands, entries
from ludoteca.house.options import Patience
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.server.table import actor as live_tables
from ludoteca.server.table import presence
from ludoteca.server.table.chat import decoded

from .houses import NAMES, Caller, House, Json, key_of, opened_house
from .rooms import Ear, room
from .running import asynchronous
from .troubled import Gate, Trouble, full, unexpected

pytestmark = pytest.mark.usefixtures("both_stores")

# ---------------------------------------------------------------- coming and going


@asynchronous
async def test_a_seat_is_taken_while_one_of_its_devices_is_there(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, bob) = await inside.started()
        tablet = Ear(0)
        actor.join(tablet)
        actor.leave(ada)
        await actor.settle()
        assert bob.entries == []
        actor.leave(tablet)
        await actor.settle()
        assert bob.kinds == ["Departed"]
        actor.join(ada)
        await actor.settle()
        assert bob.kinds == ["Departed", "Arrived"]


@asynchronous
async def test_who_comes_and_goes_all_the_time_does_not_fill_the_log(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, bob) = await inside.started()
        for _ in range(3 * presence.AT_ONCE):
            actor.leave(ada)
            await actor.settle()
            actor.join(ada)
            await actor.settle()
        assert len(bob.entries) == 2 * presence.AT_ONCE
        actor.leave(ada)
        await actor.settle()
        assert actor.table.seats[0].connected
        inside.clock.move(presence.PACE)
        actor.presence.look()  # as the timer does
        await actor.settle()
        assert not actor.table.seats[0].connected


@asynchronous
async def test_who_is_back_before_it_was_written_down_has_not_been_away(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, bob) = await inside.started()
        gate = Gate()
        inside.store.next("append", gate)
        asking = actor.submit(commands.AskEnd(1))
        await gate.reached.wait()
        actor.leave(ada)
        actor.join(ada)
        gate.open()
        await asking
        await actor.settle()
        assert bob.kinds == ["Asked"]


@asynchronous
async def test_who_comes_back_while_it_is_being_written_down_arrives_after_that(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, bob) = await inside.started()
        gate = Gate()
        inside.store.next("append", gate)
        actor.leave(ada)
        await gate.reached.wait()
        actor.join(ada)
        gate.open()
        await actor.settle()
        assert bob.kinds == ["Departed", "Arrived"]
        assert actor.table.seats[0].connected


@asynchronous
async def test_several_who_leave_at_once_are_written_down_one_by_one(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, bob, cyd) = await inside.started(people=3)
        actor.leave(ada)
        actor.leave(cyd)
        await actor.settle()
        assert bob.kinds == ["Departed", "Departed"]
        assert [seat.connected for seat in actor.table.seats] == [False, True, False]


@asynchronous
@pytest.mark.parametrize("trouble", [full, unexpected])
async def test_who_left_is_written_down_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: Trouble
) -> None:
    monkeypatch.setattr(live_tables, "STORE_PATIENCE", 0.0)
    async with room(tmp_path) as inside:
        actor, (ada, bob) = await inside.started()
        inside.store.next("append", trouble, trouble)
        actor.leave(ada)
        while actor.table.seats[0].connected:
            await asyncio.sleep(0)
        assert bob.kinds == ["Departed"]


@asynchronous
async def test_after_the_end_people_still_come_and_go(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, bob) = await inside.started()
        await actor.submit(commands.Resign(0))
        actor.leave(ada)
        await actor.settle()
        assert bob.kinds == ["Ended", "Departed"]
        await actor.submit(commands.Close(None, "that was it"))
        actor.leave(bob)
        await actor.settle()
        assert actor.table.seats[1].connected  # nothing is written down at a closed table


# ---------------------------------------------------------------- nobody acts for somebody else


@asynchronous
async def test_a_command_that_waited_while_seats_moved_up_is_for_the_right_seat(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(players=4)
        ada, bob, cyd, dan = await house.seated(code, *NAMES)
        gate = Gate()
        house.store.next("append", gate)
        await ada.send("rise", id="rise")
        await gate.reached.wait()
        await bob.send("dress", look={"wizard": 2}, id="dress")
        await cyd.send("dress", look={"wizard": 3}, id="dress")
        await cyd.ask("ping")
        await cyd.hang_up()
        await dan.ask("ping")
        gate.open()
        assert (await bob.answer("dress"))["type"] == "done"
        view = await dan.sees(lambda seen: len(seen["seats"]) == 3 and not seen["seats"][1]["connected"])
        wizards = {seat["name"]: seat["look"]["wizard"] for seat in view["seats"]}
        assert wizards == {"Bob": 2, "Cyd": 3, "Dan": None}


@asynchronous
async def test_a_line_that_waited_while_seats_moved_up_is_said_by_the_right_one(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table(players=4)
        ada, bob, cyd, _ = await house.seated(code, *NAMES)
        gate = Gate()
        house.store.next("say", gate)
        await ada.send("say", text="I am Ada.", id="say")
        await gate.reached.wait()
        await bob.send("say", text="I am Bob.", id="say")
        await cyd.send("say", text="I am Cyd.", id="say")
        actor = house.actor(code)
        while len(actor._talk.speaking._waiters or ()) < 2:
            await asyncio.sleep(0)
        await actor.submit(lambda: commands.Remove(actor.table.host, "Ada"))
        gate.open()
        for caller in (bob, cyd):
            await caller.answer("say")
        said = [decoded(row.body) for row in await house.store.chat(code)]
        assert [(line.name, line.text) for line in said] == [(n, f"I am {n}.") for n in ("Ada", "Bob", "Cyd")]


@asynchronous
@pytest.mark.parametrize("seed", range(4))
async def test_whatever_happens_in_the_lobby_nobody_acts_for_somebody_else(tmp_path: Path, seed: int) -> None:
    """Everybody dresses as, talks as and contributes for himself; the log tells for whom it was taken."""
    chance = Random(seed)
    async with opened_house(tmp_path) as house:
        code = await house.open_table(players=4, patience=msgspec.to_builtins(Patience(lobby=1000)))

        async def person(number: int) -> None:
            name = NAMES[number]
            caller = await house.call(code)
            for step in range(25):
                if chance.random() < 0.15:
                    await caller.hang_up()
                    caller = await arrived(house, code, name)
                if caller.view["you"] is None:
                    await caller.ask("sit", name=name, key=key_of(name), look={"wizard": number + 1})
                effects: list[tuple[str, Json]] = [
                    ("dress", {"look": {"wizard": number + 1}}),
                    ("contribute", {"nonce": name}),
                    ("say", {"text": name}),
                    ("remove", {"name": chance.choice(NAMES)}),
                    ("rise", {}),
                    ("dress", {"look": {"wizard": number + 1}}),
                ]
                kind, members = chance.choice(effects)
                if chance.random() < 0.5:
                    await caller.ask(kind, **members)
                else:
                    await caller.send(kind, id=f"{step}", **members)

        await asyncio.gather(*(person(number) for number in range(4)))
        for caller in house.callers:
            await caller.hang_up()
        actor = house.actor(code)
        while actor.busy or any(seat.connected for seat in actor.table.seats):
            await actor.settle()
            await asyncio.sleep(0)
        await assert_everybody_acted_for_himself(house, code)


async def arrived(house: House, code: str, name: str) -> Caller:
    """Somebody who is back: at his seat, or as a watcher if he has none."""
    caller = await house.connect(code)
    await caller.send("hello", key=key_of(name), id="hello")
    try:
        await caller._wait_for(lambda: caller.unread or None)
    finally:
        greeted = caller.unread[0]["type"] == "welcome"
    if not greeted:
        await caller.send("hello")
        await caller.next("welcome")
    return caller


async def assert_everybody_acted_for_himself(house: House, code: str) -> None:
    seats: list[str] = []
    seen: Counter[str] = Counter()
    for row in await house.store.entries(code):
        what = entries.decode(row.body).what
        seen[type(what).__name__] += 1
        match what:
            case entries.Sat():
                seats.append(what.name)
            case entries.Rose():
                del seats[what.seat]
            case entries.Dressed():
                assert seats[what.seat] == NAMES[(what.look.wizard or 0) - 1]
            case entries.Contributed():
                assert what.nonce == seats[what.seat]
    lines = [decoded(row.body) for row in await house.store.chat(code)]
    assert all(line.name == line.text for line in lines)
    assert min(seen["Rose"], seen["Dressed"], seen["Departed"], len(lines)) > 0, seen


@asynchronous
async def test_what_nobody_is_called_is_not_noted(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, bob) = await inside.seated("Ada", "Bob")
        gate = Gate()
        inside.store.next("append", gate)
        rising = actor.submit(commands.Rise(1))
        await gate.reached.wait()
        actor.leave(bob)  # noted after he has risen, when nobody is called so
        gate.open()
        await rising
        await actor.settle()
        assert ada.kinds[-1] == "Rose"
        with pytest.raises(Refused) as refused:
            actor.presence.command("Bob")
        assert refused.value.code is Refusal.NO_SUCH_NAME
