"""How a bot errs on purpose: like a person, by not noticing things and by liking the second best.

It never errs into nonsense. What is hardly worth a thought is not chosen, however inattentive the bot is; and what
everybody would do, because nothing else is worth a thought, is done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ludoteca.search.searcher import Option


@dataclass(frozen=True)
class Attention:
    """`softness` 0 takes the best; 1 takes each decision as often as it was thought worth trying, more levels that out.

    Each decision goes unnoticed with the chance `overlooked`. `nonsense` is the part of the worth of the best decision
    below which one is not considered at all.
    """

    softness: float = 0.0
    overlooked: float = 0.0
    nonsense: float = 0.1


FULL = Attention()


def chosen(options: Sequence[Option], attention: Attention, seed: int) -> int:
    """One of the decisions. It depends on what is asked and on the seed alone."""
    worth = {option.decision: option.visits + option.prior for option in options}
    best = max(worth.values())
    sensible = [option for option in options if worth[option.decision] >= attention.nonsense * best]
    chance = Random(seed)
    noticed = [option for option in sensible if chance.random() >= attention.overlooked] or sensible
    if not attention.softness:
        return max(noticed, key=lambda option: (option.visits, option.chance, option.prior)).decision
    weights = [(worth[option.decision] / best) ** (1 / attention.softness) for option in noticed]
    return chance.choices(noticed, weights)[0].decision
