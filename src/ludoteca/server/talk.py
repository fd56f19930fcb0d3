"""What people say at a table that is awake. A line is heard once it is on disk, like everything else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from ludoteca.house import chat
from ludoteca.house.chat import Chat, Line
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import MOST_IDS, Table
from ludoteca.store.contract import ChatRow, Store

from .news import Listener

TRIES = 20  # of a line that always comes too late, when another node is faster each time


class Talk:
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
                if await self._store.say(ChatRow(table().code, line.number, msgspec.json.encode(line))):
                    if client_id:
                        said[client_id] = line
                        if len(said) > MOST_IDS:
                            del said[next(iter(said))]
                    self._add(line)
                    return line
                await self._catch_up(table().code)
        raise Refused(Refusal.STALE)

    def _said_by(self, table: Table, seat: int) -> dict[str, Line]:
        """Lines of whoever sits there, by the id of the client; of those who have left they are forgotten."""
        there = [other.token or other.name for other in table.seats]
        self.said = {who: lines for who, lines in self.said.items() if who in there}
        return self.said.setdefault(there[seat], {})

    async def hear_on(self, code: str) -> None:
        """Read and tell what was said at other nodes."""
        async with self.speaking:
            await self._catch_up(code)

    async def _catch_up(self, code: str) -> None:
        for row in await self._store.chat(code, self.lines.number):
            self._add(msgspec.json.decode(row.body, type=Line))

    def _add(self, line: Line) -> None:
        chat.add(self.lines, line)
        self._tell(line)
