"""The list of tables, and the codes by which one is invited to a table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from heapq import nsmallest
from typing import Any

import msgspec

from ludoteca.rules.masters.notation.cards import InvalidCards, given

from .entries import Look
from .options import ClockSettings
from .table import Phase, Table

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"  # without I, L and O, which look like others
CODE_LENGTH = 6  # letters of a table that is on the list, code and all
# Of a hidden one, which only its code leads to: 4 * 10^13 codes. A /48 of IPv6 has 50 million guesses a year at a
# server (`server/transport/guesses.py`); with ten thousand hidden tables it meets one of them in 80 years. Codes of six
# letters, which older houses gave to hidden tables, too, are 148 million.
HIDDEN_CODE_LENGTH = 10
CODE_LENGTHS = (CODE_LENGTH, HIDDEN_CODE_LENGTH)
CODE_BYTES = 16  # so many more numbers than codes that all codes are equally likely, as far as anybody can tell
UNKNOWN_CARDS = "unknown"  # a card set that cannot be played here
NAMES_KEPT = 32  # names of card sets that need not be read again, of up to 64 kB each


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
        short_settings(options.settings),
        options.players,
        [Place(seat.name, seat.bot, seat.connected, seat.look) for seat in table.seats],
        table.seats[table.host].name if table.players else None,
        table.phase,
        table.opened,
        options.clock,
        options.watching,
        options.delay,
    )


def short_settings(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings as lists show them: a card set has thousands of bytes, and its name is what positions call it."""
    described = settings.get("cards")
    if not isinstance(described, dict):
        return settings
    return {**settings, "cards": name_of_cards(msgspec.json.encode(described))}


@lru_cache(NAMES_KEPT)
def name_of_cards(described: bytes) -> str:
    try:
        return given(msgspec.json.decode(described)).name
    except InvalidCards:  # of a table that was opened by other rules: it is listed all the same
        return UNKNOWN_CARDS


def shortened(listing: Listing) -> Listing:
    """A listing that was kept by an earlier version has the whole card set."""
    return msgspec.structs.replace(listing, settings=short_settings(listing.settings))


def listed(tables: Iterable[Table], most: int | None = None) -> list[Listing]:
    """Public tables: those that wait for players first, then those that are playing, the oldest of each first.

    With more than `most` of them those are left out that nobody is at, then the games, and of each the oldest.
    """
    shown = [table for table in tables if is_public(table) and table.phase in (Phase.OPEN, Phase.PLAYING)]
    if most is not None and len(shown) > most:
        shown = nsmallest(most, shown, lambda table: (table.asleep, table.phase is Phase.PLAYING, -table.opened))
    shown.sort(key=lambda table: (table.phase is Phase.PLAYING, table.opened, table.code))
    return [listing(table) for table in shown]


def is_public(table: Table) -> bool:
    """What is not settled yet concerns only those who are there, and so does practice."""
    return table.options.public and table.settled and table.practice is None


def new_code(chance: bytes, hidden: bool = False) -> str:
    """An invitation code made of random bytes, longer for a table that is on no list."""
    if len(chance) < CODE_BYTES:
        raise ValueError(f"a code is made of {CODE_BYTES} random bytes")
    return letters(chance, HIDDEN_CODE_LENGTH if hidden else CODE_LENGTH)


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
    return next(filter(None, (read_letters(typed, length) for length in CODE_LENGTHS)), None)


def read_letters(typed: str, length: int) -> str | None:
    code = typed.upper().replace(" ", "").replace("-", "")
    return code if len(code) == length and all(letter in CODE_LETTERS for letter in code) else None
