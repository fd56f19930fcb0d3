"""The links of a log: whatever was changed afterwards is found, and the first place is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.house import entries
from ludoteca.house.entries import Arrived, Entry
from ludoteca.store import checking
from ludoteca.store.checking import BrokenLink, Flaw, first_broken_link
from ludoteca.store.contract import EntryRow
from ludoteca.store.sqlite import SqliteStore

from .stores import NOON, Log, asynchronous, connection_of


def rewritten(number: int, time: int, previous: str) -> tuple[bytes, str]:
    """The body and the digest of an entry that somebody put in the place of another."""
    entry = Entry(number, time, Arrived(3), previous)
    return entries.encode(entry), entries.digest(entry)


def third() -> EntryRow:
    """The entry before it."""
    log = Log("ABCDEF")
    for _ in range(3):
        log.rows.append(log.next())
    return log.rows[-1]


async def after_change(folder: Path, log: Log, change: str, *values: object) -> BrokenLink | None:
    async with SqliteStore(folder) as store:
        await log.create(store)
        await log.grow(store, 6)
        connection_of(store).execute(change, values)
        return await first_broken_link(store, log.code)


CHANGE = "UPDATE entries SET body = ?, digest = ? WHERE number = 4"


@asynchronous
async def test_a_log_as_it_was_written_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "ROWS_AT_ONCE", 3)
    log = Log("ABCDEF")
    async with SqliteStore(tmp_path) as store:
        await log.create(store)
        await log.grow(store, 6)
        assert await first_broken_link(store, "ABCDEF") is None
        assert await first_broken_link(store, "ZZZZZZ") is None


@asynchronous
async def test_an_entry_that_was_taken_out(tmp_path: Path) -> None:
    broken = await after_change(tmp_path, Log("ABCDEF"), "DELETE FROM entries WHERE number = 4")
    assert broken == BrokenLink(4, Flaw.MISSING)
    assert broken.sentence == "Entry 4 is not there, although later ones are."


@asynchronous
async def test_an_entry_that_is_no_entry(tmp_path: Path) -> None:
    broken = await after_change(tmp_path, Log("ABCDEF"), "UPDATE entries SET body = ? WHERE number = 4", b"\xff{")
    assert broken == BrokenLink(4, Flaw.UNREADABLE)


@asynchronous
async def test_an_entry_that_is_not_what_its_digest_says(tmp_path: Path) -> None:
    log = Log("ABCDEF")
    change = "UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), ?, ?) AS BLOB) WHERE number = 4"
    broken = await after_change(tmp_path, log, change, '"seat":0', '"seat":1')
    assert broken == BrokenLink(4, Flaw.ALTERED)


@asynchronous
async def test_an_entry_changed_with_its_digest_breaks_the_link_after_it(tmp_path: Path) -> None:
    broken = await after_change(tmp_path, Log("ABCDEF"), CHANGE, *rewritten(4, NOON + 4, third().digest))
    assert broken == BrokenLink(5, Flaw.UNLINKED)


@asynchronous
async def test_an_entry_that_does_not_follow(tmp_path: Path) -> None:
    broken = await after_change(tmp_path, Log("ABCDEF"), CHANGE, *rewritten(4, NOON + 4, "0" * 64))
    assert broken == BrokenLink(4, Flaw.UNLINKED)


@asynchronous
async def test_an_entry_with_another_number(tmp_path: Path) -> None:
    broken = await after_change(tmp_path, Log("ABCDEF"), CHANGE, *rewritten(40, NOON + 4, ""))
    assert broken == BrokenLink(4, Flaw.MISNUMBERED)


@asynchronous
async def test_an_entry_from_an_earlier_time(tmp_path: Path) -> None:
    broken = await after_change(tmp_path, Log("ABCDEF"), CHANGE, *rewritten(4, NOON, third().digest))
    assert broken == BrokenLink(4, Flaw.BACKWARDS)
