"""The board of a game, drawn from a view of it: nothing that the view hides can be in the drawing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludoteca.house.options import known_cards
from ludoteca.rules.eriantys.text import drawing as eriantys
from ludoteca.rules.masters import InvalidCards
from ludoteca.rules.masters.text import drawing as masters

DRAWN: dict[str, Callable[[Mapping[str, Any]], str]] = {"eriantys": eriantys.draw, "masters": masters.draw}
LARGEST = 1000  # no game has more of anything, nor longer words
# What comes of drawing a JSON object that is no view.
ODD = (LookupError, TypeError, ValueError, AttributeError)


def draw(view: Mapping[str, Any]) -> str:
    """A view or a position of our own."""
    return DRAWN[view["game"]](view)


def draw_strange(view: Mapping[str, Any], settings: Mapping[str, Any]) -> str | None:
    """A view out of a file that anybody may have written; None when it is no view."""
    try:
        need_modest(view)
        with known_cards(settings):
            return draw(view)
    except (*ODD, InvalidCards, RecursionError):
        return None


def need_modest(value: Any) -> None:
    """A drawing has a letter for each piece: there must not be billions of them."""
    if isinstance(value, Mapping):
        need_modest(list(value))
        need_modest(list(value.values()))
    elif isinstance(value, list):
        for part in value:
            need_modest(part)
    elif isinstance(value, str):
        need_modest(len(value))
    elif isinstance(value, int | float) and not -LARGEST <= value <= LARGEST:
        raise ValueError(f"{value} is beyond any game")
