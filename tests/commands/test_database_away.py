"""A house and its bots are started while PostgreSQL is away: they wait for it, and say so."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.postgres import Postgres

from .open_house import SOON, OpenHouse, environment, tried

SOCKET = ".s.PGSQL.5432"


def moved(postgres: Postgres, folder: Path) -> str:
    """The address of an empty place in it, as if PostgreSQL listened in that folder."""
    folder.mkdir()
    return postgres.empty_place().replace(quote(str(postgres.folder)), quote(str(folder)))


def comes_back(postgres: Postgres, folder: Path) -> None:
    (folder / SOCKET).symlink_to(postgres.folder / SOCKET)


@contextmanager
def started(*arguments: str | Path) -> Iterator[subprocess.Popen[str]]:
    typed = [sys.executable, "-m", "ludoteca", *map(str, arguments)]
    pipe = subprocess.PIPE
    with subprocess.Popen(typed, stdout=pipe, stderr=pipe, text=True, env=environment()) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def needs_to_wait(process: subprocess.Popen[str]) -> None:
    """It has said so."""
    assert process.stderr is not None
    said = process.stderr.readline()
    assert "waiting for the database" in said
    assert "does not answer" in said


def test_a_house_opens_as_soon_as_the_database_answers(postgres: Postgres, tmp_path: Path) -> None:
    place = tmp_path / "place"
    address = moved(postgres, place)
    with started("serve", "--data", tmp_path / "house", "--port", "0", "--store", address) as process:
        needs_to_wait(process)
        comes_back(postgres, place)
        house = OpenHouse(tmp_path / "house", process)
        house.wait_until_open()
        assert house.stop()[0] == 0


def test_bots_think_as_soon_as_the_database_answers(postgres: Postgres, tmp_path: Path) -> None:
    place = tmp_path / "place"
    address = moved(postgres, place)
    with started("bots", "--store", address) as process:
        needs_to_wait(process)
        comes_back(postgres, place)
        _, said = process.communicate(timeout=SOON)
        assert (process.returncode, "There is no house" in said) == (2, True)  # it has asked


@pytest.mark.parametrize("command", ["serve", "bots"])
def test_whatever_waits_can_be_stopped(tmp_path: Path, command: str) -> None:
    data: list[str | Path] = ["--data", tmp_path / "house", "--port", "0"] if command == "serve" else []
    with started(command, *data, "--store", f"postgresql://me:secret@/house?host={tmp_path}") as process:
        needs_to_wait(process)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=SOON)
        assert process.returncode == 0
        assert "secret" not in said


def test_an_address_that_is_none_is_not_waited_for(tmp_path: Path) -> None:
    code, said = tried("serve", "--data", tmp_path, "--port", "0", "--store", "postgresql://db:port/house")
    assert code == 2
    assert "is no address of a database" in said
