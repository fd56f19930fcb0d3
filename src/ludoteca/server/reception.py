"""Where those arrive who speak one of the dialects, and how it is found at which table they sit, or sat before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from ludoteca.dialects.contract import Dialect
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import keys
from ludoteca.house.deciding import Manner
from ludoteca.house.entries import Starts
from ludoteca.house.lobby import Listing
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase, Table

from .live import LiveTable
from .metrics import Metrics
from .state import State
from .tables import MOST_LISTED, UNFINISHED

DEFAULT_BOT = "greedy"
MOST_WOKEN = 3  # tables that one newcomer may wake by his name alone


class Sitting(Protocol):
    """Somebody who speaks the dialect and has a seat."""

    @property
    def live(self) -> LiveTable | None: ...


@dataclass(frozen=True, slots=True)
class Credentials:
    """Who somebody says that he is. `token` follows from his secret, if he has one."""

    name: str
    token: str | None

    @classmethod
    def of(cls, name: str, secret: str | None) -> Credentials:
        return cls(name, None if secret is None else keys.token_of_secret(name, secret))


@dataclass
class Reception:
    """What all who speak one dialect have in common. `now` are seconds of a monotonic clock."""

    dialect: Dialect
    state: State
    metrics: Metrics
    now: Callable[[], float]
    bare_names: bool = False  # whether a seat without a key can be claimed by its name alone
    list_age: float = 0.0  # seconds for which a list of tables may be shown again after something has changed
    seated: dict[str, set[Sitting]] = field(default_factory=dict)  # by name
    _opening: set[asyncio.Future[None]] = field(default_factory=set)
    _list: tuple[int, float, list[Listing]] | None = None  # how many changes it knows, when it was made, the list

    # ------------------------------------------------------------ who sits where

    def seat_of(self, table: Table, who: Credentials) -> int | None:
        """The seat of that name, if it is his to come back to; None when nobody is called so. Or Refused."""
        number = table.seat_named(who.name)
        if number is None:
            return None
        seat = table.seats[number]
        if seat.person and who.token is not None and keys.seat_of_token(table, who.token) == number:
            return number
        if seat.person and not seat.connected:
            if not seat.keyed and self.bare_names:
                return number
            if who.token is not None:
                raise Refused(Refusal.WRONG_TOKEN)
        raise Refused(Refusal.NAME_TAKEN, name=who.name)

    def may_return(self, table: Table, who: Credentials) -> bool:
        try:
            return table.phase in UNFINISHED and self.seat_of(table, who) is not None
        except Refused:
            return False

    async def table_named(self, code: str) -> LiveTable:
        """The table with that code, if the dialect's game is played there."""
        live = await self.state.tables.find(code)
        if live.table.options.game != self.dialect.game:
            raise Trouble(Problem.NO_SUCH_TABLE, code=code)
        return live

    # ------------------------------------------------------------ without a code

    async def table_to_return_to(self, who: Credentials, players: tuple[int, ...] = ()) -> LiveTable | None:
        """The newest table at which that name is absent and may come back, or that he takes over from another device.

        A name alone leads back to tables of this dialect only: the same name elsewhere may well be somebody else's.
        Reads at most 200 summaries of tables that sleep and wakes at most three of them.
        """
        for guest in self.seated.get(who.name, ()):
            live = guest.live
            if live is not None and live.table.phase in UNFINISHED and is_for(live.table, players):
                self.seat_of(live.table, who)
                return live
        if who.token is None and not self.bare_names:
            return None
        async for live in self._tables_with(who.name):
            ours = who.token is not None or live.table.dialect == self.dialect.name
            if ours and is_for(live.table, players):
                if self.may_return(live.table, who):
                    return live
                if self.shared and who.token is None and is_there(live.table, who.name):  # at another server
                    raise Refused(Refusal.NAME_TAKEN, name=who.name)
        return None

    async def _tables_with(self, name: str) -> AsyncIterator[LiveTable]:
        """Tables of this game at which somebody is called so, the newest first."""
        tables, game = self.state.tables, self.dialect.game
        found = {
            code: live.table.opened
            for code, live in tables.awake.items()
            if live.table.options.game == game and live.table.seat_named(name) is not None
        }
        for row in await tables.around.store.tables(UNFINISHED, most=MOST_LISTED):
            known = row.code in tables.awake and not self.shared  # another server may have seated him just now
            if row.summary.game == game and not known and name in names_in(row.summary.shown):
                found[row.code] = row.summary.opened
        woken = 0
        for code in sorted(found, key=lambda code: (found[code], code), reverse=True):
            woken += code not in tables.awake
            if woken > MOST_WOKEN:
                return
            yield await tables.find(code)

    async def table_that_waits(self, players: tuple[int, ...] = ()) -> LiveTable:
        """The oldest public table of this dialect with a free seat. Two who come at once shall meet at one table.

        While people wait at a full one for its founder to settle how many play, nobody else can wait.
        """
        while self._opening:
            await asyncio.wait(tuple(self._opening))
        if self.shared:  # others may have opened some
            await self.state.tables.wake_waiting()
        found = self._with_a_free_seat(players)
        if found is None and self.shared:  # or changed what is known here
            for live in self._waiting(players):
                await live.refreshed()
            found = self._with_a_free_seat(players)
        if found is not None:
            return found
        if any(not live.table.settled for live in self._waiting(players)):
            raise Refused(Refusal.TABLE_FULL)
        raise Trouble(Problem.NO_SUCH_TABLE, code="here that waits for players")

    def _with_a_free_seat(self, players: tuple[int, ...]) -> LiveTable | None:
        return next((live for live in self._waiting(players) if not live.table.full), None)

    def _waiting(self, players: tuple[int, ...]) -> list[LiveTable]:
        """Public tables of this dialect that have not started, the oldest first."""
        waiting = [
            live
            for live in self.state.tables.awake.values()
            if live.table.phase is Phase.OPEN and live.table.dialect == self.dialect.name and live.table.options.public
            if is_for(live.table, players)
        ]
        return sorted(waiting, key=lambda live: (live.table.opened, live.code))

    @property
    def shared(self) -> bool:
        """Whether newcomers may arrive elsewhere as well."""
        return self.state.tables.around.store.shared

    def alone(self) -> AbstractAsyncContextManager[None]:
        """Inside, nobody else of this dialect sits down by a name alone, or opens a table because he has found none,
        here or at another server: who comes next finds it."""
        return self.state.tables.around.store.alone(self.dialect.name)

    def manner(self, settled: bool = True) -> Manner:
        """How tables are opened in this dialect."""
        return Manner(self.dialect.name, Starts(self.dialect.starts), settled)

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Newcomers wait while somebody opens a table: it may be theirs."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._opening.add(future)
        try:
            yield
        finally:
            self._opening.discard(future)
            future.set_result(None)

    # ------------------------------------------------------------ lists

    async def listed(self) -> list[Listing]:
        """Public tables of this game that have not ended, the oldest first. Some clients ask every second."""
        changes, now = self.state.tables.around.changes, self.now()
        if self._list is not None and (self._list[0] == changes or now - self._list[1] < self.list_age):
            return self._list[2]
        shown = [listing for listing in await self.state.tables.listed() if listing.game == self.dialect.game]
        shown.sort(key=lambda listing: (listing.opened, listing.code))
        self._list = (changes, now, shown)
        return shown


def is_for(table: Table, players: tuple[int, ...]) -> bool:
    """Whether it is a table for so many; without a number every table is."""
    return not players or table.options.players in players


def is_there(table: Table, name: str) -> bool:
    number = table.seat_named(name)
    return table.phase in UNFINISHED and number is not None and table.seats[number].connected


class _Names(msgspec.Struct):
    """Of a listing only who sits there."""

    seats: list[_Named]


class _Named(msgspec.Struct):
    name: str


_read_names = msgspec.json.Decoder(_Names)


def names_in(shown: bytes) -> set[str]:
    return {seat.name for seat in _read_names.decode(shown).seats}
