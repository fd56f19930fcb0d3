"""What a seat cannot see, dealt anew: other hands, leaders out of sight, piles below the top, tokens, the coming
draws.

Everything seen narrows it down by itself: a card that was bought or removed is in no pile, a token that was used not
in the stack, a leader in play in no hand. What is left is equally likely in every order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludoteca.rules.draws import Draws

from .engine import const

if TYPE_CHECKING:
    from .engine.engine import Engine


def redeal(game: Engine, seat: int | None, seed: int) -> None:
    count = game.draws.count
    game.draws.reseed(seed)
    game.draws.count = count
    chance = Draws(seed)
    redeal_leaders(game, seat, chance)
    grid = game.grid
    for pile, cards in enumerate(grid):
        below = max(game.pile_left[pile] - 1, 0)
        cards[:below] = shuffled(cards[:below], chance)
    game.grid = grid
    left = game.stack_left
    game.stack = shuffled(game.stack[:left], chance) + game.stack[left:]


def redeal_leaders(game: Engine, seat: int | None, chance: Draws) -> None:
    """All leaders that are neither in play nor known to the seat, given out by the numbers that everybody knows."""
    hands, dealt, gone = game.hand, game.dealt, game.gone
    places: list[tuple[list[int], int]] = []
    known = {leader for other in range(game.players) for leader in game.played[other][: game.played_count[other]]}
    for other in range(game.players):
        its = [
            (dealt[other], game.dealt_count[other]),
            (hands[other], game.hand_count[other]),
            (gone[other], game.gone_count[other]),
        ]
        if other == seat:
            known |= {leader for leaders, count in its for leader in leaders[:count]}
        else:
            places += its
    every = range(const.FIRST_LEADER, const.FIRST_LEADER + const.LEADERS)
    unseen = shuffled([leader for leader in every if leader not in known], chance)
    for leaders, count in places:
        leaders[:count] = sorted(unseen[:count])
        unseen = unseen[count:]
    game.hand, game.dealt, game.gone = hands, dealt, gone


def shuffled(items: Sequence[int], chance: Draws) -> list[int]:
    left = list(items)
    return [left.pop(chance.below(len(left), 0)) for _ in range(len(items))]
