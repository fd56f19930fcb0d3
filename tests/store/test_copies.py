"""Backup and restore: one file that holds everything as of one moment."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ludoteca.store import backups, files
from ludoteca.store.contract import EntryRow, Problem, StoreBroken
from ludoteca.store.contract.integrity import first_broken_link
from ludoteca.store.migrations import steps
from ludoteca.store.sqlite import SqliteRecords, SqliteStore

from .furnished import contents, furnish
from .stores import Log, asynchronous


@asynchronous
async def test_a_restored_backup_holds_everything(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "house") as store:
        await furnish(store)
        await store.backup(tmp_path / "copy.sqlite")
        expected = await contents(store)
        assert await store.append(*after_last(await store.entries("PLAYNG")))  # after the backup
    backups.restore(tmp_path / "copy.sqlite", tmp_path / "restored")
    async with SqliteStore(tmp_path / "restored") as store:
        assert await contents(store) == expected
        assert await store.append(*after_last(await store.entries("PLAYNG")))


def after_last(rows: list[EntryRow]) -> tuple[EntryRow, str]:
    log = Log("PLAYNG", rows)
    return log.next(), log.digest


@asynchronous
async def test_games_go_on_during_a_backup(tmp_path: Path) -> None:
    logs = [Log(f"TABLE{number}") for number in range(20)]
    async with SqliteStore(tmp_path / "house") as store:
        await asyncio.gather(*(log.create(store) for log in logs))
        playing = [asyncio.create_task(log.grow(store, 30)) for log in logs]
        for number in range(3):
            await store.backup(tmp_path / f"copy{number}")
        await asyncio.gather(*playing)
    for number in range(3):
        folder = tmp_path / f"restored{number}"
        backups.restore(tmp_path / f"copy{number}", folder)
        async with SqliteRecords(folder) as records:
            for log in logs:
                assert await first_broken_link(records, log.code) is None
                found = await records.entries(log.code)
                assert found == log.rows[: len(found)]


@asynchronous
async def test_a_backup_can_be_made_without_the_server(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "house") as store:
        await furnish(store)
        expected = await contents(store)
        backups.backup(tmp_path / "house", tmp_path / "beside")
    backups.backup(tmp_path / "house", tmp_path / "after")
    for name in ("beside", "after"):
        backups.restore(tmp_path / name, tmp_path / f"{name}-restored")
        async with SqliteRecords(tmp_path / f"{name}-restored") as records:
            assert await contents(records) == expected


@asynchronous
async def test_a_backup_is_one_file_for_its_owner_alone(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "house") as store:
        await furnish(store)
        await store.backup(tmp_path / "copies.sqlite")
    assert {path.name for path in tmp_path.iterdir()} == {"house", "copies.sqlite"}
    copy = tmp_path / "copies.sqlite"
    assert copy.stat().st_mode & 0o077 == 0
    assert copy.read_bytes()[18:20] == b"\x01\x01"  # no write-ahead log belongs to it


@asynchronous
async def test_a_backup_replaces_nothing(tmp_path: Path) -> None:
    (tmp_path / "copy").write_text("precious")
    async with SqliteStore(tmp_path / "house") as store:
        with pytest.raises(StoreBroken, match="copy is there already") as refused:
            await store.backup(tmp_path / "copy")
    assert refused.value.code is Problem.EXISTS
    assert (tmp_path / "copy").read_text() == "precious"


@asynchronous
async def test_a_backup_to_nowhere_is_refused(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "house") as store:
        with pytest.raises(StoreBroken, match="nowhere/copy cannot be read or written"):
            await store.backup(tmp_path / "nowhere" / "copy")


def test_there_is_no_backup_of_nothing(tmp_path: Path) -> None:
    with pytest.raises(StoreBroken) as refused:
        backups.backup(tmp_path / "house", tmp_path / "copy")
    assert refused.value.code is Problem.NO_STORE
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("left", ["house.sqlite", "house.sqlite-wal"])
@asynchronous
async def test_restoring_replaces_nothing(tmp_path: Path, left: str) -> None:
    async with SqliteStore(tmp_path / "house") as store:
        await store.backup(tmp_path / "copy")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / left).write_text("precious")
    with pytest.raises(StoreBroken) as refused:
        backups.restore(tmp_path / "copy", tmp_path / "other")
    assert refused.value.code is Problem.EXISTS
    assert (tmp_path / "other" / left).read_text() == "precious"


@asynchronous
async def test_nothing_is_restored_under_a_server_that_is_running(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "house") as store:
        await store.backup(tmp_path / "copy")
        with pytest.raises(StoreBroken) as refused:
            backups.restore(tmp_path / "copy", tmp_path / "house")
        assert refused.value.code is Problem.IN_USE


@pytest.mark.parametrize("kept", [4096, 0], ids=["below its first page", "from the beginning"])
@asynchronous
async def test_a_damaged_backup_is_not_restored(tmp_path: Path, kept: int) -> None:
    async with SqliteStore(tmp_path / "house") as store:
        await furnish(store)
        await store.backup(tmp_path / "copy")
    whole = (tmp_path / "copy").read_bytes()
    (tmp_path / "copy").write_bytes(whole[:kept] + b"\xa5" * (len(whole) - kept))
    with pytest.raises(StoreBroken, match="copy is damaged") as refused:
        backups.restore(tmp_path / "copy", tmp_path / "other")
    assert refused.value.code is Problem.DAMAGED
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["lock"]


@asynchronous
async def test_an_older_backup_is_brought_up_to_date_by_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with SqliteStore(tmp_path / "house") as store:
        await furnish(store)
        expected = await contents(store)
    monkeypatch.setattr(files, "steps", lambda: [*steps(), "CREATE TABLE news (a TEXT);"])
    backups.backup(tmp_path / "house", tmp_path / "copy")
    backups.restore(tmp_path / "copy", tmp_path / "restored")
    async with SqliteStore(tmp_path / "restored") as store:
        assert await contents(store) == expected
    with closing(sqlite3.connect(tmp_path / "restored" / "house.sqlite")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(steps()) + 1,)
