"""Boards, market and grid as one row of bytes, by pieces of which written parts are kept.

Every number fits into a byte.
Four boards (PICTURED_BOARD bytes each), the market and its slide, then top card and size of each pile. What a board has
in its strongbox is not among them: that has no bound.

| bytes of a board | |
|---|---|
| 0, 1 | faith, free resources to take |
| 2 - 4 | tiles |
| 5 - 14 | five depots: what they hold (0 for nothing), how much |
| 15 - 26 | three slots: how many cards, then three numbers |
| 27 - 42 | leaders: in hand (a count and two numbers), played (two), dealt (four), gone (four) |
"""

from __future__ import annotations

from . import const, piles
from .state import State


def take(game: State) -> bytes:
    seen = bytearray(const.PICTURE)
    for seat in range(game.players):
        at = seat * const.PICTURED_BOARD
        seen[at] = game.faith[seat]
        seen[at + 1] = game.pending[seat]
        for i in range(const.SECTIONS):
            seen[at + 2 + i] = game.tiles[seat][i]
        for i in range(const.ALL_DEPOTS):
            seen[at + 5 + i] = game.depot_kind[seat][i] + 1
            seen[at + 10 + i] = game.depot_held[seat][i]
        for i in range(const.SLOTS):
            seen[at + 15 + 4 * i] = game.slot_size[seat][i]
        for i in range(const.SLOT_PLACES):
            seen[at + 16 + i + i // const.LEVELS] = game.slots[seat][i]
        seen[at + 27] = game.hand_count[seat]
        seen[at + 30] = game.played_count[seat]
        for i in range(const.LEADERS_KEPT):
            seen[at + 28 + i] = game.hand[seat][i]
            seen[at + 31 + i] = game.played[seat][i]
        seen[at + 33] = game.dealt_count[seat]
        seen[at + 38] = game.gone_count[seat]
        for i in range(const.LEADERS_DEALT):
            seen[at + 34 + i] = game.dealt[seat][i]
            seen[at + 39 + i] = game.gone[seat][i]
    for i in range(const.TRAY):
        seen[const.PICTURED_MARKET + i] = game.market[i]
    seen[const.PICTURED_MARKET + const.TRAY] = game.slide
    for pile in range(const.PILES):
        seen[const.PICTURED_GRID + 2 * pile] = piles.top(game, pile)
        seen[const.PICTURED_GRID + 2 * pile + 1] = game.pile_left[pile]
    return bytes(seen)
