"""A game that a view could be of: what the view does not show is filled in, always in the same way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteca.rules.contract import InvalidPosition
from ludoteca.rules.notation import Reader

from ..engine import const
from ..engine.engine import Engine
from . import loading


def imagine(view: Mapping[str, Any]) -> Engine:
    """The bag holds what does not lie open; where a view counts fewer students in it, the first colours are out."""
    count = Reader(view).integer("bag", 0, const.COLOURS * const.STUDENTS_PER_COLOUR)
    game = loading.load({key: value for key, value in view.items() if key != "bag"})
    if game.bag_total < count:
        raise InvalidPosition("bag", f"there are {count} students in it, but {game.bag_total} are not elsewhere.")
    bag = game.bag
    for colour in range(const.COLOURS):
        out = min(bag[colour], game.bag_total - count)
        bag[colour] -= out
        game.bag_total -= out
    game.bag = bag
    return game
