"""Which assistant to play: by what the round would bring if everybody sent mother nature where it pays him most."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ludoteca.rules.eriantys.engine import const

from .islands import DECISIVE, Islands

if TYPE_CHECKING:
    from ludoteca.rules.eriantys.engine.engine import Engine

WITH_HELP = 0.6  # of a swing that needs students from the entrance first
RIVALS = 0.7  # what others gain, next to what one gains oneself
FIRST_CLOUD = 0.15  # for choosing a cloud one place earlier
KEPT = 0.012  # cards far from the middle are kept for when they matter


def choose(game: Engine, chance: Random) -> int:
    prospects = [prospects_of(game, seat) for seat in range(game.players)]
    scored = [(expected(game, prospects, value + 1), chance.random(), value) for value in game.legal_actions()]
    return max(scored)[2]


def prospects_of(game: Engine, seat: int) -> list[float]:
    """By group, the towers that a seat may hope to swing there this round."""
    islands = Islands(game)
    side = game.side[seat]
    entrance = game.entrance[seat]
    help_at_hand = sum(
        count
        for colour, count in enumerate(entrance)
        if game.professor[colour] != const.NOBODY and game.side[game.professor[colour]] == side
    )
    found = []
    for group in range(game.groups):
        owner, size = islands.owner[group], islands.size[group]
        lead = islands.lead[side][group]
        swing: float = size if owner == const.NOBODY else 2 * size
        if islands.reserve[side] <= size:
            swing = DECISIVE
        if owner == side or game.no_entry[group] or lead + min(help_at_hand, game.per_turn) <= 0:
            found.append(0.0)
        else:
            found.append(swing if lead > 0 else WITH_HELP * swing)
    return found


def expected(game: Engine, prospects: list[list[float]], value: int) -> float:
    """What a round brings in which this seat plays an assistant, and those to come the middle one of their hand."""
    seat = game.seat
    side = game.side[seat]
    values = list(game.assistant[: game.players])
    values[seat] = value
    for other in range(game.players):
        if values[other] == 0:
            values[other] = middle(game.hand[other])
    order = sorted(range(game.players), key=lambda other: (values[other], other))
    ground = game.mother_nature
    taken: set[int] = set()
    total = -FIRST_CLOUD * order.index(seat) - KEPT * abs(value - 5.5) ** 2
    for mover in order:
        reach = [(ground + step) % game.groups for step in range(1, (values[mover] + 1) // 2 + 1)]
        ground = max(reach, key=lambda group: 0.0 if group in taken else prospects[mover][group])
        gain = 0.0 if ground in taken else prospects[mover][ground]
        if gain > 0:
            taken.add(ground)
        if mover == seat:
            total += gain
        elif game.side[mover] != side:
            total -= RIVALS * gain
    return total


def middle(hand: int) -> int:
    values = [value + 1 for value in range(const.ASSISTANTS) if hand >> value & 1]
    return values[len(values) // 2] if values else 0
