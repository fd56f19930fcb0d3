"""The bot that plays for people who are away: safe and fast.

It looks a little further than at first sight, so that nothing is given away, and decides the same at every server of a
house that has the same weights.
"""

from __future__ import annotations

from .bot import Bot, View
from .searchers import SEARCHERS

ITERATIONS = 64
SECONDS = 0.25  # which such a little takes only where the search is not compiled


def decide(view: View, seed: int, seconds: float) -> int:
    searcher = SEARCHERS.forgetful(view["game"])
    return searcher.think(view, seed=seed, iterations=ITERATIONS, seconds=min(seconds, SECONDS)).decision


STAND_IN = Bot("stand-in", "Plays safely and at once, for people who are away.", decide)
