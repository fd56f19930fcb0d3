"""Lists of tables, positions, chat, and what is deleted when somebody asks for it."""

from __future__ import annotations

import msgspec

from ludoteca.house.table import Phase
from ludoteca.store.contract import ChatRow, SnapshotRow, TableRow

from .places import AnyStore, Place
from .stores import NOON, OPEN, OVER, Log, asynchronous


async def furnish(store: AnyStore) -> None:
    """Twelve tables: four phases, in each a private one, opened one after the other."""
    for number in range(12):
        phase = list(Phase)[number % 4]
        summary = msgspec.structs.replace(OPEN, phase=phase, public=number > 3, opened=NOON + number, changed=NOON + 50)
        await Log(f"TABLE{number:02}").create(store, summary)


def codes(rows: list[TableRow]) -> list[str]:
    return [row.code.removeprefix("TABLE") for row in rows]


@asynchronous
async def test_tables_are_listed_by_phase_and_whether_they_are_public(place: Place) -> None:
    async with place.store() as store:
        await furnish(store)
        assert len(await store.tables()) == 12
        assert codes(await store.tables([Phase.OPEN])) == ["08", "04", "00"]
        assert codes(await store.tables([Phase.OPEN, Phase.PLAYING], public=True)) == ["09", "08", "05", "04"]
        assert codes(await store.tables(public=False)) == ["03", "02", "01", "00"]
        assert await store.tables([]) == []


@asynchronous
async def test_long_lists_come_page_by_page(place: Place) -> None:
    async with place.store() as store:
        await furnish(store)
        whole = await store.tables()
        pages: list[TableRow] = []
        while page := await store.tables(after=pages[-1] if pages else None, most=5):
            pages += page
        assert pages == whole


@asynchronous
async def test_tables_opened_at_the_same_moment_are_not_lost_between_pages(place: Place) -> None:
    async with place.store() as store:
        for code in ("A", "B", "C"):
            await Log(code).create(store)
        first, second = await store.tables(most=2)
        assert [row.code for row in (first, second, *await store.tables(after=second))] == ["C", "B", "A"]


@asynchronous
async def test_listing_does_not_show_secrets(place: Place) -> None:
    async with place.store() as store:
        await Log("ABCDEF").create(store, secret=b"a secret of thirty-two bytes....")
        assert "thirty-two" not in repr([await store.tables(), await store.table("ABCDEF")])


@asynchronous
async def test_the_last_position_is_kept(place: Place) -> None:
    log = Log("ABCDEF")
    early, late = SnapshotRow("ABCDEF", 2, "1", b"early"), SnapshotRow("ABCDEF", 4, "1", b"late")
    async with place.store() as store:
        await log.create(store)
        await log.grow(store, 3)
        assert await store.keep_snapshot(early)
        assert await store.snapshot("ABCDEF") == early
        assert await store.keep_snapshot(late)
        assert not await store.keep_snapshot(early)
        assert await store.snapshot("ABCDEF") == late
        rewritten = msgspec.structs.replace(late, rules_version="2", body=b"under newer rules")
        assert await store.keep_snapshot(rewritten)
        assert await store.snapshot("ABCDEF") == rewritten


@asynchronous
async def test_a_position_belongs_to_an_entry(place: Place) -> None:
    log = Log("ABCDEF")
    async with place.store() as store:
        await log.create(store)
        assert not await store.keep_snapshot(SnapshotRow("ABCDEF", 2, "1", b""))
        assert not await store.keep_snapshot(SnapshotRow("ZZZZZZ", 1, "1", b""))


@asynchronous
async def test_chat_is_a_stream_of_its_own(place: Place) -> None:
    lines = [ChatRow("ABCDEF", number, b"line %d" % number) for number in range(1, 8)]
    async with place.store() as store:
        await Log("ABCDEF").create(store)
        for line in lines:
            assert await store.say(line)
        assert await store.chat("ABCDEF") == lines
        assert await store.chat("ABCDEF", after=5) == lines[5:]
        assert await store.chat("ABCDEF", last=3) == lines[-3:]
        assert await store.chat("ABCDEF", after=5, last=3) == lines[5:]
        assert len(await store.entries("ABCDEF")) == 1


@asynchronous
async def test_a_line_of_chat_is_the_next_one_of_a_table(place: Place) -> None:
    async with place.store() as store:
        await Log("ABCDEF").create(store)
        assert not await store.say(ChatRow("ABCDEF", 2, b""))
        assert await store.say(ChatRow("ABCDEF", 1, b"first"))
        assert not await store.say(ChatRow("ABCDEF", 1, b"other"))
        assert not await store.say(ChatRow("ZZZZZZ", 1, b""))
        assert await store.chat("ABCDEF") == [ChatRow("ABCDEF", 1, b"first")]


@asynchronous
async def test_games_that_ended_long_ago_are_forgotten_when_asked(place: Place) -> None:
    logs = {name: Log(name) for name in ("OLD", "RECENT", "PLAYING")}
    async with place.store() as store:
        for log in logs.values():
            await log.create(store)
            await log.grow(store, 2)
            await store.keep_snapshot(SnapshotRow(log.code, 2, "1", b""))
            await store.say(ChatRow(log.code, 1, b""))
        await logs["OLD"].grow(store, summary=OVER)
        await logs["RECENT"].grow(store, summary=msgspec.structs.replace(OVER, changed=NOON + 1000))

        assert await store.forget(before=NOON + 1000) == ["OLD"]
        assert await store.forget(before=NOON + 1000) == []

        assert {row.code for row in await store.tables()} == {"RECENT", "PLAYING"}
        for table in ("tables", "entries", "snapshots", "chat"):
            kept = await place.execute(store, f"SELECT DISTINCT code FROM {table} ORDER BY code")
            assert kept == [("PLAYING",), ("RECENT",)], table


@asynchronous
async def test_not_all_old_games_are_forgotten_at_once(place: Place) -> None:
    async with place.store() as store:
        for number in range(5):
            await Log(f"TABLE{number}").create(store, msgspec.structs.replace(OVER, opened=NOON - number))
        assert await store.forget(before=NOON + 2, most=3) == ["TABLE4", "TABLE3", "TABLE2"]
        assert await store.forget(before=NOON + 2, most=3) == ["TABLE1", "TABLE0"]


@asynchronous
async def test_commands_read_beside_a_server_that_is_running(place: Place) -> None:
    log = Log("ABCDEF")
    async with place.store() as store, place.records() as records:
        await log.create(store)
        assert await records.entries("ABCDEF") == log.rows
        await log.grow(store, 3)
        assert await records.entries("ABCDEF") == log.rows


@asynchronous
async def test_notes_are_kept_by_name_and_replaced(place: Place) -> None:
    async with place.store() as store:
        assert await store.note("refused") is None
        await store.keep_note("refused", b"[1]")
        await store.keep_note("refused", b"[2]")
    async with place.store() as store:
        assert await store.note("refused") == b"[2]"
