"""Every message of the protocol, in both directions. `type` names it; members that are not known are ignored.

A client greets with `Hello`, is welcomed with the table as it may see it, and hears of every entry from then on. What
it asks for may carry an `id` of its own choosing: the answer, `Done` or `Refused`, carries the same one. An action that
is sent again with the same id, after a lost connection, is never applied twice.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from ludoteca.analysis.reports import Suggestion
from ludoteca.house.chat import Line
from ludoteca.house.entries import Look
from ludoteca.house.options import Absence
from ludoteca.house.views import TableView

PROTOCOL = 1
LONGEST_KEY = 128

Id = Annotated[str, msgspec.Meta(max_length=64, description="Chosen by the client; the answer carries the same.")]
Key = Annotated[
    str,
    msgspec.Meta(min_length=4, max_length=LONGEST_KEY, description="What opens the seat. The house keeps its SHA-256."),
]
Name = Annotated[str, msgspec.Meta(max_length=20, description="1 to 20 of A-Z a-z 0-9 . _ -")]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]


class FromClient(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    """Something that a client says."""

    id: Id = ""


# ---------------------------------------------------------------- coming and going


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message. With the key of a seat one comes back to it, without one watches.

    `seen` is the last entry that the client knows, `heard` the last line of the chat. Who comes `claiming` does not
    watch: he is answered with `done` and sees the table once he has claimed his seat, also where nobody may watch.
    """

    protocol: int = PROTOCOL
    key: Key | None = None
    seen: Number | None = None
    heard: Number = 0
    claiming: bool = False


class Sit(FromClient, frozen=True, tag="sit"):
    """Take a free seat. `nonce` goes into the draws; choose it by chance after `commitment` was shown."""

    name: Name
    key: Key
    nonce: str = ""
    look: Look = Look()


class Claim(FromClient, frozen=True, tag="claim"):
    """Go on with a seat at this device: `code` was shown at the other one, `key` is the seat's new key."""

    code: str
    key: Key


class Move(FromClient, frozen=True, tag="move"):
    """Ask for a code with which another device can claim this seat. It is good for two minutes, and once."""


class Ping(FromClient, frozen=True, tag="ping"):
    """Answered by `pong`. Costs nothing."""


# ---------------------------------------------------------------- before the game


class Contribute(FromClient, frozen=True, tag="contribute"):
    """Bring a nonce after sitting down."""

    nonce: str


class Dress(FromClient, frozen=True, tag="dress"):
    look: Look


class SitBot(FromClient, frozen=True, tag="sit_bot"):
    """By the host. Without a name the house gives it one."""

    level: str
    name: Name | None = None


class Remove(FromClient, frozen=True, tag="remove"):
    """By the host: somebody, or a bot, leaves the table."""

    name: Name


class HandOver(FromClient, frozen=True, tag="hand_over"):
    """By the host: somebody else hosts the table."""

    name: Name


class Rise(FromClient, frozen=True, tag="rise"):
    """Leave the seat before the game starts."""


class Start(FromClient, frozen=True, tag="start"):
    """By the host, when all seats are taken."""


class Close(FromClient, frozen=True, tag="close"):
    """By the host, before the game starts."""


class Arrange(FromClient, frozen=True, tag="arrange"):
    """By the host, before the game starts: what becomes of players who are away."""

    absence: Absence


# ---------------------------------------------------------------- in the game


class Act(FromClient, frozen=True, tag="act"):
    """An action of the game, in the notation. `legal` in the view lists the small ones."""

    action: dict[str, Any]


class TakeBack(FromClient, frozen=True, tag="take_back"):
    """The last action of this turn, or all since entry `to`, which `back_to` in the view lists."""

    to: Number | None = None


class AskEnd(FromClient, frozen=True, tag="ask_end"):
    """Ask the others to end the game without a winner."""


class Answer(FromClient, frozen=True, tag="answer"):
    """To what somebody asked (`request` in the view); with `to`, its `number`, to that and nothing asked since."""

    yes: bool
    to: Number | None = None


