"""The server's end of a connection: lines in, deeds out. Nothing that a client sends makes it raise.

A line is judged in this order: is it a message, is it the sender's turn, is it the moment for it (`states.py`), and
then, by the house and the rules, what is in it. Whatever is refused is answered with `nack` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from ludoteca.dialects import nicknames
from ludoteca.dialects.contract import Answer, Ask, Close, Effect, Seated, SeatEntry, Send
from ludoteca.dialects.house.problems import Problem
from ludoteca.dialects.lines import Lines, LineTooLong
from ludoteca.house.refusals import Refused
from ludoteca.house.views import TableView

from . import actions, entering, messages, reasons, shapes, situations, states, telling
from .messages import Colour, FromClient, Malformed, Question, Reason
from .states import State

Then = Callable[[Answer], Iterator[Effect]]

MOVE_1 = (State.STUDENTS, State.SEATING, State.SENDING, State.PLACING)


class Connection:
    __slots__ = (
        "_entrance",
        "_held",
        "_hindrance",
        "_lines",
        "_newcomer",
        "_question",
        "_seated",
        "_state",
        "_student",
        "_then",
    )

    def __init__(self) -> None:
        self._lines = Lines()
        self._state = State.NAMELESS
        self._question: Question | None = None
        self._then: Then | None = None  # what to do with the answer of the house, while one is awaited
        self._held: list[bytes] = []  # what was heard meanwhile: the client is answered first
        self._hindrance: Reason = reasons.NOT_YOUR_TURN
        self._entrance: Mapping[str, int] = situations.NOBODY_ASKED
        self._student: Colour | None = None  # chosen for an island
        self._newcomer: nicknames.Nickname | None = None  # until the table is settled: he may have to go to another
        self._seated = 0  # how many sit at the table

    @property
    def state(self) -> State:
        return self._state

    # ------------------------------------------------------------ what the shell calls

    def opened(self, now: float) -> Iterable[Effect]:
        return ()

    def turned_away(self, now: float) -> Iterable[Effect]:
        return [_send(messages.Nack(reasons.CLOSING))]

    def receive(self, data: bytes, now: float) -> Iterable[Effect]:
        self._lines.add(data)
        return self._read(now)

    def answered(self, answer: Answer, now: float) -> Iterable[Effect]:
        then, self._then = self._then, None
        if then is not None:
            yield from then(answer)
        if self._then is None:
            yield from self._release()
        yield from self._read(now)

    def heard(self, seat_entry: SeatEntry, now: float) -> Iterable[Effect]:
        view = seat_entry.view
        if view.settled:
            self._newcomer = None
        if self._state in (State.NAMELESS, State.OVER):  # after the last screen nothing changes that matters
            return
        kind = seat_entry.entry["what"]["kind"]
        self._held += telling.lines(seat_entry, kind)
        self._held += self._go_on(view, again=kind == "took_back")
        if self._then is None:
            yield from self._release()

    def unseated(self, why: Problem | None, now: float) -> Iterable[Effect]:
        newcomer, self._newcomer = self._newcomer, None
        self._state = State.NAMELESS
        self._forget()
        if why is None and newcomer is not None and newcomer.code is None and self._then is None:
            yield from self._ask(entering.enter(newcomer), partial(self._moved, newcomer))
        else:
            yield _send(messages.RemovedFromLobby(reasons.unseated(why)))

    def tick(self, now: float) -> Iterable[Effect]:
        return ()

    def farewell(self, now: float) -> Iterable[Effect]:
        return ()

    # ------------------------------------------------------------ reading

    def _read(self, now: float) -> Iterator[Effect]:
        try:
            while self._then is None and (line := self._lines.take()) is not None:
                for effect in self._read_line(line, now):
                    yield effect
                    if isinstance(effect, Close):  # whatever else he has sent is not read any more
                        return
        except LineTooLong as error:
            yield _send(messages.Nack(reasons.too_long(error.sentence)))
            yield Close()

    def _read_line(self, line: bytes, now: float) -> Iterator[Effect]:
        try:
            message = messages.read_from_client(line)
        except Malformed as error:
            yield from self._nack(reasons.malformed(str(error)), error.claimed)
            if self._lines.malformed(now):
                yield Close()
        else:
            yield from self._receive(message)

    def _receive(self, message: FromClient) -> Iterator[Effect]:
        wrong = self._wrong(message)
        if wrong is not None:
            yield from self._nack(wrong, states.tag(type(message)))
            return
        match message:
            case messages.Nickname() | messages.RegisterNickname():
                yield from self._say_nickname(message.nickname)
            case messages.JoinLobby() | messages.AddToLobby():
                yield from self._join_lobby()
            case messages.SetNumPlayer():
                yield from self._set_players(message)
            case messages.SetExpertsVariant():
                yield from self._ask(entering.settle(message), self._settled)
            case messages.SetAssistantSeed():
                yield from self._ask(entering.dress(message), self._dressed)
            case messages.PlayerAnswer() if self._state in MOVE_1:
                self._student = None
                self._state = State.SEATING if message.answer == "Yes" else State.SENDING
                yield ACK
            case messages.ChooseStudent() if self._state in (State.SENDING, State.PLACING):
                yield from self._choose_student(message.student)
            case messages.CloseSocket():
                yield ACK
                yield Close()
            case _:
                yield from self._act(message)

    def _wrong(self, message: FromClient) -> Reason | None:
        """What is wrong with a message before the house is asked."""
        if isinstance(message, messages.ChooseCharacterCard):
            missing = actions.lacking(message)
            if missing:
                return reasons.malformed(f"character {message.character_card} needs {' and '.join(missing)}")
        if states.allowed(self._state, type(message)):
            return None
        if self._state is State.LISTENING and type(message) in states.OF_PLAYERS:
            return self._hindrance
        if self._state is State.LOBBY and isinstance(message, messages.SetAssistantSeed):
            return reasons.NOT_YOUR_TURN
        return reasons.WRONG_PHASE

    def _nack(self, reason: Reason, kind: str) -> Iterator[Effect]:
        """Refuse; and ask again, if that was to be the answer to a question."""
        yield from self._release()
        lines = messages.line(messages.Nack(reason))
        if self._question is not None and kind in map(states.tag, states.answers(self._state)):
            lines += messages.line(self._question)
        yield Send(lines)

    def _ask(self, ask: Ask, then: Then) -> Iterator[Effect]:
        self._then = then
        yield ask

    def _release(self) -> Iterator[Effect]:
        if self._held:
            lines, self._held = b"".join(self._held), []
            yield Send(lines)

    def _forget(self) -> None:
        """Nothing is asked of whoever has no seat."""
        self._question, self._student = None, None
        self._entrance = situations.NOBODY_ASKED

    # ------------------------------------------------------------ login (§2.1)

    def _say_nickname(self, typed: str) -> Iterator[Effect]:
        """Whether he could sit down under that name. Nothing is kept for him: he sits once he enters the lobby."""
        try:
            newcomer = nicknames.read(typed)
        except entering.REFUSALS as error:
            yield from self._nack(reasons.refused(error), "")
        else:
            yield from self._ask(entering.knock(newcomer), partial(self._knocked, newcomer))

    def _knocked(self, newcomer: nicknames.Nickname, answer: Answer) -> Iterator[Effect]:
        if answer is None or entering.may_open(newcomer, answer):
            self._state, self._newcomer = State.NAMED, newcomer
            yield ACK
        else:
            yield from self._nack(reasons.refused(answer), "")

    def _join_lobby(self) -> Iterator[Effect]:
        newcomer, self._newcomer = self._newcomer, None
        assert newcomer is not None
        self._state = State.NAMELESS  # if there is no seat for him after all, he says another nickname
        yield from self._ask(entering.enter(newcomer), partial(self._entered, newcomer))

    def _entered(self, newcomer: nicknames.Nickname, answer: Answer) -> Iterator[Effect]:
        if isinstance(answer, Seated):
            view = answer.view
            assert view.you is not None
            yield _send(messages.Ack(view.code, view.seats[view.you].name))
            yield from self._show(newcomer, view)
        elif entering.may_open(newcomer, answer):
            yield from self._ask(entering.open_table(newcomer), partial(self._entered, newcomer))
        else:
            yield from self._nack(reasons.refused(answer), "")

    def _show(self, newcomer: nicknames.Nickname, view: TableView) -> Iterator[Effect]:
        """The table as it is, to somebody who comes."""
        self._state = State.LOBBY
        self._newcomer = None if view.settled else newcomer
        lines = []
        if view.game is not None:
            lines = [*telling.result(view), shapes.render_view(view)]
        lines += self._go_on(view, again=True)
        if lines:
            yield Send(b"".join(lines))

    def _moved(self, newcomer: nicknames.Nickname, answer: Answer) -> Iterator[Effect]:
        """The first of his table wants fewer players: he waits at another one."""
        if isinstance(answer, Seated):
            yield _send(messages.MovedToLobby(answer.view.code, reasons.FEWER_PLAYERS))
            yield from self._show(newcomer, answer.view)
        elif entering.may_open(newcomer, answer):
            yield from self._ask(entering.open_table(newcomer), partial(self._moved, newcomer))
        else:
            yield _send(messages.RemovedFromLobby(reasons.refused(answer)))

    # ------------------------------------------------------------ choices

    def _set_players(self, message: messages.SetNumPlayer) -> Iterator[Effect]:
        try:
            entering.check_bots(message, self._seated)
        except Refused as error:
            yield from self._answer(messages.SetNumPlayer, error)
        else:
            yield from self._ask(entering.count(message), partial(self._counted, message))

    def _counted(self, message: messages.SetNumPlayer, answer: Answer) -> Iterator[Effect]:
        if isinstance(answer, Exception):
            yield from self._answer(messages.SetNumPlayer, answer)
        elif message.bots and isinstance(answer, int):  # the number is arranged, the bots come next
            yield from self._ask(entering.seat_bots(message), partial(self._counted, message))
        else:
            self._state = State.EXPERTS
            self._question = messages.AskExpertsVariant()
            yield Send(messages.line(messages.Ack()) + messages.line(self._question))

    def _settled(self, answer: Answer) -> Iterator[Effect]:
        yield from self._answer(messages.SetExpertsVariant, answer)

    def _dressed(self, answer: Answer) -> Iterator[Effect]:
        if isinstance(answer, Exception):
            yield from self._answer(messages.SetAssistantSeed, answer)
        else:
            yield from self._ask(entering.CONFIRM, partial(self._answer, messages.SetAssistantSeed))

    # ------------------------------------------------------------ playing (§2.2 to §2.5)

    def _choose_student(self, student: Colour) -> Iterator[Effect]:
        if self._entrance.get(student.lower()):
            self._student = student
            self._state = State.PLACING
            yield ACK
        else:
            yield from self._nack(reasons.NO_SUCH_STUDENT, "")

    def _act(self, message: FromClient) -> Iterator[Effect]:
        action: actions.Action | None
        match message:
            case _ if self._state is State.CHARACTER:
                assert isinstance(self._question, messages.AskCharacterChoice)
                action = actions.choice(self._question, message)
            case messages.ChooseStudent():
                action = actions.to_dining_room(message.student)
            case messages.ChooseIsland():
                assert self._student is not None
                action = actions.to_island(self._student, message.index)
            case _:
                action = actions.simple(message)
        if action is None:
            yield from self._nack(reasons.WRONG_PHASE, states.tag(type(message)))
        else:
            yield from self._ask(entering.act(action), partial(self._answer, type(message)))

    def _answer(self, kind: type[FromClient], answer: Answer) -> Iterator[Effect]:
        if isinstance(answer, Exception):
            yield from self._nack(reasons.refused(answer), states.tag(kind))
        else:
            if kind is messages.ChooseIsland and self._state is State.PLACING:  # the next student is to be chosen
                self._state, self._student = State.SENDING, None
            yield ACK

    # ------------------------------------------------------------ following the table

    def _go_on(self, view: TableView, again: bool) -> list[bytes]:
        """Follow the table; the question that is new, or is to be asked `again`."""
        now = situations.situation(view)
        self._seated = len(view.seats)
        same = now.question == self._question and not again
        within = self._state in MOVE_1 and now.state is State.STUDENTS and same
        if self._state is State.EXPERTS and now.state is State.COUNTING and not again:
            return []
        self._entrance = now.entrance
        if not within:
            self._state = now.state
            self._student = None
        self._question = now.question
        if now.state is State.LISTENING:
            self._hindrance = situations.hindrance(view)
        return [] if same or now.question is None else [messages.line(now.question)]


ACK = Send(messages.line(messages.Ack()))


def _send(message: messages.FromServer) -> Send:
    return Send(messages.line(message))
