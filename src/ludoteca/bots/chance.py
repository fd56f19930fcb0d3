"""The bot that knows the rules and nothing else."""

from __future__ import annotations

from random import Random

from ludoteca import rules

from .bot import Bot


def choose(game: rules.Game, seed: int) -> int:
    return Random(seed).choice(game.legal_actions())


RANDOM = Bot("random", "Makes any legal move, each as likely as the next.", choose)
