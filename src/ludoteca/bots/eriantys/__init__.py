"""Eriantys for the greedy bot: an assistant by its chances in the round, a turn by where it can lead."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ludoteca.rules.eriantys.engine import const

from . import planning, turn

if TYPE_CHECKING:
    from ludoteca.rules.eriantys.engine.engine import Engine


def choose(game: Engine, chance: Random) -> int:
    if game.step == const.PLANNING:
        return planning.choose(game, chance)
    return turn.choose(game, chance)


__all__ = ["choose"]
