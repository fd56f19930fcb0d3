"""What an entry changes at a table. The same entries always make the same table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from ludoteca import rules
from ludoteca.rules.masters import InvalidCards

from . import entries, event_roles, fairness, practice_tables, seating
from .clock import Clock
from .entries import Entry
from .options import Absence, bad
from .reasons import Decider, EndReason, StandInReason
from .refusals import Refusal, Refused
from .table import MOST_IDS, Moment, Phase, Seat, Table


class Prepared:
    """The game after something that was tried while deciding, so that it is not played twice."""

    def __init__(self, game: rules.Game, events: list[Any]) -> None:
        self.game = game
        self.events = events


def rebuild(code: str, secret: bytes, log: Iterable[Entry]) -> Table:
    """The table that a log makes."""
    table = Table(code, secret)
    for entry in log:
        apply_entry(table, entry)
    return table


def apply_entry(table: Table, entry: Entry, prepared: Prepared | None = None, digest: str = "") -> list[Any]:
    """Add an entry; return what the game told of it. An entry that does not follow the last one is refused.

    `prepared` and `digest` spare work that was done before.
    """
    if entry.number != table.number + 1 or entry.time < table.time or entry.previous != table.digest:
        raise Refused(Refusal.STALE)
    events: list[Any] = _CHANGES[type(entry.what)](table, entry.what, entry, prepared) or []
    table.number = entry.number
    table.time = entry.time
    table.digest = digest or entries.digest(entry)
    if not isinstance(entry.what, entries.OF_THE_GAME):
        table.outlined = entry.number
        if table.phase is Phase.PLAYING:
            watch_presence(table, entry.time)
    return events


# ---------------------------------------------------------------- before the game


def opened(table: Table, what: entries.Opened, entry: Entry, prepared: Prepared | None) -> None:
    table.options = what.options
    table.commitment = what.commitment
    table.opened = entry.time
    table.dialect, table.starts, table.settled = what.dialect, what.starts, what.settled
    table.practice = what.practice


def arranged(table: Table, what: entries.Arranged, entry: Entry, prepared: Prepared | None) -> None:
    """Towers that do not fit any more have to be chosen again."""
    absence = table.options.absence if what.absence is UNSET else what.absence
    table.options = msgspec.structs.replace(
        table.options, players=what.players, settings=what.settings, absence=absence
    )
    table.settled = what.settled
    host = table.seats[table.host]
    del table.seats[what.players :]
    choose_host(table, host)
    for seat, look in zip(table.seats, seating.fitting(table), strict=True):
        seat.chosen = seat.chosen and seat.look == look
        seat.look = look


def sat(table: Table, what: entries.Sat, entry: Entry, prepared: Prepared | None) -> None:
    seat = Seat(what.name, what.token, what.keyed, what.nonce, what.look, what.bot, what.here, entry.time)
    seat.chooses, seat.consents = what.chooses is True, what.consents is not False
    seat.chosen = None not in (what.look.tower, what.look.wizard)
    table.seats.append(seat)
    choose_host(table, table.seats[table.host])


def contributed(table: Table, what: entries.Contributed, entry: Entry, prepared: Prepared | None) -> None:
    table.seats[what.seat].nonce = what.nonce


def dressed(table: Table, what: entries.Dressed, entry: Entry, prepared: Prepared | None) -> None:
    table.seats[what.seat].look = what.look


def choosing(table: Table, what: entries.Choosing, entry: Entry, prepared: Prepared | None) -> None:
    table.choosing = True
    table.choosing_since = entry.time


def confirmed(table: Table, what: entries.Confirmed, entry: Entry, prepared: Prepared | None) -> None:
    table.seats[what.seat].look = what.look
    table.seats[what.seat].chosen = True
    table.choosing_since = entry.time


def handed_over(table: Table, what: entries.HandedOver, entry: Entry, prepared: Prepared | None) -> None:
    table.host = what.seat


def rose(table: Table, what: entries.Rose, entry: Entry, prepared: Prepared | None) -> None:
    """Who has chosen has chosen, even if the others go on when the table is full again."""
    host = table.seats[table.host]
    del table.seats[what.seat]
    choose_host(table, host)
    table.choosing = False


def choose_host(table: Table, host: Seat) -> None:
    """The host stays host; when he is gone, the person who has sat longest is."""
    people = [number for number, seat in enumerate(table.seats) if seat.person]
    still = [number for number in people if table.seats[number] is host]
    table.host = (still or people or [0])[0]


def started(table: Table, what: entries.Started, entry: Entry, prepared: Prepared | None) -> list[Any]:
    prepared = prepared or new_game(table, what.order)
    if what.rules_version != prepared.game.rules_version:
        raise Refused(Refusal.OTHER_RULES, played=what.rules_version, here=prepared.game.rules_version)
    table.order = what.order
    for player, number in enumerate(what.order):
        table.seats[number].player = player
        table.seats[number].look = what.looks[number]
    table.game = prepared.game
    table.phase = Phase.PLAYING
    table.choosing = False
    options = table.options
    table.clock = Clock.wound(options.clock, options.players, options.patience.clock)
    begin_turn(table, entry)
    return prepared.events


def new_game(table: Table, order: Sequence[int]) -> Prepared:
    """The game at its beginning. Refused where its options cannot be understood: an older log may name a card set."""
    try:
        return begun(table, order)
    except (rules.InvalidPosition, InvalidCards) as error:
        raise bad(error.field, error.sentence) from error


def begun(table: Table, order: Sequence[int]) -> Prepared:
    options = table.options
    key = fairness.game_key(table.secret, [seat.nonce for seat in table.seats])
    if table.practice is not None:
        return Prepared(practice_tables.begin(table.practice, options, key), [])
    first = None if options.first is None else order.index(options.first)
    events: list[Any] = []
    game = rules.new(
        options.game, players=options.players, seed=key, first=first, recorder=events.append, **options.settings
    )
    game.recorder = None
    return Prepared(game, events)


# ---------------------------------------------------------------- the game


def begin_turn(table: Table, entry: Entry) -> None:
    """Nothing before can be taken back. The clock's stand-in was for one turn."""
    assert table.game is not None
    for seat in table.seats:
        if seat.stand_in == StandInReason.CLOCK:
            seat.stand_in = None
            table.outlined = entry.number
    table.turn = [Moment(entry.number, table.game)]
    table.turn_since = entry.time
    to_decide = table.to_decide
    table.clock.turn(to_decide, entry.time)
    if to_decide is not None and not table.seats[to_decide].connected:
        table.clock.away(to_decide, entry.time)


