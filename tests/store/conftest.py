from __future__ import annotations

from pathlib import Path

import pytest

from .places import Folder, Place, Schema


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Where a store is kept, once in each kind of store."""
    if request.param == "sqlite":
        return Folder(tmp_path)
    return Schema(request.getfixturevalue("postgres").empty_place())
