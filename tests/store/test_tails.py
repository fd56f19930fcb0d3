"""Many who ask at once what follows in their logs are answered together."""

from __future__ import annotations

import asyncio

import pytest

from ludoteca.store.contract import Problem, StoreBroken, Unstorable
from ludoteca.store.pg import tail_reads
from ludoteca.store.postgres import PostgresStore
from tests.postgres import Postgres

from .stores import Log, asynchronous

MANY = 30


async def logs(store: PostgresStore, count: int, rows: int) -> list[Log]:
    made = [Log(f"T{number}") for number in range(count)]
    for log in made:
        assert await log.create(store)
        await log.grow(store, rows)
    return made


@asynchronous
async def test_each_gets_what_follows_in_his_log(postgres: Postgres) -> None:
    async with PostgresStore(postgres.empty_place()) as store:
        written = await logs(store, MANY, 4)
        found = await asyncio.gather(*(store.entries(log.code, 1 + number % 5) for number, log in enumerate(written)))
        assert found == [log.rows[1 + number % 5 :] for number, log in enumerate(written)]
        assert store._tails.batches == 1


@asynchronous
async def test_who_asks_while_a_statement_is_under_way_gets_what_is_written_by_then(postgres: Postgres) -> None:
    async with PostgresStore(postgres.empty_place()) as store:
        (log,) = await logs(store, 1, 1)
        early = store._tails.read(log.code, 1)
        await asyncio.sleep(0)  # it is on its way
        await log.grow(store)
        later = await store.entries(log.code, 1)
        assert later == log.rows[1:]
        assert await early == later[: len(await early)]


@asynchronous
async def test_the_same_table_may_be_asked_for_twice(postgres: Postgres) -> None:
    async with PostgresStore(postgres.empty_place()) as store:
        (log,) = await logs(store, 1, 3)
        found = await asyncio.gather(store.entries(log.code, 3), store.entries(log.code, 1), store.entries("NONE", 1))
        assert list(found) == [log.rows[3:], log.rows[1:], []]


@asynchronous
async def test_more_than_go_together(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tail_reads, "MOST_TOGETHER", 4)
    async with PostgresStore(postgres.empty_place()) as store:
        written = await logs(store, 10, 1)
        found = await asyncio.gather(*(store.entries(log.code, 1) for log in written))
        assert found == [log.rows[1:] for log in written]
        assert store._tails.batches == 3


@asynchronous
async def test_what_cannot_be_asked_for_disturbs_nobody_else(postgres: Postgres) -> None:
    async with PostgresStore(postgres.empty_place()) as store:
        (log,) = await logs(store, 1, 1)
        codes = (log.code, "\0", log.code)
        found = await asyncio.gather(*(store.entries(code, 1) for code in codes), return_exceptions=True)
        assert [found[0], found[2]] == [log.rows[1:], log.rows[1:]]
        assert isinstance(found[1], Unstorable)


@asynchronous
async def test_all_are_told_when_nobody_answers(postgres: Postgres) -> None:
    mortal = await asyncio.to_thread(Postgres)
    try:
        async with PostgresStore(mortal.empty_place()) as store:
            await asyncio.to_thread(mortal.kill)
            told = await asyncio.gather(
                *(store.entries(f"T{number}", 1) for number in range(3)), return_exceptions=True
            )
            assert all(isinstance(each, StoreBroken) and each.code is Problem.UNREACHABLE for each in told)
            assert len({id(each) for each in told}) == 3  # nobody shares a traceback
    finally:
        await asyncio.to_thread(mortal.remove)


@asynchronous
async def test_who_stops_waiting_stops_nobody_else(postgres: Postgres) -> None:
    async with PostgresStore(postgres.empty_place()) as store:
        (log,) = await logs(store, 1, 1)
        impatient = asyncio.create_task(store.entries(log.code, 1))
        patient = asyncio.create_task(store.entries(log.code, 1))
        await asyncio.sleep(0)
        impatient.cancel()
        assert await patient == log.rows[1:]
        assert impatient.cancelled()


@asynchronous
async def test_closing_answers_those_who_have_asked(postgres: Postgres) -> None:
    async with PostgresStore(postgres.empty_place()) as store:
        (log,) = await logs(store, 1, 1)
        asked = [store._tails.read(log.code, 1) for _ in range(3)]
    assert [await each for each in asked] == [log.rows[1:]] * 3
    with pytest.raises(StoreBroken):
        await store.entries(log.code, 1)
