"""What everybody at the table is told of an entry: the new view, and what is said before it."""

from __future__ import annotations

from functools import partial

from ludoteca.dialects.contract import SeatEntry
from ludoteca.house.views import TableView

from . import messages, shapes

# Entries after which the table looks different to players.
SHOWN = {"started", "acted", "took_back", "arrived", "departed", "interrupted", "stood_in", "ended", "closed"}


def lines(seat_entry: SeatEntry, kind: str) -> list[bytes]:
    if seat_entry.view.game is None or kind not in SHOWN:
        return []
    return [*notices(seat_entry, kind), seat_entry.once("renderView", partial(shapes.render_view, seat_entry.view))]


def notices(seat_entry: SeatEntry, kind: str) -> list[bytes]:
    """The result of an influence to whoever caused it (§2.4), the result of the game to everybody (§2.6)."""
    view = seat_entry.view
    if kind != "acted":
        return result(view)
    influence = shapes.influence(view, seat_entry.events) if seat_entry.entry["what"]["seat"] == view.you else None
    return [] if influence is None else [messages.line(influence)]


def result(view: TableView) -> list[bytes]:
    if view.result is None:
        return []
    won = view.you in view.result.winners
    winners = [view.seats[seat].name for seat in view.result.winners]
    return [messages.line(messages.AnnounceResult("Winner" if won else "Loser", winners, view.result.why))]
