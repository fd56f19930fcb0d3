"""The production (§4.3): a set of powers named in ascending order, then everything is paid, then everything arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const, faith, payment, turns

if TYPE_CHECKING:
    from .state import State


def possible(game: State) -> bool:
    """Whether any power can be paid now [RULING 10]."""
    clear(game)
    for power in range(const.POWERS):
        if payable(game, power):
            return True
    return False


def clear(game: State) -> None:
    game.powers = 0
    game.next_power = const.BASIC
    for resource in range(const.RESOURCES):
        game.owing[resource] = 0


def begin(game: State) -> None:
    clear(game)
    for gained in range(const.YIELDS):
        game.gains[gained] = 0
    game.step = const.CHOOSING_POWERS


def card_of(game: State, seat: int, power: int) -> int:
    """The card or leader whose power it is; 0 where there is none."""
    if power >= const.FIRST_LEADER_POWER:
        place = power - const.FIRST_LEADER_POWER
        return game.power_leader[seat][place] if place < game.power_leaders[seat] else 0
    size = game.slot_size[seat][power - 1]
    return game.slots[seat][(power - 1) * const.LEVELS + size - 1] if size > 0 else 0


def consumed(game: State, card: int, resource: int) -> int:
    if card >= const.FIRST_LEADER:
        return game.cards.leader_consumes[card - const.FIRST_LEADER][resource]
    return game.cards.consumes[card - 1][resource]


def payable(game: State, power: int) -> bool:
    """Whether a power's inputs can be paid together with those of the powers named before it."""
    seat = game.seat
    if power == const.BASIC:  # the first to be named: nothing is owing yet
        have = 0
        for resource in range(const.RESOURCES):
            have += game.total[seat][resource]
        return have > 1
    card = card_of(game, seat, power)
    if card == 0:
        return False
    for resource in range(const.RESOURCES):
        if game.owing[resource] + consumed(game, card, resource) > game.total[seat][resource]:
            return False
    return True


def legal(game: State) -> int:
    """The powers that can still be named, in ascending order, and that these are all."""
    count = 0
    for power in range(game.next_power, const.POWERS):
        if payable(game, power):
            game.actions[count] = const.POWER + power
            count += 1
    if game.powers != 0:
        game.actions[count] = const.POWERS_DONE
        count += 1
    return count


def choose(game: State, power: int) -> None:
    game.powers |= 1 << power
    game.next_power = power + 1
    if power == const.BASIC:
        game.step = const.BASIC_FIRST
        return
    card = card_of(game, game.seat, power)
    for resource in range(const.RESOURCES):
        game.owing[resource] += consumed(game, card, resource)
    for gained in range(const.YIELDS):
        if power >= const.FIRST_LEADER_POWER:
            game.gains[gained] += game.cards.leader_produces[card - const.FIRST_LEADER][gained]
        else:
            game.gains[gained] += game.cards.produces[card - 1][gained]
    if power >= const.FIRST_LEADER_POWER:
        game.step = const.LEADER_OUT
    else:
        go_on(game)


def go_on(game: State) -> None:
    """Ask for further powers if there are any."""
    game.step = const.CHOOSING_POWERS
    if legal(game) == 1:
        pay(game)


def legal_resources(game: State) -> int:
    """The resources for the choice that a power asks for [RULING 11]. The second input is not before the first."""
    count = 0
    for resource in range(const.RESOURCES):
        if choosable(game, resource):
            game.actions[count] = const.CHOOSE_RESOURCE + resource
            count += 1
    return count


def choosable(game: State, resource: int) -> bool:
    seat = game.seat
    if game.step == const.BASIC_FIRST:  # there must be another one for the second
        reach = 0
        for other in range(resource, const.RESOURCES):
            reach += game.total[seat][other]
        return game.total[seat][resource] > 0 and reach > 1
    if game.step == const.BASIC_SECOND:
        return resource >= game.basic[0] and game.total[seat][resource] > game.owing[resource]
    return True


def choose_resource(game: State, resource: int) -> None:
    if game.step == const.BASIC_FIRST:
        game.basic[0] = resource
        game.owing[resource] += 1
        game.step = const.BASIC_SECOND
    elif game.step == const.BASIC_SECOND:
        game.basic[1] = resource
        game.owing[resource] += 1
        game.step = const.BASIC_OUT
    else:
        if game.step == const.BASIC_OUT:
            game.basic[2] = resource
        else:
            game.leader_out[game.next_power - 1 - const.FIRST_LEADER_POWER] = resource
        game.gains[resource] += 1
        go_on(game)


def pay(game: State) -> None:
    if game.recorder.on:
        note_powers(game)
    if payment.begin(game):
        complete(game)


def note_powers(game: State) -> None:
    seat = game.seat
    nothing = const.NOBODY
    for power in range(const.POWERS):
        if game.powers >> power & 1:
            if power == const.BASIC:
                basic = game.basic
                game.recorder.note(const.POWER_USED, seat, power, 0, basic[0], basic[1], basic[2])
            elif power < const.FIRST_LEADER_POWER:
                game.recorder.note(const.POWER_USED, seat, power, card_of(game, seat, power), nothing, nothing, nothing)
            else:
                out = game.leader_out[power - const.FIRST_LEADER_POWER]
                game.recorder.note(const.POWER_USED, seat, power, card_of(game, seat, power), nothing, nothing, out)


def complete(game: State) -> None:
    """All is paid: resources go to the strongbox, faith is one move."""
    seat = game.seat
    gains = game.gains
    for resource in range(const.RESOURCES):
        game.strongbox[seat][resource] += gains[resource]
        game.total[seat][resource] += gains[resource]
    if game.recorder.on:
        game.recorder.note(const.GAINED, seat, gains[0], gains[1], gains[2], gains[3])
    if gains[const.FAITH] > 0:
        faith.gain(game, seat, gains[const.FAITH], const.BY_PRODUCTION)
    turns.complete_main(game)
