"""What the house asks of whatever keeps its tables. The rest of the shells know this module and no database.

A table is a log, so the heart of it is `append`: when it says True, the row is on disk and stays there, and nothing may
be shown to anybody before. When it says False, the log has gone on without that row: read what is new and decide again.
When it raises, the row is not there, unless the power went in that very moment; appending it once more settles that.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from enum import StrEnum
from pathlib import Path
from typing import Protocol

import msgspec

from ludoteca.house.table import Phase


class Problem(StrEnum):
    CLOSED = "closed"
    DAMAGED = "damaged"
    EXISTS = "exists"
    FULL = "full"
    IN_USE = "in_use"
    NEWER = "newer"
    NO_STORE = "no_store"
    NOT_HERE = "not_here"
    OLDER = "older"
    UNREACHABLE = "unreachable"
    UNREADABLE = "unreadable"


class StoreError(Exception):
    """Something is wrong with the store itself, whatever it was asked. A code for programs, a sentence for people."""

    def __init__(self, code: Problem, sentence: str) -> None:
        self.code = code
        self.sentence = sentence
        super().__init__(f"[{code}] {sentence}")


class StoreFull(StoreError):
    """There is no room. Nothing was written; as soon as there is room it works again."""


class StoreBroken(StoreError):
    """It cannot be opened, read or written. What was written before is not touched."""


class Unstorable(ValueError):
    """Something that fits no column: a mistake of whoever asked. Nobody else's request suffers from it."""


class Summary(msgspec.Struct, frozen=True):
    """What is known of a table without reading its log, for lists. Times are milliseconds since 1970.

    `shown` is what a list tells of the table, in whatever form the house gives it.
    """

    game: str
    public: bool
    rules_version: str
    phase: Phase
    opened: int
    changed: int
    shown: bytes = b""


class TableRow(msgspec.Struct, frozen=True):
    """A table without its secret."""

    code: str
    summary: Summary


class EntryRow(msgspec.Struct, frozen=True):
    """An entry of a table's log, its digest, and what its seats were told of it, for those who come when the rules have
    changed. The store looks into neither."""

    code: str
    number: int
    body: bytes
    digest: str
    events: bytes = b""


class SnapshotRow(msgspec.Struct, frozen=True):
    """A whole table as after entry `number`, written under `rules_version`."""

    code: str
    number: int
    rules_version: str
    body: bytes


class ChatRow(msgspec.Struct, frozen=True):
    code: str
    number: int
    body: bytes


class Decision(msgspec.Struct, frozen=True):
    """What a bot has to decide: the entry that it answers, and how well it plays. `known` is the last entry that was
    known to whoever asked for it; who has not read so far yet cannot say whether it is wanted."""

    code: str
    number: int
    known: int
    level: str


class Claimed(msgspec.Struct, frozen=True):
    """Decisions to think about, for each of them who had it before and did not finish, and when to ask again."""

    decisions: list[Decision]
    former: list[str | None]
    next_free: float | None  # seconds until there may be another one; None when nothing waits, or there was enough


class WorkDone(msgspec.Struct):
    """What somebody who lets bots think has done so far: decisions to which he had a claim, those that were made or not
    wanted any more, and those that he has left to others."""

    taken: int = 0
    done: int = 0
    given_back: int = 0


class WorkerRow(msgspec.Struct, frozen=True):
    """Somebody who does nothing but let bots think. `started` is milliseconds since 1970, `silent` seconds since he has
    said that he is there."""

    worker: str
    version: str
    levels: list[str]
    threads: int
    work: WorkDone
    started: int
    silent: float


class Queue(msgspec.Struct, frozen=True):
    """How many decisions are free and wait for somebody, how many somebody has a claim to, and for how many seconds the
    oldest of those that are free has been so."""

    waiting: int
    claimed: int
    oldest: float


