"""Real games in a dialect: two seats a table, each with the dialect's own client, every answer chosen at random."""

from __future__ import annotations

import asyncio
import itertools
import random
import re
from typing import cast

from bench.serving.loads import Tally
from bench.serving.processes import Process
from ludoteca.dialects.contract import Dialect, Question

from .openings import OPENINGS, Said, lines

CODE = re.compile(rb'"(?:code|gameId)":\s*"([A-Z]{6})"')
PING = b'"Ping"'
GO_ON = "Everybody is there"  # said once, by whoever opened the table
# Keys for what is asked before the first move, the first that fits: each once, but for n, which is No or Go on.
BEFORE_THE_GAME = ("n", "2", "1", "white", "black", "w1", "w2")
_NUMBERS = itertools.count(1)


class DialectSeat(asyncio.Protocol):
    """One client. What it answers by itself is sent at once and not counted."""

    def __init__(self, table: DialectTable, name: str) -> None:
        self.table = table
        self.name = name
        self.client = table.dialect.client()
        self.code: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.typed: set[str] = set()  # before the game
        self._rest = b""
        self._sent: Question | None = None  # the question that was answered
        self._answered = True  # something came since then

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        whole, _, self._rest = (self._rest + data).rpartition(b"\n")
        if not whole:
            return
        if not self.code.done() and (found := CODE.search(whole)):
            self.code.set_result(found[1].decode())
        if self.table.opening.refusal in whole:
            self.table.refusals += 1
        self._answered = self._answered or any(PING not in line for line in whole.splitlines())
        automatic = self.client.receive(whole + b"\n")
        if automatic:
            self.transport.write(automatic)
        if self.client.result is not None:
            self.table.ended()
        self.table.look_before_the_game()

    def send(self, said: list[Said]) -> None:
        self.transport.write(lines(said))

    def question(self) -> Question | None:
        """What is asked, unless it was answered and nothing has come of that yet."""
        question = self.client.question() if self._answered else None
        return None if question is self._sent else question

    def answer(self, question: Question, said: bytes) -> None:
        self._sent, self._answered = question, False
        self.transport.write(said)


class DialectTable:
    """A table with both its seats. When a game is over the next one begins, at a table of its own."""

    def __init__(self, process: Process, dialect: Dialect, tally: Tally, opening: asyncio.Lock) -> None:
        self.process = process
        self._opening = opening
        self.dialect = dialect
        self.opening = OPENINGS[dialect.name]
        self.tally = tally
        self.messages = 0  # that people chose to send, in all its games
        self.refusals = 0
        self.seats: list[DialectSeat] = []
        self._left = False
        self._playing: asyncio.Future[None]
        self._renewing: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """One table after the other: whoever comes without a code sits down at one that waits."""
        async with self._opening:
            await self._begin()

    async def _begin(self) -> None:
        self._playing = asyncio.get_running_loop().create_future()
        self.seats = [await self._connect(name) for name in ("Ada", "Bea")]
        first, second = self.seats
        first.send(self.opening.found(first.name))
        code = await first.code
        if self.opening.enters_twice:
            self._enter(first, code)
            await asyncio.sleep(0)
        self._enter(second, code)
        await self._playing

    def _enter(self, seat: DialectSeat, code: str) -> None:
        question = seat.client.question()
        if self.opening.enters_twice and question is not None and question.free is not None:
            seat.transport.write(question.free(f"{code} {seat.name}"))  # the client learns its name by it
        else:
            seat.send(self.opening.enter(seat.name, code))

    async def _connect(self, name: str) -> DialectSeat:
        loop = asyncio.get_running_loop()
        unique = f"{name}{next(_NUMBERS)}"
        _, seat = await loop.create_connection(lambda: DialectSeat(self, unique), "127.0.0.1", self.process.port)
        return seat

    def look_before_the_game(self) -> None:
        """Answer what is asked before the first move; then the table is ready."""
        if self._playing.done():
            return
        if all(seat.client.game is not None for seat in self.seats) and len(self.seats) == 2:
            self._playing.set_result(None)
            return
        for seat in self.seats:
            question = seat.question()
            if (
                question is None
                or question.can_wait
                or (seat is not self.seats[0] and question.words.startswith(GO_ON))
            ):
                continue
            keys = {choice.key: choice for choice in question.choices if choice.key not in seat.typed}
            key = next((key for key in BEFORE_THE_GAME if key in keys), None)
            if key is not None:
                seat.typed |= {key} - {"n"}
                seat.answer(question, keys[key].lines)

    def ended(self) -> None:
        if self._renewing is None and not self._left:
            self._renewing = asyncio.create_task(self._renew())

    async def _renew(self) -> None:
        for seat in self.seats:
            seat.transport.abort()
        await self.begin()
        self._renewing = None

    def move(self) -> bool:
        """Make a move if somebody can make one now."""
        if self._renewing is not None:
            return False
        for seat in self.seats:
            question = seat.question()
            if question is not None and question.choices:
                chosen = random.choice(question.choices)
                self.messages += chosen.lines.count(b"\n")
                seat.answer(question, chosen.lines)
                self.tally.moved(self.tally.now())
                return True
        return False

    async def close(self) -> None:
        self._left = True
        if self._renewing is not None:
            await asyncio.gather(self._renewing, return_exceptions=True)
        for seat in self.seats:
            seat.transport.abort()


async def open_tables(process: Process, dialect: Dialect, tally: Tally, count: int) -> list[DialectTable]:
    opening = asyncio.Lock()
    tables = [DialectTable(process, dialect, tally, opening) for _ in range(count)]
    for table in tables:
        await table.begin()
    return tables
