"""What the parts of a running server have in common."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice

import msgspec

from ludoteca import __version__
from ludoteca.dialects.house.describing import asyncapi, openapi, schemas, typescript
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import lobby
from ludoteca.house.decide import BY_THE_HOUSE, TableOrigin
from ludoteca.house.options import Options, need_patience_with_strangers

from .bots.local import Bot
from .table.actor import TableActor
from .table.announcements import Listener
from .table.registry import UNFINISHED, Seating, TableRegistry
from .transport.addresses import networks_of
from .transport.guesses import Guessed, Guesses
from .transport.limits import Addresses

PORTIONS = 20  # in which people are handed over to other servers
COME_BACK = 1.0  # seconds after which clients of a server that restarts try again
MOST_OPENERS = 10_000  # networks of which it is known which tables they opened; beyond, some are looked through
LOOKED_THROUGH = 5  # with each new table


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
    tables: TableRegistry
    bots: Mapping[str, Bot]
    tables_per_address: int
    documents: Documents
    sessions: set[Listener] = field(default_factory=set)  # also those who have not greeted yet
    guesses: Guesses = field(default_factory=Guesses)
    opened: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # codes by network
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
        self, address: str, options: Options, seating: Seating | None, origin: TableOrigin = BY_THE_HOUSE
    ) -> TableActor:
        """A new table, if somebody from there may open one more."""
        if origin.practice is None:  # a position of another game is played on by its host alone, on no list
            need_patience_with_strangers(options)
        networks = networks_of(address)
        mosts = {network: self.tables_per_address * times for network, times in networks}
        for network, most in mosts.items():
            if self._opened_from(network) >= most:
                self._look_through(network)
        for network, most in mosts.items():
            if self._opened_from(network) >= most:
                raise Trouble(Problem.TABLES, most=most)
        self._opening.update(mosts.keys())
        try:
            actor = await self.tables.open(options, seating, origin)
            for network in mosts:
                self.opened[network].add(actor.code)
        finally:
            self._opening.subtract(mosts.keys())
            self._opening = +self._opening  # without those that are at zero
        self.guesses.met(address, actor.code)
        if len(self.opened) > MOST_OPENERS:
            for network in tuple(islice(self.opened, LOOKED_THROUGH)):
                self._look_through(network)
        return actor

    async def rematch(self, address: str, actor: TableActor, by: int) -> str:
        """The code of the table for a rematch. The table counts for the address that asks for it first."""
        return await self.tables.rematch(actor, by, partial(self.open_table, address))

    def _opened_from(self, network: str) -> int:
        return len(self.opened.get(network, ())) + self._opening[network]

    def look_through_opened(self) -> None:
        """Forget the tables that no longer count, and the networks that have no others."""
        for network in tuple(self.opened):
            self._look_through(network)

    def _look_through(self, network: str) -> None:
        """Forget which of its tables no longer count. Then it is the last that is looked through again."""
        codes = {code for code in self.opened.pop(network, ()) if self._counts(code)}
        if codes:
            self.opened[network] = codes

    def _counts(self, code: str) -> bool:
        """A game that its players have left sleeps in the store until they come back. It costs no memory, and they
        need not finish it to open another one."""
        actor = self.tables.awake.get(code)
        return actor is not None and actor.table.phase in UNFINISHED

    async def find(self, typed: str, address: str) -> TableActor:
        """The table with a code that a client has typed. Codes that are none's are guesses; one that is shown to
        everybody, or that the network has come with before, is not."""
        code = lobby.read_code(typed) or ""
        actor = self.tables.awake.get(code)
        listed = actor is not None and lobby.is_public(actor.table)
        known = listed or self.guesses.knows(address, code)
        with nullcontext() if known else self.guesses.looking(Guessed.TABLE_CODE, address):
            try:
                actor = await self.tables.find(typed)
            except Trouble as trouble:
                if trouble.code is Problem.NO_SUCH_TABLE:
                    self.guesses.wrong(Guessed.TABLE_CODE, address)
                raise
        self.guesses.met(address, actor.code)
        return actor

    @property
    def turns_away(self) -> bool:
        """Whether nobody is let in any more."""
        return self._emptied is not None or self.handing_over

    def arrived(self, session: Listener) -> None:
        self.sessions.add(session)
        if self.turns_away:
            session.dismiss(Problem.RESTART, COME_BACK)

    def gone(self, session: Listener) -> None:
        self.sessions.discard(session)
        if self._emptied is not None and not self.sessions and not self._emptied.done():
            self._emptied.set_result(None)

    def send_away_refused(self, addresses: Addresses) -> None:
        """Those who are connected from addresses that are refused by now."""
        for session in tuple(self.sessions):
            if addresses.refuses(session.address):
                session.dismiss(Problem.REFUSED_ADDRESS)

    def send_everybody_away(self) -> None:
        """They come back by themselves, here or, when there are several, to another server of the house."""
        for session in tuple(self.sessions):
            session.dismiss(Problem.RESTART, COME_BACK)

    async def hand_over(self, seconds: float) -> None:
        """Send everybody to the other servers, over so many seconds: not all shall come to them in one moment."""
        self.handing_over = True
        sessions = tuple(self.sessions)
        for portion in range(PORTIONS):
            for session in sessions[portion::PORTIONS]:
                if session in self.sessions:
                    session.dismiss(Problem.RESTART, COME_BACK)
            if sessions:
                await asyncio.sleep(seconds / PORTIONS)

    async def empty(self) -> None:
        """Send everybody away for good. Each is let go of after a while, whether it has read that or not."""
        self._emptied = asyncio.get_running_loop().create_future()
        self.send_everybody_away()
        if self.sessions:
            await self._emptied
