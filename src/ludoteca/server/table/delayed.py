"""Where those watch who are shown a table with a delay."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from ludoteca.house import views
from ludoteca.house.chat import Line
from ludoteca.house.clock import SECOND
from ludoteca.house.delayed import DelayedTable
from ludoteca.house.entries import Entry
from ludoteca.house.table import Table
from ludoteca.house.view_encoder import ViewEncoder

from .announcements import Announcement, Listener


class DelayedWatchers:
    def __init__(self, table: Table, delay: int, now: Callable[[], int]) -> None:
        """`table` is as far as watchers may know it; `delay` in seconds."""
        self.listeners: set[Listener] = set()
        self._delayed = DelayedTable(table, delay)
        self._delay = delay * SECOND
        self._lines: deque[Line] = deque()  # that were said and are not told yet
        self._said = 0  # the number of the last line that was said
        self._now = now
        self._encoder = ViewEncoder()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def table(self) -> Table:
        return self._delayed.table

    def hear(self, entry: Entry) -> None:
        self._delayed.hear(entry)
        self._show()

    @property
    def waiting(self) -> tuple[Line, ...]:
        """The lines that watchers are not told yet."""
        return tuple(self._lines)

    def recall(self, lines: Iterable[Line], said: int) -> None:
        """What was said since the game started, before anybody watched, and the number of the last line."""
        self._lines.extend(lines)
        self._said = said
        self._show()

    def hear_line(self, line: Line) -> None:
        """With the delay: a player must not tell watchers what happens now. A line that they know already and that
        reads differently by now is told at once."""
        if line.number > self._said:
            self._said = line.number
            self._lines.append(line)
            self._show()
        elif line.number in (numbers := [each.number for each in self._lines]):
            self._lines[numbers.index(line.number)] = line
        else:
            self._tell_line(line)

    def _tell_line(self, line: Line) -> None:
        for listener in tuple(self.listeners):
            listener.hear_line(line)

    def _show(self) -> None:
        """Tell what is due, and look again when the next is."""
        for entry, events in self._delayed.show(self._now()):
            news = Announcement(self.table, entry, views.audience_events(self.table, events), self._encoder)
            for listener in tuple(self.listeners):
                listener.hear(news)
        while self._lines and self._lines[0].time + self._delay <= self._now():
            self._tell_line(self._lines.popleft())
        self.stop()
        dues = [self._lines[0].time + self._delay] if self._lines else []
        if self._delayed.due is not None:
            dues.append(self._delayed.due)
        if dues:
            delay = max(0, min(dues) - self._now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._show)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
