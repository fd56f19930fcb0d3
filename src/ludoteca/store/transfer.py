"""A whole house from one store into another, checked by playing every game again.

It can be interrupted at any moment and goes on where it was. Until it is done, a note says so in the new store, and no
server opens that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from ludoteca.house import entries
from ludoteca.house.apply import apply_entry
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase, Table

from .contract import EntryRow, Problem, Records, Store, StoreBroken, TableRow
from .contract.integrity import BrokenLink, Flaw, Link, follow

MOVING = "a house is being moved here"  # the name of a note; it says from where
AT_ONCE = 64  # tables: their rows share visits to the disk
PAGE = 1000


class Moved(msgspec.Struct):
    """What was moved, and a sentence for each table that is not in order. It was not in the old store either."""

    tables: int = 0
    entries: int = 0
    told: int = 0  # games of older rules: their links were checked, but they cannot be played again
    flaws: list[str] = []


async def require_whole(store: Records) -> None:
    """Refuse a store into which a house was moved half."""
    source = await store.note(MOVING)
    if source:
        sentence = f"A house is being moved here from {source.decode()}. Let ludoteca move-house finish that first."
        raise StoreBroken(Problem.IN_USE, sentence)


async def move(source: Store, name: str, target: Store, tell: Callable[[int, int], None]) -> Moved:
    """`name` is what the source is called; `tell` hears how many tables of how many are done.

    StoreBroken when the target has another house.
    """
    await require_whole(source)
    await begin(name, target)
    codes = [row.code for row in await every_table(source)]
    foreign = {row.code for row in await every_table(target)} - set(codes)
    if foreign:
        sentence = f"Table {min(foreign)} is in the new house and not in the old one. Begin again with an empty place."
        raise StoreBroken(Problem.EXISTS, sentence)
    moved = Moved()

    async def one(code: str) -> None:
        await move_table(source, target, code, moved)
        moved.tables += 1
        tell(moved.tables, len(codes))

    for start in range(0, len(codes), AT_ONCE):
        together = (one(code) for code in codes[start : start + AT_ONCE])
        for failure in await asyncio.gather(*together, return_exceptions=True):
            if failure is not None:
                raise failure
    for note, body in (await source.notes()).items():
        if note != MOVING:
            await target.keep_note(note, body)
    await target.keep_note(MOVING, b"")
    return moved


async def begin(name: str, target: Store) -> None:
    """Say in the new store what is going on, unless that was said before."""
    begun = await target.note(MOVING)
    if not begun and await target.tables(most=1):
        raise StoreBroken(Problem.EXISTS, "There are tables in the new house already. Choose an empty place.")
    if begun and begun.decode() != name:
        sentence = f"A house is being moved there from {begun.decode()}. Finish that first, or choose an empty place."
        raise StoreBroken(Problem.EXISTS, sentence)
    await target.keep_note(MOVING, name.encode())


async def every_table(records: Records) -> list[TableRow]:
    found: list[TableRow] = []
    while page := await records.tables(after=found[-1] if found else None, most=PAGE):
        found += page
    return found


async def move_table(source: Store, target: Store, code: str, moved: Moved) -> None:
    row, secret, rows = await source.table(code), await source.secret(code), await source.entries(code)
    if row is None or secret is None or not rows:
        raise StoreBroken(Problem.DAMAGED, f"Table {code} has no log.")
    there = len(await target.entries(code))
    accepted = bool(there) or await target.create(rows[0], secret, row.summary)
    for before, following in zip(rows[max(there, 1) - 1 :], rows[max(there, 1) :], strict=False):
        accepted = accepted and await target.append(following, before.digest, row.summary)
    lines = await source.chat(code)
    for line in lines[len(await target.chat(code)) :]:
        accepted = accepted and await target.say(line)
    snapshot = await source.snapshot(code)
    if snapshot is not None:
        accepted = accepted and await target.keep_snapshot(snapshot)
    arrived = (await target.table(code), await target.secret(code), await target.entries(code))
    rest = (await target.chat(code), await target.snapshot(code))
    if not accepted or arrived != (row, secret, rows) or rest != (lines, snapshot):
        sentence = f"Table {code} is not the same in both houses. Begin again with an empty place."
        raise StoreBroken(Problem.EXISTS, sentence)
    moved.entries += len(rows)
    check(row, secret, arrived[2], moved)


def check(row: TableRow, secret: bytes, rows: list[EntryRow], moved: Moved) -> None:
    """Whether the log is as it was written, and makes the table that it says it does."""
    broken = broken_link(rows)
    if broken is not None:
        moved.flaws.append(f"Table {row.code}: {broken.sentence}")
        return
    table = Table(row.code, secret)
    log = [entries.decode(each.body) for each in rows]
    try:
        for entry in log:
            apply_entry(table, entry)
    except Refused as refused:
        if refused.code is Refusal.OTHER_RULES:
            moved.told += 1
        else:
            moved.flaws.append(f"Table {row.code}: {refused.sentence}")
        return
    if table.phase is not Phase(row.summary.phase) or table.digest != rows[-1].digest:
        moved.flaws.append(f"Table {row.code}: its log makes another table than the list says.")


def broken_link(rows: list[EntryRow]) -> BrokenLink | None:
    last = Link()
    for row in rows:
        followed = follow(last, row) if row.number == last.number + 1 else Flaw.MISSING
        if isinstance(followed, Flaw):
            return BrokenLink(last.number + 1, followed)
        last = followed
    return None
