"""Masters of Renaissance for PettingZoo: 1 to 4 players; alone against Lorenzo.

The number behind the name rises whenever the same seed and decisions could give other observations, rewards or games.
"""

from __future__ import annotations

from .zoo import TurnEnv

GAME, VERSION = "masters", "v0"


def env(players: int = 2, render_mode: str | None = None, max_cycles: int | None = None) -> TurnEnv:
    """Checks of its own are built in, so there is nothing to wrap."""
    return TurnEnv(GAME, VERSION, players=players, render_mode=render_mode, max_cycles=max_cycles)


raw_env = env
