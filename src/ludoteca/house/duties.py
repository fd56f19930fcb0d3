"""What the house itself has to do at a table, and when. Whoever keeps the table asks after every entry."""

from __future__ import annotations

from dataclasses import dataclass

from . import commands
from .clock import SECOND
from .commands import HouseCommand
from .entries import Starts
from .table import Phase, Table


@dataclass(frozen=True)
class Duty:
    """A command that is due at a time; it is stale as soon as anything else has happened."""

    time: int
    command: HouseCommand


def next_duty(table: Table) -> Duty | None:
    """The first thing due, if nothing else happens before."""
    if table.phase is Phase.OPEN:
        return lobby_duty(table)
    if table.phase is not Phase.PLAYING:
        return None
    now, number = table.time, table.number
    to_decide = table.to_decide
    if to_decide is None:
        return Duty(now, commands.Finish(number))
    if table.asleep:
        return None
    if table.alone_since is not None:
        return Duty(table.alone_since + table.options.patience.alone * SECOND, commands.EndAlone(number))
    seat = table.seats[to_decide]
    if seat.stand_in is not None:
        return Duty(now, commands.PlayFor(number, to_decide))
    if seat.connected and table.clock.settings is None:
        return None
    duties = []
    if not seat.connected:
        due = max(seat.since, table.turn_since) + table.options.patience.turn * SECOND
        duties.append(Duty(due, commands.StandIn(number, to_decide, "absent")))
    zero = table.clock.zero()
    if zero is not None:
        duties.append(Duty(zero, commands.StandIn(number, to_decide, "clock")))
    return min(duties, key=lambda duty: duty.time, default=None)


def lobby_duty(table: Table) -> Duty | None:
    """What leads to the game, or to the end of the waiting for those who have gone."""
    if table.choosing and not table.asleep:
        return choices_duty(table)
    duties = leaving_duties(table)
    if table.starts is Starts.FULL and table.full and table.settled and not table.asleep:
        begin = commands.Gather(table.number) if table.undecided else commands.Begin(table.number)
        duties.append(Duty(table.time, begin))
    return min(duties, key=lambda duty: duty.time, default=None)


def choices_duty(table: Table) -> Duty | None:
    """Nobody's seat is given up while others choose. For somebody who has gone away the house chooses."""
    chooser = table.chooser
    if chooser is None:
        return Duty(table.time, commands.Begin(table.number))
    seat = table.seats[chooser]
    if seat.connected:
        return None
    due = max(seat.since, table.choosing_since) + table.options.patience.turn * SECOND
    return Duty(due, commands.ChooseFor(table.number, chooser))


def leaving_duties(table: Table) -> list[Duty]:
    """Seats of people who have gone are given up: at once without a key, after a while with one. So is the table."""
    patience = table.options.patience.lobby * SECOND
    if not table.players:
        return [Duty(table.time + patience, commands.Abandon(table.number))]
    return [
        Duty(seat.since + (patience if seat.keyed else 0), commands.Expire(table.number, number))
        for number, seat in enumerate(table.seats)
        if not seat.connected
    ]
