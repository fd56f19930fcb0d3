"""What is printed on a card set, in lists. Reading an array of the compiled rules copies it, and sets never change."""

from __future__ import annotations

from functools import lru_cache

from ludoteca.rules.masters.engine import const
from ludoteca.rules.masters.engine.deck import Cards

MOST_SETS = 16
RESOURCE = 0.3  # points that a production's resource comes to
FAITH = 0.6  # and a step of faith


class Printed:
    def __init__(self, cards: Cards) -> None:
        self.points = cards.points
        self.prices = [[(resource, amount) for resource, amount in enumerate(cost) if amount] for cost in cards.cost]
        self.yields = list(map(yields, cards.consumes, cards.produces))
        self.kind = cards.kind
        self.resource = cards.resource
        self.leader_points = cards.leader_points
        self.need_cards = cards.need_cards
        self.need_level = cards.need_level
        self.need_resources = cards.need_resources
        self.track = cards.track
        self.section_first = cards.section_first
        self.section_pope = cards.section_pope
        self.section_points = cards.section_points


def yields(consumed: list[int], produced: list[int]) -> float:
    """What one use of a production gives, less what it takes, in points."""
    return max(0.0, RESOURCE * (sum(produced[: const.RESOURCES]) - sum(consumed)) + FAITH * produced[const.FAITH])


@lru_cache(MOST_SETS)
def printed(cards: Cards) -> Printed:
    return Printed(cards)
