"""Everybody at a table wants to be first: each seat is connected to every server, and all of them send a decision of
their own as soon as there is one. One is applied; the others come too late and are refused."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import aiohttp

from bench.serving.house_load import OPTIONS, Told, read
from bench.serving.loads import Tally
from bench.serving.processes import Process
from bench.serving.sockets import LeanSocket

LATE = {"not_your_turn", "illegal_action", "stale", "not_playing"}  # refusals of those who were not first


@dataclass
class Races:
    """What came of all that was sent."""

    refused: int = 0
    complaints: list[str] = field(default_factory=list)


class Racer:
    """One connection of a seat."""

    def __init__(self, table: RacingTable, name: str) -> None:
        self.table = table
        self.name = name
        self.legal: list[bytes] = []
        self.sent: float | None = None
        self.number = 0
        self.asked: asyncio.Future[None] | None = None
        self.socket: LeanSocket

    async def connect(self, port: int) -> None:
        self.socket = await LeanSocket.connect(port, f"/api/tables/{self.table.code}/socket", self.hear)

    async def ask(self, text: bytes) -> None:
        self.asked = asyncio.get_running_loop().create_future()
        self.socket.send(text)
        await self.asked
        self.asked = None

    def hear(self, text: bytes) -> None:
        told = read(text)
        if told.view is not None:
            self.legal = [bytes(action) for action in told.view.legal]
            if told.view.phase == "over":
                self.table.ended()
        if told.type in ("done", "welcome", "refused"):
            self.answered(told)
        if self.legal and self.sent is None and self.table.driven:
            self.move()

    def answered(self, told: Told) -> None:
        if self.asked is not None and not self.asked.done():
            self.asked.set_result(None)
        elif self.sent is not None and told.type != "welcome":
            if told.type == "done":
                self.table.tally.moved(self.sent)
            elif told.code in LATE:
                self.table.races.refused += 1
            elif not self.table.left:
                self.table.races.complaints.append(told.sentence)
            self.sent = None

    def move(self) -> None:
        self.number += 1
        self.sent = self.table.tally.loop.time()
        action = random.choice(self.legal)
        self.legal = []
        self.socket.send(b'{"type":"act","id":"%s-%d","action":%s}' % (self.name.encode(), self.number, action))


class RacingTable:
    def __init__(self, session: aiohttp.ClientSession, servers: Sequence[Process], tally: Tally, races: Races) -> None:
        self.session = session
        self.servers = servers
        self.tally = tally
        self.races = races
        self.driven = False
        self.left = False
        self.code = ""
        self.racers: list[Racer] = []
        self.renewing: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        body = {"options": OPTIONS, "seat": {"name": "Ada", "key": "key of Ada"}}
        url = f"http://127.0.0.1:{self.servers[0].port}/api/tables"
        async with self.session.post(url, json=body, raise_for_status=True) as answer:
            self.code = (await answer.json())["code"]
        racers = []
        for name in ("Ada", "Bea"):
            for number, server in enumerate(self.servers):
                racers.append(racer := Racer(self, f"{name}{number}"))
                await racer.connect(server.port)
                if name == "Bea" and number == 0:
                    await racer.ask(b'{"type":"hello"}')
                    await racer.ask(b'{"type":"sit","name":"Bea","key":"key of Bea","nonce":"of chance"}')
                else:
                    await racer.ask(b'{"type":"hello","key":"key of %s"}' % name.encode())
        self.racers = racers
        await racers[0].ask(b'{"type":"start"}')

    def ended(self) -> None:
        if self.renewing is None and not self.left:
            self.renewing = asyncio.create_task(self._renew())

    async def _renew(self) -> None:
        for racer in self.racers:
            racer.socket.close()
        await self.begin()
        self.renewing = None

    def drive(self) -> None:
        self.driven = True
        for racer in self.racers:
            if racer.legal and racer.sent is None:
                racer.move()

    async def close(self) -> None:
        self.driven, self.left = False, True
        if self.renewing is not None:
            await asyncio.gather(self.renewing, return_exceptions=True)
        for racer in self.racers:
            racer.socket.close()
        if self.races.complaints:
            raise RuntimeError(f"a server said {self.races.complaints[0]}")
