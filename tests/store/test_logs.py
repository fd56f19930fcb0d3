"""A log grows by rows that follow, and by no others."""

from __future__ import annotations

import msgspec
import pytest

from ludoteca.house.table import Phase
from ludoteca.store.contract import EntryRow, Store, Unstorable
from ludoteca.store.postgres import PostgresStore

from .places import Place
from .stores import OPEN, OVER, SECRET, Log, asynchronous


@asynchronous
async def test_the_store_fulfils_the_contract(place: Place) -> None:
    async with place.store() as opened:
        store: Store = opened
        assert store.shared == isinstance(store, PostgresStore)


@asynchronous
async def test_a_table_is_kept_with_its_first_entry_and_secret(place: Place) -> None:
    log = Log("ABCDEF")
    async with place.store() as store:
        assert await log.create(store)

    async with place.store() as store:
        found = await store.table("ABCDEF")
        assert found is not None
        assert found.summary == OPEN
        assert await store.secret("ABCDEF") == SECRET
        assert await store.entries("ABCDEF") == log.rows


@asynchronous
async def test_what_is_not_there_is_not_found(place: Place) -> None:
    async with place.store() as store:
        assert await store.table("ABCDEF") is None
        assert await store.secret("ABCDEF") is None
        assert await store.entries("ABCDEF") == []
        assert await store.last_entry("ABCDEF") is None
        assert await store.snapshot("ABCDEF") is None
        assert await store.chat("ABCDEF") == []
        assert await store.tables() == []


@asynchronous
async def test_a_code_is_taken_once(place: Place) -> None:
    log = Log("ABCDEF")
    async with place.store() as store:
        await log.create(store)
        assert not await Log("ABCDEF").create(store, OVER, bytes(32))
        assert await store.secret("ABCDEF") == SECRET
        assert await store.entries("ABCDEF") == log.rows


@asynchronous
async def test_entries_after_a_number_come_in_order(place: Place) -> None:
    log = Log("ABCDEF")
    async with place.store() as store:
        await log.create(store)
        await log.grow(store, 11)
        assert await store.entries("ABCDEF", after=9) == log.rows[9:]
        assert await store.entries("ABCDEF", after=3, most=4) == log.rows[3:7]
        assert await store.entries("ABCDEF", after=12) == []
        assert await store.last_entry("ABCDEF") == log.rows[-1]


@asynchronous
async def test_of_two_rows_with_one_number_the_first_stays(place: Place) -> None:
    log = Log("ABCDEF")
    async with place.store() as store:
        await log.create(store)
        other = log.next(seat=1)
        before = log.digest
        await log.grow(store)
        assert not await store.append(other, before, OVER)
        assert await store.entries("ABCDEF") == log.rows
        found = await store.table("ABCDEF")
        assert found is not None
        assert found.summary == OPEN


@asynchronous
async def test_a_row_on_top_of_one_that_lost_is_not_accepted(place: Place) -> None:
    log, other = Log("ABCDEF"), Log("ABCDEF")
    async with place.store() as store:
        await log.create(store)
        other.rows = [log.rows[0], log.next(seat=1)]
        await log.grow(store)
        assert not await store.append(other.next(), other.digest)
        assert await store.entries("ABCDEF") == log.rows


@asynchronous
async def test_a_log_has_no_gaps(place: Place) -> None:
    log = Log("ABCDEF")
    async with place.store() as store:
        await log.create(store)
        skipped = Log("ABCDEF", [*log.rows, log.next()])
        assert not await store.append(skipped.next(), skipped.digest)
        assert not await store.append(Log("ZZZZZZ", log.rows).next(), log.digest)  # there is no such table


@asynchronous
async def test_the_same_row_is_accepted_once(place: Place) -> None:
    """Two servers may decide the same in the same moment, and only one of them has done it."""
    log = Log("ABCDEF")
    async with place.store() as store:
        await log.create(store)
        before = log.digest
        await log.grow(store, 3)
        assert not await store.append(log.rows[1], before, OVER)
        assert await store.entries("ABCDEF") == log.rows
        found = await store.table("ABCDEF")
        assert found is not None
        assert found.summary == OPEN  # it was not news


@asynchronous
async def test_a_row_with_the_same_digest_and_another_body_is_another_row(place: Place) -> None:
    """Who sits down with another key makes an entry with the same digest."""
    log = Log("ABCDEF")
    async with place.store() as store:
        await log.create(store)
        before = log.digest
        await log.grow(store)
        assert not await store.append(msgspec.structs.replace(log.rows[1], body=b"another"), before)


@asynchronous
async def test_the_summary_changes_with_the_row(place: Place) -> None:
    log = Log("ABCDEF")
    async with place.store() as store:
        await log.create(store)
        await log.grow(store, summary=OVER)
        found = await store.table("ABCDEF")
        assert found is not None
        assert found.summary == OVER
        await log.grow(store)
        assert await store.table("ABCDEF") == found


@asynchronous
async def test_a_log_begins_with_entry_1(place: Place) -> None:
    async with place.store() as store:
        with pytest.raises(Unstorable, match="begins with entry 1"):
            await store.create(EntryRow("ABCDEF", 2, b"", ""), SECRET, OPEN)
        assert await store.table("ABCDEF") is None


@asynchronous
async def test_a_secret_has_32_bytes(place: Place) -> None:
    async with place.store() as store:
        with pytest.raises(Unstorable):
            await Log("ABCDEF").create(store, secret=b"short")
        assert await store.table("ABCDEF") is None


@asynchronous
async def test_phases_are_those_of_the_house(place: Place) -> None:
    async with place.store() as store:
        for phase in Phase:
            assert await Log(phase.name).create(store, msgspec.structs.replace(OPEN, phase=phase))
        assert {row.summary.phase for row in await store.tables()} == set(Phase)