class Records(Protocol):
    """What can be read. Readers see what was committed when they began, and nobody waits for them."""

    async def entries(self, code: str, after: int = 0, most: int | None = None) -> list[EntryRow]:
        """The rows that follow a number, in order."""

    async def last_entry(self, code: str) -> EntryRow | None:
        """The row with which a log ends: of what happens in a game the summary of its table does not tell."""

    async def table(self, code: str) -> TableRow | None: ...

    async def secret(self, code: str) -> bytes | None:
        """The 32 bytes behind the commitment of a table: for unfolding its log, and for nobody's eyes."""

    async def tables(
        self,
        phases: Collection[Phase] = tuple(Phase),
        public: bool | None = None,
        after: TableRow | None = None,
        most: int | None = None,
    ) -> list[TableRow]:
        """Tables in these phases, the one that was opened last first; `after` the one that ended the page before."""

    async def snapshot(self, code: str) -> SnapshotRow | None: ...

    async def chat(self, code: str, after: int = 0, last: int | None = None) -> list[ChatRow]:
        """The lines that follow a number, in order; of those only the last ones if so many are enough."""

    async def note(self, name: str) -> bytes | None:
        """What the operator has settled under that name."""

    async def notes(self) -> dict[str, bytes]:
        """All of them, by name."""

    async def backup(self, target: Path) -> None:
        """Write everything as it is at one moment to a new file, while the games go on."""

    async def close(self) -> None:
        """Finish what has been asked for and let go of everything. Whatever is asked later raises StoreBroken."""


class Changes(Protocol):
    """Whoever wants to know what others do to a store that several servers share. Nothing that it does may wait.

    What a server wrote itself may be told to it as well: a number that is known is no news.
    """

    def wrote(self, code: str, number: int) -> None:
        """The log of a table goes up to that entry now."""

    def said(self, code: str, number: int) -> None:
        """The chat of a table goes up to that line now."""

    def forgot(self, code: str) -> None:
        """A table is no longer there."""

    def asked(self, wait: float) -> None:
        """In so many seconds a bot has to decide, and nobody has a claim to that yet."""

    def missed(self) -> None:
        """For a while nobody listened: anything may have changed."""


class Decisions(Protocol):
    """Decisions of bots that wait for somebody who thinks about them, wherever he is. A `thinker` has a claim to what
    he asked for in his own name, or took, until it ends. Who needs longer renews it in time.
    """

    async def ask(self, decision: Decision, wait: float, thinker: str | None = None) -> bool:
        """Put it there, if nobody has done so before: then True. Nobody else may take it before so many seconds."""

    async def claim(self, thinker: str, levels: Sequence[str] | None, most: int, seconds: float) -> Claimed:
        """Take what is free, of these levels or of any, for so many seconds."""

    async def renew(self, thinker: str, held: Sequence[Decision], seconds: float) -> set[tuple[str, int]]:
        """Keep claims for so many seconds from now; table and number of those that were still his."""

    async def give_back(self, thinker: str, held: Sequence[Decision]) -> None:
        """Let anybody else take them."""

    async def finish(self, decision: Decision, known: int) -> bool:
        """It was made, or is not wanted, according to somebody who knows the table up to that entry.

        False when it was asked for again by somebody who knew more: then it stays, and is free.
        """

    async def queue(self) -> Queue:
        """What there is to do."""

    async def at_work(self, worker: str, version: str, levels: Sequence[str], threads: int, work: WorkDone) -> None:
        """Say that somebody is there who does nothing but let bots think, and what he has done so far."""

    async def off_work(self, worker: str) -> None:
        """He is no longer there."""


