"""The page is typed by what the house really says."""

from __future__ import annotations

from pathlib import Path

from ludoteca.dialects.house.describing import typescript

TYPES = Path(__file__).parents[2] / "web" / "src" / "protocol.ts"


def test_the_page_has_the_types_of_the_protocol() -> None:
    assert TYPES.read_text(encoding="utf-8") == typescript.text(), "write them anew with: python -m tests.web"
