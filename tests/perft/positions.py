"""Perft files: a name, a position in the notation, then a line per depth. Blank lines between positions."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


@dataclass
class Entry:
    name: str
    position: dict[str, Any]
    counts: dict[int, int] = field(default_factory=dict)

    def __str__(self) -> str:
        counts = "".join(f"{depth} {count}\n" for depth, count in self.counts.items())
        return f"# {self.name}\n{json.dumps(self.position)}\n{counts}"


def read(path: Path) -> Iterator[Entry]:
    for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
        name, position, *rows = block.splitlines()
        counts = {int(depth): int(count) for depth, count in (row.split() for row in rows)}
        yield Entry(name.removeprefix("# "), json.loads(position), counts)


def files() -> list[Path]:
    return sorted(HERE.glob("*.perft"))


def entries() -> list[Entry]:
    return [entry for path in files() for entry in read(path)]