def acted(table: Table, what: entries.Acted, entry: Entry, prepared: Prepared | None) -> list[Any]:
    assert table.game is not None
    prepared = prepared or Prepared(*table.game.after(what.decisions))
    table.game = prepared.game
    remember(table, what.seat, what.id, entry.number)
    drop_request(table)
    if table.to_decide != what.seat or event_roles.turn_started(prepared.events):
        begin_turn(table, entry)
    elif what.by == Decider.STAND_IN:  # one takes back what one has decided oneself
        table.turn = [Moment(entry.number, table.game)]
    else:
        table.turn.append(Moment(entry.number, table.game, event_roles.revealed(prepared.events)))
    return prepared.events


def remember(table: Table, seat: int, client_id: str, number: int) -> None:
    if client_id:
        ids = table.seats[seat].ids
        ids[client_id] = number
        if len(ids) > MOST_IDS:
            del ids[next(iter(ids))]


def took_back(table: Table, what: entries.TookBack, entry: Entry, prepared: Prepared | None) -> None:
    """Draws are never rewound: what comes next is drawn from where the stream stands."""
    assert table.game is not None
    drawn = table.game.core.draws.count
    revealing = False
    while table.turn[-1].entry > what.to:
        revealing = table.turn.pop().revealing or revealing
    table.turn[-1].revealing = table.turn[-1].revealing or revealing  # what was seen stays seen
    table.game = table.turn[-1].game.clone()
    table.game.core.draws.count = drawn
    remember(table, what.seat, what.id, entry.number)
    drop_request(table)


def asked(table: Table, what: entries.Asked, entry: Entry, prepared: Prepared | None) -> None:
    remember(table, what.seat, what.id, entry.number)
    table.request = what
    table.asked = entry.number
    table.agreed = {what.seat}


