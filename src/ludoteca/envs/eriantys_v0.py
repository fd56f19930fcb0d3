"""Eriantys for PettingZoo: 2 to 4 players, of whom four play in teams; basic or expert.

The number behind the name rises whenever the same seed and decisions could give other observations, rewards or games.
"""

from __future__ import annotations

from .zoo import TurnEnv

GAME, VERSION = "eriantys", "v0"


def env(
    players: int = 2, expert: bool = False, render_mode: str | None = None, max_cycles: int | None = None
) -> TurnEnv:
    """Checks of its own are built in, so there is nothing to wrap."""
    return TurnEnv(GAME, VERSION, players=players, render_mode=render_mode, max_cycles=max_cycles, expert=expert)


raw_env = env
