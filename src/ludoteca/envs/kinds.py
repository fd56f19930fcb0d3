"""The games that there are environments for: their sizes, and how a block of each is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludoteca import rules
from ludoteca.rules.catalogue import GAMES
from ludoteca.rules.core import Core
from ludoteca.rules.eriantys import const as eriantys
from ludoteca.rules.masters import const as masters
from ludoteca.search import shipped
from ludoteca.search.games import KNOWN
from ludoteca.search.judge import Judge

from .block import Block
from .eriantys_block import EriantysBlock
from .masters_block import MastersBlock


@dataclass(frozen=True)
class Kind:
    """`make(judge, games, example)` is a block of games like the example."""

    name: str
    title: str
    decisions: int  # all that there are: legal ones are below this
    fewest: int
    most: int  # players
    make: Callable[[Judge, int, Any], Block]

    @property
    def inputs(self) -> int:
        return KNOWN[self.name].inputs

    def example(self, players: int, options: dict[str, Any]) -> rules.Game:
        """Any game with these options, or InvalidPosition."""
        return GAMES[self.name].new(players=players, seed=0, **options)

    def block(self, games: int, example: rules.Game) -> Block:
        judge = KNOWN[self.name].judge(shipped.network(self.name).twin())
        return self.make(judge, games, example.core)

    def game(self, core: Core) -> rules.Game:
        """A copy of a core, as a game of the contract."""
        return GAMES[self.name](core.clone())


def eriantys_block(judge: Judge, games: int, core: Any) -> Block:
    return EriantysBlock(judge, games, KINDS["eriantys"].inputs, core.players, core.expert)


def masters_block(judge: Judge, games: int, core: Any) -> Block:
    return MastersBlock(judge, games, KINDS["masters"].inputs, core.players, core.cards)


KINDS = {
    kind.name: kind
    for kind in (
        Kind("eriantys", "Eriantys", eriantys.ACTIONS, 2, eriantys.MOST_PLAYERS, eriantys_block),
        Kind("masters", "Masters of Renaissance", masters.ACTIONS, 1, masters.MOST_PLAYERS, masters_block),
    )
}
