"""A table: what its entries made of it. `decide.py` says what may come next, `apply.py` what an entry changes."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from enum import StrEnum

from ludoteca import rules

from .clock import SECOND, Clock
from .entries import Asked, Ended, Look, Practice, Starts
from .options import WAITED_FOR, Absence, Options
from .reasons import StandInReason

MOST_IDS = 64  # of a seat's last actions are remembered, so that a retry is not applied twice


class Phase(StrEnum):
    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


@dataclass
class Seat:
    name: str
    token: str | None = None
    keyed: bool = False  # also where the token was left out
    nonce: str = ""
    look: Look = field(default_factory=Look)
    bot: str | None = None
    connected: bool = True
    since: int = 0  # when that changed last
    stand_in: str | None = None  # why a stand-in plays: a StandInReason
    player: int = -1  # who this seat is in the game
    ids: dict[str, int] = field(default_factory=dict)  # client's id of an action -> entry number
    chooses: bool = False  # is asked for his look before the game
    chosen: bool = False  # and has answered
    consents: bool = True  # can be asked for anything else

    @property
    def person(self) -> bool:
        return self.bot is None

    @property
    def resigned(self) -> bool:
        return self.stand_in == StandInReason.RESIGNED


@dataclass
class Moment:
    """The game as it was after an entry of this turn. `revealing`: something came out on the way to it.

    A game of a table is never changed, only replaced, so a moment may share it.
    """

    entry: int
    game: rules.Game
    revealing: bool = False


class Table:
    def __init__(self, code: str, secret: bytes) -> None:
        self.code = code
        self.secret = secret
        self.number = 0
        self.time = 0
        self.digest = ""
        self.outlined = 0  # the last entry that changed anything else than the game, its clock and what is asked
        self.phase = Phase.OPEN
        self.options: Options
        self.opened = 0  # when
        self.dialect = "house"  # of whoever opened it
        self.starts = Starts.HOST
        self.settled = True
        self.practice: Practice | None = None  # the position from which the game begins
        self.choosing = False
        self.choosing_since = 0  # from when an absent chooser is waited for
        self.commitment = ""
        self.seats: list[Seat] = []
        self.host = 0
        self.order: tuple[int, ...] = ()
        self.game: rules.Game | None = None
        self.turn: list[Moment] = []  # what of this turn can be taken back: its beginning first, now last
        self.turn_since = 0  # from when an absent player is waited for
        self.alone_since: int | None = None
        self.clock = Clock()
        self.request: Asked | None = None
        self.asked = 0  # the entry that asked it
        self.agreed: set[int] = set()
        self.result: Ended | None = None
        self.ended: int | None = None  # when; what comes later is no part of the game
        self.rematch: str | None = None
        self.closed: str | None = None  # why

    def copied(self) -> Table:
        """A copy to which entries can be applied while this table stays as it is."""
        other = copy.copy(self)
        other.game = None if self.game is None else self.game.clone()
        other.seats = [replace(seat, ids=dict(seat.ids)) for seat in self.seats]
        other.turn = [replace(moment) for moment in self.turn]
        other.clock = replace(self.clock, left=list(self.clock.left))
        other.agreed = set(self.agreed)
        return other

    @property
    def full(self) -> bool:
        return len(self.seats) == self.options.players

    @property
    def undecided(self) -> list[int]:
        """Who has to choose his look yet, in the order of joining."""
        return [number for number, s in enumerate(self.seats) if s.person and s.chooses and not s.chosen]

    @property
    def chooser(self) -> int | None:
        """Whose choice it is."""
        return self.undecided[0] if self.choosing and self.undecided else None

    @property
    def players(self) -> list[int]:
        """Seats of the people who have not resigned."""
        return [number for number, seat in enumerate(self.seats) if seat.person and not seat.resigned]

    @property
    def present(self) -> list[int]:
        """Those of them who are connected."""
        return [number for number in self.players if self.seats[number].connected]

    @property
    def paused(self) -> bool:
        """Of several people only one is left."""
        return self.alone_since is not None

    @property
    def asleep(self) -> bool:
        """Nobody is there."""
        for seat in self.seats:  # noqa: SIM110 - asked several times with each action: `all` takes twice as long
            if seat.connected and seat.bot is None and not seat.resigned:
                return False
        return True

    @property
    def to_decide(self) -> int | None:
        """The seat whose decision is next."""
        if self.phase is not Phase.PLAYING or self.game is None:
            return None
        player = self.game.seat
        return self.order[player] if player >= 0 else None

    @property
    def stand_in_after(self) -> int | None:
        """Seconds of absence after which a stand-in plays a turn by itself; None: not before somebody calls one."""
        match self.options.absence:
            case Absence.WAIT:
                return None
            case Absence.MINUTE:
                return WAITED_FOR
        return self.options.patience.turn

    @property
    def waits_for(self) -> list[int]:
        """People who are away and for whom no stand-in plays."""
        return [n for n in self.players if not self.seats[n].connected and self.seats[n].stand_in is None]

    def waited_for_until(self, number: int) -> int:
        """Until when a player who has lost the connection can come back before anything is done without that player."""
        return self.seats[number].since + self.options.patience.turn * SECOND

    def away_too_long(self, number: int, now: int) -> bool:
        return not self.seats[number].connected and now >= self.waited_for_until(number)

    def seat_named(self, name: str) -> int | None:
        return next((number for number, seat in enumerate(self.seats) if seat.name == name), None)

    def side_of(self, seat: int) -> tuple[int, ...]:
        """The seat and its partner, if it has one: a side shares a tower colour."""
        tower = self.seats[seat].look.tower
        if tower is None:
            return (seat,)
        return tuple(number for number, other in enumerate(self.seats) if other.look.tower == tower)
