"""The games that there are environments for: their sizes, and how a block of each is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludoteca import rules
from ludoteca.rules.catalogue import GAMES
from ludoteca.rules.core import Core
from ludoteca.rules.eriantys.engine import const as eriantys
from ludoteca.rules.eriantys.engine import engine as eriantys_engine
from ludoteca.rules.eriantys.engine import setup as eriantys_setup
from ludoteca.rules.masters.engine import const as masters
from ludoteca.rules.masters.engine import engine as masters_engine
from ludoteca.rules.masters.engine import setup as masters_setup
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
    empty_like: Callable[[Any], Core]
    deal: Callable[[Any], None]  # sets up a game that is not set up

    @property
    def inputs(self) -> int:
        return KNOWN[self.name].inputs

    def example(self, players: int, options: dict[str, Any]) -> rules.Game:
        """Any game with these options, or InvalidPosition."""
        return GAMES[self.name].new(players=players, seed=0, **options)

    def block(self, games: int, example: rules.Game) -> Block:
        judge = KNOWN[self.name].judge(shipped.network(self.name).twin())
        return self.make(judge, games, example.core)

    def observing_block(self, example: rules.Game) -> Block:
        """A block of one game, to see others through."""
        block = self.block(1, example)
        block.share(
            memoryview(bytearray(self.inputs)).cast("b"),
            memoryview(bytearray(self.decisions)).cast("b"),
            memoryview(bytearray(1)).cast("b"),
            memoryview(bytearray(4 * example.players)).cast("f"),
            memoryview(bytearray(1)),
            memoryview(bytearray(8)).cast("Q"),
        )
        return block

    def empty(self, example: rules.Game) -> Core:
        """A game with the options of the example that is not set up."""
        return self.empty_like(example.core)

    def game(self, core: Core) -> rules.Game:
        """A copy of a core, as a game of the contract."""
        return GAMES[self.name](core.clone())


def eriantys_block(judge: Judge, games: int, core: Any) -> Block:
    return EriantysBlock(judge, games, KINDS["eriantys"].inputs, core.players, core.expert)


def masters_block(judge: Judge, games: int, core: Any) -> Block:
    return MastersBlock(judge, games, KINDS["masters"].inputs, core.players, core.cards)


def empty_eriantys(core: Any) -> Core:
    return eriantys_engine.empty(core.players, core.expert)


def empty_masters(core: Any) -> Core:
    return masters_engine.empty(core.players, core.cards)


def deal_eriantys(core: Any) -> None:
    eriantys_setup.deal(core, eriantys.NOBODY)


def deal_masters(core: Any) -> None:
    masters_setup.deal(core)


KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "eriantys",
            "Eriantys",
            eriantys.ACTIONS,
            2,
            eriantys.MOST_PLAYERS,
            eriantys_block,
            empty_eriantys,
            deal_eriantys,
        ),
        Kind(
            "masters",
            "Masters of Renaissance",
            masters.ACTIONS,
            1,
            masters.MOST_PLAYERS,
            masters_block,
            empty_masters,
            deal_masters,
        ),
    )
}
