"""What everybody sees of islands, boards and clouds as one row of bytes, by pieces of which written parts are kept.

Twelve islands (PICTURED_ISLAND bytes each), four boards (PICTURED_BOARD), four clouds (COLOURS). Every number of these
fits into a byte.
"""

from __future__ import annotations

from . import const
from .state import State


def take(game: State) -> bytes:
    seen = bytearray(const.PICTURE)
    for group in range(game.groups):
        at = group * const.PICTURED_ISLAND
        seen[at] = game.first_tile[group]
        seen[at + 1] = game.owner[group] + 1
        seen[at + 2] = game.no_entry[group]
        seen[at + 3] = game.size[group]
        for colour in range(const.COLOURS):
            seen[at + 4 + colour] = game.students[group][colour]
    for seat in range(game.players):
        at = const.PICTURED_BOARDS + seat * const.PICTURED_BOARD
        cloud = const.PICTURED_CLOUDS + seat * const.COLOURS
        held = 0
        for colour in range(const.COLOURS):
            seen[at + 3 + colour] = game.entrance[seat][colour]
            seen[at + 3 + const.COLOURS + colour] = game.dining[seat][colour]
            seen[cloud + colour] = game.clouds[seat][colour]
            if game.professor[colour] == seat:
                held |= 1 << colour
        seen[at] = seat
        seen[at + 1] = held
        seen[at + 2] = game.coins[seat] + 1 if game.expert else 0
    return bytes(seen)
