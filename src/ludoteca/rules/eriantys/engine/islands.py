"""The ring of islands: joining neighbouring groups (§6.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const

if TYPE_CHECKING:
    from .state import State


def join_neighbours(game: State, group: int) -> None:
    """Join the group just taken with each neighbour of the same colour. One look at both sides is enough."""
    right = group + 1 if group + 1 < game.groups else 0
    if game.owner[right] == game.owner[group]:
        group = absorb_right(game, group)
    left = group - 1 if group > 0 else game.groups - 1
    if game.owner[left] == game.owner[group]:
        absorb_right(game, left)


def absorb_right(game: State, left: int) -> int:
    """Make one group of `left` and its clockwise neighbour; return its position.

    The joint group keeps the first tile of `left`, so groups stay in the order of their first tiles, also across
    tile 12.
    """
    right = left + 1 if left + 1 < game.groups else 0
    if game.recorder.on:
        size = game.size[left] + game.size[right]
        game.recorder.note(const.ISLANDS_JOINED, game.first_tile[left], game.first_tile[right], size)
    for colour in range(const.COLOURS):
        game.students[left][colour] += game.students[right][colour]
    game.size[left] += game.size[right]
    game.no_entry[left] += game.no_entry[right]
    if game.mother_nature == right:
        game.mother_nature = left
    close_gap(game, right)
    return left - 1 if left > right else left


def close_gap(game: State, gone: int) -> None:
    game.groups -= 1
    for i in range(gone, game.groups):
        game.owner[i] = game.owner[i + 1]
        game.size[i] = game.size[i + 1]
        game.first_tile[i] = game.first_tile[i + 1]
        game.no_entry[i] = game.no_entry[i + 1]
        for colour in range(const.COLOURS):
            game.students[i][colour] = game.students[i + 1][colour]
    if game.mother_nature > gone:
        game.mother_nature -= 1
