"""Lists in place of C arrays of real numbers, for the interpreted form."""

from __future__ import annotations


def reals(columns: int) -> list[float]:
    return [0.0] * columns
