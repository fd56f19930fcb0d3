"""An action that is put together by questions and answers, and reaches the table when nothing is open any more.

Until then the table knows nothing of it: depots can be rearranged meanwhile, and whoever loses his connection is asked
what to do anew.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

from ludoteca.dialects.masters import boards
from ludoteca.dialects.masters.boards import Payment
from ludoteca.dialects.masters.spelling import LINES, MARBLE_FOR, ActionType, Amounts, Marble, Resource, noted
from ludoteca.house.views import TableView
from ludoteca.rules.masters.engine import const

from . import messages as asks
from . import messages as said
from .errors import Wrong, need
from .shapes import power_name

Json = boards.Json


class SomethingElse(Exception):
    """The player would rather do something else."""


def leaders_for(view: TableView, do: str) -> list[int]:
    """The leaders in hand that can be played, or discarded, now."""
    return [action["card"] for action in view.legal if action["do"] == do]


def cards_to_buy(view: TableView) -> list[int]:
    return sorted(action["value"] for action in view.legal if action.get("what") == "card")


class Draft(ABC):
    """What has been chosen of an action. Each step gives the next draft; `actions` are those of a whole one."""

    __slots__ = ()

    @abstractmethod
    def question(self, view: TableView) -> asks.Request | None:
        """What is open; None when the draft is whole."""

    @abstractmethod
    def answered(self, view: TableView, message: said.FromClient) -> Draft:
        """The draft after an answer to its question, or Wrong, or SomethingElse."""

    @abstractmethod
    def actions(self, view: TableView) -> list[Json]:
        """In the notation, to be done one after the other."""

    def fitting(self, view: TableView) -> Draft:
        """The same after depots were rearranged."""
        return self


@dataclass(frozen=True, slots=True)
class LeaderDraft(Draft):
    """A leader to be played or discarded (004 §2)."""

    do: str
    card: int | None = None

    def question(self, view: TableView) -> asks.Request | None:
        if self.card is not None:
            return None
        cards = leaders_for(view, self.do)
        if self.do == "play_leader":
            return asks.ChooseLeaderCardToPlayRequest(cards)
        return asks.ChooseLeaderCardToDiscardRequest(cards)

    def answered(self, view: TableView, message: said.FromClient) -> Draft:
        assert isinstance(message, said.ChooseLeaderCardToPlayResponse | said.ChooseLeaderCardToDiscardResponse)
        if message.change_action_type:
            raise SomethingElse
        need(message.chosen in leaders_for(view, self.do), "Choose one of the leaders in the list by its number.")
        return replace(self, card=message.chosen)

    def actions(self, view: TableView) -> list[Json]:
        return [{"do": self.do, "card": self.card}]


@dataclass(frozen=True, slots=True)
class MarketDraft(Draft):
    """A line of the market, and what white marbles become when two leaders convert them (004 §3)."""

    line: str | None = None
    whites: tuple[Resource, ...] = ()

    def question(self, view: TableView) -> asks.Request | None:
        if self.line is None:
            return asks.MarbleInsertionPositionRequest()
        conversions = self._conversions(view)
        if len(self.whites) < self._to_convert(view, conversions):
            return asks.ChooseWhiteMarbleConversionRequest([MARBLE_FOR[resource] for resource in conversions])
        return None

    def answered(self, view: TableView, message: said.FromClient) -> Draft:
        if isinstance(message, said.MarbleInsertionPositionResponse):
            need(message.position in LINES, "A position is a number from 1 to 7.")
            return replace(self, line=LINES[message.position])
        assert isinstance(message, said.ChooseWhiteMarbleConversionResponse)
        return replace(self, whites=(*self.whites, converted(message.conversion_chosen, self._conversions(view))))

    def actions(self, view: TableView) -> list[Json]:
        taking = {"do": "choose", "what": "line", "value": self.line}
        return [taking, *({"do": "choose", "what": "white", "value": resource.lower()} for resource in self.whites)]

    def _conversions(self, view: TableView) -> list[Resource]:
        assert view.game is not None
        return boards.white_conversions(boards.own_board(view), boards.cards_of(view.game))

    def _to_convert(self, view: TableView, conversions: list[Resource]) -> int:
        assert view.game is not None
        assert self.line is not None
        return boards.whites_in(view.game, self.line) if len(conversions) > 1 else 0


def converted(chosen: Marble, conversions: list[Resource]) -> Resource:
    """The resource behind the marble as which a white one shall count."""
    for resource in conversions:
        if MARBLE_FOR[resource] is chosen:
            return resource
    raise Wrong("Choose one of the marbles in the list.")


@dataclass(frozen=True, slots=True)
class PurchaseDraft(Draft):
    """A card, its slot and its payment."""

    card: int | None = None
    slot: int | None = None
    payment: Payment | None = None

    def question(self, view: TableView) -> asks.Request | None:
        if self.card is None:
            return asks.ChooseDevelopmentCardRequest(cards_to_buy(view))
        if self.payment is None:
            return asks.SelectDevelopmentCardSlotRequest(self._slots(view))
        return payment_question(self.payment, view)

    def answered(self, view: TableView, message: said.FromClient) -> Draft:
        assert view.game is not None
        if isinstance(message, said.ChooseDevelopmentCardResponse):
            if message.change_action_type:
                raise SomethingElse
            can_be = message.development_card_id in cards_to_buy(view)
            need(can_be, "Choose one of the cards in the list by its number.")
            return replace(self, card=message.development_card_id)
        if isinstance(message, said.SelectDevelopmentCardSlotResponse):
            need(message.slot in self._slots(view), "Choose one of the slots in the list.")
            assert self.card is not None
            owed = boards.price(boards.own_board(view), boards.cards_of(view.game), self.card)
            return replace(self, slot=message.slot, payment=Payment(owed))
        assert self.payment is not None
        return replace(self, payment=paid(self.payment, view, message))

    def actions(self, view: TableView) -> list[Json]:
        assert self.payment is not None
        pay = self.payment.plan(boards.own_board(view))
        return [{"do": "buy", "card": self.card, "slot": self.slot, "pay": pay}]

    def fitting(self, view: TableView) -> Draft:
        if self.payment is None:
            return self
        return replace(self, payment=self.payment.fitting(boards.own_board(view)))

    def _slots(self, view: TableView) -> list[int]:
        assert view.game is not None
        assert self.card is not None
        return boards.fitting_slots(boards.own_board(view), boards.cards_of(view.game), self.card)


@dataclass(frozen=True, slots=True)
class ProductionDraft(Draft):
    """Powers, what is of choice about them, and their payment."""

    produce: Json | None = None
    payment: Payment | None = None

    def question(self, view: TableView) -> asks.Request | None:
        assert view.game is not None
        if self.payment is None:
            board = boards.own_board(view)
            powers = boards.powers(board, boards.cards_of(view.game))
            shown = [asks.Power(power.id, power.input, power.output) for power in powers]
            return asks.ChooseProductionPowersRequest(shown, boards.totals(board))
        return payment_question(self.payment, view)

    def answered(self, view: TableView, message: said.FromClient) -> Draft:
        if isinstance(message, said.ChooseProductionPowersResponse):
            if message.change_action_type:
                raise SomethingElse
            owed = owed_for(view, message)
            return ProductionDraft(production(message), Payment(owed))
        assert self.payment is not None
        return replace(self, payment=paid(self.payment, view, message))

    def actions(self, view: TableView) -> list[Json]:
        assert self.produce is not None
        assert self.payment is not None
        return [self.produce | {"pay": self.payment.plan(boards.own_board(view))}]

    def fitting(self, view: TableView) -> Draft:
        if self.payment is None:
            return self
        return replace(self, payment=self.payment.fitting(boards.own_board(view)))


def owed_for(view: TableView, wanted: said.ChooseProductionPowersResponse) -> Amounts:
    """All inputs of a production, or Wrong."""
    assert view.game is not None
    board = boards.own_board(view)
    available = {power.id: power for power in boards.powers(board, boards.cards_of(view.game))}
    named = wanted.production_powers
    need(bool(named), "Name at least one power.")
    need(len(set(named)) == len(named), "Each power works once in a production.")
    need(set(named) <= available.keys(), "Name powers of the list by their numbers.")
    owed: Amounts = {}
    if boards.BASIC in named:
        need(len(wanted.basic_inputs) == 2, "The basic power takes two resources: name them in basicInputs.")
        need(wanted.basic_output is not None, "Say in basicOutput what the basic power gives.")
        for resource in wanted.basic_inputs:
            owed[resource] = owed.get(resource, 0) + 1
    leaders = [number for number in named if number >= const.FIRST_LEADER]
    need(set(leaders) <= wanted.leader_outputs.keys(), "Say in leaderOutputs what each leader gives.")
    for number in named:
        if number != boards.BASIC:
            for what, count in available[number].input.items():
                owed[Resource(what)] = owed.get(Resource(what), 0) + count
    have = boards.totals(board)
    for resource, count in owed.items():
        need(have.get(resource, 0) >= count, f"That takes {count} {resource}, you have {have.get(resource, 0)}.")
    return owed


def production(wanted: said.ChooseProductionPowersResponse) -> Json:
    """The action in the notation, without its payment."""
    named = wanted.production_powers
    action: Json = {"do": "produce", "powers": [power_name(number) for number in named]}
    if boards.BASIC in named:
        assert wanted.basic_output is not None
        inputs = {resource: wanted.basic_inputs.count(resource) for resource in wanted.basic_inputs}
        action["basic"] = {"in": noted(inputs), "out": wanted.basic_output.lower()}
    leaders = [number for number in named if number >= const.FIRST_LEADER]
    if leaders:
        action["leader_out"] = {str(leader): wanted.leader_outputs[leader].lower() for leader in leaders}
    return action


def payment_question(payment: Payment, view: TableView) -> asks.Request | None:
    open_unit = payment.question(boards.own_board(view))
    return None if open_unit is None else asks.SelectStorageRequest(*open_unit)


def paid(payment: Payment, view: TableView, message: said.FromClient) -> Payment:
    assert isinstance(message, said.SelectStorageResponse)
    open_unit = payment.question(boards.own_board(view))
    assert open_unit is not None
    resource, places = open_unit
    need(message.depot in places, "Choose one of the depots in the list.")
    return payment.paid_from(resource, message.depot)


BEGINNINGS: dict[ActionType, Draft] = {
    ActionType.PLAY_LEADER: LeaderDraft("play_leader"),
    ActionType.DISCARD_LEADER: LeaderDraft("discard_leader"),
    ActionType.TAKE_RESOURCES_FROM_MARKET: MarketDraft(),
    ActionType.BUY_DEVELOPMENT_CARD: PurchaseDraft(),
    ActionType.ACTIVATE_PRODUCTION: ProductionDraft(),
}
