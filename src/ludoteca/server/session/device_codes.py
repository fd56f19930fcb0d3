"""Codes with which a seat goes on at another device. A code that was asked for is noted in the store, so that it can be
typed at any server of the house, and after a restart as well; the code of a seat is replaced by the next one.

A table has one note with the codes of all its seats. It has only those of people who sit there and that still hold, so
however often people sit down and rise, there is at most one note for each table, for two minutes.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import structlog

from ludoteca.house import keys
from ludoteca.house.keys import DeviceCode
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.table import Table
from ludoteca.server.context import TableContext
from ludoteca.server.operator.notes import OF_DEVICES
from ludoteca.store.contract import Store, StoreError

TRIES = 20  # of a change, when another seat is faster each time
Codes = dict[str, DeviceCode]  # by the name of the seat: numbers change when others rise

_decoder = msgspec.json.Decoder(Codes)
log = structlog.get_logger()


def note_of(code: str) -> str:
    """What the note of a table is called."""
    return OF_DEVICES + code


async def ask(context: TableContext, table: Table, seat: int) -> tuple[str, int]:
    """A code for the seat, and until when it holds. One that was asked for before holds no longer."""
    name = table.seats[seat].name
    code, kept = keys.device_code(table, seat, context.chance(keys.MOVE_BYTES), context.now())

    def with_it(codes: Codes) -> Codes:
        people = {seat.name for seat in table.seats if seat.person}
        others = {who: each for who, each in codes.items() if who in people and each.until > context.now()}
        return others | {name: kept}

    if not await _change(context.store, table.code, with_it):
        raise Refused(Refusal.STALE)
    return code, kept.until


async def find(context: TableContext, table: Table, typed: str) -> tuple[str, DeviceCode] | None:
    """The name of the seat that a code moves, and what is kept of the code."""
    found = None
    for name, kept in read(await context.store.note(note_of(table.code))).items():
        seat = table.seat_named(name)
        if seat is not None and keys.is_device_code(table, seat, kept, typed, context.now()):
            found = name, kept
    return found


async def forget(store: Store, code: str, name: str) -> None:
    """The code of a seat was used, or the name shall not be kept. What cannot be deleted now is deleted later."""
    try:
        await _change(store, code, lambda codes: {who: kept for who, kept in codes.items() if who != name})
    except StoreError as error:
        log.warning("the code of a device is deleted later", problem=error.sentence)


async def forget_table(store: Store, code: str) -> None:
    await _change(store, code, lambda codes: {})


async def tidy(store: Store, now: int) -> None:
    """Delete notes of codes that hold no longer, also those that earlier versions have made for each seat."""
    for name, body in (await store.notes()).items():
        if name.startswith(OF_DEVICES) and all(kept.until <= now for kept in read(body).values()):
            await store.change_note(name, body, None)


async def _change(store: Store, code: str, change: Callable[[Codes], Codes]) -> bool:
    """False when others were faster each time."""
    for _ in range(TRIES):
        before = await store.note(note_of(code))
        codes = read(before)
        after = change(codes)
        if after == codes and (after or before is None):
            return True
        if await store.change_note(note_of(code), before, msgspec.json.encode(after) if after else None):
            return True
    return False


def read(body: bytes | None) -> Codes:
    """None that can be read when an earlier version has written it: people ask for another code."""
    try:
        return {} if body is None else _decoder.decode(body)
    except msgspec.DecodeError:
        return {}
