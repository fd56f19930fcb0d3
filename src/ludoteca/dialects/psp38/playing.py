"""A seat in a game: answers become actions, actions are done one after the other, and then the next question comes."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from ludoteca.dialects import contract
from ludoteca.dialects.contract import Do, Effect, SeatEntry, Send
from ludoteca.house.commands import Act, Command
from ludoteca.house.views import TableView

from . import boards, telling
from . import from_client as said
from . import from_server as told
from .asking import Asked
from .dialogue import Dialogue
from .drafts import Wrong
from .messages import encode
from .remembering import Memory
from .requests import FromServer
from .shapes import own_name, status
from .telling import Course

PATIENCE = 5.0  # seconds until something that the server does by itself is tried again


class Doing(Enum):
    """Why something is being done at the table."""

    ANSWER = auto()
    SWAP = auto()
    MOVE = auto()
    BY_ITSELF = auto()


RESPONSES: dict[Doing, Callable[[bool], FromServer]] = {
    Doing.SWAP: told.SwapWarehouseDepotsResponse,
    Doing.MOVE: told.MoveResourceQuantityResponse,
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
            return [Send(encode(RESPONSES[doing](False))), *self._asked.again()]
        if boards.has_layout(boards.own_board(view), layout):  # nothing changes: the table need not know
            return [Send(encode(RESPONSES[doing](True)) + telling.own_depots(view)), *self._asked.again()]
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
        response: list[Effect] = [Send(encode(RESPONSES[doing](not refused)))] if doing in RESPONSES else []
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
                return self._own_end(seat_entry) + telling.acted(seat_entry, self._course)
            case "took_back":
                return telling.reload(view)
            case "ended":
                return telling.over(view)
            case "arrived" | "departed" | "stood_in" if what["seat"] != view.you:
                return encode(status(view, what["seat"]))
        return b""

    def _own_end(self, seat_entry: SeatEntry) -> bytes:
        """That one's own turn is over, and whether it was oneself who ended it."""
        if not telling.own_turn_ended(seat_entry):
            return b""
        by_himself = self._doing is Doing.ANSWER and seat_entry.entry["what"]["by"] == "player"
        return encode(told.EndTurnMessage(not by_himself))

    def tick(self, now: float) -> list[Effect]:
        if self._again_at is None or now < self._again_at or self.busy:
            return []
        self._again_at = None
        return self.go_on()
