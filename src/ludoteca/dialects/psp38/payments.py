"""A payment put together unit by unit: where there is no choice, nothing is asked."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .boards import Json, sources
from .words import LEADER_DEPOTS, NUMBER_OF_ROW, Amounts, Depot, Resource, noted


@dataclass(frozen=True, slots=True)
class Payment:
    """What is owed, and the sources that were chosen so far."""

    owed: Amounts
    chosen: tuple[tuple[Resource, Depot], ...] = ()

    def left(self, board: Json, resource: Resource) -> dict[Depot, int]:
        """What could still be taken, by source."""
        there = sources(board, resource)
        for what, depot in self.chosen:
            if what is resource:
                there[depot] = there.get(depot, 0) - 1
        return {depot: count for depot, count in there.items() if count > 0}

    def owing(self, resource: Resource) -> int:
        return self.owed.get(resource, 0) - sum(what is resource for what, _ in self.chosen)

    def question(self, board: Json) -> tuple[Resource, list[Depot]] | None:
        """The next unit whose source is a choice, and the sources; None when all is clear."""
        for resource in Resource:
            left, owing = self.left(board, resource), self.owing(resource)
            if owing and len(left) > 1 and sum(left.values()) > owing:
                return resource, list(left)
        return None

    def paid_from(self, resource: Resource, depot: Depot) -> Payment:
        return replace(self, chosen=(*self.chosen, (resource, depot)))

    def fitting(self, board: Json) -> Payment:
        """The same after depots were rearranged: sources that hold it no more are asked for again."""
        held = {resource: sources(board, resource) for resource in Resource}
        kept: list[tuple[Resource, Depot]] = []
        for resource, depot in self.chosen:
            if held[resource].get(depot, 0):
                held[resource][depot] -= 1
                kept.append((resource, depot))
        return replace(self, chosen=tuple(kept))

    def plan(self, board: Json) -> Json:
        """The payment in the notation, once nothing is to be asked."""
        taken: dict[Depot, Amounts] = {}
        for resource, depot in self.chosen:
            taken.setdefault(depot, {})[resource] = taken.get(depot, {}).get(resource, 0) + 1
        for resource in Resource:
            owing = self.owing(resource)
            for depot, count in self.left(board, resource).items():
                units = min(owing, count)
                owing -= units
                if units:
                    taken.setdefault(depot, {})[resource] = taken.get(depot, {}).get(resource, 0) + units
        in_leaders = {resource: taken.get(depot, {}).get(resource, 0) for resource, depot in LEADER_DEPOTS.items()}
        rows = {number: noted(taken[row]) for row, number in NUMBER_OF_ROW.items() if row in taken}
        strongbox = noted(taken.get(Depot.STRONGBOX, {}))
        return {"warehouse": rows, "leader_depots": noted(in_leaders), "strongbox": strongbox}
