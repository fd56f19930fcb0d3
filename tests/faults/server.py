"""A server of a house in PostgreSQL: `ludoteca.app` as it is, or with a fault where a test wants one.

    python -m tests.faults.server ADDRESS FOLDER PORT FAULT

It says `open` when people can come in. The faults are here, and nowhere in the product, so that one can see that the
rounds notice them.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from ludoteca import app
from ludoteca.house import decide
from ludoteca.house.table import Table
from ludoteca.server.server import Server
from ludoteca.server.settings import SILENT, Settings
from ludoteca.store import addresses
from ludoteca.store.contract import EntryRow, Summary
from ludoteca.store.pg import pool
from ludoteca.store.postgres import PostgresStore
from tests.crash.server import HASTE, LIMITS

NONE = "none"


class Hasty(PostgresStore):
    """Says at once that an entry of a game is on disk, and writes it later."""

    def append(self, row: EntryRow, previous: str, summary: Summary | None = None) -> asyncio.Future[bool]:
        if summary is not None:
            return super().append(row, previous, summary)
        loop = asyncio.get_running_loop()
        loop.call_later(HASTE, super().append, row, previous, summary)
        said: asyncio.Future[bool] = loop.create_future()
        said.set_result(True)
        return said


def hasty(address: str, alone: bool = False, existing: bool = False) -> PostgresStore:
    return Hasty(address, alone=alone, existing=existing)


def forgetful(table: Table, seat: int, client_id: str) -> None:
    """Recognises nothing that was sent before."""


def tell_before_commit() -> None:
    addresses.in_postgres = hasty


def synchronous_off() -> None:
    pool.SETTINGS["synchronous_commit"] = "off"


def forget_ids() -> None:
    decide.check_id = forgetful


FAULTS: dict[str, Callable[[], None]] = {
    "tell-before-commit": tell_before_commit,
    "synchronous-off": synchronous_off,
    "forget-ids": forget_ids,
}


def say_open(server: Server) -> None:
    print("open", flush=True)


def main(address: str, folder: str, port: str, fault: str) -> None:
    if fault != NONE:
        FAULTS[fault]()
    settings = Settings(
        data=Path(folder), store=address, port=int(port), bot_pace=0, log="json", dialects=SILENT, limits=LIMITS
    )
    app.run(settings, say_open)


if __name__ == "__main__":
    main(*sys.argv[1:])
