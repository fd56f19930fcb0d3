"""The pages of all dialects and their recorded games, made anew: `python -m tests.dialects.documents`."""

from __future__ import annotations

import asyncio
import sys

from .am24 import recording as am24
from .am28 import recording as am28
from .group31 import recording as group31
from .pages import DOCS, page
from .psp24 import recording as psp24
from .psp38 import recording as psp38


def made() -> dict[str, str]:
    """What should be in each file."""
    return {
        "group31.md": page("group31"),
        "group31-game.txt": asyncio.run(group31.game()),
        "psp24.md": page("psp24"),
        "psp24-game.txt": psp24.recorded(),
        "am24.md": page("am24"),
        "am24-game.txt": asyncio.run(am24.game()),
        "am28.md": page("am28"),
        "am28-game.txt": asyncio.run(am28.game()),
        "psp38.md": page("psp38"),
        "psp38-game.txt": asyncio.run(psp38.game()),
    }


def main() -> int:
    for name, text in made().items():
        file = DOCS / name
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            print(f"docs/dialects/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
