"""The bot that knows the rules and nothing else."""

from __future__ import annotations

from random import Random

from ludoteca import rules

from .bot import Bot, View


def decide(view: View, seed: int, seconds: float) -> int:
    return Random(seed).choice(rules.imagine(view).legal_actions())


RANDOM = Bot("random", "Makes any legal move, each as likely as the next.", decide)
