"""`ludoteca train` as it is typed. What it learns is tested in tests/training."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.commands import train

from .stores import Desk


@pytest.fixture
def nothing_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "NEEDED", ())


def test_without_torch_it_says_what_to_install(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "NEEDED", ("no_such_module",))
    assert desk.run("train", "eriantys", tmp_path / "new") == 1
    assert desk.err == "Training needs no_such_module: pip install 'ludoteca[train]'\n"
    assert not (tmp_path / "new").exists()


@pytest.mark.usefixtures("nothing_missing")
def test_weights_to_begin_from_that_are_not_there(desk: Desk, tmp_path: Path) -> None:
    missing = tmp_path / "missing.weights"
    assert desk.run("train", "eriantys", tmp_path / "new", "--from", missing) == 2
    assert desk.err == f"{missing} cannot be read: No such file or directory.\n"
    assert not (tmp_path / "new").exists()
