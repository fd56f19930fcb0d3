"""The server's end of one client's connection: reads requests, asks the house, tells what happened.

Notifications go out one at a time, the next when the last was acknowledged.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from ludoteca.dialects import nicknames
from ludoteca.dialects.contract import (
    Answer,
    Close,
    Do,
    Effect,
    Enter,
    Found,
    Leave,
    Lobby,
    SeatBots,
    Seated,
    SeatEntry,
    Send,
)
from ludoteca.dialects.eriantys.spelling import Action, remaining
from ludoteca.dialects.house.problems import Problem
from ludoteca.dialects.messages import Message, kinds, name
from ludoteca.dialects.session import Effects, LineSession
from ludoteca.house import commands
from ludoteca.house.entries import Look
from ludoteca.house.lobby import Listing
from ludoteca.house.options import PLAYERS, Options
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView
from ludoteca.rules import IllegalAction

from . import actions, errors, messages, shapes, tell
from .machine import MACHINE, State, state_at
from .messages import VOCABULARY, FromClient, UseCharacterCard
from .shapes import Known
from .tell import Waiting

GAME = "eriantys"
NEW_ISLANDS: Known = bytes(range(12))
MALFORMED = VOCABULARY.line(messages.ArgumentNotCorrectError())
IMPOSSIBLE = VOCABULARY.line(messages.ImpossibleActionError())


class Session(LineSession):
    __slots__ = (
        "_bots",
        "_deciding",
        "_known",
        "_leaving",
        "_nickname",
        "_outbox",
        "_state",
        "_unfinished",
        "_waiting",
    )

    def __init__(self) -> None:
        super().__init__()
        self._outbox = Outbox()
        self._state = State.OUTSIDE
        self._nickname = ""
        self._waiting: Waiting | None = None  # the table, as long as the game has not started
        self._known = NEW_ISLANDS
        self._unfinished: Mapping[str, Any] | None = None  # the game, while a character is half used
        self._bots: tuple[str, int] | None = None  # a game that this client has founded, and how many bots it wants
        self._deciding = False  # whether it is this seat's turn, noted where a character is half used
        self._leaving = False

    # ------------------------------------------------------------ from the table

    def heard(self, seat_entry: SeatEntry, now: float) -> Iterable[Effect]:
        self._now = now
        before = self._state
        self._state = state_at(seat_entry.view)
        game = seat_entry.view.game
        if seat_entry.view.phase is Phase.OPEN:
            return list(self._notify(self._before_the_game(seat_entry.view)))
        if game is None:
            return ()
        match seat_entry.entry["what"]["kind"]:
            case "acted":
                told = self._happened(seat_entry, game)
            case "started" | "took_back":
                told = self._everything(seat_entry.view)
            case "ended" | "closed" if before is not State.OVER:
                told = VOCABULARY.lines(tell.ending(seat_entry.view))
            case "arrived" | "departed" | "stood_in" if before is not State.OVER:
                told = self._presence(seat_entry)
            case _:
                return ()
        self._note(seat_entry.view)
        return list(self._notify(told))

    def unseated(self, why: Problem | None, now: float) -> Iterable[Effect]:
        """Whoever goes on elsewhere is not needed here; whoever lost his seat is outside again."""
        leaving = self._leaving  # then the answer says it
        self._forget_table()
        if why is Problem.MOVED:
            return list(self._end())
        return [] if leaving else [Send(VOCABULARY.line(messages.ExitGameSuccess()))]

    def turned_away(self, now: float) -> Iterable[Effect]:
        """The document has no texts in its refusals: whatever he asks for cannot be done now."""
        return [Send(IMPOSSIBLE)]

    def tick(self, now: float) -> Iterable[Effect]:
        return [Close()] if self._outbox.lost(now) else ()

    # ------------------------------------------------------------ from the client

    def _complaint(self, line: bytes, sentence: str) -> bytes:
        return MALFORMED

    def _read(self, line: bytes) -> Iterable[Effect]:
        request = VOCABULARY.read(line)
        return self._obey(request) if MACHINE.allows(self._state, type(request)) else [Send(IMPOSSIBLE)]

    def _notify(self, lines: bytes) -> Effects:
        """Notifications go out one by one. Who is too far behind is taken for lost."""
        sent = self._outbox.add(lines, self._now) if lines else b""
        if self._outbox.lost(self._now):
            yield from self._end()
        elif sent:
            yield Send(sent)

    def _obey(self, request: FromClient) -> Effects:
        match request:
            case messages.Acknowledgment():
                sent = self._outbox.acknowledged(self._now)
                if sent:
                    yield Send(sent)
            case messages.Ping():
                yield Send(VOCABULARY.line(messages.Pong()))
            case messages.CreateNewGame():
                yield from self._create(request)
            case messages.JoinGame():
                yield from self._ask(Lobby(), partial(self._listed, request))
            case messages.EnterGame():
                yield from self._enter(request)
            case messages.ExitFromGame():
                yield from self._exit(request)
            case messages.ChangeNumPlayers():
                yield from self._change_number(request)
            case messages.SetTower() | messages.SetWizard():
                yield from self._dress(request)
            case messages.NextPhase():
                step = commands.Choose if self._state is State.LOBBY else commands.Confirm
                yield from self._ask(Do(step), partial(self._done, request))
            case messages.Exit():
                yield from self._end()
            case _:
                yield from self._act(request)

    def _done(self, request: FromClient, answer: Answer) -> Effects:
        """What was asked for is told as a notification to everybody, or refused to the one who asked."""
        if isinstance(answer, Exception):
            yield Send(VOCABULARY.line(errors.refusal(answer, request)))

    # ------------------------------------------------------------ creating and entering

    def _create(self, request: messages.CreateNewGame) -> Effects:
        number = request.num_of_players
        if number not in PLAYERS[GAME] or not 0 <= request.bots < number:
            yield Send(MALFORMED)
            return
        options = Options(GAME, number, {"expert": request.want_expert})
        yield from self._ask(Found(options), partial(self._created, request))

    def _created(self, request: messages.CreateNewGame, answer: Answer) -> Effects:
        if isinstance(answer, str):
            self._bots = (answer, request.bots) if request.bots else None
            yield from self._notify(VOCABULARY.line(messages.GameCreated(game_id=answer)))
        else:
            yield from self._done(request, answer)

    def _listed(self, request: messages.JoinGame, answer: Answer) -> Effects:
        if isinstance(answer, Sequence) and not isinstance(answer, str):
            waiting = [game.code for game in answer if game.phase is Phase.OPEN and not is_full(game)]
            yield Send(VOCABULARY.line(messages.PossibleGames(game_ids=waiting)))
        else:
            yield from self._done(request, answer)

    def _enter(self, request: messages.EnterGame) -> Effects:
        try:
            who = nicknames.read(request.nickname, with_code=False)
        except Refused as refused:
            yield Send(VOCABULARY.line(errors.refusal(refused, request)))
            return
        yield from self._ask(Enter(request.game_id, who.name, who.secret), partial(self._entered, request))

    def _entered(self, request: messages.EnterGame, answer: Answer) -> Effects:
        if isinstance(answer, Seated):
            yield from self._welcome(answer.view)
        elif isinstance(answer, Refused) and answer.code is Refusal.NAME_TAKEN:
            yield from self._ask(Lobby(), partial(self._name_taken, request, answer))
        else:
            yield from self._done(request, answer)

    def _name_taken(self, request: messages.EnterGame, refused: Refused, answer: Answer) -> Effects:
        """That a game is full comes before whose names are taken there (Scenarios, Entering a game)."""
        games = answer if isinstance(answer, Sequence) and not isinstance(answer, str) else ()
        code = request.game_id.upper()
        waiting = any(game.code == code and game.phase is Phase.OPEN and is_full(game) for game in games)
        yield from self._done(request, Refused(Refusal.TABLE_FULL) if waiting else refused)

    def _welcome(self, view: TableView) -> Effects:
        assert view.you is not None
        self._nickname = view.seats[view.you].name
        self._state = state_at(view)
        yield Send(VOCABULARY.line(messages.GameEntered()))
        if view.phase is Phase.OPEN:
            self._waiting = tell.waiting_at(view)
            told = VOCABULARY.lines(tell.all_waiting(self._waiting))
        else:
            told = self._everything(view)
            if self._state is State.OVER:
                told += VOCABULARY.lines(tell.ending(view))
        self._note(view)
        yield from self._notify(told)
        bots, self._bots = self._bots, None
        if bots is not None and bots[0] == view.code and self._state is State.LOBBY:
            yield from self._ask(SeatBots(bots[1]), partial(self._done, messages.NextPhase()))

    # ------------------------------------------------------------ before the game

    def _exit(self, request: messages.ExitFromGame) -> Effects:
        if request.nickname != self._nickname:
            yield Send(MALFORMED)
            return
        last = self._waiting is not None and self._waiting.people == 1
        # A game that nobody is at is deleted (Scenarios, Exiting from a game).
        effect = Do(lambda seat: commands.Close(seat, "left by all")) if last else Leave()
        self._leaving = True
        yield from self._ask(effect, partial(self._gone, request))

    def _gone(self, request: messages.ExitFromGame, answer: Answer) -> Effects:
        self._leaving = False
        if isinstance(answer, Exception):
            yield from self._done(request, answer)
        else:
            self._forget_table()
            yield Send(VOCABULARY.line(messages.ExitGameSuccess()))

    def _change_number(self, request: messages.ChangeNumPlayers) -> Effects:
        number = request.new_num
        if number not in PLAYERS[GAME] or self._waiting is None or number < len(self._waiting.members):
            yield Send(MALFORMED)
            return
        if number == self._waiting.players:
            yield from self._notify(VOCABULARY.line(messages.NumPlayersChanged(new_num=number)))
            return
        yield from self._ask(Do(lambda seat: commands.Arrange(seat, players=number)), partial(self._done, request))

    def _dress(self, request: messages.SetTower | messages.SetWizard) -> Effects:
        assert self._waiting is not None
        own = self._waiting.member(self._nickname)
        tower = request.tower if isinstance(request, messages.SetTower) else own.tower
        wizard = request.wizard if isinstance(request, messages.SetWizard) else own.wizard
        if (tower, wizard) == (own.tower, own.wizard) and self._waiting.chooser == self._nickname:
            yield from self._notify(VOCABULARY.line(as_it_is(request)))
            return
        look = Look(None if tower is None else tower.lower(), None if wizard is None else int(wizard[1:]))
        yield from self._ask(Do(lambda seat: commands.Dress(seat, look)), partial(self._done, request))

    def _before_the_game(self, view: TableView) -> bytes:
        before, self._waiting = self._waiting, tell.waiting_at(view)
        return VOCABULARY.lines(tell.changes(before or self._waiting, self._waiting))

    # ------------------------------------------------------------ in the game

    def _act(self, request: FromClient) -> Effects:
        if self._unfinished is not None and self._deciding and isinstance(request, UseCharacterCard):
            yield from self._finish_character(self._unfinished, request)
            return
        yield from self._ask(Do(partial(act, actions.action_of(request))), partial(self._done, request))

    def _finish_character(self, game: Mapping[str, Any], request: UseCharacterCard) -> Effects:
        try:
            left = remaining(game, actions.character(request))
        except IllegalAction as illegal:
            yield Send(VOCABULARY.line(errors.of_rule(illegal.code, request)))
            return
        yield from self._choose(left, request, 0)

    def _choose(self, left: list[Action], request: FromClient, answer: Answer) -> Effects:
        """One choice after the other; all of them were tried before the first."""
        if isinstance(answer, Exception) or not left:
            yield from self._done(request, answer)
        else:
            yield from self._ask(Do(partial(act, left[0])), partial(self._choose, left[1:], request))

    def _happened(self, seat_entry: SeatEntry, game: dict[str, Any]) -> bytes:
        known, before = self._known, self._unfinished
        self._known = shapes.joined_by(known, seat_entry.events)
        action = None if before is None else before["unfinished"]["action"]
        return seat_entry.once(
            ("group31", known), lambda: tell.happened(seat_entry.view, game, seat_entry.events, known, action)
        )

    def _presence(self, seat_entry: SeatEntry) -> bytes:
        """Of others: oneself knows."""
        number = seat_entry.entry["what"]["seat"]
        return b"" if number == seat_entry.view.you else VOCABULARY.line(tell.presence(seat_entry.view, number))

    def _everything(self, view: TableView) -> bytes:
        assert view.game is not None
        self._known = shapes.known_by_first_tile(view.game)
        return VOCABULARY.lines(tell.everything(view, view.game, self._known))

    # ------------------------------------------------------------ what is remembered

    def _note(self, view: TableView) -> None:
        if view.game is not None:
            self._waiting = None
            self._unfinished = view.game if "unfinished" in view.game else None
            self._deciding = view.turn == view.you

    def _forget_table(self) -> None:
        self._state = State.OUTSIDE
        self._waiting = self._unfinished = None
        self._known = NEW_ISLANDS
        self._outbox.clear()


def is_full(game: Listing) -> bool:
    return len(game.seats) >= game.players


def as_it_is(request: messages.SetTower | messages.SetWizard) -> Message:
    """What somebody hears who chooses what he has chosen already: nothing happens, but he waits for an answer."""
    if isinstance(request, messages.SetTower):
        return messages.TowerChanged(tower=request.tower)
    return messages.WizardChanged(wizard=request.wizard)


def act(action: Action, seat: int) -> commands.Act:
    return commands.Act(seat, action)


# ---------------------------------------------------------------- notifications on their way

PATIENCE = 10.0  # seconds for an acknowledgment; then the connection counts as lost
# A round of three others brings some sixty notifications. Whoever is so far behind sees the table anew on his return.
MOST_WAITING = 256

NOT_AWAITED = tuple(b'{"type":"%b"' % name(k).encode() for k in kinds(messages.Notification) if not k.awaited)


class Outbox:
    __slots__ = ("_since", "_waiting")

    def __init__(self) -> None:
        self._waiting: deque[bytes] | None = None  # lines; there is no deque while there is nothing to wait for
        self._since: float | None = None  # when the notification was sent that has to be acknowledged

    def add(self, lines: bytes, now: float) -> bytes:
        """Take notifications, each a line; gives back what can be sent at once."""
        if self._waiting is None:
            self._waiting = deque()
        self._waiting.extend(lines.splitlines(keepends=True))
        return b"" if self._since is not None else self._next(now)

    def acknowledged(self, now: float) -> bytes:
        """The client has the last one; gives back what can be sent now. One acknowledgment too many does no harm."""
        self._since = None
        return self._next(now)

    def clear(self) -> None:
        """Nothing of what waits is of interest any more."""
        self._waiting = self._since = None

    def _next(self, now: float) -> bytes:
        sent = b""
        while self._waiting and self._since is None:
            line = self._waiting.popleft()
            if not line.startswith(NOT_AWAITED):
                self._since = now
            sent += line
        if not self._waiting:
            self._waiting = None
        return sent

    def lost(self, now: float) -> bool:
        """Whether the client is silent for too long or too far behind."""
        if self._waiting is not None and len(self._waiting) > MOST_WAITING:
            return True
        return self._since is not None and now - self._since >= PATIENCE
