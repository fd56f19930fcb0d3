"""The spaces of Gymnasium that describe what is seen and what can be decided."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray


class Decisions(spaces.Discrete):
    """All decisions of a game. A sample is one that is legal now, unless a mask says otherwise; where none is, it is
    any."""

    def __init__(self, mask: NDArray[np.int8]) -> None:
        super().__init__(len(mask))
        self._legal = mask  # the batch writes to it

    def sample(self, mask: NDArray[np.int8] | None = None, probability: NDArray[np.float64] | None = None) -> np.int64:
        if mask is None and probability is None and self._legal.any():
            mask = self._legal
        return super().sample(mask, probability)


class ManyDecisions(spaces.MultiDiscrete):
    """The same for many games."""

    def __init__(self, masks: NDArray[np.int8]) -> None:
        super().__init__(np.full(len(masks), masks.shape[1]))
        self._legal = masks

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[np.int64]:
        if mask is None and probability is None:
            mask = tuple(self._legal)
        return super().sample(mask, probability)


def observation_space(inputs: int, decisions: int) -> spaces.Dict:
    """What a seat sees, and 1 for each decision that is legal for it."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-128, 127, (inputs,), np.int8),
            "action_mask": spaces.Box(0, 1, (decisions,), np.int8),
        }
    )
