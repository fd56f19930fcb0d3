"""What an operator changes of what was written: a note, a line of the chat, the log of a game, a whole table."""

from __future__ import annotations

import asyncio
import sqlite3

import msgspec
import pytest

from ludoteca.house import entries
from ludoteca.store import statements
from ludoteca.store.contract import ChatRow, EntryRow, SnapshotRow, integrity
from ludoteca.store.pg import statements as pg_statements
from ludoteca.store.pg.pool import Connection

from .places import Place, Schema
from .stores import OPEN, OVER, Log, asynchronous


@asynchronous
async def test_a_note_is_changed_only_from_what_it_is_known_to_be(place: Place) -> None:
    async with place.store() as store:
        assert await store.change_note("a", None, b"1")
        assert not await store.change_note("a", None, b"2")
        assert not await store.change_note("a", b"2", b"3")
        assert await store.note("a") == b"1"
        assert await store.change_note("a", b"1", b"2")
        assert not await store.change_note("a", b"1", None)
        assert await store.change_note("a", b"2", None)
        assert await store.note("a") is None
        assert await store.change_note("a", None, None)
        await store.keep_note("a", b"")
        assert not await store.change_note("a", None, None)
    async with place.store() as store:
        assert await store.notes() == {"a": b""}


@asynchronous
async def test_of_many_who_change_a_note_at_once_one_succeeds(place: Place) -> None:
    async with place.store() as store:
        await store.keep_note("left", b"5")
        done = await asyncio.gather(*(store.change_note("left", b"5", b"4") for _ in range(10)))
        assert sorted(done) == [False] * 9 + [True]


@asynchronous
async def test_a_table_is_deleted_with_all_that_belongs_to_it(place: Place) -> None:
    async with place.store() as store:
        log, other = Log("AAAAAA"), Log("BBBBBB")
        for each in (log, other):
            await each.create(store, OPEN)
            await each.grow(store, 2)
            await store.say(ChatRow(each.code, 1, b"hello"))
            await store.keep_snapshot(SnapshotRow(each.code, 2, "1", b"snapshot"))
        assert await store.forget_table("AAAAAA")
        assert not await store.forget_table("AAAAAA")
        assert await store.table("AAAAAA") is None
        assert not await store.entries("AAAAAA")
        assert not await store.chat("AAAAAA")
        assert await store.snapshot("AAAAAA") is None
        assert not await store.append(log.next(), log.digest)
        assert len(await store.entries("BBBBBB")) == 3
        assert len(await store.chat("BBBBBB")) == 1


@asynchronous
async def test_a_line_is_replaced_and_keeps_its_number(place: Place) -> None:
    async with place.store() as store:
        await Log("AAAAAA").create(store)
        for number in (1, 2, 3):
            await store.say(ChatRow("AAAAAA", number, b"%d" % number))
        assert await store.replace_line(ChatRow("AAAAAA", 2, b"gone"))
        assert not await store.replace_line(ChatRow("AAAAAA", 4, b"gone"))
        assert not await store.replace_line(ChatRow("BBBBBB", 1, b"gone"))
        assert [row.body for row in await store.chat("AAAAAA")] == [b"1", b"gone", b"3"]
        assert await store.say(ChatRow("AAAAAA", 4, b"4"))


def rewritten(log: Log) -> list[EntryRow]:
    """The same log with other seats, linked anew."""
    rows: list[EntryRow] = []
    for row in log.rows:
        entry = entries.decode(row.body)
        entry = msgspec.structs.replace(entry, what=entries.Arrived(3), previous=rows[-1].digest if rows else "")
        rows.append(EntryRow(log.code, row.number, entries.encode(entry), entries.digest(entry), row.events))
    return rows


@asynchronous
async def test_a_log_is_written_anew_as_a_whole(place: Place) -> None:
    async with place.store() as store:
        log, other = Log("AAAAAA"), Log("BBBBBB")
        for each in (log, other):
            await each.create(store, OVER)
            await each.grow(store, 4)
            await store.keep_snapshot(SnapshotRow(each.code, 3, "1", b"snapshot"))
        new = rewritten(log)
        assert not await store.rewrite(new, "another digest", b"{}")
        assert not await store.rewrite(new[:-1], log.digest, b"{}")
        assert await store.entries("AAAAAA") == log.rows
        assert await store.rewrite(new, log.digest, b'{"shown": 1}')
        assert await store.entries("AAAAAA") == new
        assert await store.snapshot("AAAAAA") is None
        assert await integrity.first_broken_link(store, "AAAAAA") is None
        table = await store.table("AAAAAA")
        assert table is not None
        assert table.summary == msgspec.structs.replace(OVER, shown=b'{"shown": 1}')
        assert not await store.append(log.next(), log.digest)  # it was decided on a log that is no longer there
        assert await store.append(Log("AAAAAA", new).next(), new[-1].digest)
        assert await store.entries("BBBBBB") == other.rows
        assert await store.snapshot("BBBBBB") is not None


