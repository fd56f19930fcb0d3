"""The same number of tables at boardgame.io, with a move that does next to nothing."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import aiohttp

from bench.peers.boardgameio import Match, Seat

from .loads import Tally

AT_ONCE = 20


class PeerTable:
    """A match whose two seats move in turn, as soon as they can, until it is stopped."""

    def __init__(self, seats: list[Seat], tally: Tally) -> None:
        self.seats = seats
        self.tally = tally
        self._playing: asyncio.Task[None] | None = None

    def drive(self) -> None:
        self._playing = asyncio.create_task(self._play())

    async def _play(self) -> None:
        while True:
            for seat in self.seats:
                since = self.tally.now()
                await seat.move()
                self.tally.moved(since)

    async def stop(self) -> None:
        if self._playing is not None:
            self._playing.cancel()
            await asyncio.gather(self._playing, return_exceptions=True)


async def open_matches(
    stack: AsyncExitStack, session: aiohttp.ClientSession, url: str, tally: Tally, count: int
) -> list[PeerTable]:
    async def one() -> PeerTable:
        match = await stack.enter_async_context(Match.create(session, url))
        return PeerTable([await match.connect(0), await match.connect(1)], tally)

    tables: list[PeerTable] = []
    while len(tables) < count:
        tables += await asyncio.gather(*(one() for _ in range(min(AT_ONCE, count - len(tables)))))
    return tables
