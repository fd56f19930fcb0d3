"""What the log of a table tells of one person. A name is all that a log knows; whether two tables mean the same person
by it, nobody can say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from . import entries
from .entries import Entry
from .lobby import Listing

NEUTRAL = "removed"  # what a person is called whose name was deleted


def needle(name: str) -> bytes:
    """How a name is written wherever one is kept. Names have no letters that JSON writes in another way."""
    return b'"name":"%b"' % name.encode()


def with_names(log: Iterable[Entry]) -> Iterator[tuple[Entry, list[str]]]:
    """Each entry with the names of those who sit while it happens: who sits down does already, who rises still does."""
    names: list[str] = []
    for entry in log:
        match entry.what:
            case entries.Sat(name=name):
                names = [*names, name]
                yield entry, names
            case entries.Rose(seat=seat):
                yield entry, names
                names = names[:seat] + names[seat + 1 :]
            case entries.Arranged(players=players):
                yield entry, names
                names = names[:players]
            case _:
                yield entry, names


def made_by(log: Iterable[Entry], name: str) -> list[Entry]:
    """The entries of the seat of that person."""
    found = []
    for entry, names in with_names(log):
        seat = getattr(entry.what, "seat", None)
        if isinstance(seat, int) and seat < len(names) and names[seat] == name:
            found.append(entry)
    return found


def sat(log: Iterable[Entry], name: str) -> bool:
    return any(sits(entry, name) for entry in log)


def sits_now(log: Iterable[Entry], name: str) -> bool:
    """Whether that person sits there after the last entry. At one time a name belongs to one seat of a table."""
    seated = False
    for entry, names in with_names(log):
        match entry.what:
            case entries.Sat(name=who, bot=bot) if who == name:
                seated = bot is None
            case entries.Rose(seat=seat) if names[seat] == name:
                seated = False
            case entries.Arranged(players=players) if name not in names[:players]:
                seated = False
    return seated


def sits(entry: Entry, name: str) -> bool:
    """Whether that person sits down by it. A bot is nobody."""
    return isinstance(entry.what, entries.Sat) and entry.what.name == name and entry.what.bot is None


def neutral_name(log: Sequence[Entry]) -> str:
    """One that nobody at the table has ever had."""
    taken = {entry.what.name for entry in log if isinstance(entry.what, entries.Sat)}
    number = 1
    while (name := NEUTRAL if number == 1 else f"{NEUTRAL}-{number}") in taken:
        number += 1
    return name


def renamed(log: Iterable[Entry], name: str, by: str) -> list[Entry]:
    """The same log with another name. Every entry names the one before by its digest, so those are made anew.

    Draws come from the secret and the nonces, not from names: the game stays the same and can be checked as before.
    """
    found: list[Entry] = []
    for entry in log:
        what = msgspec.structs.replace(entry.what, name=by) if sits(entry, name) else entry.what
        previous = entries.digest(found[-1]) if found else ""
        found.append(msgspec.structs.replace(entry, what=what, previous=previous))
    return found


def renamed_listing(listing: Listing, name: str, by: str) -> Listing:
    seats = [msgspec.structs.replace(place, name=by) if place.name == name else place for place in listing.seats]
    return msgspec.structs.replace(listing, seats=seats, host=by if listing.host == name else listing.host)
