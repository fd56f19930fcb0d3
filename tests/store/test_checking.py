"""The links of a log: whatever was changed afterwards is found, and the first place is told."""

from __future__ import annotations

import pytest

from ludoteca.house import entries
from ludoteca.house.entries import Arrived, Entry
from ludoteca.store.contract import EntryRow, integrity
from ludoteca.store.contract.integrity import BrokenLink, Flaw, first_broken_link

from .places import Place
from .stores import NOON, Log, asynchronous


def rewritten(number: int, time: int, previous: str) -> tuple[bytes, str]:
    """The body and the digest of an entry that somebody put in the place of another."""
    entry = Entry(number, time, Arrived(3), previous)
    return entries.encode(entry), entries.digest(entry)


def row_of(number: int) -> EntryRow:
    log = Log("ABCDEF")
    for _ in range(number):
        log.rows.append(log.next())
    return log.rows[-1]


async def after_change(place: Place, log: Log, change: str, *values: object) -> BrokenLink | None:
    async with place.store() as store:
        await log.create(store)
        await log.grow(store, 6)
        await place.execute(store, change, *values)
        return await first_broken_link(store, log.code)


CHANGE = "UPDATE entries SET body = ?, digest = ? WHERE number = 4"


@asynchronous
async def test_a_log_as_it_was_written_is_whole(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(integrity, "ROWS_AT_ONCE", 3)
    log = Log("ABCDEF")
    async with place.store() as store:
        await log.create(store)
        await log.grow(store, 6)
        assert await first_broken_link(store, "ABCDEF") is None
        assert await first_broken_link(store, "ZZZZZZ") is None


@asynchronous
async def test_an_entry_that_was_taken_out(place: Place) -> None:
    broken = await after_change(place, Log("ABCDEF"), "DELETE FROM entries WHERE number = 4")
    assert broken == BrokenLink(4, Flaw.MISSING)
    assert broken.sentence == "Entry 4 is not there, although later ones are."


@asynchronous
async def test_an_entry_that_is_no_entry(place: Place) -> None:
    broken = await after_change(place, Log("ABCDEF"), "UPDATE entries SET body = ? WHERE number = 4", b"\xff{")
    assert broken == BrokenLink(4, Flaw.UNREADABLE)


@asynchronous
async def test_an_entry_that_is_not_what_its_digest_says(place: Place) -> None:
    log = Log("ABCDEF")
    body = row_of(4).body.replace(b'"seat":0', b'"seat":1')
    broken = await after_change(place, log, "UPDATE entries SET body = ? WHERE number = 4", body)
    assert broken == BrokenLink(4, Flaw.ALTERED)


@asynchronous
async def test_an_entry_changed_with_its_digest_breaks_the_link_after_it(place: Place) -> None:
    broken = await after_change(place, Log("ABCDEF"), CHANGE, *rewritten(4, NOON + 4, row_of(3).digest))
    assert broken == BrokenLink(5, Flaw.UNLINKED)


@asynchronous
async def test_an_entry_that_does_not_follow(place: Place) -> None:
    broken = await after_change(place, Log("ABCDEF"), CHANGE, *rewritten(4, NOON + 4, "0" * 64))
    assert broken == BrokenLink(4, Flaw.UNLINKED)


@asynchronous
async def test_an_entry_with_another_number(place: Place) -> None:
    broken = await after_change(place, Log("ABCDEF"), CHANGE, *rewritten(40, NOON + 4, ""))
    assert broken == BrokenLink(4, Flaw.MISNUMBERED)


@asynchronous
async def test_an_entry_from_an_earlier_time(place: Place) -> None:
    broken = await after_change(place, Log("ABCDEF"), CHANGE, *rewritten(4, NOON, row_of(3).digest))
    assert broken == BrokenLink(4, Flaw.BACKWARDS)
