"""What only a store in PostgreSQL can meet: other programs and versions, lost connections, and other servers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from asyncpg import exceptions

from ludoteca.store.contract import ChatRow, Problem, StoreBroken, StoreFull, Unstorable
from ludoteca.store.contract.integrity import first_broken_link
from ludoteca.store.migrations import Kind, steps
from ludoteca.store.pg import problems, schema, statements
from ludoteca.store.pg.pool import Connection
from ludoteca.store.postgres import PostgresRecords, PostgresStore
from tests.postgres import Postgres, cut, execute

from .furnished import contents, furnish
from .stores import NOON, OPEN, OVER, SECRET, Log, asynchronous


class Diary:
    """Writes down what it is told of other servers."""

    def __init__(self) -> None:
        self.told: list[object] = []
        self._news = asyncio.Event()

    def wrote(self, code: str, number: int) -> None:
        self._tell((code, number))

    def said(self, code: str, number: int) -> None:
        self._tell(("said", code, number))

    def forgot(self, code: str) -> None:
        self._tell(("forgot", code))

    def replaced(self, code: str, number: int) -> None:
        self._tell(("replaced", code, number))

    def rewrote(self, code: str) -> None:
        self._tell(("rewrote", code))

    def noted(self, name: str) -> None:
        self._tell(("noted", name))

    def asked(self, wait: float) -> None:
        self._tell(("asked", wait))

    def missed(self) -> None:
        self._tell("missed")

    def _tell(self, news: object) -> None:
        self.told.append(news)
        self._news.set()

    async def until(self, news: object) -> None:
        async with asyncio.timeout(60):
            while news not in self.told:
                self._news.clear()
                await self._news.wait()


async def refused(address: str, alone: bool = False) -> StoreBroken:
    with pytest.raises(StoreBroken) as told:
        await PostgresStore(address, alone=alone).__aenter__()
    assert "a word that passes" not in told.value.sentence
    return told.value


# ---------------------------------------------------------------- other programs and versions


@asynchronous
async def test_the_steps_that_were_made_are_counted(postgres: Postgres) -> None:
    address = postgres.empty_place()
    async with PostgresStore(address):
        pass
    assert await execute(address, "SELECT version FROM schema_version") == [(len(steps()),)]
    assert len(steps(Kind.POSTGRES)) == len(steps(Kind.SQLITE))


@asynchronous
async def test_several_servers_may_start_at_once_on_an_empty_place(postgres: Postgres) -> None:
    address = postgres.empty_place()
    opened = await asyncio.gather(*(PostgresStore(address).__aenter__() for _ in range(4)))
    assert await Log("ABCDEF").create(opened[0])
    for store in opened:
        assert [row.code for row in await store.tables()] == ["ABCDEF"]
        await store.close()


@asynchronous
async def test_what_another_program_keeps_there_is_left_alone(postgres: Postgres) -> None:
    address = postgres.empty_place()
    await execute(address, "CREATE TABLE tables (legs int)")
    told = await refused(address)
    assert told.code is Problem.NO_STORE
    assert await execute(address, "SELECT count(*) FROM tables") == [(0,)]


@asynchronous
async def test_a_newer_version_is_left_alone(postgres: Postgres) -> None:
    address = postgres.empty_place()
    async with PostgresStore(address) as store:
        await furnish(store)
    await execute(address, "UPDATE schema_version SET version = version + 1")
    told = await refused(address)
    assert told.code is Problem.NEWER
    assert "Upgrade Ludoteca on this machine" in told.sentence


@asynchronous
async def test_who_comes_back_goes_on_beside_a_newer_version_that_has_joined(postgres: Postgres) -> None:
    address = postgres.empty_place()
    log = Log("ABCDEF")
    async with PostgresStore(address) as store:
        await log.create(store)
        await execute(address, "UPDATE schema_version SET version = version + 1")
        await cut(address, store._link.pid)
        await log.grow(store)
    assert (await refused(address)).code is Problem.NEWER  # but nobody starts who is too old


@asynchronous
async def test_unless_that_one_says_that_it_cannot(postgres: Postgres) -> None:
    address = postgres.empty_place()
    log = Log("ABCDEF")
    async with PostgresStore(address) as store:
        await log.create(store)
        await execute(address, "UPDATE schema_version SET version = version + 1, oldest = version + 1")
        await cut(address, store._link.pid)
        with pytest.raises(StoreBroken) as told:
            await log.grow(store)
        assert told.value.code is Problem.NEWER


@asynchronous
async def test_an_older_version_is_brought_up_to_date(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    address = postgres.empty_place()
    async with PostgresStore(address) as store:
        await furnish(store)
        before = await contents(store)
    more = [*steps(Kind.POSTGRES), "ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT 'merry'"]
    monkeypatch.setattr(schema, "steps", lambda _: more)
    with pytest.raises(StoreBroken) as told:
        await PostgresRecords(address).__aenter__()
    assert told.value.code is Problem.OLDER
    async with PostgresStore(address) as store:
        assert await contents(store) == before
    assert await execute(address, "SELECT DISTINCT mood FROM tables") == [("merry",)]


@asynchronous
async def test_a_step_that_fails_changes_nothing(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    address = postgres.empty_place()
    async with PostgresStore(address):
        pass
    more = [*steps(Kind.POSTGRES), "ALTER TABLE chat ADD COLUMN mood TEXT; SELECT 1 / 0"]
    with monkeypatch.context() as patched:
        patched.setattr(schema, "steps", lambda _: more)
        assert (await refused(address)).code is Problem.UNREADABLE
    async with PostgresStore(address) as store:
        await furnish(store)


@asynchronous
async def test_where_nothing_is_there_is_nothing_to_read(postgres: Postgres) -> None:
    with pytest.raises(StoreBroken) as told:
        await PostgresRecords(postgres.empty_place()).__aenter__()
    assert told.value.code is Problem.NO_STORE


@asynchronous
async def test_a_place_that_does_not_exist(postgres: Postgres) -> None:
    told = await refused(f"{postgres.address}&search_path=nowhere")
    assert told.code is Problem.NO_STORE


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("postgresql://ada:a word that passes@127.0.0.1:1/house", Problem.UNREACHABLE),
        ("postgresql://ada:a word that passes@127.0.0.1:no/house", Problem.UNREADABLE),
    ],
)
@asynchronous
async def test_nobody_is_there(address: str, code: Problem) -> None:
    told = await refused(address)
    assert told.code is code
    assert "127.0.0.1" in told.sentence


@asynchronous
async def test_a_database_that_is_not_there(postgres: Postgres) -> None:
    told = await refused(postgres.address.replace("/postgres?", "/another?"))
    assert told.code is Problem.UNREADABLE
    assert "lets nobody in" in told.sentence


@asynchronous
async def test_whoever_has_to_be_alone_waits_for_nobody(postgres: Postgres) -> None:
    address = postgres.empty_place()
    async with PostgresStore(address):
        assert (await refused(address, alone=True)).code is Problem.IN_USE
    async with PostgresStore(address, alone=True):
        assert (await refused(address)).code is Problem.IN_USE
        assert (await refused(address, alone=True)).code is Problem.IN_USE
    async with PostgresStore(address):
        pass


# ---------------------------------------------------------------- lost connections


@asynchronous
async def test_a_connection_that_was_lost_is_made_again(postgres: Postgres) -> None:
    address = postgres.empty_place()
    log = Log("ABCDEF")
    async with PostgresStore(address, readers=1) as store:
        await log.create(store)
        for _ in range(3):
            await cut(address, store._link.pid)
            await log.grow(store, 2)
            await cut(address, store._readers._idle[0].pid)
            assert await store.entries("ABCDEF") == log.rows


def lost_after(work: Callable[..., Awaitable[list[bool]]], address: str) -> Callable[..., Awaitable[list[bool]]]:
    """It is written, and the connection is lost before that is said."""
    rounds = iter([True])

    async def done_and_lost(connection: Connection, channel: str, asked: list[object], again: bool) -> list[bool]:
        results = await work(connection, channel, asked, again)
        if next(rounds, False):
            await cut(address, connection.get_server_pid())
            await connection.fetchval("SELECT 1")
        return results

    return done_and_lost


@asynchronous
async def test_what_was_written_and_not_answered_is_written_once(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres.empty_place()
    log = Log("ABCDEF")
    async with PostgresStore(address) as store:
        for name in ("create", "append", "say", "keep_snapshot"):
            monkeypatch.setattr(statements, name, lost_after(getattr(statements, name), address))
        assert await log.create(store)
        await log.grow(store, summary=OVER)
        assert await store.say(ChatRow("ABCDEF", 1, b"once"))
        assert await store.entries("ABCDEF") == log.rows
        assert await store.chat("ABCDEF") == [ChatRow("ABCDEF", 1, b"once")]
        found = await store.table("ABCDEF")
        assert found is not None
        assert found.summary == OVER
        assert not await Log("ABCDEF").create(store)  # another one with that code


@asynchronous
async def test_what_cannot_be_asked_again_is_not(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    address = postgres.empty_place()
    async with PostgresStore(address) as store:
        await Log("ABCDEF").create(store, OVER)
        monkeypatch.setattr(statements, "forget", lost_after(statements.forget, address))  # type: ignore[arg-type]
        with pytest.raises(StoreBroken) as told:
            await store.forget(NOON + 1000)
        assert told.value.code is Problem.UNREACHABLE
        assert await store.forget(NOON + 1000) == []
        assert await store.tables() == []


@pytest.fixture
def another_postgres(postgres: Postgres) -> Iterator[Postgres]:
    """One that may be killed."""
    server = Postgres()
    yield server
    server.remove()


@asynchronous
async def test_postgres_is_killed_and_started_again(another_postgres: Postgres) -> None:
    address = another_postgres.empty_place()
    logs = [Log(f"TABLE{number}") for number in range(20)]
    async with PostgresStore(address) as store:
        diary = Diary()
        await store.watch(diary)
        await asyncio.gather(*(log.create(store) for log in logs))

        async def keep_writing(log: Log) -> StoreBroken:
            while True:
                try:
                    await log.grow(store)
                except StoreBroken as broken:
                    return broken

        writing = [asyncio.create_task(keep_writing(log)) for log in logs]
        while min(len(log.rows) for log in logs) < 5:
            await asyncio.sleep(0)
        await asyncio.to_thread(another_postgres.kill)
        told = await asyncio.gather(*writing)
        assert {broken.code for broken in told} == {Problem.UNREACHABLE}
        assert len({id(broken) for broken in told}) == len(told)  # nobody shares a traceback
        with pytest.raises(StoreBroken, match="does not answer"):
            await store.entries("TABLE0")

        await asyncio.to_thread(another_postgres.start)
        await diary.until("missed")
        for log in logs:
            found = await store.entries(log.code)
            assert found[: len(log.rows)] == log.rows  # what was acknowledged, and at most the one under way
            assert len(found) <= len(log.rows) + 1
            log.rows = found
            await log.grow(store, 2)
            assert await store.entries(log.code) == log.rows
            assert await first_broken_link(store, log.code) is None


# ---------------------------------------------------------------- other servers


@asynchronous
async def test_others_are_told_what_was_written_and_nobody_what_he_wrote_himself(postgres: Postgres) -> None:
    address = postgres.empty_place()
    log = Log("ABCDEF")
    async with PostgresStore(address) as store, PostgresStore(address) as other:
        own, diary = Diary(), Diary()
        await store.watch(own)
        await other.watch(diary)
        await log.create(store)
        await log.grow(store, 2, OVER)
        await store.say(ChatRow("ABCDEF", 1, b"hello"))
        assert not await store.say(ChatRow("ABCDEF", 1, b"hello"))
        assert not await store.append(log.next(), "another")
        assert await store.forget(NOON + 1000) == ["ABCDEF"]
        await diary.until(("forgot", "ABCDEF"))
        assert diary.told == [
            *(("ABCDEF", number) for number in (1, 2, 3)),
            ("said", "ABCDEF", 1),
            ("forgot", "ABCDEF"),
        ]
        await Log("OTHERS").create(other)
        await own.until(("OTHERS", 1))
        assert own.told == [("forgot", "ABCDEF"), ("OTHERS", 1)]  # deletions are told to all


@asynchronous
async def test_other_houses_in_the_same_database_hear_nothing(postgres: Postgres) -> None:
    here, there = postgres.empty_place(), postgres.empty_place()
    async with PostgresStore(here) as one, PostgresStore(here) as two, PostgresStore(there) as elsewhere:
        diary = Diary()
        await one.watch(diary)
        await Log("ELSEWHERE").create(elsewhere)
        await Log("HERE").create(two)
        await diary.until(("HERE", 1))
        assert diary.told == [("HERE", 1)]


@asynchronous
async def test_a_thousand_rows_are_told_of(postgres: Postgres) -> None:
    address = postgres.empty_place()
    logs = [Log(f"TABLE{number:035}") for number in range(1000)]
    async with PostgresStore(address) as store, PostgresStore(address) as other:
        diary = Diary()
        await other.watch(diary)
        assert all(await asyncio.gather(*(log.create(store) for log in logs)))
        for log in logs:
            await diary.until((log.code, 1))
        assert store._open_writer.batches == 2


@asynchronous
async def test_after_a_while_without_listening_anything_may_have_changed(postgres: Postgres) -> None:
    address = postgres.empty_place()
    async with PostgresStore(address) as store, PostgresStore(address) as other:
        diary = Diary()
        await other.watch(diary)
        listening = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND query LIKE $1"
        ((process,),) = await execute(address, listening, f"%{other._channel}%")
        assert isinstance(process, int)
        await cut(address, process)
        await diary.until("missed")
        await Log("ABCDEF").create(store)
        await diary.until(("ABCDEF", 1))


@asynchronous
async def test_servers_race_for_every_number_of_many_tables(postgres: Postgres) -> None:
    """In whatever order each of them asks, nobody waits for the other in a circle, and each number has one row."""
    address = postgres.empty_place()
    codes = [f"TABLE{number:02}" for number in range(12)]
    wins = [0, 0, 0]

    async def race(store: PostgresStore, code: str, seat: int) -> None:
        log = Log(code)
        while len(log.rows) < 25:
            log.rows += await store.entries(code, after=len(log.rows))
            won = await store.append(log.next(seat), log.digest)
            wins[seat] += won

    async with PostgresStore(address) as one, PostgresStore(address) as two, PostgresStore(address) as three:
        for code in codes:
            await Log(code).create(one)
        await asyncio.gather(
            *(race(one, code, 0) for code in codes),
            *(race(two, code, 1) for code in reversed(codes)),
            *(race(three, code, 2) for code in codes[6:] + codes[:6]),
        )
        rows = [row for code in codes for row in await one.entries(code)]
        assert sum(wins) == len(rows) - len(codes)
        for code in codes:
            assert await first_broken_link(two, code) is None


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("error", "kind", "code"),
    [
        (exceptions.DiskFullError("no space"), StoreFull, Problem.FULL),
        (exceptions.DataCorruptedError("a page"), StoreBroken, Problem.DAMAGED),
        (exceptions.InvalidPasswordError("no"), StoreBroken, Problem.UNREADABLE),
        (exceptions.TooManyConnectionsError("no"), StoreBroken, Problem.UNREACHABLE),
        (exceptions.AdminShutdownError("bye"), StoreBroken, Problem.UNREACHABLE),
        (ConnectionRefusedError("no"), StoreBroken, Problem.UNREACHABLE),
        (TimeoutError(), StoreBroken, Problem.UNREACHABLE),
    ],
    ids=repr,
)
def test_every_complaint_has_a_code(error: problems.Complaint, kind: type[Exception], code: Problem) -> None:
    explained = problems.explain(error, "postgresql://ada:secret@db.example:5432/house?password=secret")
    assert type(explained) is kind
    assert explained.code is code
    assert "postgresql://db.example:5432/house" in explained.sentence
    assert "secret" not in explained.sentence


@asynchronous
async def test_no_room(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> list[bool]:
        raise exceptions.DiskFullError("could not extend file")

    log = Log("ABCDEF")
    async with PostgresStore(postgres.empty_place()) as store:
        await log.create(store)
        with monkeypatch.context() as patched:
            patched.setattr(statements, "append", full)
            with pytest.raises(StoreFull):
                await log.grow(store)
        await log.grow(store)


@asynchronous
async def test_what_cannot_be_asked_for_is_the_fault_of_whoever_asks(postgres: Postgres) -> None:
    async with PostgresStore(postgres.empty_place()) as store:
        for code in ("\ud800", "A\0B"):
            with pytest.raises(Unstorable):
                await store.entries(code)
        with pytest.raises(Unstorable):
            await store.create(Log("A\0B").next(), SECRET, OPEN)
        assert await store.tables() == []


@asynchronous
async def test_backups_are_left_to_postgres(postgres: Postgres, tmp_path: Path) -> None:
    async with PostgresStore(postgres.empty_place()) as store:
        with pytest.raises(StoreBroken, match="pg_dump") as told:
            await store.backup(tmp_path)
        assert told.value.code is Problem.NOT_HERE


def test_a_store_that_was_not_opened_says_so() -> None:
    with pytest.raises(StoreBroken, match="not open yet"):
        PostgresStore("postgresql://").append(Log("ABCDEF").next(), "")
