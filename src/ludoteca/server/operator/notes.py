"""What the operator has settled, kept in the store and known at every server without asking the store each time.

Another server's change is told by the store; a server that could not listen for a while reads everything again.
Notes that players make for their devices are none of the operator's, and not kept in memory.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left, insort
from collections.abc import Callable
from itertools import islice

import structlog

from ludoteca.server.context import STORE_PATIENCE
from ludoteca.store.contract import Store, StoreError

EVERYTHING = ""  # instead of a name: any note may have changed
OF_DEVICES = "device code "  # how the names of notes begin that players make (`device_codes.py`)
TRIES = 20  # of a change, when another server is faster each time

log = structlog.get_logger()


class Notes:
    def __init__(self, store: Store) -> None:
        self.version = 0  # rises with every change: what was made of the notes has to be made again
        self._store = store
        self._known: dict[str, bytes] = {}
        self._names: list[str] = []  # of those that are known, in order: notes that begin alike are side by side
        self._using = asyncio.Lock()  # what was read before a change must not be known after it
        self._reading: set[asyncio.Task[None]] = set()
        self._listeners: dict[str, Callable[[bytes | None], None]] = {}

    async def load(self) -> None:
        async with self._using:
            notes = await self._store.notes()
            self._known = {name: body for name, body in notes.items() if not name.startswith(OF_DEVICES)}
            self._names = sorted(self._known)
            self.version += 1
            for name, changed in self._listeners.items():
                changed(self._known.get(name))

    def on_change(self, name: str, changed: Callable[[bytes | None], None]) -> None:
        """Call somebody with that note when it is read, and when a server has changed it."""
        self._listeners[name] = changed

    def get(self, name: str) -> bytes | None:
        return self._known.get(name)

    def under(self, prefix: str) -> dict[str, bytes]:
        """The notes whose names begin so, by the rest of their names, in order."""
        found = {}
        for name in islice(self._names, bisect_left(self._names, prefix), None):
            if not name.startswith(prefix):
                break
            found[name.removeprefix(prefix)] = self._known[name]
        return found

    async def change(self, name: str, before: bytes | None, after: bytes | None) -> bool:
        """Keep `after` if `before` is what is kept. False otherwise; then what is kept is known."""
        async with self._using:
            if await self._store.change_note(name, before, after):
                self._know(name, after)
                return True
            self._know(name, await self._store.note(name))
            return False

    async def drop(self, name: str) -> bool:
        """False when there was none."""
        for _ in range(TRIES):
            before = self.get(name)
            if before is None:
                return False
            if await self.change(name, before, None):
                return True
        return False

    def noted(self, name: str) -> None:
        """Another server has changed that note, or any of them."""
        if name.startswith(OF_DEVICES):
            return
        task = asyncio.create_task(self._read(name))
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _read(self, name: str) -> None:
        while True:
            try:
                if name == EVERYTHING:
                    await self.load()
                else:
                    async with self._using:
                        self._know(name, await self._store.note(name))
            except StoreError as error:
                log.warning("what the operator has settled cannot be read yet", problem=error.sentence)
                await asyncio.sleep(STORE_PATIENCE)
            else:
                return

    def _know(self, name: str, body: bytes | None) -> None:
        self.version += 1
        known = name in self._known
        if body is not None:
            self._known[name] = body
            if not known:
                insort(self._names, name)
        elif known:
            del self._known[name]
            del self._names[bisect_left(self._names, name)]
        if name in self._listeners:
            self._listeners[name](body)

    async def close(self) -> None:
        for task in tuple(self._reading):
            task.cancel()
        await asyncio.gather(*self._reading, return_exceptions=True)
