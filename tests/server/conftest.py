"""What tests of the server are given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .houses import DATABASES


@pytest.fixture(params=["sqlite", "postgres"])
def both_stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """A test runs twice: with the house of its folder in SQLite, and in PostgreSQL."""
    if request.param == "postgres":
        DATABASES[tmp_path] = request.getfixturevalue("postgres").empty_place()
    yield
    DATABASES.pop(tmp_path, None)
