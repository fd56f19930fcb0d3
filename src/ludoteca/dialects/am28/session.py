"""The server's end of a connection: a username, then the waiting room, then commands.

Checks come in the order of the house: malformed, not your turn, wrong phase, out of range, contents. All but the first
are left to the table as it is at that moment, so nothing is judged by what this end has heard so far.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from msgspec import UNSET

from ludoteca.dialects import nicknames
from ludoteca.dialects.contract import (
    CLOSING,
    Answer,
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
from ludoteca.dialects.eriantys.spelling import Position
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.messages import Malformed
from ludoteca.dialects.nicknames import Nickname
from ludoteca.dialects.session import Effects, LineSession
from ludoteca.house import commands
from ludoteca.house.entries import Starts
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.views import TableView

from . import actions, errors, machine, tell
from .errors import Explained, Status
from .machine import MACHINE, State
from .messages import (
    VOCABULARY,
    Command,
    GameParameters,
    PlayCharacterCard,
    Username,
    is_object,
    read_text,
)
from .tell import DOCUMENTED, Person, Wire

MOST_WAITING = 4  # in a room whose parameters are not known yet
MODES = {"simple": False, "expert": True}


class Session(LineSession):
    """`_wire` spells what is told."""

    __slots__ = ("_game", "_number", "_people", "_player", "_seats", "_starts", "_state", "_user", "_wire")

    def __init__(self, wire: Wire = DOCUMENTED) -> None:
        super().__init__()
        self._wire = wire
        self._state = State.NAMING
        self._user = 0  # the number that was told last
        self._seats = 0  # how many are taken
        self._starts = Starts.FULL
        self._number = 0  # of the entry after which the table was as it was told last
        self._game: Position | None = None
        self._people: tuple[Person, ...] = ()
        self._player: int | None = None

    # ------------------------------------------------------------ the contract

    def turned_away(self, now: float) -> Iterable[Effect]:
        return [self._error(Explained(Status.KICKEDOUT, CLOSING))]

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
            return [Send(seat_entry.once((self._wire, "winner"), partial(self._wire.winner, view)))]
        if kind == "took_back" or before is None:
            return [Send(self._wire.whole(view))]
        if kind == "acted":
            return [Send(seat_entry.once((self._wire, number), partial(self._wire.changed, before, view)))]
        line = self._wire.presence(people, self._people, view)
        return [Send(line)] if line else ()

    def unseated(self, why: Problem | None, now: float) -> Iterable[Effect]:
        if self._state not in (State.WAITING, State.PLAYING):
            return ()
        sentence = errors.SEAT_GONE
        if self._state is State.WAITING and why is None and self._starts is Starts.FULL:
            sentence = errors.KICKED_OUT.get(self._user, errors.SEAT_GONE)
        self._forget()
        if why is Problem.MOVED:
            return list(self._end(self._wire.error(Explained(Status.ALREADYLOGGED, errors.MOVED))))
        return [self._error(Explained(Status.KICKEDOUT, errors.CLOSED if why is Problem.ENDED else sentence))]

    # ------------------------------------------------------------ lines

    def _complaint(self, line: bytes, sentence: str) -> bytes:
        return self._wire.error(Explained(Status.ILLEGALARGUMENT, sentence))

    def _read(self, line: bytes) -> Iterable[Effect]:
        if MACHINE.allows(self._state, Username) and not (self._state is State.OVER and is_object(line)):
            return self._enter(read_username(line))
        message = VOCABULARY.read(line)
        wrong = machine.wrong(self._state, message)
        if wrong is not None:
            return [self._error(wrong)]
        return self._arrange(message) if isinstance(message, GameParameters) else self._act(message)

    # ------------------------------------------------------------ coming in

    def _enter(self, nickname: Nickname | Explained) -> Effects:
        if isinstance(nickname, Explained):
            yield self._error(nickname)
        elif self._state is State.OVER:
            self._forget()
            yield from self._ask(Leave(), lambda answer: self._enter(nickname))
        else:
            enter = Enter(nickname.code, nickname.name, nickname.secret)
            yield from self._ask(enter, partial(self._entered, nickname))

    def _entered(self, nickname: Nickname, answer: Answer) -> Effects:
        if isinstance(answer, Seated):
            yield self._sit(answer.view)
            return
        assert isinstance(answer, Exception)
        if nickname.code is None and is_refused(answer, Refusal.TABLE_FULL):
            yield self._error(Explained(Status.FULL_LOBBY, errors.FULL_ROOM))
        elif nickname.code is not None or not is_refused(answer, Problem.NO_SUCH_TABLE):
            yield self._error(errors.explain(answer))
        else:
            opening = Open(Options("eriantys", MOST_WAITING), nickname.name, nickname.secret, unsettled=True)
            yield from self._ask(opening, partial(self._entered, Nickname(nickname.name, "", nickname.secret)))

    def _sit(self, view: TableView) -> Effect:
        self._look(view)
        if view.game is None:
            self._state = State.WAITING
            return Send(self._number_told(view))
        self._state = State.PLAYING
        self._user = own_number(view)
        lines = self._wire.back(self._user, view)
        if view.result is not None:
            self._state = State.OVER
            lines += self._wire.winner(view)
        return Send(lines)

    def _waited(self, view: TableView) -> list[Effect]:
        """News of the waiting room: numbers move up when somebody leaves, and one day the game starts."""
        self._look(view)
        if view.game is not None:
            self._state = State.PLAYING
            return [Send(self._wire.whole(view))]
        told = b"" if view.you is None or own_number(view) == self._user else self._number_told(view)
        return [Send(told)] if told else []

    def _number_told(self, view: TableView) -> bytes:
        former, self._user = self._user, own_number(view)
        return self._wire.number(former, self._user, view.code)

    def _look(self, view: TableView) -> None:
        self._seats = len(view.seats)
        self._starts = view.starts
        self._number = view.number
        self._game = view.game
        if view.game is not None and view.you is not None:
            self._people = tell.people(view)
            self._player = view.seats[view.you].player

    def _forget(self) -> None:
        self._state = State.NAMING
        self._game = self._player = None
        self._people = ()
        self._user = self._seats = self._number = 0

    # ------------------------------------------------------------ the waiting room

    def _arrange(self, wanted: GameParameters) -> Effects:
        expert = MODES.get(wanted.gameMode.lower())
        if expert is None:
            raise Malformed(errors.NO_MODE)
        if self._user != 1:
            yield self._error(Explained(Status.WRONGTURN, errors.NOT_FIRST))
        elif wanted.bots and self._seats + wanted.bots > wanted.numPlayers:
            yield self._error(Explained(Status.ILLEGALARGUMENT, errors.TOO_MANY_BOTS))
        else:
            settings = {"expert": expert}
            arranging = Do(lambda seat: commands.Arrange(seat, wanted.numPlayers, settings, settled=True, shrink=True))
            yield from self._ask(arranging, partial(self._arranged, wanted))

    def _arranged(self, wanted: GameParameters, answer: Answer) -> Effects:
        if isinstance(answer, Exception):
            yield from self._refused(answer)
        elif wanted.bots:
            yield from self._ask(SeatBots(wanted.bots), partial(self._begin, wanted))
        else:
            yield from self._begin(wanted, answer)

    def _begin(self, wanted: GameParameters, answer: Answer) -> Effects:
        """Tables of this dialect begin by themselves. At another the first player says so, who has no other word."""
        if isinstance(answer, Exception) or self._state is not State.WAITING:
            yield from self._refused(answer)
        elif self._starts is not Starts.FULL:
            yield from self._ask(Do(commands.Start), self._refused)
        elif self._seats < wanted.numPlayers:  # others are awaited
            yield Send(self._wire.awaiting(self._user, wanted))

    # ------------------------------------------------------------ the game

    def _act(self, command: Command) -> Effects:
        assert self._game is not None
        action = actions.action(command, self._game)
        if any(said not in (UNSET, self._player) for said in (command.playerId, command.playerIndex)):
            yield self._error(Explained(Status.WRONGTURN, errors.NOT_YOURS))
        else:
            simple = isinstance(command, PlayCharacterCard) and not self._game["expert"]
            act = Do(lambda seat: commands.Act(seat, action))
            yield from self._ask(act, self._without_characters if simple else self._refused)

    def _refused(self, answer: Answer) -> list[Effect]:
        """What was done is heard as news; only what was not is answered."""
        return [self._error(errors.explain(answer))] if isinstance(answer, Exception) else []

    def _without_characters(self, answer: Answer) -> list[Effect]:
        """The rules only know that it is not the moment; but in a simple game the moment never comes."""
        if isinstance(answer, Refused) and answer.code is Refusal.ILLEGAL_ACTION:
            return [self._error(Explained(Status.ILLEGALARGUMENT, errors.NO_CHARACTERS))]
        return self._refused(answer)

    def _error(self, why: Explained) -> Effect:
        return Send(self._wire.error(why))


def own_number(view: TableView) -> int:
    assert view.you is not None
    return view.you + 1


def read_username(line: bytes) -> Nickname | Explained:
    """The parts of a username; or what is wrong with its code; or Malformed."""
    try:
        return nicknames.read(read_text(line).strip())
    except Refused as refusal:
        raise Malformed(errors.NO_USERNAME if refusal.code is Refusal.BAD_NAME else errors.NO_SECRET) from refusal
    except Trouble as trouble:
        return errors.explain(trouble)


def is_refused(answer: Exception, why: Refusal | Problem) -> bool:
    return isinstance(answer, Refused | Trouble) and str(answer.code) == str(why)
