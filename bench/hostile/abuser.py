"""Hostile clients, in a process of their own. They come again as soon as they are sent away.

    {"abuse": NAME, "source": ADDRESS, "connections": N, "seconds": S}

is answered with the connections that it came to, those of them whose opening was accepted, and the bytes of the piece
that they sent again and again.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from pathlib import Path
from typing import cast

from .abuses import ABUSES, Abuse, Tactic, Target
from .helpers import Json, obey

COME_AGAIN = 0.001  # seconds
SWITCHED = b"HTTP/1.1 101 "  # the answer to an opening that is a handshake
NICER = 19  # than the others: real hostile clients take no processor of this machine


class Flood:
    """One abuse, by several connections from one address."""

    def __init__(self, abuse: Abuse, target: Target, source: str) -> None:
        self.abuse = abuse
        self.opening = abuse.opening(target)
        self.piece = abuse.piece(target)
        self.port = target.ports[abuse.port]
        self.source = source
        self.connections = 0
        self.accepted = 0  # of them, whose handshake was
        self.over = False
        self.clients: set[Client] = set()

    async def connect(self) -> None:
        """Until it succeeds: a server that is flooded may refuse connections for a while."""
        loop = asyncio.get_running_loop()
        while not self.over:
            try:
                await loop.create_connection(lambda: Client(self), "127.0.0.1", self.port, local_addr=(self.source, 0))
            except OSError:
                await asyncio.sleep(COME_AGAIN)
            else:
                self.connections += 1
                return

    def come_again(self) -> None:
        if not self.over:
            asyncio.get_running_loop().call_later(COME_AGAIN, start, self)

    def stop(self) -> None:
        self.over = True
        for client in tuple(self.clients):
            client.transport.abort()


TASKS: set[asyncio.Task[None]] = set()


def start(flood: Flood) -> None:
    task = asyncio.create_task(flood.connect())
    TASKS.add(task)
    task.add_done_callback(TASKS.discard)


class Client(asyncio.Protocol):
    def __init__(self, flood: Flood) -> None:
        self.flood = flood
        self.full = False
        self.begun = False
        self.place = 0  # in the piece, of one who trickles

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.flood.clients.add(self)
        if self.flood.opening:
            self.transport.write(self.flood.opening)
        if not self.flood.abuse.start:
            self.begin()

    def begin(self) -> None:
        self.begun = True
        if self.flood.abuse.start:
            self.transport.write(self.flood.abuse.start)
        self.go_on()

    def go_on(self) -> None:
        if self.transport.is_closing() or self.flood.over:
            return
        loop, piece = asyncio.get_running_loop(), self.flood.piece
        match self.flood.abuse.tactic:
            case Tactic.STREAM:
                self.transport.write(piece)
                if not self.full:
                    loop.call_soon(self.go_on)
            case Tactic.ASK:
                self.transport.write(piece)
            case Tactic.TRICKLE:
                self.transport.write(piece[self.place : self.place + 1])
                self.place = (self.place + 1) % len(piece)
                if not self.full:
                    loop.call_soon(self.go_on)
            case Tactic.CHURN:
                self.transport.write(piece)
                loop.call_soon(self.transport.close)

    def pause_writing(self) -> None:
        self.full = True

    def resume_writing(self) -> None:
        self.full = False
        if self.begun and self.flood.abuse.tactic in (Tactic.STREAM, Tactic.TRICKLE):
            self.go_on()

    def data_received(self, data: bytes) -> None:
        if not self.begun:
            self.flood.accepted += data.startswith(SWITCHED)
            self.begin()
        elif self.flood.abuse.tactic is Tactic.ASK:
            self.go_on()

    def connection_lost(self, error: Exception | None) -> None:
        self.flood.clients.discard(self)
        self.flood.come_again()


async def abused(target: Target, order: Json) -> Json:
    abuse = next(each for each in ABUSES if each.name == order["abuse"])
    flood = Flood(abuse, target, order["source"])
    for _ in range(order["connections"]):
        start(flood)
    await asyncio.sleep(order["seconds"])
    flood.stop()
    return {"connections": flood.connections, "accepted": flood.accepted, "piece": len(flood.piece)}


def main() -> None:
    os.nice(NICER)
    told = json.loads(sys.argv[1])
    target = Target(told["ports"], told["playing"], told["finished"], Path(told["replay"]))

    async def follow(order: Json) -> Json:
        return await abused(target, order)

    obey(follow)


if __name__ == "__main__":
    main()
