"""The ways in which environments show a game."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludoteca import rules

from . import pictures

HUMAN, TEXT, PICTURE = "human", "ansi", "rgb_array"
MODES = (HUMAN, TEXT, PICTURE)


def check_mode(mode: str | None) -> None:
    if mode is not None and mode not in MODES:
        raise ValueError(f"There is no render_mode {mode!r}. There are {', '.join(MODES)}.")


def rendered(game: rules.Game, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Printed for people, or returned as text or as a picture. Everything is shown, hidden things included."""
    if mode == HUMAN:
        print(game)
    if mode == TEXT:
        return str(game)
    return pictures.picture(game) if mode == PICTURE else None
