"""Decisions before the game: who sits where. How it goes on from there is in `choices.py`."""

from __future__ import annotations

import re

from msgspec import UNSET

from . import commands, entries, fairness, keys, seating
from .entries import Happening
from .preconditions import need_host, need_named, need_open, need_person
from .reasons import SeatFreed
from .refusals import Refusal, Refused
from .table import Phase, Table

NAME = re.compile(r"[A-Za-z0-9._-]{1,20}")


def need_room(table: Table, name: str) -> None:
    need_open(table)
    if not NAME.fullmatch(name):
        raise Refused(Refusal.BAD_NAME)
    if table.seat_named(name) is not None:
        raise Refused(Refusal.NAME_TAKEN, name=name)
    if table.full:
        raise Refused(Refusal.TABLE_FULL)


def sit(table: Table, command: commands.Sit) -> Happening:
    if command.token is not None:
        already = keys.seat_of_token(table, command.token)
        if already is not None and table.seats[already].name == command.name:
            raise Refused(Refusal.ALREADY_SEATED)
    need_room(table, command.name)
    keys.check_token(table, command.token)
    fairness.check_nonce(command.nonce)
    seating.check_look(table, command.look, None)
    return entries.Sat(
        len(table.seats),
        command.name,
        command.token,
        command.nonce,
        command.look,
        keyed=command.token is not None,
        here=command.here,
        chooses=command.chooses or UNSET,
        consents=UNSET if command.consents else False,
    )


def sit_bot(table: Table, command: commands.SitBot) -> Happening:
    need_open(table)
    need_host(table, command.by)
    need_room(table, command.name)
    if not NAME.fullmatch(command.level):
        raise Refused(Refusal.BAD_NAME)
    return entries.Sat(len(table.seats), command.name, bot=command.level)


def add_nonce(table: Table, command: commands.AddNonce) -> Happening:
    need_open(table)
    seat = need_person(table, command.seat)
    fairness.check_nonce(command.nonce)
    if seat.nonce or not command.nonce:
        raise Refused(Refusal.ALREADY_SO)
    return entries.Contributed(command.seat, command.nonce)


def hand_over(table: Table, command: commands.HandOver) -> Happening:
    need_open(table)
    need_host(table, command.by)
    seat = need_named(table, command.name)
    need_person(table, seat)
    if seat == table.host:
        raise Refused(Refusal.ALREADY_SO)
    return entries.HandedOver(seat)


def rise(table: Table, command: commands.Rise) -> Happening:
    need_open(table)
    need_person(table, command.seat)
    return entries.Rose(command.seat, SeatFreed.LEFT)


def remove(table: Table, command: commands.Remove) -> Happening:
    need_open(table)
    need_host(table, command.by)
    return entries.Rose(need_named(table, command.name), SeatFreed.REMOVED)


def expire(table: Table, command: commands.Expire) -> Happening:
    return entries.Rose(command.seat, SeatFreed.EXPIRED)


def abandon(table: Table, command: commands.Abandon) -> Happening:
    return entries.Closed("abandoned", table.secret.hex() if table.phase is Phase.PLAYING else "")
