"""Masters of Renaissance as a game of the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from ludoteca.rules import contract
from ludoteca.rules.contract import InvalidPosition, Json, Listener
from ludoteca.rules.notation import Reader, seed_draws, shown

from . import redealing
from .engine import const, ending, engine, setup
from .engine.deck import Cards
from .engine.engine import Engine
from .notation import cards, describing, events, imagining, loading, names, parsing, position, writing
from .text import drawing


class Game(contract.Game):
    """1 to 4 players. Options of `new`: `cards`, the name of a card set or its description.

    Players are seated in turn order: A holds the inkwell, so `first` can only be A.
    """

    name: ClassVar[str] = "masters"
    rules_version: ClassVar[str] = "1"
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
        core = engine.empty(reader.integer("players", 1, const.MOST_PLAYERS), chosen_cards(reader))
        seed_draws(core.draws, reader.take("seed"), reader)
        reader.finish()
        if type(first) is bool or first not in (None, 0, "A"):
            raise InvalidPosition("first", f"{shown(first)} cannot be first: players sit in turn order, A begins.")
        game = cls(core)
        game.recorder = recorder
        setup.deal(core)
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
        """Why the game ended: seventh_card, last_space, black_cross or colour_gone."""
        return names.REASONS[ending.reason(self.core)] if self.over else None

    def scores(self) -> dict[int, dict[str, int]]:
        """Points by part for each seat (§9), as things stand; nothing once a solo game is lost [RULING 21]."""
        if self.over and not self.winners:
            return {}
        parts = {
            "cards": ending.card_points,
            "faith": ending.faith_points,
            "tiles": ending.tile_points,
            "leaders": ending.leader_points,
            "resources": ending.resource_points,
            "total": ending.score,
        }
        return {seat: {part: points(self.core, seat) for part, points in parts.items()} for seat in range(self.players)}

    def in_notation(self, action: int) -> Json:
        return describing.describe(self.core, action)

    def describe_to(self, action: int, seat: int | None) -> Json:
        """Others do not hear of leaders in hand."""
        said = self.describe(action)
        return said if seat == self.seat else describing.for_others(self.core, action)

    def parse(self, action: Mapping[str, Any]) -> list[int]:
        return parsing.parse(self.core, action)

    def position(self) -> Json:
        return position.write(self.core)

    def view(self, seat: int | None) -> Json:
        return position.view(self.core, seat)

    def view_json(self, seat: int | None) -> bytes:
        return writing.view(self.core, seat)

    def legal_json(self) -> bytes:
        return writing.legal(self.core, self.legal_actions())

    def redeal(self, seat: int | None, seed: int) -> Self:
        core = self.core.clone()
        redealing.redeal(core, seat, seed)
        return type(self)(core)

    def decode(self, record: tuple[int, ...]) -> contract.Event:
        return events.decode(record)

    def __str__(self) -> str:
        return drawing.draw(self.position())


def chosen_cards(reader: Reader) -> Cards:
    option = reader.take("cards", cards.STANDARD)
    if isinstance(option, Mapping):
        return cards.given(option)
    card_set = cards.named(option) if isinstance(option, str) else None
    if card_set is None:
        raise reader.error(
            "cards", f"{shown(option)} is neither the name of a card set that is known here nor a description."
        )
    return card_set
