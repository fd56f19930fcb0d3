"""Games of Masters of Renaissance that one thread plays."""

from __future__ import annotations

from typing import Any

try:
    import cython  # type: ignore[import-untyped]  # the compiler needs this very line
except ModuleNotFoundError:  # pragma: no cover  # tested in a process of its own
    from ludoteca.rules import _cython as cython

from ludoteca.rules.core import Core
from ludoteca.rules.masters.engine import const, engine, setup, state
from ludoteca.rules.masters.engine.deck import Cards
from ludoteca.rules.masters.engine.engine import Engine
from ludoteca.search.judge import Judge

from .block import Block


class MastersBlock(Block):
    def __init__(self, judge: Judge, games: int, inputs: int, players: int, cards: Cards) -> None:
        Block.__init__(
            self, judge, [engine.empty(players, cards) for _ in range(games)], players, inputs, const.ACTIONS
        )
        self.empty: Engine = engine.empty(players, cards)
        self.seen: Engine = engine.empty(players, cards)  # the judge looks at this one only
        judge.bind(self.seen)

    def deal(self, game: Core) -> None:
        state.copy(cython.cast(Engine, game), self.empty)
        setup.deal(cython.cast(Engine, game))

    def see(self, game: Core, seat: int) -> None:
        """What was chosen of an action under way is shown to the seat that chooses: a leader may be among it."""
        state.copy(self.seen, cython.cast(Engine, game))
        if seat != game.seat:
            self.seen.seat = seat
            self.seen.made = 0
        self.judge.see()

    def put(self, i: int, game: Any) -> None:
        place = self.kept[i]
        source = game
        assert isinstance(place, Engine)
        state.copy(place, source)
        place.draws.copy_from(source.draws)
