"""The picture of the packages and the tables of them are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from . import packages, written

ROOT = written.ROOT
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SERVER = Path(packages.SOURCE / "server")


def test_the_picture_is_drawn_from_the_code() -> None:
    page = (ROOT / written.ARCHITECTURE).read_text(encoding="utf-8")
    assert packages.picture() in page, "run python3 run.py docs --write"
    assert written.architecture() == page


def test_the_table_of_contributing_has_every_package_and_no_other() -> None:
    rows = re.findall(r"^\| `([\w]+)` \|", CONTRIBUTING, re.MULTILINE)
    assert sorted(rows) == sorted(packages.imports())


def test_the_table_goes_from_the_innermost_to_the_outermost() -> None:
    """Nothing stands above what it imports."""
    rows = re.findall(r"^\| `([\w]+)` \|", CONTRIBUTING, re.MULTILINE)
    for place, part in enumerate(rows):
        assert packages.imports()[part] <= set(rows[:place]), part


def test_the_table_of_the_server_has_every_package_and_no_other() -> None:
    rows = re.findall(r"^\| `server\.(\w+)` \|", CONTRIBUTING, re.MULTILINE)
    assert sorted(rows) == sorted(path.parent.name for path in SERVER.glob("*/__init__.py"))


def test_the_help_in_the_documentation_is_written_from_the_program() -> None:
    assert written.development() == (ROOT / written.DEVELOPMENT).read_text(encoding="utf-8")
    assert written.HELP.search(written.development())
