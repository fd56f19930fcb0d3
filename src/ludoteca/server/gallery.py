"""Where those watch who are shown a table with a delay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ludoteca.house import views
from ludoteca.house.entries import Entry
from ludoteca.house.table import Table
from ludoteca.house.watching import Balcony
from ludoteca.house.writing import Scribe

from .news import Listener, News


class Gallery:
    def __init__(self, table: Table, delay: int, now: Callable[[], int]) -> None:
        """`table` is as far as watchers may know it; `delay` in seconds."""
        self.listeners: set[Listener] = set()
        self._balcony = Balcony(table, delay)
        self._now = now
        self._scribe = Scribe()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def table(self) -> Table:
        return self._balcony.table

    def hear(self, entry: Entry) -> None:
        self._balcony.hear(entry)
        self._show()

    def _show(self) -> None:
        """Tell what is due, and look again when the next is."""
        for entry, events in self._balcony.show(self._now()):
            news = News(self.table, entry, views.hearing(self.table, events), self._scribe)
            for listener in tuple(self.listeners):
                listener.hear(news)
        self.stop()
        due = self._balcony.due
        if due is not None:
            delay = max(0, due - self._now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._show)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
