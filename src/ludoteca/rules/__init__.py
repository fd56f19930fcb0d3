"""The rules of the games: pure, deterministic, compiled where possible. `contract.py` tells how a game is used."""

from __future__ import annotations

from . import _forms

compiled: bool = _forms.choose()  # must come before every other module of the rules

from .catalogue import imagine, load, new, perft, playouts  # noqa: E402
from .contract import Game, IllegalAction, InvalidPosition  # noqa: E402

__all__ = ["Game", "IllegalAction", "InvalidPosition", "compiled", "imagine", "load", "new", "perft", "playouts"]
