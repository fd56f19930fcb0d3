"""Depots, leader depots and strongbox (§5): what fits where, and how many ways there are to lay it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const

if TYPE_CHECKING:
    from .state import State


def depot_of(game: State, seat: int, resource: int) -> int:
    """The basic depot that holds a resource, or NOBODY: it is in one of them at most (§5.2)."""
    for depot in range(const.DEPOTS):
        if game.depot_kind[seat][depot] == resource:
            return depot
    return const.NOBODY


def leader_depot_of(game: State, seat: int, resource: int) -> int:
    """The leader depot for a resource, or NOBODY (§7.2)."""
    for depot in range(const.DEPOTS, const.ALL_DEPOTS):
        if game.depot_kind[seat][depot] == resource:
            return depot
    return const.NOBODY


def places(game: State, seat: int, resource: int) -> int:
    """Write the depots that take one more of a resource as they are now; return their number."""
    count = 0
    depot = depot_of(game, seat, resource)
    if depot != const.NOBODY:
        if game.depot_held[seat][depot] <= depot:
            game.actions[count] = const.PLACE + depot
            count += 1
    else:
        for depot in range(const.DEPOTS):
            if game.depot_held[seat][depot] == 0:
                game.actions[count] = const.PLACE + depot
                count += 1
    depot = leader_depot_of(game, seat, resource)
    if depot != const.NOBODY and game.depot_held[seat][depot] < const.LEADER_DEPOT_SLOTS:
        game.actions[count] = const.PLACE + depot
        count += 1
    return count


def add(game: State, seat: int, resource: int, depot: int) -> None:
    game.depot_kind[seat][depot] = resource
    game.depot_held[seat][depot] += 1
    game.stored[seat][resource] += 1
    game.total[seat][resource] += 1
    if game.recorder.on:
        game.recorder.note(const.RESOURCE_STORED, seat, resource, depot, game.depot_held[seat][depot])


def remove(game: State, seat: int, resource: int, depot: int, count: int) -> None:
    game.depot_held[seat][depot] -= count
    game.stored[seat][resource] -= count
    game.total[seat][resource] -= count
    if depot < const.DEPOTS and game.depot_held[seat][depot] == 0:
        game.depot_kind[seat][depot] = const.NOBODY


def available(game: State, seat: int, resource: int, source: int) -> int:
    """How many of a resource can be paid from a source."""
    if source == const.STRONGBOX:
        return game.strongbox[seat][resource]
    depot = depot_of(game, seat, resource) if source == const.WAREHOUSE else leader_depot_of(game, seat, resource)
    return 0 if depot == const.NOBODY else game.depot_held[seat][depot]


def arrangeable(game: State, seat: int) -> bool:
    """Whether there is more than one legal layout of what is stored."""
    one = game.depot_kind[seat][const.DEPOTS]
    two = game.depot_kind[seat][const.DEPOTS + 1]
    if one == const.NOBODY:
        return basic_layouts(game, seat, one, 0, two, 0) > 1
    layouts = 0
    for first in range(min(const.LEADER_DEPOT_SLOTS, game.stored[seat][one]) + 1):
        if two == const.NOBODY:
            layouts += basic_layouts(game, seat, one, first, two, 0)
        else:
            for second in range(min(const.LEADER_DEPOT_SLOTS, game.stored[seat][two]) + 1):
                layouts += basic_layouts(game, seat, one, first, two, second)
    return layouts > 1


def basic_layouts(game: State, seat: int, one: int, in_first: int, two: int, in_second: int) -> int:
    """In how many ways the basic depots hold what is stored, when so much of it is in the leader depots.

    Types of three units have one depot to lie in, those of two have two, those of one have three, less the depots
    taken by larger ones before them.
    """
    ones = 0
    twos = 0
    threes = 0
    for resource in range(const.RESOURCES):
        units = game.stored[seat][resource]
        if resource == one:
            units -= in_first
        elif resource == two:
            units -= in_second
        if units == 1:
            ones += 1
        elif units == 2:
            twos += 1
        elif units == 3:
            threes += 1
        elif units > 3:
            return 0
    if threes > 1 or threes + twos > 2 or threes + twos + ones > const.DEPOTS:
        return 0
    ways = 1
    for taken in range(threes, threes + twos):
        ways *= 2 - taken
    for taken in range(threes + twos, threes + twos + ones):
        ways *= 3 - taken
    return ways
