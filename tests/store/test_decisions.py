"""The queue of what bots have to decide: asked for once, taken by one at a time, lost by nobody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ludoteca.store.contract import Decision
from ludoteca.store.pg.decisions import CLAIM, IN_ONE_NOTE
from ludoteca.store.pg.pool import connect
from ludoteca.store.postgres import PostgresStore
from ludoteca.store.sqlite import SqliteStore
from tests.postgres import Postgres, cut, execute

from .stores import asynchronous
from .test_postgres import Diary

LONG = 3600.0  # seconds
GREEDY = Decision("ABCDEF", 7, 7, "greedy")
RANDOM = Decision("BCDEFG", 9, 9, "random")


@asynchronous
async def test_in_a_folder_there_is_none(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path) as store:
        assert store.decisions is None


@asynccontextmanager
async def two_stores(postgres: Postgres) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    address = postgres.empty_place()
    async with PostgresStore(address) as one, PostgresStore(address) as two:
        yield one, two


async def waiting(store: PostgresStore) -> list[tuple[object, ...]]:
    return await execute(store.address, "SELECT code, number, known, level, thinker FROM decisions ORDER BY code")


async def end_all_claims(store: PostgresStore) -> None:
    await execute(store.address, "UPDATE decisions SET free_at = clock_timestamp()")


@asynchronous
async def test_whoever_notices_it_first_asks_for_it(postgres: Postgres) -> None:
    async with two_stores(postgres) as (one, two):
        made = await asyncio.gather(*(store.decisions.ask(GREEDY, 0) for store in (one, two) for _ in range(5)))
        assert sorted(made) == [False] * 9 + [True]
        assert await waiting(one) == [("ABCDEF", 7, 7, "greedy", None)]


@asynchronous
async def test_of_many_who_take_at_once_each_gets_something_else(postgres: Postgres) -> None:
    async with two_stores(postgres) as (one, two):
        asked = [Decision(f"TABLE{number:02}", 1, 1, "greedy") for number in range(40)]
        await asyncio.gather(*(one.decisions.ask(decision, 0) for decision in asked))
        claims = await asyncio.gather(
            *(store.decisions.claim(f"{store} {turn}", None, 3, LONG) for store in (one, two) for turn in range(10))
        )
        taken = [decision for claimed in claims for decision in claimed.decisions]
        assert sorted(taken, key=lambda decision: decision.code) == asked
        assert {former for claimed in claims for former in claimed.former} == {None}


@asynchronous
async def test_it_is_due_after_a_while(postgres: Postgres) -> None:
    async with two_stores(postgres) as (one, _):
        await one.decisions.ask(GREEDY, LONG)
        claimed = await one.decisions.claim("me", None, 5, LONG)
        assert claimed.decisions == []
        assert claimed.next_free is not None
        assert LONG - 60 < claimed.next_free <= LONG


@asynchronous
async def test_what_is_not_due_yet_is_not_even_looked_at(postgres: Postgres) -> None:
    async with two_stores(postgres) as (one, _):
        many = "INSERT INTO decisions SELECT 'T' || n, 1, 1, 'greedy', NULL, now() + $1 * interval '1 second'"
        await execute(one.address, f"{many} FROM generate_series(1, 1000) AS n", LONG)
        await execute(one.address, "ANALYZE decisions")
        connection = await connect(one.address)
        explained = await connection.fetch(f"EXPLAIN {CLAIM}", "me", None, 5, LONG)
        await connection.close()
        assert any("Index Cond: (free_at <= " in line for (line,) in explained)


@asynchronous
async def test_only_bots_of_the_levels_that_one_plays(postgres: Postgres) -> None:
    async with two_stores(postgres) as (one, _):
        for decision in (GREEDY, RANDOM):
            await one.decisions.ask(decision, 0)
        assert (await one.decisions.claim("me", ["random"], 5, LONG)).decisions == [RANDOM]
        nothing = await one.decisions.claim("me", ["wise"], 5, LONG)
        assert (nothing.decisions, nothing.next_free) == ([], None)
        assert (await one.decisions.claim("me", None, 5, LONG)).decisions == [GREEDY]


@asynchronous
async def test_nobody_gets_what_somebody_asked_for_in_his_own_name(postgres: Postgres) -> None:
    async with two_stores(postgres) as (one, two):
        assert await one.decisions.ask(GREEDY, LONG, "me")
        assert (await two.decisions.claim("you", None, 5, LONG)).decisions == []
        assert await two.decisions.renew("you", [GREEDY], LONG) == set()
        assert await one.decisions.renew("me", [GREEDY], LONG) == {("ABCDEF", 7)}


@asynchronous
async def test_when_a_claim_has_ended_another_one_takes_it_and_knows_from_whom(postgres: Postgres) -> None:
    async with two_stores(postgres) as (one, two):
        await one.decisions.ask(GREEDY, 0)
        await one.decisions.claim("me", None, 5, LONG)
        await end_all_claims(one)
        claimed = await two.decisions.claim("you", None, 5, LONG)
        assert (claimed.decisions, claimed.former) == ([GREEDY], ["me"])
        assert await one.decisions.renew("me", [GREEDY], LONG) == set()


@asynchronous
async def test_a_claim_is_never_renewed_for_less_than_it_has(postgres: Postgres) -> None:
    async with two_stores(postgres) as (one, two):
        await one.decisions.ask(GREEDY, LONG, "me")
        await one.decisions.renew("me", [GREEDY], 0)
        assert (await two.decisions.claim("you", None, 5, LONG)).decisions == []


@asynchronous
async def test_what_is_given_back_is_free_and_told(postgres: Postgres) -> None:
    async with two_stores(postgres) as (one, two):
        diary = Diary()
        await two.watch(diary)
        for decision in (GREEDY, RANDOM):
            await one.decisions.ask(decision, LONG, "me")
        await one.decisions.give_back("you", [GREEDY])
        assert (await two.decisions.claim("you", None, 5, LONG)).decisions == []
        await one.decisions.give_back("me", [GREEDY])
        await diary.until(("asked", 0.0))
        claimed = await two.decisions.claim("you", None, 5, LONG)
        assert (claimed.decisions, claimed.former) == ([GREEDY], [None])
        assert diary.told == [("asked", 0.0)]


@asynchronous
async def test_others_are_told_when_something_is_due_unless_it_is_taken(postgres: Postgres) -> None:
    async with two_stores(postgres) as (one, two):
        diary = Diary()
        await two.watch(diary)
        many = [Decision(f"TABLE{number:03}", 1, 1, "greedy") for number in range(2 * IN_ONE_NOTE)]
        await asyncio.gather(
            one.decisions.ask(GREEDY, 1, "me"), *(one.decisions.ask(decision, 0.5) for decision in many)
        )
        assert await one.decisions.ask(many[0], 0.5) is False
        await one.decisions.ask(RANDOM, 0)
        await diary.until(("asked", 0.0))
        waits = [news[1] for news in diary.told if isinstance(news, tuple)]
        assert len(waits) == len(many) + 1
        assert all(0 <= wait <= 0.501 for wait in waits)


@asynchronous
async def test_what_was_decided_is_gone(postgres: Postgres) -> None:
    async with two_stores(postgres) as (one, _):
        for decision in (GREEDY, RANDOM):
            await one.decisions.ask(decision, 0)
        await one.decisions.claim("me", None, 5, LONG)
        await one.decisions.finish(GREEDY, 8)
        assert await waiting(one) == [("BCDEFG", 9, 9, "random", "me")]


@asynchronous
async def test_what_was_asked_for_again_by_somebody_who_knows_more_stays(postgres: Postgres) -> None:
    """One finds that nobody is at the table; the other has seen already that somebody came back."""
    async with two_stores(postgres) as (one, two):
        await one.decisions.ask(GREEDY, 0)
        await one.decisions.claim("me", None, 5, LONG)
        assert await two.decisions.ask(Decision("ABCDEF", 7, 9, "greedy"), LONG) is False
        assert await two.decisions.ask(Decision("ABCDEF", 7, 8, "greedy"), LONG) is False
        assert await one.decisions.finish(GREEDY, 8) is False
        assert await waiting(one) == [("ABCDEF", 7, 9, "greedy", None)]
        claimed = await two.decisions.claim("you", None, 5, LONG)
        assert [decision.known for decision in claimed.decisions] == [9]
        assert await two.decisions.finish(GREEDY, 9)
        assert await waiting(one) == []


@asynchronous
async def test_a_connection_that_is_lost_in_between_is_made_again(postgres: Postgres) -> None:
    async with two_stores(postgres) as (one, _):
        assert await one.decisions.ask(GREEDY, 0)
        await cut(one.address, one._link.pid)
        assert (await one.decisions.claim("me", None, 5, LONG)).decisions == [GREEDY]
        await cut(one.address, one._link.pid)
        await one.decisions.finish(GREEDY, 7)
        assert await waiting(one) == []


# ---------------------------------------------------------------- one after the other


@asynchronous
async def test_alone_is_alone_whichever_server_one_asks(postgres: Postgres) -> None:
    inside: list[str] = []
    most = 0

    async def come(store: PostgresStore, name: str) -> None:
        nonlocal most
        async with store.alone(name):
            inside.append(name)
            most = max(most, inside.count(name))
            await store.note("anything")
            inside.remove(name)

    async with two_stores(postgres) as (one, two):
        await asyncio.gather(
            *(come(store, name) for store in (one, two) for name in ("am28", "psp38") for _ in range(9))
        )
        assert most == 1
        async with one.alone("am28"), two.alone("psp38"):
            pass  # they do not wait for each other


@pytest.mark.parametrize("inside", [False, True])
@asynchronous
async def test_who_loses_his_connection_keeps_nobody_out(postgres: Postgres, inside: bool) -> None:
    async with two_stores(postgres) as (one, two):
        async with one.alone("am28"):
            if inside:
                await cut(one.address, one._turns._link.pid)
        await cut(one.address, one._turns._link.pid)
        async with two.alone("am28"):
            pass
        async with one.alone("am28"):
            pass


@asynchronous
async def test_who_stays_inside_is_not_waited_for_for_ever(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludoteca.store.pg import lock

    monkeypatch.setattr(lock, "TO_WAIT", 50)
    async with two_stores(postgres) as (one, two):
        async with one.alone("am28"), two.alone("am28"):
            pass
        monkeypatch.setattr(lock, "TO_WAIT", 60_000)
        monkeypatch.setattr(lock, "MOST_INSIDE", 50)
        async with one.alone("am28"), two.alone("am28"):  # the first one has been idle for too long
            pass
