"""Whether everything that anybody was told is on disk, once, in that order, and can be read."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ludoteca.house import apply, entries, snapshots, views
from ludoteca.house.entries import Entry
from ludoteca.house.refusals import Refused
from ludoteca.house.table import Table
from ludoteca.house.views import AudienceEvents
from ludoteca.server.operator import key_file
from ludoteca.server.table.chat import decoded
from ludoteca.store.contract import EntryRow, Records, StoreError
from ludoteca.store.contract.integrity import first_broken_link
from ludoteca.store.sqlite import SqliteStore
from tests.store.crashes import Lost

from .notes import Notes, Seen, Witness


async def check(folder: Path, witnesses: Sequence[Witness], key: str | None) -> Counter[str]:
    """Look at a copy, so that the server itself finds the files as the crash left them. Count what was found."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place, "copy")
        shutil.copytree(folder, copy)
        if key is not None and key_in(copy) != key:
            raise Lost(f"the operator's key was {key!r} and is {key_in(copy)!r}")
        try:
            async with SqliteStore(copy) as store:
                return await check_store(store, witnesses)
        except StoreError as error:
            raise Lost(f"the store cannot be read: {error.sentence}") from error


def key_in(folder: Path) -> str | None:
    path = folder / key_file.FILE
    return path.read_text(encoding="utf-8").strip() if path.exists() else None


async def check_store(store: Records, witnesses: Sequence[Witness]) -> Counter[str]:
    seen: Counter[str] = Counter()
    codes = [row.code for row in await store.tables()]
    for witness in witnesses:
        for code in {*witness.opened, *witness.notes} - set(codes):
            raise Lost(f"{witness.name} was told of table {code}, which is not there")
    for code in codes:
        notes = {witness.name: witness.notes[code] for witness in witnesses if code in witness.notes}
        try:
            await check_table(store, code, notes, seen)
        except Lost as lost:
            lost.add_note(f"at table {code}")
            raise
    return seen


async def check_table(store: Records, code: str, notes: Mapping[str, Notes], seen: Counter[str]) -> None:
    broken = await first_broken_link(store, code)
    if broken is not None:
        raise Lost(broken.sentence)
    rows = await store.entries(code)
    log = [entries.decode(row.body) for row in rows]
    for name, noted in notes.items():
        if noted.wrong:
            raise Lost(f"{name} {noted.wrong[0]}")
        compare_entries(name, noted, rows, log)
    lines = {row.number: msgspec.to_builtins(decoded(row.body).told) for row in await store.chat(code)}
    compare_lines(notes, lines)
    compare_acts(notes, log)
    await rebuild(store, code, log, notes)
    seen.update({"tables": 1, "entries on disk": len(log), "lines on disk": len(lines)})
    seen["entries told to nobody"] += len(log) - max((noted.last or 0 for noted in notes.values()), default=0)


# ---------------------------------------------------------------- what was told


def compare_entries(name: str, noted: Notes, rows: list[EntryRow], log: list[Entry]) -> None:
    if noted.last is not None and noted.last > len(log):
        raise Lost(f"{name} was told entry {noted.last}, and the log ends with {len(log)}")
    for number, told in noted.entries.items():
        kept = {
            **views.public_entry(log[number - 1]),
            "events": audience_events(rows[number - 1]).of(noted.heard_as[number]),
        }
        if as_json(kept) != told:
            raise Lost(f"{name} was told another entry {number} than the log has: {told} instead of {kept}")


def audience_events(row: EntryRow) -> AudienceEvents:
    return msgspec.json.decode(row.events, type=AudienceEvents) if row.events else views.SILENCE


def as_json(value: Any) -> Any:
    """As it is after a journey."""
    return msgspec.json.decode(msgspec.json.encode(value))


def compare_lines(notes: Mapping[str, Notes], lines: Mapping[int, Any]) -> None:
    if sorted(lines) != list(range(1, len(lines) + 1)):
        raise Lost("the chat has gaps")
    texts = {line["text"] for line in lines.values()}
    for name, noted in notes.items():
        for number, told in noted.lines.items():
            if lines.get(number) != told:
                raise Lost(f"{name} heard line {number} of the chat: {told}. There is {lines.get(number)}")
        for request, text in noted.said.items():
            if request in noted.done and text not in texts:
                raise Lost(f"what {name} said was acknowledged and is not there: {text}")


def compare_acts(notes: Mapping[str, Notes], log: Iterable[Entry]) -> None:
    """Ids are unique, whoever chose them: they begin with something random."""
    applied: dict[str, int] = {}
    for entry in log:
        request = getattr(entry.what, "id", "")
        if request in applied:
            raise Lost(f"request {request} was applied twice, by the entries {applied[request]} and {entry.number}")
        if request:
            applied[request] = entry.number
    for name, noted in notes.items():
        for request, message in noted.acts.items():
            if request in noted.done and applied.get(request) != noted.done[request]:
                by = f"entry {applied[request]}" if request in applied else "no entry"
                raise Lost(f"{name} was told that {message} was done by entry {noted.done[request]}; it is {by}")
            if request in applied and noted.refused.get(request) not in (None, *noted.doubtful(request)):
                raise Lost(f"{name} was told that {message} was refused ({noted.refused[request]}); it was applied")


# ---------------------------------------------------------------- what it makes


async def rebuild(store: Records, code: str, log: Sequence[Entry], notes: Mapping[str, Notes]) -> None:
    """The log can be played, what people saw is what it makes, and a snapshot leads to the same table."""
    secret = await store.secret(code)
    assert secret is not None
    table = Table(code, secret)
    try:
        for entry in log:
            apply.apply_entry(table, entry)
            for name, noted in notes.items():
                compare_view(name, table, noted.views.get(entry.number))
        kept = await store.snapshot(code)
        if kept is not None:
            resumed = snapshots.restore(kept.body)
            for entry in log[resumed.number :]:
                apply.apply_entry(resumed, entry)
            if snapshots.snapshot(resumed) != snapshots.snapshot(table):
                raise Lost(f"the snapshot of entry {kept.number} leads to another table than the log")
    except Refused as refused:
        raise Lost(f"the log cannot be played: {refused}") from refused
    for noted in notes.values():
        noted.views.clear()


def compare_view(name: str, table: Table, seen: Seen | None) -> None:
    if seen is not None and as_json(views.view(table, seen.seat)) != seen.view:
        raise Lost(f"{name} was shown another table after entry {table.number} than the log makes")
