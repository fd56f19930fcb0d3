"""One thread writes: rows that wait share a transaction, and nobody spoils it for the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from ludoteca.store.contract import EntryRow, Problem, StoreBroken, Unstorable
from ludoteca.store.postgres import PostgresStore
from ludoteca.store.sqlite import SqliteStore
from tests.postgres import Postgres

from .places import AnyStore, Folder, Hold, Place, connection_of
from .stores import OPEN, SECRET, Log, asynchronous, queued


async def opened(store: AnyStore, tables: int) -> list[Log]:
    logs = [Log(f"TABLE{number:03}") for number in range(tables)]
    assert all(await asyncio.gather(*(log.create(store) for log in logs)))
    return logs


@asynchronous
async def test_what_waits_while_a_commit_runs_is_the_next_transaction(place: Place) -> None:
    async with place.store() as store:
        first, *others = await opened(store, 101)
        async with place.held(store) as hold:
            alone = asyncio.create_task(first.grow(store))
            await hold.reached()
            together = [asyncio.create_task(log.grow(store)) for log in others]
            await queued(store, 100)
            await hold.let_go()
            await asyncio.gather(alone, *together)
        assert hold.batches == 2


@asynchronous
async def test_nothing_is_told_before_the_commit(place: Place) -> None:
    async with place.store() as store:
        (log,) = await opened(store, 1)
        async with place.held(store) as hold:
            waiting = asyncio.create_task(log.grow(store))
            await hold.reached()
            assert len(await store.entries(log.code)) == 1
            assert not waiting.done()
            await hold.let_go()
            await waiting
        assert len(await store.entries(log.code)) == 2


@asynchronous
async def test_commits_to_a_file_are_durable(tmp_path: Path) -> None:
    """FULL: the log is synced in every commit. What it means is tried by cutting the power, not here."""
    async with SqliteStore(tmp_path) as store:
        wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
        assert {name: connection_of(store).execute(f"PRAGMA {name}").fetchone()[0] for name in wanted} == wanted


@asynchronous
async def test_commits_to_postgres_are_durable(postgres: Postgres) -> None:
    async with PostgresStore(postgres.empty_place()) as store:
        connection = await store._link.connection()
        assert await connection.fetchval("SHOW synchronous_commit") == "on"


async def in_one_batch(
    store: AnyStore, hold: Hold, occupied: Log, *writes: Callable[[], asyncio.Future[bool]]
) -> list[bool | BaseException]:
    """Carry all these out in one transaction."""
    blocker = asyncio.create_task(occupied.grow(store))
    await hold.reached()
    tasks = [write() for write in writes]
    await queued(store, len(tasks))
    await hold.let_go()
    await blocker
    return await asyncio.gather(*tasks, return_exceptions=True)


@asynchronous
async def test_a_row_that_lost_does_not_spoil_its_batch(place: Place) -> None:
    async with place.store() as store:
        blocker, one, two = await opened(store, 3)
        async with place.held(store) as hold:
            outcome = in_one_batch(
                store,
                hold,
                blocker,
                lambda: store.append(one.next(seat=0), one.digest),
                lambda: store.append(one.next(seat=1), one.digest),
                lambda: store.append(two.next(), two.digest),
            )
            assert await outcome == [True, False, True]
            assert hold.batches == (2 if isinstance(place, Folder) else 3)  # one row of a table in each statement


@asynchronous
async def test_rows_of_one_table_may_share_a_batch(place: Place) -> None:
    async with place.store() as store:
        blocker, log = await opened(store, 2)
        first = log.next()
        after = Log(log.code, [*log.rows, first])
        async with place.held(store) as hold:
            outcome = in_one_batch(
                store,
                hold,
                blocker,
                lambda: store.append(first, log.digest),
                lambda: store.append(after.next(), after.digest),
            )
            assert await outcome == [True, True]


@pytest.mark.parametrize(
    "unfit",
    [EntryRow("\ud800", 1, b"", ""), EntryRow("ABCDEF", 1, None, "")],  # type: ignore[arg-type]
    ids=["not Unicode", "a column left empty"],
)
@asynchronous
async def test_what_fits_no_column_fails_alone(place: Place, unfit: EntryRow) -> None:
    async with place.store() as store:
        blocker, one, two = await opened(store, 3)
        async with place.held(store) as hold:
            first, failed, last = await in_one_batch(
                store,
                hold,
                blocker,
                lambda: store.append(one.next(), one.digest),
                lambda: store.create(unfit, SECRET, OPEN),
                lambda: store.append(two.next(), two.digest),
            )
            assert (first, last) == (True, True)
            assert isinstance(failed, Unstorable)
            assert failed.__cause__ is not None
        assert await store.table("ABCDEF") is None
        assert len(await store.entries(one.code)) == len(await store.entries(two.code)) == 2


@asynchronous
async def test_a_number_beyond_all_bounds_is_unstorable(place: Place) -> None:
    async with place.store() as store:
        (log,) = await opened(store, 1)
        with pytest.raises(Unstorable):
            await store.append(EntryRow(log.code, 2**70, b"", ""), log.digest)
        await log.grow(store)


@asynchronous
async def test_a_full_queue_makes_others_wait_outside(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path, most_waiting=3) as store:
        first, *others = await opened(store, 6)
        async with Folder(tmp_path).held(store) as hold:
            alone = asyncio.create_task(first.grow(store))
            await hold.reached()
            together = [asyncio.create_task(log.grow(store)) for log in others]
            for _ in range(20):
                await asyncio.sleep(0)
            assert store.waiting == 2  # and one in the transaction
            await hold.let_go()
            await asyncio.gather(alone, *together)
        assert [len(await store.entries(log.code)) for log in others] == [2] * 5


@asynchronous
async def test_who_stops_waiting_does_not_stop_the_write(place: Place) -> None:
    async with place.store() as store:
        (log,) = await opened(store, 1)
        async with place.held(store) as hold:
            given_up = asyncio.ensure_future(store.append(log.next(), log.digest))
            await hold.reached()
            given_up.cancel()
            with pytest.raises(asyncio.CancelledError):
                await given_up
        assert not await store.append(log.next(), log.digest)  # this very row came before
        assert await store.entries(log.code) == [*log.rows, log.next()]
        assert len(await store.entries(log.code)) == 2


@asynchronous
async def test_closing_finishes_what_waits(place: Place) -> None:
    store = place.store()
    await store.__aenter__()
    first, *others = await opened(store, 8)
    async with place.held(store) as hold:
        alone = asyncio.create_task(first.grow(store))
        await hold.reached()
        together = [asyncio.create_task(log.grow(store)) for log in others]
        await queued(store, 7)
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        with pytest.raises(StoreBroken) as refused:
            await Log("TOOLATE").create(store)
        assert refused.value.code is Problem.CLOSED
        await hold.let_go()
        await asyncio.gather(alone, *together, closing)

    async with place.store() as store:
        for log in (first, *others):
            assert await store.entries(log.code) == log.rows
        assert await store.table("TOOLATE") is None


@asynchronous
async def test_closing_finishes_what_waits_inside_and_outside(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path, most_waiting=3)
    first, *others = await opened(store, 8)
    async with Folder(tmp_path).held(store) as hold:
        alone = asyncio.create_task(first.grow(store))
        await hold.reached()
        together = [asyncio.create_task(log.grow(store)) for log in others]
        await queued(store, 2)
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        with pytest.raises(StoreBroken) as refused:
            await Log("TOOLATE").create(store)
        assert refused.value.code is Problem.CLOSED
        await hold.let_go()
        await asyncio.gather(alone, *together, closing)

    async with SqliteStore(tmp_path) as store:
        for log in (first, *others):
            assert await store.entries(log.code) == log.rows
        assert await store.table("TOOLATE") is None


@asynchronous
async def test_a_closed_store_says_so(place: Place, tmp_path: Path) -> None:
    async with place.store() as store:
        pass
    await store.close()
    for asked in (store.tables(), store.backup(tmp_path / "copy"), Log("ABCDEF").create(store)):
        with pytest.raises(StoreBroken, match=r"\[closed\] The store is closed\."):
            await asked


@asynchronous
async def test_a_closed_store_leaves_one_file_and_an_empty_lock(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path) as store:
        await opened(store, 3)
    assert {path.name: path.stat().st_size > 0 for path in tmp_path.iterdir()} == {"house.sqlite": True, "lock": False}


@asynchronous
async def test_a_thousand_tables_at_once(place: Place) -> None:
    async with place.store() as store:
        logs = await opened(store, 1000)
        await asyncio.gather(*(log.grow(store, 10) for log in logs))
        for log in logs:
            assert await store.entries(log.code) == log.rows
            assert len(log.rows) == 11


@asynchronous
async def test_many_race_for_every_number_and_one_wins(place: Place) -> None:
    wins = [0] * 8

    async def race(store: AnyStore, seat: int) -> None:
        log = Log("ABCDEF")
        while len(log.rows) < 30:
            log.rows += await store.entries("ABCDEF", after=len(log.rows))
            wins[seat] += await store.append(log.next(seat), log.digest)

    async with place.store() as store:
        await Log("ABCDEF").create(store)
        await asyncio.gather(*(race(store, seat) for seat in range(8)))
        rows = await store.entries("ABCDEF")
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))
        assert sum(wins) == len(rows) - 1
