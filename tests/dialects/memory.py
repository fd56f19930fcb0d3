"""A store that forgets everything when the test is over. Whatever it is asked for is done at once."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ludoteca.house.table import Phase
from ludoteca.store.contract import Changes, ChatRow, EntryRow, SnapshotRow, Summary, TableRow

T = TypeVar("T")


def at_once(result: T) -> asyncio.Future[T]:
    future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
    future.set_result(result)
    return future


class MemoryStore:
    shared = False
    decisions = None
    nodes = None

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

    async def note(self, name: str) -> bytes | None:
        return self.kept_notes.get(name)

    async def notes(self) -> dict[str, bytes]:
        return self.kept_notes

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

    def keep_snapshot(self, row: SnapshotRow) -> asyncio.Future[bool]:
        self.snapshots[row.code] = row
        return at_once(True)

    def say(self, row: ChatRow) -> asyncio.Future[bool]:
        if row.number != len(self.lines[row.code]) + 1:
            return at_once(False)
        self.lines[row.code].append(row)
        return at_once(True)

    async def keep_note(self, name: str, body: bytes) -> None:
        self.kept_notes[name] = body

    def forget(self, before: int, most: int = 100) -> asyncio.Future[list[str]]:
        old = [
            code for code, summary in self.summaries.items() if summary.phase is Phase.OVER and summary.changed < before
        ][:most]
        kept: tuple[dict[str, Any], ...] = (self.rows, self.secrets, self.summaries, self.snapshots, self.lines)
        for code in old:
            for rows in kept:
                rows.pop(code, None)
        return at_once(old)