@asynchronous
async def test_a_snapshot_of_a_log_that_was_written_anew_is_not_kept(place: Place) -> None:
    async with place.store() as store:
        log = Log("AAAAAA")
        await log.create(store, OVER)
        await log.grow(store, 2)
        row = SnapshotRow("AAAAAA", 3, "1", b"snapshot")
        assert await store.keep_snapshot(row, log.digest)
        assert await store.rewrite(rewritten(log), log.digest, b"{}")
        assert not await store.keep_snapshot(row, log.digest)
        assert await store.snapshot("AAAAAA") is None


@asynchronous
async def test_a_whole_table_is_read_as_of_one_moment(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is deleted between two statements of the reading."""
    async with place.store() as store:
        log = Log("AAAAAA")
        await log.create(store, OPEN)
        await log.grow(store, 3)
        await store.say(ChatRow("AAAAAA", 1, b"hello"))
        await store.keep_snapshot(SnapshotRow("AAAAAA", 2, "1", b"snapshot"))
        loop = asyncio.get_running_loop()
        if isinstance(place, Schema):
            read = pg_statements.snapshot

            async def deleted_first(connection: Connection, code: str) -> SnapshotRow | None:
                assert await store.forget_table(code)
                return await read(connection, code)

            monkeypatch.setattr(pg_statements, "snapshot", deleted_first)
        else:
            read_here = statements.snapshot

            async def delete(code: str) -> bool:
                return await store.forget_table(code)

            def deleted_first_here(connection: sqlite3.Connection, code: str) -> SnapshotRow | None:
                assert asyncio.run_coroutine_threadsafe(delete(code), loop).result()
                return read_here(connection, code)

            monkeypatch.setattr(statements, "snapshot", deleted_first_here)
        found = await store.stored_table("AAAAAA", 10)
        assert found is not None
        assert found.snapshot == SnapshotRow("AAAAAA", 2, "1", b"snapshot")
        assert found.entries == log.rows[2:]
        assert [row.body for row in found.lines] == [b"hello"]
        assert await store.stored_table("AAAAAA", 10) is None


@asynchronous
async def test_tables_are_found_by_what_is_in_them(place: Place) -> None:
    async with place.store() as store:
        for code in ("AAAAAA", "BBBBBB", "CCCCCC", "DDDDDD"):
            shown = b'{"name":"Ada"}' if code == "DDDDDD" else b"{}"
            await Log(code).create(store, msgspec.structs.replace(OPEN, shown=shown))
        await store.say(ChatRow("BBBBBB", 1, b'{"name":"Ada"}'))
        row = (await store.entries("CCCCCC"))[0]
        assert await store.append(EntryRow("CCCCCC", 2, b'{"name":"Ada"}', "2", b""), row.digest)
        assert await store.codes_naming(b'"name":"Ada"') == (["BBBBBB", "CCCCCC", "DDDDDD"], None)
        assert await store.codes_naming(b'"name":"Ad"') == ([], None)
        assert await store.codes_naming(b'"name":"Ada"', most=2) == (["BBBBBB"], "BBBBBB")
        assert await store.codes_naming(b'"name":"Ada"', "BBBBBB", 2) == (["CCCCCC", "DDDDDD"], "DDDDDD")
        assert await store.codes_naming(b'"name":"Ada"', "DDDDDD", 2) == ([], None)


class Told:
    """Whoever wants to know what others change."""

    def __init__(self) -> None:
        self.news: asyncio.Queue[tuple[object, ...]] = asyncio.Queue()

    def __getattr__(self, kind: str) -> object:
        return lambda *what: self.news.put_nowait((kind, *what))


@asynchronous
async def test_other_servers_are_told(request: pytest.FixtureRequest) -> None:
    place = Schema(request.getfixturevalue("postgres").empty_place())
    async with place.store() as store, place.store() as other:
        log, told = Log("AAAAAA"), Told()
        await log.create(store, OVER)
        await store.say(ChatRow("AAAAAA", 1, b"hello"))
        await other.watch(told)  # type: ignore[arg-type]
        await store.keep_note("a", b"1")
        await store.change_note("a", b"1", None)
        await store.replace_line(ChatRow("AAAAAA", 1, b""))
        await store.rewrite(rewritten(log), log.digest, b"{}")
        await store.forget_table("AAAAAA")
        heard = [await asyncio.wait_for(told.news.get(), 60) for _ in range(5)]
        assert heard == [
            ("noted", "a"),
            ("noted", "a"),
            ("replaced", "AAAAAA", 1),
            ("rewrote", "AAAAAA"),
            ("forgot", "AAAAAA"),
        ]


@asynchronous
async def test_who_appends_while_a_log_is_written_anew_is_refused(request: pytest.FixtureRequest) -> None:
    """At whichever server: otherwise an entry would follow one that is no longer there."""
    place = Schema(request.getfixturevalue("postgres").empty_place())
    async with place.store() as store, place.store() as other:
        for round_ in range(20):
            log = Log(f"T{round_:05}")
            await log.create(store, OVER)
            await log.grow(store, 3)
            await asyncio.gather(store.rewrite(rewritten(log), log.digest, b"{}"), other.append(log.next(), log.digest))
            assert await integrity.first_broken_link(store, log.code) is None
