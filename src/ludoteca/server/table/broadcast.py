"""Those who are at a table that is awake, at its seats or watching, and how they are told what happens there."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import apply, entries
from ludoteca.house.chat import Chat, Line
from ludoteca.house.entries import Entry
from ludoteca.house.table import Phase, Table
from ludoteca.house.view_encoder import ViewEncoder
from ludoteca.house.views import AudienceEvents
from ludoteca.store.contract import Store

from .announcements import Announcement, Listener
from .damaged_logs import read_entry
from .delayed import DelayedWatchers


class Audience:
    def __init__(self, store: Store, now: Callable[[], int], lines: Chat) -> None:
        self.listeners: set[Listener] = set()
        self.delayed: DelayedWatchers | None = None  # where watchers are, once the game of a delayed table has started
        self._gone: set[Listener] = set()  # listeners that left while a command of theirs may wait
        self._store = store
        self._now = now
        self._lines = lines
        self._encoder = ViewEncoder()

    @property
    def everybody(self) -> set[Listener]:
        return self.listeners if self.delayed is None else self.listeners | self.delayed.listeners

    @property
    def seats(self) -> set[int | None]:
        """Seats with a listener; None is among them when somebody watches."""
        return {listener.seat for listener in self.listeners}

    def join(self, listener: Listener) -> None:
        if listener.seat is None and self.delayed is not None:
            self.delayed.listeners.add(listener)
        else:
            self.listeners.add(listener)

    def leave(self, listener: Listener, busy: bool) -> None:
        """`busy`: a command of that listener may still wait."""
        if busy and listener in self.listeners:
            self._gone.add(listener)
        self.listeners.discard(listener)
        if self.delayed is not None:
            self.delayed.listeners.discard(listener)

    def forget_the_gone(self) -> None:
        self._gone.clear()

    def seen_by(self, table: Table, seat: int | None) -> Table:
        """The table as that audience knows it, which may be a while ago."""
        return table if seat is not None or self.delayed is None else self.delayed.table

    def lines_known_to(self, seat: int | None) -> list[Line]:
        """What was said, as far as that audience knows it; the last lines of it."""
        waiting = self.delayed.waiting if seat is None and self.delayed is not None else ()
        return [line for line in self._lines.lines if not waiting or line.number < waiting[0].number]

    def stop(self) -> None:
        if self.delayed is not None:
            self.delayed.stop()

    def drop(self, why: Problem, again: float | None) -> None:
        """Send everybody away, and tell nobody anything any more."""
        self.stop()
        for listener in tuple(self.everybody):
            listener.dismiss(why, again)
        self.listeners.clear()
        self.delayed = None

    # ------------------------------------------------------------ delayed watchers

    async def open_delayed(self, table: Callable[[], Table], require_kept: Callable[[], None]) -> None:
        """Called before a watcher joins a table with a delay. `require_kept` raises once the table is deleted or
        written anew, and there is nothing to be read."""
        if self.delayed is not None or not table().options.delay or table().phase is Phase.OPEN:
            return
        code = table().code
        known = Table(code, table().secret)
        delayed = DelayedWatchers(known, table().options.delay, self._now)
        heard, started = 0, 0
        try:
            while heard < table().number:  # it may go on while the log is read
                rows = await self._store.entries(code, heard, table().number - heard)
                require_kept()
                if not rows or (rows[-1].number == table().number and rows[-1].digest != table().digest):
                    raise Trouble(Problem.NO_SUCH_TABLE, code=code)  # deleted elsewhere, and nobody was told yet
                for row in rows:
                    entry = read_entry(row)
                    if isinstance(entry.what, entries.Started):
                        started = entry.time
                    if started:
                        delayed.hear(entry)
                    else:  # nothing is secret before the start
                        apply.apply_entry(known, entry)
                    heard = entry.number
        except BaseException:
            delayed.stop()
            raise
        delayed.recall([line for line in self._lines.lines if line.time >= started], self._lines.number)
        self._adopt(delayed)

    def _adopt(self, delayed: DelayedWatchers) -> None:
        """Two watchers may have come at once: what was opened for the first one stays."""
        if self.delayed is None:
            self.delayed = delayed
        else:
            delayed.stop()

    def _delay_watchers(self, before: Table, delay: int) -> None:
        self.delayed = DelayedWatchers(before, delay, self._now)
        self.delayed.recall((), self._lines.number)  # they have heard them
        for listener in tuple(self.listeners):
            if listener.seat is None:
                self.listeners.remove(listener)
                self.delayed.listeners.add(listener)

    # ------------------------------------------------------------ telling

    def tell(
        self, table: Table, entry: Entry, audience_events: AudienceEvents, before: Table, elsewhere: bool = False
    ) -> None:
        """`before` is the table as it was, except after actions. `elsewhere`: another node has written the entry."""
        what = entry.what
        if isinstance(what, entries.OF_THE_GAME):
            self._spread(table, entry, audience_events, elsewhere)
            return
        if isinstance(what, entries.Rose):
            self._move_up(what.seat)
        if isinstance(what, entries.Arranged):
            self._make_room(what.players)
        if isinstance(what, entries.Started) and table.options.delay:
            self._delay_watchers(before, table.options.delay)
        if isinstance(what, entries.Started) and not table.options.watching:  # before they see the first position
            self._dismiss(None, Problem.NO_WATCHING)
        self._spread(table, entry, audience_events, elsewhere)
        if isinstance(what, entries.Rekeyed):
            self._dismiss(what.seat, Problem.MOVED)

    def _spread(self, table: Table, entry: Entry, audience_events: AudienceEvents, elsewhere: bool) -> None:
        if self.delayed is not None:
            self.delayed.hear(entry)
        news = Announcement(table, entry, audience_events, self._encoder, elsewhere)
        for listener in tuple(self.listeners):
            listener.hear(news)

    def tell_line(self, line: Line) -> None:
        for listener in tuple(self.listeners):
            listener.hear_line(line)
        if self.delayed is not None:
            self.delayed.hear_line(line)

    def _dismiss(self, seat: int | None, why: Problem) -> None:
        for listener in tuple(self.everybody):
            if listener.seat == seat:
                listener.dismiss(why)

    # ------------------------------------------------------------ who sits where

    def move_in(self, listener: Listener, seat: int) -> None:
        """Go on at a seat from another device, at once: nobody is away in between."""
        if self.delayed is not None and listener in self.delayed.listeners:
            self.delayed.listeners.discard(listener)
            for line in self.delayed.waiting:
                listener.hear_line(line)
        listener.seat = seat
        self.listeners.add(listener)

    def _move_up(self, risen: int) -> None:
        """Listeners behind a free seat move up, and the one who sat there watches."""
        for listener in self.listeners | self._gone:
            if listener.seat is not None:
                if listener.seat == risen:
                    listener.seat = None
                elif listener.seat > risen:
                    listener.seat -= 1

    def _make_room(self, players: int) -> None:
        """Listeners whose seat is gone watch."""
        for listener in self.listeners | self._gone:
            if listener.seat is not None and listener.seat >= players:
                listener.seat = None
