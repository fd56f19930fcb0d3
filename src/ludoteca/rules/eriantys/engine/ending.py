"""The end of the game (§7): who wins, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const

if TYPE_CHECKING:
    from .state import State


def finish(game: State, why: int) -> None:
    """Stop at once and compare. A side without reserve has built all its towers: the comparison makes it win."""
    game.step = const.OVER
    game.seat = const.NOBODY
    compare(game)
    if game.recorder.on:
        game.recorder.note(const.GAME_ENDED, why, game.winning)


def compare(game: State) -> None:
    """Fewest towers in reserve, then most professors among those tied, then joint winners [RULING 7]."""
    fewest = game.towers[0]
    for side in range(1, game.sides):
        fewest = min(fewest, game.towers[side])
    most = -1
    for side in range(game.sides):
        if game.towers[side] == fewest:
            most = max(most, professors_of(game, side))
    game.winning = 0
    for seat in range(game.players):
        side = game.side[seat]
        if game.towers[side] == fewest and professors_of(game, side) == most:
            game.winning |= 1 << seat


def professors_of(game: State, side: int) -> int:
    count = 0
    for colour in range(const.COLOURS):
        if game.professor[colour] != const.NOBODY and game.side[game.professor[colour]] == side:
            count += 1
    return count


def announce_last_round(game: State, why: int) -> None:
    if game.last_round:
        return
    game.last_round = True
    if game.recorder.on:
        game.recorder.note(const.LAST_ROUND, why)


def is_last_round(game: State) -> bool:
    """Whether this round ends the game: its flag, or somebody's empty hand."""
    if game.last_round:
        return True
    for seat in range(game.players):
        if game.hand[seat] == 0:
            return True
    return False


def reason(game: State) -> int:
    """Why a finished game ended, as far as the position tells."""
    for side in range(game.sides):
        if game.towers[side] == 0:
            return const.WHY_LAST_TOWER
    if game.groups <= const.FEWEST_GROUPS:
        return const.WHY_FEW_GROUPS
    for seat in range(game.players):
        if game.hand[seat] == 0:
            return const.WHY_NO_ASSISTANTS
    return const.WHY_BAG_EMPTY
