"""Where to put what the market gives (§5): the layout that keeps most of what is wanted.

A layout names the type that lies in each of the three depots. It depends on what is stored and what is still to come
alone, not on how things lie now, except between layouts that are equally good. So whoever rearranges once finds
everything in place afterwards, and goes on: nothing is ever rearranged twice for the same resource.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from operator import eq
from typing import TYPE_CHECKING

from ludoteca.rules.masters.engine import const

if TYPE_CHECKING:
    from ludoteca.rules.masters.engine.engine import Engine

Amounts = tuple[int, ...]
LAYOUTS = tuple(permutations(range(const.RESOURCES), const.DEPOTS))
REMEMBERED = 4096


@lru_cache(REMEMBERED)
def best_layout(
    stored: Amounts, coming: Amounts, leader_slots: Amounts, wanted: Amounts, present: Amounts
) -> tuple[int, ...]:
    """By depot, the smallest first, the type that lies there. There is one that holds all that is stored."""
    best = (-1, -1)
    found = LAYOUTS[0]
    for layout in LAYOUTS:
        room = [slots - have for slots, have in zip(leader_slots, stored, strict=True)]
        for depot, resource in enumerate(layout):
            room[resource] += depot + 1
        if min(room) < 0:
            continue
        kept = 0
        for resource, more in enumerate(coming):
            kept += wanted[resource] * min(more, room[resource])
        unmoved = sum(map(eq, present, layout))
        if (kept, unmoved) > best:
            best = (kept, unmoved)
            found = layout
    return found


class Storage:
    """What a seat has stored, and the layout it should have for what is to come."""

    def __init__(self, game: Engine, wanted: Amounts) -> None:
        seat = game.seat
        self.game = game
        self.kinds = game.depot_kind[seat]
        self.held = game.depot_held[seat]
        self.stored = tuple(game.stored[seat])
        self.leader_slots = [0] * const.RESOURCES
        for kind in self.kinds[const.DEPOTS :]:
            if kind != const.NOBODY:
                self.leader_slots[kind] = const.LEADER_DEPOT_SLOTS
        coming = [0] * const.RESOURCES
        if const.PLACING in (game.step, game.before):
            for resource in game.taken[game.place : game.taken_count]:
                coming[resource] += 1
        present = tuple(self.kinds[: const.DEPOTS])
        self.layout = best_layout(self.stored, tuple(coming), tuple(self.leader_slots), wanted, present)

    def place(self) -> int:
        """The decision about the resource that is next: a depot, rearranging to make room, or discarding."""
        resource = self.game.taken[self.game.place]
        depot = self.layout.index(resource) if resource in self.layout else const.NOBODY
        if self.stored[resource] >= self.leader_slots[resource] + depot + 1:
            return const.DISCARD
        legal = self.game.legal_actions()
        for action in legal:
            if const.PLACE + const.DEPOTS <= action < const.DISCARD:
                return action
        if const.PLACE + depot in legal:
            return const.PLACE + depot
        return const.ARRANGE

    def fill(self) -> int:
        """The decision about what lies in the depot that is being laid out."""
        depot = self.game.depot
        resource = self.layout[depot]
        units = min(self.stored[resource], depot + 1)
        action = const.FILL + (1 + resource * const.DEPOTS + units - 1 if units else 0)
        legal = self.game.legal_actions()
        return action if action in legal else legal[-1]  # another layout has been begun
