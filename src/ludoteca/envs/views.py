"""Observations from views: what a trained policy is shown at a table of a house, where there are views and no batch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca import rules

from .block import Block
from .kinds import KINDS


@dataclass(frozen=True)
class Seen:
    """A moment in which a seat has to decide, as the environments show it."""

    observation: NDArray[np.int8]
    mask: NDArray[np.int8]
    seat: int
    game: rules.Game  # that the view could be of: its hidden things are not the real ones

    def described(self, action: int) -> dict[str, Any]:
        """A decision in the notation."""
        return self.game.describe(action)


BLOCKS: dict[tuple[object, ...], Block] = {}


def seen_in(view: Mapping[str, Any]) -> Seen:
    """What the seat to decide sees: `view` is its own."""
    game = rules.imagine(view)
    kind = KINDS[game.name]
    core: Any = game.core
    options = (game.name, game.players, getattr(core, "expert", None), getattr(core, "cards", None))
    if options not in BLOCKS:
        BLOCKS[options] = kind.observing_block(game)
    block = BLOCKS[options]
    observation = np.zeros(kind.inputs, np.int8)
    block.put(0, core)
    block.observe(0, game.seat, observation.data)
    mask = np.zeros(kind.decisions, np.int8)
    mask[game.legal_actions()] = 1
    return Seen(observation, mask, game.seat, game)
