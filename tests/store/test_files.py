"""The folder of a store: who may open it, and how files of other versions and programs are met."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from ludoteca.store import files
from ludoteca.store.contract import Problem, StoreBroken
from ludoteca.store.migrations import steps
from ludoteca.store.sqlite import SqliteRecords, SqliteStore

from .furnished import VERSIONS, contents, dump, furnish, undump
from .stores import Log, asynchronous

ROOT = Path(__file__).parents[2]
ADDED = "ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT 'merry';"


def query(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


# ---------------------------------------------------------------- the lock


@asynchronous
async def test_a_folder_is_used_by_one_store(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path) as store:
        with pytest.raises(StoreBroken) as refused:
            SqliteStore(tmp_path)
        assert refused.value.code is Problem.IN_USE
        assert str(tmp_path / "lock") in refused.value.sentence
        assert await Log("ABCDEF").create(store)
    async with SqliteStore(tmp_path) as store:
        assert len(await store.tables()) == 1


@asynchronous
async def test_another_process_is_kept_out_too(tmp_path: Path) -> None:
    script = (
        "import asyncio, sys; from pathlib import Path; from ludoteca.store.sqlite import SqliteStore\n"
        "async def main(): SqliteStore(Path(sys.argv[1]))\n"
        "asyncio.run(main())"
    )
    async with SqliteStore(tmp_path):
        command = [sys.executable, "-c", script, str(tmp_path)]
        other = await asyncio.to_thread(subprocess.run, command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert other.returncode == 1
    assert f"[in_use] Another server uses {tmp_path}: it holds {tmp_path / 'lock'}." in other.stderr


@asynchronous
async def test_a_lock_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "lock").mkdir()
    with pytest.raises(StoreBroken, match="lock cannot be read or written") as refused:
        SqliteStore(tmp_path)
    assert refused.value.code is Problem.UNREADABLE


@asynchronous
async def test_a_lock_file_that_is_something_else_is_named(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("not a database, and long enough to have a header" * 20)
    with pytest.raises(StoreBroken, match="lock is damaged"):
        SqliteStore(tmp_path)


@asynchronous
async def test_a_store_that_could_not_be_opened_leaves_the_folder_free(tmp_path: Path) -> None:
    (tmp_path / "house.sqlite").write_bytes(b"rubbish" * 1000)
    for _ in range(2):
        with pytest.raises(StoreBroken) as refused:
            SqliteStore(tmp_path)
        assert refused.value.code is Problem.DAMAGED
    (tmp_path / "house.sqlite").unlink()
    async with SqliteStore(tmp_path) as store:
        assert await store.tables() == []


# ---------------------------------------------------------------- the folder


@asynchronous
async def test_a_new_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "far" / "away"
    async with SqliteStore(folder) as store:
        await Log("ABCDEF").create(store)
        assert folder.stat().st_mode & 0o077 == 0
        for path in folder.glob("house.sqlite*"):
            assert path.stat().st_mode & 0o077 == 0, path


@asynchronous
async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreBroken, match="file/folder cannot be read or written"):
        SqliteStore(tmp_path / "file" / "folder")


@asynchronous
async def test_where_folders_cannot_be_synced_nothing_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: int) -> None:
        raise AssertionError

    monkeypatch.setattr(files, "FOLDERS_CAN_BE_SYNCED", False)
    monkeypatch.setattr(os, "fsync", refuse)
    async with SqliteStore(tmp_path / "new") as store:
        assert await Log("ABCDEF").create(store)


# ---------------------------------------------------------------- versions


def test_every_version_is_kept_as_text() -> None:
    assert [path.name for path in sorted(VERSIONS.iterdir())] == [f"{n:04}.sql" for n in range(1, len(steps()) + 1)]


@pytest.mark.parametrize("version", sorted(VERSIONS.iterdir()), ids=lambda path: path.stem)
@asynchronous
async def test_a_store_of_every_version_is_brought_up_to_date(tmp_path: Path, version: Path) -> None:
    async with SqliteStore(tmp_path / "new") as store:
        await furnish(store)
        expected = await contents(store)
    (tmp_path / "old").mkdir()
    undump(version.read_text(encoding="utf-8"), tmp_path / "old" / "house.sqlite")

    async with SqliteStore(tmp_path / "old") as store:
        assert await contents(store) == expected
    assert query(tmp_path / "old" / "house.sqlite", "PRAGMA user_version") == [(len(steps()),)]
    assert query(tmp_path / "old" / "house.sqlite", "PRAGMA integrity_check") == [("ok",)]
    schemas = [
        query(tmp_path / name / "house.sqlite", "SELECT type, name, sql FROM sqlite_master ORDER BY name")
        for name in ("old", "new")
    ]
    assert schemas[0] == schemas[1]


@asynchronous
async def test_missing_steps_are_applied_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with SqliteStore(tmp_path) as store:
        await furnish(store)
        before = await contents(store)
    further = "UPDATE tables SET mood = 'grave' WHERE phase = 'over';"
    monkeypatch.setattr(files, "steps", lambda: [*steps(), ADDED, further])
    async with SqliteStore(tmp_path) as store:
        assert await contents(store) == before
    moods = query(tmp_path / "house.sqlite", "SELECT code, mood FROM tables ORDER BY code")
    assert moods == [("DECIDE", "grave"), ("PLAYNG", "merry")]
    assert query(tmp_path / "house.sqlite", "PRAGMA user_version") == [(len(steps()) + 2,)]


@asynchronous
async def test_a_step_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with SqliteStore(tmp_path) as store:
        await furnish(store)
    before = dump(tmp_path / "house.sqlite")
    with monkeypatch.context() as patched:
        patched.setattr(files, "steps", lambda: [*steps(), ADDED + "nonsense;"])
        with pytest.raises(StoreBroken, match="nonsense"):
            SqliteStore(tmp_path)
    assert dump(tmp_path / "house.sqlite") == before
    async with SqliteStore(tmp_path) as store:
        assert await store.table("DECIDE") is not None


@asynchronous
async def test_a_store_of_a_newer_version_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(files, "steps", lambda: [*steps(), ADDED])
        async with SqliteStore(tmp_path) as store:
            await furnish(store)
    before = dump(tmp_path / "house.sqlite")
    for reopen in (SqliteStore, SqliteRecords):
        with pytest.raises(
            StoreBroken, match=r"written by a newer version of Ludoteca.*Nothing was changed"
        ) as refused:
            reopen(tmp_path)
        assert refused.value.code is Problem.NEWER
    assert dump(tmp_path / "house.sqlite") == before


@asynchronous
async def test_who_only_reads_does_not_bring_a_store_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with SqliteStore(tmp_path):
        pass
    monkeypatch.setattr(files, "steps", lambda: [*steps(), ADDED])
    with pytest.raises(StoreBroken, match="Start the server on it once") as refused:
        SqliteRecords(tmp_path)
    assert refused.value.code is Problem.OLDER


@pytest.mark.parametrize(
    "made", ["CREATE TABLE mine (a);", "PRAGMA user_version = 1;", "PRAGMA application_id = 77;"], ids=str
)
@asynchronous
async def test_a_file_of_another_program_is_left_alone(tmp_path: Path, made: str) -> None:
    undump(made, tmp_path / "house.sqlite")
    for reopen in (SqliteStore, SqliteRecords):
        with pytest.raises(StoreBroken, match="belongs to another program") as refused:
            reopen(tmp_path)
        assert refused.value.code is Problem.NO_STORE


@asynchronous
async def test_where_there_is_no_store_there_is_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(StoreBroken, match="There is no store at") as refused:
        SqliteRecords(tmp_path)
    assert refused.value.code is Problem.NO_STORE
    assert list(tmp_path.iterdir()) == []
