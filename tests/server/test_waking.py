"""Tables sleep in the store and wake from it: from their last snapshot and what followed, and nothing is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import structlog

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import commands, entries
from ludoteca.house.options import ClockSettings, Options
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.rules.catalogue import GAMES
from ludoteca.server.table import actor as live_tables
from ludoteca.server.table.actor import TableActor
from ludoteca.server.table.registry import Seating
from ludoteca.store.contract import EntryRow, SnapshotRow, StoreFull

from .rooms import Ear, act, awake_again, room, sitting, unlike
from .running import SECOND, asynchronous, turns_of_the_loop
from .troubled import Gate, full, too_late


def seats(*sitting_down: commands.Sit) -> Seating:
    async def seat(actor: TableActor) -> None:
        for command in sitting_down:
            await actor.submit(command)

    return seat


# ---------------------------------------------------------------- waking


@asynchronous
async def test_who_was_connected_is_not_when_a_table_wakes(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started(clock=ClockSettings("game", 100))
        await act(actor, 2)
        inside.clock.move(30)
        again = await awake_again(inside, actor)
        rows = await inside.store.entries(actor.code)
        assert isinstance(entries.decode(rows[-1].body).what, entries.Interrupted)
        assert not any(seat.connected for seat in again.table.seats)
        assert again.table.clock.left == [100 * SECOND] * 2  # nobody's time ran while the house was away


@asynchronous
async def test_a_table_wakes_once_for_two_who_come_at_once(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started()
        actor.stop()
        inside.tables = inside.another_node()
        found = await asyncio.gather(*(inside.tables.find(actor.code) for _ in range(5)))
        assert len(set(map(id, found))) == 1
        assert len(await inside.store.entries(actor.code)) == actor.table.number + 1


@asynchronous
async def test_nobody_gets_a_table_that_is_not_quite_awake(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started()
        actor.stop()
        inside.tables = inside.another_node()
        gate = Gate()
        inside.store.next("append", gate)
        first = asyncio.create_task(inside.tables.find(actor.code))
        await gate.reached.wait()
        second = asyncio.create_task(inside.tables.find(actor.code))
        await turns_of_the_loop()
        assert not second.done()
        gate.open()
        assert await first is await second


@asynchronous
async def test_with_a_full_disk_a_table_wakes_to_be_looked_at_and_is_interrupted_later(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started(clock=ClockSettings("game", 100))
        await act(actor, 2)
        inside.clock.move(30)
        inside.store.next("append", full)
        with structlog.testing.capture_logs() as logged:
            again = await awake_again(inside, actor)
        assert [line["log_level"] for line in logged] == ["warning"]
        assert unlike(actor, again) == set()
        ada = Ear(0)
        again.join(ada)
        await again.settle()
        assert ada.kinds == ["Interrupted", "Arrived"]
        assert again.table.clock.left == [100 * SECOND] * 2


@asynchronous
async def test_a_table_that_another_node_wakes_too_is_interrupted_once(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started()
        actor.stop()
        inside.tables = inside.another_node()
        inside.store.next("append", too_late)
        again = await inside.tables.find(actor.code)
        assert again.table.number == actor.table.number + 1
        third = await awake_again(inside, again)
        assert third.table.number == again.table.number


@asynchronous
async def test_a_table_that_another_node_closes_meanwhile_wakes_closed(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started()
        inside.tables = inside.another_node()
        gate = Gate()
        inside.store.next("append", gate)
        waking = asyncio.create_task(inside.tables.find(actor.code))
        await gate.reached.wait()
        await actor.submit(commands.Close(None, "it is late"))
        gate.open()
        assert (await waking).table.phase == "closed"


@asynchronous
async def test_there_is_no_such_table(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        for typed in ("QQQQQQ", "qqq-qqq", "", "QQQQQ", "QQQQQI", "../../etc/passwd" * 10):
            with pytest.raises(Trouble) as trouble:
                await inside.tables.find(typed)
            assert trouble.value.code is Problem.NO_SUCH_TABLE
            assert typed[:20] in trouble.value.sentence


@asynchronous
async def test_a_table_is_found_however_its_code_is_typed(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor = await inside.open()
        assert await inside.tables.find(f" {actor.code[:3].lower()}-{actor.code[3:]} ") is actor


@asynchronous
async def test_after_a_start_tables_that_wait_for_players_are_awake_and_games_sleep(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        playing, _ = await inside.started()
        waiting, _ = await inside.seated("Ada")
        for actor in (playing, waiting):
            actor.stop()
        inside.tables = inside.another_node()
        await inside.tables.wake_waiting()
        assert inside.tables.awake.keys() == {waiting.code}
        inside.clock.move(61)
        again = inside.tables.awake[waiting.code]
        again.look()
        while again.table.seats:
            await asyncio.sleep(0)


@asynchronous
async def test_a_table_that_cannot_be_read_does_not_keep_the_house_closed(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        damaged, good = await inside.open(), await inside.open()
        row = EntryRow(damaged.code, 2, b"nonsense", "0" * 64)
        assert await inside.store.append(row, damaged.table.digest)
        damaged.stop()
        good.stop()
        inside.tables = inside.another_node()
        with structlog.testing.capture_logs() as logged:
            await inside.tables.wake_waiting()
        assert inside.tables.awake.keys() == {good.code}
        errors = [(line["event"], line["table"]) for line in logged if line["log_level"] == "error"]
        assert errors == [("a table cannot be read", damaged.code)]


# ---------------------------------------------------------------- opening


@asynchronous
async def test_a_code_that_is_taken_is_not_used_again(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        inside.store.next("create", too_late)
        actor = await inside.open()
        assert inside.store.asked.count("create") == 2
        assert await inside.store.secret(actor.code) == actor.table.secret


@asynchronous
async def test_nobody_gets_a_new_table_before_those_who_belong_there_sit(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        gate = Gate()
        inside.store.next("append", gate)
        opening = asyncio.create_task(inside.tables.open(Options("eriantys", 2), seats(sitting("Ada", here=False))))
        await gate.reached.wait()
        (row,) = await inside.store.tables()
        finding = asyncio.create_task(inside.tables.find(row.code))
        await turns_of_the_loop()
        assert not finding.done()
        gate.open()
        actor = await finding
        assert actor is await opening
        assert [seat.name for seat in actor.table.seats] == ["Ada"]


@asynchronous
async def test_a_new_table_at_which_somebody_cannot_sit_is_closed(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        with pytest.raises(Refused) as refused:
            await inside.tables.open(Options("eriantys", 2), seats(sitting("Ada"), sitting("Ada")))
        assert refused.value.code is Refusal.ALREADY_SEATED
        (row,) = await inside.store.tables()
        assert row.summary.phase == "closed"


@asynchronous
async def test_a_new_table_that_the_disk_had_no_room_for_is_given_up(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        inside.store.next("append", full)
        with pytest.raises(StoreFull):
            await inside.tables.open(Options("eriantys", 2), seats(sitting("Ada")))
        (actor,) = inside.tables.awake.values()
        inside.clock.move(61)
        actor.look()
        while actor.table.phase == "open":
            await asyncio.sleep(0)


# ---------------------------------------------------------------- other rules


@asynchronous
async def test_under_newer_rules_a_game_goes_on_from_its_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started(game="masters")
        await act(actor, 12)
        told = await actor.missed(0, actor.table.number - 12)
        actor.stop()
        await actor.keep()
        monkeypatch.setattr(GAMES["masters"], "rules_version", "99")
        again = await awake_again(inside, actor)
        assert again.table.game == actor.table.game
        ada, bob = Ear(0), Ear(1)
        again.join(ada)
        again.join(bob)
        await again.settle()
        monkeypatch.setattr(live_tables, "SNAPSHOT_EVERY", 16)
        await act(again, 20)
        assert ada.kinds.count("Acted") == 20
        assert told is not None
        older = await again.missed(0, actor.table.number - 12)
        assert older is not None
        assert older[:12] == told  # as it was told then, not as newer rules would tell it
        kept = await inside.store.snapshot(actor.code)
        assert kept is not None
        assert kept.rules_version == "99"


@asynchronous
async def test_a_game_without_a_snapshot_cannot_go_on_under_newer_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started(game="masters")
        monkeypatch.setattr(GAMES["masters"], "rules_version", "99")
        with pytest.raises(Refused) as refused:
            await awake_again(inside, actor)
        assert refused.value.code is Refusal.OTHER_RULES


@asynchronous
async def test_a_snapshot_that_cannot_be_read_is_no_loss(tmp_path: Path) -> None:
    async with room(tmp_path) as inside:
        actor, _ = await inside.started(game="masters")
        await act(actor, 12)
        actor.stop()
        await inside.store.keep_snapshot(SnapshotRow(actor.code, actor.table.number, "1", b'{"of": "another time"}'))
        again = await awake_again(inside, actor)
        assert again.table.game == actor.table.game
