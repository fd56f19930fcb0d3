"""Where a house is kept, unless somebody says otherwise."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludoteca.commands.output import CommandError
from ludoteca.commands.paths import data_folder

from .stores import Desk


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("LUDOTECA_DATA", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    return tmp_path


def test_the_usual_place(home: Path) -> None:
    assert data_folder(None) == home / ".local" / "share" / "ludoteca"


def test_the_place_of_the_desktop(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "elsewhere"))
    assert data_folder(None) == home / "elsewhere" / "ludoteca"


@pytest.mark.parametrize("ignored", ["", "relative/path"])
def test_a_place_of_the_desktop_that_is_not_absolute_is_ignored(
    home: Path, monkeypatch: pytest.MonkeyPatch, ignored: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", ignored)
    assert data_folder(None) == home / ".local" / "share" / "ludoteca"


def test_the_variable_comes_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "elsewhere"))
    monkeypatch.setenv("LUDOTECA_DATA", str(home / "house"))
    assert data_folder(None) == home / "house"
    monkeypatch.setenv("LUDOTECA_DATA", "")
    assert data_folder(None) == home / "elsewhere" / "ludoteca"


def test_what_is_given_comes_before_everything(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_DATA", str(home / "house"))
    assert data_folder("given") == Path("given")
    assert data_folder("~/given") == home / "given"


def test_windows(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(home / "Local"))
    assert data_folder(None) == home / "Local" / "ludoteca"
    monkeypatch.delenv("LOCALAPPDATA")
    assert data_folder(None) == home / "AppData" / "Local" / "ludoteca"


def test_no_home_at_all(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(CommandError):
        data_folder(None)
    assert desk.run("tables") == 2
    assert desk.err == "There is no home folder here. Name a folder with --data, or in LUDOTECA_DATA.\n"
    assert os.environ.get("LUDOTECA_DATA") is None
