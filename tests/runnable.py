"""Shell blocks of documents that say of themselves that they can be run: `<!-- runnable -->` stands before them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^<!-- runnable -->\n```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(document: Path) -> list[str]:
    return BLOCK.findall(document.read_text(encoding="utf-8"))


def documents() -> list[Path]:
    """Those that have such blocks."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [document for document in found if blocks(document)]
