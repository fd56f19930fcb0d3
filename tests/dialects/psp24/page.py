"""Writes docs/dialects/psp24.md anew where it is made of the code, and the recorded game beside it.

python -m tests.dialects.psp24.page
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import msgspec

from ludoteca.dialects.psp24 import describing
from tests.dialects.transcripts import transcripts_of

from .recording import RECORDED, recorded

PAGE = RECORDED.parent / "psp24.md"
BY_HAND = Path(__file__).parent / "transcripts" / "by-hand.txt"
SAID = re.compile(r"[A-Z][<>] (\{.*)")


def shown() -> dict[str, list[str]]:
    """The transcripts in which each message occurs."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in transcripts_of("psp24"):
        for line in path.read_text(encoding="utf-8").splitlines():
            said = SAID.fullmatch(line)
            if said is not None:
                name = msgspec.json.decode(said[1]).get("type")
                if name is not None and path.stem not in found[name]:
                    found[name].append(path.stem)
    return found


MOST_SHOWN = 4  # transcripts named for a message; `ack` is in all of them


def page() -> str:
    """The page as it has to be."""
    few = {name: names[:MOST_SHOWN] for name, names in shown().items()}
    parts = describing.parts(BY_HAND.read_text(encoding="utf-8"), few)
    return describing.refreshed(PAGE.read_text(encoding="utf-8"), parts)


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")
    RECORDED.write_text(recorded(), encoding="utf-8")


if __name__ == "__main__":
    main()
