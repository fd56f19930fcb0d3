"""The operator's key is there whole or not at all, and stays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.server.operator.key_file import FILE, operator_key
from tests.crash import powercut
from tests.crash.powercut import log as logs
from tests.crash.powercut.disk import Disk

MAKE_KEY = (
    "import sys, pathlib; from ludoteca.server.operator.key_file import operator_key;"
    " print(operator_key(pathlib.Path(sys.argv[1]), None))"
)


def test_it_is_made_once(tmp_path: Path) -> None:
    key = operator_key(tmp_path, None)
    assert key
    assert operator_key(tmp_path, None) == key
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


@pytest.mark.skipif(os.name != "posix", reason="Windows keeps no such modes")
def test_it_is_for_its_owner_alone(tmp_path: Path) -> None:
    operator_key(tmp_path, None)
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


def test_an_empty_file_is_no_key(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    key = operator_key(tmp_path, None)
    assert key
    assert operator_key(tmp_path, None) == key


def test_what_an_interrupted_start_left_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / FILE).with_suffix(".new").write_text("half", encoding="utf-8")
    assert len(operator_key(tmp_path, None)) > len("half")


@pytest.mark.skipif(powercut.available() is not None, reason=str(powercut.available()))
def test_power_may_go_at_any_moment(tmp_path: Path) -> None:
    folder, log = tmp_path / "folder", tmp_path / "log"
    folder.mkdir()
    variables = os.environ | powercut.environment(folder, log)
    command = [sys.executable, "-c", MAKE_KEY, str(folder)]
    said = subprocess.run(command, env=variables, capture_output=True, check=True).stdout
    operations = logs.read(log)
    for moment in range(len(operations)):
        for seed in (None, moment):
            assert Disk(operations[:moment]).after_cut(seed).get(FILE, said) == said
    assert Disk(operations).after_cut(None) == {FILE: said}
