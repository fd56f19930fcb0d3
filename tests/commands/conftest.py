"""What tests of commands are given."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.commands.paths import VARIABLE

from .stores import Desk, Party, finished, playing


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(monkeypatch, capsys)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for a house, which the commands take without being told."""
    folder = tmp_path / "house"
    monkeypatch.setenv(VARIABLE, str(folder))
    return folder


@pytest.fixture(scope="package")
def over() -> Party:
    """A finished game of Eriantys."""
    return finished("KDTWPQ", settings={"expert": True})


@pytest.fixture(scope="package")
def masters_over() -> Party:
    """A finished game of Masters of Renaissance."""
    return finished("MASTER", "masters", 3)


@pytest.fixture(scope="package")
def masters_playing() -> Party:
    """A game of Masters of Renaissance in which everybody still has leaders in hand."""
    return playing("HANDSX", "masters", 2, decisions=6)
