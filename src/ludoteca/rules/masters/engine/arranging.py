"""Laying out anew what is stored (§5.2, [RULING 6]).

Depot by depot, the largest first, the player says what lies there; what is left over goes to the leader depots. Only
contents with which the rest still finds a legal place are offered, and where there is one content only it is laid
without asking. So one arrangement reaches every legal layout, in at most three decisions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const

if TYPE_CHECKING:
    from .state import State


def begin(game: State) -> None:
    seat = game.seat
    game.before = game.step
    game.made_before = game.made - 1
    game.step = const.FILLING
    game.depot = const.DEPOTS - 1
    game.laid = 0
    for resource in range(const.RESOURCES):
        game.pool[resource] = game.stored[seat][resource]
        game.needing[resource] = game.stored[seat][resource]
    for depot in range(const.ALL_DEPOTS):
        game.layout_kind[depot] = const.NOBODY
        game.layout_held[depot] = 0
        if depot >= const.DEPOTS and game.depot_kind[seat][depot] != const.NOBODY:
            game.needing[game.depot_kind[seat][depot]] -= const.LEADER_DEPOT_SLOTS
    go_on(game)


def legal(game: State) -> int:
    """The contents that the next depot can have: nothing, or some units of a type that lies in no larger one.

    The rest must still fit. Of each type, what exceeds its leader depot needs a basic depot, and left are `game.depot`
    of them, with one slot, or one and two.
    """
    count = 0
    ones = 0  # types of which at least one unit needs a basic depot
    twos = 0
    threes = 0
    for resource in range(const.RESOURCES):
        if game.needing[resource] > 0:
            ones += 1
        if game.needing[resource] > 1:
            twos += 1
        if game.needing[resource] > 2:
            threes += 1
    if fit(game.depot, ones, twos, threes):
        game.actions[count] = const.FILL
        count += 1
    for resource in range(const.RESOURCES):
        if game.pool[resource] > 0 and not game.laid >> resource & 1:
            needed = game.needing[resource]
            if fit(game.depot, ones - (needed > 0), twos - (needed > 1), threes - (needed > 2)):
                for units in range(max(needed, 1), min(game.depot + 1, game.pool[resource]) + 1):
                    game.actions[count] = const.FILL + 1 + resource * const.DEPOTS + units - 1
                    count += 1
    return count


def fit(depots: int, ones: int, twos: int, threes: int) -> bool:
    """Whether so many types of at least one, two and three units fit into the depots of 1 up to `depots` slots, fewer
    than three of them."""
    return threes == 0 and twos < max(depots, 1) and ones <= depots


def fill(game: State, content: int) -> None:
    lay(game, content)
    go_on(game)


def lay(game: State, content: int) -> None:
    if content > 0:
        resource = (content - 1) // const.DEPOTS
        units = (content - 1) % const.DEPOTS + 1
        game.layout_kind[game.depot] = resource
        game.layout_held[game.depot] = units
        game.pool[resource] -= units
        game.needing[resource] -= units
        game.laid |= 1 << resource
    game.depot -= 1


def go_on(game: State) -> None:
    """Ask about the next depot where there is a choice; in the end the leader depots take the rest."""
    while game.depot >= 0:
        if legal(game) > 1:
            return
        lay(game, game.actions[0] - const.FILL)
    finish(game)


def finish(game: State) -> None:
    seat = game.seat
    for depot in range(const.DEPOTS, const.ALL_DEPOTS):
        resource = game.depot_kind[seat][depot]
        game.layout_kind[depot] = resource
        if resource != const.NOBODY:
            game.layout_held[depot] = game.pool[resource]
    for depot in range(const.ALL_DEPOTS):
        kind = game.layout_kind[depot]
        held = game.layout_held[depot]
        if game.recorder.on and (game.depot_kind[seat][depot] != kind or game.depot_held[seat][depot] != held):
            game.recorder.note(const.DEPOT_REARRANGED, seat, depot, kind, held)
        game.depot_kind[seat][depot] = kind
        game.depot_held[seat][depot] = held
    game.step = game.before
    game.made = game.made_before
