"""A whole table in one object, so that it can go on without its log: after a restart, or under newer rules.

It holds the secret and the tokens: it is for whoever keeps the tables, and for nobody else.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ludoteca import rules
from ludoteca.rules.catalogue import GAMES

from .clock import Clock
from .entries import Asked, Ended, Practice, Starts
from .options import Options, known_cards
from .table import Moment, Phase, Seat, Table


class MomentKept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    entry: int
    position: dict[str, Any]
    revealing: bool


class Snapshot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`rules_version` is that under which the positions were written; newer rules read them as well."""

    rules_version: str
    code: str
    secret: str
    number: int
    time: int
    digest: str
    phase: Phase
    options: Options
    opened: int
    commitment: str
    seats: list[Seat]
    host: int
    order: tuple[int, ...]
    game: dict[str, Any] | None
    turn: list[MomentKept]
    turn_since: int
    alone_since: int | None
    clock: Clock
    request: Asked | None
    agreed: list[int]
    result: Ended | None
    rematch: str | None
    closed: str | None
    asked: int = 0
    dialect: str = "house"
    starts: Starts = Starts.HOST
    settled: bool = True
    choosing: bool = False
    choosing_since: int = 0
    practice: Practice | None = None
    ended: int | None = None


AS_THEY_ARE = (
    *("code", "number", "time", "digest", "phase", "options", "opened", "commitment", "seats", "host", "order"),
    *("dialect", "starts", "settled", "choosing", "choosing_since", "practice"),
    *("turn_since", "alone_since", "clock", "request", "asked", "result", "ended", "rematch", "closed"),
)


def snapshot(table: Table) -> bytes:
    kept = Snapshot(
        rules_version=GAMES[table.options.game].rules_version,
        secret=table.secret.hex(),
        game=None if table.game is None else table.game.position(),
        turn=[MomentKept(moment.entry, moment.game.position(), moment.revealing) for moment in table.turn],
        agreed=sorted(table.agreed),
        **{name: getattr(table, name) for name in AS_THEY_ARE},
    )
    return msgspec.json.encode(kept)


def restore(body: bytes) -> Table:
    """The table of a snapshot. Entries that came later are still to be applied."""
    kept = msgspec.json.decode(body, type=Snapshot)
    table = Table(kept.code, bytes.fromhex(kept.secret))
    for name in AS_THEY_ARE:
        setattr(table, name, getattr(kept, name))
    with known_cards(kept.options.settings):
        table.game = None if kept.game is None else rules.load(kept.game)
        table.turn = [Moment(moment.entry, rules.load(moment.position), moment.revealing) for moment in kept.turn]
    table.agreed = set(kept.agreed)
    table.outlined = table.number
    return table
