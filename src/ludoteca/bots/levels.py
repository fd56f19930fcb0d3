"""Eight levels, for every game and any number of players, from a beginner's partner to the strongest there is.

All of them search with the same network. What makes one weaker is how little it thinks and how inattentive it is, never
that it does not know the rules of good play: its mistakes are ones that people make.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf

from ludoteca.search import shipped

from . import mistakes
from .bot import LONGEST, Bot, View
from .mistakes import FULL, Attention
from .searchers import SEARCHERS, threads_here


@dataclass(frozen=True)
class Level:
    """`iterations` None: as many as there is time for, on `threads` threads where the process has so many to itself,
    going on from what was thought of the turn so far. Limited by iterations a level decides the same for the same view
    and seed wherever it thinks, as long as these take no longer than `seconds`.
    """

    number: int
    words: str
    iterations: int | None
    seconds: float
    attention: Attention = FULL
    threads: int = 1

    @property
    def name(self) -> str:
        return f"level-{self.number}"

    @property
    def place(self) -> str:
        """Where another process finds this."""
        return f"{__name__}:LEVELS:{self.name}"

    @property
    def bot(self) -> Bot:
        return Bot(self.name, self.words, self)

    def fingerprint(self, game: str) -> str:
        """A hash of what it has learned of a game, and of how much it thinks: when it is another, this is not the bot
        that it was."""
        numbers = f"{self.iterations} {self.seconds} {self.attention}"
        return hashlib.sha256(shipped.path(game).read_bytes() + numbers.encode()).hexdigest()

    def limited(self, iterations: int | None, seconds: float | None) -> Level:
        """The same with other limits: None is none."""
        return replace(self, iterations=iterations, seconds=inf if seconds is None else seconds)

    def __call__(self, view: View, seed: int, seconds: float) -> int:
        limit = min(seconds, self.seconds)
        if self.iterations is None:
            searcher = SEARCHERS.remembering(view, min(self.threads, threads_here()))
            thought = searcher.think(view, seed=seed, seconds=limit)
        else:
            searcher = SEARCHERS.forgetful(view["game"])
            thought = searcher.think(view, seed=seed, iterations=self.iterations, seconds=limit)
        return mistakes.chosen(thought.options, self.attention, seed)


TABLE = (
    Level(
        1,
        "A partner for beginners: overlooks a good deal.",
        iterations=1,
        seconds=0.5,
        attention=Attention(softness=3.0, overlooked=0.6, nonsense=0.02),
    ),
    Level(
        2,
        "Plays by feeling, and overlooks things.",
        iterations=1,
        seconds=0.5,
        attention=Attention(softness=2.0, overlooked=0.3, nonsense=0.05),
    ),
    Level(
        3,
        "Plays by feeling, and slips now and then.",
        iterations=1,
        seconds=0.5,
        attention=Attention(softness=1.0, overlooked=0.1),
    ),
    Level(
        4,
        "Plays what is usually good, whatever you can do about it.",
        iterations=1,
        seconds=0.5,
    ),
    Level(
        5,
        "Thinks about its own turn, and glances at yours.",
        iterations=64,
        seconds=0.5,
    ),
    Level(
        6,
        "Thinks a few turns ahead, yours included.",
        iterations=600,
        seconds=1.0,
    ),
    Level(
        7,
        "Plans far ahead, and misses little.",
        iterations=4_000,
        seconds=1.0,
    ),
    Level(
        8,
        "Thinks as hard as it can. Very hard to beat.",
        iterations=None,
        seconds=LONGEST,
        threads=2,
    ),
)
LEVELS: Mapping[str, Level] = {level.name: level for level in TABLE}
LEVEL_BOTS = tuple(level.bot for level in TABLE)
