"""Hears what other servers wrote. LISTEN first, then look for what was missed: nothing falls in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from ludoteca.store.contract import Changes, StoreError

from . import decisions, nodes, problems, statements
from .pool import TO_ANSWER, Connection, connect

BEAT = 5.0  # seconds between two questions whether the connection is still there
SOON, LATE = 0.1, 2.0  # seconds until it is tried again: at first, at last

Note = tuple[str, list[tuple[str, int]]]


class Listening:
    """`is_own` says whether a process of PostgreSQL works for this server: what it wrote is no news. `beat` is called
    with every beat of a server, this one among them."""

    def __init__(
        self,
        address: str,
        channel: str,
        changes: Changes,
        is_own: Callable[[int], bool],
        beat: Callable[[str, int], None],
    ) -> None:
        self.address = address
        self.channel = channel
        self.changes = changes
        self.is_own = is_own
        self.beat = beat
        self._decoder = msgspec.json.Decoder(Note)
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        connection, lost = await self._listen()
        self._task = asyncio.create_task(self._keep_listening(connection, lost))

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _listen(self) -> tuple[Connection, asyncio.Event]:
        connection = await connect(self.address)
        lost = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(self.channel, self._heard)
        except problems.COMPLAINTS as error:
            connection.terminate()
            raise problems.explain(error, self.address) from error
        return connection, lost

    async def _keep_listening(self, connection: Connection, lost: asyncio.Event) -> None:
        while True:
            try:
                await self._until_lost(connection, lost)
            finally:
                connection.terminate()
            connection, lost = await self._listen_again()
            self.changes.missed()

    async def _listen_again(self) -> tuple[Connection, asyncio.Event]:
        pause = SOON
        while True:
            try:
                return await self._listen()
            except StoreError:  # whoever writes or reads is told; here it is only tried again
                await asyncio.sleep(pause)
                pause = min(2 * pause, LATE)

    async def _until_lost(self, connection: Connection, lost: asyncio.Event) -> None:
        """A network can go without a word: one has to ask now and then."""
        while not lost.is_set():
            try:
                async with asyncio.timeout(BEAT):
                    await lost.wait()
            except TimeoutError:
                try:
                    await connection.fetchval("SELECT 1", timeout=TO_ANSWER)
                except problems.COMPLAINTS:
                    return

    def _heard(self, connection: Any, process: int, channel: str, payload: object) -> None:
        kind, rows = self._decoder.decode(str(payload))
        # Whoever deleted tables may not have heard that it was done: the connection was lost in that moment.
        if self.is_own(process) and kind != statements.FORGOTTEN:
            return
        for code, number in rows:
            if kind == statements.ENTRIES:
                self.changes.wrote(code, number)
            elif kind == statements.CHAT:
                self.changes.said(code, number)
            elif kind == statements.FORGOTTEN:
                self.changes.forgot(code)
            elif kind == statements.REPLACED:
                self.changes.replaced(code, number)
            elif kind == statements.REWRITTEN:
                self.changes.rewrote(code)
            elif kind == statements.NOTED:
                self.changes.noted(code)
            elif kind == nodes.BEAT:
                self.beat(code, number)
            elif kind == decisions.ASKED:
                self.changes.asked(number / 1000)
