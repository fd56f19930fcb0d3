"""Eriantys: the rules in `rules.md`, cut along the game into modules; `game.Game` is what others use."""

from __future__ import annotations

from .game import Game

__all__ = ["Game"]
