"""What may come next at a table: a command becomes the entry that it would add, or is refused. Nothing changes here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import (
    before_play,
    choices,
    commands,
    duties,
    entries,
    fairness,
    in_play,
    keys,
    log_length,
    options,
    practice_tables,
)
from .apply import Prepared
from .commands import Command, HouseCommand
from .entries import Entry, Happening, Practice, Starts
from .options import Options
from .preconditions import need_host, need_open, need_person
from .refusals import Refusal, Refused
from .table import Phase, Table

LONGEST_ID = 64


@dataclass(slots=True)
class Outcome:
    """The entry to append. `prepared` spares playing an action again once it is appended."""

    entry: Entry
    prepared: Prepared | None = None


class Repeated(Exception):
    """An action with this id was applied before, by the entry `number`."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass(frozen=True)
class TableOrigin:
    """How a table is opened: in which dialect, when it starts, whether it is settled how many play, and from where."""

    dialect: str = "house"
    starts: Starts = Starts.HOST
    settled: bool = True
    practice: Practice | None = None


BY_THE_HOUSE = TableOrigin()


def open_table(table: Table, wanted: Options, now: int, origin: TableOrigin = BY_THE_HOUSE) -> Outcome:
    """The first entry of a table."""
    options.check(wanted)
    if origin.practice is not None:
        practice_tables.check(origin.practice, wanted)
    commitment = fairness.commitment(table.secret)
    how = (origin.dialect, origin.starts, origin.settled, origin.practice)
    return outcome(table, entries.Opened(wanted, commitment, *how), now)


def decide(table: Table, command: Command, now: int) -> Outcome:
    """The entry that a command would add, or Refused, or Repeated."""
    if isinstance(command, commands.Act | commands.TakeBack):
        check_id(table, command.seat, command.id)
    if table.phase is Phase.CLOSED:
        raise Refused(Refusal.TABLE_CLOSED)
    log_length.need_room_in_log(table, command)
    if isinstance(command, HouseCommand):
        need_due(table, command, now)
    timed = _TIMED_DECISIONS.get(type(command))
    found = _DECISIONS[type(command)](table, command) if timed is None else timed(table, command, now)
    if isinstance(found, tuple):
        what, prepared = found
        return outcome(table, what, now, prepared)
    return outcome(table, found, now)


def outcome(table: Table, what: Happening, now: int, prepared: Prepared | None = None) -> Outcome:
    return Outcome(Entry(table.number + 1, max(now, table.time), what, table.digest), prepared)


def check_id(table: Table, seat: int, client_id: str) -> None:
    """A retry is recognised whatever has become of the table since."""
    if len(client_id) > LONGEST_ID:
        raise Refused(Refusal.BAD_ID, most=LONGEST_ID)
    if client_id and 0 <= seat < len(table.seats) and client_id in table.seats[seat].ids:
        raise Repeated(table.seats[seat].ids[client_id])


def need_due(table: Table, command: HouseCommand, now: int) -> None:
    """The house does what it has to do, once, and not before its time."""
    duty = duties.next_duty(table)
    if duty is None or duty.command != command.due:
        raise Refused(Refusal.STALE)
    if now < duty.time and table.time < duty.time:
        raise Refused(Refusal.NOT_DUE)


# ---------------------------------------------------------------- presence and the table itself


def arrive(table: Table, command: commands.Arrive) -> Happening:
    if need_person(table, command.seat).connected and not command.anew:
        raise Refused(Refusal.ALREADY_SO)
    return entries.Arrived(command.seat)


def depart(table: Table, command: commands.Depart) -> Happening:
    if not need_person(table, command.seat).connected:
        raise Refused(Refusal.ALREADY_SO)
    return entries.Departed(command.seat)


def interrupt(table: Table, command: commands.Interrupt) -> Happening:
    if not any(seat.person and seat.connected for seat in table.seats):
        raise Refused(Refusal.ALREADY_SO)
    return entries.Interrupted()


def rekey(table: Table, command: commands.Rekey) -> Happening:
    need_person(table, command.seat)
    keys.check_token(table, command.token)
    return entries.Rekeyed(command.seat, command.token)


def rematch(table: Table, command: commands.Rematch) -> Happening:
    need_person(table, command.by)
    if table.phase is not Phase.OVER:
        raise Refused(Refusal.NOT_OVER)
    if table.rematch is not None:
        raise Refused(Refusal.REMATCHED, invitation=table.rematch)
    return entries.Rematched(command.code)


def close(table: Table, command: commands.Close) -> Happening:
    """The host can close a table that has not started, the operator any."""
    if command.by is not None:
        need_open(table)
        need_host(table, command.by)
    return entries.Closed(command.why, table.secret.hex() if table.phase is Phase.PLAYING else "")


def close_long(table: Table, command: commands.CloseLong) -> Happening:
    return close(table, commands.Close(None, "too long"))


_DECISIONS: dict[type[Command], Callable[[Table, Any], Any]] = {
    commands.Sit: before_play.sit,
    commands.SitBot: before_play.sit_bot,
    commands.AddNonce: before_play.add_nonce,
    commands.Arrange: choices.arrange,
    commands.Dress: choices.dress,
    commands.Confirm: choices.confirm,
    commands.Choose: choices.start,
    commands.Gather: choices.gather,
    commands.ChooseFor: choices.choose_for,
    commands.Begin: choices.begin,
    commands.HandOver: before_play.hand_over,
    commands.Rise: before_play.rise,
    commands.Remove: before_play.remove,
    commands.Expire: before_play.expire,
    commands.Abandon: before_play.abandon,
    commands.Start: choices.start,
    commands.Act: in_play.act,
    commands.StandIn: in_play.stand_in,
    commands.PlayFor: in_play.play_for,
    commands.Finish: in_play.finish,
    commands.EndAlone: in_play.end_alone,
    commands.Resign: in_play.resign,
    commands.Grant: in_play.grant,
    commands.CloseLong: close_long,
    commands.Arrive: arrive,
    commands.Depart: depart,
    commands.Interrupt: interrupt,
    commands.Rekey: rekey,
    commands.Rematch: rematch,
    commands.Close: close,
}

# Decisions for which it matters how long somebody has been away.
_TIMED_DECISIONS: dict[type[Command], Callable[[Table, Any, int], Any]] = {
    commands.TakeBack: in_play.take_back,
    commands.AskEnd: in_play.ask_end,
    commands.Answer: in_play.answer,
    commands.CallStandIn: in_play.call_stand_in,
    commands.ClaimWin: in_play.claim_win,
}
