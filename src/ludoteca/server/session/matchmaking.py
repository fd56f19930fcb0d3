"""Where those arrive who speak one of the dialects, and how it is found at which table they sit, or sat before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

import msgspec

from ludoteca.dialects.contract import Dialect
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import keys
from ludoteca.house.decide import TableOrigin
from ludoteca.house.entries import Starts
from ludoteca.house.lobby import Listing
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Phase, Table
from ludoteca.server.api.metrics import Metrics
from ludoteca.server.house_state import State
from ludoteca.server.table.actor import TableActor
from ludoteca.server.table.registry import MOST_LISTED, UNFINISHED
from ludoteca.server.transport.addresses import loopback
from ludoteca.server.transport.guesses import Guessed

DEFAULT_BOT = "greedy"
MOST_WOKEN = 3  # tables that one newcomer may wake by his name alone


class Sitting(Protocol):
    """Somebody who speaks the dialect and has a seat."""

    @property
    def actor(self) -> TableActor | None: ...


@dataclass(frozen=True, slots=True)
class Credentials:
    """Who a client says that it is, and its address. `token` follows from its secret, if it has one."""

    name: str
    token: str | None
    address: str = ""
    short: bool = False  # whether the secret is too short for a seat that is taken now

    @classmethod
    def of(cls, name: str, secret: str | None, address: str = "") -> Credentials:
        if secret is None:
            return cls(name, None, address)
        return cls(name, keys.token_of_secret(name, secret), address, len(secret) < keys.SHORTEST_NEW_SECRET)

    def check_new(self) -> None:
        """Whether a seat can be taken with that secret."""
        if self.short:
            raise keys.bad_secret()


class BareNames(Enum):
    """From where a name alone opens a seat that was taken without a secret. LOCAL: from this machine itself."""

    NEVER = 0
    LOCAL = 1
    ALWAYS = 2

    def open_from(self, address: str) -> bool:
        return self is BareNames.ALWAYS or (self is BareNames.LOCAL and loopback(address))


@dataclass
class Matchmaking:
    """What all who speak one dialect have in common. `now` are seconds of a monotonic clock."""

    dialect: Dialect
    state: State
    metrics: Metrics
    now: Callable[[], float]
    bare_names: BareNames = BareNames.NEVER
    list_age: float = 0.0  # seconds for which a list of tables may be shown again after something has changed
    seated: dict[str, set[Sitting]] = field(default_factory=dict)  # by name
    _opening: set[asyncio.Future[None]] = field(default_factory=set)
    _list: tuple[int, int, float, list[Listing]] | None = None  # deletions and changes it knows, when it was made

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
            if not seat.keyed and self.bare_names.open_from(who.address):
                return number
            if who.token is not None:
                raise Refused(Refusal.WRONG_TOKEN)
        raise Refused(Refusal.NAME_TAKEN, name=who.name)

    def seat_held_by(self, table: Table, who: Credentials) -> int | None:
        """The same for a client that may be guessing: who has guessed wrong too often has to wait."""
        if who.token is None or table.seat_named(who.name) is None:
            return self.seat_of(table, who)
        guesses = self.state.guesses
        known = self._known(table, who)
        if not known:
            guesses.check(Guessed.SECRET, who.address, table.code)
        try:
            seat = self.seat_of(table, who)
        except Refused:
            if not known:
                guesses.wrong(Guessed.SECRET, who.address, table.code)
            raise
        self.opened(table, who)
        return seat

    def opened(self, table: Table, who: Credentials) -> None:
        """The client has a seat there: its secret is right."""
        if who.token is not None:
            tokens = {seat.token for seat in table.seats}
            self.state.guesses.opened(Guessed.SECRET, who.address, table.code, who.token, tokens)

    def _known(self, table: Table, who: Credentials) -> bool:
        """Whether that secret was right before, from there."""
        return who.token is not None and self.state.guesses.has_opened(
            Guessed.SECRET, who.address, table.code, who.token
        )

    def may_return(self, table: Table, who: Credentials) -> bool:
        """Whether that table is the client's, among several at which somebody has its name. A table at which its
        network has guessed too often is passed by."""
        guesses, known = self.state.guesses, self._known(table, who)
        if not known and guesses.wait(Guessed.SECRET, who.address, table.code, everywhere=False) > 0:
            return False
        try:
            return table.phase in UNFINISHED and self.seat_of(table, who) is not None
        except Refused:
            if who.token is not None and not known:
                guesses.wrong(Guessed.SECRET, who.address, table.code, everywhere=False)
            return False

    async def table_named(self, code: str, address: str) -> TableActor:
        """The table with that code, if the dialect's game is played there."""
        actor = await self.state.find(code, address)
        if actor.table.options.game != self.dialect.game:
            raise Trouble(Problem.NO_SUCH_TABLE, code=code)
        return actor

    # ------------------------------------------------------------ without a code

    async def table_to_return_to(self, who: Credentials, players: tuple[int, ...] = ()) -> TableActor | None:
        """The newest table at which that name is absent and may come back, or that he takes over from another device.

        A name alone leads back to tables of this dialect only: the same name elsewhere may well be somebody else's.
        Reads at most 200 summaries of tables that sleep and wakes at most three of them.
        """
        for session in self.seated.get(who.name, ()):
            actor = session.actor
            if actor is not None and actor.table.phase in UNFINISHED and is_for(actor.table, players):
                self.seat_held_by(actor.table, who)
                return actor
        if who.token is None and not self.bare_names.open_from(who.address):
            return None
        async for actor in self._tables_with(who.name):
            ours = who.token is not None or actor.table.dialect == self.dialect.name
            if ours and is_for(actor.table, players):
                if self.may_return(actor.table, who):
                    return actor
                if self.shared and who.token is None and is_there(actor.table, who.name):  # at another server
                    raise Refused(Refusal.NAME_TAKEN, name=who.name)
        return None

    async def _tables_with(self, name: str) -> AsyncIterator[TableActor]:
        """Tables of this game at which somebody is called so, the newest first."""
        tables, game = self.state.tables, self.dialect.game
        here = tables.readable(tables.awake.values(), lambda actor: (actor, actor.table.options.game))
        found = {
            actor.code: actor.table.opened
            for actor, played in here
            if played == game and actor.table.seat_named(name) is not None
        }
        rows = await tables.context.store.tables(UNFINISHED, most=MOST_LISTED)
        for row, names in tables.readable(rows, lambda row: (row, names_in(row.summary.shown))):
            known = row.code in tables.awake and not self.shared  # another server may have seated him just now
            if row.summary.game == game and not known and name in names:
                found[row.code] = row.summary.opened
        woken = 0
        for code in sorted(found, key=lambda code: (found[code], code), reverse=True):
            woken += code not in tables.awake
            if woken > MOST_WOKEN:
                return
            actor = await tables.find_readable(code)
            if actor is not None:
                yield actor

    async def table_that_waits(self, players: tuple[int, ...] = ()) -> TableActor:
        """The oldest public table of this dialect with a free seat. Two who come at once shall meet at one table.

        While people wait at a full one for its founder to settle how many play, nobody else can wait.
        """
        while self._opening:
            await asyncio.wait(tuple(self._opening))
        if self.shared:  # others may have opened some
            await self.state.tables.wake_waiting()
        found = self._with_a_free_seat(players)
        if found is None and self.shared:  # or changed what is known here
            for actor in self._waiting(players):
                await actor.refreshed()
            found = self._with_a_free_seat(players)
        if found is not None:
            return found
        if any(not actor.table.settled for actor in self._waiting(players)):
            raise Refused(Refusal.TABLE_FULL)
        raise Trouble(Problem.NO_SUCH_TABLE, code="here that waits for players")

    def _with_a_free_seat(self, players: tuple[int, ...]) -> TableActor | None:
        return next((actor for actor in self._waiting(players) if not actor.table.full), None)

    def _waiting(self, players: tuple[int, ...]) -> list[TableActor]:
        """Public tables of this dialect that have not started, the oldest first."""
        tables = self.state.tables
        waiting = [
            actor
            for actor, options in tables.readable(tables.awake.values(), lambda actor: (actor, actor.table.options))
            if actor.table.phase is Phase.OPEN and actor.table.dialect == self.dialect.name and options.public
            if is_for(actor.table, players)
        ]
        return sorted(waiting, key=lambda actor: (actor.table.opened, actor.code))

    @property
    def shared(self) -> bool:
        """Whether newcomers may arrive elsewhere as well."""
        return self.state.tables.context.store.shared

    def alone(self) -> AbstractAsyncContextManager[None]:
        """Inside, nobody else of this dialect sits down by a name alone, or opens a table because he has found none,
        here or at another server: who comes next finds it."""
        return self.state.tables.context.store.alone(self.dialect.name)

    def origin(self, settled: bool = True) -> TableOrigin:
        """How tables are opened in this dialect."""
        return TableOrigin(self.dialect.name, Starts(self.dialect.starts), settled)

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

    async def listed(self, lately: bool = False) -> list[Listing]:
        """Public tables of this game that have not ended, the oldest first. `lately`: for those who ask every second, a
        list that was made a moment ago will do."""
        context = self.state.tables.context
        changes, drops, now = context.changes, context.drops, self.now()
        kept = self._list
        if kept is not None and kept[0] == drops and (kept[1] == changes or (lately and now - kept[2] < self.list_age)):
            return kept[3]
        shown = [listing for listing in await self.state.tables.listed() if listing.game == self.dialect.game]
        shown.sort(key=lambda listing: (listing.opened, listing.code))
        self._list = (drops, changes, now, shown)
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
