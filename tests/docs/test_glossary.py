"""One word for one thing: no module and no class has a name with a word that the glossary replaces by another."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from ludoteca.dialects.house.describing import schemas

from . import packages, written

PAGE = (written.ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([a-z- ]+) \| .* \| ([a-z, -]*) ?\|$", PAGE, re.MULTILINE)[1:]
FORBIDDEN = {never: word for word, column in ROWS for never in re.findall(r"[a-z]+", column)}
FOREIGN = ("group31", "psp24", "am24", "am28", "psp38")  # their documents have words of their own


def words_of(name: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def names() -> Iterator[tuple[str, str]]:
    """Each module and class, with where it is."""
    for path in sorted(packages.SOURCE.rglob("*.py")):
        where = path.relative_to(packages.SOURCE)
        if any(part in FOREIGN for part in where.parts):
            continue
        yield path.stem, str(where)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node.name, f"{where}: {node.name}"


def test_no_name_has_a_second_word() -> None:
    published = set(schemas.document()["$defs"])
    wrong = [
        f"{where}: {word} is called {FORBIDDEN[word]}"
        for name, where in names()
        for word in words_of(name)
        if word in FORBIDDEN and name not in published
    ]
    assert not wrong, "\n".join(wrong)


def test_some_thirty_words_are_explained_once_each() -> None:
    explained = [word for word, _ in ROWS]
    assert 30 <= len(explained) <= 45
    assert len(set(explained)) == len(explained)
    assert not set(explained) & FORBIDDEN.keys()
    assert len(FORBIDDEN) > 15


@pytest.mark.parametrize(
    ("name", "words"), [("SeatEntry", ["seat", "entry"]), ("tcp", ["tcp"]), ("HTTPRow", ["http", "row"])]
)
def test_names_are_cut_into_words(name: str, words: list[str]) -> None:
    assert words_of(name) == words
