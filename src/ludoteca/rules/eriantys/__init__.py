"""Eriantys: the rules in `rules.md`. `game.Game` is what others use.

`engine` is the game in small integers, compiled; `notation` the game as JSON; `text` the game for people.
"""

from __future__ import annotations

from .game import Game

__all__ = ["Game"]
