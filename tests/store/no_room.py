"""Fill a place that is too small, make room, and go on: run by test_trouble.py in a process of its own."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
from pathlib import Path

from ludoteca.store.contract import StoreError
from ludoteca.store.contract.integrity import first_broken_link
from ludoteca.store.sqlite import SqliteStore

from .stores import Log

ROOM = 400_000
BALLAST = 100_000


async def fill(folder: Path, kind: str) -> None:
    log = Log("ABCDEF")
    async with SqliteStore(folder) as store:
        await log.create(store)
        limit(kind, folder)
        try:
            while True:
                await log.grow(store)
        except StoreError as error:
            print(type(error).__name__, error.code)
        assert await store.entries("ABCDEF") == log.rows
        print("sound" if await first_broken_link(store, "ABCDEF") is None else "broken")
        make_room(kind, folder)
        await log.grow(store, 5)
    async with SqliteStore(folder) as store:
        assert await store.entries("ABCDEF") == log.rows
        print("again")


def limit(kind: str, folder: Path) -> None:
    if kind == "limit":
        resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, resource.RLIM_INFINITY))
    else:
        (folder / "ballast").write_bytes(bytes(BALLAST))


def make_room(kind: str, folder: Path) -> None:
    if kind == "limit":
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    else:
        (folder / "ballast").unlink()


if __name__ == "__main__":
    kind, place = sys.argv[1], Path(sys.argv[2])
    if kind == "disk":
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOM + BALLAST}", "tmpfs", str(place)], check=True)
    asyncio.run(fill(place, kind))
