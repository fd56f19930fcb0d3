"""No room, a failing disk, a damaged file: all who wait are told, nothing is half-written, and it goes on after."""

from __future__ import annotations

import asyncio
import errno
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.store import problems, statements
from ludoteca.store.contract import EntryRow, Problem, StoreBroken, StoreFull
from ludoteca.store.contract.integrity import first_broken_link
from ludoteca.store.sqlite import SqliteRecords, SqliteStore

from .places import Folder, connection_of
from .stores import Log, asynchronous, queued

ROOT = Path(__file__).parents[2]
LARGE = b"x" * 50_000  # more than the pages that are free


def large(log: Log) -> EntryRow:
    row = log.next()
    return EntryRow(row.code, row.number, row.body, row.digest, LARGE)


def allow_pages(store: SqliteStore, more: int) -> None:
    (pages,) = connection_of(store).execute("PRAGMA page_count").fetchone()
    connection_of(store).execute(f"PRAGMA max_page_count = {pages + more}")


@asynchronous
async def test_when_there_is_no_room_everybody_in_the_batch_is_told(tmp_path: Path) -> None:
    logs = [Log(f"TABLE{number}") for number in range(6)]
    async with SqliteStore(tmp_path) as store:
        await asyncio.gather(*(log.create(store) for log in logs))
        allow_pages(store, more=3)
        blocker, *others = logs
        async with Folder(tmp_path).held(store) as hold:
            first = asyncio.create_task(blocker.grow(store))
            await hold.reached()
            writes = [asyncio.ensure_future(store.append(large(log), log.digest)) for log in others]
            await queued(store, len(writes))
            await hold.let_go()
            await first
            outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert all(isinstance(outcome, StoreFull) for outcome in outcomes)
        assert len({id(outcome) for outcome in outcomes}) == len(writes)  # nobody shares a traceback
        assert [len(await store.entries(log.code)) for log in others] == [1] * 5

        allow_pages(store, more=1000)
        for log in others:
            assert await store.append(large(log), log.digest)


@asynchronous
async def test_reading_goes_on_when_there_is_no_room(tmp_path: Path) -> None:
    log = Log("ABCDEF")
    async with SqliteStore(tmp_path) as store:
        await log.create(store)
        allow_pages(store, more=0)
        with pytest.raises(StoreFull) as told:
            await store.append(large(log), log.digest)
        assert told.value.code is Problem.FULL
        assert told.value.sentence.startswith(f"There is no room left for {tmp_path / 'house.sqlite'}.")
        assert await store.entries("ABCDEF") == log.rows


def run(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """The system refuses to make the file any larger, in the middle of writing."""
    told = run(sys.executable, "-m", "tests.store.no_room", "limit", str(tmp_path))
    assert told.split() == ["StoreBroken", "unreadable", "sound", "again"]


NEW_NAMESPACE = ["unshare", "--mount", "--map-root-user"]


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    if shutil.which("unshare") is None or subprocess.run([*NEW_NAMESPACE, "true"], check=False).returncode:
        pytest.skip("a small disk cannot be made here: no unprivileged mounts")
    told = run(*NEW_NAMESPACE, sys.executable, "-m", "tests.store.no_room", "disk", str(tmp_path))
    assert told.split() == ["StoreFull", "full", "sound", "again"]


@asynchronous
async def test_no_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log("ABCDEF")

    def without_memory(*_: object, **__: object) -> bool:
        raise MemoryError

    async with SqliteStore(tmp_path) as store:
        await log.create(store)
        with monkeypatch.context() as patched:
            patched.setattr(statements, "append_all", without_memory)
            with pytest.raises(StoreBroken):
                await log.grow(store)
        await log.grow(store)


@asynchronous
async def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    log = Log("ABCDEF")
    async with SqliteStore(tmp_path) as store:
        await log.create(store)
        await log.grow(store, 200)
    damaged = tmp_path / "house.sqlite"
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:4096] + b"\xa5" * (len(whole) - 4096))
    async with SqliteRecords(tmp_path) as records:
        with pytest.raises(StoreBroken, match=r"house\.sqlite is damaged .*Restore a backup") as told:
            await first_broken_link(records, "ABCDEF")
        assert told.value.code is Problem.DAMAGED


def sqlite_error(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("something")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "kind", "code"),
    [
        (OSError(errno.ENOSPC, "no space"), StoreFull, Problem.FULL),
        (OSError(errno.EDQUOT, "quota"), StoreFull, Problem.FULL),
        (PermissionError(errno.EACCES, "no"), StoreBroken, Problem.UNREADABLE),
        (sqlite_error(sqlite3.SQLITE_FULL), StoreFull, Problem.FULL),
        (sqlite_error(sqlite3.SQLITE_IOERR_FSYNC), StoreBroken, Problem.UNREADABLE),
        (sqlite_error(sqlite3.SQLITE_CORRUPT), StoreBroken, Problem.DAMAGED),
        (sqlite3.OperationalError("without a code"), StoreBroken, Problem.UNREADABLE),
        (MemoryError(), StoreBroken, Problem.UNREADABLE),
    ],
    ids=repr,
)
def test_every_complaint_has_a_code(error: OSError, kind: type[Exception], code: Problem) -> None:
    explained = problems.explain(error, Path("house.sqlite"))
    assert type(explained) is kind
    assert explained.code is code
    assert "house.sqlite" in explained.sentence
