"""Two people at a table and some who watch, in a process of their own: they ping, and move now and then.

`{"seconds": S}` is answered with the times that each ping took, counted from when it was due, and with the processor
time that the server has spent meanwhile. On a machine that is busy with other things only that is the server's doing.
"""

from __future__ import annotations

import asyncio
import sys
from time import perf_counter

import aiohttp
import msgspec

from bench.serving.house_load import HouseTable
from bench.serving.loads import Tally, undisturbed
from bench.serving.metronome import beats
from bench.serving.processes import Process
from bench.serving.sockets import LeanSocket

from .helpers import Json, obey

PEOPLE = 5  # one connection may ping 20 times a second
EVERY = 0.02  # seconds between two pings of all of them
MOVE_EVERY = 25  # pings
PATIENCE = 10.0  # seconds for the last pong


class Told(msgspec.Struct):
    type: str
    id: str = ""


read = msgspec.json.Decoder(Told).decode


class Witness:
    def __init__(self, session: aiohttp.ClientSession, process: Process) -> None:
        self.table = HouseTable(session, process, Tally())
        self.watching: list[LeanSocket] = []
        self.times: list[float] = []
        self.work: list[float] = []
        self.waiting: dict[str, tuple[float, float]] = {}  # when each was due, and the server's time then
        self.answered = asyncio.Event()

    async def begin(self) -> None:
        await self.table.begin()
        for _ in range(PEOPLE):
            path = f"/api/tables/{self.table.code}/socket"
            socket = await LeanSocket.connect(self.table.process.port, path, self.hear)
            socket.send(b'{"type":"hello"}')
            self.watching.append(socket)

    def hear(self, text: bytes) -> None:
        told = read(text)
        if told.type == "pong" and told.id in self.waiting:
            self.answered_at(perf_counter(), self.waiting.pop(told.id))
            if not self.waiting:
                self.answered.set()

    def answered_at(self, now: float, sent: tuple[float, float]) -> None:
        self.times.append(now - sent[0])
        self.work.append(self.table.process.cpu_exactly() - sent[1])

    async def measure(self, seconds: float) -> Json:
        self.times, self.work, self.waiting = [], [], {}
        moves = self.table.tally.moves
        number = 0
        with undisturbed():
            async for due in beats(EVERY, seconds):
                number += 1
                self.answered.clear()
                self.waiting[str(number)] = due, self.table.process.cpu_exactly()
                self.watching[number % PEOPLE].send(b'{"type":"ping","id":"%d"}' % number)
                if number % MOVE_EVERY == 0:
                    self.table.move()
            try:
                async with asyncio.timeout(PATIENCE):
                    await self.answered.wait()
            except TimeoutError:
                pass
        for sent in self.waiting.values():  # which were never answered
            self.answered_at(perf_counter(), sent)
        return {"times": self.times, "work": self.work, "moves": self.table.tally.moves - moves}


def main() -> None:
    process = Process(int(sys.argv[1]), int(sys.argv[2]))
    witness: Witness | None = None

    async def follow(order: Json) -> Json:
        nonlocal witness
        if witness is None:
            witness = Witness(aiohttp.ClientSession(), process)
            await witness.begin()
            return {"code": witness.table.code}
        return await witness.measure(order["seconds"])

    obey(follow)


if __name__ == "__main__":
    main()
