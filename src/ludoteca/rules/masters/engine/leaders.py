"""Leader actions (§7): playing a leader whose requirement is met, discarding one from hand, and what those in play
give.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const, faith, turns

if TYPE_CHECKING:
    from .state import State


def legal(game: State, count: int) -> int:
    """Append the leader actions of this moment [RULING 13]."""
    for i in range(game.hand_count[game.seat]):
        if playable(game, game.seat, game.hand[game.seat][i]):
            game.actions[count] = const.PLAY_LEADER + i
            count += 1
        game.actions[count] = const.DISCARD_LEADER + i
        count += 1
    return count


def playable(game: State, seat: int, leader: int) -> bool:
    """Requirements are checked, never paid; covered cards count too, a level is exact [RULING 12]."""
    card = leader - const.FIRST_LEADER
    for resource in range(const.RESOURCES):
        if game.total[seat][resource] < game.cards.need_resources[card][resource]:
            return False
    for colour in range(const.COLOURS):
        if game.cards.need_cards[card][colour] > cards_of(game, seat, colour, game.cards.need_level[card][colour]):
            return False
    return True


def cards_of(game: State, seat: int, colour: int, level: int) -> int:
    """How many cards of a colour a player has, of one level or, with 0, of any."""
    first = colour * const.LEVELS
    if level > 0:
        return game.owned[seat][first + level - 1]
    return game.owned[seat][first] + game.owned[seat][first + 1] + game.owned[seat][first + 2]


def play(game: State, place: int) -> None:
    seat = game.seat
    leader = take_from_hand(game, place)
    game.played[seat][game.played_count[seat]] = leader
    game.played_count[seat] += 1
    enact(game, seat, leader)
    if game.recorder.on:
        game.recorder.note(const.LEADER_PLAYED, seat, leader)
    turns.complete(game)


def discard(game: State, place: int) -> None:
    seat = game.seat
    leader = take_from_hand(game, place)
    game.gone[seat][game.gone_count[seat]] = leader
    game.gone_count[seat] += 1
    if game.recorder.on:
        game.recorder.note(const.LEADER_DISCARDED, seat, leader)
    faith.gain(game, seat, 1, const.BY_LEADER)
    turns.complete(game)


def take_from_hand(game: State, place: int) -> int:
    seat = game.seat
    leader = game.hand[seat][place]
    game.hand_count[seat] -= 1
    game.hand[seat][place] = game.hand[seat][game.hand_count[seat]]
    return leader


def enact(game: State, seat: int, leader: int) -> None:
    """What a leader gives from now on."""
    card = leader - const.FIRST_LEADER
    kind = game.cards.kind[card]
    resource = game.cards.resource[card]
    if kind == const.DISCOUNT:
        game.discount[seat][resource] += 1
    elif kind == const.EXTRA_DEPOT:
        depot = const.DEPOTS
        if game.depot_kind[seat][depot] != const.NOBODY:
            depot += 1
        game.depot_kind[seat][depot] = resource
    elif kind == const.WHITE_MARBLE:
        game.white[seat][game.white_count[seat]] = resource
        game.white_count[seat] += 1
    else:
        game.power_leader[seat][game.power_leaders[seat]] = leader
        game.power_leaders[seat] += 1
