"""Truthful health: /healthz says 503 while nothing can be written, and /livez that the server is there all the same."""

from __future__ import annotations

import asyncio
import copy
from pathlib import Path

import pytest

from ludoteca.rules.masters.notation import cards
from ludoteca.server.api.health import FRESH, StoreHealth
from ludoteca.store.contract import Problem, StoreBroken, StoreError
from ludoteca.store.postgres import PostgresStore
from ludoteca.store.sqlite import SqliteRecords, SqliteStore

from ..postgres import Postgres
from .houses import House, opened_house
from .running import asynchronous


class Seconds:
    """Time that passes when it is told to."""

    def __init__(self, store: SqliteStore | PostgresStore) -> None:
        assert store.last_write is not None
        self.now = store.last_write.time

    def __call__(self) -> float:
        return self.now


def large() -> dict[str, object]:
    """A body for which some pages of the file are needed."""
    described = copy.deepcopy(cards.shipped())
    described["development_cards"][0]["victory_points"] = 40
    return {"options": {"game": "masters", "players": 2, "settings": {"cards": described}}}


def timed(house: House) -> Seconds:
    """The time of the house's health, which is fresh now."""
    seconds = Seconds(house.store)
    house.server.api._store_health._monotonic = seconds
    return seconds


@asynchronous
async def test_while_the_disk_is_full_health_says_so_and_life_goes_on(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        await house.open_table()
        assert (await house.get("/healthz")) == (200, {"status": "well"})
        assert await house.figure("ludoteca_store_writable") == 1
        assert isinstance(house.store, SqliteStore)
        written = house.store._written
        (pages,) = written.execute("PRAGMA page_count").fetchone()
        written.execute(f"PRAGMA max_page_count = {pages}")
        assert (await house.post("/api/tables", large()))[1]["code"] == "read_only"
        status, wrong = await house.get("/healthz")
        assert (status, wrong["code"]) == (503, "read_only")
        assert "the disk is full" in wrong["sentence"]
        assert await house.figure("ludoteca_store_writable") == 0
        assert (await house.get("/livez")) == (200, {"status": "alive"})
        written.execute("PRAGMA max_page_count = 1000000")
        timed(house).now += FRESH + 1  # from then on a write is tried
        assert (await house.get("/healthz"))[0] == 200
        assert await house.figure("ludoteca_store_writable") == 1


@asynchronous
async def test_a_file_that_may_not_be_written_is_noticed_although_nobody_plays(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        await house.open_table()
        seconds = timed(house)
        assert isinstance(house.store, SqliteStore)
        house.store._written.execute("PRAGMA query_only = ON")
        assert (await house.get("/healthz"))[0] == 200  # it was written to just now
        seconds.now += FRESH + 1
        status, wrong = await house.get("/healthz")
        assert (status, wrong["code"]) == (503, "read_only")
        house.store._written.execute("PRAGMA query_only = OFF")
        seconds = timed(house)
        assert (await house.get("/healthz"))[0] == 503
        seconds.now += FRESH + 1
        assert (await house.get("/healthz"))[0] == 200


@asynchronous
async def test_a_damaged_file_is_no_healthy_one(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        assert isinstance(house.store, SqliteStore)
        for _ in range(20):
            code = await house.open_table()
        house.store._written.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        file = tmp_path / "house.sqlite"
        size = file.stat().st_size
        with file.open("r+b") as opened:
            opened.seek(4096)
            opened.write(b"\xa5" * (size - 4096))
        fresh = SqliteRecords(tmp_path)  # a connection that remembers no pages
        house.store._connection.close()
        house.store._connection = fresh._connection
        with pytest.raises(StoreBroken):
            await house.store.entries(code)
        status, wrong = await house.get("/healthz")
        assert (status, wrong["code"]) == (503, "read_only")
        assert "damaged" in wrong["sentence"]
        timed(house).now += 1000
        assert (await house.get("/healthz"))[0] == 503  # it does not heal
        assert (await house.get("/livez"))[0] == 200


@asynchronous
async def test_when_postgresql_goes_away_health_goes_and_comes_back_with_it(postgres: Postgres) -> None:
    """Where there is one at all, another one for this test: others go on using theirs."""
    server = Postgres()
    try:
        async with PostgresStore(server.empty_place()) as store:
            health = StoreHealth(store)
            assert await health.problem() is None
            seconds = Seconds(store)
            health = StoreHealth(store, seconds, patience=60)
            server.stop()
            assert await health.problem() is None  # nothing has been tried since
            seconds.now += FRESH + 1
            problem = await health.problem()
            assert problem is not None
            assert (problem.code, health.writable) == (Problem.UNREACHABLE, 0.0)
            server.start()
            seconds.now = Seconds(store).now + FRESH + 1
            while await health.problem() is not None:  # it takes a while to start
                seconds.now = Seconds(store).now + FRESH + 1
            assert health.writable == 1.0
    finally:
        server.remove()


class Tried:
    """A store that counts what is tried, and can be held up."""

    def __init__(self) -> None:
        self.last_write = None
        self.tries = 0
        self.goes_on = asyncio.Event()

    async def try_to_write(self) -> None:
        self.tries += 1
        await self.goes_on.wait()
        raise StoreBroken(Problem.UNREACHABLE, "It is away.")


@asynchronous
async def test_however_many_ask_one_write_is_tried_and_nobody_waits_for_long() -> None:
    store = Tried()
    health = StoreHealth(store, patience=0.01)  # type: ignore[arg-type]
    found: list[StoreError | None] = await asyncio.gather(*(health.problem() for _ in range(100)))
    assert {problem and problem.code for problem in found} == {Problem.UNREACHABLE}
    assert store.tries == 1
    store.goes_on.set()
    await asyncio.sleep(0)


@asynchronous
async def test_asking_costs_no_write_while_others_write(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        await house.open_table()
        assert isinstance(house.store, SqliteStore)
        before = await house.store.notes()
        timed(house)
        for _ in range(50):
            assert (await house.get("/healthz"))[0] == 200
        assert await house.store.notes() == before
