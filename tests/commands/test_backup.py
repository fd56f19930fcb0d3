"""`ludoteca backup` and `ludoteca restore`: one file out, one house in, and nothing is ever replaced unasked."""

from __future__ import annotations

import asyncio
import io
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from ludoteca.commands import backup
from ludoteca.store import files
from ludoteca.store.migrations import steps
from ludoteca.store.sqlite import SqliteRecords

from ..store.furnished import Contents, contents
from .stores import Desk, Party, finished, furnish, playing, serving


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "monday.sqlite"


def everything(folder: Path) -> Contents:
    async def read() -> Contents:
        async with SqliteRecords(folder) as records:
            return await contents(records)

    return asyncio.run(read())


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def damage(file: Path) -> None:
    """The log of one table says something else than it did; the file is sound as far as SQLite knows."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE entries SET body = replace(body, 'Anna', 'Zoey') WHERE number = 2")


# Backup


def test_a_backup_says_its_size_and_its_tables(desk: Desk, house: Path, copy: Path, over: Party) -> None:
    furnish(house, over, playing("GAMXNG"))
    assert desk.run("backup", copy) == 0
    assert (desk.out, desk.err) == (f"{copy}: {copy.stat().st_size / 1000:.0f} KB, 2 tables.\n", "")


def test_a_backup_is_made_while_the_server_runs(desk: Desk, house: Path, copy: Path, over: Party) -> None:
    furnish(house, over)
    with serving(house):
        assert desk.run("backup", copy) == 0
    assert desk.out.endswith(" KB, 1 table.\n")
    assert desk.run("restore", copy, "--data", house.with_name("other")) == 0
    assert everything(house.with_name("other")) == everything(house)


def test_a_backup_replaces_nothing(desk: Desk, house: Path, copy: Path) -> None:
    furnish(house)
    copy.write_text("precious")
    assert desk.run("backup", copy) == 2
    assert (desk.out, desk.err) == ("", f"{copy} is there already. Move it away first, or choose another place.\n")
    assert copy.read_text() == "precious"


def test_there_is_no_backup_of_nothing(desk: Desk, house: Path, copy: Path) -> None:
    assert desk.run("backup", copy) == 2
    assert desk.err == f"There is no store at {house / 'house.sqlite'}.\n"
    assert not copy.exists()


class Terminal(io.StringIO):
    """Somebody is looking."""

    def __init__(self) -> None:
        super().__init__()
        self.written = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.written.set()
        return super().write(text)


def test_progress_is_shown_to_whoever_looks(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(backup, "GLANCE", 0.001)
    (copy.parent / "monday.sqlite.x.part").write_bytes(bytes(4000))
    (copy.parent / "tuesday.sqlite.x.part").write_bytes(bytes(9000))
    with backup.growing(copy, 9000):
        assert terminal.written.wait(10)
    assert "4.0 KB of 9.0 KB" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r")  # nothing is left of it


def test_a_backup_of_an_older_version_is_made_and_restored(
    desk: Desk, house: Path, copy: Path, over: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    furnish(house, over)
    expected = everything(house)
    newer = [*steps(), "CREATE TABLE news (a TEXT);"]
    monkeypatch.setattr(files, "steps", lambda: newer)
    assert desk.run("backup", copy) == 0
    assert desk.out.endswith(" KB.\n")
    assert desk.run("restore", copy, "--data", house.with_name("other")) == 0
    assert everything(house.with_name("other")) == expected


# Restore


def test_a_restored_house_has_everything(desk: Desk, house: Path, copy: Path, over: Party) -> None:
    furnish(house, over, playing("GAMXNG"))
    expected = everything(house)
    assert desk.run("backup", copy) == 0
    other = house.with_name("other")
    assert desk.run("restore", copy, "--data", other) == 0
    assert (desk.out, desk.err) == (f"{other} is restored: 2 tables.\n", "")
    assert everything(other) == expected
    assert names(other) == {"house.sqlite", "lock"}
    assert files.database(other).stat().st_mode & 0o077 == 0


def test_a_store_that_is_there_is_left_alone(desk: Desk, house: Path, copy: Path, over: Party) -> None:
    furnish(house, over)
    assert desk.run("backup", copy) == 0
    expected = everything(house)
    assert desk.run("restore", copy) == 2
    assert desk.err.startswith(f"{house} has a store already. Name another folder, or say --replace: ")
    assert everything(house) == expected
    assert names(house) == {"house.sqlite", "lock"}


def test_with_replace_the_old_store_is_kept_beside(desk: Desk, house: Path, copy: Path, over: Party) -> None:
    furnish(house, over)
    assert desk.run("backup", copy) == 0
    former = everything(house)
    for number in (1, 2):
        furnish(house, finished(f"LATER{'AB'[number - 1]}"))
        present = everything(house)
        assert desk.run("restore", copy, "--replace") == 0
        aside = house / f"replaced-{number}"
        assert desk.out == f"{house} is restored: 1 table.\nWhat was there before is in {aside}.\n"
        assert everything(house) == former
        assert everything(aside) == present
    assert names(house) == {"house.sqlite", "lock", "replaced-1", "replaced-2"}


def test_what_a_crash_left_is_moved_with_its_store(desk: Desk, house: Path, copy: Path) -> None:
    furnish(house)
    assert desk.run("backup", copy) == 0
    (house / "house.sqlite-wal").write_bytes(b"what was not in the file yet")
    assert desk.run("restore", copy, "--replace") == 0
    assert (house / "replaced-1" / "house.sqlite-wal").read_bytes() == b"what was not in the file yet"
    assert names(house) == {"house.sqlite", "lock", "replaced-1"}


def test_nothing_is_restored_under_a_server_that_is_running(desk: Desk, house: Path, copy: Path) -> None:
    furnish(house)
    assert desk.run("backup", copy) == 0
    with serving(house):
        assert desk.run("restore", copy, "--replace") == 2
    assert desk.err.startswith(f"Another server uses {house}: ")
    assert names(house) == {"house.sqlite", "lock"}


def test_a_backup_with_a_damaged_log(desk: Desk, house: Path, copy: Path, over: Party) -> None:
    furnish(house, over, playing("GAMXNG"))
    assert desk.run("backup", copy) == 0
    damage(copy)
    other = house.with_name("other")
    assert desk.run("restore", copy, "--data", other) == 1
    *broken, hint = desk.err.splitlines()
    assert broken == [f"Table {code}: Entry 2 is not what its digest says." for code in ("KDTWPQ", "GAMXNG")]
    assert hint.startswith("Nothing was restored.")
    assert names(other) == {"lock"}
    assert desk.run("restore", copy, "--data", other, "--anyway") == 0
    assert desk.err.splitlines() == broken
    assert names(other) == {"house.sqlite", "lock"}


@pytest.mark.parametrize("content", [b"", b"no database at all, but a long enough text" * 100])
def test_what_is_no_backup_changes_nothing(desk: Desk, house: Path, copy: Path, over: Party, content: bytes) -> None:
    furnish(house, over)
    expected = everything(house)
    copy.write_bytes(content)
    assert desk.run("restore", copy, "--replace") == 2
    assert desk.err.startswith(f"{copy} is ")  # empty, or damaged
    assert everything(house) == expected
    assert names(house) == {"house.sqlite", "lock"}


def test_a_backup_that_is_not_there(desk: Desk, house: Path, copy: Path) -> None:
    assert desk.run("restore", copy) == 2
    assert desk.err == f"There is no file {copy}.\n"
    assert not house.exists()
