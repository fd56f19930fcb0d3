"""The development grid: piles of cards of which the top one is seen (§2, §4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const

if TYPE_CHECKING:
    from .state import State


def top(game: State, pile: int) -> int:
    """The card on top, or 0."""
    left = game.pile_left[pile]
    return game.grid[pile][left - 1] if left > 0 else 0


def take(game: State, pile: int) -> int:
    """Take the top card off; the pile is not refilled."""
    game.pile_left[pile] -= 1
    return game.grid[pile][game.pile_left[pile]]


def tell(game: State, pile: int) -> None:
    """The card that lies on top now."""
    if game.recorder.on:
        game.recorder.note(const.CARD_REVEALED, pile, top(game, pile), game.pile_left[pile])
