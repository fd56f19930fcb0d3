"""What a table tells those who are there. Each message is made once for each audience, never once for each listener."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Protocol

from ludoteca.dialects.house.messages import Happened
from ludoteca.dialects.house.problems import Problem
from ludoteca.house import views
from ludoteca.house.chat import Line
from ludoteca.house.entries import Entry
from ludoteca.house.table import Table
from ludoteca.house.view_encoder import ViewEncoder, game_json
from ludoteca.house.views import AudienceEvents, TableView


class Announcement:
    """An entry that is on disk. It is told at once: `table` is as after the entry only while it is being told.

    `elsewhere`: another node has written it.
    """

    def __init__(
        self, table: Table, entry: Entry, audience_events: AudienceEvents, encoder: ViewEncoder, elsewhere: bool = False
    ) -> None:
        self.table = table
        self.entry = entry
        self.elsewhere = elsewhere
        self.audience_events = audience_events
        self._encoder = encoder
        self._what = b""
        self._game = b""  # where it is the same for everybody
        self._encoded: dict[tuple[str, int | None], bytes] = {}
        self.shared: dict[Hashable, Any] = {}  # what listeners have made of it for others like them

    def view(self, seat: int | None) -> TableView:
        return views.view(self.table, seat)

    def view_json(self, seat: int | None) -> bytes:
        game = self.table.game
        if game is None or not game.hides_nothing_from_seats:
            return self._encoder.view(self.table, seat, game_json(self.table, seat))
        if not self._game:
            self._game = game_json(self.table, None)
        return self._encoder.view(self.table, seat, self._game)

    def what_json(self) -> bytes:
        if not self._what:
            self._what = views.what_json(self.entry)
        return self._what

    def encoded(self, dialect: str, seat: int | None, encode: Callable[[Announcement, int | None], bytes]) -> bytes:
        """The bytes in which a dialect tells a seat of it."""
        key = (dialect, seat)
        if key not in self._encoded:
            self._encoded[key] = encode(self, seat)
        return self._encoded[key]


def happened(entry: Entry, audience_events: AudienceEvents, seat: int | None) -> Happened:
    return Happened(events=audience_events.of(seat), **views.public_entry(entry))


class Listener(Protocol):
    """Somebody connected to a table: at a seat, or watching (None). Nothing that it does may wait or fail.

    `address` is where the connection comes from.
    """

    seat: int | None
    address: str

    def hear(self, news: Announcement) -> None: ...

    def hear_line(self, line: Line) -> None: ...

    def dismiss(self, why: Problem, again: float | None = None) -> None:
        """It cannot stay at the table."""
