"""What every dialect fulfils, so that one shell can carry all of them. No sockets here: bytes, deeds, answers, time.

The server makes a `Connection` of a dialect for each client and calls it with what comes: bytes of the client, answers
of the house, news of the table, the time. Each call gives back *deeds*, which are done in their order: bytes to send,
something to ask of the house, the end of the connection.

- One thing is asked at a time; what is asked meanwhile waits. Until `answered` is called with what became of it, no
  bytes are handed over (the server keeps them), so what a client sends is judged in order. News are handed over all the
  same: the entry that a client's own action made is heard before the answer to it.
- The seat belongs to the connection. A dialect never says for which seat something is done: `Do.make` is called with
  the seat of this connection, whichever that is by then.
- A connection is shown only what its seat may see: the `TableView` of the seat, and the events that it hears.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludoteca.house.commands import Command
from ludoteca.house.entries import Look
from ludoteca.house.lobby import Listing
from ludoteca.house.options import Options
from ludoteca.house.views import TableView

from .house.problems import Problem

PLAIN = Look()  # the house chooses
CLOSING = "This server is closing. Connect again in a moment: the house goes on."

# ---------------------------------------------------------------- what a connection wants done


@dataclass(frozen=True, slots=True)
class Send:
    """Whole lines for the client, each with its LF. What is sent in one moment travels in one piece."""

    lines: bytes


@dataclass(frozen=True, slots=True)
class Close:
    """Hang up once everything before it was sent. A seat is kept as after a lost connection."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """The public tables of the dialect's game that have not ended. Answer: `Listing`s, the oldest first.

    The list is that of this moment. With `lately` it may be some tenths of a second old: for those who look every
    second.
    """

    lately: bool = False


@dataclass(frozen=True, slots=True)
class Open:
    """Open a table and take its first seat. `unsettled`: number of players and mode are decided later, by `Arrange`.

    `bots` seats are filled at once. Answer: `Seated`.
    """

    options: Options
    name: str
    secret: str | None = None
    look: Look = PLAIN
    bots: int = 0
    unsettled: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """Open a table at which nobody sits yet: who asks for it enters by its code. Answer: the code."""

    options: Options


@dataclass(frozen=True, slots=True)
class Enter:
    """Sit down at a table, or come back to a seat there, or take the seat of that name again.

    Without a code: back to the newest table at which that name is absent (and the secret fits); otherwise the oldest
    public table that was opened in this dialect and waits for players. When there is none, the answer is
    `Trouble(NO_SUCH_TABLE)`; when there is one at which no seat is free and nothing is settled, `Refused(TABLE_FULL)`.

    A name that is connected in this dialect is refused as NAME_TAKEN, unless the secret fits: then the seat moves here.
    `players`: without a code only tables for so many are looked at; all of them when it is empty.
    Answer: `Seated`.
    """

    code: str | None
    name: str
    secret: str | None = None
    look: Look = PLAIN
    players: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Knock:
    """Whether that `Enter` would lead to a seat now. Nobody sits down, and nothing is kept for him. Answer: None, or
    what `Enter` would be refused with."""

    enter: Enter


@dataclass(frozen=True, slots=True)
class SeatBots:
    """Fill so many seats of one's own table with bots. Answer: None."""

    count: int