class Resign(FromClient, frozen=True, tag="resign"):
    """A stand-in goes on for the seat; the last side that has not resigned wins."""


class CallStandIn(FromClient, frozen=True, tag="call_stand_in"):
    """Let a stand-in play for somebody who has been away for a minute, until he is back. At tables with `absence`."""

    name: Name


class ClaimWin(FromClient, frozen=True, tag="claim_win"):
    """By the only one left, after a minute. At tables with `absence`; at others the house decides."""


class Hint(FromClient, frozen=True, tag="hint"):
    """Ask for advice, answered by `advice` after a while. Only in a game without other people, on one's own turn."""


class Rematch(FromClient, frozen=True, tag="rematch"):
    """The same people once more, at a new table (`rematch` in the view), with the same keys."""


# ---------------------------------------------------------------- talk


class Say(FromClient, frozen=True, tag="say"):
    text: str


class Mute(FromClient, frozen=True, tag="mute"):
    """Do not send this connection any line of that speaker, or do so again."""

    name: Name
    muted: bool = True


class Report(FromClient, frozen=True, tag="report"):
    """Tell the operator of the house about a line of the chat, or about somebody at the table, and why."""

    line: Number | None = None
    name: Name | None = None
    reason: Annotated[str, msgspec.Meta(max_length=200)] = ""


ClientMessage = (
    Hello
    | Sit
    | Claim
    | Move
    | Ping
    | Contribute
    | Dress
    | SitBot
    | Remove
    | HandOver
    | Rise
    | Start
    | Close
    | Arrange
    | Act
    | TakeBack
    | AskEnd
    | Answer
    | Resign
    | CallStandIn
    | ClaimWin
    | Hint
    | Rematch
    | Say
    | Mute
    | Report
)


class FromServer(msgspec.Struct, frozen=True, tag_field="type", kw_only=True, omit_defaults=True):
    """Something that the house says."""


class Happened(msgspec.Struct, frozen=True):
    """An entry of the log as the seat may read it, and what the game told of it. `what.kind` names what happened."""

    number: int
    time: int
    what: dict[str, Any]
    events: list[dict[str, Any]]


class Welcome(FromServer, frozen=True, tag="welcome"):
    """The table as it is. `missed`: what followed the entry that the client had seen, or null when that is too old."""

    view: TableView
    missed: list[Happened] | None = None
    lines: list[Line] = []
    protocol: int = PROTOCOL


class Entry(FromServer, frozen=True, tag="entry"):
    """Something happened; `view` is the table after it."""

    entry: Happened
    view: TableView


class Lines(FromServer, frozen=True, tag="lines"):
    """Somebody spoke."""

    lines: list[Line]


class Done(FromServer, frozen=True, tag="done"):
    """What was asked for has happened, by the entry `number` if it made one."""

    id: str = ""
    number: int | None = None


class Refused(FromServer, frozen=True, tag="refused"):
    """What was asked for has not happened. `code` is for programs, `sentence` for people; `parameters` fill the
    sentence in other languages. `rule` is the code of the rules when they are the reason."""

    code: str
    sentence: str
    id: str = ""
    parameters: dict[str, Any] = {}
    rule: str | None = None


class Moving(FromServer, frozen=True, tag="moving"):
    """The answer to `move`: type the code at the other device before `until` (milliseconds since 1970)."""

    code: str
    until: int
    id: str = ""


class Advice(FromServer, frozen=True, tag="advice"):
    """The answer to `hint`: the best actions after the entry `number`, the best one first, with chances to win."""

    number: int
    player: int
    chances: list[float]
    best: list[Suggestion]
    id: str = ""


class Pong(FromServer, frozen=True, tag="pong"):
    id: str = ""
    time: int = 0


class Goodbye(FromServer, frozen=True, tag="goodbye"):
    """The connection is closed next. `again`: come back after so many seconds, by yourself; null: there is no use."""

    code: str
    sentence: str
    again: float | None = None


ServerMessage = Welcome | Entry | Lines | Done | Refused | Moving | Advice | Pong | Goodbye
