"""Decisions while the game is played: actions, taking back, resigning, ending."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from ludoteca import rules

from . import commands, entries, event_roles, stand_ins
from .apply import Prepared
from .clock import SECOND
from .entries import Happening
from .options import WAITED_FOR
from .preconditions import need_going, need_here, need_named, need_playing, need_turn
from .reasons import Decider, EndReason, Question, StandInReason
from .refusals import Refusal, Refused
from .table import Moment, Table


def act(table: Table, command: commands.Act) -> tuple[Happening, Prepared]:
    game = need_turn(table, command.seat)
    by = Decider.PLAYER if table.seats[command.seat].person else Decider.BOT
    try:
        decisions = game.parse(command.action)
    except rules.IllegalAction as error:
        raise illegal(error) from error
    return played(game, command.seat, decisions, by, command.id)


def illegal(error: rules.IllegalAction) -> Refused:
    return Refused(Refusal.ILLEGAL_ACTION, rule=error.code, sentence=error.sentence)


def played(
    game: rules.Game, seat: int, decisions: Sequence[int], by: Decider, client_id: str = ""
) -> tuple[Happening, Prepared]:
    """The decisions made on a copy, with what they drew."""
    prepared = Prepared(*game.after(decisions))
    return entries.Acted(seat, tuple(decisions), by, client_id, event_roles.draws(prepared.events)), prepared


def stand_in(table: Table, command: commands.StandIn) -> Happening:
    return entries.StoodIn(command.seat, command.why)


def play_for(table: Table, command: commands.PlayFor) -> tuple[Happening, Prepared]:
    game = need_playing(table)
    decision = command.decision
    if decision is None:
        decision = stand_ins.choose(game, table.code, table.number)
    try:
        return played(game, command.seat, [decision], Decider.STAND_IN)
    except rules.IllegalAction as error:
        raise illegal(error) from error


# ---------------------------------------------------------------- the end


def end(table: Table, why: EndReason, winners: tuple[int, ...]) -> Happening:
    return entries.Ended(why, winners, table.secret.hex())


def finish(table: Table, command: commands.Finish) -> Happening:
    assert table.game is not None
    return end(table, EndReason.RULES, tuple(sorted(table.order[player] for player in table.game.winners)))


def end_alone(table: Table, command: commands.EndAlone) -> Happening:
    """He who is left wins, with teams his team."""
    return end(table, EndReason.ALONE, table.side_of(table.present[0]))


def call_stand_in(table: Table, command: commands.CallStandIn, now: int) -> Happening:
    need_here(table, command.by)
    need_left_to_players(table)
    number = need_named(table, command.name)
    if number not in table.waits_for:
        raise Refused(Refusal.ALREADY_SO)
    need_waited(table.seats[number].since, now)
    return entries.StoodIn(number, StandInReason.ABSENT)


def claim_win(table: Table, command: commands.ClaimWin, now: int) -> Happening:
    """The side of the only one left wins, as it does by itself where the documents say so."""
    need_here(table, command.seat)
    need_left_to_players(table)
    if table.alone_since is None:
        raise Refused(Refusal.NOT_ALONE)
    need_waited(table.alone_since, now)
    return end(table, EndReason.ALONE, table.side_of(command.seat))


def need_left_to_players(table: Table) -> None:
    if table.options.absence is UNSET:
        raise Refused(Refusal.HOUSE_DECIDES)


def need_waited(since: int, now: int) -> None:
    left = since + WAITED_FOR * SECOND - now
    if left > 0:
        raise Refused(Refusal.WAITED_FOR, seconds=-(-left // SECOND))


def resign(table: Table, command: commands.Resign) -> Happening:
    """A stand-in goes on for him until one side is left, which wins. A team goes on while one member does."""
    need_here(table, command.seat)
    gone = {number for number, seat in enumerate(table.seats) if seat.resigned} | {command.seat}
    sides = {table.side_of(number) for number in range(len(table.seats))}
    left = [side for side in sides if not gone.issuperset(side)]
    if len(left) > 1 and table.players != [command.seat]:
        return entries.StoodIn(command.seat, StandInReason.RESIGNED)
    return end(table, EndReason.RESIGNED, left[0] if len(left) == 1 else ())


# ---------------------------------------------------------------- with the others' consent


def take_back(table: Table, command: commands.TakeBack, now: int) -> Happening:
    """At once while nothing was revealed; otherwise the opponents are asked."""
    need_turn(table, command.seat)
    moment = moment_to(table, command.to)
    since = [later for later in table.turn if later.entry > moment.entry]
    if not any(later.revealing for later in since) or not consulted(table, command.seat, Question.TAKE_BACK, now):
        return entries.TookBack(command.seat, moment.entry, command.id)
    need_no_other_request(table, command.seat)
    return entries.Asked(command.seat, Question.TAKE_BACK, moment.entry, command.id)


def moment_to(table: Table, to: int | None) -> Moment:
    """The moment of this turn to go back to: the last one before now, or that after entry `to`."""
    for moment in reversed(table.turn[:-1]):
        if to is None or moment.entry == to:
            return moment
    raise Refused(Refusal.NOTHING_TO_TAKE_BACK)


def ask_end(table: Table, command: commands.AskEnd, now: int) -> Happening:
    need_here(table, command.seat)
    need_going(table)
    if not consulted(table, command.seat, Question.END, now):
        return end(table, EndReason.AGREED, ())
    need_no_other_request(table, command.seat)
    if table.request is not None and table.request.what == Question.END:
        raise Refused(Refusal.ALREADY_SO)
    return entries.Asked(command.seat, Question.END)


def need_no_other_request(table: Table, seat: int) -> None:
    if table.request is not None and table.request.seat != seat:
        raise Refused(Refusal.ASKED_ALREADY, name=table.seats[table.request.seat].name)


def consulted(table: Table, seat: int, what: str, now: int) -> set[int]:
    """Whose consent is needed: for the end that of all other people, for taking back that of the opponents.

    Nobody waits for the consent of a player who has been away for so long that a stand-in plays in that player's place.
    """
    friends = table.side_of(seat) if what == Question.TAKE_BACK else (seat,)
    asked = {number for number in table.players if not table.away_too_long(number, now)} - set(friends)
    for number in sorted(asked):
        if not table.seats[number].consents:
            raise Refused(Refusal.CANNOT_BE_ASKED, name=table.seats[number].name)
    return asked


def answer(table: Table, command: commands.Answer, now: int) -> Happening:
    """The last consent does what was asked."""
    need_here(table, command.seat)
    need_going(table)
    request = table.request
    if request is None:
        raise Refused(Refusal.NOTHING_ASKED)
    if command.to not in (None, table.asked):
        raise Refused(Refusal.STALE)
    waiting_for = consulted(table, request.seat, request.what, now) - table.agreed
    if command.seat not in waiting_for:
        raise Refused(Refusal.NOTHING_ASKED)
    if not command.yes or waiting_for != {command.seat}:
        return entries.Answered(command.seat, command.yes)
    return granted(table, request)


def grant(table: Table, command: commands.Grant) -> Happening:
    """All who are there agreed, and the others have been away for too long to be asked."""
    assert table.request is not None
    return granted(table, table.request)


def granted(table: Table, request: entries.Asked) -> Happening:
    if request.what == Question.END:
        return end(table, EndReason.AGREED, ())
    return entries.TookBack(request.seat, request.to)
