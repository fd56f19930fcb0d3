"""Bytes that wait in the server until the clients of one address read them."""

from __future__ import annotations

import asyncio

MOST_WAITING = 64 * 1024  # bytes of a connection that are not counted; event loops say when as many were read again


class Unread:
    """All connections of one address together, and with those of the network `around` it.

    What can wait, as bodies of answers can, waits when half of it is full;
    what cannot ends its connection when all of it is."""

    __slots__ = ("__weakref__", "_around", "_waiting", "most", "total")

    def __init__(self, most: float, around: Unread | None = None) -> None:
        self._around = around
        self.most = most
        self.total = 0
        self._waiting: asyncio.Future[None] | None = None  # for somebody to read

    @property
    def full(self) -> bool:
        return self.total > self.most or (self._around is not None and self._around.full)

    def change(self, more: int) -> None:
        self.total += more
        if self._around is not None:
            self._around.change(more)
        if self._waiting is not None and self.total <= self.most / 2:
            self._waiting.set_result(None)
            self._waiting = None

    async def room(self) -> None:
        """Wait until there is room for something that can wait."""
        if self._around is not None:
            await self._around.room()
        while self.total > self.most / 2:
            if self._waiting is None:
                self._waiting = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._waiting)
