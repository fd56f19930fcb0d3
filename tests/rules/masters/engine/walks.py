"""Games that are lively enough to see everything: players who like to buy, to produce and to play their leaders."""

from collections.abc import Iterator
from random import Random
from typing import Any

from ludoteca import rules
from ludoteca.rules.masters import Game
from ludoteca.rules.masters.engine import const

__all__ = ["Game", "Json", "choose", "enriched", "lively", "load", "new"]

Json = dict[str, Any]


def new(players: int, seed: int, **options: Any) -> Game:
    game = rules.new("masters", players=players, seed=seed, **options)
    assert isinstance(game, Game)
    return game


def load(position: Json) -> Game:
    game = rules.load(position)
    assert isinstance(game, Game)
    return game


def weight(action: int) -> int:
    """How much a lively player likes a decision."""
    if const.BUY <= action < const.DISCARD_LEADER or const.PLACE <= action < const.DISCARD:
        return 8
    return 6 if const.CHOOSE_SLOT <= action < const.POWERS_DONE else 2


def choose(game: Game, chance: Random) -> int:
    legal = game.legal_actions()
    return chance.choices(legal, [weight(action) for action in legal])[0]


def lively(players: int, seed: int, rich: bool = False, **options: Any) -> Iterator[tuple[Game, int]]:
    """A game with lively players: each moment with the decision about to be made in it, then the end with -1."""
    chance = Random(seed)
    game = new(players, seed, **options)
    if rich:
        game = enriched(game, chance)
    while not game.over:
        action = choose(game, chance)
        yield game, action
        game.apply(action)
    yield game, -1


def enriched(game: Game, chance: Random) -> Game:
    """The same table with full strongboxes and, on every board, two leaders of one kind in play."""
    position = game.position()
    pairs = [[52, 49], [53, 55], [58, 57], [61, 64]]
    chance.shuffle(pairs)
    for board, pair in zip(position["players"].values(), pairs, strict=False):
        board |= {"hand": [], "dealt": [], "gone": [], "played": pair, "pending_resources": 0}
        board["strongbox"] = {name: chance.randrange(7) for name in ("coin", "stone", "servant", "shield")}
    return load(position)
