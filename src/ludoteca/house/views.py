"""What leaves a table: the view of a seat, and what a seat hears of an entry. There is no other way out.

`seat` None is everybody: watchers, and the audience of messages that are the same for all.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ludoteca.rules.events import Drawn, Public

from .entries import Acted, Entry, Look, Starts
from .options import Options
from .preconditions import need_turn
from .refusals import Refused
from .table import Phase, Table


class SeatView(msgspec.Struct, frozen=True):
    """`since` is when the connection was made or lost; `player` who the seat is in the game, 0 for A."""

    name: str
    look: Look
    bot: str | None
    connected: bool
    since: int
    stand_in: str | None
    player: int | None


class ClockView(msgspec.Struct, frozen=True):
    """Milliseconds left by seat; `running` loses time from `since` on, which may lie ahead."""

    left: list[int]
    running: int | None
    since: int


class RequestView(msgspec.Struct, frozen=True):
    seat: int
    what: str
    to: int
    agreed: list[int]
    number: int = 0


class PracticeView(msgspec.Struct, frozen=True):
    """Where a game for practice begins: after an entry of another table."""

    code: str
    entry: int


class ResultView(msgspec.Struct, frozen=True):
    why: str
    winners: list[int]
    secret: str


class TableView(msgspec.Struct, frozen=True):
    """A table as a seat may see it, after the entry `number`."""

    code: str
    number: int
    time: int
    phase: Phase
    options: Options
    commitment: str
    host: int
    seats: list[SeatView]
    you: int | None = None
    turn: int | None = None  # the seat that has to decide
    alone_since: int | None = None  # paused from then on
    clock: ClockView | None = None
    request: RequestView | None = None
    back_to: list[int] = []  # entries to which the seat can take back
    game: dict[str, Any] | None = None
    legal: list[dict[str, Any]] = []
    result: ResultView | None = None
    rematch: str | None = None
    closed: str | None = None
    dialect: str = "house"  # of whoever opened it
    starts: Starts = Starts.HOST
    settled: bool = True
    choosing: bool = False
    chooser: int | None = None
    practice: PracticeView | None = None


def view(table: Table, seat: int | None) -> TableView:
    deciding = seat is not None and may_decide(table, seat)
    return msgspec.structs.replace(
        outline(table),
        you=seat,
        back_to=[moment.entry for moment in table.turn[:-1]] if deciding else [],
        game=None if table.game is None else table.game.view(player_of(table, seat)),
        legal=legal(table) if deciding else [],
    )


def outline(table: Table) -> TableView:
    """What is the same for everybody, without the game."""
    return TableView(
        code=table.code,
        number=table.number,
        time=table.time,
        phase=table.phase,
        options=table.options,
        commitment=table.commitment,
        host=table.host,
        seats=[
            SeatView(s.name, s.look, s.bot, s.connected, s.since, s.stand_in, s.player if s.player >= 0 else None)
            for s in table.seats
        ],
        turn=table.to_decide,
        alone_since=table.alone_since,
        clock=clock_view(table),
        request=request_view(table),
        result=None
        if table.result is None
        else ResultView(table.result.why, list(table.result.winners), table.result.secret),
        rematch=table.rematch,
        closed=table.closed,
        dialect=table.dialect,
        starts=table.starts,
        settled=table.settled,
        choosing=table.choosing,
        chooser=table.chooser,
        practice=None if table.practice is None else PracticeView(table.practice.code, table.practice.entry),
    )


def player_of(table: Table, seat: int | None) -> int | None:
    """Who a seat is in the game, once it has started."""
    return None if seat is None or table.game is None else table.seats[seat].player


def may_decide(table: Table, seat: int) -> bool:
    if seat != table.to_decide:
        return False
    try:
        need_turn(table, seat)
    except Refused:
        return False
    return True


def clock_view(table: Table) -> ClockView | None:
    if table.clock.settings is None:
        return None
    running = None if table.clock.halted else table.clock.running
    return ClockView(list(table.clock.left), running, table.clock.since)


def request_view(table: Table) -> RequestView | None:
    request = table.request
    if request is None:
        return None
    return RequestView(request.seat, request.what, request.to, sorted(table.agreed), table.asked)


def legal(table: Table) -> list[dict[str, Any]]:
    """The small decisions of this moment, in the notation."""
    assert table.game is not None
    return [table.game.describe(action) for action in table.game.legal_actions()]


def told(table: Table, events: Iterable[Any], seat: int | None) -> list[dict[str, Any]]:
    """The events of an entry as a seat hears them: `event` names the kind. Seats in it are players of the game."""
    return heard(events, player_of(table, seat))


def heard(events: Iterable[Any], player: int | None) -> list[dict[str, Any]]:
    """Events as a player of the game hears them."""
    told = [event.told_to(player) for event in events]
    return [{"event": type(event).__name__, **dataclasses.asdict(event)} for event in told if event is not None]


class AudienceEvents(msgspec.Struct, frozen=True):
    """What the game told of an entry, by audience, as JSON: seats that heard the same as everybody are not listed."""

    everybody: msgspec.Raw = msgspec.Raw(b"[]")
    seats: dict[int, msgspec.Raw] = {}

    def json(self, seat: int | None) -> msgspec.Raw:
        """A list of events."""
        return self.everybody if seat is None else self.seats.get(seat, self.everybody)

    def of(self, seat: int | None) -> list[dict[str, Any]]:
        heard: list[dict[str, Any]] = msgspec.json.decode(self.json(seat))
        return heard


SILENCE = AudienceEvents()
ALIKE = (Public, Drawn)  # events of which every seat hears the same: all of it, or nothing


def audience_events(table: Table, events: Sequence[Any]) -> AudienceEvents:
    """What each seat hears of an entry that was just applied."""
    if not events:
        return SILENCE
    everybody = _told_json(events, None)
    if all(isinstance(event, ALIKE) for event in events):
        return AudienceEvents(everybody)
    heard = {number: _told_json(events, seat.player) for number, seat in enumerate(table.seats)}
    return AudienceEvents(everybody, {seat: told for seat, told in heard.items() if bytes(told) != bytes(everybody)})


def _told_json(events: Iterable[Any], player: int | None) -> msgspec.Raw:
    """`told`, written at once."""
    heard = [event.told_to(player) for event in events]
    return msgspec.Raw(b"[%b]" % b",".join([_event_json(event) for event in heard if event is not None]))


def _event_json(event: Any) -> bytes:
    """Games keep events that occur often, so what was written of one is kept by its identity."""
    kept = _written.get(id(event))
    if kept is not None and kept[0] is event:
        return kept[1]
    name = type(event).__name__.encode()
    members = _encoder.encode(event)
    written = b'{"event":"%b"}' % name if members == b"{}" else b'{"event":"%b",%b' % (name, members[1:])
    if len(_written) >= MOST_WRITTEN:
        _written.clear()
    _written[id(event)] = (event, written)
    return written


MOST_WRITTEN = 1 << 14
_written: dict[int, tuple[Any, bytes]] = {}
_encoder = msgspec.json.Encoder()


def what_json(entry: Entry) -> bytes:
    """`public_entry(entry)["what"]`, written at once."""
    what = entry.what
    if isinstance(what, Acted):
        return b'{"kind":"acted","seat":%d,"by":"%b"}' % (what.seat, what.by.encode())
    return _encoder.encode(public_entry(entry)["what"])


HIDDEN = ("token", "nonce", "draws", "decisions", "id", "practice")


def public_entry(entry: Entry) -> dict[str, Any]:
    """What happened, without what nobody may read: keys, nonces before the end, what names hidden things."""
    what = msgspec.to_builtins(entry.what)
    for secret in HIDDEN:
        what.pop(secret, None)
    return {"number": entry.number, "time": entry.time, "what": what}
