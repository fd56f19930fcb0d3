"""Matches between ways to play: the same deals, swapped seats."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ludoteca import rules
from ludoteca.search.games import KNOWN
from ludoteca.search.network import Network
from ludoteca.search.tree import Tree

Choose = Callable[[rules.Game, int], int]
CAPACITY = 400_000


class Thinker:
    """Decides by a search of so many iterations."""

    def __init__(self, game: str, network: Network, iterations: int) -> None:
        self.judge = KNOWN[game].judge(network.twin())
        self.iterations = iterations
        self.tree: Tree | None = None

    def __call__(self, game: rules.Game, seed: int) -> int:
        core: Any = game.core.clone()
        if self.tree is None:
            self.tree = Tree(core, self.judge, CAPACITY)
        else:
            self.tree.think_about(core)
        sensible = self.tree.sensible()
        if len(sensible) == 1:
            return sensible[0]
        self.tree.run(self.iterations, seed)
        return max(self.tree.results(), key=lambda result: (result[1], result[2]))[0]


def play(
    game: str, players: int, options: dict[str, Any], seed: int, at: frozenset[int], one: Choose, other: Choose
) -> float:
    """What `one`, on the seats `at`, gets of a victory over `other`."""
    chance = Random(f"{seed} {sorted(at)}")
    table = rules.new(game, players=players, seed=seed, **options)
    while not table.over:
        seat = table.seat
        seen = table.redeal(seat, chance.getrandbits(60))
        table.apply((one if seat in at else other)(seen, chance.getrandbits(60)))
    winners = table.winners
    return len(winners & at) / len(winners) if winners else 0.0


def sides(game: str, players: int) -> list[frozenset[int]]:
    if game == "eriantys" and players == 4:
        return [frozenset((0, 2)), frozenset((1, 3))]
    return [frozenset((seat,)) for seat in range(players)]


def match(
    game: str, players: int, options: dict[str, Any], deals: int, seed: int, one: Choose, other: Choose
) -> tuple[float, int]:
    """What `one` gets in all, as one side against all others, each deal once for each side; and how many games."""
    results = [
        play(game, players, options, seed + deal, at, one, other)
        for deal in range(deals)
        for at in sides(game, players)
    ]
    return sum(results), len(results)


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z = 1.96
    share = won / games
    middle = share + z * z / (2 * games)
    reach = z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    below = 1 + z * z / games
    return (middle - reach) / below, (middle + reach) / below
