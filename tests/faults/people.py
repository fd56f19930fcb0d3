"""People who play by chance, know all servers of the house, and go on wherever a fault left them.

Some have two devices at their seat, at different servers: now and then both decide at once, and now and then one sends
word for word what the other has sent.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import TypeVar

import aiohttp
import msgspec

from ludoteca.client import House, Options, Phase, Refused, Table, Unreachable
from ludoteca.dialects.house.problems import Problem
from ludoteca.house.refusals import Refusal
from tests.crash.notes import Message, Notes, Witness
from tests.crash.people import BACKOFF, CHAT, LONG, NO_CHAT, NO_TAKING_BACK, TAKE_BACK, TIMEOUT

AGAIN = 0.05  # seconds until somebody tries again to whom the house could not do what he asked for
UNDECIDED = (Problem.READ_ONLY.value,)  # PostgreSQL may have got it before the answer was lost
IN_A_RACE = {Refusal.NOT_YOUR_TURN, Refusal.ILLEGAL_ACTION, Refusal.NOT_PLAYING, Refusal.STALE, Refusal.AWAY}
MEANWHILE = {*NO_TAKING_BACK, *NO_CHAT, *IN_A_RACE, *UNDECIDED}
SEATED_BEFORE = {Refusal.NAME_TAKEN, Refusal.BAD_TOKEN, Refusal.ALREADY_SEATED, Refusal.TABLE_FULL}

T = TypeVar("T")


@dataclass
class Pace:
    """What all of them keep to: whether anybody does anything, and how often they race and repeat themselves."""

    races: float = 0.0
    copies: float = 0.0
    acting: int = 0
    going: asyncio.Event = field(default_factory=asyncio.Event)
    idle: asyncio.Event = field(default_factory=asyncio.Event)

    @contextmanager
    def action(self) -> Iterator[None]:
        self.acting += 1
        self.idle.clear()
        try:
            yield
        finally:
            self.acting -= 1
            if not self.acting:
                self.idle.set()


class Device:
    """One client. It tries the servers in an order of its own."""

    def __init__(self, name: str, urls: Sequence[str], told: Callable[[], None]) -> None:
        self.witness = Witness(name, told, UNDECIDED)
        self.session = self.witness.session()
        first, *others = urls
        self.house = House(first, others=others, session=self.session, timeout=TIMEOUT, news=0, backoff=BACKOFF)

    def port(self, code: str) -> int | None:
        """Of the server that it is connected to, or was."""
        socket = self.witness.sockets.get(code)
        peer = None if socket is None else socket.get_extra_info("peername")
        return None if peer is None else int(peer[1])

    async def close(self) -> None:
        await self.house.close()
        await self.session.close()


class Person:
    def __init__(
        self, name: str, urls: Sequence[str], chance: Random, told: Callable[[], None], pace: Pace, devices: int
    ) -> None:
        self.name = name
        self.chance = chance
        self.pace = pace
        self.acknowledged: list[float] = []  # when his actions were
        self.tables: list[Table] = []  # the present one, as each of the devices sees it
        self.lines = 0
        turned = [[*urls[turn:], *urls[:turn]] for turn in chance.sample(range(len(urls)), devices)]
        self.devices = [Device(f"{name}.{number}", order, told) for number, order in enumerate(turned)]
        if devices > 1:
            self.devices[0].witness.sending = self.repeat
        self._repeating: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------ coming to a table

    async def open(self, options: Options) -> Table:
        device = self.devices[0]
        table = await persistently(lambda: device.house.open(options, self.name))
        device.witness.opened.append(table.code)
        await self.bring_devices(table)
        return table

    async def sit(self, code: str) -> Table:
        key = secrets.token_urlsafe(24)
        house = self.devices[0].house
        try:
            table = await persistently(lambda: house.sit(code, self.name, key=key))
        except Refused as refused:
            if refused.code not in SEATED_BEFORE:
                raise
            table = await persistently(lambda: house.resume(code, key))
        await self.bring_devices(table)
        return table

    async def bring_devices(self, table: Table) -> None:
        key = table.key
        assert key is not None
        self.tables = [table]
        for device in self.devices[1:]:
            self.tables.append(await persistently(partial(device.house.resume, table.code, key)))

    async def leave(self) -> None:
        await asyncio.gather(*(table.leave() for table in self.tables))
        self.tables = []

    # ------------------------------------------------------------ playing

    async def play(self) -> None:
        """To the end of the game."""
        table = self.tables[0]
        while await table.my_turn() is not None:
            await self.pace.going.wait()
            legal = table.view.legal
            if legal:
                with self.pace.action():
                    await self.decide(table, legal)

    async def decide(self, table: Table, legal: list[Message]) -> None:
        dice = self.chance.random()
        try:
            if len(self.tables) > 1 and self.chance.random() < self.pace.races:
                await asyncio.gather(*(self.race(each, self.chance.choice(legal)) for each in self.tables))
            elif dice < CHAT:
                self.lines += 1
                await table.say(f"{self.name} says line {self.lines}")
            elif dice < CHAT + TAKE_BACK and table.view.back_to:
                await table.take_back(self.chance.choice(table.view.back_to))
            else:
                await table.act(self.chance.choice(legal))
                self.acknowledged.append(time.monotonic())
        except Refused as refused:
            if refused.code not in MEANWHILE:
                raise
            await asyncio.sleep(AGAIN)

    async def race(self, table: Table, action: Message) -> None:
        try:
            await table.act(action)
        except Refused as refused:
            if refused.code not in MEANWHILE:
                raise

    def repeat(self, notes: Notes, message: Message) -> None:
        """Let the other device send the very same, in the same moment."""
        other = self.devices[1].witness
        socket = other.sockets.get(notes.code)
        if message["type"] != "act" or socket is None or self.chance.random() >= self.pace.copies:
            return
        notes.copied.add(message["id"])
        other.of(notes.code).copied.add(message["id"])
        task = asyncio.create_task(send(socket, message))
        self._repeating.add(task)
        task.add_done_callback(self._repeating.discard)

    async def close(self) -> None:
        await asyncio.gather(*(device.close() for device in self.devices))


class Pair:
    """Two people and their tables, one after another."""

    def __init__(self, number: int, urls: Sequence[str], chance: Random, told: Callable[[], None], pace: Pace) -> None:
        self.chance = chance
        self.people = [
            Person(f"{name}{number}", urls, Random(chance.randrange(2**32)), told, pace, chance.randint(1, 2))
            for name in ("Ada", "Ben")
        ]

    async def play(self) -> None:
        host, session = self.people
        while True:
            table = await host.open(self.options())
            await session.sit(table.code)
            await start(table)
            await asyncio.gather(*(person.play() for person in self.people))
            for person in self.people:
                await person.leave()

    def options(self) -> Options:
        if self.chance.random() < 0.25:
            return Options("masters", players=2, patience=LONG)
        return Options("eriantys", players=2, settings={"expert": self.chance.random() < 0.5}, patience=LONG)

    async def close(self) -> None:
        await asyncio.gather(*(person.close() for person in self.people))


async def start(table: Table) -> None:
    while table.view.phase is Phase.OPEN:
        try:
            await table.start()
        except Refused as refused:  # it may have been done all the same, or somebody is not back yet
            if refused.code not in {*UNDECIDED, Refusal.AWAY, Refusal.NOT_OPEN, Refusal.STALE}:
                raise
            await asyncio.sleep(AGAIN)


async def persistently(ask: Callable[[], Awaitable[T]]) -> T:
    """Until the house can answer."""
    while True:
        try:
            return await ask()
        except Unreachable:
            await asyncio.sleep(AGAIN)
        except Refused as refused:
            if refused.code not in UNDECIDED:
                raise
            await asyncio.sleep(AGAIN)


async def send(socket: aiohttp.ClientWebSocketResponse, message: Message) -> None:
    """As it is, by a connection that may be gone."""
    with suppress(ConnectionError):
        await socket.send_str(msgspec.json.encode(message).decode())
