"""`ludoteca forget`: finished games that are old enough go, after somebody has agreed."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from ludoteca.commands import forget
from ludoteca.house import commands
from ludoteca.store.sqlite import SqliteRecords

from .stores import Desk, Party, finished, furnish, playing, serving

DAY = 24 * 3600 * 1000


@pytest.fixture
def full_house(house: Path) -> Path:
    now = int(time.time() * 1000)
    closed = Party("CXXSED", opened=now - 200 * DAY)
    closed.do(commands.Close(None, "a mistake"))
    return furnish(
        house,
        finished("LDGAME", opened=now - 100 * DAY),
        finished("NEWGAM", opened=now - 10 * DAY),
        playing("GAMXNG", opened=now - 300 * DAY),
        closed,
    )


def codes(folder: Path) -> set[str]:
    async def read() -> set[str]:
        async with SqliteRecords(folder) as records:
            return {row.code for row in await records.tables()}

    return asyncio.run(read())


def test_old_games_go_after_a_yes(desk: Desk, full_house: Path) -> None:
    assert desk.run("forget", "--before", "90", typed="Y\n") == 0
    question, result = desk.out.splitlines()
    assert question.startswith(f"2 games in {full_house} ended before ")
    assert question.endswith(" Type y to delete for good, anything else to keep.")
    assert result == "2 games deleted."
    assert codes(full_house) == {"NEWGAM", "GAMXNG"}


@pytest.mark.parametrize("answer", ["n\n", "\n", "yesterday\n"])
def test_anything_else_keeps_them(desk: Desk, full_house: Path, answer: str) -> None:
    assert desk.run("forget", "--before", "90", typed=answer) == 0
    assert desk.out.endswith("\nNothing was deleted.\n")
    assert len(codes(full_house)) == 4


def test_nobody_to_ask(desk: Desk, full_house: Path) -> None:
    assert desk.run("forget", "--before", "90") == 2
    assert desk.err == "Nobody answers. Nothing was deleted; --yes deletes without asking.\n"
    assert len(codes(full_house)) == 4


def test_without_asking_in_batches(desk: Desk, full_house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forget, "AT_ONCE", 1)
    monkeypatch.setattr(forget, "PAGE", 1)
    assert desk.run("forget", "--before", "1", "--yes") == 0
    assert desk.out == "3 games deleted.\n"
    assert codes(full_house) == {"GAMXNG"}


def test_nothing_is_old_enough(desk: Desk, full_house: Path) -> None:
    assert desk.run("forget", "--before", "250", "--yes") == 0
    assert desk.out.startswith(f"No game in {full_house} ended before ")
    assert len(codes(full_house)) == 4


def test_not_beside_a_server_that_is_running(desk: Desk, full_house: Path) -> None:
    with serving(full_house):
        assert desk.run("forget", "--before", "90", "--yes") == 2
    assert desk.err.startswith(f"Another server uses {full_house}: ")
    assert len(codes(full_house)) == 4


def test_no_house_is_made_for_it(desk: Desk, house: Path) -> None:
    assert desk.run("forget", "--before", "90", "--yes") == 2
    assert desk.err == f"There is no store at {house / 'house.sqlite'}.\n"
    assert not house.exists()


@pytest.mark.parametrize("days", ["0", "-1", "soon", "9" * 10])
def test_days_are_counted(desk: Desk, days: str) -> None:
    assert "is not a whole number from 1 on" in desk.misuse("forget", f"--before={days}")


def test_tables_go_by_their_codes_whatever_became_of_them(desk: Desk, full_house: Path) -> None:
    assert desk.run("forget", "gamxng", "NEWGAM", typed="y\n") == 0
    assert desk.out.startswith(f"2 tables in {full_house}: GAMXNG, NEWGAM. Type y")
    assert desk.out.endswith("2 tables deleted.\n")
    assert codes(full_house) == {"LDGAME", "CXXSED"}
    assert desk.run("forget", "CXXSED", "GAMXNG", "--yes") == 2
    assert desk.err == f"There is no table GAMXNG in {full_house}. Nothing was deleted.\n"
    assert desk.run("forget", "CXXSED", typed="n\n") == 0
    assert codes(full_house) == {"LDGAME", "CXXSED"}


@pytest.mark.parametrize("typed", [(), ("KDTWPQ", "--before", "90")])
def test_it_has_to_be_said_which(desk: Desk, full_house: Path, typed: tuple[str, ...]) -> None:
    assert desk.run("forget", *typed, "--yes") == 2
    assert desk.err == "Say which games: those that ended so many --before DAYS, or tables by their CODE.\n"
    assert len(codes(full_house)) == 4
