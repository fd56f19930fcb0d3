"""A card set as the engine reads it: what is printed on cards, track and tokens, in arrays that all games with it
share.

`cards.py` makes one from a JSON file and checks it. Development cards are found by number less one, leaders by number
less `const.FIRST_LEADER`, tokens by number less `const.FIRST_TOKEN`.
"""

from __future__ import annotations

from ludoteca.rules.arrays import Grid, grid, row

from . import const

INTERPRETED = __file__.endswith(".py")


class Cards:
    def __init__(self, name: str) -> None:
        self.name: str = name  # as positions say it
        if INTERPRETED:  # pragma: no branch  # compiled, the arrays are there from birth
            # Development cards
            self.pile: list[int] = row(const.DEVELOPMENT_CARDS)  # colour x 3 + level - 1
            self.points: list[int] = row(const.DEVELOPMENT_CARDS)
            self.cost: Grid = grid(const.DEVELOPMENT_CARDS, const.RESOURCES)
            self.consumes: Grid = grid(const.DEVELOPMENT_CARDS, const.RESOURCES)
            self.produces: Grid = grid(const.DEVELOPMENT_CARDS, const.YIELDS)
            # Leaders
            self.kind: list[int] = row(const.LEADERS)
            self.resource: list[int] = row(const.LEADERS)
            self.leader_points: list[int] = row(const.LEADERS)
            self.need_cards: Grid = grid(const.LEADERS, const.COLOURS)  # so many of each colour
            self.need_level: Grid = grid(const.LEADERS, const.COLOURS)  # all of this level, or 0 for any [RULING 12]
            self.need_resources: Grid = grid(const.LEADERS, const.RESOURCES)
            self.leader_consumes: Grid = grid(const.LEADERS, const.RESOURCES)  # production leaders only
            self.leader_produces: Grid = grid(const.LEADERS, const.YIELDS)  # besides one resource of choice
            # Faith track (§6)
            self.track: list[int] = row(const.SPACES)  # points of a marker on this space
            self.section_first: list[int] = row(const.SECTIONS)
            self.section_pope: list[int] = row(const.SECTIONS)
            self.section_points: list[int] = row(const.SECTIONS)
            # Tokens (§10.2)
            self.token_colour: list[int] = row(const.TOKENS)  # of the cards it removes, or NOBODY: the cross moves
            self.token_amount: list[int] = row(const.TOKENS)  # cards or spaces
            self.token_shuffles: list[int] = row(const.TOKENS)
