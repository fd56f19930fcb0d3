"""Events that games share: public ones, which everybody hears alike, and draws, which nobody hears before the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Public:
    def told_to(self, seat: int | None) -> Self | None:
        return self


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw: the word number `counter` of the stream gave `result`, one of `bound` (docs/draws.md)."""

    label: str
    counter: int
    bound: int
    result: int

    def told_to(self, seat: int | None) -> None:
        """Draws are for checking a finished game."""
