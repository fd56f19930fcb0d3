"""Rows of the store are damaged: those tables say so, and where; the others go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from ludoteca.house import entries
from ludoteca.store.contract import EntryRow

from .houses import House, Json, opened_house
from .operators import operate
from .running import Clock, asynchronous
from .troubled import TroubledStore

DAMAGED = ["a table cannot be read"]
Damage = Callable[[EntryRow], EntryRow | None]


def nonsense(row: EntryRow) -> EntryRow:
    return msgspec.structs.replace(row, body=b"nonsense")


def gone(row: EntryRow) -> None:
    return None


def altered(row: EntryRow) -> EntryRow:
    """It can be read and says something else than its digest."""
    entry = entries.decode(row.body)
    return msgspec.structs.replace(row, body=entries.encode(msgspec.structs.replace(entry, time=entry.time + 1)))


def senseless(row: EntryRow) -> EntryRow:
    """It follows from the one before, and cannot have happened."""
    entry = entries.decode(row.body)
    acted = msgspec.structs.replace(entry, what=entries.Arrived(9))
    return msgspec.structs.replace(row, body=entries.encode(acted))


async def damage(house: House, code: str, number: int, how: Damage) -> None:
    """Behind the house's back."""
    assert isinstance(house.store, TroubledStore)
    connection = house.store._writer.connection
    (row,) = await house.store.entries(code, number - 1, 1)
    new = how(row)
    values: tuple[object, ...]
    if new is None:
        statement, values = "DELETE FROM entries WHERE code = ? AND number = ?", (code, number)
    else:
        statement, values = "UPDATE entries SET body = ? WHERE code = ? AND number = ?", (new.body, code, number)
    await asyncio.to_thread(connection.execute, "DELETE FROM snapshots WHERE code = ?", (code,))
    await asyncio.to_thread(connection.execute, statement, values)


async def asleep(house: House, *codes: str) -> None:
    for code in codes:
        actor = house.server.tables.awake.pop(code)
        await actor.settle()
        actor.stop()


@asynchronous
@pytest.mark.parametrize(
    ("how", "at"),
    [(nonsense, 5), (gone, 5), (altered, 5), (senseless, 5)],
    ids=["nonsense", "gone", "altered", "senseless"],
)
async def test_whoever_comes_is_told_where_the_log_is_damaged(tmp_path: Path, how: Damage, at: int) -> None:
    async with opened_house(tmp_path, errors=DAMAGED) as house:
        code, people = await house.game()
        other, others = await house.game()
        for caller in (*people, *others):
            await caller.hang_up()
        await asleep(house, code, other)
        await damage(house, code, 5, how)
        said: Json = {"code": code, "number": at}
        for path in ("", "/replay", "/film"):
            status, wrong = await house.get(f"/api/tables/{code}{path}")
            assert (status, wrong["code"], wrong["parameters"]) == (500, "damaged", said)
            assert wrong["sentence"].startswith(f"The log of table {code} is damaged at entry {at}.")
        status, wrong = await operate(house, "POST", f"/tables/{code}/close", {"why": "damaged"})
        assert (status, wrong["parameters"]) == (500, said)
        assert [line["table"] for line in house.logged if line["event"] == DAMAGED[0]] == [code]
        assert f"entry {at}" in next(line["problem"] for line in house.logged if line["event"] == DAMAGED[0])
        assert (await house.get(f"/api/tables/{other}"))[0] == 200
        assert (await house.get("/api/tables"))[0] == 200
        assert (await operate(house, "DELETE", f"/tables/{code}"))[0] == 200  # the way to get rid of it


@asynchronous
async def test_what_was_damaged_while_a_table_is_awake_is_told_when_it_is_read(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        code, _ = await house.game()
        await damage(house, code, 3, nonsense)
        for path in ("/replay", "/film"):
            status, wrong = await house.get(f"/api/tables/{code}{path}")
            assert (status, wrong["parameters"]) == (500, {"code": code, "number": 3})
        assert (await house.get(f"/api/tables/{code}"))[0] == 200  # the game goes on
        status, wrong = await operate(house, "GET", "/people/Ada")
        assert (status, wrong["parameters"]) == (500, {"code": code, "number": 3})


@asynchronous
async def test_a_damaged_line_is_left_out_and_the_table_goes_on(tmp_path: Path) -> None:
    clock = Clock()
    async with opened_house(tmp_path, clock=clock) as house:
        code = await house.open_table()
        (ada,) = await house.seated(code, "Ada")
        for text in ("one", "two", "three"):
            await ada.do("say", text=text)
        assert isinstance(house.store, TroubledStore)
        statement = "UPDATE chat SET body = ? WHERE code = ? AND number = 2"
        await asyncio.to_thread(house.store._writer.connection.execute, statement, (b"nonsense", code))
    async with opened_house(tmp_path, clock=clock, errors=["a line of chat cannot be read"]) as house:
        ada = await house.call(code, "Ada")
        assert [line["text"] for line in ada.heard("welcome")[0]["lines"]] == ["one", "three"]
        await ada.do("say", text="four", id="the fourth")
        assert (await ada.next("lines"))["lines"][0]["number"] == 4
