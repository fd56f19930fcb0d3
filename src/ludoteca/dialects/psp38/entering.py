"""From the first line to a seat: game mode, nickname, number of players (004 §1)."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any

from ludoteca.dialects import contract, nicknames
from ludoteca.dialects.contract import Ask, Do, Enter, Open, SeatBots, Seated
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.dialects.nicknames import Nickname
from ludoteca.house.commands import Arrange, Command
from ludoteca.house.options import Options
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.views import TableView

from . import from_client as said
from . import requests as asks
from .drafts import Wrong, need
from .words import LORENZO, GameMode

GAME = "masters"
TOGETHER = (2, 3, 4)  # how many can play in a game of several
MOST = TOGETHER[-1]
NO_TABLE = (Problem.NO_SUCH_TABLE, Refusal.TABLE_FULL)  # nobody waits, or the first in the line still has to decide

FULL = (Refusal.TABLE_FULL, Refusal.NOT_OPEN)  # people have come meanwhile


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

    def take(self, message: said.FromClient) -> asks.Request | Ask:
        """The next question, or what to ask of the house; or Wrong."""
        if isinstance(message, said.GameModeResponse):
            self.mode = message.game_mode
            return asks.NicknameRequest()
        if isinstance(message, said.NicknameResponse):
            return self._named(message.nickname)
        assert isinstance(message, said.NumberOfPlayersResponse)
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

    def _numbered(self, message: said.NumberOfPlayersResponse) -> Ask:
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
