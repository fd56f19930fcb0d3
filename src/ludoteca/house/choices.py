"""Decisions on the way to the game at tables that other dialects open: how many play, who looks how, and the start."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from ludoteca.rules.catalogue import GAMES

from . import commands, entries, event_roles, options, seating
from .apply import Prepared, new_game
from .entries import Happening, Look, Starts
from .preconditions import need_host, need_open, need_person
from .reasons import Decider
from .refusals import Refusal, Refused
from .table import Table


def need_not_choosing(table: Table) -> None:
    if table.choosing:
        raise Refused(Refusal.CHOOSING)


def need_say(table: Table, by: int) -> None:
    """What the host decides, anybody may at a table that starts by choices."""
    if table.starts is Starts.CHOICES:
        need_person(table, by)
    else:
        need_host(table, by)


def arrange(table: Table, command: commands.Arrange) -> Happening:
    need_open(table)
    need_say(table, command.by)
    need_not_choosing(table)
    if table.practice is not None:
        raise options.bad("players", "the position says how many play, and how.")
    was = table.options
    players = was.players if command.players is None else command.players
    settings = was.settings if command.settings is None else command.settings
    options.check(msgspec.structs.replace(was, players=players, settings=settings))
    if players < len(table.seats) and not command.shrink:
        raise Refused(Refusal.TOO_MANY_SEATED, seated=len(table.seats), players=players)
    absence = UNSET if command.absence is None else command.absence
    return entries.Arranged(players, settings, command.settled, absence)


# ---------------------------------------------------------------- the start


def start(table: Table, command: commands.Start) -> Happening | tuple[Happening, Prepared]:
    need_open(table)
    need_say(table, command.by)
    need_not_choosing(table)
    if not table.settled:
        raise Refused(Refusal.NOT_SETTLED, host=table.seats[table.host].name)
    if not table.full:
        missing = table.options.players - len(table.seats)
        raise Refused(Refusal.NOT_FULL, missing=missing, invitation=table.code)
    return entries.Choosing() if table.undecided else started(table)


def gather(table: Table, command: commands.Gather) -> Happening:
    return entries.Choosing()


def begin(table: Table, command: commands.Begin) -> tuple[Happening, Prepared]:
    return started(table)


def started(table: Table) -> tuple[Happening, Prepared]:
    looks = seating.complete(table)
    order = seating.order(table, looks)
    prepared = new_game(table, order)
    version = GAMES[table.options.game].rules_version
    return entries.Started(order, tuple(looks), version, event_roles.draws(prepared.events)), prepared


# ---------------------------------------------------------------- looks


def need_choice(table: Table, number: int) -> None:
    """Who is asked for his look chooses it when it is his turn. Others dress as they like until the game starts."""
    need_open(table)
    if need_person(table, number).chooses:
        need_chooser(table, number)


def need_chooser(table: Table, number: int) -> None:
    chooser = table.chooser
    if chooser is None:
        raise Refused(Refusal.NOT_CHOOSING)
    if number != chooser:
        raise Refused(Refusal.NOT_YOUR_TURN, name=table.seats[chooser].name)


def dress(table: Table, command: commands.Dress) -> Happening:
    need_choice(table, command.seat)
    seating.check_look(table, command.look, command.seat)
    return entries.Dressed(command.seat, command.look)


def confirm(table: Table, command: commands.Confirm) -> Happening:
    need_open(table)
    look = need_person(table, command.seat).look
    need_chooser(table, command.seat)
    if not command.fill:
        need_complete(table, look)
    return entries.Confirmed(command.seat, seating.completed(table, command.seat))


def need_complete(table: Table, look: Look) -> None:
    if seating.has_towers(table) and look.tower is None:
        raise Refused(Refusal.LOOK_MISSING, what="tower")
    if look.wizard is None:
        raise Refused(Refusal.LOOK_MISSING, what="wizard")


def choose_for(table: Table, command: commands.ChooseFor) -> Happening:
    return entries.Confirmed(command.seat, seating.completed(table, command.seat), Decider.HOUSE)
