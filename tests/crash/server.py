"""The server that is killed: `ludoteca.app` as it is, with another store class where a test wants one.

    python -m tests.crash.server FOLDER PORT [STORE]

It says `open` when people can come in. The faults are here, and nowhere in the product, so that one can see that the
rounds notice them.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from ludoteca import app
from ludoteca.server.server import Server
from ludoteca.server.settings import SILENT, Limits, Settings
from ludoteca.store.contract import EntryRow, Summary
from ludoteca.store.sqlite import SqliteStore
from tests.store.places import connection_of

from .stem import tell

PLENTY = 1_000_000
LIMITS = Limits(
    rate=PLENTY,
    burst=PLENTY,
    burst_per_address=PLENTY,
    work=PLENTY,
    work_per_address=PLENTY,
    connections_per_address=PLENTY,
    tables_per_address=PLENTY,
)
CHECKPOINT = 16  # pages
HASTE = 0.02  # seconds that a hasty store is ahead of the disk


class OftenCheckpointed(SqliteStore):
    """No fault: the main file is written often, so that the power goes while that happens too."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        connection_of(self).execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")


class Unsynced(SqliteStore):
    """Says that something is on disk when the system has it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        connection_of(self).execute("PRAGMA synchronous = OFF")


class Hasty(SqliteStore):
    """Says at once that an entry is on disk, and writes it later."""

    def append(self, row: EntryRow, previous: str, summary: Summary | None = None) -> asyncio.Future[bool]:
        loop = asyncio.get_running_loop()
        loop.call_later(HASTE, super().append, row, previous, summary)
        said: asyncio.Future[bool] = loop.create_future()
        said.set_result(True)
        return said


STORES: dict[str, type[SqliteStore]] = {
    "as-it-is": SqliteStore,
    "often-checkpointed": OftenCheckpointed,
    "synchronous-off": Unsynced,
    "tell-before-commit": Hasty,
}
FAULTS = {"synchronous-off": "powercut", "tell-before-commit": "kill"}  # and the kind of crash that shows each


def say_open(server: Server) -> None:
    tell("open")


def main(folder: str, port: str, store: str) -> None:
    setattr(app, "SqliteStore", STORES[store])  # noqa: B010 - a type is not assigned to otherwise
    settings = Settings(data=Path(folder), port=int(port), bot_pace=0, log="json", dialects=SILENT, limits=LIMITS)
    app.run(settings, say_open)


if __name__ == "__main__":
    main(*sys.argv[1:])
