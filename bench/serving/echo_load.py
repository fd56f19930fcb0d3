"""As many connections to the durable echo as tables have seats, each message as long as a move."""

from __future__ import annotations

import asyncio

from .loads import Tally
from .processes import Process
from .sockets import LeanSocket

MOVE = b'{"type":"act","id":"12345","action":{"do":"move_student","colour":"yellow","to":{"island":11},"by":"A"}}'
AT_ONCE = 40


class Caller:
    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.socket: LeanSocket
        self.sent: float | None = None
        self.driven = False  # calls again as soon as it is answered

    async def connect(self, port: int) -> None:
        self.socket = await LeanSocket.connect(port, "/", self.hear)

    def hear(self, text: bytes) -> None:
        if self.sent is not None:
            self.tally.moved(self.sent)
            self.sent = None
            if self.driven:
                self.move()

    def move(self, since: float | None = None) -> bool:
        if self.sent is not None:
            return False
        self.sent = self.tally.now() if since is None else since
        self.socket.send(MOVE)
        return True

    def close(self) -> None:
        self.socket.close()


async def connect(process: Process, tally: Tally, tables: int) -> list[Caller]:
    callers = [Caller(tally) for _ in range(2 * tables)]
    for start in range(0, len(callers), AT_ONCE):
        await asyncio.gather(*(caller.connect(process.port) for caller in callers[start : start + AT_ONCE]))
    return callers
