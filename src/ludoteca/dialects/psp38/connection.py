"""The server's end of one client's connection: lines in, deeds out."""

from __future__ import annotations

from ludoteca.dialects import contract
from ludoteca.dialects.contract import Close, Effect, Seated, SeatEntry, Send
from ludoteca.dialects.house.problems import SENTENCES, Problem
from ludoteca.dialects.lines import Lines, Unreadable
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView

from . import from_client as said
from . import from_server as told
from . import telling
from .asking import Asked
from .drafts import Wrong
from .entering import Entrance, Step
from .messages import Malformed, encode, read_from_client
from .playing import Play
from .remembering import Memory
from .requests import GameModeRequest, NicknameRequest, NumberOfPlayersRequest, Request
from .shapes import own_name
from .states import Stage, may_come

NOT_NOW = "That does not answer what was asked."
NOTHING_ASKED = "Nothing is asked of you now."
LOST_SEAT = "You have lost your seat at that table."
CLOSING = "The house is about to close. Your seat is kept."
WHY = {None: LOST_SEAT, Problem.MOVED: SENTENCES[Problem.MOVED], Problem.ENDED: SENTENCES[Problem.ENDED]}


class Connection:
    __slots__ = ("_asked", "_closed", "_entrance", "_held", "_lines", "_memory", "_outdated", "_play")

    def __init__(self, memory: Memory) -> None:
        self._memory = memory  # shared by all connections
        self._lines = Lines()
        self._asked = Asked()
        self._entrance = Entrance()
        self._play: Play | None = None  # once a game has begun
        self._held = b""  # what is to be told while an answer of the house is awaited
        self._outdated = 0  # answers to come that nobody waits for, since the seat is gone
        self._closed = False

    @property
    def _stage(self) -> Stage:
        if self._play is not None:
            return Stage.PLAYING
        return Stage.LOBBY if self._entrance.seated else Stage.ENTERING

    @property
    def _busy(self) -> bool:
        """Whether the house has to answer first."""
        return self._entrance.step is not Step.IDLE or (self._play is not None and self._play.busy)

    # ------------------------------------------------------------ from the client

    def opened(self, now: float) -> list[Effect]:
        return self._asked.ask(GameModeRequest())

    def turned_away(self, now: float) -> list[Effect]:
        return [Send(encode(told.ErrorMessage(contract.CLOSING)))]

    def receive(self, data: bytes, now: float) -> list[Effect]:
        self._lines.add(data)
        return self._read(now)

    def _read(self, now: float) -> list[Effect]:
        effects: list[Effect] = []
        while not self._busy and not self._closed:
            try:
                line = self._lines.take()
            except Unreadable as error:
                return effects + self._hang_up(error.sentence)
            if line is None:
                break
            try:
                message = read_from_client(line)
            except Malformed as error:
                too_many = self._lines.malformed(now)
                effects += self._hang_up(error.sentence) if too_many else self._asked.retry(error.sentence)
            else:
                effects += self._take(message)
        return effects

    def _hang_up(self, reason: str) -> list[Effect]:
        self._closed = True
        return [Send(encode(told.ErrorMessage(reason))), Close()]

    def _take(self, message: said.FromClient) -> list[Effect]:
        if not may_come(self._stage, self._asked.question, message):
            return self._asked.retry(NOTHING_ASKED if self._asked.question is None else NOT_NOW)
        return self._enter(message) if self._play is None else self._play.take(message)

    # ------------------------------------------------------------ entering

    def _enter(self, message: said.FromClient) -> list[Effect]:
        try:
            effect = self._entrance.take(message)
        except Wrong as error:
            return self._asked.retry(error.sentence, **self._entrance.changes(error))
        return self._asked.ask(effect) if isinstance(effect, Request) else [effect]

    def _entered(self, answer: contract.Answer) -> list[Effect]:
        """What became of coming in, of the number of players or of bots."""
        try:
            effect = self._entrance.answered(answer)
        except Wrong as error:
            return [*self._release(), *self._asked.retry(error.sentence, **self._entrance.changes(error))]
        if effect is not None:
            return [effect]
        if isinstance(answer, Seated):
            return self._sit(answer)
        self._asked.question = None
        return [*self._release(), *([] if self._play is None else self._play.go_on())]

    def _sit(self, seated: Seated) -> list[Effect]:
        view = seated.view
        self._asked.question = None
        if view.phase is Phase.OPEN:
            names = [seat.name for seat in view.seats]
            welcome = encode(told.WelcomeBackMessage(own_name(view), view.code, names)) if seated.back else b""
            return [*([Send(welcome)] if welcome else []), *self._lobby(view)]
        if seated.back:
            lines = telling.back(view)
        else:
            lines = telling.waiting(view) + telling.start(view)
        if view.result is not None:
            lines += telling.over(view)
        self._play = Play(view, self._asked, self._memory, seated.back)
        return [Send(lines), *self._play.go_on()]

    def _lobby(self, view: TableView) -> list[Effect]:
        """Who is first in the line says how many play; the others see who waits."""
        effects: list[Effect] = [Send(telling.waiting(view))] if self._entrance.sees(view) else []
        if not view.settled and view.host == view.you and self._asked.question is None and not self._busy:
            effects += self._asked.ask(NumberOfPlayersRequest())
        return effects

    # ------------------------------------------------------------ from the house

    def answered(self, answer: contract.Answer, now: float) -> list[Effect]:
        if self._outdated:
            self._outdated -= 1
            return self._read(now)
        if self._play is not None and self._play.busy:
            effects = self._play.answered(answer, self._release(), now)
        else:
            effects = self._entered(answer)
        return effects + self._read(now)

    def heard(self, seat_entry: SeatEntry, now: float) -> list[Effect]:
        view = seat_entry.view
        if view.phase is Phase.OPEN:
            return self._hold(self._lobby(view))
        if view.game is None:  # closed before it began
            return []
        if self._play is None:
            lines = telling.start(view)
            self._play = Play(view, self._asked, self._memory)
        else:
            lines = self._play.heard(seat_entry)
        effects: list[Effect] = [Send(lines)] if lines else []
        return self._hold(effects) if self._busy else [*effects, *self._play.go_on()]

    def _hold(self, effects: list[Effect]) -> list[Effect]:
        """While the house has to answer something, what is to be sent waits for it."""
        if not self._busy:
            return effects
        self._held += b"".join(effect.lines for effect in effects if isinstance(effect, Send))
        return []

    def _release(self) -> list[Effect]:
        held, self._held = self._held, b""
        return [Send(held)] if held else []

    def unseated(self, why: Problem | None, now: float) -> list[Effect]:
        """Who is too many for the table of the first in the line goes on waiting for the next one (004 §1.1.1)."""
        self._outdated += self._busy
        before, self._entrance = self._entrance, Entrance()
        in_line = why is None and self._play is None and not before.settled
        self._play = None
        self._held = b""
        if in_line:
            self._asked.question = NicknameRequest()  # comes if the name is taken there
            return [self._entrance.queue_again(before)]
        return [Send(encode(told.ErrorMessage(WHY.get(why, LOST_SEAT)))), *self._asked.ask(GameModeRequest())]

    def tick(self, now: float) -> list[Effect]:
        return [] if self._play is None or self._busy else self._play.tick(now)

    def farewell(self, now: float) -> list[Effect]:
        return [Send(encode(told.ErrorMessage(CLOSING)))]
