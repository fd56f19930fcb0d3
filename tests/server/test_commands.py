"""Commands wait in line at a table; each is on disk before anybody hears of it, whatever the store does."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest
import structlog

from ludoteca.house import commands, entries, snapshots
from ludoteca.house.apply import rebuild
from ludoteca.house.commands import Command
from ludoteca.house.entries import Entry
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.server.table import actor as live_tables
from ludoteca.server.table.actor import TableActor
from ludoteca.store.contract import StoreBroken, StoreFull

from .rooms import Room, acting, room
from .running import asynchronous, turns_of_the_loop
from .troubled import Gate, Write, broken, full, too_late, unexpected, written_but_broken

pytestmark = pytest.mark.usefixtures("both_stores")


async def assert_as_stored(store_room: Room, actor: TableActor) -> None:
    """The table in memory is what its log makes, and nothing else."""
    rows = await store_room.store.entries(actor.code)
    log = [entries.decode(row.body) for row in rows]
    assert snapshots.snapshot(rebuild(actor.code, actor.table.secret, log)) == snapshots.snapshot(actor.table)


@asynchronous
async def test_nothing_is_told_before_the_entry_is_on_disk(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, bob) = await inside.started()
        before = snapshots.snapshot(actor.table)
        gate = Gate()
        inside.store.next("append", gate)
        answer = actor.submit(acting(actor))
        await gate.reached.wait()
        await turns_of_the_loop()
        assert (ada.entries, bob.entries, answer.done()) == ([], [], False)
        assert snapshots.snapshot(actor.table) == before
        gate.open()
        number = await answer
        assert ada.numbers == bob.numbers == [number]
        assert ada.views[0].number == actor.table.number == number
        await assert_as_stored(inside, actor)


@asynchronous
async def test_people_hear_of_an_entry_before_the_one_who_asked_is_answered(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (_, bob) = await inside.started()
        heard_by_then: list[int] = []
        answer = actor.submit(acting(actor))
        answer.add_done_callback(lambda done: heard_by_then.extend(bob.numbers))
        number = await answer
        await turns_of_the_loop()
        assert heard_by_then == [number]


@asynchronous
async def test_a_full_disk_changes_nothing_and_later_all_is_well(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, bob) = await inside.started()
        before = snapshots.snapshot(actor.table)
        for _ in range(3):
            inside.store.next("append", full)
            with pytest.raises(StoreFull):
                await actor.submit(acting(actor, id="once"))
        assert snapshots.snapshot(actor.table) == before
        assert ada.entries == bob.entries == []
        number = await actor.submit(acting(actor, id="once"))
        assert ada.numbers == [number]
        await assert_as_stored(inside, actor)


@asynchronous
@pytest.mark.parametrize("choice", [0, 3])
async def test_an_entry_that_got_to_disk_unnoticed_is_caught_up_with_and_not_applied_twice(
    tmp_path: Path, choice: int
) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, _) = await inside.started()
        command = acting(actor, choice, id="once")
        inside.store.next("append", written_but_broken)
        with pytest.raises(StoreBroken):
            await actor.submit(command)
        assert ada.entries == []
        number = await actor.submit(command)
        assert ada.numbers == [number] == [actor.table.number]
        assert ada.views[-1].number == number
        await assert_as_stored(inside, actor)


@asynchronous
async def test_another_command_after_such_an_entry_comes_after_it(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (_, bob) = await inside.started()
        inside.store.next("append", written_but_broken)
        with pytest.raises(StoreBroken):
            await actor.submit(acting(actor))
        with pytest.raises(Refused) as refused:
            await actor.submit(commands.Act(0, {"do": "play_assistant", "value": 10}))
        assert refused.value.code is Refusal.NOT_YOUR_TURN
        assert bob.kinds == ["Acted"]
        await assert_as_stored(inside, actor)


@asynchronous
async def test_while_nobody_knows_what_is_on_disk_nothing_is_decided(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, _) = await inside.started()
        command = acting(actor, id="once")
        inside.store.next("append", written_but_broken)
        inside.store.next("entries", broken)
        for _ in range(2):
            with pytest.raises(StoreBroken):
                await actor.submit(command)
        await actor.submit(command)
        assert ada.kinds == ["Acted"]
        await assert_as_stored(inside, actor)


@asynchronous
async def test_what_another_node_wrote_first_is_told_and_the_command_tried_again(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, bob, _) = await inside.started(people=3)
        elsewhere = await inside.another_node()._load(actor.code)
        assert elsewhere is not None
        await elsewhere.submit(commands.AskEnd(1))
        await elsewhere.submit(commands.Answer(2, False))
        number = await actor.submit(acting(actor))
        assert ada.kinds == bob.kinds == ["Asked", "Answered", "Acted"]
        assert [view.number for view in ada.views] == ada.numbers == [number - 2, number - 1, number]
        assert inside.store.asked[-3:] == ["append", "entries", "append"]
        await assert_as_stored(inside, actor)


@asynchronous
async def test_two_nodes_that_go_on_at_once_agree_in_the_end(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started(game="masters")
        elsewhere = await inside.another_node()._load(actor.code)
        assert elsewhere is not None

        for turn in range(10):
            await asyncio.gather(
                actor.submit(partial(acting, actor, id=f"here {turn}")),
                elsewhere.submit(partial(acting, elsewhere, id=f"there {turn}")),
            )
        await actor.catch_up()
        await elsewhere.catch_up()
        assert snapshots.snapshot(actor.table) == snapshots.snapshot(elsewhere.table)
        log = [entries.decode(row.body).what for row in await inside.store.entries(actor.code)]
        assert sum(isinstance(what, entries.Acted) for what in log) == 20


@asynchronous
async def test_whoever_is_always_too_late_is_told_so_in_the_end(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, _) = await inside.started()
        inside.store.next("append", *[too_late] * 1000)
        with pytest.raises(Refused) as refused:
            await actor.submit(acting(actor))
        assert refused.value.code is Refusal.STALE
        inside.store.troubles.clear()
        await actor.submit(acting(actor))
        assert ada.kinds == ["Acted"]


@asynchronous
async def test_a_mistake_in_one_command_does_not_stop_the_others(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, _) = await inside.started()

        def mistaken() -> Command:
            raise ZeroDivisionError

        answers = [actor.submit(mistaken), actor.submit(acting(actor)), actor.submit(commands.AskEnd(0))]
        outcomes = await asyncio.gather(*answers, return_exceptions=True)
        assert isinstance(outcomes[0], ZeroDivisionError)
        assert ada.numbers == outcomes[1:]
        assert not actor.busy
        await assert_as_stored(inside, actor)


@asynchronous
async def test_a_mistake_while_writing_leaves_nothing_half_done(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, _) = await inside.started()
        inside.store.next("append", unexpected)
        with pytest.raises(ZeroDivisionError):
            await actor.submit(acting(actor))
        await actor.submit(acting(actor))
        assert ada.kinds == ["Acted"]
        await assert_as_stored(inside, actor)


@asynchronous
async def test_a_mistake_while_telling_does_not_stop_the_table(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, _) = await inside.started()

        def mistaken(entry: Entry, seconds: float) -> None:
            inside.tables.context.wrote = lambda entry, seconds: None
            raise ZeroDivisionError

        inside.tables.context.wrote = mistaken
        command = acting(actor, id="once")
        with pytest.raises(ZeroDivisionError):
            await actor.submit(command)
        await actor.submit(command)
        await actor.submit(commands.AskEnd(0))
        assert ada.kinds == ["Acted", "Asked"]
        await assert_as_stored(inside, actor)


@asynchronous
async def test_who_stops_waiting_does_not_stop_the_command(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, _) = await inside.started()
        gates = Gate(), Gate()
        inside.store.next("append", *gates)
        writing, waiting = actor.submit(acting(actor)), actor.submit(commands.AskEnd(0))
        await gates[0].reached.wait()
        writing.cancel()
        waiting.cancel()
        for gate in gates:
            gate.open()
        await actor.settle()
        assert ada.kinds == ["Acted", "Asked"]
        await assert_as_stored(inside, actor)


@asynchronous
async def test_who_stops_waiting_for_the_table_to_settle_stops_nobody_else(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started()
        gate = Gate()
        inside.store.next("append", gate)
        actor.submit(acting(actor))
        await gate.reached.wait()
        impatient, patient = (asyncio.create_task(actor.settle()) for _ in range(2))
        await turns_of_the_loop()
        impatient.cancel()
        await turns_of_the_loop()
        assert not patient.done()
        gate.open()
        await patient
        assert not actor.busy


@asynchronous
async def test_whoever_stops_waiting_for_what_is_refused_hears_nothing_of_it(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, (ada, _) = await inside.started()
        actor.submit(commands.Act(1, {})).cancel()
        await actor.settle()
        assert ada.entries == []


@asynchronous
async def test_commands_are_carried_out_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, ears = await inside.seated("Ada", "Bob", "Cyd")
        looks = [commands.Dress(seat, entries.Look(wizard=wizard)) for wizard, seat in enumerate([2, 0, 1], start=1)]
        numbers = await asyncio.gather(*(actor.submit(look) for look in looks))
        assert numbers == sorted(numbers)
        assert ears[0].numbers[-3:] == numbers


@asynchronous
async def test_what_lists_show_is_written_with_the_entry(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started()
        row = await inside.store.table(actor.code)
        assert row is not None
        assert row.summary.phase == "playing"
        assert b'"Bob"' in row.summary.shown


@asynchronous
async def test_the_house_notes_how_long_the_disk_took(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        noted: list[str] = []
        inside.tables.context.wrote = lambda entry, seconds: noted.append(f"{type(entry.what).__name__} {seconds > 0}")
        actor, _ = await inside.seated("Ada")
        await actor.submit(commands.Rise(0))
        assert noted == ["Sat True", "Rose True"]


# ---------------------------------------------------------------- what the house itself has to do


@asynchronous
async def test_a_duty_is_tried_again_when_the_disk_was_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_tables, "STORE_PATIENCE", 0.0)
    async with room(tmp_path) as inside:
        actor = await inside.open()
        inside.clock.move(61)
        inside.store.next("append", full, written_but_broken)
        actor.look()
        while actor.table.phase != "closed":
            await asyncio.sleep(0)
        assert actor.table.closed == "abandoned"
        assert actor.table.number == 2


@asynchronous
async def test_a_duty_waits_when_the_clock_was_put_back(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor = await inside.open()
        inside.clock.move(61)

        async def put_back(write: Write) -> bool:
            inside.clock.move(-30)
            return False

        inside.store.next("append", put_back)
        actor.look()
        while "append" not in inside.store.asked:
            await asyncio.sleep(0)
        await actor.settle()
        await turns_of_the_loop()
        assert actor.table.phase == "open"
        inside.clock.move(30)
        actor.look()
        while actor.table.phase == "open":
            await asyncio.sleep(0)


@asynchronous
async def test_a_mistake_in_a_duty_is_written_down_and_not_tried_at_once_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_tables, "STORE_PATIENCE", 3600.0)
    async with room(tmp_path) as inside:
        actor = await inside.open()
        inside.clock.move(61)
        inside.store.next("append", unexpected)
        with structlog.testing.capture_logs() as logged:
            actor.look()
            while not logged:
                await asyncio.sleep(0)
            await actor.settle()
        assert [line["event"] for line in logged] == ["a duty of the house failed"]
        assert actor.table.phase == "open"
