"""What a table tells those who speak another dialect: made once for each seat, and where all see the same, once.

A position is read back from the JSON that the game writes itself, which takes less time than making it of objects.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ludoteca.dialects.contract import SeatEntry
from ludoteca.house import views
from ludoteca.house.view_encoder import game_json
from ludoteca.house.views import TableView

from .announcements import Announcement

_decode = msgspec.json.Decoder().decode


def seat_entry(news: Announcement, dialect: str, seat: int) -> SeatEntry:
    """The entry as a seat hears it in a dialect. What seats of one dialect share is read by all and changed by none."""
    shared = news.shared
    key = ("seat entry", seat, dialect)
    if key not in shared:
        kept = shared.setdefault(("kept", dialect), {})
        shared[key] = SeatEntry(_view(news, seat), _entry(news), _events(news, seat), kept)
    told: SeatEntry = shared[key]
    return told


def _entry(news: Announcement) -> dict[str, Any]:
    if "entry" not in news.shared:
        news.shared["entry"] = views.public_entry(news.entry)
    entry: dict[str, Any] = news.shared["entry"]
    return entry


def _events(news: Announcement, seat: int) -> list[dict[str, Any]]:
    key = ("events", seat if seat in news.audience_events.seats else None)
    if key not in news.shared:
        news.shared[key] = news.audience_events.of(seat)
    events: list[dict[str, Any]] = news.shared[key]
    return events


def _view(news: Announcement, seat: int) -> TableView:
    """`views.view`, of which only the part that is the seat's own is made for each."""
    shared, table = news.shared, news.table
    key = ("view", seat)
    if key not in shared:
        if "outline" not in shared:
            shared["outline"] = views.outline(table)
        own: dict[str, Any] = {"you": seat, "game": _game(news, seat)}
        if table.game is not None and views.may_decide(table, seat):
            own["back_to"] = [moment.entry for moment in table.turn[:-1]]
            own["legal"] = _decode(table.game.legal_json())
        shared[key] = msgspec.structs.replace(shared["outline"], **own)
    view: TableView = shared[key]
    return view


def _game(news: Announcement, seat: int) -> Any:
    shared, game = news.shared, news.table.game
    if game is None:
        return None
    key = ("game", None if game.hides_nothing_from_seats else seat)
    if key not in shared:
        shared[key] = _decode(game_json(news.table, key[1]))
    return shared[key]
