"""Eriantys as a game of the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from ludoteca.rules import contract
from ludoteca.rules.contract import SEAT_LETTERS, InvalidPosition, Json, Listener
from ludoteca.rules.notation import Reader, seed_draws, shown

from . import redealing
from .engine import const, ending, engine, setup
from .engine.engine import Engine
from .notation import describing, events, imagining, loading, names, parsing, position, writing
from .text import drawing


class Game(contract.Game):
    """2 to 4 players, basic or expert. Options of `new`: `expert`."""

    name: ClassVar[str] = "eriantys"
    rules_version: ClassVar[str] = "1"
    hides_nothing_from_seats: ClassVar[bool] = True  # the bag is hidden from everybody
    core: Engine

    @classmethod
    def new(
        cls,
        *,
        players: int,
        seed: int | str,
        first: int | str | None = None,
        recorder: Listener | None = None,
        **options: Any,
    ) -> Self:
        reader = Reader({"players": players, "seed": seed, **options})
        core = engine.empty(reader.integer("players", 2, const.MOST_PLAYERS), reader.flag("expert", False))
        seed_draws(core.draws, reader.take("seed"), reader)
        reader.finish()
        game = cls(core)
        game.recorder = recorder
        setup.deal(core, const.NOBODY if first is None else seat_named(first, players))
        game.tell()
        return game

    @classmethod
    def load(cls, position: Mapping[str, Any]) -> Self:
        return cls(loading.load(position))

    @classmethod
    def imagine(cls, view: Mapping[str, Any]) -> Self:
        return cls(imagining.imagine(view))

    @property
    def players(self) -> int:
        return self.core.players

    @property
    def why_over(self) -> str | None:
        """Why the game ended: last_tower, few_groups, bag_empty or no_assistants."""
        return names.REASONS[ending.reason(self.core)] if self.over else None

    def in_notation(self, action: int) -> Json:
        return describing.describe(self.core, action)

    def parse(self, action: Mapping[str, Any]) -> list[int]:
        return parsing.parse(self.core, action)

    def position(self) -> Json:
        return position.write(self.core)

    def view(self, seat: int | None) -> Json:
        """The same for all: only the bag is secret."""
        return position.public(self.core)

    def view_json(self, seat: int | None) -> bytes:
        return writing.view(self.core)

    def legal_json(self) -> bytes:
        return writing.legal(self.core, self.legal_actions())

    def redeal(self, seat: int | None, seed: int) -> Self:
        core = self.core.clone()
        redealing.redeal(core, seed)
        return type(self)(core)

    def decode(self, record: tuple[int, ...]) -> contract.Event:
        return events.decode(record)

    def __str__(self) -> str:
        return drawing.draw(self.position())


def seat_named(first: int | str, players: int) -> int:
    letters = SEAT_LETTERS[:players]
    if type(first) is int and 0 <= first < players:
        return first
    if isinstance(first, str) and len(first) == 1 and first in letters:
        return letters.index(first)
    raise InvalidPosition("first", f"{shown(first)} is neither one of {', '.join(letters)} nor a seat number.")
