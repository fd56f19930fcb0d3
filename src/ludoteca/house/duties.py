"""What the house itself has to do at a table, and when. The server asks after every entry of the table."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import UNSET

from . import commands, log_length
from .clock import SECOND
from .commands import HouseCommand
from .entries import Starts
from .reasons import Question, StandInReason
from .table import Phase, Table

HOUSE = "house"  # the dialect of tables that follow no document
LONGEST_LEFT = 3600 * SECOND  # for which a game against bots waits for its only player
LONGEST_EMPTY = 300 * SECOND  # for which a table that nobody is at waits for players


@dataclass(frozen=True)
class Duty:
    """A command that is due at a time; it is stale as soon as anything else has happened."""

    time: int
    command: HouseCommand


def next_duty(table: Table) -> Duty | None:
    """The first thing due, if nothing else happens before."""
    if table.phase not in (Phase.OPEN, Phase.PLAYING):
        return None
    now, number = table.time, table.number
    to_decide = table.to_decide
    if table.phase is Phase.PLAYING and to_decide is None:
        return Duty(now, commands.Finish(number))
    if log_length.is_to_be_closed(table):
        return Duty(now, commands.CloseLong(number))
    if to_decide is None:
        return lobby_duty(table)
    if table.asleep:
        return abandoned_duty(table)
    if table.alone_since is not None and table.options.absence is not UNSET:
        return None  # whoever is left decides
    if table.alone_since is not None:
        return Duty(table.alone_since + table.options.patience.alone * SECOND, commands.EndAlone(number))
    seat = table.seats[to_decide]
    if seat.stand_in is not None:
        return Duty(now, commands.PlayFor(number, to_decide))
    if seat.connected and table.clock.settings is None and table.request is None:
        return None
    duties = request_duties(table)
    if not seat.connected and table.stand_in_after is not None:
        due = max(seat.since, table.turn_since) + table.stand_in_after * SECOND
        duties.append(Duty(due, commands.StandIn(number, to_decide, StandInReason.ABSENT)))
    zero = table.clock.zero()
    if zero is not None:
        duties.append(Duty(zero, commands.StandIn(number, to_decide, StandInReason.CLOCK)))
    return min(duties, key=lambda duty: duty.time, default=None)


def abandoned_duty(table: Table) -> Duty | None:
    """A game without other people that nobody has been at for so long is over. Other games wait for their players."""
    if len(table.players) > 1 or table.dialect != HOUSE:
        return None
    left = max((seat.since for seat in table.seats if seat.person), default=table.time)
    return Duty(max(left, table.time) + LONGEST_LEFT, commands.Abandon(table.number))


def request_duties(table: Table) -> list[Duty]:
    """What was asked for is done as soon as only players are left to be asked who have been away for too long."""
    request = table.request
    if request is None:
        return []
    friends = table.side_of(request.seat) if request.what == Question.TAKE_BACK else (request.seat,)
    waiting_for = set(table.players) - set(friends) - table.agreed
    if any(table.seats[number].connected for number in waiting_for):
        return []
    due = max(map(table.waited_for_until, waiting_for), default=table.time)
    return [Duty(due, commands.Grant(table.number))]


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
    """Seats of people who have gone are given up: at once without a key, after a while with one. So is the table.

    A table at which bots alone wait is given up at once where strangers are led to it by their dialect. While nobody
    is there, no patience is longer than `LONGEST_EMPTY`: a table that waits is in memory and on the list.
    """
    patience = table.options.patience.lobby * SECOND
    if not table.players:
        only_bots = bool(table.seats) and table.starts is not Starts.HOST
        wait = 0 if only_bots else min(patience, LONGEST_EMPTY)
        return [Duty(table.time + wait, commands.Abandon(table.number))]
    duties = [
        Duty(seat.since + (patience if seat.keyed else 0), commands.Expire(table.number, number))
        for number, seat in enumerate(table.seats)
        if not seat.connected
    ]
    if table.asleep:
        latest = max(table.seats[number].since for number in table.players) + LONGEST_EMPTY
        duties = [Duty(min(duty.time, latest), duty.command) for duty in duties]
    return duties
