"""The view of a table as JSON, written quickly: a server sends one to everybody after every entry.

What is written is `views.view` encoded. Most of it stays as it is for a whole game, so it is kept and written anew only
when it has changed.
"""

from __future__ import annotations

import msgspec

from . import views
from .table import Table

_encode = msgspec.json.Encoder().encode

# The members of a view that change with every action, or differ from seat to seat.
OWN = ("number", "time", "you", "turn", "clock", "request", "back_to", "game", "legal")


class ViewEncoder:
    """Writes the views of one table."""

    def __init__(self) -> None:
        self._outlined = -1  # the entry after which the rest was written
        self._rest = b""
        self._table: Table | None = None
        self._number = 0
        self._shared = b""
        self._deciding: int | None = None  # the seat that can decide now

    def view(self, table: Table, seat: int | None, game: bytes) -> bytes:
        """The view of a seat; `game` is what `game_json` gave for it."""
        if self._table is not table or self._number != table.number:
            self._table, self._number = table, table.number
            to_decide = table.to_decide
            self._shared = self._what_all_see(table, to_decide)
            self._deciding = to_decide if to_decide is not None and views.may_decide(table, to_decide) else None
        if seat is None:
            return b'%b"you":null,"back_to":[],"game":%b,"legal":[]}' % (self._shared, game)
        if seat != self._deciding:
            return b'%b"you":%d,"back_to":[],"game":%b,"legal":[]}' % (self._shared, seat, game)
        assert table.game is not None
        back_to = b",".join([b"%d" % moment.entry for moment in table.turn[:-1]])
        legal = table.game.legal_json()
        return b'%b"you":%d,"back_to":[%b],"game":%b,"legal":%b}' % (self._shared, seat, back_to, game, legal)

    def _what_all_see(self, table: Table, to_decide: int | None) -> bytes:
        clock, request = views.clock_view(table), views.request_view(table)
        return b'{%b,"number":%d,"time":%d,"turn":%b,"clock":%b,"request":%b,' % (
            self._what_stays(table),
            table.number,
            table.time,
            b"null" if to_decide is None else b"%d" % to_decide,
            b"null" if clock is None else _encode(clock),
            b"null" if request is None else _encode(request),
        )

    def _what_stays(self, table: Table) -> bytes:
        if table.outlined != self._outlined:
            self._outlined = table.outlined
            whole: dict[str, object] = msgspec.structs.asdict(views.outline(table))
            self._rest = _encode({name: value for name, value in whole.items() if name not in OWN})[1:-1]
        return self._rest


def game_json(table: Table, seat: int | None) -> bytes:
    return b"null" if table.game is None else table.game.view_json(views.player_of(table, seat))
