"""Lists in place of C arrays, for the interpreted form. Compiled, arrays lie inside their objects, zero from birth."""

from __future__ import annotations

Grid = list[list[int]]


def row(columns: int) -> list[int]:
    return [0] * columns


def grid(rows: int, columns: int) -> Grid:
    return [[0] * columns for _ in range(rows)]
