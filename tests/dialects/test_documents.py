"""The page that compares the dialects, and that all pages are found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludoteca.dialects.catalogue import DIALECTS
from ludoteca.dialects.contract import Dialect

from .documents import made
from .pages import DOCS

ROOT = Path(__file__).parents[2]
GAMES = {"eriantys": "Eriantys", "masters": "Masters of Renaissance"}
TABLES = {
    "docs/dialects/index.md": "[{name}]({name}.md)",
    "docs/serving.md": "[{name}](dialects/{name}.md)",
    "README.md": "[{name}](docs/dialects/{name}.md)",
}


@pytest.mark.parametrize("page", TABLES)
@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_game_and_port_are_told_as_they_are(dialect: Dialect, page: str) -> None:
    link = TABLES[page].format(name=dialect.name)
    row = f"| {link} | {GAMES[dialect.game]} | {dialect.port} |"
    assert row in (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_the_index_says_who_speaks_first_and_how_a_table_begins(dialect: Dialect) -> None:
    (row,) = re.findall(rf"^\| \[{dialect.name}\].*$", (DOCS / "index.md").read_text(encoding="utf-8"), re.MULTILINE)
    first, begins = (cell.strip() for cell in row.strip("|").split("|")[-2:])
    speaks = any(True for _ in dialect.connection().opened(0.0))
    assert first == ("the server" if speaks else "the client")
    assert ("after" in begins) == dialect.chooses
    assert ("somebody says so" in begins) == (dialect.starts == "choices")


def test_every_page_is_in_the_navigation_and_in_the_index() -> None:
    navigation = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    for name in DIALECTS:
        assert f'{{ "{name}" = "dialects/{name}.md" }}' in navigation
        assert f"({name}.md)" in index
        page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
        assert f"({name}-game.txt)" in page
        assert "nc " in page
        assert "version" in page.lower()


def test_one_command_makes_every_page_and_every_recorded_game() -> None:
    """What it makes is compared with what is there, page by page, by the tests of each dialect."""
    assert made().keys() == {path.name for path in DOCS.iterdir()} - {"index.md"}
