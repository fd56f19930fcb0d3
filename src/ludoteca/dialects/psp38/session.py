"""The server's end of one client's connection: game mode, nickname, number of players (004 §1), then a game."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

from ludoteca.dialects import contract, nicknames
from ludoteca.dialects.contract import Ask, Do, Effect, Enter, Open, SeatBots, Seated, SeatEntry, Send
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.masters.spelling import LORENZO, GameMode
from ludoteca.dialects.nicknames import Nickname
from ludoteca.dialects.session import LineSession
from ludoteca.house.commands import Arrange, Command
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView

from . import errors, messages, tell
from .actions import Asked, Memory, Play
from .errors import Wrong, need
from .machine import MACHINE, State, state_of
from .messages import VOCABULARY, FromClient
from .shapes import own_name

GAME = "masters"
TOGETHER = (2, 3, 4)  # how many can play in a game of several
MOST = TOGETHER[-1]
NO_TABLE = (Problem.NO_SUCH_TABLE, Refusal.TABLE_FULL)  # nobody waits, or the first in the line still has to decide

FULL = (Refusal.TABLE_FULL, Refusal.NOT_OPEN)  # people have come meanwhile


class Session(LineSession):
    __slots__ = ("_asked", "_entrance", "_memory", "_outdated", "_play")

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self._memory = memory  # shared by all connections
        self._asked = Asked()
        self._entrance = Entrance()
        self._play: Play | None = None  # once a game has begun
        self._outdated = 0  # answers to come that nobody waits for, since the seat is gone

    @property
    def state(self) -> State:
        return state_of(self._asked.question, self._play is not None)

    @property
    def _busy(self) -> bool:
        """Whether the house has to answer first."""
        return self._entrance.step is not Step.IDLE or (self._play is not None and self._play.busy)

    # ------------------------------------------------------------ from the client

    def opened(self, now: float) -> list[Effect]:
        return self._asked.ask(messages.GameModeRequest())

    def turned_away(self, now: float) -> list[Effect]:
        return [Send(VOCABULARY.line(messages.ErrorMessage(contract.CLOSING)))]

    def _complaint(self, line: bytes, sentence: str) -> bytes:
        """What was asked is asked again, unless the connection ends."""
        if self._ended or not line:
            said = errors.malformed(sentence) if line else sentence
            return VOCABULARY.line(messages.ErrorMessage(said))
        return b"".join(each.lines for each in self._asked.retry(errors.malformed(sentence)) if isinstance(each, Send))

    def _read(self, line: bytes) -> list[Effect]:
        return self._take(VOCABULARY.read(line))

    def _take(self, message: FromClient) -> list[Effect]:
        if not MACHINE.allows(self.state, type(message)):
            return self._asked.retry(errors.NOTHING_ASKED if self._asked.question is None else errors.NOT_NOW)
        return self._enter(message) if self._play is None else self._play.take(message)

    # ------------------------------------------------------------ entering

    def _enter(self, message: FromClient) -> list[Effect]:
        try:
            effect = self._entrance.take(message)
        except Wrong as error:
            return self._asked.retry(error.sentence, **self._entrance.changes(error))
        return self._asked.ask(effect) if isinstance(effect, messages.Request) else [effect]

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
            welcome = (
                VOCABULARY.line(messages.WelcomeBackMessage(own_name(view), view.code, names)) if seated.back else b""
            )
            return [*([Send(welcome)] if welcome else []), *self._lobby(view)]
        if seated.back:
            lines = tell.back(view)
        else:
            lines = tell.waiting(view) + tell.start(view)
        if view.result is not None:
            lines += tell.over(view)
        self._play = Play(view, self._asked, self._memory, seated.back)
        return [Send(lines), *self._play.go_on()]

    def _lobby(self, view: TableView) -> list[Effect]:
        """Who is first in the line says how many play; the others see who waits."""
        effects: list[Effect] = [Send(tell.waiting(view))] if self._entrance.sees(view) else []
        if not view.settled and view.host == view.you and self._asked.question is None and not self._busy:
            effects += self._asked.ask(messages.NumberOfPlayersRequest())
        return effects

    # ------------------------------------------------------------ from the house

    def answered(self, answer: contract.Answer, now: float) -> list[Effect]:
        self._now = now
        if self._outdated:
            self._outdated -= 1
            return list(self._go_on())
        if self._play is not None and self._play.busy:
            effects = self._play.answered(answer, list(self._release()), now)
        else:
            effects = self._entered(answer)
        return [*effects, *self._go_on()]

    def heard(self, seat_entry: SeatEntry, now: float) -> list[Effect]:
        view = seat_entry.view
        if view.phase is Phase.OPEN:
            return self._later(self._lobby(view))
        if view.game is None:  # closed before it began
            return []
        if self._play is None:
            lines = tell.start(view)
            self._play = Play(view, self._asked, self._memory)
        else:
            lines = self._play.heard(seat_entry)
        effects: list[Effect] = [Send(lines)] if lines else []
        return self._later(effects) if self._busy else [*effects, *self._play.go_on()]

    def _later(self, effects: list[Effect]) -> list[Effect]:
        """While the house has to answer something, what is to be sent waits for it."""
        if not self._busy:
            return effects
        self._held += b"".join(effect.lines for effect in effects if isinstance(effect, Send))
        return []

    def unseated(self, why: Problem | None, now: float) -> list[Effect]:
        """Who is too many for the table of the first in the line goes on waiting for the next one (004 §1.1.1)."""
        self._outdated += self._busy
        before, self._entrance = self._entrance, Entrance()
        in_line = why is None and self._play is None and not before.settled
        self._play = None
        self._held = b""
        if in_line:
            self._asked.question = messages.NicknameRequest()  # comes if the name is taken there
            return [self._entrance.queue_again(before)]
        gone = messages.ErrorMessage(errors.WHY.get(why, errors.LOST_SEAT))
        return [Send(VOCABULARY.line(gone)), *self._asked.ask(messages.GameModeRequest())]

    def tick(self, now: float) -> list[Effect]:
        return [] if self._play is None or self._busy else self._play.tick(now)

    def farewell(self, now: float) -> list[Effect]:
        return [Send(VOCABULARY.line(messages.ErrorMessage(errors.CLOSING)))]


# ---------------------------------------------------------------- entering


class Step(Enum):
    """What the house is asked at the moment."""

    IDLE = auto()
    ENTERING = auto()
    OPENING = auto()
    ARRANGING = auto()
    SEATING_BOTS = auto()


class Taken(Wrong):
    """A nickname that somebody else has."""


class Entrance:
    """What is known of somebody who has no game yet."""

    __slots__ = ("bots", "mode", "nickname", "seated", "settled", "shown", "step")

    def __init__(self) -> None:
        self.mode = GameMode.MULTIPLAYER
        self.nickname: Nickname | None = None
        self.step = Step.IDLE
        self.seated = False
        self.settled = True
        self.bots = 0
        self.shown: tuple[list[str], int | None] | None = None  # who waits, as it was told last

    # ------------------------------------------------------------ from the client

    def take(self, message: messages.FromClient) -> messages.Request | Ask:
        """The next question, or what to ask of the house; or Wrong."""
        if isinstance(message, messages.GameModeResponse):
            self.mode = message.game_mode
            return messages.NicknameRequest()
        if isinstance(message, messages.NicknameSaid):
            return self._named(message.nickname)
        assert isinstance(message, messages.NumberSaid)
        return self._numbered(message)

    def _named(self, typed: str) -> Ask:
        try:
            self.nickname = nicknames.read(typed)
        except (Refused, Trouble) as error:
            raise Wrong(error.sentence) from error
        if self.nickname.name.lower() == LORENZO.lower():
            raise Taken("Lorenzo is the one against whom people play alone. Take another name.")
        return self._come_in()

    def _come_in(self) -> Ask:
        """Back to one's table, or to one that waits; alone there is only one's own."""
        assert self.nickname is not None
        self.step = Step.ENTERING
        players = (1,) if self.mode is GameMode.SOLO else TOGETHER
        return Enter(self.nickname.code, self.nickname.name, self.nickname.secret, players=players)

    def _open(self) -> Ask:
        assert self.nickname is not None
        self.step = Step.OPENING
        alone = self.mode is GameMode.SOLO
        options = Options(GAME, 1 if alone else MOST)
        return Open(options, self.nickname.name, self.nickname.secret, unsettled=not alone)

    def _numbered(self, message: messages.NumberSaid) -> Ask:
        players = message.number_of_players
        need(players in TOGETHER, "2, 3 or 4 can play.")
        need(0 <= message.bots < players, f"There can be 0 to {players - 1} bots.")
        self.bots = message.bots
        self.step = Step.ARRANGING

        def arrange(seat: int) -> Command:
            return Arrange(seat, players, settled=True, shrink=True)

        return Do(arrange)

    def queue_again(self, before: Entrance) -> Ask:
        """Back into the line, after a table that was too small."""
        assert before.nickname is not None
        self.nickname = Nickname(before.nickname.name, None, before.nickname.secret)
        return self._come_in()

    # ------------------------------------------------------------ from the house

    def answered(self, answer: contract.Answer) -> Ask | None:
        """What to ask next, if anything; or Wrong."""
        step, self.step = self.step, Step.IDLE
        if isinstance(answer, Exception):
            return self._refused(step, answer)
        if isinstance(answer, Seated):
            self.seated = True
            self.settled = answer.view.settled
        if step is Step.ARRANGING and self.bots:
            return self._seat_bots()
        return None

    def _seat_bots(self) -> Ask | None:
        """People who wait come before bots."""
        assert self.shown is not None
        players, number = self.shown
        free = (number or 0) - len(players)
        count, self.bots = min(self.bots, free), 0
        if count < 1:
            return None
        self.step = Step.SEATING_BOTS
        return SeatBots(count)

    def _refused(self, step: Step, error: Exception) -> Ask | None:
        code = getattr(error, "code", None)
        sentence = str(getattr(error, "sentence", error))
        if step is Step.SEATING_BOTS and code in FULL:
            return None
        assert self.nickname is not None
        if step is Step.ENTERING and self.nickname.code is None:
            alone = self.mode is GameMode.SOLO
            if code in NO_TABLE or (alone and code is Refusal.NAME_TAKEN):
                return self._open()
        if step in (Step.ENTERING, Step.OPENING) and code in (Refusal.NAME_TAKEN, Refusal.WRONG_TOKEN):
            raise Taken(sentence)
        raise Wrong(sentence)

    def changes(self, error: Wrong) -> dict[str, Any]:
        """How the question differs when it is asked again."""
        return {"already_taken": True} if isinstance(error, Taken) else {}

    # ------------------------------------------------------------ waiting

    def sees(self, view: TableView) -> bool:
        """Whether there is something new to see for somebody who waits and has nothing to say."""
        self.settled = view.settled
        now = ([seat.name for seat in view.seats], view.options.players if view.settled else None)
        if self.shown == now:
            return False
        self.shown = now
        return view.settled or view.host != view.you
