"""Who plays whom, and which games that makes.

A *pairing* is two contestants. Between two sides (two players, two teams) both get every deal from either side. At a
table of three or four single players one of the first contestant sits among those of the second, once at every seat.
Alone, each contestant plays for itself. Which games there are depends on nothing but the contest, and more games begin
with the same ones as fewer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import Any

import msgspec

from ludoteca import rules
from ludoteca.rules import eriantys

Sides = tuple[frozenset[int], ...]


class Fixture(msgspec.Struct, frozen=True, order=True):
    """One game: a deal, and which side of it the first contestant has; the second has the others."""

    deal: int
    first: int
    second: int | None  # None: nobody, in a game alone
    place: int


class Played(msgspec.Struct, frozen=True):
    """What became of it. Decisions, and the seconds spent on them, are those of the first and of the second."""

    fixture: Fixture
    winners: list[int]  # seats
    decisions: list[int]
    seconds: list[float]


@dataclass(frozen=True)
class Contest:
    """`contestants` counts those that there are; who they are is not asked here."""

    game: str
    players: int
    expert: bool
    seed: int
    contestants: int

    def deal(self, number: int) -> rules.Game:
        """A new game, the same for every pairing and place."""
        options: dict[str, Any] = {"expert": True} if self.expert else {}
        return rules.new(self.game, players=self.players, seed=self.luck("deal", number), **options)

    def luck(self, *what: str | int) -> int:
        """A number below 2**64 for some purpose."""
        words = "/".join(map(str, (self.seed, *what)))
        return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8])

    @cached_property
    def sides(self) -> Sides:
        """Who wins together: each player, or each team."""
        game = self.deal(0)
        if not isinstance(game, eriantys.Game):
            return tuple(frozenset((seat,)) for seat in range(game.players))
        of_seat = game.core.side
        return tuple(
            frozenset(seat for seat in range(game.players) if of_seat[seat] == side) for side in range(game.core.sides)
        )

    @property
    def alone(self) -> bool:
        return self.players == 1

    @property
    def places(self) -> int:
        """How many games a pairing plays with each deal."""
        return len(self.sides)

    @property
    def fair_share(self) -> float | None:
        """What the first would win if all were equally strong."""
        return None if self.alone else 1 / self.places

    @cached_property
    def pairings(self) -> list[tuple[int, int | None]]:
        numbers = range(self.contestants)
        if self.alone:
            return [(number, None) for number in numbers]
        if self.places == 2 or self.contestants == 2:
            return list(combinations(numbers, 2))
        return list(permutations(numbers, 2))  # one among others is another matter than others around one

    def fixtures(self, games: int) -> Iterator[Fixture]:
        """Those of at least so many games of each pairing, deal by deal: whole deals are played."""
        for deal in range(-(-games // self.places)):
            for first, second in self.pairings:
                for place in range(self.places):
                    yield Fixture(deal, first, second, place)

    def score(self, played: Played) -> float:
        """Of the first contestant: 1 for a victory, a part of it for one that is shared with other sides."""
        sides = self.winning_sides(played)
        return 1 / len(sides) if played.fixture.place in sides else 0.0

    def shared(self, played: Played) -> bool:
        sides = self.winning_sides(played)
        return len(sides) > 1 and played.fixture.place in sides

    def winning_sides(self, played: Played) -> list[int]:
        return [number for number, side in enumerate(self.sides) if side & set(played.winners)]
