"""Every game in every variant: what the tests of the contract run over."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from ludoteca import rules


@dataclass(frozen=True)
class Variant:
    game: str
    players: int
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game, str(self.players), *(name for name, value in self.options if value)])

    def new(self, seed: int | str, **more: Any) -> rules.Game:
        return rules.new(self.game, players=self.players, seed=seed, **dict(self.options), **more)


VARIANTS = [
    *(Variant("eriantys", players, (("expert", expert),)) for players in (2, 3, 4) for expert in (False, True)),
    *(Variant("masters", players) for players in (1, 2, 3, 4)),
]


def random_game(variant: Variant, seed: int) -> Iterator[tuple[rules.Game, int]]:
    """A game played at random: each moment with the decision that is about to be made in it, then the end with -1."""
    chance = Random(seed)
    game = variant.new(seed)
    while not game.over:
        action = chance.choice(game.legal_actions())
        yield game, action
        game.apply(action)
    yield game, -1
