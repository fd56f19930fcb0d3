"""What has to be so before something may be done. Each function refuses, or says nothing."""

from __future__ import annotations

from ludoteca import rules

from .refusals import Refusal, Refused
from .table import Phase, Seat, Table


def need_open(table: Table) -> None:
    if table.phase is not Phase.OPEN:
        raise Refused(Refusal.NOT_OPEN)


def need_seat(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise Refused(Refusal.NOT_SEATED)
    return table.seats[seat]


def need_person(table: Table, number: int) -> Seat:
    """Bots decide in the game and do nothing else."""
    seat = need_seat(table, number)
    if not seat.person:
        raise Refused(Refusal.NOT_SEATED)
    return seat


def need_host(table: Table, by: int) -> None:
    need_person(table, by)
    if by != table.host:
        raise Refused(Refusal.NOT_HOST, host=table.seats[table.host].name)


def need_named(table: Table, name: str) -> int:
    seat = table.seat_named(name)
    if seat is None:
        raise Refused(Refusal.NO_SUCH_NAME, name=name)
    return seat


def need_playing(table: Table) -> rules.Game:
    if table.phase is not Phase.PLAYING or table.game is None or table.game.over:
        raise Refused(Refusal.NOT_PLAYING)
    return table.game


def need_here(table: Table, number: int) -> None:
    """Somebody who plays himself, at a table that is awake."""
    need_playing(table)
    seat = need_person(table, number)
    if not seat.connected:
        raise Refused(Refusal.AWAY)
    if seat.resigned:
        raise Refused(Refusal.STOOD_IN)


def need_going(table: Table) -> None:
    if table.paused:
        raise Refused(Refusal.PAUSED)
    if table.asleep:
        raise Refused(Refusal.ASLEEP)


def need_turn(table: Table, number: int) -> rules.Game:
    """It is the seat's decision, and nobody decides for it."""
    game = need_playing(table)
    seat = need_seat(table, number)
    if not seat.connected:
        raise Refused(Refusal.AWAY)
    need_going(table)
    to_decide = table.order[game.seat]
    if to_decide != number:
        raise Refused(Refusal.NOT_YOUR_TURN, name=table.seats[to_decide].name)
    if seat.stand_in is not None:
        raise Refused(Refusal.STOOD_IN)
    return game
