"""The server's end of a connection: a username, then the waiting room, then commands, without a socket.

Checks come in the order of the house: malformed, not your turn, wrong phase, out of range, contents. All but the first
are left to the table as it is at that moment, so nothing is judged by what this end has heard so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeAlias

from msgspec import UNSET

from ludoteca.dialects import nicknames
from ludoteca.dialects.contract import (
    CLOSING,
    Answer,
    Close,
    Do,
    Effect,
    Enter,
    Leave,
    Open,
    SeatBots,
    Seated,
    SeatEntry,
    Send,
)
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.lines import Lines, LineTooLong
from ludoteca.dialects.nicknames import Nickname
from ludoteca.house import commands
from ludoteca.house.entries import Starts
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.views import TableView

from . import actions, states, statuses, telling, wire
from .messages import AddPlayerResponse, AnyCommand, CurrentStatus, GameParameters, PlayCharacterCard
from .shapes import Person, View
from .states import State
from .statuses import Explained, Status
from .wire import Malformed

MOST_WAITING = 4  # in a room whose parameters are not known yet
MODES = {"simple": False, "expert": True}

Deeds: TypeAlias = list[Effect]


class Connection:
    """`_then` takes the answer to what was asked of the house; while there is one, lines wait."""

    __slots__ = ("_game", "_lines", "_number", "_people", "_player", "_seats", "_starts", "_state", "_then", "_user")

    def __init__(self) -> None:
        self._lines: Lines | None = Lines()  # None once the connection has to end
        self._state = State.NAMING
        self._then: Callable[[Answer], Deeds] | None = None
        self._user = 0  # the number that was told last
        self._seats = 0  # how many are taken
        self._starts = Starts.FULL
        self._number = 0  # of the entry after which the table was as it was told last
        self._game: View | None = None
        self._people: tuple[Person, ...] = ()
        self._player: int | None = None

    # ------------------------------------------------------------ the contract

    def opened(self, now: float) -> Iterable[Effect]:
        """The client speaks first."""
        return ()

    def turned_away(self, now: float) -> Iterable[Effect]:
        return [error(Explained(Status.KICKEDOUT, CLOSING))]

    def receive(self, data: bytes, now: float) -> Iterable[Effect]:
        if self._lines is not None:
            self._lines.add(data)
        return self._read_on(now)

    def answered(self, answer: Answer, now: float) -> Iterable[Effect]:
        then, self._then = self._then, None
        effects = then(answer) if then is not None else []
        return effects + self._read_on(now)

    def heard(self, seat_entry: SeatEntry, now: float) -> Iterable[Effect]:
        view, kind = seat_entry.view, seat_entry.entry["what"]["kind"]
        if self._state is State.WAITING:
            return self._waited(view)
        if self._state is not State.PLAYING or kind == "closed":  # that the seat is gone is told next
            return ()
        before, people, number = self._game, self._people, self._number
        self._look(view)
        if kind == "ended":
            self._state = State.OVER
            return [Send(seat_entry.once(("am28", "winner"), partial(telling.winner, view)))]
        if kind == "took_back" or before is None:
            return [Send(telling.full(view))]
        if kind == "acted":
            return [Send(seat_entry.once(("am28", number), partial(telling.changes, before, view)))]
        line = telling.presence(people, self._people, view)
        return [Send(line)] if line else ()

    def unseated(self, why: Problem | None, now: float) -> Iterable[Effect]:
        if self._state not in (State.WAITING, State.PLAYING):
            return ()
        sentence = statuses.SEAT_GONE
        if self._state is State.WAITING and why is None and self._starts is Starts.FULL:
            sentence = statuses.KICKED_OUT.get(self._user, statuses.SEAT_GONE)
        self._forget()
        if why is Problem.MOVED:
            return self._end(Explained(Status.ALREADYLOGGED, statuses.MOVED))
        return [error(Explained(Status.KICKEDOUT, statuses.CLOSED if why is Problem.ENDED else sentence))]

    def tick(self, now: float) -> Iterable[Effect]:
        return ()

    def farewell(self, now: float) -> Iterable[Effect]:
        """The document knows no last words."""
        return ()

    # ------------------------------------------------------------ lines

    def _read_on(self, now: float) -> Deeds:
        effects: Deeds = []
        while self._then is None and self._lines is not None:
            try:
                line = self._lines.take()
            except LineTooLong as problem:
                return effects + self._end(Explained(Status.ILLEGALARGUMENT, problem.sentence))
            if line is None:
                break
            try:
                effects += self._read(line)
            except Malformed as problem:
                wrong = Explained(Status.ILLEGALARGUMENT, problem.sentence)
                effects += self._end(wrong) if self._lines.malformed(now) else [error(wrong)]
        return effects

    def _read(self, line: bytes) -> Deeds:
        if states.named(self._state) and not (self._state is State.OVER and wire.is_object(line)):
            return self._enter(read_username(line))
        message = wire.read_from_client(line)
        wrong = states.wrong(self._state, message)
        if wrong is not None:
            return [error(wrong)]
        return self._arrange(message) if isinstance(message, GameParameters) else self._act(message)

    def _ask(self, effect: Effect, then: Callable[[Answer], Deeds]) -> Deeds:
        self._then = then
        return [effect]

    def _end(self, why: Explained) -> Deeds:
        self._lines = None
        return [error(why), Close()]

    # ------------------------------------------------------------ coming in

    def _enter(self, nickname: Nickname | Explained) -> Deeds:
        if isinstance(nickname, Explained):
            return [error(nickname)]
        if self._state is State.OVER:
            self._forget()
            return self._ask(Leave(), lambda answer: self._enter(nickname))
        return self._ask(Enter(nickname.code, nickname.name, nickname.secret), partial(self._entered, nickname))

    def _entered(self, nickname: Nickname, answer: Answer) -> Deeds:
        if isinstance(answer, Seated):
            return self._sit(answer.view)
        assert isinstance(answer, Exception)
        if nickname.code is None and is_refused(answer, Refusal.TABLE_FULL):
            return [error(Explained(Status.FULL_LOBBY, statuses.FULL_ROOM))]
        if nickname.code is not None or not is_refused(answer, Problem.NO_SUCH_TABLE):
            return [error(statuses.explain(answer))]
        options = Options("eriantys", MOST_WAITING)
        opening = Open(options, nickname.name, nickname.secret, unsettled=True)
        return self._ask(opening, partial(self._entered, Nickname(nickname.name, "", nickname.secret)))

    def _sit(self, view: TableView) -> Deeds:
        self._look(view)
        lines = self._number_told(view)
        if view.game is None:
            self._state = State.WAITING
            return [Send(lines)]
        self._state = State.PLAYING
        lines += telling.full(view)
        if view.result is not None:
            self._state = State.OVER
            lines += telling.winner(view)
        return [Send(lines)]

    def _waited(self, view: TableView) -> Deeds:
        """News of the waiting room: numbers move up when somebody leaves, and one day the game starts."""
        self._look(view)
        if view.game is not None:
            self._state = State.PLAYING
            return [Send(telling.full(view))]
        return [] if view.you is None or view.you + 1 == self._user else [Send(self._number_told(view))]

    def _number_told(self, view: TableView) -> bytes:
        assert view.you is not None
        self._user = view.you + 1
        return wire.line_of(AddPlayerResponse(status=Status.OK, userID=self._user, code=view.code))

    def _look(self, view: TableView) -> None:
        self._seats = len(view.seats)
        self._starts = view.starts
        self._number = view.number
        self._game = view.game
        if view.game is not None and view.you is not None:
            self._people = telling.people(view)
            self._player = view.seats[view.you].player

    def _forget(self) -> None:
        self._state = State.NAMING
        self._game = self._player = None
        self._people = ()
        self._user = self._seats = self._number = 0

    # ------------------------------------------------------------ the waiting room

    def _arrange(self, wanted: GameParameters) -> Deeds:
        expert = MODES.get(wanted.gameMode.lower())
        if expert is None:
            raise Malformed(statuses.NO_MODE)
        if self._user != 1:
            return [error(Explained(Status.WRONGTURN, statuses.NOT_FIRST))]
        if wanted.bots and self._seats + wanted.bots > wanted.numPlayers:
            return [error(Explained(Status.ILLEGALARGUMENT, statuses.TOO_MANY_BOTS))]
        settings = {"expert": expert}
        arranging = Do(lambda seat: commands.Arrange(seat, wanted.numPlayers, settings, settled=True, shrink=True))
        return self._ask(arranging, partial(self._arranged, wanted.bots))

    def _arranged(self, bots: int, answer: Answer) -> Deeds:
        if isinstance(answer, Exception):
            return [error(statuses.explain(answer))]
        return self._ask(SeatBots(bots), self._begin) if bots else self._begin(answer)

    def _begin(self, answer: Answer) -> Deeds:
        """Tables of this dialect begin by themselves. At another the first player says so, who has no other word."""
        if isinstance(answer, Exception) or self._starts is Starts.FULL or self._state is not State.WAITING:
            return refused(answer)
        return self._ask(Do(commands.Start), refused)

    # ------------------------------------------------------------ the game

    def _act(self, command: AnyCommand) -> Deeds:
        assert self._game is not None
        action = actions.action(command, self._game)
        if any(said not in (UNSET, self._player) for said in (command.playerId, command.playerIndex)):
            return [error(Explained(Status.WRONGTURN, statuses.NOT_YOURS))]
        simple = isinstance(command, PlayCharacterCard) and not self._game["expert"]
        return self._ask(Do(lambda seat: commands.Act(seat, action)), without_characters if simple else refused)


def refused(answer: Answer) -> Deeds:
    """What was done is heard as news; only what was not is answered."""
    return [error(statuses.explain(answer))] if isinstance(answer, Exception) else []


def without_characters(answer: Answer) -> Deeds:
    """The rules only know that it is not the moment; but in a simple game the moment never comes."""
    if isinstance(answer, Refused) and answer.code is Refusal.ILLEGAL_ACTION:
        return [error(Explained(Status.ILLEGALARGUMENT, statuses.NO_CHARACTERS))]
    return refused(answer)


def error(why: Explained) -> Effect:
    return Send(wire.line_of(CurrentStatus(status=why.status, errorMessage=why.message)))


def read_username(line: bytes) -> Nickname | Explained:
    """The parts of a username; or what is wrong with its code; or Malformed."""
    try:
        return nicknames.read(wire.read_text(line).strip())
    except Refused as refusal:
        raise Malformed(statuses.NO_USERNAME if refusal.code is Refusal.BAD_NAME else statuses.NO_SECRET) from refusal
    except Trouble as trouble:
        return statuses.explain(trouble)


def is_refused(answer: Exception, why: Refusal | Problem) -> bool:
    return isinstance(answer, Refused | Trouble) and str(answer.code) == str(why)
