"""The engine: a state that knows which decisions are legal and what each one does."""

from __future__ import annotations

from . import arranging, const, leaders, market, payment, production, purchase, setup, state, storage, turns
from .deck import Cards
from .state import State


class Engine(State):
    def __init__(self, cards: Cards) -> None:
        State.__init__(self, cards)
        self.marked: Engine

    def find_legal(self) -> int:
        step = self.step
        if step == const.TURN:
            return self.find_turn()
        if step == const.PLACING:
            return market.legal_places(self)
        if step == const.FILLING:
            return arranging.legal(self)
        if step == const.CHOOSING_POWERS:
            return production.legal(self)
        if step == const.PAYING:
            return payment.legal(self)
        if step == const.CHOOSING_SLOT:
            return purchase.legal_slots(self)
        if step == const.CONVERTING:
            return market.legal_conversions(self)
        if step == const.KEEPING:
            return setup.legal_leaders(self)
        if step == const.FREE_RESOURCE:
            return setup.legal_resources(self)
        if step == const.FREE_PLACE:
            return storage.places(self, self.seat, self.free_resource)
        if step == const.OVER:
            return 0
        return production.legal_resources(self)

    def find_turn(self) -> int:
        """A main action, or the end of the turn after it; leader actions and rearranging at any time (§3)."""
        if self.main_done:
            self.actions[0] = const.END_TURN
            count = 1
        else:
            count = purchase.legal(self, market.legal(self))
            if production.possible(self):
                self.actions[count] = const.PRODUCE
                count += 1
        count = leaders.legal(self, count)
        if storage.arrangeable(self, self.seat):
            self.actions[count] = const.ARRANGE
            count += 1
        return count

    def do(self, action: int) -> None:
        self.decisions[self.made] = action
        self.made += 1
        if action < const.TAKE_LINE:
            setup.keep(self, action - const.KEEP)
        elif action < const.BUY:
            market.take(self, action - const.TAKE_LINE)
        elif action < const.PRODUCE:
            purchase.begin(self, action - const.BUY)
        elif action == const.PRODUCE:
            production.begin(self)
        elif action < const.DISCARD_LEADER:
            leaders.play(self, action - const.PLAY_LEADER)
        elif action < const.ARRANGE:
            leaders.discard(self, action - const.DISCARD_LEADER)
        elif action == const.ARRANGE:
            arranging.begin(self)
        elif action == const.END_TURN:
            turns.end(self)
        else:
            self.go_on(action)

    def go_on(self, action: int) -> None:
        """A choice in the middle of an action."""
        if action < const.PLACE:
            self.choose_resource(action - const.CHOOSE_RESOURCE)
        elif action < const.DISCARD:
            if self.step == const.PLACING:
                market.store(self, action - const.PLACE)
            else:
                setup.store(self, action - const.PLACE)
        elif action == const.DISCARD:
            market.discard(self)
        elif action < const.PAY_FROM:
            purchase.choose_slot(self, action - const.CHOOSE_SLOT)
        elif action < const.POWER:
            if payment.pay(self, action - const.PAY_FROM):
                if self.powers != 0:
                    production.complete(self)
                else:
                    purchase.complete(self)
        elif action < const.POWERS_DONE:
            production.choose(self, action - const.POWER)
        elif action == const.POWERS_DONE:
            production.pay(self)
        else:
            arranging.fill(self, action - const.FILL)

    def choose_resource(self, resource: int) -> None:
        if self.step == const.CONVERTING:
            market.convert(self, resource)
        elif self.step == const.FREE_RESOURCE:
            setup.choose_resource(self, resource)
        else:
            production.choose_resource(self, resource)

    def mark(self) -> None:
        self.marked = Engine(self.cards)
        state.copy(self.marked, self)

    def rewind(self) -> None:
        state.copy(self, self.marked)

    def clone(self) -> Engine:
        twin = Engine(self.cards)
        state.copy(twin, self)
        twin.draws.copy_from(self.draws)
        return twin


def empty(players: int, cards: Cards) -> Engine:
    """A table with its boards laid ready, nothing drawn."""
    game = Engine(cards)
    setup.prepare(game, players)
    return game
