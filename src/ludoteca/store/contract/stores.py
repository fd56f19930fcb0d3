"""Reading and writing."""

from __future__ import annotations

from collections.abc import Awaitable, Collection
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from ludoteca.house.table import Phase

from .decisions import Decisions
from .nodes import Nodes
from .rows import ChatRow, EntryRow, SnapshotRow, Summary, TableRow


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
