"""Snapshots, and tables that fall asleep: they are kept as they are, and nobody who comes finds them gone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import structlog

from ludoteca.server.live import SNAPSHOT_EVERY

from .rooms import act, awake_again, grow, room, unlike
from .running import asynchronous
from .troubled import Gate, full, unexpected

# ---------------------------------------------------------------- snapshots


@asynchronous
async def test_a_snapshot_is_kept_every_so_many_entries(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, _ = await inside.seated("Ada")
        await grow(live, SNAPSHOT_EVERY - 1)
        assert "keep_snapshot" not in inside.store.asked
        await grow(live, SNAPSHOT_EVERY + 5)
        assert inside.store.asked.count("keep_snapshot") == 1
        kept = await inside.store.snapshot(live.code)
        assert kept is not None
        assert (kept.number, live.kept) == (SNAPSHOT_EVERY, SNAPSHOT_EVERY)


@asynchronous
async def test_a_table_wakes_from_its_snapshot_and_what_followed(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, _ = await inside.started(game="masters")
        await act(live, 10)
        await live.keep()
        await act(live, 7)
        again = await awake_again(inside, live)
        assert again is not live
        assert again.kept == live.table.number - 7
        assert again.table.number == live.table.number + 1  # it was interrupted
        assert unlike(live, again) <= {"number", "time", "digest", "seats", "clock", "alone_since"}
        assert again.table.game == live.table.game


@asynchronous
async def test_a_snapshot_that_could_not_be_kept_is_kept_on_sleep(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, _ = await inside.seated("Ada")
        inside.store.next("keep_snapshot", full)
        await grow(live, SNAPSHOT_EVERY)
        assert await inside.store.snapshot(live.code) is None
        await live.keep()
        kept = await inside.store.snapshot(live.code)
        assert kept is not None
        assert kept.number == live.table.number == SNAPSHOT_EVERY


@asynchronous
async def test_a_mistake_while_keeping_a_snapshot_is_written_down(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, _ = await inside.seated("Ada")
        inside.store.next("keep_snapshot", unexpected)
        with structlog.testing.capture_logs() as logged:
            await grow(live, SNAPSHOT_EVERY)
        assert [line["event"] for line in logged] == ["a snapshot was not kept"]


# ---------------------------------------------------------------- sleep


@asynchronous
async def test_a_table_sleeps_when_nobody_has_been_there_for_a_while(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, ears = await inside.started()
        for ear in ears:
            live.leave(ear)
        await live.settle()
        inside.clock.move(600)
        await inside.tables.let_sleep()
        assert live.code in inside.tables.awake
        inside.clock.move(1)
        await inside.tables.let_sleep()
        assert live.code not in inside.tables.awake
        kept = await inside.store.snapshot(live.code)
        assert kept is not None
        assert kept.number == live.table.number
        again = await inside.tables.find(live.code)
        assert unlike(live, again) == set()  # everybody had left, so nothing was interrupted


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
        live, ears = await inside.started()
        for ear in ears:
            live.leave(ear)
        await live.settle()
        inside.clock.move(601)
        gate = Gate()
        inside.store.next("keep_snapshot", gate)
        sleeping = asyncio.create_task(inside.tables.let_sleep())
        await gate.reached.wait()
        live.join(ears[0])
        gate.open()
        await sleeping
        await live.settle()
        assert inside.tables.awake[live.code] is live
        assert live.table.seats[0].connected


@asynchronous
async def test_one_table_that_cannot_be_kept_does_not_keep_the_others_awake(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        live, _ = await inside.started()
        other, _ = await inside.started()
        inside.store.next("keep_snapshot", full)
        with structlog.testing.capture_logs() as logged:
            await inside.tables.let_sleep(everything=True)
        assert inside.tables.awake == {}
        assert [line["log_level"] for line in logged] == ["warning"]
        assert await inside.store.snapshot(live.code) is None
        assert await inside.store.snapshot(other.code) is not None
        again = await inside.tables.find(live.code)
        assert again.table.game == live.table.game
