"""What the parts of a running server have in common."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import msgspec

from ludoteca import __version__
from ludoteca.dialects.house.describing import asyncapi, openapi, schemas, typescript
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house.deciding import BY_THE_HOUSE, Manner
from ludoteca.house.options import Options

from .live import LiveTable
from .news import Listener
from .tables import UNFINISHED, Seating, Tables
from .thinking import Bot

PORTIONS = 20  # in which people are handed over to other servers
COME_BACK = 1.0  # seconds after which clients of a server that restarts try again


@dataclass(frozen=True)
class Documents:
    """The protocol described, made once."""

    openapi: bytes
    asyncapi: bytes
    schema: bytes
    types: bytes

    @classmethod
    @cache
    def made(cls) -> Documents:
        return cls(
            msgspec.json.encode(openapi.document(__version__)),
            msgspec.json.encode(asyncapi.document(__version__)),
            msgspec.json.encode(schemas.document()),
            typescript.text().encode(),
        )


@dataclass
class State:
    tables: Tables
    bots: Mapping[str, Bot]
    tables_per_address: int
    documents: Documents
    visitors: set[Listener] = field(default_factory=set)  # also those who have not greeted yet
    opened: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # codes by address
    handing_over: bool = False  # to the other servers of the house: nobody new is let in
    _opening: Counter[str] = field(default_factory=Counter)
    _emptied: asyncio.Future[None] | None = None

    @property
    def draining(self) -> bool:
        """Whether the house is about to close: no new tables are opened then."""
        return self.tables.draining

    @draining.setter
    def draining(self, draining: bool) -> None:
        self.tables.draining = draining

    async def open_table(
        self, address: str, options: Options, seating: Seating | None, manner: Manner = BY_THE_HOUSE
    ) -> LiveTable:
        """A new table, if somebody from there may open one more."""
        if self._opened_from(address) >= self.tables_per_address:
            for code in tuple(self.opened[address]):
                if not await self._unfinished(code):
                    self.opened[address].discard(code)
        if self._opened_from(address) >= self.tables_per_address:
            raise Trouble(Problem.TABLES, most=self.tables_per_address)
        self._opening[address] += 1
        try:
            live = await self.tables.open(options, seating, manner)
            self.opened[address].add(live.code)
        finally:
            self._opening[address] -= 1
            self._opening = +self._opening  # without those that are at zero
        return live

    def _opened_from(self, address: str) -> int:
        return len(self.opened.get(address, ())) + self._opening[address]

    async def _unfinished(self, code: str) -> bool:
        live = self.tables.awake.get(code)
        if live is not None:
            return live.table.phase in UNFINISHED
        row = await self.tables.around.store.table(code)
        return row is not None and row.summary.phase in UNFINISHED

    @property
    def turns_away(self) -> bool:
        """Whether nobody is let in any more."""
        return self._emptied is not None or self.handing_over

    def arrived(self, visitor: Listener) -> None:
        self.visitors.add(visitor)
        if self.turns_away:
            visitor.dismiss(Problem.RESTART, COME_BACK)

    def gone(self, visitor: Listener) -> None:
        self.visitors.discard(visitor)
        if self._emptied is not None and not self.visitors and not self._emptied.done():
            self._emptied.set_result(None)

    def send_everybody_away(self) -> None:
        """They come back by themselves, here or, when there are several, to another server of the house."""
        for visitor in tuple(self.visitors):
            visitor.dismiss(Problem.RESTART, COME_BACK)

    async def hand_over(self, seconds: float) -> None:
        """Send everybody to the other servers, over so many seconds: not all shall come to them in one moment."""
        self.handing_over = True
        visitors = tuple(self.visitors)
        for portion in range(PORTIONS):
            for visitor in visitors[portion::PORTIONS]:
                if visitor in self.visitors:
                    visitor.dismiss(Problem.RESTART, COME_BACK)
            if visitors:
                await asyncio.sleep(seconds / PORTIONS)

    async def empty(self) -> None:
        """Send everybody away for good. Each is let go of after a while, whether it has read that or not."""
        self._emptied = asyncio.get_running_loop().create_future()
        self.send_everybody_away()
        if self.visitors:
            await self._emptied
