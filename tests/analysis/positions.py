"""Positions in which everybody sees what is best, and whole games to try everything on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ludoteca import rules
from ludoteca.rules.contract import Json
from tests.bots.games import VARIANTS, new

LAST_TOWER: Json = {
    "game": "eriantys",
    "players": 2,
    "phase": "action",
    "step": "mother_nature",
    "active": "A",
    "order": ["A", "B"],
    "assistants": {"A": 4, "B": 7},
    "groups": [[4, 5, 6], [8, 9, 10]],
    "islands": {
        "2": {"students": {"red": 2}},
        "3": {"students": {"blue": 1}},
        **{tile: {"students": {}, "tower": "white"} for tile in ("4", "8", "12")},
    },
    "mother_nature": 1,
    "boards": {
        "A": {"entrance": {"green": 4}, "dining": {"red": 2}, "professors": ["red"]},
        "B": {"entrance": {"green": 7}, "dining": {"blue": 2}, "professors": ["blue"]},
    },
}
"""A builds the last tower by sending mother nature one step; two steps build one for B."""


def last_tower(**changes: Any) -> rules.Game:
    return rules.load({**LAST_TOWER, **changes})


def moments(variant: str, seed: int, every: int) -> Iterator[rules.Game]:
    """Some moments of a game in which everybody decides by chance."""
    assert variant in VARIANTS
    game = new(variant, seed)
    chance = Random(seed)
    number = 0
    while not game.over:
        if number % every == 0:
            yield game.clone()
        game.apply(chance.choice(game.legal_actions()))
        number += 1