class Store(Records, Protocol):
    """Every method that writes returns when what it wrote is on disk, and raises StoreFull or StoreBroken otherwise."""

    @property
    def shared(self) -> bool:
        """Whether other servers may write to it at the same time."""

    @property
    def nodes(self) -> Nodes | None:
        """The servers that share it; None when no others may."""

    @property
    def decisions(self) -> Decisions | None:
        """What bots have to decide, if those who think may be elsewhere."""

    def alone(self, name: str) -> AbstractAsyncContextManager[None]:
        """Inside, nobody else is who asked for the same name, at any server; everybody waits for his turn.

        Only a convenience: somebody whose connection is lost meanwhile is not told that others came in.
        """

    async def watch(self, changes: Changes) -> None:
        """Tell somebody what others change, from the moment this returns until the store is closed."""

    def create(self, first: EntryRow, secret: bytes, summary: Summary) -> Awaitable[bool]:
        """Keep a new table and the first entry of its log, both or neither. False when the code is taken."""

    def append(self, row: EntryRow, previous: str, summary: Summary | None = None) -> Awaitable[bool]:
        """Add a row to the log of its table if it follows the row with the digest `previous`; with it, the summary.

        False when it does not: the number is taken, or the row before is not that one. A row that is equal to this one
        and was there before is somebody else's: two servers may decide the same in the same moment.
        """

    def keep_snapshot(self, row: SnapshotRow) -> Awaitable[bool]:
        """Keep it instead of an earlier one. False when a later one is kept or its entry is not there."""

    def say(self, row: ChatRow) -> Awaitable[bool]:
        """Add a line to the chat of a table. False when it is not the next one or there is no such table."""

    async def keep_note(self, name: str, body: bytes) -> None:
        """Keep it instead of what was there under that name."""

    def forget(self, before: int, most: int = 100) -> Awaitable[list[str]]:
        """Delete games that ended before that time, with all that belongs to them, and return their codes.

        At most so many at once, so that nobody who is playing waits for it. Nothing else ever deletes anything.
        """


# ---------------------------------------------------------------- several servers


class Figures(msgspec.Struct, frozen=True):
    """What a server says of itself with every beat."""

    name: str
    address: str
    draining: bool = False
    people: int = 0
    awake: int = 0  # tables in memory


class NodeRow(msgspec.Struct, frozen=True):
    """A server of the house. `started` is milliseconds since 1970, `silent` seconds since its last beat."""

    node: str
    figures: Figures
    version: str
    rules: dict[str, int]
    started: int
    silent: float


class Beat(msgspec.Struct, frozen=True):
    """What a server learns when it says that it is there: not `held`, when others have taken it for dead."""

    held: bool
    outdated: bool  # newer rules are played by now: whoever has older ones leaves
    time: float | None = None  # of the database when it was written, seconds since 1970


class TakenOver(msgspec.Struct, frozen=True):
    """Names of servers that are gone, and, by table, the people of whom it has to be written down that they left."""

    servers: list[str]
    people: dict[str, list[str]]


class Nodes(Protocol):
    """The servers of a house that several of them keep open, and who is at which of them.

    Each holds a lease that it has to renew; the clock is that of the database. Of a server whose lease has expired the
    one that notices it first takes over the people, and answers for them until it has written down that they left.
    """

    def on_echo(self, heard: Callable[[int], None]) -> None:
        """Call somebody with the number of each own beat as soon as the note that it sends to all has come round."""

    async def join(self, node: str, version: str, figures: Figures) -> None:
        """Take a lease. StoreBroken when the house is played by newer rules; if by older ones, that ends now."""

    async def outdated(self, seconds: float) -> list[str]:
        """Names of servers that play by older rules and have renewed their lease in the last so many seconds."""

    async def cut_off_outdated(self) -> None:
        """End the connections of all that write and have older rules."""

    async def beat(self, node: str, number: int, figures: Figures) -> Beat:
        """Renew the lease, and send a note round."""

    async def take_over(self, node: str, seconds: float) -> TakenOver:
        """End leases that were not renewed for so long: for the people of those servers this one answers from now on,
        as having left."""

    async def leave(self, node: str, successor: str = "") -> None:
        """Give the lease back. If that server answered for somebody, and its successor does not, others see to it at
        once."""

    def answer_for(self, node: str, code: str, came: Collection[str], went: Collection[str]) -> Awaitable[bool]:
        """Be the one, or no longer the one, who answers for people of a table. Without a lease nobody can answer for
        those who came: then False.

        What is appended to the table afterwards is appended after this.
        """

    def elsewhere(self, node: str, code: str, name: str, seconds: float) -> Awaitable[bool]:
        """Whether somebody who has left this server is at another one whose lease is good."""

    async def present(self, code: str, seconds: float) -> set[str]:
        """The people of a table who are at some server whose lease is good."""
