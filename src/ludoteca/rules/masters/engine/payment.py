"""Paying for a card or a production (§4.2, §4.3): the payer names the sources [RULING 24].

Resource by resource and unit by unit, from the warehouse, then the leader depot, then the strongbox: within a resource
the sources are named in this order, so that every payment is said in one way only. Where one source is left to take
from, it is taken from without asking. Nothing leaves its place before all is named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const, storage

if TYPE_CHECKING:
    from .state import State


def begin(game: State) -> bool:
    """Start to pay what is owing; whether it was paid without a question."""
    game.step = const.PAYING
    game.paying = 0
    game.source = const.WAREHOUSE
    for resource in range(const.RESOURCES):
        for source in range(const.SOURCES):
            game.paid[resource][source] = 0
    return settle(game)


def legal(game: State) -> int:
    """The sources from which the next unit can come, if the rest can still be paid from it and those after it."""
    count = 0
    resource = game.paying
    reach = 0
    for source in range(const.STRONGBOX, game.source - 1, -1):
        left = storage.available(game, game.seat, resource, source) - game.paid[resource][source]
        reach += left
        if left > 0 and reach >= game.owing[resource]:
            game.actions[count] = const.PAY_FROM + source
            count += 1
    if count > 1:  # they were found from the last to the first
        last = game.actions[count - 1]
        game.actions[count - 1] = game.actions[0]
        game.actions[0] = last
    return count


def pay(game: State, source: int) -> bool:
    """One unit; whether all is paid now."""
    take(game, source)
    return settle(game)


def take(game: State, source: int) -> None:
    game.paid[game.paying][source] += 1
    game.owing[game.paying] -= 1
    game.source = source


def settle(game: State) -> bool:
    """Pay what leaves no choice; whether all is paid now."""
    while game.paying < const.RESOURCES:
        if game.owing[game.paying] == 0:
            game.paying += 1
            game.source = const.WAREHOUSE
        elif legal(game) > 1:
            return False
        else:
            take(game, game.actions[0] - const.PAY_FROM)
    hand_over(game)
    return True


def hand_over(game: State) -> None:
    seat = game.seat
    for resource in range(const.RESOURCES):
        depots = game.paid[resource][const.WAREHOUSE]
        leader_depots = game.paid[resource][const.LEADER_DEPOT]
        strongbox = game.paid[resource][const.STRONGBOX]
        depot = storage.depot_of(game, seat, resource)
        if depots > 0:
            storage.remove(game, seat, resource, depot, depots)
        if leader_depots > 0:
            storage.remove(game, seat, resource, storage.leader_depot_of(game, seat, resource), leader_depots)
        game.strongbox[seat][resource] -= strongbox
        game.total[seat][resource] -= strongbox
        if game.recorder.on and depots + leader_depots + strongbox > 0:
            game.recorder.note(const.PAID, seat, resource, depot, depots, leader_depots, strongbox)
