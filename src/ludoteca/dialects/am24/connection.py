"""The server's end of a client's connection: lines in, deeds out; news of the table in, lines out.

Checks come in the order: malformed, not your turn, wrong phase, out of range; contents are for the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import cast

from ludoteca.dialects import nicknames
from ludoteca.dialects.contract import (
    CLOSING,
    Answer,
    Ask,
    Close,
    Do,
    Effect,
    Enter,
    Leave,
    Lobby,
    Open,
    Seated,
    SeatEntry,
    Send,
)
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.lines import Lines, Unreadable
from ludoteca.house import commands
from ludoteca.house.entries import Look
from ludoteca.house.lobby import Listing
from ludoteca.house.options import PLAYERS, Options
from ludoteca.house.refusals import Refused
from ludoteca.rules.eriantys.notation.refusals import Refusal as OfTheRules

from . import messages, playing, sentences
from .lobbies import Lobbies
from .messages import ClientMessage, Error, FromClient
from .mistakes import Mistake, Wrong
from .playing import Action
from .states import ALLOWED, ENTERING, State
from .telling import Teller
from .wire import Malformed, line, read_from_client

MOST_SILENT = 5  # pings without a word of the client (002 §1.2)

Then = Callable[[Answer, float], Iterator[Effect]]
PING = line(messages.Ping())


class Connection:
    """`contract.Connection`."""

    __slots__ = ("_closed", "_lines", "_lobbies", "_pings", "_teller", "_then")

    def __init__(self) -> None:
        self._lines = Lines()
        self._lobbies: Lobbies | None = Lobbies()  # while he may enter one
        self._teller: Teller | None = None  # while he has a seat
        self._then: Then | None = None  # what to do with the answer that is awaited
        self._pings = 0  # since the last word of the client
        self._closed = False

    @property
    def state(self) -> State:
        return State.LOBBY if self._teller is None else self._teller.state

    # ------------------------------------------------------------ what the shell calls

    def opened(self, now: float) -> list[Effect]:
        return list(self._look_around())

    def receive(self, data: bytes, now: float) -> list[Effect]:
        self._pings = 0
        self._lines.add(data)
        return list(self._go_on(now))

    def answered(self, answer: Answer, now: float) -> list[Effect]:
        then, self._then = self._then, None
        effects = [] if then is None else list(then(answer, now))
        return [*effects, *self._go_on(now)]

    def heard(self, seat_entry: SeatEntry, now: float) -> list[Effect]:
        if self._teller is None:
            return []
        lines = self._teller.told(seat_entry)
        self._show_lobbies_or_not()
        return [Send(lines)] if lines else []

    def unseated(self, why: Problem | None, now: float) -> list[Effect]:
        """He is in no lobby again; the list comes at once, or after what he waits for."""
        self._teller, self._lobbies = None, Lobbies()
        sentence = "Your seat was given up." if why is None else Trouble(why).sentence
        error = Error(string=sentence, code="unseated" if why is None else why)
        return [Send(line(error)), *self._look_around()]

    def tick(self, now: float) -> list[Effect]:
        if self._closed:
            return []
        if self._pings >= MOST_SILENT:
            return list(self._close())
        if self._then is None:  # otherwise what he says is not read, so his silence means nothing
            self._pings += 1
        return [Send(PING), *self._look_around()]

    def turned_away(self, now: float) -> list[Effect]:
        return [Send(line(Error(string=CLOSING, code=Problem.RESTART)))]

    def farewell(self, now: float) -> list[Effect]:
        return [Send(line(Error(string=Trouble(Problem.RESTART).sentence, code=Problem.RESTART)))]

    # ------------------------------------------------------------ lines

    def _go_on(self, now: float) -> Iterator[Effect]:
        """Take lines until one has to be answered first."""
        while self._then is None and not self._closed:
            try:
                taken = self._lines.take()
            except Unreadable as error:
                yield from self._refuse(Wrong.MALFORMED, error.sentence)
                yield from self._close()
                return
            if taken is None:
                return
            yield from self._read(taken, now)

    def _read(self, text: bytes, now: float) -> Iterator[Effect]:
        try:
            message = read_from_client(text)
        except Malformed as error:
            yield from self._refuse(Wrong.MALFORMED, f"That is no message of am24: {error}.")
            if self._lines.malformed(now):
                yield from self._close()
            return
        state = self.state
        if type(message) in ALLOWED[state]:
            yield from self._do(message)
        elif state is State.LISTENING and isinstance(message, messages.OF_PLAYING):
            yield from self._refuse(Wrong.NOT_YOUR_TURN, sentences.EXPECTED[state])
        elif type(message) in ENTERING:
            seated = sentences.WAITS_ALREADY if state is State.WAITING else sentences.PLAYS_ALREADY
            yield from self._refuse(Wrong.WRONG_PHASE, seated)
        else:
            yield from self._refuse(Wrong.WRONG_PHASE, sentences.EXPECTED[state])

    def _do(self, message: ClientMessage) -> Iterator[Effect]:
        try:
            match message:
                case messages.Pong():
                    pass
                case messages.Disconnect():
                    yield from self._disconnect()
                case messages.GameParams():
                    yield from self._enter(opening(message))
                case messages.Join():
                    yield from self._enter(self._joining(message))
                case _:
                    yield from self._play(message)
        except Mistake as mistake:
            yield from self._refuse(mistake.code, mistake.sentence)
        except (Refused, Trouble) as error:  # a nickname or a code that cannot be one
            yield from self._refuse(error.code, error.sentence)

    def _refuse(self, code: str, sentence: str) -> Iterator[Effect]:
        yield Send(line(Error(string=sentence, code=code)))

    def _close(self) -> Iterator[Effect]:
        self._closed = True
        yield Close()

    def _ask(self, ask: Ask, then: Then) -> Iterator[Effect]:
        self._then = then
        yield ask

    # ------------------------------------------------------------ before there is a seat

    def _look_around(self) -> Iterator[Effect]:
        if self._lobbies is not None and self._then is None:
            yield from self._ask(Lobby(), self._looked)

    def _show_lobbies_or_not(self) -> None:
        """The list is for those who may enter a table: without a seat, or at one whose game is over."""
        if messages.Join not in ALLOWED[self.state]:
            self._lobbies = None
        elif self._lobbies is None:
            self._lobbies = Lobbies()

    def _looked(self, answer: Answer, now: float) -> Iterator[Effect]:
        if isinstance(answer, Exception) or self._lobbies is None:  # the list is asked for again in a second
            return
        news = self._lobbies.news(cast(Sequence[Listing], answer))
        if news:
            yield Send(news)

    def _joining(self, message: messages.Join) -> Enter:
        who = nicknames.read(message.nickname)
        code = message.code or who.code
        if code is None and message.index is not None and self._lobbies is not None:
            code = self._lobbies.code(message.index)
        if code is None:
            raise Mistake(Wrong.NO_SUCH_LOBBY, f"There is no lobby {message.index} in the list.")
        return Enter(code, who.name, who.secret, look(message))

    def _enter(self, ask: Open | Enter) -> Iterator[Effect]:
        """From a table whose game is over one gets up first."""
        if self._teller is not None:
            yield from self._ask(Leave(), partial(self._entering, ask))
        else:
            yield from self._ask(ask, self._entered)

    def _entering(self, ask: Open | Enter, answer: Answer, now: float) -> Iterator[Effect]:
        self._teller = None
        yield from self._ask(ask, self._entered)

    def _entered(self, answer: Answer, now: float) -> Iterator[Effect]:
        if isinstance(answer, Seated):
            self._teller, self._lobbies = Teller(), None
            yield Send(self._teller.seated(answer))
            self._show_lobbies_or_not()
        else:
            yield from self._failed(answer)

    def _failed(self, answer: Answer) -> Iterator[Effect]:
        if isinstance(answer, Refused):
            yield from self._refuse(answer.rule or answer.code, sentences.refused(answer))
        else:
            trouble = answer if isinstance(answer, Trouble) else Trouble(Problem.INTERNAL)
            yield from self._refuse(trouble.code, trouble.sentence)

    def _disconnect(self) -> Iterator[Effect]:
        if self._teller is None:
            yield from self._close()
        else:
            yield from self._ask(Leave(), lambda answer, now: self._close())

    # ------------------------------------------------------------ in the game

    def _play(self, message: FromClient) -> Iterator[Effect]:
        moment = None if self._teller is None else self._teller.moment
        assert moment is not None  # the state says that it is his turn
        wanted = playing.actions(moment, message)
        if len(wanted) > 1:
            playing.rehearse(moment, wanted)
        yield from self._act(message, wanted)

    def _act(self, message: FromClient, wanted: Sequence[Action]) -> Iterator[Effect]:
        action, *others = wanted
        yield from self._ask(Do(lambda seat: commands.Act(seat, action)), partial(self._acted, message, others))

    def _acted(self, message: FromClient, others: Sequence[Action], answer: Answer, now: float) -> Iterator[Effect]:
        if isinstance(answer, int):
            if others:
                yield from self._act(message, others)
        elif isinstance(answer, Refused) and answer.rule == OfTheRules.CLOUD_EMPTY:  # the rules count clouds from 1
            assert isinstance(message, messages.ChooseCloud)
            yield from self._refuse(answer.rule, f"Cloud {message.index} is empty: take another one.")
        else:
            yield from self._failed(answer)


def opening(message: messages.GameParams) -> Open:
    numbers = PLAYERS["eriantys"]
    if message.num_players not in numbers:
        raise Mistake(Wrong.OUT_OF_RANGE, f"numPlayers is {numbers[0]} to {numbers[-1]}, not {message.num_players}.")
    if not 0 <= message.bots < message.num_players:
        raise Mistake(Wrong.OUT_OF_RANGE, f"bots is 0 to {message.num_players - 1}, not {message.bots}.")
    who = nicknames.read(message.nickname, with_code=False)
    options = Options("eriantys", message.num_players, {"expert": message.expert})
    return Open(options, who.name, who.secret, look(message), message.bots)


def look(message: messages.GameParams | messages.Join) -> Look:
    tower = None if message.color_t is None else message.color_t.lower()
    return Look(tower, int(message.mage.removeprefix("MAGE")))
