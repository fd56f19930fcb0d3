"""Buying a development card (§4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const, payment, piles, turns

if TYPE_CHECKING:
    from .state import State


def legal(game: State, count: int) -> int:
    """Append the piles whose top card has a slot and can be paid."""
    seat = game.seat
    if game.card_count[seat] >= const.MOST_CARDS:  # only in a loaded game
        return count
    levels = 0  # bit for each level that fits on a slot
    for slot in range(const.SLOTS):
        levels |= 1 << game.slot_size[seat][slot]
    for pile in range(const.PILES):
        card = piles.top(game, pile)
        if card > 0 and levels >> pile % const.LEVELS & 1 and affordable(game, seat, card):
            game.actions[count] = const.BUY + pile
            count += 1
    return count


def price(game: State, seat: int, card: int, resource: int) -> int:
    """The printed cost less the discounts, which are never declined and never give change [RULING 9]."""
    left = game.cards.cost[card - 1][resource] - game.discount[seat][resource]
    return max(left, 0)


def affordable(game: State, seat: int, card: int) -> bool:
    for resource in range(const.RESOURCES):
        if game.total[seat][resource] < game.cards.cost[card - 1][resource] - game.discount[seat][resource]:
            return False
    return True


def fits(game: State, seat: int, pile: int, slot: int) -> bool:
    """A slot's cards have the levels 1, 2, 3 from the bottom: their number tells which one comes next."""
    return game.slot_size[seat][slot] == pile % const.LEVELS


def begin(game: State, pile: int) -> None:
    """Ask for the slot where more than one fits."""
    game.pile = pile
    game.step = const.CHOOSING_SLOT
    if legal_slots(game) == 1:
        choose_slot(game, game.actions[0] - const.CHOOSE_SLOT)


def legal_slots(game: State) -> int:
    count = 0
    for slot in range(const.SLOTS):
        if fits(game, game.seat, game.pile, slot):
            game.actions[count] = const.CHOOSE_SLOT + slot
            count += 1
    return count


def choose_slot(game: State, slot: int) -> None:
    seat = game.seat
    game.slot = slot
    card = piles.top(game, game.pile)
    game.powers = 0  # what is being paid is a card
    for resource in range(const.RESOURCES):
        game.owing[resource] = price(game, seat, card, resource)
    if payment.begin(game):
        complete(game)


def complete(game: State) -> None:
    """The card is paid. The seventh one triggers the end (§8)."""
    seat = game.seat
    slot = game.slot
    card = piles.take(game, game.pile)
    game.slots[seat][slot * const.LEVELS + game.slot_size[seat][slot]] = card
    game.slot_size[seat][slot] += 1
    game.owned[seat][game.pile] += 1
    game.card_count[seat] += 1
    if game.recorder.on:
        game.recorder.note(const.CARD_BOUGHT, seat, card, slot)
    piles.tell(game, game.pile)
    if game.card_count[seat] == const.MOST_CARDS and not game.last_round:
        game.last_round = True
        if game.recorder.on and game.players > 1:
            game.recorder.note(const.LAST_ROUND, seat, const.WHY_SEVENTH_CARD)
    turns.complete_main(game)
