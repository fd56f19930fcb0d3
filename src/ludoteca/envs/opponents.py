"""Bots of the house in the seats that nobody else plays."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ludoteca import rules
from ludoteca.bots.contestants import Player, contestant


class Opponents:
    """One player for each other seat. Bots are named as in the arena: `random`, `greedy`, `level-5`, `my_bot.py`."""

    def __init__(self, names: Sequence[str]) -> None:
        self._contestants = [contestant(name) for name in names]
        self._players: dict[int, Player] = {}
        self._chance = Random(0)

    def sit(self, seats: Sequence[int], seed: int) -> None:
        """For a new game. What they do depends on the seed and on what they see."""
        self._players = {seat: each.sit() for seat, each in zip(seats, self._contestants, strict=True)}
        self._chance = Random(f"opponents {seed}")

    def decide(self, game: rules.Game) -> Sequence[int]:
        """Decisions of the seat whose turn it is. It is handed nothing that it cannot see."""
        legal = game.legal_actions()
        if len(legal) == 1:
            return legal
        seen = game.redeal(game.seat, self._chance.getrandbits(64))
        return self._players[game.seat].decide(seen, self._chance.getrandbits(64))
