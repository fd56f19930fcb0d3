"""Everything in the repository that is made from the code, made anew: `python3 run.py docs --write`.

It prints the files that have changed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import run
from ludoteca.dialects.house.describing import typescript

from ..dialects import documents
from . import packages

ROOT = Path(__file__).parents[2]
ARCHITECTURE = Path("docs/architecture.md")
DEVELOPMENT = Path("docs/development.md")
TYPES = Path("web/src/protocol.ts")
HELP = re.compile(r"(^```text\n)usage: python3 run\.py.*?(^```$)", re.DOTALL | re.MULTILINE)
PICTURE = re.compile(r"(<!-- made by run.py docs --write -->\n```\n).*?(\n```\n)", re.DOTALL)


def architecture() -> str:
    page = (ROOT / ARCHITECTURE).read_text(encoding="utf-8")
    return PICTURE.sub(lambda found: found[1] + packages.picture() + found[2], page)


def development() -> str:
    page = (ROOT / DEVELOPMENT).read_text(encoding="utf-8")
    return HELP.sub(lambda found: found[1] + run.help_text() + found[2], page)


def made() -> Iterator[tuple[Path, str]]:
    """Each file, and what should be in it. That of the dialects takes some seconds."""
    yield ARCHITECTURE, architecture()
    yield DEVELOPMENT, development()
    yield TYPES, typescript.text()
    for name, text in documents.made().items():
        yield Path("docs/dialects") / name, text


def main() -> int:
    for path, text in made():
        if not (ROOT / path).exists() or (ROOT / path).read_text(encoding="utf-8") != text:
            (ROOT / path).write_text(text, encoding="utf-8")
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
