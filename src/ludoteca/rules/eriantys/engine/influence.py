"""Resolving a group: influence, towers and what follows from them (§6.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const, ending, islands

if TYPE_CHECKING:
    from .state import State


def resolve(game: State, group: int) -> None:
    """What happens when mother nature stops on a group, or a herald is sent there. May end the game."""
    if game.no_entry[group] > 0:  # [RULING 17]
        game.no_entry[group] -= 1
        game.card_no_entry += 1
        if game.recorder.on:
            tile = game.first_tile[group]
            game.recorder.note(const.NO_ENTRY_USED, tile, game.no_entry[group], game.card_no_entry)
        return
    compute(game, group)
    side = strongest(game)
    if game.recorder.on:
        tile = game.first_tile[group]
        one, two, three = game.influence[0], game.influence[1], game.influence[2]
        game.recorder.note(const.INFLUENCE_COMPUTED, tile, one, two, three, side, game.owner[group])
    if side != const.NOBODY and side != game.owner[group]:
        take(game, group, side)


def compute(game: State, group: int) -> None:
    """Influence of every side, into `game.influence`."""
    for side in range(const.MOST_SIDES):
        game.influence[side] = 0
    for colour in range(const.COLOURS):
        holder = game.professor[colour]
        if holder != const.NOBODY and colour != game.ignored_colour:
            game.influence[game.side[holder]] += game.students[group][colour]
    if game.owner[group] != const.NOBODY and game.effect != const.CENTAUR:  # [RULING 19]
        game.influence[game.owner[group]] += game.size[group]
    if game.effect == const.KNIGHT:  # [RULING 21]
        game.influence[game.side[game.seat]] += const.KNIGHT_INFLUENCE


def strongest(game: State) -> int:
    """The side with the unique maximum above 0, or NOBODY [RULING 4]."""
    most = 0
    leader = const.NOBODY
    for side in range(game.sides):
        if game.influence[side] > most:
            most = game.influence[side]
            leader = side
        elif game.influence[side] == most:
            leader = const.NOBODY
    return leader


def take(game: State, group: int, side: int) -> None:
    former = game.owner[group]
    if former != const.NOBODY:
        game.towers[former] += game.size[group]
    game.towers[side] = max(0, game.towers[side] - game.size[group])  # [RULING 5]
    game.owner[group] = side
    if game.recorder.on:
        tile = game.first_tile[group]
        left = game.towers[former] if former != const.NOBODY else 0
        game.recorder.note(const.TOWERS_CHANGED, tile, game.size[group], side, former, game.towers[side], left)
    if game.towers[side] == 0:
        ending.finish(game, const.WHY_LAST_TOWER)
        return
    islands.join_neighbours(game, group)
    if game.groups <= const.FEWEST_GROUPS:  # [RULING 6]
        ending.finish(game, const.WHY_FEW_GROUPS)
