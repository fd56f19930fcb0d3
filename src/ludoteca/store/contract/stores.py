"""Reading and writing."""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from ludoteca.house.table import Phase

from .decisions import Decisions
from .nodes import Nodes
from .problems import LastWrite
from .rows import ChatRow, EntryRow, SnapshotRow, StoredTable, Summary, TableRow

TRIED = "whether this can be written"  # the name of a note without a text


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

    async def stored_table(self, code: str, last_lines: int, from_snapshot: bool = True) -> StoredTable | None:
        """A table with its log and the last lines of its chat, read as of one moment: no write falls in between.

        Without `from_snapshot` the log is read from its first entry on. None when there is no such table.
        """

    async def codes_naming(self, needle: bytes, after: str = "", most: int = 100) -> tuple[list[str], str | None]:
        """Of so many tables, in the order of their codes, those in whose log, chat or listing these bytes occur.

        Then the code to go on after; None when all tables were looked through. A page at a time, so that nobody who
        plays waits for it.
        """

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

    def replaced(self, code: str, number: int) -> None:
        """That line of a table's chat reads differently now."""

    def rewrote(self, code: str) -> None:
        """The log of a table that has ended was written anew: what is known of it does not count any more."""

    def noted(self, name: str) -> None:
        """What is kept under that name has changed."""

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

    @property
    def last_write(self) -> LastWrite | None:
        """How the last write ended, or that the store is known to be damaged; None before the first one."""

    async def try_to_write(self) -> None:
        """Write something that means nothing, to see whether it can be done."""

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

    def keep_snapshot(self, row: SnapshotRow, digest: str | None = None) -> Awaitable[bool]:
        """Keep it instead of an earlier one. False when a later one is kept or its entry is not there.

        With the digest of that entry also when the log was rewritten since: the snapshot would tell what the log does
        not tell any more.
        """

    def say(self, row: ChatRow) -> Awaitable[bool]:
        """Add a line to the chat of a table. False when it is not the next one or there is no such table."""

    async def keep_note(self, name: str, body: bytes) -> None:
        """Keep it instead of what was there under that name."""

    def change_note(self, name: str, before: bytes | None, after: bytes | None) -> Awaitable[bool]:
        """Keep a note instead of the one that is known to be there. False when another one is there by now.

        None stands for no note: what was not there is made, what shall not be there is deleted.
        """

    def forget_table(self, code: str) -> Awaitable[bool]:
        """Delete a table with all that belongs to it, whatever is going on there. False when there is none."""

    def replace_line(self, row: ChatRow) -> Awaitable[bool]:
        """Keep another text for a line of a chat. False when there is no such line."""

    def rewrite(self, rows: Sequence[EntryRow], last: str, shown: bytes) -> Awaitable[bool]:
        """Keep these rows, from the first on, instead of a whole log; `shown` is what lists tell of the table.

        Its snapshot is deleted: it would tell what the log does not tell any more. False when the log has another
        length, or ends with another digest than `last`.
        """

    def forget(self, before: int, most: int = 100) -> Awaitable[list[str]]:
        """Delete games that ended before that time, with all that belongs to them, and return their codes.

        At most so many at once, so that nobody who is playing waits for it.
        """