def answered(table: Table, what: entries.Answered, entry: Entry, prepared: Prepared | None) -> None:
    if what.yes:
        table.agreed.add(what.seat)
    else:
        drop_request(table)


def drop_request(table: Table) -> None:
    table.request = None
    table.asked = 0
    table.agreed = set()


def stood_in(table: Table, what: entries.StoodIn, entry: Entry, prepared: Prepared | None) -> None:
    table.seats[what.seat].stand_in = what.why
    drop_request(table)


def ended(table: Table, what: entries.Ended, entry: Entry, prepared: Prepared | None) -> None:
    table.phase = Phase.OVER
    stop(table, what, entry.time)


def stop(table: Table, result: entries.Ended, now: int) -> None:
    table.clock.turn(None, now)
    table.result = result
    table.ended = now
    table.alone_since = None
    table.turn = []
    drop_request(table)


# ---------------------------------------------------------------- presence and the table itself


def arrived(table: Table, what: entries.Arrived, entry: Entry, prepared: Prepared | None) -> None:
    seat = table.seats[what.seat]
    seat.connected, seat.since = True, entry.time
    if seat.stand_in == StandInReason.ABSENT:
        seat.stand_in = None
    if not seat.consents:
        drop_request(table)  # he is there now, and does not agree
    table.clock.back(what.seat, entry.time)


def departed(table: Table, what: entries.Departed, entry: Entry, prepared: Prepared | None) -> None:
    """Whoever goes cannot be asked any more, so what was asked is asked anew."""
    seat = table.seats[what.seat]
    seat.connected, seat.since = False, entry.time
    table.clock.away(what.seat, entry.time)
    drop_request(table)


def interrupted(table: Table, what: entries.Interrupted, entry: Entry, prepared: Prepared | None) -> None:
    table.clock.skip(entry.time)
    for number, seat in enumerate(table.seats):
        if seat.person and seat.connected:
            seat.connected, seat.since = False, entry.time
            table.clock.away(number, entry.time)
    drop_request(table)


def watch_presence(table: Table, now: int) -> None:
    """Paused while of several people one is left; everything stands still too when nobody is."""
    alone = len(table.present) == 1 and len(table.players) > 1
    if table.options.absence is not UNSET:  # a stand-in is somebody to play with
        alone = alone and table.options.absence is not Absence.STAND_IN and bool(table.waits_for)
    if not alone:
        table.alone_since = None
    elif table.alone_since is None:
        table.alone_since = now
    if alone or table.asleep:
        table.clock.halt(now)
    elif table.clock.halted:
        table.clock.go(now)
        table.turn_since = now  # whoever is absent when it goes on is waited for anew


def rekeyed(table: Table, what: entries.Rekeyed, entry: Entry, prepared: Prepared | None) -> None:
    table.seats[what.seat].token = what.token
    table.seats[what.seat].keyed = True


def rematched(table: Table, what: entries.Rematched, entry: Entry, prepared: Prepared | None) -> None:
    table.rematch = what.code


def closed(table: Table, what: entries.Closed, entry: Entry, prepared: Prepared | None) -> None:
    if table.phase is Phase.PLAYING:
        stop(table, entries.Ended(EndReason.CLOSED, (), what.secret), entry.time)
    table.phase = Phase.CLOSED
    table.closed = what.why


_CHANGES: dict[type, Callable[[Table, Any, Entry, Prepared | None], list[Any] | None]] = {
    entries.Opened: opened,
    entries.Sat: sat,
    entries.Contributed: contributed,
    entries.Arranged: arranged,
    entries.Dressed: dressed,
    entries.Choosing: choosing,
    entries.Confirmed: confirmed,
    entries.HandedOver: handed_over,
    entries.Rose: rose,
    entries.Started: started,
    entries.Acted: acted,
    entries.TookBack: took_back,
    entries.Asked: asked,
    entries.Answered: answered,
    entries.Arrived: arrived,
    entries.Departed: departed,
    entries.Interrupted: interrupted,
    entries.StoodIn: stood_in,
    entries.Rekeyed: rekeyed,
    entries.Ended: ended,
    entries.Rematched: rematched,
    entries.Closed: closed,
}
