"""The bag: students drawn at random (§3, §5.1, §11) and put back (§11.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const, ending

if TYPE_CHECKING:
    from .state import State


def draw(game: State, label: int) -> int:
    """Take one student out. The last one makes this the last round [RULING 11]."""
    colour = pick(game, label)
    if game.bag_total == 0:
        ending.announce_last_round(game, const.WHY_BAG_EMPTY)
    return colour


def pick(game: State, label: int) -> int:
    """Students lie in the bag in the order of colours: the drawn number counts through them."""
    number = game.draws.below(game.bag_total, label)
    colour = 0
    while number >= game.bag[colour]:
        number -= game.bag[colour]
        colour += 1
    game.bag[colour] -= 1
    game.bag_total -= 1
    return colour


def put_back(game: State, colour: int, count: int) -> None:
    game.bag[colour] += count
    game.bag_total += count
