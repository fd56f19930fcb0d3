"""What a table tells those who speak another dialect: made once for each seat, and where all see the same, once.

A position is read back from the JSON that the game writes itself, which takes less time than making it of objects.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ludoteca.dialects.contract import Tidings
from ludoteca.house import views
from ludoteca.house.views import TableView
from ludoteca.house.writing import game_json

from .news import News

_decode = msgspec.json.Decoder().decode


def tidings(news: News, dialect: str, seat: int) -> Tidings:
    """The entry as a seat hears it in a dialect. What seats of one dialect share is read by all and changed by none."""
    shared = news.shared
    key = ("tidings", seat, dialect)
    if key not in shared:
        kept = shared.setdefault(("kept", dialect), {})
        shared[key] = Tidings(_view(news, seat), _entry(news), _events(news, seat), kept)
    told: Tidings = shared[key]
    return told


def _entry(news: News) -> dict[str, Any]:
    if "entry" not in news.shared:
        news.shared["entry"] = views.public_entry(news.entry)
    entry: dict[str, Any] = news.shared["entry"]
    return entry


def _events(news: News, seat: int) -> list[dict[str, Any]]:
    key = ("events", seat if seat in news.hearing.seats else None)
    if key not in news.shared:
        news.shared[key] = news.hearing.of(seat)
    events: list[dict[str, Any]] = news.shared[key]
    return events


def _view(news: News, seat: int) -> TableView:
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


def _game(news: News, seat: int) -> Any:
    shared, game = news.shared, news.table.game
    if game is None:
        return None
    key = ("game", None if game.hides_nothing_from_seats else seat)
    if key not in shared:
        shared[key] = _decode(game_json(news.table, key[1]))
    return shared[key]
