"""A small store with something of everything, and the text files that say how former versions would have kept it.

`python -m tests.store.furnished` writes the file of the present version. Do that once, when a migration is added, and
never change the files of versions that were released.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import msgspec

from ludoteca.house.table import Phase
from ludoteca.store.contract import ChatRow, EntryRow, Records, SnapshotRow, TableRow
from ludoteca.store.migrations import steps
from ludoteca.store.sqlite import SqliteStore

from .places import AnyStore
from .stores import NOON, OPEN, OVER, SECRET, Log

VERSIONS = Path(__file__).parent / "versions"
PLAYING = msgspec.structs.replace(OPEN, game="masters", public=False, phase=Phase.PLAYING, opened=NOON + 7)


class Contents(msgspec.Struct):
    tables: list[TableRow]
    secrets: list[bytes | None]
    entries: list[EntryRow]
    snapshots: list[SnapshotRow | None]
    chat: list[ChatRow]


async def furnish(store: AnyStore) -> None:
    playing, over = Log("PLAYNG"), Log("DECIDE")
    await playing.create(store, PLAYING)
    await playing.grow(store, 4)
    await store.keep_snapshot(SnapshotRow("PLAYNG", 3, "1", b'{"a position": 3}'))
    for number, text in enumerate([b'{"text":"Hello"}', '{"text":"Grüß dich, it\'s me"}'.encode()], start=1):
        await store.say(ChatRow("PLAYNG", number, text))
    await over.create(store, OPEN, secret=SECRET[::-1])
    await over.grow(store, summary=OVER)


async def contents(records: Records) -> Contents:
    tables = await records.tables()
    codes = [row.code for row in tables]
    return Contents(
        tables,
        [await records.secret(code) for code in codes],
        [row for code in codes for row in await records.entries(code)],
        [await records.snapshot(code) for code in codes],
        [row for code in codes for row in await records.chat(code)],
    )


def dump(path: Path) -> str:
    """A database as SQL. What stands in its header belongs to it."""
    with closing(sqlite3.connect(path)) as connection:
        pragmas = [
            f"PRAGMA {name} = {connection.execute(f'PRAGMA {name}').fetchone()[0]};"
            for name in ("application_id", "user_version")
        ]
        return "\n".join([*pragmas, *connection.iterdump(), ""])


def undump(text: str, path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(text)


async def present_version() -> str:
    with tempfile.TemporaryDirectory() as folder:
        async with SqliteStore(Path(folder)) as store:
            await furnish(store)
        return dump(Path(folder) / "house.sqlite")


if __name__ == "__main__":
    (VERSIONS / f"{len(steps()):04}.sql").write_text(asyncio.run(present_version()), encoding="utf-8")
