"""The house closes and opens again: all are told to come back, and everything is there, in the middle of a turn."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import structlog

from ludoteca import app
from ludoteca.bots import BOTS
from ludoteca.house import entries, snapshots
from ludoteca.house.apply import rebuild
from ludoteca.server import server
from ludoteca.server.server import Server
from ludoteca.server.settings import Settings
from ludoteca.server.wall_clock import wall_clock
from ludoteca.store.sqlite import SqliteStore

from .houses import GENEROUS, House, opened_house
from .running import SECOND, Clock, asynchronous
from .troubled import Gate, TroubledStore, full
from .wire import raw


async def close_house(house: House) -> None:
    """While people are connected; at the end of a test they hang up before."""
    await house.server._close()


@asynchronous
async def test_everybody_is_told_to_come_back(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, people = await house.game(delay=10)
        watcher = await house.call(code)
        silent = await house.connect(code)
        await close_house(house)
        for caller in (*people, watcher, silent):
            goodbye = await caller.goodbye()
            assert (goodbye["code"], goodbye["again"]) == ("restart", 1.0)
            assert "Your seat is kept" in goodbye["sentence"]
            assert caller.socket.close_code == 1012


@asynchronous
async def test_whoever_arrives_when_everybody_was_sent_away_is_welcomed_and_told_the_same(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code = await house.open_table()
        await house.server.state.empty()
        late = await house.connect(code)
        assert (await late.goodbye())["code"] == "restart"


@asynchronous
async def test_a_house_with_people_who_do_not_answer_closes_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "GRACE", 0.1)
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game()
        async with raw(house) as (_, writer):
            writer.write(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
            await writer.drain()
            ada.socket._autoclose = False
            async with asyncio.timeout(60):
                await close_house(house)
        assert code not in house.server.tables.awake


@asynchronous
async def test_every_table_is_kept_and_nobody_has_left(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        playing, _ = await house.game("masters")
        waiting = await house.open_table()
        (ada,) = await house.seated(waiting, "Ada")
        await ada.do("say", text="See you soon.")
        tables = {code: house.actor(code).table for code in (playing, waiting)}
        before = {code: snapshots.snapshot(table) for code, table in tables.items()}
        await close_house(house)
    async with SqliteStore(tmp_path) as store:
        for code, table in before.items():
            kept = await store.snapshot(code)
            assert kept is not None
            assert kept.body == table
            log = [entries.decode(row.body) for row in await store.entries(code)]
            assert not any(isinstance(entry.what, entries.Departed) for entry in log)
            assert snapshots.snapshot(rebuild(code, tables[code].secret, log)) == table
        assert len(await store.chat(waiting)) == 1


@asynchronous
async def test_a_game_goes_on_in_the_middle_of_a_turn_with_its_clocks(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, (ada, bob) = await house.game(clock={"per": "game", "seconds": 100, "increment": 5})
        for choice, caller in enumerate((ada, bob)):
            clock.move(10)
            view = await caller.sees(lambda seen: bool(seen["legal"]))
            await caller.do("act", action=view["legal"][choice])
        clock.move(7)
        await ada.do("act", action=ada.view["legal"][0])
        before = ada.view
        clock.move(3)
        await close_house(house)
    clock.move(24 * 3600)
    async with opened_house(tmp_path, clock=clock) as house:
        ada = await house.call(code, "Ada", seen=before["number"])
        kinds = [entry["what"]["kind"] for entry in ada.heard("welcome")[0]["missed"]]
        assert kinds == ["interrupted"]
        assert ada.view["game"] == before["game"]
        assert await ada.refused("take_back") in ("away", "paused")
        await house.call(code, "Bob")
        view = await ada.sees(lambda seen: bool(seen["legal"]))
        assert view["legal"] == before["legal"]
        assert view["back_to"] == before["back_to"]
        # Nobody is charged for the time since the last entry before the house closed.
        assert view["clock"]["left"] == [95 * SECOND, 95 * SECOND]
        await ada.do("take_back")
        clock.move(20)
        await ada.do("act", action=ada.view["legal"][1])
        assert ada.view["phase"] == "playing"


@asynchronous
async def test_what_is_on_its_way_when_the_house_closes_gets_there(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, (ada, _) = await house.game()
        gate = Gate()
        house.store.next("append", gate)
        await ada.send("act", action={"do": "play_assistant", "value": 4}, id="mine")
        await gate.reached.wait()
        closing = asyncio.create_task(close_house(house))
        while house.server.tables.draining is False:
            await asyncio.sleep(0)
        gate.open()
        await closing
        await ada.cut()
    async with opened_house(tmp_path, clock=clock) as house:
        ada = await house.call(code, "Ada")
        number = await ada.do("act", action={"do": "play_assistant", "value": 4}, id="mine")
        assert number is not None
        log = [entries.decode(row.body) for row in await house.store.entries(code)]
        assert sum(isinstance(entry.what, entries.Acted) for entry in log) == 1


@asynchronous
async def test_somebody_who_wakes_a_table_while_the_house_closes_harms_nothing(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        sleeping, _ = await house.game()
    async with opened_house(tmp_path, clock=clock) as house:
        code, (ada, _) = await house.game()
        await house.get("/api/house")  # a connection that is kept
        gate = Gate()
        house.store.next("append", gate)
        await ada.send("act", action=ada.view["legal"][0])
        await gate.reached.wait()
        closing = asyncio.create_task(close_house(house))
        while house.server.tables.draining is False:
            await asyncio.sleep(0)
        assert (await house.get(f"/api/tables/{sleeping}"))[0] == 200
        gate.open()
        await closing
        assert house.server.tables.awake == {}
        assert code != sleeping


@asynchronous
async def test_a_house_closes_and_opens_with_a_full_disk(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        waiting = await house.open_table(players=3, patience={"lobby": 3600})
        await house.seated(waiting, "Ada")
        code, _ = await house.game()
        house.store.next("keep_snapshot", full, full)
    with structlog.testing.capture_logs():
        async with TroubledStore(tmp_path) as store:
            store.next("append", full, full, full)
            settings = Settings(data=tmp_path, port=0, operator_key="x", limits=GENEROUS)
            async with Server(settings, store, BOTS, clock) as server:
                assert waiting in server.tables.awake  # to be looked at
    async with opened_house(tmp_path, clock=clock) as house:
        ada = await house.call(code, "Ada")
        assert ada.view["phase"] == "playing"


@asynchronous
async def test_a_port_that_is_taken_is_said_and_nothing_is_left_behind(tmp_path: Path) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    async with opened_house(tmp_path) as house, SqliteStore(folder) as store:
        settings = Settings(data=folder, port=house.server.port)
        with structlog.testing.capture_logs(), pytest.raises(OSError, match="address already in use"):
            async with Server(settings, store, BOTS):
                raise AssertionError


@asynchronous
async def test_addresses_of_the_house(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        assert house.server.url == f"http://127.0.0.1:{house.server.port}"
    async with SqliteStore(tmp_path) as store:
        server = Server(Settings(data=tmp_path, host="::1", port=8080), store, BOTS)
        assert server.url == "http://[::1]:8080"
        await server.thinking.close()


@asynchronous
async def test_the_house_tidies_up_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "TIDY_EVERY", 0.001)
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, people = await house.game()
        for caller in people:
            await caller.hang_up()
        actor = house.actor(code)
        while any(seat.connected for seat in actor.table.seats):
            await asyncio.sleep(0)
        clock.move(601)
        while code in house.server.tables.awake:
            await asyncio.sleep(0)


@asynchronous
async def test_the_parts_put_together(tmp_path: Path) -> None:
    with structlog.testing.capture_logs() as logged:
        async with app.house(Settings(data=tmp_path, port=0)) as server:
            assert server.port > 0
    assert [line["event"] for line in logged] == ["the house is open", "the house closes"]


def test_the_wall_clock_counts_milliseconds() -> None:
    assert 1_700_000_000_000 < wall_clock() < 10_000_000_000_000
