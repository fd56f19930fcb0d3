"""Where tests of dialects play: real tables and the real shell, without sockets, with time that is given.

    async with opened_room(seed=1) as room:
        ada = room.connect("group31")            # or room.connect(DIALECT)
        ada.send({"type": "CreateNewGame", ...})  # an object; or a str (a line), or bytes exactly as they are
        assert await ada.line() == {...}          # the next line, read; an AssertionError when there is none
        await room.quiet()                        # until nothing is under way any more
        assert rebuilt == ada.view.game           # `views.view(table, seat)` of his seat at this moment
        web = await room.sit_house("Web")         # a seat as the web page has it: await web.act({"do": ...})
        await room.pass_time(30)                  # second by second; duties of the house and ticks included
        ada.hang_up()

Chance is fixed by the seed: codes, secrets and therefore whole games are the same in every run. The tables of the room
are `room.tables`; `room.live()` is the table opened last. With `room.position` (in the notation) the next games that
start begin there instead of with a fresh set-up.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from random import Random
from typing import Any
from unittest import mock

import msgspec

from ludoteca import rules
from ludoteca.bots import BOTS
from ludoteca.dialects.contract import Connection, Dialect
from ludoteca.dialects.house.problems import Problem
from ludoteca.house import choices, commands, duties, keys, views
from ludoteca.house.apply import Prepared, new_game
from ludoteca.house.chat import Line
from ludoteca.house.commands import Command
from ludoteca.house.entries import Entry, Look
from ludoteca.house.options import Options
from ludoteca.house.table import Table
from ludoteca.house.views import TableView
from ludoteca.server.api.metrics import Metrics
from ludoteca.server.bots.local import LocalBots, Minds
from ludoteca.server.context import TableContext
from ludoteca.server.house_state import Documents, State
from ludoteca.server.session.matchmaking import BareNames, Matchmaking
from ludoteca.server.session.session import Session
from ludoteca.server.table.actor import TableActor
from ludoteca.server.table.announcements import Announcement
from ludoteca.server.table.registry import TableRegistry

from .memory import MemoryStore

Json = dict[str, Any]
NOON = 1_700_000_000_000
SECOND = 1000
MANY = 100_000  # turns of the loop after which something under way is taken for stuck


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now

    def steady(self) -> int:
        return self.now

    def seconds(self) -> float:
        return (self.now - NOON) / SECOND


class Caller:
    """A client of a dialect: what it sent is handed to the shell, what it gets is kept in `lines`, each without LF."""

    def __init__(self, room: Room, matchmaking: Matchmaking, address: str, connection: Connection) -> None:
        self.room = room
        self.lines: list[bytes] = []
        self.closed = False  # by the server
        self.held = False  # nothing is read from him while an answer is awaited
        self._read = 0
        self._rest = b""
        self.session = Session(matchmaking, self, address, connection)
        self.session.opened()

    # ------------------------------------------------------------ what he does

    def send(self, what: bytes | str | Mapping[str, Any]) -> None:
        assert not self.closed, "the server has hung up"
        if isinstance(what, str):
            what = what.encode() + b"\n"
        elif not isinstance(what, bytes):
            what = msgspec.json.encode(what) + b"\n"
        self.session.receive(what)

    def hang_up(self) -> None:
        if not self.closed:
            self.closed = True
            self.session.hang_up()

    # ------------------------------------------------------------ what he gets

    async def line(self) -> Any:
        """The next line that was not read yet, as JSON; once nothing is under way it must be there."""
        if not self.unread:
            await self.room.quiet()
        assert self.unread, "there is no further line" + (": the server has hung up" if self.closed else "")
        self._read += 1
        return msgspec.json.decode(self.lines[self._read - 1])

    async def all(self) -> list[Any]:
        """All lines that were not read yet, once nothing is under way."""
        await self.room.quiet()
        return [await self.line() for _ in range(self.unread)]

    @property
    def unread(self) -> int:
        return len(self.lines) - self._read

    @property
    def seat(self) -> int | None:
        return self.session.seat if self.session.actor is not None else None

    @property
    def table(self) -> Table:
        actor = self.session.actor
        assert actor is not None, "he sits at no table"
        return actor.table

    @property
    def view(self) -> TableView:
        """The table as his seat may see it now."""
        assert self.seat is not None
        return views.view(self.table, self.seat)

    # ------------------------------------------------------------ the way to him

    def write(self, lines: bytes) -> None:
        whole = (self._rest + lines).split(b"\n")
        self._rest = whole.pop()
        self.lines += whole

    def hold(self, holding: bool) -> None:
        self.held = holding

    def close(self) -> None:
        assert not self._rest, "what is sent ends with LF"
        self.closed = True

    def charge(self, cost: float) -> None:
        """Everything is free here."""

    def failed(self, error: Exception) -> None:
        self.closed = True
        self.room.failures.append(error)


class HouseSeat:
    """A seat as the web page has it."""

    def __init__(self, room: Room, actor: TableActor) -> None:
        self.room = room
        self.actor = actor
        self.seat: int | None = None
        self.address = "192.0.2.2"
        self.entries: list[Entry] = []
        self.dismissed: Problem | None = None

    def hear(self, news: Announcement) -> None:
        self.entries.append(news.entry)

    def hear_line(self, line: Line) -> None:
        """Nobody says anything here."""

    def dismiss(self, why: Problem, again: float | None = None) -> None:
        self.dismissed = why
        self.actor.leave(self)
        self.seat = None

    @property
    def view(self) -> TableView:
        assert self.seat is not None
        return views.view(self.actor.table, self.seat)

    async def do(self, make: Callable[[int], Command]) -> int:
        """A command in the name of the seat: `await web.do(commands.Start)`; the number of its entry, or Refused."""
        assert self.seat is not None
        number = await self.actor.submit(make(self.seat))
        await self.room.quiet()
        return number

    async def act(self, action: Json) -> int:
        """An action in the notation."""
        return await self.do(lambda seat: commands.Act(seat, action))

    async def take_back(self, to: int | None = None) -> int:
        return await self.do(lambda seat: commands.TakeBack(seat, to))

    async def start(self) -> int:
        return await self.do(commands.Start)

    def hang_up(self) -> None:
        self.actor.leave(self)


class Room:
    def __init__(self, seed: int = 0, bare_names: bool = True) -> None:
        self.clock = Clock()
        self.store = MemoryStore()
        self.metrics = Metrics()
        self.bare_names = BareNames.ALWAYS if bare_names else BareNames.NEVER
        self.position: Mapping[str, Any] | None = None
        self.callers: list[Caller] = []
        self.failures: list[Exception] = []  # mistakes of dialects
        self.thinking = LocalBots(Minds(BOTS), 0)
        self._chance = Random(seed)
        self._receptions: dict[str, Matchmaking] = {}
        context = TableContext(self.store, self.clock, changed=self.thinking.look, chance=self._chance.randbytes)
        self.tables = TableRegistry(context)
        self.state = State(self.tables, BOTS, tables_per_address=1000, documents=Documents(b"", b"", b"", b""))

    # ------------------------------------------------------------ people

    def connect(self, dialect: Dialect | str, address: str = "192.0.2.1", *, original: bool = False) -> Caller:
        """Somebody who speaks the dialect; or has the program behind its document, with `original`."""
        matchmaking = self.matchmaking(dialect)
        spoken = matchmaking.dialect.original if original else matchmaking.dialect.connection
        assert spoken is not None
        caller = Caller(self, matchmaking, address, spoken())
        self.callers.append(caller)
        return caller

    def matchmaking(self, dialect: Dialect | str) -> Matchmaking:
        if isinstance(dialect, str):
            dialect = importlib.import_module(f"ludoteca.dialects.{dialect}").DIALECT
        assert isinstance(dialect, Dialect)
        if dialect.name not in self._receptions:
            self._receptions[dialect.name] = Matchmaking(
                dialect, self.state, self.metrics, self.clock.seconds, self.bare_names
            )
        return self._receptions[dialect.name]

    async def open_house(self, game: str = "eriantys", players: int = 2, **options: Any) -> TableActor:
        """A table as the web page opens it, with nobody at it yet."""
        return await self.tables.open(Options(game, players, **options))

    async def sit_house(self, name: str = "Web", code: str | None = None, look: Look | None = None) -> HouseSeat:
        """Somebody with the web page sits down, at the table opened last or that of the code."""
        actor = self.actor(code)
        seat = HouseSeat(self, actor)
        actor.join(seat)
        await actor.submit(commands.Sit(name, keys.token_of(f"key of {name}"), look=look or Look()), sitting=seat)
        await self.quiet()
        return seat

    # ------------------------------------------------------------ tables

    def actor(self, code: str | None = None) -> TableActor:
        """The table with that code, or the one opened last."""
        return self.tables.awake[code] if code is not None else next(reversed(self.tables.awake.values()))

    # ------------------------------------------------------------ time

    async def quiet(self) -> None:
        """Until nothing is under way: every command is answered, and the house has done what is due now."""
        calm = 0
        for _ in range(MANY):
            thinking = list(self.thinking._thinking.values())
            if thinking:
                await asyncio.wait(thinking)
            await asyncio.sleep(0)
            calm = 0 if self._under_way() else calm + 1
            if calm > 3:  # what was just answered may be about to ask for more
                self.check()
                return
        raise AssertionError("something is under way and does not end")

    def _under_way(self) -> bool:
        lives = tuple(self.tables.awake.values())
        return (
            bool(self.tables._waking)
            or any(actor.busy or actor.presence.noting is not None or self._due(actor) for actor in lives)
            or any(caller.session.asking for caller in self.callers if not caller.closed)
            or bool(self.thinking._thinking)
        )

    def _due(self, actor: TableActor) -> bool:
        duty = duties.next_duty(actor.table)
        return duty is not None and duty.time <= self.clock.now

    def check(self) -> None:
        """A dialect that raised has a mistake."""
        if self.failures:
            raise self.failures[0]

    async def pass_time(self, seconds: float) -> None:
        """Let time pass second by second: what falls due is done, and every connection hears its ticks."""
        await self.quiet()
        until = self.clock.now + round(seconds * SECOND)
        while self.clock.now < until:
            self.clock.now = min(until, self.clock.now + SECOND)
            for actor in tuple(self.tables.awake.values()):
                actor.look()
            await self.quiet()
            for caller in tuple(self.callers):
                if not caller.closed:
                    caller.session.tick()
            await self.quiet()

    # ------------------------------------------------------------ positions

    def begin_game(self, table: Table, order: Any) -> Prepared:
        """Instead of `new_game` of the house."""
        if self.position is None:
            return new_game(table, order)
        return Prepared(rules.load(self.position), [])


@asynccontextmanager
async def opened_room(seed: int = 0, bare_names: bool = True) -> AsyncIterator[Room]:
    room = Room(seed, bare_names)
    try:
        with mock.patch.object(choices, "new_game", room.begin_game):
            yield room
        room.check()
    finally:
        await room.thinking.close()
        for actor in tuple(room.tables.awake.values()):
            actor.stop()
            await actor.settle()
