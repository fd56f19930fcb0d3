"""Loops over any game that run at C speed and without the GIL: random playouts and perft."""

from __future__ import annotations

try:
    import cython  # type: ignore[import-untyped]  # the compiler needs this very line
except ModuleNotFoundError:  # pragma: no cover  # tested in a process of its own
    from . import _cython as cython

from . import draws
from .core import Core
from .draws import Draws

CHOICES = 0x5DEECE66D  # keeps a playout's choices apart from the draws of its game


def playout(game: Core, choices: Draws) -> int:
    """Decide at random until the game is over; return the number of decisions."""
    moves = 0
    while game.seat >= 0:
        count = game.find_legal()
        game.do(game.actions[choices.below(count, 0)])
        moves += 1
    return moves


def playouts(game: Core, first: int, games: int, seed: int) -> int:
    """Random games number `first` to `first + games - 1` from this moment on; return the number of decisions."""
    scratch = game.clone()
    scratch.mark()
    choices = Draws()
    total = 0
    with cython.nogil:
        for i in range(games):
            scratch.rewind()
            scratch.draws.reseed(draws.mixed(seed, first + i))
            choices.reseed(draws.mixed(seed ^ CHOICES, first + i))
            total += playout(scratch, choices)
    return total


def perft(game: Core, depth: int) -> int:
    """How many sequences of `depth` decisions there are from here (shorter ones where the game ends)."""
    count = game.find_legal()
    if depth == 0 or count == 0:
        return 1
    if depth == 1:
        return count
    legal = [game.actions[i] for i in range(count)]
    total = 0
    for action in legal:
        child = game.clone()
        child.do(action)
        total += perft(child, depth - 1)
    return total
