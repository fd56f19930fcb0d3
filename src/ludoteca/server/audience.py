"""Those who are at a table that is awake, at its seats or watching, and how they are told what happens there."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.dialects.house.problems import Problem
from ludoteca.house import entries, unfolding
from ludoteca.house.chat import Line
from ludoteca.house.entries import Entry
from ludoteca.house.table import Phase, Table
from ludoteca.house.views import Hearing
from ludoteca.house.writing import Scribe
from ludoteca.store.contract import Store

from .gallery import Gallery
from .news import Listener, News


class Audience:
    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.listeners: set[Listener] = set()
        self.gallery: Gallery | None = None  # where watchers are, once the game of a delayed table has started
        self._gone: set[Listener] = set()  # who left, while something that they asked for may wait
        self._store = store
        self._now = now
        self._scribe = Scribe()

    @property
    def everybody(self) -> set[Listener]:
        return self.listeners if self.gallery is None else self.listeners | self.gallery.listeners

    @property
    def seats(self) -> set[int | None]:
        """At which somebody is; None among them when somebody watches."""
        return {listener.seat for listener in self.listeners}

    def join(self, listener: Listener) -> None:
        if listener.seat is None and self.gallery is not None:
            self.gallery.listeners.add(listener)
        else:
            self.listeners.add(listener)

    def leave(self, listener: Listener, busy: bool) -> None:
        """`busy`: something that he has asked for may wait."""
        if busy and listener in self.listeners:
            self._gone.add(listener)
        self.listeners.discard(listener)
        if self.gallery is not None:
            self.gallery.listeners.discard(listener)

    def forget_the_gone(self) -> None:
        self._gone.clear()

    def seen_by(self, table: Table, seat: int | None) -> Table:
        """The table as that audience knows it, which may be a while ago."""
        return table if seat is not None or self.gallery is None else self.gallery.table

    def stop(self) -> None:
        if self.gallery is not None:
            self.gallery.stop()

    # ------------------------------------------------------------ the gallery

    async def open_gallery(self, table: Callable[[], Table]) -> None:
        """Before somebody watches: with a delay he sees the table as it was."""
        if self.gallery is not None or not table().options.delay or table().phase is Phase.OPEN:
            return
        code = table().code
        known = Table(code, table().secret)
        gallery = Gallery(known, table().options.delay, self._now)
        heard, started = 0, False
        while heard < table().number:  # it may go on while the log is read
            for row in await self._store.entries(code, heard, table().number - heard):
                entry = entries.decode(row.body)
                started = started or isinstance(entry.what, entries.Started)
                if started:
                    gallery.hear(entry)
                else:  # nothing is secret before the start
                    unfolding.unfold(known, entry)
                heard = entry.number
        self._adopt(gallery)

    def _adopt(self, gallery: Gallery) -> None:
        """Two watchers may have come at once: the gallery of the first one stays."""
        if self.gallery is None:
            self.gallery = gallery
        else:
            gallery.stop()

    def _send_watchers_up(self, before: Table, delay: int) -> None:
        self.gallery = Gallery(before, delay, self._now)
        for listener in tuple(self.listeners):
            if listener.seat is None:
                self.listeners.remove(listener)
                self.gallery.listeners.add(listener)

    # ------------------------------------------------------------ telling

    def tell(self, table: Table, entry: Entry, hearing: Hearing, before: Table, elsewhere: bool = False) -> None:
        """`before` is the table as it was, except after actions. `elsewhere`: another node has written the entry."""
        what = entry.what
        if isinstance(what, entries.OF_THE_GAME):
            self._spread(table, entry, hearing, elsewhere)
            return
        if isinstance(what, entries.Rose):
            self._move_up(what.seat)
        if isinstance(what, entries.Arranged):
            self._make_room(what.players)
        if isinstance(what, entries.Started) and table.options.delay:
            self._send_watchers_up(before, table.options.delay)
        self._spread(table, entry, hearing, elsewhere)
        if isinstance(what, entries.Rekeyed):
            self._dismiss(what.seat, Problem.MOVED)
        if isinstance(what, entries.Started) and not table.options.watching:
            self._dismiss(None, Problem.NO_WATCHING)

    def _spread(self, table: Table, entry: Entry, hearing: Hearing, elsewhere: bool) -> None:
        if self.gallery is not None:
            self.gallery.hear(entry)
        news = News(table, entry, hearing, self._scribe, elsewhere)
        for listener in tuple(self.listeners):
            listener.hear(news)

    def tell_line(self, line: Line) -> None:
        for listener in tuple(self.everybody):
            listener.hear_line(line)

    def _dismiss(self, seat: int | None, why: Problem) -> None:
        for listener in tuple(self.everybody):
            if listener.seat == seat:
                listener.dismiss(why)

    # ------------------------------------------------------------ who sits where

    def move_in(self, listener: Listener, seat: int) -> None:
        """Go on at a seat from another device, at once: nobody is away in between."""
        if self.gallery is not None:
            self.gallery.listeners.discard(listener)
        listener.seat = seat
        self.listeners.add(listener)

    def _move_up(self, risen: int) -> None:
        """Those behind a free seat move up, and whoever sat there watches."""
        for listener in self.listeners | self._gone:
            if listener.seat is not None:
                if listener.seat == risen:
                    listener.seat = None
                elif listener.seat > risen:
                    listener.seat -= 1

    def _make_room(self, players: int) -> None:
        """Who has no place any more watches."""
        for listener in self.listeners | self._gone:
            if listener.seat is not None and listener.seat >= players:
                listener.seat = None
