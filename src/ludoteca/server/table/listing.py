"""The list of tables as it is sent: it is made once for each change, however many clients ask for it."""

from __future__ import annotations

import asyncio

import msgspec

from ludoteca.dialects.house import http as protocol

from .registry import TableRegistry


class TableList:
    def __init__(self, tables: TableRegistry) -> None:
        self._tables = tables
        self._made: tuple[int, bytes] | None = None  # how many changes it knows, and the list
        self._making = asyncio.Lock()

    async def encoded(self) -> bytes:
        """`protocol.TableList` as JSON. A list is as new as the request: changes that come while it is made count for
        the next one."""
        wanted = self._tables.context.changes
        async with self._making:
            if self._made is None or self._made[0] < wanted:
                changes = self._tables.context.changes
                self._made = (changes, msgspec.json.encode(protocol.TableList(await self._tables.listed())))
            return self._made[1]
