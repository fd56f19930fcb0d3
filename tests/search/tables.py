"""Networks with weights by chance, and games at any moment."""

from __future__ import annotations

from array import array
from functools import cache
from random import Random
from typing import Any

from ludoteca import rules
from ludoteca.search import weights
from ludoteca.search.network import Network
from ludoteca.search.weights import Shape

KINDS: list[tuple[str, int, dict[str, Any]]] = [
    ("eriantys", 2, {}),
    ("eriantys", 2, {"expert": True}),
    ("eriantys", 3, {"expert": True}),
    ("eriantys", 4, {"expert": True}),
    ("masters", 1, {}),
    ("masters", 2, {}),
    ("masters", 3, {}),
    ("masters", 4, {}),
]
SPREAD = {"h": 90, "i": 200}


def weights_by_chance(game: str, hidden: int = 16, second: int = 8, seed: int = 1) -> bytes:
    shape = Shape.of(game, hidden, second)
    chance = Random(seed)
    parts = [
        array(kind, [round(chance.gauss(0, SPREAD[kind])) for _ in range(length)]) for kind, length in shape.parts()
    ]
    return weights.write(shape, parts)


@cache
def network(game: str) -> Network:
    return weights.read(weights_by_chance(game))[1]


def at_any_moment(chance: Random, kind: tuple[str, int, dict[str, Any]], most: int = 160) -> rules.Game:
    """A game in which somebody has to decide, in the middle of an action too."""
    name, players, options = kind
    while True:
        game = rules.new(name, players=players, seed=chance.getrandbits(48), **options)
        for _ in range(chance.randrange(most)):
            if game.over:
                break
            game.apply(chance.choice(game.legal_actions()))
        if not game.over:
            return game
