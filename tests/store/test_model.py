"""Whatever is asked of a store, in whatever order, it answers as a dictionary would, and after a restart as well."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from ludoteca.house.table import Phase
from ludoteca.store.contract import ChatRow, EntryRow, SnapshotRow, Summary, TableRow
from tests.postgres import Postgres

from .places import AnyStore, Folder, Place, Schema

T = TypeVar("T")

CODES = st.sampled_from(["A", "B", "C"])
BODIES = st.binary(max_size=12)
NUMBERS = st.integers(min_value=0, max_value=6)
TIMES = st.integers(min_value=0, max_value=9)
SUMMARIES = st.builds(
    Summary,
    game=st.sampled_from(["eriantys", "masters"]),
    public=st.booleans(),
    rules_version=st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=3),
    phase=st.sampled_from(Phase),
    opened=TIMES,
    changed=TIMES,
    shown=BODIES,
)


@dataclass
class Kept:
    """What should be known of a table."""

    secret: bytes
    summary: Summary
    rows: list[EntryRow]
    snapshot: SnapshotRow | None = None
    chat: list[ChatRow] = field(default_factory=list)


async def awaited(asked: Awaitable[T]) -> T:
    return await asked


class StoreMachine(RuleBasedStateMachine):
    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place
        self.runner = asyncio.Runner()
        self.model: dict[str, Kept] = {}
        self.digests = 0
        self.open()

    def open(self) -> None:
        async def opened() -> AnyStore:
            return await self.place.store().__aenter__()

        self.store = self.run(opened())

    def run(self, asked: Awaitable[T]) -> T:
        return self.runner.run(awaited(asked))

    def teardown(self) -> None:
        self.run(self.store.close())
        self.runner.close()

    def row(self, code: str, number: int, body: bytes) -> EntryRow:
        self.digests += 1
        return EntryRow(code, number, body, f"{self.digests:064x}", body[::-1])

    @rule()
    def reopen(self) -> None:
        self.run(self.store.close())
        self.open()

    @rule(code=CODES, body=BODIES, summary=SUMMARIES, secret=st.binary(min_size=32, max_size=32))
    def create(self, code: str, body: bytes, summary: Summary, secret: bytes) -> None:
        first = self.row(code, 1, body)
        assert self.run(self.store.create(first, secret, summary)) == (code not in self.model)
        self.model.setdefault(code, Kept(secret, summary, [first]))

    @precondition(lambda self: self.model)
    @rule(choice=st.randoms(use_true_random=False), body=BODIES, summary=st.none() | SUMMARIES)
    def append(self, choice: Any, body: bytes, summary: Summary | None) -> None:
        code = choice.choice(sorted(self.model))
        kept = self.model[code]
        row = self.row(code, len(kept.rows) + 1, body)
        assert self.run(self.store.append(row, kept.rows[-1].digest, summary))
        kept.rows.append(row)
        kept.summary = summary or kept.summary

    @rule(code=CODES, number=NUMBERS, body=BODIES, previous=NUMBERS, summary=st.none() | SUMMARIES)
    def append_anything(self, code: str, number: int, body: bytes, previous: int, summary: Summary | None) -> None:
        kept = self.model.get(code)
        rows = kept.rows if kept else []
        digest = rows[previous].digest if previous < len(rows) else "another"
        row = self.row(code, number, body)
        follows = kept is not None and number == len(rows) + 1 and digest == rows[-1].digest
        assert self.run(self.store.append(row, digest, summary)) == follows
        if kept is not None and follows:
            kept.rows.append(row)
            kept.summary = summary or kept.summary

    @precondition(lambda self: self.model)
    @rule(choice=st.randoms(use_true_random=False), summary=SUMMARIES, change=st.booleans())
    def append_again(self, choice: Any, summary: Summary, change: bool) -> None:
        row = choice.choice(self.model[choice.choice(sorted(self.model))].rows)
        again = msgspec.structs.replace(row, body=row.body + b"!") if change else row
        assert not self.run(self.store.append(again, "whatever", summary))

    @rule(code=CODES, number=NUMBERS, body=BODIES)
    def keep_snapshot(self, code: str, number: int, body: bytes) -> None:
        kept = self.model.get(code)
        there = kept is not None and 1 <= number <= len(kept.rows)
        newer = kept is None or kept.snapshot is None or number >= kept.snapshot.number
        row = SnapshotRow(code, number, "1", body)
        assert self.run(self.store.keep_snapshot(row)) == (there and newer)
        if kept is not None and there and newer:
            kept.snapshot = row

    @rule(code=CODES, number=NUMBERS, body=BODIES)
    def say(self, code: str, number: int, body: bytes) -> None:
        kept = self.model.get(code)
        follows = kept is not None and number == len(kept.chat) + 1
        row = ChatRow(code, number, body)
        assert self.run(self.store.say(row)) == follows
        if kept is not None and follows:
            kept.chat.append(row)

    @rule(before=TIMES, most=st.integers(min_value=0, max_value=2))
    def forget(self, before: int, most: int) -> None:
        old = {
            code
            for code, kept in self.model.items()
            if kept.summary.phase in (Phase.OVER, Phase.CLOSED)
            and kept.summary.changed < before
            and kept.summary.opened < before
        }
        forgotten = self.run(self.store.forget(before, most))
        assert len(forgotten) == min(most, len(old))
        assert set(forgotten) <= old
        for code in forgotten:
            del self.model[code]

    @rule(phases=st.sets(st.sampled_from(Phase)), public=st.none() | st.booleans(), most=st.none() | NUMBERS)
    def list_tables(self, phases: set[Phase], public: bool | None, most: int | None) -> None:
        rows = sorted(
            (
                TableRow(code, kept.summary)
                for code, kept in self.model.items()
                if kept.summary.phase in phases and public in (None, kept.summary.public)
            ),
            key=lambda row: (row.summary.opened, row.code),
            reverse=True,
        )
        assert self.run(self.store.tables(phases, public, most=most)) == rows[:most]
        for number, row in enumerate(rows, start=1):
            assert self.run(self.store.tables(phases, public, after=row)) == rows[number:]

    @rule(code=CODES, after=NUMBERS, most=st.none() | NUMBERS)
    def read_parts(self, code: str, after: int, most: int | None) -> None:
        kept = self.model.get(code)
        rows, lines = (kept.rows[after:], kept.chat[after:]) if kept else ([], [])
        assert self.run(self.store.entries(code, after, most)) == rows[:most]
        assert self.run(self.store.chat(code, after, most)) == lines[0 if most is None else max(0, len(lines) - most) :]

    @invariant()
    def everything_is_there(self) -> None:
        for code in ("A", "B", "C"):
            kept = self.model.get(code)
            found = self.run(self.store.table(code))
            assert found == (kept and TableRow(code, kept.summary))
            assert self.run(self.store.secret(code)) == (kept and kept.secret)
            assert self.run(self.store.entries(code)) == (kept.rows if kept else [])
            assert self.run(self.store.snapshot(code)) == (kept and kept.snapshot)
            assert self.run(self.store.chat(code)) == (kept.chat if kept else [])


ENOUGH = settings(max_examples=30, stateful_step_count=30)


def test_a_store_in_a_file(tmp_path: Path) -> None:
    class InAFile(StoreMachine):
        def __init__(self) -> None:
            super().__init__(Folder(Path(tempfile.mkdtemp(dir=tmp_path))))

    run_state_machine_as_test(InAFile, settings=ENOUGH)


def test_a_store_in_postgres(postgres: Postgres) -> None:
    class InPostgres(StoreMachine):
        def __init__(self) -> None:
            super().__init__(Schema(postgres.empty_place()))

    run_state_machine_as_test(InPostgres, settings=ENOUGH)
