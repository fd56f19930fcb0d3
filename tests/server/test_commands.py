"""Commands wait in line at a table; each is on disk before anybody hears of it, whatever the store does."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest
import structlog

from ludoteca.house import commands, entries, snapshots
from ludoteca.house.commands import Command
from ludoteca.house.entries import Entry
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.unfolding import rebuild
from ludoteca.server import live as live_tables
from ludoteca.server.live import LiveTable
from ludoteca.store.contract import StoreBroken, StoreFull

from .rooms import Room, acting, room
from .running import asynchronous, turns_of_the_loop
from .troubled import Gate, Write, broken, full, too_late, unexpected, written_but_broken

pytestmark = pytest.mark.usefixtures("both_stores")


async def assert_as_stored(store_room: Room, live: LiveTable) -> None:
    """The table in memory is what its log makes, and nothing else."""
    rows = await store_room.store.entries(live.code)
    log = [entries.decode(row.body) for row in rows]
    assert snapshots.snapshot(rebuild(live.code, live.table.secret, log)) == snapshots.snapshot(live.table)


@asynchronous
async def test_nothing_is_told_before_the_entry_is_on_disk(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, (ada, bob) = await inside.started()
        before = snapshots.snapshot(live.table)
        gate = Gate()
        inside.store.next("append", gate)
        answer = live.submit(acting(live))
        await gate.reached.wait()
        await turns_of_the_loop()
        assert (ada.entries, bob.entries, answer.done()) == ([], [], False)
        assert snapshots.snapshot(live.table) == before
        gate.open()
        number = await answer
        assert ada.numbers == bob.numbers == [number]
        assert ada.views[0].number == live.table.number == number
        await assert_as_stored(inside, live)


@asynchronous
async def test_people_hear_of_an_entry_before_the_one_who_asked_is_answered(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, (_, bob) = await inside.started()
        heard_by_then: list[int] = []
        answer = live.submit(acting(live))
        answer.add_done_callback(lambda done: heard_by_then.extend(bob.numbers))
        number = await answer
        await turns_of_the_loop()
        assert heard_by_then == [number]


@asynchronous
async def test_a_full_disk_changes_nothing_and_later_all_is_well(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, (ada, bob) = await inside.started()
        before = snapshots.snapshot(live.table)
        for _ in range(3):
            inside.store.next("append", full)
            with pytest.raises(StoreFull):
                await live.submit(acting(live, id="once"))
        assert snapshots.snapshot(live.table) == before
        assert ada.entries == bob.entries == []
        number = await live.submit(acting(live, id="once"))
        assert ada.numbers == [number]
        await assert_as_stored(inside, live)


@asynchronous
@pytest.mark.parametrize("choice", [0, 3])
async def test_an_entry_that_got_to_disk_unnoticed_is_caught_up_with_and_not_applied_twice(
    tmp_path: Path, choice: int
) -> None:
    async with room(tmp_path) as inside:
        live, (ada, _) = await inside.started()
        command = acting(live, choice, id="once")
        inside.store.next("append", written_but_broken)
        with pytest.raises(StoreBroken):
            await live.submit(command)
        assert ada.entries == []
        number = await live.submit(command)
        assert ada.numbers == [number] == [live.table.number]
        assert ada.views[-1].number == number
        await assert_as_stored(inside, live)


@asynchronous
async def test_another_command_after_such_an_entry_comes_after_it(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, (_, bob) = await inside.started()
        inside.store.next("append", written_but_broken)
        with pytest.raises(StoreBroken):
            await live.submit(acting(live))
        with pytest.raises(Refused) as refused:
            await live.submit(commands.Act(0, {"do": "play_assistant", "value": 10}))
        assert refused.value.code is Refusal.NOT_YOUR_TURN
        assert bob.kinds == ["Acted"]
        await assert_as_stored(inside, live)


@asynchronous
async def test_while_nobody_knows_what_is_on_disk_nothing_is_decided(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, (ada, _) = await inside.started()
        command = acting(live, id="once")
        inside.store.next("append", written_but_broken)
        inside.store.next("entries", broken)
        for _ in range(2):
            with pytest.raises(StoreBroken):
                await live.submit(command)
        await live.submit(command)
        assert ada.kinds == ["Acted"]
        await assert_as_stored(inside, live)


@asynchronous
async def test_what_another_node_wrote_first_is_told_and_the_command_tried_again(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, (ada, bob, _) = await inside.started(people=3)
        elsewhere = await inside.another_node()._load(live.code, live.table.secret)
        await elsewhere.submit(commands.AskEnd(1))
        await elsewhere.submit(commands.Answer(2, False))
        number = await live.submit(acting(live))
        assert ada.kinds == bob.kinds == ["Asked", "Answered", "Acted"]
        assert [view.number for view in ada.views] == ada.numbers == [number - 2, number - 1, number]
        assert inside.store.asked[-3:] == ["append", "entries", "append"]
        await assert_as_stored(inside, live)


@asynchronous
async def test_two_nodes_that_go_on_at_once_agree_in_the_end(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, _ = await inside.started(game="masters")
        elsewhere = await inside.another_node()._load(live.code, live.table.secret)

        for turn in range(10):
            await asyncio.gather(
                live.submit(partial(acting, live, id=f"here {turn}")),
                elsewhere.submit(partial(acting, elsewhere, id=f"there {turn}")),
            )
        await live.catch_up()
        await elsewhere.catch_up()
        assert snapshots.snapshot(live.table) == snapshots.snapshot(elsewhere.table)
        log = [entries.decode(row.body).what for row in await inside.store.entries(live.code)]
        assert sum(isinstance(what, entries.Acted) for what in log) == 20


@asynchronous
async def test_whoever_is_always_too_late_is_told_so_in_the_end(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, (ada, _) = await inside.started()
        inside.store.next("append", *[too_late] * 1000)
        with pytest.raises(Refused) as refused:
            await live.submit(acting(live))
        assert refused.value.code is Refusal.STALE
        inside.store.troubles.clear()
        await live.submit(acting(live))
        assert ada.kinds == ["Acted"]


@asynchronous
async def test_a_mistake_in_one_command_does_not_stop_the_others(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, (ada, _) = await inside.started()

        def mistaken() -> Command:
            raise ZeroDivisionError

        answers = [live.submit(mistaken), live.submit(acting(live)), live.submit(commands.AskEnd(0))]
        outcomes = await asyncio.gather(*answers, return_exceptions=True)
        assert isinstance(outcomes[0], ZeroDivisionError)
        assert ada.numbers == outcomes[1:]
        assert not live.busy
        await assert_as_stored(inside, live)


@asynchronous
async def test_a_mistake_while_writing_leaves_nothing_half_done(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, (ada, _) = await inside.started()
        inside.store.next("append", unexpected)
        with pytest.raises(ZeroDivisionError):
            await live.submit(acting(live))
        await live.submit(acting(live))
        assert ada.kinds == ["Acted"]
        await assert_as_stored(inside, live)


@asynchronous
async def test_a_mistake_while_telling_does_not_stop_the_table(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, (ada, _) = await inside.started()

        def mistaken(entry: Entry, seconds: float) -> None:
            inside.tables.around.wrote = lambda entry, seconds: None
            raise ZeroDivisionError

        inside.tables.around.wrote = mistaken
        command = acting(live, id="once")
        with pytest.raises(ZeroDivisionError):
            await live.submit(command)
        await live.submit(command)
        await live.submit(commands.AskEnd(0))
        assert ada.kinds == ["Acted", "Asked"]
        await assert_as_stored(inside, live)


@asynchronous
async def test_who_stops_waiting_does_not_stop_the_command(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, (ada, _) = await inside.started()
        gates = Gate(), Gate()
        inside.store.next("append", *gates)
        writing, waiting = live.submit(acting(live)), live.submit(commands.AskEnd(0))
        await gates[0].reached.wait()
        writing.cancel()
        waiting.cancel()
        for gate in gates:
            gate.open()
        await live.settle()
        assert ada.kinds == ["Acted", "Asked"]
        await assert_as_stored(inside, live)


@asynchronous
async def test_who_stops_waiting_for_the_table_to_settle_stops_nobody_else(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, _ = await inside.started()
        gate = Gate()
        inside.store.next("append", gate)
        live.submit(acting(live))
        await gate.reached.wait()
        impatient, patient = (asyncio.create_task(live.settle()) for _ in range(2))
        await turns_of_the_loop()
        impatient.cancel()
        await turns_of_the_loop()
        assert not patient.done()
        gate.open()
        await patient
        assert not live.busy


@asynchronous
async def test_whoever_stops_waiting_for_what_is_refused_hears_nothing_of_it(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, (ada, _) = await inside.started()
        live.submit(commands.Act(1, {})).cancel()
        await live.settle()
        assert ada.entries == []


@asynchronous
async def test_commands_are_carried_out_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, ears = await inside.seated("Ada", "Bob", "Cyd")
        looks = [commands.Dress(seat, entries.Look(wizard=wizard)) for wizard, seat in enumerate([2, 0, 1], start=1)]
        numbers = await asyncio.gather(*(live.submit(look) for look in looks))
        assert numbers == sorted(numbers)
        assert ears[0].numbers[-3:] == numbers


@asynchronous
async def test_what_lists_show_is_written_with_the_entry(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, _ = await inside.started()
        row = await inside.store.table(live.code)
        assert row is not None
        assert row.summary.phase == "playing"
        assert b'"Bob"' in row.summary.shown


@asynchronous
async def test_the_house_notes_how_long_the_disk_took(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        noted: list[str] = []
        inside.tables.around.wrote = lambda entry, seconds: noted.append(f"{type(entry.what).__name__} {seconds > 0}")
        live, _ = await inside.seated("Ada")
        await live.submit(commands.Rise(0))
        assert noted == ["Sat True", "Rose True"]


# ---------------------------------------------------------------- what the house itself has to do


@asynchronous
async def test_a_duty_is_tried_again_when_the_disk_was_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_tables, "STORE_PATIENCE", 0.0)
    async with room(tmp_path) as inside:
        live = await inside.open()
        inside.clock.move(61)
        inside.store.next("append", full, written_but_broken)
        live.look()
        while live.table.phase != "closed":
            await asyncio.sleep(0)
        assert live.table.closed == "abandoned"
        assert live.table.number == 2


@asynchronous
async def test_a_duty_waits_when_the_clock_was_put_back(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live = await inside.open()
        inside.clock.move(61)

        async def put_back(write: Write) -> bool:
            inside.clock.move(-30)
            return False

        inside.store.next("append", put_back)
        live.look()
        while "append" not in inside.store.asked:
            await asyncio.sleep(0)
        await live.settle()
        await turns_of_the_loop()
        assert live.table.phase == "open"
        inside.clock.move(30)
        live.look()
        while live.table.phase == "open":
            await asyncio.sleep(0)


@asynchronous
async def test_a_mistake_in_a_duty_is_written_down_and_not_tried_at_once_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_tables, "STORE_PATIENCE", 3600.0)
    async with room(tmp_path) as inside:
        live = await inside.open()
        inside.clock.move(61)
        inside.store.next("append", unexpected)
        with structlog.testing.capture_logs() as logged:
            live.look()
            while not logged:
                await asyncio.sleep(0)
            await live.settle()
        assert [line["event"] for line in logged] == ["a duty of the house failed"]
        assert live.table.phase == "open"
