"""At a merge nothing is left out quietly."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .commands.open_house import environment
from .no_skips import VARIABLE

ROOT = Path(__file__).parents[1]
TESTS = """
import pytest

@pytest.mark.skipif(True, reason="there is no nginx")
def test_marked():
    pass

def test_inside():
    pytest.skip("there is no chromium")

@pytest.fixture
def database():
    pytest.skip("there is no PostgreSQL")

def test_fixture(database):
    pass

def test_compiled():
    pytest.skip("the compiled form is not running")

def test_mount():
    pytest.skip("a small disk cannot be made here: no unprivileged mounts")

def test_runs():
    pass
"""


@pytest.mark.parametrize(
    ("variables", "outcome"),
    [
        ({}, "1 passed, 5 skipped"),
        ({VARIABLE: "1"}, "2 failed, 1 passed, 1 skipped, 2 errors"),
        ({VARIABLE: "1", "LUDOTECA_INTERPRETED": "1"}, "1 failed, 1 passed, 2 skipped, 2 errors"),
    ],
)
def test_what_is_skipped_fails_where_that_was_asked_for(
    tmp_path: Path, variables: dict[str, str], outcome: str
) -> None:
    (tmp_path / "conftest.py").write_text("from tests.no_skips import pytest_runtest_makereport\n")
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    known = {**environment(), "PYTHONPATH": str(ROOT)}
    known.pop("LUDOTECA_INTERPRETED", None)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(
        command, cwd=tmp_path, env={**known, **variables}, capture_output=True, text=True, check=False
    )
    assert f"{outcome} in" in done.stdout, done.stdout
