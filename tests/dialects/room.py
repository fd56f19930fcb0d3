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
from ludoteca.dialects.contract import Dialect
from ludoteca.dialects.house.problems import Problem
from ludoteca.house import choices, commands, duties, keys, views
from ludoteca.house.chat import Line
from ludoteca.house.commands import Command
from ludoteca.house.entries import Entry, Look
from ludoteca.house.options import Options
from ludoteca.house.table import Table
from ludoteca.house.unfolding import Prepared, new_game
from ludoteca.house.views import TableView
from ludoteca.server.guests import Guest
from ludoteca.server.live import LiveTable
from ludoteca.server.metrics import Metrics
from ludoteca.server.news import News
from ludoteca.server.reception import Reception
from ludoteca.server.state import Documents, State
from ludoteca.server.surroundings import Surroundings
from ludoteca.server.tables import Tables
from ludoteca.server.thinking import Minds, Thinking

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

    def seconds(self) -> float:
        return (self.now - NOON) / SECOND


class Caller:
    """A client of a dialect: what it sent is handed to the shell, what it gets is kept in `lines`, each without LF."""

    def __init__(self, room: Room, reception: Reception, address: str) -> None:
        self.room = room
        self.lines: list[bytes] = []
        self.closed = False  # by the server
        self.held = False  # nothing is read from him while an answer is awaited
        self._read = 0
        self._rest = b""
        self.guest = Guest(reception, self, address)
        self.guest.opened()

    # ------------------------------------------------------------ what he does

    def send(self, what: bytes | str | Mapping[str, Any]) -> None:
        assert not self.closed, "the server has hung up"
        if isinstance(what, str):
            what = what.encode() + b"\n"
        elif not isinstance(what, bytes):
            what = msgspec.json.encode(what) + b"\n"
        self.guest.receive(what)

    def hang_up(self) -> None:
        if not self.closed:
            self.closed = True
            self.guest.hang_up()

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
        return self.guest.seat if self.guest.live is not None else None

    @property
    def table(self) -> Table:
        live = self.guest.live
        assert live is not None, "he sits at no table"
        return live.table

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

    def __init__(self, room: Room, live: LiveTable) -> None:
        self.room = room
        self.live = live
        self.seat: int | None = None
        self.entries: list[Entry] = []
        self.dismissed: Problem | None = None

    def hear(self, news: News) -> None:
        self.entries.append(news.entry)

    def hear_line(self, line: Line) -> None:
        """Nobody says anything here."""

    def dismiss(self, why: Problem, again: float | None = None) -> None:
        self.dismissed = why
        self.live.leave(self)
        self.seat = None

    @property
    def view(self) -> TableView:
        assert self.seat is not None
        return views.view(self.live.table, self.seat)

    async def do(self, make: Callable[[int], Command]) -> int:
        """A command in the name of the seat: `await web.do(commands.Start)`; the number of its entry, or Refused."""
        assert self.seat is not None
        number = await self.live.submit(make(self.seat))
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
        self.live.leave(self)


class Room:
    def __init__(self, seed: int = 0, bare_names: bool = True) -> None:
        self.clock = Clock()
        self.store = MemoryStore()
        self.metrics = Metrics()
        self.bare_names = bare_names
        self.position: Mapping[str, Any] | None = None
        self.callers: list[Caller] = []
        self.failures: list[Exception] = []  # mistakes of dialects
        self.thinking = Thinking(Minds(BOTS), 0)
        self._chance = Random(seed)
        self._receptions: dict[str, Reception] = {}
        around = Surroundings(self.store, self.clock, changed=self.thinking.look, chance=self._chance.randbytes)
        self.tables = Tables(around)
        self.state = State(self.tables, BOTS, tables_per_address=1000, documents=Documents(b"", b"", b"", b""))

    # ------------------------------------------------------------ people

    def connect(self, dialect: Dialect | str, address: str = "192.0.2.1") -> Caller:
        caller = Caller(self, self.reception(dialect), address)
        self.callers.append(caller)
        return caller

    def reception(self, dialect: Dialect | str) -> Reception:
        if isinstance(dialect, str):
            dialect = importlib.import_module(f"ludoteca.dialects.{dialect}").DIALECT
        assert isinstance(dialect, Dialect)
        if dialect.name not in self._receptions:
            self._receptions[dialect.name] = Reception(
                dialect, self.state, self.metrics, self.clock.seconds, self.bare_names
            )
        return self._receptions[dialect.name]

    async def open_house(self, game: str = "eriantys", players: int = 2, **options: Any) -> LiveTable:
        """A table as the web page opens it, with nobody at it yet."""
        return await self.tables.open(Options(game, players, **options))

    async def sit_house(self, name: str = "Web", code: str | None = None, look: Look | None = None) -> HouseSeat:
        """Somebody with the web page sits down, at the table opened last or that of the code."""
        live = self.live(code)
        seat = HouseSeat(self, live)
        live.join(seat)
        await live.submit(commands.Sit(name, keys.token_of(f"key of {name}"), look=look or Look()), sitting=seat)
        await self.quiet()
        return seat

    # ------------------------------------------------------------ tables

    def live(self, code: str | None = None) -> LiveTable:
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
            or any(live.busy or live.attendance.noting is not None or self._due(live) for live in lives)
            or any(caller.guest.asking for caller in self.callers if not caller.closed)
            or bool(self.thinking._thinking)
        )

    def _due(self, live: LiveTable) -> bool:
        duty = duties.next_duty(live.table)
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
            for live in tuple(self.tables.awake.values()):
                live.look()
            await self.quiet()
            for caller in tuple(self.callers):
                if not caller.closed:
                    caller.guest.tick()
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
        for live in tuple(room.tables.awake.values()):
            live.stop()
            await live.settle()
