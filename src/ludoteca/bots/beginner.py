"""Stands in for a person who has just learned the rules, to measure how the weakest level suits beginners.

It makes the most of its turns like `greedy`, but every few decisions it does anything that is allowed. It sits at no
table: `ludoteca arena level-1 beginner` plays against it.
"""

from __future__ import annotations

from random import Random

from . import chance, greedy
from .bot import Bot, View

ASTRAY = 0.3  # of its decisions are made by chance
TURN_OF_MIND = 0x5EED  # so that what is decided by chance does not hang together with when


def decide(view: View, seed: int, seconds: float) -> int:
    if Random(seed ^ TURN_OF_MIND).random() < ASTRAY:
        return chance.decide(view, seed, seconds)
    return greedy.decide(view, seed, seconds)


BEGINNER = Bot("beginner", "Plays like greedy, and makes any legal move three times out of ten.", decide)
