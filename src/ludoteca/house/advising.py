"""Where a player may ask for advice: in a game without other people, at a table that was not opened without it."""

from __future__ import annotations

from ludoteca import rules

from .preconditions import need_person, need_playing, need_turn
from .refusals import Refusal, Refused
from .table import Table


def with_others(table: Table) -> bool:
    """Whether several people play. Those who have resigned or are away still do: it is their game, too."""
    return sum(seat.person for seat in table.seats) > 1


def need_advice(table: Table, number: int) -> rules.Game:
    """The game in which the seat has to decide and may be advised."""
    need_person(table, number)
    need_playing(table)
    if with_others(table):
        raise Refused(Refusal.ADVICE_WITH_OTHERS)
    if table.options.advice is False:
        raise Refused(Refusal.ADVICE_OFF)
    return need_turn(table, number)
