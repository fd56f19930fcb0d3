"""Who plays as whom: tower colours and wizards in Eriantys, turn order in Masters of Renaissance."""

from __future__ import annotations

from collections.abc import Sequence

from . import fairness
from .entries import Look
from .refusals import Refusal, Refused
from .table import Table

TOWERS = {2: ("white", "black"), 3: ("white", "black", "grey"), 4: ("white", "black")}
WIZARDS = range(1, 5)


def has_towers(table: Table) -> bool:
    return table.options.game == "eriantys"


def places(table: Table) -> int:
    """How many seats share a tower colour."""
    return 2 if table.options.players == 4 else 1


def check_look(table: Table, look: Look, seat: int | None) -> None:
    """Whether a seat (or a newcomer, None) may appear like that."""
    others = [other.look for number, other in enumerate(table.seats) if number != seat]
    if look.tower is not None:
        if not has_towers(table) or look.tower not in TOWERS[table.options.players]:
            raise Refused(Refusal.LOOK_TAKEN, what="tower", value=look.tower)
        if sum(other.tower == look.tower for other in others) >= places(table):
            raise Refused(Refusal.LOOK_TAKEN, what="tower", value=look.tower)
    if look.wizard is not None and (look.wizard not in WIZARDS or look.wizard in [other.wizard for other in others]):
        raise Refused(Refusal.LOOK_TAKEN, what="wizard", value=look.wizard)


def complete(table: Table) -> list[Look]:
    """The looks of all seats; what somebody has not chosen is the first that is free."""
    looks = [seat.look for seat in table.seats]
    if table.practice is not None and has_towers(table):
        towers = TOWERS[table.options.players]
        for player, seat in enumerate(around_the_host(table, table.practice.player)):
            looks[seat] = Look(towers[player % len(towers)], looks[seat].wizard)
    for number in range(len(looks)):
        looks[number] = filled(table, looks, number)
    return looks


def completed(table: Table, number: int) -> Look:
    """The look of one seat, with what is missing in it."""
    return filled(table, [seat.look for seat in table.seats], number)


def filled(table: Table, looks: Sequence[Look], number: int) -> Look:
    tower, wizard = looks[number].tower, looks[number].wizard
    if tower is None and has_towers(table):
        taken = [other.tower for other in looks]
        tower = next(t for t in TOWERS[table.options.players] if taken.count(t) < places(table))
    if wizard is None:
        worn = [other.wizard for other in looks]
        wizard = next(w for w in WIZARDS if w not in worn)
    return Look(tower, wizard)


def fitting(table: Table) -> list[Look]:
    """The looks of all seats without towers that there are no longer, or not so many of, now that others play."""
    allowed = TOWERS[table.options.players] if has_towers(table) else ()
    looks: list[Look] = []
    for seat in table.seats:
        worn = sum(other.tower == seat.look.tower for other in looks)
        fits = seat.look.tower in allowed and worn < places(table)
        looks.append(seat.look if fits else Look(None, seat.look.wizard))
    return looks


def order(table: Table, looks: Sequence[Look]) -> tuple[int, ...]:
    """`order[p]` is the seat that plays as player p.

    Eriantys: by tower, with four players the teams alternate, each in the order of joining. Other games: clockwise from
    the first player. From a position: clockwise from the host.
    """
    seats = range(len(looks))
    if table.practice is not None:
        return around_the_host(table, table.practice.player)
    if has_towers(table):
        sides = [[seat for seat in seats if looks[seat].tower == t] for t in TOWERS[table.options.players]]
        return tuple(seat for row in zip(*sides, strict=True) for seat in row)
    first = table.options.first
    if first is None:
        key = fairness.game_key(table.secret, [seat.nonce for seat in table.seats])
        first = fairness.drawn_first(key, len(looks))
    return tuple((first + i) % len(looks) for i in seats)


def around_the_host(table: Table, player: int) -> tuple[int, ...]:
    """The order in which the host plays as `player`."""
    seats = len(table.seats)
    return tuple((table.host + other - player) % seats for other in range(seats))
