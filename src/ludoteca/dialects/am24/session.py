"""The server's end of a client's connection: lists of tables, a seat, then moves, with a ping every second.

Checks come in the order: malformed, not your turn, wrong phase, out of range; contents are for the rules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, cast

from ludoteca.dialects import nicknames
from ludoteca.dialects.contract import (
    CLOSING,
    Answer,
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
from ludoteca.dialects.eriantys.spelling import Action
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.session import Effects, LineSession
from ludoteca.house import commands
from ludoteca.house.entries import Look
from ludoteca.house.lobby import Listing
from ludoteca.house.options import PLAYERS, Options
from ludoteca.house.refusals import Refused
from ludoteca.house.table import Phase

from . import actions, errors, messages, shapes, tell
from .errors import Mistake, Wrong
from .machine import ENTERING, MACHINE, State
from .messages import VOCABULARY, Error, FromClient
from .tell import Teller

MOST_SILENT = 5  # pings without a word of the client (002 §1.2)
MOST_SHOWN = 100  # tables: so that the list fits into one line of 64 KiB, whatever the names
PING = VOCABULARY.line(messages.Ping())


class Session(LineSession):
    __slots__ = ("_lobbies", "_pings", "_teller")

    def __init__(self) -> None:
        super().__init__()
        self._lobbies: Lobbies | None = Lobbies()  # while he may enter one
        self._teller: Teller | None = None  # while he has a seat
        self._pings = 0  # since the last word of the client

    @property
    def state(self) -> State:
        return State.LOBBY if self._teller is None else self._teller.state

    # ------------------------------------------------------------ the contract

    def opened(self, now: float) -> list[Effect]:
        return list(self._look_around())

    def receive(self, data: bytes, now: float) -> list[Effect]:
        self._pings = 0
        return super().receive(data, now)

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
        return [error("unseated" if why is None else why, sentence), *self._look_around()]

    def tick(self, now: float) -> list[Effect]:
        if self._ended:
            return []
        if self._pings >= MOST_SILENT:
            return list(self._end())
        if self._then is None:  # otherwise what he says is not read, so his silence means nothing
            self._pings += 1
        return [Send(PING), *self._look_around(lately=True)]

    def turned_away(self, now: float) -> list[Effect]:
        return [error(Problem.RESTART, CLOSING)]

    def farewell(self, now: float) -> list[Effect]:
        return [error(Problem.RESTART, Trouble(Problem.RESTART).sentence)]

    # ------------------------------------------------------------ lines

    def _complaint(self, line: bytes, sentence: str) -> bytes:
        said = f"That is no message of am24: {sentence}." if line else sentence
        return VOCABULARY.line(Error(string=said, code=Wrong.MALFORMED))

    def _read(self, line: bytes) -> Iterable[Effect]:
        message = VOCABULARY.read(line)
        state = self.state
        if MACHINE.allows(state, type(message)):
            return self._do(message)
        expected = MACHINE.rows[state].words
        if state is State.LISTENING and isinstance(message, messages.OfPlaying):
            return [error(Wrong.NOT_YOUR_TURN, expected)]
        if type(message) in ENTERING:
            expected = errors.WAITS_ALREADY if state is State.WAITING else errors.PLAYS_ALREADY
        return [error(Wrong.WRONG_PHASE, expected)]

    def _do(self, message: FromClient) -> Effects:
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
        except (Mistake, Refused, Trouble) as mistake:  # or a nickname or a code that cannot be one
            yield error(mistake.code, mistake.sentence)

    # ------------------------------------------------------------ before there is a seat

    def _look_around(self, lately: bool = False) -> Effects:
        if self._lobbies is not None and self._then is None:
            yield from self._ask(Lobby(lately), self._looked)

    def _show_lobbies_or_not(self) -> None:
        """The list is for those who may enter a table: without a seat, or at one whose game is over."""
        if not MACHINE.allows(self.state, messages.Join):
            self._lobbies = None
        elif self._lobbies is None:
            self._lobbies = Lobbies()

    def _looked(self, answer: Answer) -> Effects:
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

    def _enter(self, ask: Open | Enter) -> Effects:
        """From a table whose game is over one gets up first."""
        if self._teller is not None:
            yield from self._ask(Leave(), partial(self._entering, ask))
        else:
            yield from self._ask(ask, self._entered)

    def _entering(self, ask: Open | Enter, answer: Answer) -> Effects:
        self._teller = None
        yield from self._ask(ask, self._entered)

    def _entered(self, answer: Answer) -> Effects:
        if isinstance(answer, Seated):
            self._teller, self._lobbies = Teller(), None
            yield Send(self._teller.seated(answer))
            self._show_lobbies_or_not()
        else:
            yield failed(answer, {})

    def _disconnect(self) -> Effects:
        if self._teller is None:
            yield from self._end()
        else:
            yield from self._ask(Leave(), lambda answer: self._end())

    # ------------------------------------------------------------ in the game

    def _play(self, message: FromClient) -> Effects:
        moment = None if self._teller is None else self._teller.moment
        assert moment is not None  # the state says that it is his turn
        if isinstance(message, messages.PlayCharacter):
            wanted, active = actions.character(moment, message)
            if active:
                moment.active = active
                yield Send(VOCABULARY.line(tell.character_request(active)))
                return
        else:
            wanted = actions.actions(moment, message)
        if len(wanted) > 1:
            actions.rehearse(moment, wanted)
        yield from self._act(wanted)

    def _act(self, wanted: Sequence[Action]) -> Effects:
        action, *others = wanted
        assert self._teller is not None
        self._teller.midway = bool(others)
        yield from self._ask(Do(lambda seat: commands.Act(seat, action)), partial(self._acted, action, others))

    def _acted(self, action: Action, others: Sequence[Action], answer: Answer) -> Effects:
        if not isinstance(answer, int):
            yield failed(answer, action)
        elif others:
            yield from self._act(others)


def error(code: str, sentence: str) -> Effect:
    return Send(VOCABULARY.line(Error(string=sentence, code=code)))


def failed(answer: Answer, action: Mapping[str, Any]) -> Effect:
    if isinstance(answer, Refused):
        return error(answer.rule or answer.code, actions.in_words(answer.rule, errors.refused(answer), action))
    trouble = answer if isinstance(answer, Trouble) else Trouble(Problem.INTERNAL)
    return error(trouble.code, trouble.sentence)


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


# ---------------------------------------------------------------- the list of tables


class Lobbies:
    """The tables as a client without a seat sees them. A table keeps its `lobbyIndex` as long as it is in the list.

    Numbers are given in the order of the first list and never twice, so that none means another table later.
    """

    __slots__ = ("_next", "_numbers", "_shown")

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._next = 0
        self._shown = 0  # what was sent last, as a hash: the list itself would be large

    def news(self, listings: Sequence[Listing]) -> bytes:
        """The list for the client, or nothing when it knows it."""
        listings = shown(listings)
        numbers: dict[str, int] = {}
        for listing in listings:
            if listing.code in self._numbers:
                numbers[listing.code] = self._numbers[listing.code]
            else:
                numbers[sys.intern(listing.code)] = self._next  # the same text for all who wait
                self._next += 1
        self._numbers = numbers
        written = VOCABULARY.line(
            messages.Welcome(lobbies=[shapes.lobby(listing, numbers[listing.code]) for listing in listings])
        )
        if hash(written) == self._shown:
            return b""
        self._shown = hash(written)
        return written

    def code(self, index: int) -> str | None:
        return next((code for code, number in self._numbers.items() if number == index), None)


def shown(listings: Sequence[Listing]) -> Sequence[Listing]:
    """When there are too many, those that wait for players, then those that play, the oldest of each first."""
    if len(listings) <= MOST_SHOWN:
        return listings
    return sorted(listings, key=lambda listing: listing.phase is not Phase.OPEN)[:MOST_SHOWN]
