"""A seat in a game: what it is asked, what its answers mean, and how they are done at the table one by one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from enum import Enum, auto
from typing import Any

from msgspec.structs import replace

from ludoteca.dialects import contract
from ludoteca.dialects.contract import Do, Effect, SeatEntry, Send
from ludoteca.dialects.masters import boards
from ludoteca.dialects.masters.spelling import LEADER_DEPOTS, MARBLE_FOR, ROWS, ActionType, Depot, Resource, resource
from ludoteca.house.commands import Act, Command
from ludoteca.house.views import TableView

from . import messages as asks
from . import messages as said
from . import tell
from .drafts import BEGINNINGS, Draft, SomethingElse, converted
from .errors import Wrong, need
from .messages import VOCABULARY, FromServer
from .shapes import own_name, status
from .tell import Course

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


# ---------------------------------------------------------------- the question that is open


class Asked:
    """At most one question is open. It is remembered as it was asked first."""

    __slots__ = ("question",)

    def __init__(self) -> None:
        self.question: asks.Request | None = None

    def ask(self, question: asks.Request | None) -> list[Effect]:
        """None when there is nothing to ask."""
        self.question = question
        return [] if question is None else [Send(VOCABULARY.line(question))]

    def again(self) -> list[Effect]:
        return self.ask(self.question)

    def retry(self, reason: str, **changes: Any) -> list[Effect]:
        """The question again, since the answer would not do; or what is wrong, when nothing was asked."""
        if self.question is None:
            return [Send(VOCABULARY.line(asks.ErrorMessage(reason)))]
        return [Send(VOCABULARY.line(replace(self.question, is_retry=True, reason=reason, **changes)))]


# ---------------------------------------------------------------- at the table

PATIENCE = 5.0  # seconds until something that the server does by itself is tried again


class Doing(Enum):
    """Why something is being done at the table."""

    ANSWER = auto()
    SWAP = auto()
    MOVE = auto()
    BY_ITSELF = auto()


RESPONSES: dict[Doing, Callable[[bool], FromServer]] = {
    Doing.SWAP: asks.SwapWarehouseDepotsResponse,
    Doing.MOVE: asks.MoveResourceQuantityResponse,
}


class Play:
    __slots__ = ("_again_at", "_asked", "_course", "_dialogue", "_doing", "_memory", "_queue", "_view")

    def __init__(self, view: TableView, asked: Asked, memory: Memory, back: bool = False) -> None:
        self._asked = asked
        self._memory = memory
        self._queue: list[boards.Json] = []  # actions to be done after the one under way
        self._doing: Doing | None = None
        self._again_at: float | None = None
        self._dialogue = (self._recalled(view) if back else None) or Dialogue()
        self._course: Course
        self._view: TableView | None  # while there is something to decide
        self._asked.question = None
        self.look_at(view)

    def _recalled(self, view: TableView) -> Dialogue | None:
        """What was chosen before the connection was lost."""
        assert view.game is not None
        return self._memory.recall(view.code, own_name(view), view.game)

    @property
    def busy(self) -> bool:
        return self._doing is not None

    def look_at(self, view: TableView) -> None:
        self._course = Course.of(view)
        self._view = view if view.legal else None
        if self._view is None:
            self._start_over()

    def _start_over(self) -> None:
        self._dialogue.forget()
        self._asked.question = None

    # ------------------------------------------------------------ from the client

    def take(self, message: said.FromClient) -> list[Effect]:
        """A message that may come now."""
        if isinstance(message, said.SwapWarehouseDepotsRequest):
            return self._rearrange(message, Doing.SWAP)
        if isinstance(message, said.MoveResourceQuantityRequest):
            return self._rearrange(message, Doing.MOVE)
        assert self._view is not None
        try:
            self._queue = self._dialogue.answer(self._view, message)
        except Wrong as error:
            return self._asked.retry(error.sentence)
        self._asked.question = None
        return self._do_next(Doing.ANSWER) if self._queue else self.go_on()

    def _rearrange(self, message: said.FromClient, doing: Doing) -> list[Effect]:
        view = self._view
        layout = None if view is None else self._dialogue.rearranged(view, message)
        if layout is None or view is None:
            return [Send(VOCABULARY.line(RESPONSES[doing](False))), *self._asked.again()]
        if boards.has_layout(boards.own_board(view), layout):  # nothing changes: the table need not know
            return [Send(VOCABULARY.line(RESPONSES[doing](True)) + tell.own_depots(view)), *self._asked.again()]
        self._queue = [{"do": "rearrange", "to": layout}]
        return self._do_next(doing)

    def _do_next(self, doing: Doing) -> list[Effect]:
        action = self._queue.pop(0)

        def act(seat: int) -> Command:
            return Act(seat, action)

        self._doing = doing
        return [Do(act)]

    def go_on(self) -> list[Effect]:
        """What the server does by itself, or the next question, unless that is open already."""
        view = self._view
        if view is None:
            return self._asked.ask(None)
        action = self._dialogue.by_itself(view)
        if action is not None:
            self._asked.question = None
            self._queue = [action]
            return self._do_next(Doing.BY_ITSELF)
        question = self._dialogue.question(view)
        assert view.game is not None
        self._memory.keep(view.code, own_name(view), self._dialogue, view.game)
        return [] if question == self._asked.question else self._asked.ask(question)

    # ------------------------------------------------------------ from the house

    def answered(self, answer: contract.Answer, held: list[Effect], now: float) -> list[Effect]:
        """What became of an action; `held` is what was told meanwhile."""
        doing, self._doing = self._doing, None
        assert doing is not None
        refused = isinstance(answer, Exception)
        response: list[Effect] = [Send(VOCABULARY.line(RESPONSES[doing](not refused)))] if doing in RESPONSES else []
        return [*response, *held, *self._after(doing, answer if refused else None, now)]

    def _after(self, doing: Doing, refusal: contract.Answer, now: float) -> list[Effect]:
        if refusal is None and self._queue:
            return self._do_next(doing)
        self._queue = []
        if doing in RESPONSES:
            if self._view is not None and self._dialogue.draft is not None:
                self._dialogue.draft = self._dialogue.draft.fitting(self._view)
                self._queue = self._dialogue.finished(self._view)  # there may be one source left of several
            self._asked.question = None
            return self._do_next(Doing.ANSWER) if self._queue else self.go_on()
        if refusal is None:
            return self.go_on()
        if doing is Doing.BY_ITSELF:
            self._again_at = now + PATIENCE
            return []
        return self._ask_anew(refusal)

    def _ask_anew(self, refusal: contract.Answer) -> list[Effect]:
        """The table has refused: what was chosen is forgotten and asked again, with the reason."""
        self._start_over()
        self._asked.question = None if self._view is None else self._dialogue.question(self._view)
        return self._asked.retry(str(getattr(refusal, "sentence", refusal)))

    def heard(self, seat_entry: SeatEntry) -> bytes:
        """What is told of an entry."""
        lines = self._told(seat_entry)
        self.look_at(seat_entry.view)
        if seat_entry.entry["what"]["kind"] == "took_back":
            self._start_over()
        return lines

    def _told(self, seat_entry: SeatEntry) -> bytes:
        view, what = seat_entry.view, seat_entry.entry["what"]
        match what["kind"]:
            case "acted":
                return self._own_end(seat_entry) + tell.acted(seat_entry, self._course)
            case "took_back":
                return tell.reload(view)
            case "ended":
                return tell.over(view)
            case "arrived" | "departed" | "stood_in" if what["seat"] != view.you:
                return VOCABULARY.line(status(view, what["seat"]))
        return b""

    def _own_end(self, seat_entry: SeatEntry) -> bytes:
        """That one's own turn is over, and whether it was oneself who ended it."""
        if not tell.own_turn_ended(seat_entry):
            return b""
        by_himself = self._doing is Doing.ANSWER and seat_entry.entry["what"]["by"] == "player"
        return VOCABULARY.line(asks.EndTurnMessage(not by_himself))

    def tick(self, now: float) -> list[Effect]:
        if self._again_at is None or now < self._again_at or self.busy:
            return []
        self._again_at = None
        return self.go_on()


# ---------------------------------------------------------------- what was chosen before a connection was lost

MOST = 256  # half-made choices: some people lose their connection in the middle of one, few of them at once


class Memory:
    """What was chosen and has not reached the table, by table and name. It holds as long as the game stands still."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], tuple[Dialogue, dict[str, Any]]] = OrderedDict()

    def keep(self, code: str, name: str, dialogue: Dialogue, game: dict[str, Any]) -> None:
        self.forget(code, name)
        if dialogue.draft is not None:
            self._kept[code, name] = (dialogue, game)
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)

    def forget(self, code: str, name: str) -> None:
        self._kept.pop((code, name), None)

    def recall(self, code: str, name: str, game: dict[str, Any]) -> Dialogue | None:
        dialogue, then = self._kept.pop((code, name), (None, None))
        return dialogue if then == game else None
