"""What a seat is asked at a moment of the game, and what its answers mean for the table. No bytes here."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.house.views import TableView

from . import boards
from . import from_client as said
from . import requests as asks
from .drafts import BEGINNINGS, Draft, SomethingElse, Wrong, converted, need
from .words import LEADER_DEPOTS, MARBLE_FOR, ROWS, ActionType, Depot, Resource, resource

Json = boards.Json

TURN = "turn"
END_TURN: Json = {"do": "end_turn"}
LEFT_BEHIND = ("keep", "depot_3", "depot_2", "depot_1", "powers", "power", "basic_in", "basic_out", "leader_out")
_ROW_OF_PLACE = {f"depot_{number}": row for number, row in ROWS.items()}


def step(view: TableView) -> str:
    """What the table waits for: `turn` where an action can begin or the turn can end, else the `what` of a choice."""
    first = view.legal[0]
    what: str = first.get("what", TURN)
    return TURN if what == "line" else what


def available(view: TableView) -> list[ActionType]:
    """What can be done now, of the actions of a turn."""
    does = {action["do"] for action in view.legal}
    chosen = {action.get("what") for action in view.legal}
    possible = {
        ActionType.DISCARD_LEADER: "discard_leader" in does,
        ActionType.PLAY_LEADER: "play_leader" in does,
        ActionType.TAKE_RESOURCES_FROM_MARKET: "line" in chosen,
        ActionType.ACTIVATE_PRODUCTION: "production" in chosen,
        ActionType.BUY_DEVELOPMENT_CARD: "card" in chosen,
        ActionType.END_TURN: "end_turn" in does,
    }
    return [action for action, can_be in possible.items() if can_be]


def is_left_behind(view: TableView, at: str) -> bool:
    """Whether an action is half done of which this dialect cannot ask the rest."""
    return at in LEFT_BEHIND and view.game is not None and "unfinished" in view.game


class Dialogue:
    """The questions of one seat that has to decide. It remembers only what was chosen and has not reached the table."""

    __slots__ = ("draft", "free")

    def __init__(self) -> None:
        self.draft: Draft | None = None
        self.free: list[Resource] = []  # free resources that were named and wait for their turn

    def forget(self) -> None:
        self.draft = None
        self.free.clear()

    # ------------------------------------------------------------ questions

    def question(self, view: TableView) -> asks.Request | None:
        """None when nothing can be asked."""
        at = step(view)
        if at == TURN:
            return asks.DoActionRequest(available(view)) if self.draft is None else self.draft.question(view)
        if is_left_behind(view, at):
            return None
        if at in _ASKING:
            return _ASKING[at](self, view)
        owed = resource(at.removeprefix("pay_"))
        return asks.SelectStorageRequest(owed, list(self._pay_places(view, owed)))

    def by_itself(self, view: TableView) -> Json | None:
        """What is done without a question.

        The end of a turn in which nothing else is left to do (004 §2.1, §3.1); the second of two free resources; and,
        where a stand-in has left an action of which this dialect cannot ask the rest, the first thing that ends it.
        """
        at = step(view)
        if at == TURN and self.draft is None and available(view) == [ActionType.END_TURN]:
            return END_TURN
        if at == "resource" and self.free:
            return {"do": "choose", "what": "resource", "value": self.free.pop(0).lower()}
        if is_left_behind(view, at):
            ending = [action for action in view.legal if action["what"] == "powers"]
            return (ending or view.legal)[0]
        return None

    def ask_leaders(self, view: TableView) -> asks.Request:
        return asks.ChooseLeaderCardsRequest(boards.own_board(view)["dealt"])

    def ask_free(self, view: TableView) -> asks.Request:
        kinds = [resource(action["value"]) for action in view.legal]
        return asks.ChooseResourceTypeRequest(kinds, boards.own_board(view)["pending_resources"])

    def ask_conversion(self, view: TableView) -> asks.Request:
        return asks.ChooseWhiteMarbleConversionRequest([MARBLE_FOR[kind] for kind in _conversions(view)])

    def ask_slot(self, view: TableView) -> asks.Request:
        return asks.SelectDevelopmentCardSlotRequest([action["value"] for action in view.legal])

    def ask_place(self, view: TableView) -> asks.Request:
        return asks.ChooseStorageTypeRequest(to_place(view), list(self._places(view)))

    def _places(self, view: TableView) -> dict[Depot, str]:
        """Where the next resource can go, and the word for it in the notation."""
        kind = to_place(view)
        found: dict[Depot, str] = {}
        for action in view.legal:
            if action["what"] == "place" and action["value"] != "discard":
                place: str = action["value"]
                found[_ROW_OF_PLACE.get(place, LEADER_DEPOTS[kind])] = place
        if kind in self.free:  # its like comes next and has to lie beside it [RULING 20]
            found.pop(Depot.WAREHOUSE_FIRST_ROW, None)
        return found

    def _pay_places(self, view: TableView, owed: Resource) -> dict[Depot, str]:
        by_word: dict[str, Depot] = {}
        for depot in boards.sources(boards.own_board(view), owed):
            word = "strongbox" if depot is Depot.STRONGBOX else "leader_depots"
            by_word["warehouse" if depot in _ROW_OF_PLACE.values() else word] = depot
        return {by_word[action["value"]]: action["value"] for action in view.legal}

    # ------------------------------------------------------------ answers

    def answer(self, view: TableView, message: said.FromClient) -> list[Json]:
        """What to do at the table, one thing after the other; nothing when only a draft went on. Or Wrong."""
        if step(view) != TURN:
            return [_ANSWERING[type(message)](self, view, message)]
        if self.draft is None:
            assert isinstance(message, said.DoActionResponse)
            need(message.action_chosen in available(view), "That is not one of the actions in the list.")
            if message.action_chosen is ActionType.END_TURN:
                return [END_TURN]
            self.draft = BEGINNINGS[message.action_chosen]
            return []
        try:
            self.draft = self.draft.answered(view, message)
        except SomethingElse:
            self.draft = None
            return []
        return self.finished(view)

    def finished(self, view: TableView) -> list[Json]:
        """What a draft comes to, once nothing is left to choose in it; nothing before."""
        if self.draft is None or self.draft.question(view) is not None:
            return []
        actions = self.draft.actions(view)
        self.draft = None
        return actions

    def put_away(self, view: TableView, message: said.FromClient) -> Json:
        assert isinstance(message, said.ChooseLeaderCardsResponse)
        dealt, away = boards.own_board(view)["dealt"], message.discarded_leader_cards
        need(len(away) == 2 and len(set(away)) == 2 and set(away) <= set(dealt), "Put two of the four leaders away.")
        return {"do": "keep_leaders", "cards": [leader for leader in dealt if leader not in away]}

    def name_free(self, view: TableView, message: said.FromClient) -> Json:
        assert isinstance(message, said.ChooseResourceTypeResponse)
        asked = self.ask_free(view)
        assert isinstance(asked, asks.ChooseResourceTypeRequest)
        named = message.resources
        need(len(named) == asked.quantity, f"Name {asked.quantity} of the resources in the list.")
        need(set(named) <= set(asked.resource_types), "Name resources of the list.")
        first, *self.free = named
        return {"do": "choose", "what": "resource", "value": first.lower()}

    def convert(self, view: TableView, message: said.FromClient) -> Json:
        assert isinstance(message, said.ChooseWhiteMarbleConversionResponse)
        chosen = converted(message.conversion_chosen, _conversions(view))
        return {"do": "choose", "what": "white", "value": chosen.lower()}

    def store(self, view: TableView, message: said.FromClient) -> Json:
        assert isinstance(message, said.ChooseStorageTypeResponse)
        if message.discard_resource:
            can_be = any(action["value"] == "discard" for action in view.legal)
            need(can_be, "A free resource is not discarded. Choose one of the depots in the list.")
            return {"do": "choose", "what": "place", "value": "discard"}
        places = self._places(view)
        if message.depot_chosen not in places:
            raise Wrong("Choose one of the depots in the list, or make room first.")
        return {"do": "choose", "what": "place", "value": places[message.depot_chosen]}

    def choose_slot(self, view: TableView, message: said.FromClient) -> Json:
        assert isinstance(message, said.SelectDevelopmentCardSlotResponse)
        need(message.slot in [action["value"] for action in view.legal], "Choose one of the slots in the list.")
        return {"do": "choose", "what": "slot", "value": message.slot}

    def pay(self, view: TableView, message: said.FromClient) -> Json:
        assert isinstance(message, said.SelectStorageResponse)
        what = step(view)
        places = self._pay_places(view, resource(what.removeprefix("pay_")))
        if message.depot not in places:
            raise Wrong("Choose one of the depots in the list.")
        return {"do": "choose", "what": what, "value": places[message.depot]}

    # ------------------------------------------------------------ depots

    def rearranged(self, view: TableView, message: said.FromClient) -> Json | None:
        """The layout wanted, or None when it cannot be: only in one's own turn, while nothing is half paid."""
        if not self._may_rearrange(view):
            return None
        assert view.game is not None
        contents = boards.depots(boards.own_board(view), boards.cards_of(view.game))
        if isinstance(message, said.SwapWarehouseDepotsRequest):
            after = boards.swapped(contents, message.depot_one, message.depot_two)
        else:
            assert isinstance(message, said.MoveResourceQuantityRequest)
            after = boards.moved(contents, message.origin, message.destination, message.quantity)
        return None if after is None else boards.layout(after)

    def _may_rearrange(self, view: TableView) -> bool:
        at = step(view)
        return at == TURN or (at == "place" and not boards.own_board(view)["pending_resources"])


def to_place(view: TableView) -> Resource:
    """The resource whose place is asked for."""
    assert view.game is not None
    action = view.game["unfinished"]["action"]
    return resource(action["resource"] if action["do"] == "initial_resources" else action["to_place"][0])


def _conversions(view: TableView) -> list[Resource]:
    return [resource(action["value"]) for action in view.legal]


_ASKING: dict[str, Callable[[Dialogue, TableView], asks.Request]] = {
    "keep": Dialogue.ask_leaders,
    "resource": Dialogue.ask_free,
    "white": Dialogue.ask_conversion,
    "place": Dialogue.ask_place,
    "slot": Dialogue.ask_slot,
}
_ANSWERING: dict[type[said.FromClient], Callable[[Dialogue, TableView, said.FromClient], Json]] = {
    said.ChooseLeaderCardsResponse: Dialogue.put_away,
    said.ChooseResourceTypeResponse: Dialogue.name_free,
    said.ChooseWhiteMarbleConversionResponse: Dialogue.convert,
    said.ChooseStorageTypeResponse: Dialogue.store,
    said.SelectDevelopmentCardSlotResponse: Dialogue.choose_slot,
    said.SelectStorageResponse: Dialogue.pay,
}
