"""The list of tables, and the codes by which one is invited to a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from .entries import Look
from .options import ClockSettings
from .table import Phase, Table

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"  # without I, L and O, which look like others
CODE_LENGTH = 6
CODES = len(CODE_LETTERS) ** CODE_LENGTH  # 148 million
CODE_BYTES = 16  # so many more numbers than codes that all codes are equally likely, as far as anybody can tell


class Place(msgspec.Struct, frozen=True):
    name: str
    bot: str | None
    connected: bool
    look: Look = Look()


class Listing(msgspec.Struct, frozen=True):
    """A table as the list shows it."""

    code: str
    game: str
    settings: dict[str, Any]
    players: int
    seats: list[Place]
    host: str | None
    phase: Phase
    opened: int
    clock: ClockSettings | None
    watching: bool
    delay: int


def listing(table: Table) -> Listing:
    options = table.options
    return Listing(
        table.code,
        options.game,
        options.settings,
        options.players,
        [Place(seat.name, seat.bot, seat.connected, seat.look) for seat in table.seats],
        table.seats[table.host].name if table.players else None,
        table.phase,
        table.opened,
        options.clock,
        options.watching,
        options.delay,
    )


def listed(tables: Iterable[Table]) -> list[Listing]:
    """Public tables: those that wait for players first, then those that are playing, the oldest of each first."""
    shown = [table for table in tables if is_public(table) and table.phase in (Phase.OPEN, Phase.PLAYING)]
    shown.sort(key=lambda table: (table.phase is Phase.PLAYING, table.opened, table.code))
    return [listing(table) for table in shown]


def is_public(table: Table) -> bool:
    """What is not settled yet concerns only those who are there, and so does practice."""
    return table.options.public and table.settled and table.practice is None


def new_code(chance: bytes) -> str:
    """An invitation code made of random bytes."""
    if len(chance) < CODE_BYTES:
        raise ValueError(f"a code is made of {CODE_BYTES} random bytes")
    return letters(chance, CODE_LENGTH)


def letters(chance: bytes, length: int) -> str:
    """So many letters of a code, made of bytes."""
    number = int.from_bytes(chance, "big") % len(CODE_LETTERS) ** length
    found = []
    for _ in range(length):
        number, letter = divmod(number, len(CODE_LETTERS))
        found.append(CODE_LETTERS[letter])
    return "".join(found)


def read_code(typed: str) -> str | None:
    """The code that somebody typed, in any case and with blanks and hyphens, or None when it cannot be one."""
    return read_letters(typed, CODE_LENGTH)


def read_letters(typed: str, length: int) -> str | None:
    code = typed.upper().replace(" ", "").replace("-", "")
    return code if len(code) == length and all(letter in CODE_LETTERS for letter in code) else None
