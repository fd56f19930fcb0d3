"""The server's end of a connection. Nothing that a client sends makes it raise.

A line is judged in this order: is it a message, is it the sender's turn, is it the moment for it (`machine.py`), and
then, by the house and the rules, what is in it. Whatever is refused is answered with `nack` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from ludoteca.dialects import nicknames
from ludoteca.dialects.contract import Answer, Do, Effect, Enter, Knock, Open, SeatBots, Seated, SeatEntry, Send
from ludoteca.dialects.eriantys.spelling import Action, Colour
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.lines import LineTooLong
from ludoteca.dialects.messages import claimed, name
from ludoteca.dialects.nicknames import Nickname
from ludoteca.dialects.session import Effects, LineSession
from ludoteca.house import commands
from ludoteca.house.entries import Look
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.views import TableView

from . import actions, errors, messages, tell
from .machine import MACHINE, OF_PLAYERS, SILENT, State, answers
from .messages import VOCABULARY, FromClient, Question, Reason
from .tell import SEEDS

OPTIONAL = tuple(name(kind) for kind in SILENT)  # other names of messages, and what need not come
MOVE_1 = (State.STUDENTS, State.SEATING, State.SENDING, State.PLACING)
NO_SEAT = (Problem.NO_SUCH_TABLE, Refusal.TABLE_FULL)
# For as many as can play; the first who connected opens the first round (§2.1).
UNDECIDED = Options("eriantys", 4, {"expert": False}, first=0)


class Session(LineSession):
    __slots__ = ("_entrance", "_hindrance", "_newcomer", "_question", "_seated", "_state", "_student")

    def __init__(self) -> None:
        super().__init__()
        self._state = State.NAMELESS
        self._question: Question | None = None
        self._hindrance: Reason = errors.NOT_YOUR_TURN
        self._entrance: Mapping[str, int] = tell.NOBODY_ASKED
        self._student: Colour | None = None  # chosen for an island
        self._newcomer: Nickname | None = None  # until the table is settled: he may have to go to another
        self._seated = 0  # how many sit at the table

    @property
    def state(self) -> State:
        return self._state

    # ------------------------------------------------------------ the contract

    def turned_away(self, now: float) -> Iterable[Effect]:
        return [_send(messages.Nack(errors.CLOSING))]

    def heard(self, seat_entry: SeatEntry, now: float) -> Iterable[Effect]:
        view = seat_entry.view
        if view.settled:
            self._newcomer = None
        if self._state in (State.NAMELESS, State.OVER):  # after the last screen nothing changes that matters
            return ()
        kind = seat_entry.entry["what"]["kind"]
        return list(self._hold(tell.lines(seat_entry, kind) + self._follow(view, again=kind == "took_back")))

    def unseated(self, why: Problem | None, now: float) -> Iterable[Effect]:
        newcomer, self._newcomer = self._newcomer, None
        self._state = State.NAMELESS
        self._question, self._student = None, None
        self._entrance = tell.NOBODY_ASKED
        if why is None and newcomer is not None and newcomer.code is None and self._then is None:
            return list(self._ask(enter(newcomer), partial(self._moved, newcomer)))
        return [_send(messages.RemovedFromLobby(errors.unseated(why)))]

    # ------------------------------------------------------------ reading

    def _complaint(self, line: bytes, sentence: str) -> bytes:
        if not line:
            code = Problem.TOO_LARGE if sentence == LineTooLong.sentence else Problem.MALFORMED
            return VOCABULARY.line(messages.Nack(Reason(code, sentence)))
        return self._nacked(errors.malformed(sentence), claimed(line))

    def _read(self, line: bytes) -> Iterable[Effect]:
        message = VOCABULARY.read(line)
        wrong = self._wrong(message)
        if wrong is not None:
            return self._nack(wrong, name(type(message)))
        return self._take(message)

    def _take(self, message: FromClient) -> Effects:
        match message:
            case messages.Nickname() | messages.RegisterNickname():
                yield from self._say_nickname(message.nickname)
            case messages.JoinLobby() | messages.AddToLobby():
                yield from self._join_lobby()
            case messages.SetNumPlayer():
                yield from self._set_players(message)
            case messages.SetExpertsVariant():
                settings = {"expert": message.experts_variant}
                settle = Do(lambda seat: commands.Arrange(seat, settings=settings, settled=True))
                yield from self._ask(settle, partial(self._answer, messages.SetExpertsVariant))
            case messages.SetAssistantSeed():  # the tower is not asked for: the house chooses the first that is free
                look = Look(None, SEEDS.index(message.seed) + 1)
                yield from self._ask(Do(lambda seat: commands.Dress(seat, look)), self._dressed)
            case messages.PlayerAnswer() if self._state in MOVE_1:
                self._student = None
                self._state = State.SEATING if message.answer == "Yes" else State.SENDING
                yield ACK
            case messages.ChooseStudent() if self._state in (State.SENDING, State.PLACING):
                yield from self._choose_student(message.student)
            case messages.CloseSocket():
                yield from self._end(VOCABULARY.line(messages.Ack()))
            case _:
                yield from self._act(message)

    def _wrong(self, message: FromClient) -> Reason | None:
        """What is wrong with a message before the house is asked."""
        if isinstance(message, messages.ChooseCharacterCard):
            missing = actions.lacking(message)
            if missing:
                return errors.malformed(f"character {message.character_card} needs {' and '.join(missing)}")
        if MACHINE.allows(self._state, type(message)):
            return None
        if self._state is State.LISTENING and type(message) in OF_PLAYERS:
            return self._hindrance
        if self._state is State.LOBBY and isinstance(message, messages.SetAssistantSeed):
            return errors.NOT_YOUR_TURN
        return self._out_of_place()

    def _out_of_place(self) -> Reason:
        return errors.wrong_phase([each for each in MACHINE.awaited(self._state) if each not in OPTIONAL])

    def _nack(self, reason: Reason, kind: str) -> Effects:
        yield Send(self._nacked(reason, kind))

    def _nacked(self, reason: Reason, kind: str) -> bytes:
        """Refuse; and ask again, if that was to be the answer to a question. What waited comes first."""
        held, self._held = self._held, b""
        lines = held + VOCABULARY.line(messages.Nack(reason))
        if self._question is not None and kind in map(name, answers(self._state)):
            lines += VOCABULARY.line(self._question)
        return lines

    # ------------------------------------------------------------ login (§2.1)

    def _say_nickname(self, typed: str) -> Effects:
        """Whether he could sit down under that name. Nothing is kept for him: he sits once he enters the lobby."""
        try:
            newcomer = nicknames.read(typed)
        except (Refused, Trouble) as error:
            yield from self._nack(errors.refused(error), "")
        else:
            yield from self._ask(Knock(enter(newcomer)), partial(self._knocked, newcomer))

    def _knocked(self, newcomer: Nickname, answer: Answer) -> Effects:
        if answer is None or may_open(newcomer, answer):
            self._state, self._newcomer = State.NAMED, newcomer
            yield ACK
        else:
            yield from self._nack(errors.refused(answer), "")

    def _join_lobby(self) -> Effects:
        newcomer, self._newcomer = self._newcomer, None
        assert newcomer is not None
        self._state = State.NAMELESS  # if there is no seat for him after all, he says another nickname
        yield from self._ask(enter(newcomer), partial(self._entered, newcomer))

    def _entered(self, newcomer: Nickname, answer: Answer) -> Effects:
        if isinstance(answer, Seated):
            view = answer.view
            assert view.you is not None
            yield _send(messages.Ack(view.code, view.seats[view.you].name))
            yield from self._show(newcomer, view)
        elif may_open(newcomer, answer):
            yield from self._ask(open_table(newcomer), partial(self._entered, newcomer))
        else:
            yield from self._nack(errors.refused(answer), "")

    def _show(self, newcomer: Nickname, view: TableView) -> Effects:
        """The table as it is, to somebody who comes."""
        self._state = State.LOBBY
        self._newcomer = None if view.settled else newcomer
        lines = b"" if view.game is None else tell.result(view) + tell.render_view(view)
        lines += self._follow(view, again=True)
        if lines:
            yield Send(lines)

    def _moved(self, newcomer: Nickname, answer: Answer) -> Effects:
        """The first of his table wants fewer players: he waits at another one."""
        if isinstance(answer, Seated):
            yield _send(messages.MovedToLobby(answer.view.code, errors.FEWER_PLAYERS))
            yield from self._show(newcomer, answer.view)
        elif may_open(newcomer, answer):
            yield from self._ask(open_table(newcomer), partial(self._moved, newcomer))
        else:
            yield _send(messages.RemovedFromLobby(errors.refused(answer)))

    # ------------------------------------------------------------ choices

    def _set_players(self, message: messages.SetNumPlayer) -> Effects:
        players, bots = message.num_players, message.bots
        if bots < 0 or (bots and bots + self._seated > players):
            problem = "there are none or some." if bots < 0 else "there are not so many free seats. Ask for fewer bots."
            refusal = Refused(Refusal.BAD_OPTIONS, field="bots", problem=problem)
            yield from self._answer(messages.SetNumPlayer, refusal)
        else:
            count = Do(lambda seat: commands.Arrange(seat, players=players, settled=False, shrink=True))
            yield from self._ask(count, partial(self._counted, message))

    def _counted(self, message: messages.SetNumPlayer, answer: Answer) -> Effects:
        if isinstance(answer, Exception):
            yield from self._answer(messages.SetNumPlayer, answer)
        elif message.bots and isinstance(answer, int):  # the number is arranged, the bots come next
            yield from self._ask(SeatBots(message.bots), partial(self._counted, message))
        else:
            self._state = State.EXPERTS
            self._question = messages.AskExpertsVariant()
            yield Send(VOCABULARY.lines([messages.Ack(), self._question]))

    def _dressed(self, answer: Answer) -> Effects:
        if isinstance(answer, Exception):
            yield from self._answer(messages.SetAssistantSeed, answer)
        else:
            confirm = Do(lambda seat: commands.Confirm(seat, fill=True))
            yield from self._ask(confirm, partial(self._answer, messages.SetAssistantSeed))

    # ------------------------------------------------------------ playing (§2.2 to §2.5)

    def _choose_student(self, student: Colour) -> Effects:
        if self._entrance.get(student.lower()):
            self._student = student
            self._state = State.PLACING
            yield ACK
        else:
            yield from self._nack(errors.NO_SUCH_STUDENT, "")

    def _act(self, message: FromClient) -> Effects:
        action: Action | None
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
            yield from self._nack(self._out_of_place(), name(type(message)))
        else:
            wanted = action
            yield from self._ask(Do(lambda seat: commands.Act(seat, wanted)), partial(self._answer, type(message)))

    def _answer(self, kind: type[FromClient], answer: Answer) -> Effects:
        if isinstance(answer, Exception):
            yield from self._nack(errors.refused(answer), name(kind))
        else:
            if kind is messages.ChooseIsland and self._state is State.PLACING:  # the next student is to be chosen
                self._state, self._student = State.SENDING, None
            yield ACK

    # ------------------------------------------------------------ following the table

    def _follow(self, view: TableView, again: bool) -> bytes:
        """Go where the table is; the question that is new, or is to be asked `again`."""
        now = tell.situation(view)
        self._seated = len(view.seats)
        same = now.question == self._question and not again
        within = self._state in MOVE_1 and now.state is State.STUDENTS and same
        if self._state is State.EXPERTS and now.state is State.COUNTING and not again:
            return b""
        self._entrance = now.entrance
        if not within:
            self._state = now.state
            self._student = None
        self._question = now.question
        if now.state is State.LISTENING:
            self._hindrance = tell.hindrance(view)
        return b"" if same or now.question is None else VOCABULARY.line(now.question)


ACK = Send(VOCABULARY.line(messages.Ack()))


def _send(message: messages.FromServer) -> Send:
    return Send(VOCABULARY.line(message))


def enter(newcomer: Nickname) -> Enter:
    return Enter(newcomer.code, newcomer.name, newcomer.secret)


def may_open(newcomer: Nickname, answer: Answer) -> bool:
    """Whether no table has a seat for somebody who did not say which he wants: then he is the first of a new one."""
    return newcomer.code is None and isinstance(answer, Refused | Trouble) and answer.code in NO_SEAT


def open_table(newcomer: Nickname) -> Open:
    return Open(UNDECIDED, newcomer.name, newcomer.secret, unsettled=True)
