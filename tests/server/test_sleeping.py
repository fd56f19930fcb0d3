"""Snapshots, and tables that fall asleep: they are kept as they are, and nobody who comes finds them gone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import structlog

from ludoteca.house.table import Phase
from ludoteca.server.table.actor import SNAPSHOT_EVERY

from .rooms import act, awake_again, grow, room, unlike
from .running import asynchronous
from .troubled import Gate, full, unexpected

# ---------------------------------------------------------------- snapshots


@asynchronous
async def test_a_snapshot_is_kept_every_so_many_entries(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.seated("Ada")
        await grow(actor, SNAPSHOT_EVERY - 1)
        assert "keep_snapshot" not in inside.store.asked
        await grow(actor, SNAPSHOT_EVERY + 5)
        assert inside.store.asked.count("keep_snapshot") == 1
        kept = await inside.store.snapshot(actor.code)
        assert kept is not None
        assert (kept.number, actor.kept) == (SNAPSHOT_EVERY, SNAPSHOT_EVERY)


@asynchronous
async def test_a_table_wakes_from_its_snapshot_and_what_followed(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started(game="masters")
        await act(actor, 10)
        await actor.keep()
        await act(actor, 7)
        again = await awake_again(inside, actor)
        assert again is not actor
        assert again.kept == actor.table.number - 7
        assert again.table.number == actor.table.number + 1  # it was interrupted
        assert unlike(actor, again) <= {"number", "time", "digest", "seats", "clock", "alone_since"}
        assert again.table.game == actor.table.game


@asynchronous
async def test_a_snapshot_that_could_not_be_kept_is_kept_on_sleep(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.seated("Ada")
        inside.store.next("keep_snapshot", full)
        await grow(actor, SNAPSHOT_EVERY)
        assert await inside.store.snapshot(actor.code) is None
        await actor.keep()
        kept = await inside.store.snapshot(actor.code)
        assert kept is not None
        assert kept.number == actor.table.number == SNAPSHOT_EVERY


@asynchronous
async def test_a_mistake_while_keeping_a_snapshot_is_written_down(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.seated("Ada")
        inside.store.next("keep_snapshot", unexpected)
        with structlog.testing.capture_logs() as logged:
            await grow(actor, SNAPSHOT_EVERY)
        assert [line["event"] for line in logged] == ["a snapshot was not kept"]


# ---------------------------------------------------------------- sleep


@asynchronous
async def test_a_table_sleeps_when_nobody_has_been_there_for_a_while(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, ears = await inside.started()
        for ear in ears:
            actor.leave(ear)
        await actor.settle()
        inside.clock.move(600)
        await inside.tables.let_sleep()
        assert actor.code in inside.tables.awake
        inside.clock.move(1)
        await inside.tables.let_sleep()
        assert actor.code not in inside.tables.awake
        kept = await inside.store.snapshot(actor.code)
        assert kept is not None
        assert kept.number == actor.table.number
        again = await inside.tables.find(actor.code)
        assert unlike(actor, again) == set()  # everybody had left, so nothing was interrupted


@asynchronous
async def test_a_game_alone_that_sleeps_ends_by_itself_after_an_hour(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        alone, (ear,) = await inside.started(1, game="masters")
        together, others = await inside.started()
        for actor, each in ((alone, ear), (together, others[0]), (together, others[1])):
            actor.leave(each)
            await actor.settle()
        inside.clock.move(601)
        await inside.tables.let_sleep()
        await inside.tables.end_abandoned()
        assert not inside.tables.awake
        inside.clock.move(3600)
        await inside.tables.end_abandoned()
        assert inside.tables.awake.keys() == {alone.code}
        awake = inside.tables.awake[alone.code]
        while awake.table.phase is Phase.PLAYING:
            await asyncio.sleep(0)
        assert awake.table.closed == "abandoned"


@asynchronous
async def test_a_table_stays_awake_while_somebody_is_there_or_may_come(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        playing, ears = await inside.started()
        waiting = await inside.open()
        playing.leave(ears[0])
        await playing.settle()
        inside.clock.move(59)
        await inside.tables.let_sleep()
        inside.clock.move(1000)
        waiting.stop()  # or it would be abandoned now
        await inside.tables.let_sleep()
        assert {playing.code, waiting.code} <= inside.tables.awake.keys()


@asynchronous
async def test_somebody_who_comes_while_a_table_falls_asleep_keeps_it_awake(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, ears = await inside.started()
        for ear in ears:
            actor.leave(ear)
        await actor.settle()
        inside.clock.move(601)
        gate = Gate()
        inside.store.next("keep_snapshot", gate)
        sleeping = asyncio.create_task(inside.tables.let_sleep())
        await gate.reached.wait()
        actor.join(ears[0])
        gate.open()
        await sleeping
        await actor.settle()
        assert inside.tables.awake[actor.code] is actor
        assert actor.table.seats[0].connected


@asynchronous
async def test_one_table_that_cannot_be_kept_does_not_keep_the_others_awake(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started()
        other, _ = await inside.started()
        inside.store.next("keep_snapshot", full)
        with structlog.testing.capture_logs() as logged:
            await inside.tables.let_sleep(everything=True)
        assert inside.tables.awake == {}
        assert [line["log_level"] for line in logged] == ["warning"]
        assert await inside.store.snapshot(actor.code) is None
        assert await inside.store.snapshot(other.code) is not None
        again = await inside.tables.find(actor.code)
        assert again.table.game == actor.table.game
