"""Real games of Eriantys at our server: two seats a table, every decision chosen at random among the legal ones."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import aiohttp
import msgspec

from .loads import Tally
from .processes import Process
from .sockets import LeanSocket

OPTIONS = {"game": "eriantys", "players": 2, "public": False}
FIRST, SECOND = "first key", "second key"
OPERATOR = {"Authorization": "Bearer bench"}


class Seen(msgspec.Struct):
    """Of a view, what a player at random needs."""

    phase: str
    legal: list[msgspec.Raw] = []


class Told(msgspec.Struct):
    type: str
    id: str = ""
    view: Seen | None = None
    code: str = ""
    sentence: str = ""


read = msgspec.json.Decoder(Told).decode


class Seat:
    """A connection of somebody at a table."""

    def __init__(self, table: HouseTable) -> None:
        self.table = table
        self.socket: LeanSocket
        self.legal: list[msgspec.Raw] = []
        self.sent: float | None = None  # since when an answer is waited for
        self.asked: asyncio.Future[None] | None = None

    async def connect(self, port: int) -> None:
        self.socket = await LeanSocket.connect(port, f"/api/tables/{self.table.code}/socket", self.hear)

    async def ask(self, text: bytes) -> None:
        """Send something and wait for its answer."""
        self.asked = asyncio.get_running_loop().create_future()
        self.socket.send(text)
        await self.asked
        self.asked = None

    def hear(self, text: bytes) -> None:
        told = read(text)
        if told.view is not None:
            self.legal = told.view.legal
            if told.view.phase == "over":
                self.table.ended()
            if self.legal and self.table.driven and self.sent is None:
                self.move()
        if told.type == "done" and told.id:
            self.done()
        elif told.type in ("done", "welcome") and self.asked is not None and not self.asked.done():
            self.asked.set_result(None)
        elif told.type in ("refused", "goodbye"):
            self.refused(told)

    def done(self) -> None:
        """The move that was sent: only moves have an id, and there is one at a time."""
        if self.sent is not None:
            self.table.tally.moved(self.sent)
            self.go_on()

    def go_on(self) -> None:
        self.sent = None
        if self.legal and self.table.driven:
            self.move()

    def refused(self, told: Told) -> None:
        if not self.table.left:
            self.table.complaints.append(told.sentence)

    def move(self, since: float | None = None) -> None:
        action = bytes(random.choice(self.legal))
        self.legal = []
        self.sent = self.table.tally.now() if since is None else since
        self.table.number += 1
        self.socket.send(b'{"type":"act","id":"%d","action":%s}' % (self.table.number, action))


class HouseTable:
    """A table with both its seats. When a game is over the next one begins, at a table of its own.

    Of a house with several servers the first seat is at `process` and the second at the first of those `elsewhere`.
    """

    options: ClassVar[Mapping[str, object]] = OPTIONS
    kind_of_seat: ClassVar[type[Seat]] = Seat
    bots: ClassVar[Sequence[str]] = ()

    def __init__(
        self, session: aiohttp.ClientSession, process: Process, tally: Tally, elsewhere: Sequence[Process] = ()
    ) -> None:
        self.session = session
        self.process = process
        self.elsewhere = elsewhere
        self.tally = tally
        self.driven = False  # moves as soon as it can
        self.left = False
        self.complaints: list[str] = []
        self.number = 0
        self.code = ""
        self.seats: list[Seat] = []
        self.renewing: asyncio.Task[None] | None = None

    def connections(self) -> Iterator[tuple[str, Process]]:
        """The key and the server of each: those of the first seat, then those of the second."""
        yield FIRST, self.process
        yield SECOND, self.elsewhere[0] if self.elsewhere else self.process

    async def begin(self) -> None:
        body = {"options": self.options, "seat": {"name": "Ada", "key": FIRST}, "bots": self.bots}
        url = f"http://127.0.0.1:{self.process.port}/api/tables"
        async with self.session.post(url, json=body, raise_for_status=True) as answer:
            self.code = (await answer.json())["code"]
        self.seats = []
        seated = {FIRST}
        for key, process in self.connections():
            seat = self.kind_of_seat(self)
            self.seats.append(seat)
            await seat.connect(process.port)
            if key in seated:
                await seat.ask(b'{"type":"hello","key":"%s"}' % key.encode())
            else:
                await seat.ask(b'{"type":"hello"}')
                await seat.ask(b'{"type":"sit","name":"Bea","key":"%s","nonce":"of chance"}' % key.encode())
                seated.add(key)
        await self.seats[0].ask(b'{"type":"start"}')

    def ended(self) -> None:
        if self.renewing is None and not self.left:
            self.renewing = asyncio.create_task(self._renew())

    async def _renew(self) -> None:
        for seat in self.seats:
            seat.socket.close()
        await self.begin()
        self.renewing = None

    def drive(self) -> None:
        self.driven = True
        for seat in self.seats:
            if seat.legal and seat.sent is None:
                seat.move()

    def move(self, since: float | None = None) -> bool:
        for seat in self.seats:
            if seat.legal and seat.sent is None:
                seat.move(since)
                return True
        return False

    async def close(self) -> None:
        self.driven, self.left = False, True
        if self.renewing is not None:
            await asyncio.gather(self.renewing, return_exceptions=True)
        for seat in self.seats:
            seat.socket.close()
        if self.complaints:
            raise RuntimeError(f"the server said {self.complaints[0]}")


async def leave(tables: list[HouseTable]) -> None:
    for table in tables:
        await table.close()


class MastersTable(HouseTable):
    options: ClassVar[Mapping[str, object]] = {"game": "masters", "players": 2, "public": False}


async def open_tables(
    session: aiohttp.ClientSession,
    process: Process,
    tally: Tally,
    count: int,
    kind: type[HouseTable] = HouseTable,
) -> list[HouseTable]:
    tables = [kind(session, process, tally) for _ in range(count)]
    for start in range(0, count, 20):
        await asyncio.gather(*(table.begin() for table in tables[start : start + 20]))
    return tables
