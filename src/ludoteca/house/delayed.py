"""Watchers who are behind: they see the table as it was a while ago.

Whoever keeps such a table keeps this one beside it, gives it every entry that was appended, and asks what is due.
Watchers are shown `views.view(delayed.table, None)`. Without a delay watchers share the table itself.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from .apply import apply_entry
from .clock import SECOND
from .entries import Entry
from .table import Table


class DelayedTable:
    def __init__(self, table: Table, delay: int) -> None:
        """`table` is as far as watchers know it already; `delay` is that of the options, in seconds."""
        self.table = table
        self.delay = delay * SECOND
        self.waiting: deque[Entry] = deque()

    def hear(self, entry: Entry) -> None:
        self.waiting.append(entry)

    @property
    def due(self) -> int | None:
        """When the next entry may be shown."""
        return self.waiting[0].time + self.delay if self.waiting else None

    def show(self, now: int) -> Iterator[tuple[Entry, list[Any]]]:
        """The entries that may be shown now, one after the other, with what the game told of each."""
        while self.waiting and self.waiting[0].time + self.delay <= now:
            entry = self.waiting.popleft()
            yield entry, apply_entry(self.table, entry)
