"""How a game ended, as what a network is to foresee, counted from the seat that decided."""

from __future__ import annotations

from typing import Any

from ludoteca.rules.masters.engine import ending
from ludoteca.search.eriantys import const as eriantys
from ludoteca.search.masters import const as masters

from .positions import MOST_OUTCOMES, MOST_SIDES

POINTS = 20.0  # so many of Masters are 1
TOWERS = 4.0
NOT_COUNTED = float("nan")


def first_outcome(game: str, players: int) -> int:
    if game == "eriantys":
        return {2: 0, 3: eriantys.AT_THREE_PLAYERS, 4: eriantys.AT_FOUR_PLAYERS}[players]
    return {1: 0, 2: masters.AT_TWO_PLAYERS, 3: masters.AT_THREE_PLAYERS, 4: masters.AT_FOUR_PLAYERS}[players]


def sides_of(game: str, core: Any) -> list[int]:
    """The side of each seat."""
    return list(core.side[: core.players]) if game == "eriantys" else list(range(core.players))


def shares_of(game: str, core: Any) -> list[float]:
    """Of the victory, by side."""
    sides = sides_of(game, core)
    won = [0.0] * (max(sides) + 1)
    for seat, side in enumerate(sides):
        if core.winning >> seat & 1:
            won[side] = 1.0
    winners = sum(won)
    return [share / winners if winners else 0.0 for share in won]


def outcomes(game: str, core: Any, seat: int, shares: list[float]) -> list[float]:
    """The row of outcomes for a position in which `seat` decided."""
    found = [-1.0] * MOST_OUTCOMES
    if core.players == 1:
        found[0], found[-1] = shares[0], 1.0 - shares[0]
        return found
    mine = sides_of(game, core)[seat]
    first = first_outcome(game, core.players)
    for k in range(len(shares)):
        found[first + k] = shares[(mine + k) % len(shares)]
    return found


def points(game: str, core: Any, seat: int) -> list[float]:
    """Of the final position, by side or player counted from `seat`."""
    found = [NOT_COUNTED] * MOST_SIDES
    if game == "eriantys":
        mine = core.side[seat]
        for k in range(core.sides):
            found[k] = (8 - core.towers[(mine + k) % core.sides]) / TOWERS
    else:
        for k in range(core.players):
            found[k] = ending.score(core, (seat + k) % core.players) / POINTS
    return found
