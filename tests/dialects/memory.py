"""A store that forgets everything when the test is over. Whatever it is asked for is done at once."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ludoteca.house.table import Phase
from ludoteca.store.contract import Changes, ChatRow, EntryRow, SnapshotRow, StoredTable, Summary, TableRow

T = TypeVar("T")


def at_once(result: T) -> asyncio.Future[T]:
    future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
    future.set_result(result)
    return future


class MemoryStore:
    shared = False
    decisions = None
    nodes = None
    last_write = None

    def __init__(self) -> None:
        self.rows: dict[str, list[EntryRow]] = {}
        self.secrets: dict[str, bytes] = {}
        self.summaries: dict[str, Summary] = {}
        self.snapshots: dict[str, SnapshotRow] = {}
        self.lines: defaultdict[str, list[ChatRow]] = defaultdict(list)
        self.kept_notes: dict[str, bytes] = {}

    # ------------------------------------------------------------ reading

    async def entries(self, code: str, after: int = 0, most: int | None = None) -> list[EntryRow]:
        return self.rows.get(code, [])[after:][:most]

    async def last_entry(self, code: str) -> EntryRow | None:
        return self.rows[code][-1] if code in self.rows else None

    async def table(self, code: str) -> TableRow | None:
        return TableRow(code, self.summaries[code]) if code in self.summaries else None

    async def secret(self, code: str) -> bytes | None:
        return self.secrets.get(code)

    async def tables(
        self,
        phases: Collection[Phase] = tuple(Phase),
        public: bool | None = None,
        after: TableRow | None = None,
        most: int | None = None,
    ) -> list[TableRow]:
        rows = [
            TableRow(code, summary)
            for code, summary in self.summaries.items()
            if summary.phase in phases and public in (None, summary.public)
        ]
        rows.sort(key=lambda row: (row.summary.opened, row.code), reverse=True)
        start = 0 if after is None else rows.index(after) + 1
        return rows[start:][:most]

    async def snapshot(self, code: str) -> SnapshotRow | None:
        return self.snapshots.get(code)

    async def chat(self, code: str, after: int = 0, last: int | None = None) -> list[ChatRow]:
        lines = self.lines[code][after:]
        return lines if last is None else lines[-last:]

    async def stored_table(self, code: str, last_lines: int, from_snapshot: bool = True) -> StoredTable | None:
        if code not in self.rows:
            return None
        kept = self.snapshots.get(code) if from_snapshot else None
        log = self.rows[code][0 if kept is None else kept.number :]
        return StoredTable(code, self.secrets[code], kept, log, self.lines[code][-last_lines:])

    async def codes_naming(self, needle: bytes, after: str = "", most: int = 100) -> tuple[list[str], str | None]:
        page = [code for code in sorted(self.rows) if code > after][:most]
        bodies = {code: [row.body for row in self.rows[code]] + [row.body for row in self.lines[code]] for code in page}
        found = [code for code in page if any(needle in body for body in bodies[code])]
        return found, page[-1] if len(page) == most else None

    async def note(self, name: str) -> bytes | None:
        return self.kept_notes.get(name)

    async def notes(self) -> dict[str, bytes]:
        return self.kept_notes

    async def try_to_write(self) -> None:
        """It always can."""

    async def watch(self, changes: Changes) -> None:
        """Nobody else writes to it."""

    def alone(self, name: str) -> AbstractAsyncContextManager[None]:
        return nullcontext()

    async def backup(self, target: Path) -> None:
        target.write_bytes(msgspec.json.encode(self.rows))

    async def close(self) -> None:
        """There is nothing to let go of."""

    # ------------------------------------------------------------ writing

    def create(self, first: EntryRow, secret: bytes, summary: Summary) -> asyncio.Future[bool]:
        if first.code in self.rows:
            return at_once(False)
        self.rows[first.code] = [first]
        self.secrets[first.code] = secret
        self.summaries[first.code] = summary
        return at_once(True)

    def append(self, row: EntryRow, previous: str, summary: Summary | None = None) -> asyncio.Future[bool]:
        log = self.rows[row.code]
        if row.number <= len(log):
            return at_once(log[row.number - 1] == row)
        if row.number != len(log) + 1 or log[-1].digest != previous:
            return at_once(False)
        log.append(row)
        if summary is not None:
            self.summaries[row.code] = summary
        return at_once(True)

    def keep_snapshot(self, row: SnapshotRow, digest: str | None = None) -> asyncio.Future[bool]:
        self.snapshots[row.code] = row
        return at_once(True)

    def say(self, row: ChatRow) -> asyncio.Future[bool]:
        if row.number != len(self.lines[row.code]) + 1:
            return at_once(False)
        self.lines[row.code].append(row)
        return at_once(True)

    async def keep_note(self, name: str, body: bytes) -> None:
        self.kept_notes[name] = body

    def change_note(self, name: str, before: bytes | None, after: bytes | None) -> asyncio.Future[bool]:
        if self.kept_notes.get(name) != before:
            return at_once(False)
        self.kept_notes.pop(name, None)
        if after is not None:
            self.kept_notes[name] = after
        return at_once(True)

    def forget_table(self, code: str) -> asyncio.Future[bool]:
        return at_once(self._drop(code))

    def replace_line(self, row: ChatRow) -> asyncio.Future[bool]:
        there = 1 <= row.number <= len(self.lines[row.code])
        if there:
            self.lines[row.code][row.number - 1] = row
        return at_once(there)

    def rewrite(self, rows: Sequence[EntryRow], last: str, shown: bytes) -> asyncio.Future[bool]:
        code = rows[0].code
        kept = self.rows.get(code, [])
        if len(kept) != len(rows) or kept[-1].digest != last:
            return at_once(False)
        self.rows[code] = list(rows)
        self.snapshots.pop(code, None)
        self.summaries[code] = msgspec.structs.replace(self.summaries[code], shown=shown)
        return at_once(True)

    def forget(self, before: int, most: int = 100) -> asyncio.Future[list[str]]:
        old = [
            code for code, summary in self.summaries.items() if summary.phase is Phase.OVER and summary.changed < before
        ][:most]
        for code in old:
            self._drop(code)
        return at_once(old)

    def _drop(self, code: str) -> bool:
        there = code in self.rows
        kept: tuple[dict[str, Any], ...] = (self.rows, self.secrets, self.summaries, self.snapshots, self.lines)
        for rows in kept:
            rows.pop(code, None)
        return there