@dataclass(frozen=True, slots=True)
class Do:
    """A command in the name of the seat. Answer: the number of the entry that it made.

    On the way to the game: `Arrange` (players, settings, settled), `Choose` (let those choose who choose), `Dress` and
    `Confirm` by the chooser of the view. With `Confirm(seat, fill=True)` the house adds what was not chosen.
    """

    make: Callable[[int], Command]


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up: before the start the seat is free, in a game it is absent. The connection stays. Answer: None."""


Ask = Lobby | Open | Found | Enter | Knock | SeatBots | Do | Leave
Effect = Send | Close | Ask

# ---------------------------------------------------------------- what it is told


@dataclass(frozen=True, slots=True)
class Seated:
    """`view` is the table now: what happened before is not heard again. `back`: the seat was his before."""

    view: TableView
    back: bool = False


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """An entry that is on disk: the table after it, what happened (`entry["what"]["kind"]`), what the game told."""

    view: TableView
    entry: dict[str, Any]
    events: list[dict[str, Any]]
    kept: dict[Hashable, bytes] = field(default_factory=dict)

    def once(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """Bytes that are the same for everybody of a dialect who may read them are made once. `kept` is shared."""
        if key not in self.kept:
            self.kept[key] = make()
        return self.kept[key]


# Exceptions are Refused of the house or Trouble of the server: both have `code`, `sentence` and `parameters`.
Answer = Sequence[Listing] | Seated | str | int | None | Exception


class Connection(Protocol):
    """The server's end of one client's connection. Every method gives back what to do, in order.

    `opened` is called once, at the beginning; `tick` about once a second; times are seconds of a monotonic clock.
    """

    def opened(self, now: float) -> Iterable[Effect]: ...

    def turned_away(self, now: float) -> Iterable[Effect]:
        """Instead of `opened` when the server is closing: what tells that best. Then the connection ends."""

    def receive(self, data: bytes, now: float) -> Iterable[Effect]:
        """Bytes of the client. What follows an `Ask` in the buffer stays there until it was answered."""

    def answered(self, answer: Answer, now: float) -> Iterable[Effect]:
        """What became of the last `Ask`. Then goes on with lines that came meanwhile."""

    def heard(self, seat_entry: SeatEntry, now: float) -> Iterable[Effect]: ...

    def unseated(self, why: Problem | None, now: float) -> Iterable[Effect]:
        """The seat is gone. MOVED: to another connection with the same secret; ENDED: the table was closed; None: he
        was removed, or lost his place when fewer play (`Arrange`). Not after a `Leave` of his own."""

    def tick(self, now: float) -> Iterable[Effect]: ...

    def farewell(self, now: float) -> Iterable[Effect]:
        """The server is about to close: last words, if the dialect has any."""


# ---------------------------------------------------------------- the other end


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that a person can do now: what he types (`key`), what it means, what is sent."""

    key: str
    words: str
    lines: bytes


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the person now. With `free` he may type a text instead: it is turned into lines to send.

    `can_wait`: the game goes on without an answer, as soon as others come. `patterns`: what can be typed and what it
    means, in few lines, where the choices are too many to be listed.
    """

    words: str
    choices: Sequence[Choice] = ()
    free: Callable[[str], bytes] | None = None
    can_wait: bool = False
    patterns: Sequence[tuple[str, str]] = ()


class ClientSide(Protocol):
    """The client's end, for the line client and for tests: what it knows comes from messages alone."""

    def receive(self, data: bytes) -> bytes:
        """Read what the server sent; gives back what a client answers by itself (acknowledgments, pongs)."""

    @property
    def game(self) -> dict[str, Any] | None:
        """The position rebuilt from messages, equal to `TableView.game` of the seat; None before the start."""

    @property
    def result(self) -> Sequence[str] | None:
        """The winners' names, once the game is over."""

    def told(self) -> list[str]:
        """Sentences for a person about what came since the last call."""

    def question(self) -> Question | None:
        """None while there is nothing to do but wait."""

    def table(self) -> list[str]:
        """The whole table in sentences; nothing before the game."""

    def explained(self, word: str) -> list[str]:
        """What a word of the game means: a character, a card; nothing for one that is not known."""


@dataclass(frozen=True)
class Dialect:
    """A dialect as the server and the line client know it.

    `starts`: a table opened in it begins "full" as soon as all seats are taken, or by "choices" (somebody says so).
    `chooses`: its people are asked for tower and wizard, each in turn, before the game. `consents`: they can be asked
    whether another may take something back. `silence`: seconds without a word of the server after which a client takes
    the connection for lost; None where a server may well be silent. `original`: the same for clients of the program
    behind the document, where it spells things in its own way; they are spoken to at a port of their own.
    """

    name: str
    game: str
    port: int
    starts: str
    chooses: bool
    connection: Callable[[], Connection]
    client: Callable[[], ClientSide]
    consents: bool = False
    silence: float | None = None
    original: Callable[[], Connection] | None = None
