"""What can be asked of a table. Its sender has shown before that the seat in it is its own (`keys.py`).

Commands of the house itself (time running out, playing for somebody absent) name in `answers` the entry that made
them due: when the table has gone on since, they are stale and change nothing, however often they are sent.
"""

from __future__ import annotations

from typing import Any

import msgspec

from .entries import Look
from .options import Absence


class Command(msgspec.Struct, frozen=True):
    """Something asked of a table."""


# ---------------------------------------------------------------- before the game


class Arrange(Command, frozen=True):
    """Change how many play, and how; None leaves it as it is. `settled`: that is how it will be played.

    `shrink`: when fewer play than sit there, those who came last lose their seats.
    """

    by: int
    players: int | None = None
    settings: dict[str, Any] | None = None
    settled: bool = True
    shrink: bool = False
    absence: Absence | None = None


class Sit(Command, frozen=True):
    """`here` is False to keep a seat for somebody who has to come yet; that needs a key.

    `chooses`: he will be asked for tower and wizard before the game. `consents`: he can be asked for consent.
    """

    name: str
    token: str | None = None  # SHA-256 of the key to the seat
    nonce: str = ""
    look: Look = Look()
    here: bool = True
    chooses: bool = False
    consents: bool = True


class SitBot(Command, frozen=True):
    by: int
    level: str
    name: str


class AddNonce(Command, frozen=True):
    """Bring a nonce after sitting down, once the commitment was seen."""

    seat: int
    nonce: str


class Dress(Command, frozen=True):
    seat: int
    look: Look


class HandOver(Command, frozen=True):
    by: int
    name: str


class Rise(Command, frozen=True):
    seat: int


class Remove(Command, frozen=True):
    """Somebody is named, not numbered: numbers change when others leave."""

    by: int
    name: str


class Start(Command, frozen=True):
    """Begin, or let those choose first who choose their looks."""

    by: int


class Choose(Start, frozen=True):
    """The same in the words of those who go on to the choices: at a table that starts by choices anybody may."""


class Confirm(Command, frozen=True):
    """Keep the look that one has chosen. With `fill` the house chooses what is missing in it, of what is free."""

    seat: int
    fill: bool = False


# ---------------------------------------------------------------- in the game


class Act(Command, frozen=True):
    """`id` is chosen by the client: the same one again is answered with the entry that it made the first time."""

    seat: int
    action: dict[str, Any]
    id: str = ""


class TakeBack(Command, frozen=True):
    """Take back the last action of this turn, or all since entry `to`."""

    seat: int
    to: int | None = None
    id: str = ""


class AskEnd(Command, frozen=True):
    seat: int


class Answer(Command, frozen=True):
    """To whatever is asked at the moment, or only to what entry `to` asked."""

    seat: int
    yes: bool
    to: int | None = None


class Resign(Command, frozen=True):
    seat: int


class CallStandIn(Command, frozen=True):
    """Let a stand-in play for somebody who is away, until he comes back."""

    by: int
    name: str


class ClaimWin(Command, frozen=True):
    """By the only one left, once he has waited for so long."""

    seat: int


# ---------------------------------------------------------------- at any time


class Arrive(Command, frozen=True):
    """`anew`: also when he counts as being there, through another server of the house."""

    seat: int
    anew: bool = False


class Depart(Command, frozen=True):
    seat: int


class Rekey(Command, frozen=True):
    seat: int
    token: str


class Rematch(Command, frozen=True):
    """`code` is that of the table at which it will be played (`rematch.py`)."""

    by: int
    code: str


class Close(Command, frozen=True):
    """By the host, or by the operator when `by` is None."""

    by: int | None
    why: str


class Interrupt(Command, frozen=True):
    """The house was away (a restart) and has no connection left."""


# ---------------------------------------------------------------- by the house, when they are due (`duties.py`)


class HouseCommand(Command, frozen=True):
    answers: int

    @property
    def due(self) -> HouseCommand:
        """The command that has to be due for this one to be."""
        return self


class Expire(HouseCommand, frozen=True):
    """A seat is given up before the start."""

    seat: int


class Abandon(HouseCommand, frozen=True):
    """Nobody is left at a table that has not started, or has been at a game against bots for long."""


class Gather(HouseCommand, frozen=True):
    """A table that starts when it is full is full: let those choose who choose."""


class ChooseFor(HouseCommand, frozen=True):
    """Choose for somebody who has gone away instead of choosing."""

    seat: int


class Begin(HouseCommand, frozen=True):
    """Everybody is there and has chosen."""


class StandIn(HouseCommand, frozen=True):
    seat: int
    why: str


class PlayFor(HouseCommand, frozen=True):
    """One small decision of a stand-in: any legal one. None lets the house choose."""

    seat: int
    decision: int | None = None

    @property
    def due(self) -> HouseCommand:
        return PlayFor(self.answers, self.seat)


class CloseLong(HouseCommand, frozen=True):
    """So much has happened at a table that no more can be added (`length.py`)."""


class Grant(HouseCommand, frozen=True):
    """Do what was asked for: whoever has not agreed has been away for too long."""


class EndAlone(HouseCommand, frozen=True):
    """The only one left wins."""


class Finish(HouseCommand, frozen=True):
    """The rules have ended the game."""
