"""What the operator sees and does: tables, refused addresses, draining, forgetting."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import msgspec
import pytest

from ludoteca.store.contract import Problem, StoreBroken, StoreFull

from .houses import GENEROUS, OPERATOR, House, Json, opened_house, steady_clock
from .running import Clock, asynchronous
from .troubled import full

NEW = {"options": {"game": "eriantys", "players": 2}}
DAY = 24 * 3600


async def operate(house: House, method: str, path: str, body: Json | None = None) -> tuple[int, Json]:
    return await house.request(method, f"/api/operator{path}", json=body, headers=OPERATOR)


@asynchronous
async def test_the_operator_sees_what_is_going_on(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, _ = await house.game()
        await house.call(code)
        status, seen = await operate(house, "GET", "")
        assert (status, seen["draining"]) == (200, False)
        assert seen["connections"] >= 3
        (table,) = seen["awake"]
        assert table == {
            "code": code,
            "phase": "playing",
            "game": "eriantys",
            "connected": 3,
            "entries": house.actor(code).table.number,
        }


@asynchronous
async def test_the_operator_closes_a_table_in_the_middle_of_a_game(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, bob) = await house.game()
        status, _ = await operate(house, "POST", f"/tables/{code}/close", {"why": "the library closes"})
        assert status == 200
        for caller in (ada, bob):
            view = await caller.sees(lambda seen: seen["phase"] == "closed")
            assert view["closed"] == "the library closes"
            assert view["result"]["secret"] == house.actor(code).table.secret.hex()
        assert await ada.refused("act", action={}) == "table_closed"
        status, wrong = await operate(house, "POST", f"/tables/{code}/close", {"why": "again"})
        assert (status, wrong["code"]) == (409, "table_closed")
        status, wrong = await operate(house, "POST", "/tables/QQQQQQ/close", {"why": "x"})
        assert (status, wrong["code"]) == (404, "no_such_table")
        status, wrong = await operate(house, "POST", f"/tables/{code}/close", {"why": ""})
        assert (status, wrong["code"]) == (400, "malformed")
        assert (await house.get("/api/tables"))[1] == {"tables": []}


# ---------------------------------------------------------------- refused addresses


@asynchronous
async def test_refused_addresses_are_refused_also_after_a_restart(tmp_path: Path) -> None:
    there, elsewhere = ({"X-Forwarded-For": address} for address in ("198.51.100.7", "203.0.113.9"))
    async with opened_house(tmp_path, proxies=["127.0.0.1"]) as house:
        code = await house.open_table()
        status, answer = await operate(house, "PUT", "/addresses", {"refused": ["198.51.100.7/24", "2001:db8::1"]})
        assert (status, answer) == (200, {"refused": ["198.51.100.0/24", "2001:db8::1/128"]})
        assert (await house.get("/api/house", headers=elsewhere))[0] == 200
    async with opened_house(tmp_path, proxies=["127.0.0.1"]) as house:
        assert (await operate(house, "GET", "/addresses"))[1] == answer
        status, wrong = await house.get("/api/house", headers=there)
        assert (status, wrong["code"]) == (403, "refused_address")
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await house.connect(code, headers=there)
        assert refused.value.status == 403
        assert (await operate(house, "PUT", "/addresses", {"refused": []}))[0] == 200
        assert (await house.get("/api/house", headers=there))[0] == 200


@asynchronous
async def test_the_operator_cannot_lock_himself_out(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        assert (await operate(house, "PUT", "/addresses", {"refused": ["127.0.0.0/8"]}))[0] == 200
        status, wrong = await house.get("/healthz")
        assert (status, wrong["code"]) == (403, "refused_address")
        assert (await operate(house, "PUT", "/addresses", {"refused": []}))[0] == 200
        assert (await house.get("/healthz"))[0] == 200


@asynchronous
async def test_what_is_no_address_is_not_refused(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        await operate(house, "PUT", "/addresses", {"refused": ["198.51.100.7"]})
        for wrong_one in ("localhost", "1.2.3", "", "1.2.3.4/99"):
            status, wrong = await operate(house, "PUT", "/addresses", {"refused": ["192.0.2.1", wrong_one]})
            assert (status, wrong["code"]) == (400, "bad_request")
        assert (await operate(house, "GET", "/addresses"))[1] == {"refused": ["198.51.100.7/32"]}


@asynchronous
async def test_addresses_that_could_not_be_kept_are_said_to_be_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened_house(tmp_path) as house:

        async def no_room(name: str, body: bytes) -> None:
            raise StoreFull(Problem.FULL, "There is no room left.")

        monkeypatch.setattr(house.store, "keep_note", no_room)
        status, wrong = await operate(house, "PUT", "/addresses", {"refused": ["192.0.2.1"]})
        assert (status, wrong["code"]) == (503, "read_only")


# ---------------------------------------------------------------- tables of one address


@asynchronous
async def test_only_so_many_unfinished_tables_are_opened_from_one_address(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, tables_per_address=2)
    async with opened_house(tmp_path, limits=limits, proxies=["127.0.0.1"]) as house:
        codes = []
        for _ in range(2):
            _, opened = await house.post("/api/tables", NEW)
            codes.append(opened["code"])
        status, wrong = await house.post("/api/tables", NEW)
        assert (status, wrong["code"], wrong["parameters"]) == (429, "tables", {"most": 2})
        assert (await house.post("/api/tables", NEW, headers={"X-Forwarded-For": "198.51.100.7"}))[0] == 200
        await operate(house, "POST", f"/tables/{codes[0]}/close", {"why": "x"})
        assert (await house.post("/api/tables", NEW))[0] == 200
        assert (await house.post("/api/tables", NEW))[0] == 429
        house.clock.move(61)
        house.wait(0)
        while any(actor.table.phase == "open" for actor in house.server.tables.awake.values()):
            await asyncio.sleep(0)
        house.clock.move(601)
        await house.server.tables.let_sleep()
        assert codes[1] not in house.server.tables.awake  # it was abandoned, and sleeps
        assert (await house.post("/api/tables", NEW))[0] == 200


@asynchronous
async def test_tables_that_are_opened_at_once_are_counted_too(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, tables_per_address=2)
    async with opened_house(tmp_path, limits=limits) as house:
        answers = await asyncio.gather(*(house.post("/api/tables", NEW) for _ in range(6)))
        assert sorted(status for status, _ in answers) == [200, 200, 429, 429, 429, 429]


@asynchronous
async def test_a_table_that_could_not_be_opened_does_not_count(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, tables_per_address=1)
    async with opened_house(tmp_path, limits=limits) as house:
        for _ in range(3):
            assert (await house.post("/api/tables", {"options": {"game": "chess", "players": 2}}))[0] == 400
            assert (await house.post("/api/tables", NEW | {"bots": ["greedy"]}))[0] == 400
        house.store.next("create", full)
        assert (await house.post("/api/tables", NEW))[0] == 503
        assert (await house.post("/api/tables", NEW))[0] == 200
        assert (await house.post("/api/tables", NEW))[0] == 429


@asynchronous
async def test_a_game_that_its_player_has_left_counts_until_it_sleeps(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, tables_per_address=1)
    async with opened_house(tmp_path, limits=limits) as house:
        code, (ada,) = await house.game("masters", people=1)
        await ada.hang_up()
        assert (await house.post("/api/tables", NEW))[0] == 429
        while house.actor(code).everybody:
            await asyncio.sleep(0)
        await house.actor(code).settle()
        house.clock.move(601)
        await house.server.tables.let_sleep()
        assert (await house.post("/api/tables", NEW))[0] == 200
        ada = await house.call(code, "Ada")
        assert ada.view["phase"] == "playing"


@asynchronous
async def test_addresses_without_tables_are_forgotten(tmp_path: Path) -> None:
    async with opened_house(tmp_path, proxies=["127.0.0.1"]) as house:
        for number in range(1, 4):
            through = {"X-Forwarded-For": f"198.51.100.{number}"}
            _, opened = await house.post("/api/tables", NEW, headers=through)
            if number > 1:
                await operate(house, "POST", f"/tables/{opened['code']}/close", {"why": "x"})
        await house.server.tidy()
        assert list(house.server.state.opened) == ["198.51.100.1"]


# ---------------------------------------------------------------- draining


@asynchronous
async def test_while_draining_no_tables_are_opened_and_games_go_on(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, (ada, _) = await house.game()
        assert (await house.get("/healthz"))[1] == {"status": "well"}
        assert (await operate(house, "POST", "/drain", {}))[1] == {"status": "draining"}
        status, wrong = await house.get("/healthz")
        assert (status, wrong["code"]) == (503, "draining")
        status, wrong = await house.post("/api/tables", NEW)
        assert (status, wrong["code"]) == (503, "draining")
        assert (await house.get("/api/house"))[1]["draining"] is True
        await ada.do("act", action=ada.view["legal"][0])
        await house.call(code, "Bob")
        assert (await operate(house, "POST", "/drain", {"draining": False}))[1] == {"status": "well"}
        assert (await house.get("/healthz"))[0] == 200
        assert (await house.post("/api/tables", NEW))[0] == 200


@asynchronous
async def test_draining_can_send_everybody_away(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, people = await house.game(delay=5)
        watcher = await house.call(code)
        silent = await house.connect(code)
        await operate(house, "POST", "/drain", {"away": True})
        for caller in (*people, watcher, silent):
            goodbye = await caller.goodbye()
            assert (goodbye["code"], goodbye["again"]) == ("restart", 1.0)
            assert caller.socket.close_code == 1012
        ada = await house.call(code, "Ada")
        assert ada.view["phase"] == "playing"


# ---------------------------------------------------------------- now and then


@asynchronous
async def test_finished_games_are_forgotten_after_some_days(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock, forget_after_days=2) as house:
        await steady_clock(house)
        code, (ada, _) = await house.game()
        playing, _ = await house.game()
        asleep, (cyd, _) = await house.game()
        await ada.do("resign")
        await cyd.do("resign")
        actor = house.server.tables.awake.pop(asleep)
        actor.stop()
        clock.move(2 * DAY)
        await house.server.tidy()
        assert len(await house.store.entries(code)) > 0
        clock.move(1)
        await house.server.tidy()
        assert await house.store.entries(code) == await house.store.entries(asleep) == []
        assert (await ada.goodbye())["code"] == "ended"
        assert (await house.get(f"/api/tables/{code}"))[0] == 404
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await house.connect(code)
        assert playing in house.server.tables.awake
        await house.server.tidy()


@asynchronous
async def test_finished_games_are_kept_for_ever_otherwise(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code, (ada, _) = await house.game()
        await ada.do("resign")
        clock.move(10_000 * DAY)
        await house.server.tidy()
        assert (await house.get(f"/api/tables/{code}"))[0] == 200


@asynchronous
async def test_tidying_up_has_to_wait_when_the_store_is_in_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened_house(tmp_path, forget_after_days=1) as house:
        await steady_clock(house)

        async def trouble(before: int, most: int = 100) -> list[str]:
            raise StoreBroken(Problem.UNREADABLE, "The disk does not answer.")

        monkeypatch.setattr(house.store, "forget", trouble)
        await house.server.tidy()
        assert [line["problem"] for line in house.logged if line["log_level"] == "warning"] == [
            "The disk does not answer."
        ]
