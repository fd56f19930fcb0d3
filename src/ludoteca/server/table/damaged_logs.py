"""Logs that are not what was written: a table whose log is damaged says so, and says where. Other tables go on."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import apply, entries
from ludoteca.house.entries import Entry
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Table
from ludoteca.store.contract import EntryRow, Flaw, Link, follow


def damaged(code: str, number: int) -> Trouble:
    return Trouble(Problem.DAMAGED, code=code, number=number)


def is_damage(error: Exception) -> bool:
    return isinstance(error, Trouble) and error.code is Problem.DAMAGED


def read_entry(row: EntryRow) -> Entry:
    try:
        return entries.decode(row.body)
    except msgspec.DecodeError as error:
        raise damaged(row.code, row.number) from error


def apply_rows(table: Table, rows: Iterable[EntryRow]) -> None:
    """Add what is kept. What does not follow from the entries before it, or makes no sense after them, is damaged."""
    for row in rows:
        entry = read_entry(row)
        try:
            apply.apply_entry(table, entry)
        except Refused as refused:
            if refused.code is not Refusal.STALE:  # other rules, for example: that is no damage
                raise
            raise damaged(table.code, table.number + 1) from refused
        except Exception as error:  # whatever the rules meet in an entry that cannot have happened
            raise damaged(table.code, row.number) from error
        if table.digest != row.digest:
            raise damaged(table.code, row.number)


def whole_log(rows: Iterable[EntryRow]) -> list[Entry]:
    """A log from its beginning, each entry following from the one before."""
    last, found = Link(), []
    for row in rows:
        if row.number != last.number + 1:
            raise damaged(row.code, last.number + 1)
        followed = follow(last, row)
        if isinstance(followed, Flaw):
            raise damaged(row.code, row.number)
        last = followed
        found.append(entries.decode(row.body))
    return found
