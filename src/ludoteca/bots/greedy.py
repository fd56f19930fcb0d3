"""The bot that makes the most of its own turn and does not look further.

How it does so is a matter of each game: `eriantys` and `masters` play turns to their end in thought and judge where
that leads.
"""

from __future__ import annotations

from random import Random

from ludoteca import rules
from ludoteca.rules import eriantys as eriantys_rules
from ludoteca.rules import masters as masters_rules

from . import eriantys, masters
from .bot import Bot, View


def decide(view: View, seed: int, seconds: float) -> int:
    """What the seat cannot see is dealt by chance. How much is looked at is bounded by counts, never by a clock."""
    imagined = rules.imagine(view)
    return decide_in(imagined.redeal(imagined.seat, seed), seed)


def decide_in(game: rules.Game, seed: int) -> int:
    """For the seat whose turn it is, looking at everything in the game."""
    legal = game.legal_actions()
    if len(legal) == 1:
        return legal[0]
    chance = Random(seed)
    if isinstance(game, eriantys_rules.Game):
        return eriantys.choose(game.core, chance)
    if isinstance(game, masters_rules.Game):
        return masters.choose(game.core, chance)
    raise TypeError(f"The greedy bot has not learned {game.name}.")


GREEDY = Bot("greedy", "Makes the most of every turn, and does not plan beyond it.", decide)
