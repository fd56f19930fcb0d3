"""Who is strong on the islands, and what it would change if one of them were resolved (§6.3)."""

from __future__ import annotations

from operator import add, sub
from typing import TYPE_CHECKING

from ludoteca.rules.eriantys.engine import const, influence

if TYPE_CHECKING:
    from ludoteca.rules.eriantys.engine.engine import Engine

DECISIVE = 100  # towers that the end of the game counts for


class Islands:
    """By how much each side leads on each group, and whose the group would be after a resolution.

    With `for_this_turn` the character in force counts too, otherwise what lasts: students, professors and towers.
    """

    def __init__(self, game: Engine, for_this_turn: bool = False) -> None:
        self.groups = game.groups
        self.owner = game.owner
        self.size = game.size
        self.reserve = game.towers
        now = for_this_turn and game.effect != const.NOTHING
        strength = strength_now(game) if now else lasting_strength(game)
        self.lead = leads(strength)  # by side and group: over the strongest of the others
        self.taker = self.owner[: self.groups]
        no_entry = game.no_entry
        for side, over_others in enumerate(self.lead):
            for group, lead in enumerate(over_others):
                if lead > 0 and not no_entry[group]:
                    self.taker[group] = side

    def swing(self, group: int, side: int) -> int:
        """Towers that a side gains on others if the group is resolved, or loses."""
        taker, owner = self.taker[group], self.owner[group]
        if taker == owner:
            return 0
        size = self.size[group]
        if taker == side:
            if self.reserve[side] <= size:
                return DECISIVE
            return size if owner == const.NOBODY else 2 * size
        if self.reserve[taker] <= size:
            return -DECISIVE
        return -2 * size if owner == side else -size

    def best_swing(self, start: int, steps: int, side: int) -> int:
        """The best that mother nature can do for a side within so many steps from a group."""
        return max(self.swing((start + step) % self.groups, side) for step in range(1, steps + 1))


def leads(strength: list[list[int]]) -> list[list[int]]:
    if len(strength) == 2:
        one = list(map(sub, *strength))
        return [one, [-lead for lead in one]]
    found = []
    for side, own in enumerate(strength):
        others = map(max, *(strength[other] for other in range(len(strength)) if other != side))
        found.append(list(map(sub, own, others)))
    return found


def lasting_strength(game: Engine) -> list[list[int]]:
    """Influence without characters, by side and group."""
    strength = [[0] * game.groups for _ in range(game.sides)]
    by_colour = list(zip(*game.students[: game.groups], strict=True))
    sides = game.side
    for colour, holder in enumerate(game.professor):
        if holder != const.NOBODY:
            side = sides[holder]
            strength[side] = list(map(add, strength[side], by_colour[colour]))
    size = game.size
    for group, owner in enumerate(game.owner[: game.groups]):
        if owner != const.NOBODY:
            strength[owner][group] += size[group]
    return strength


def strength_now(game: Engine) -> list[list[int]]:
    strength = [[0] * game.groups for _ in range(game.sides)]
    for group in range(game.groups):
        influence.compute(game, group)
        for side, amount in enumerate(game.influence[: game.sides]):
            strength[side][group] = amount
    return strength
