"""What people say at a table that is awake. A line is heard once it is on disk, like everything else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

import msgspec
import structlog

from ludoteca.house import chat
from ludoteca.house.chat import Chat, Line
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import MOST_IDS, Table
from ludoteca.store.contract import ChatRow, Store

from .announcements import Listener

log = structlog.get_logger()

TRIES = 20  # of a line that always comes too late, when another node is faster each time


class KeptLine(Line, frozen=True, omit_defaults=True):
    """A line as it is in the store, with the id that the client gave it: sent again, it is known at every node."""

    id: str = ""

    @property
    def told(self) -> Line:
        """What others get to know of it."""
        return Line(self.number, self.time, self.seat, self.name, self.text)


def encoded(line: Line, client_id: str) -> bytes:
    return msgspec.json.encode(KeptLine(line.number, line.time, line.seat, line.name, line.text, client_id))


def decoded(body: bytes) -> KeptLine:
    return msgspec.json.decode(body, type=KeptLine)


def readable(rows: Iterable[ChatRow]) -> list[KeptLine]:
    """The lines without those that are damaged: they are beside the log, and nothing follows from them."""
    found = []
    for row in rows:
        try:
            found.append(decoded(row.body))
        except msgspec.DecodeError as error:
            log.error("a line of chat cannot be read", table=row.code, line=row.number, problem=str(error))
    return found


class TableChat:
    def __init__(self, lines: Chat, store: Store, now: Callable[[], int], tell: Callable[[Line], None]) -> None:
        self.lines = lines
        self.speaking = asyncio.Lock()
        self.said: dict[str, dict[str, Line]] = {}  # by speaker: the last lines that had an id of the client
        self._store = store
        self._now = now
        self._tell = tell

    async def say(self, table: Callable[[], Table], speaker: Listener, text: str, client_id: str = "") -> Line:
        """With the same id again it is not said again."""
        async with self.speaking:
            for _ in range(TRIES):
                if speaker.seat is None:
                    raise Refused(Refusal.NOT_SEATED)
                said = self._said_by(table(), speaker.seat)
                if client_id in said:
                    return said[client_id]
                line = chat.say(table(), self.lines, speaker.seat, text, self._now())
                if await self._store.say(ChatRow(table().code, line.number, encoded(line, client_id))):
                    remember(said, line, client_id)
                    self._add(line)
                    return line
                await self._catch_up(table())
        raise Refused(Refusal.STALE)

    def recall(self, table: Table, line: KeptLine) -> None:
        """A line that is in the store was said by somebody who may send it again."""
        seat = table.seat_named(line.name)
        if seat is not None:
            remember(self._said_by(table, seat), line.told, line.id)

    def _said_by(self, table: Table, seat: int) -> dict[str, Line]:
        """Lines of whoever sits there, by the id of the client; of those who have left they are forgotten."""
        there = [other.token or other.name for other in table.seats]
        self.said = {who: lines for who, lines in self.said.items() if who in there}
        return self.said.setdefault(there[seat], {})

    async def hear_on(self, table: Callable[[], Table]) -> None:
        """Read and tell what was said at other nodes."""
        async with self.speaking:
            await self._catch_up(table())

    async def read_again(self, code: str, number: int) -> None:
        """That line reads differently now: those who have heard it are told."""
        async with self.speaking:
            for line in readable(await self._store.chat(code, number - 1)):
                if line.number == number:
                    self._replace(line.told)

    async def read_all_again(self, code: str) -> None:
        """Any of the lines that are kept here may read differently now."""
        async with self.speaking:
            kept = {line.number: line for line in self.lines.lines}
            for row in readable(await self._store.chat(code, min(kept, default=1) - 1) if kept else ()):
                line = row.told
                if line != kept.get(line.number, line):
                    self._replace(line)

    def _replace(self, line: Line) -> None:
        for said in self.said.values():
            for client_id in [each for each, old in said.items() if old.number == line.number]:
                said[client_id] = line
        if chat.replace(self.lines, line):
            self._tell(line)

    async def _catch_up(self, table: Table) -> None:
        rows = await self._store.chat(table.code, self.lines.number)
        for line in readable(rows):
            self.recall(table, line)
            self.lines.number = line.number - 1  # one that cannot be read may be before it
            self._add(line.told)
        self.lines.number = max([self.lines.number, *(row.number for row in rows)])

    def _add(self, line: Line) -> None:
        chat.add(self.lines, line)
        self._tell(line)


def remember(said: dict[str, Line], line: Line, client_id: str) -> None:
    """The last ones of a speaker, as with his actions."""
    if client_id:
        said[client_id] = line
        if len(said) > MOST_IDS:
            del said[next(iter(said))]
