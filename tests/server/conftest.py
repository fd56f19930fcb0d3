"""What tests of the server are given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .houses import DATABASES

MARKER = "holds_the_store: nobody can come to the table meanwhile where other servers may have written to it"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", MARKER)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "both_stores" in metafunc.fixturenames:
        held = metafunc.definition.get_closest_marker("holds_the_store")
        metafunc.parametrize("both_stores", ["sqlite"] if held else ["sqlite", "postgres"], indirect=True)


@pytest.fixture
def both_stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """A test runs twice: with the house of its folder in SQLite, and in PostgreSQL."""
    if request.param == "postgres":
        DATABASES[tmp_path] = request.getfixturevalue("postgres").empty_place()
    yield
    DATABASES.pop(tmp_path, None)
