"""What happened, as fixed-width integer records: cheap enough to write from compiled code without Python objects.

Search and playouts share `SILENT`, which is never switched on. Each game decodes the records into typed events of
its own.
"""

from __future__ import annotations

from . import const
from .arrays import Grid, grid

INTERPRETED = __file__.endswith(".py")


class Recorder:
    """Records of the decision under way: a kind and up to seven numbers each."""

    def __init__(self) -> None:
        if INTERPRETED:  # pragma: no branch  # compiled, the arrays are there from birth
            self.records: Grid = grid(const.CAPACITY, const.WIDTH)
        self.on: bool = False
        self.count: int = 0

    def note(
        self, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0, g: int = 0
    ) -> None:
        if self.count < const.CAPACITY:
            record = self.count
            self.records[record][0] = kind
            self.records[record][1] = a
            self.records[record][2] = b
            self.records[record][3] = c
            self.records[record][4] = d
            self.records[record][5] = e
            self.records[record][6] = f
            self.records[record][7] = g
        self.count += 1

    def take(self) -> list[tuple[int, ...]]:
        """The records so far; the next decision starts with none."""
        count = self.count
        self.count = 0
        if count > const.CAPACITY:
            raise OverflowError(f"one decision wrote {count} records, there is room for {const.CAPACITY}")
        return [tuple([self.records[i][k] for k in range(const.WIDTH)]) for i in range(count)]


SILENT = Recorder()
