"""What a bot is to those who seat one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ludoteca import rules

View = Mapping[str, Any]  # what a seat sees of a game: `game.view(seat)`, or the same read from JSON
Decide = Callable[[View, int, float], int]

LONGEST = 2.0  # seconds for one decision, where nobody says less


@dataclass(frozen=True)
class Bot:
    """`decide(view, seed, seconds)` is one legal small decision for the seat that has to decide.

    The view is that seat's own, and all that a bot gets to know of a game: `rules.imagine(view)` makes a game of it
    whose hidden things are not the real ones. The decision depends on the view and the seed alone, unless thinking
    would take longer than so many seconds.
    """

    name: str
    words: str  # a sentence or two for people: what it is like to play against
    decide: Decide

    def choose(self, game: rules.Game, seed: int, seconds: float = LONGEST) -> int:
        """The same for a program that has a game: the bot is shown what the seat sees of it."""
        return self.decide(game.view(game.seat), seed, seconds)
