"""Whether a log is as it was written: every entry names the one before by its digest, so no change goes unnoticed."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from ludoteca.house import entries

from .rows import EntryRow
from .stores import Records

ROWS_AT_ONCE = 500


class Flaw(StrEnum):
    MISSING = "missing"
    UNREADABLE = "unreadable"
    MISNUMBERED = "misnumbered"
    UNLINKED = "unlinked"
    BACKWARDS = "backwards"
    ALTERED = "altered"


SENTENCES = {
    Flaw.MISSING: "Entry {number} is not there, although later ones are.",
    Flaw.UNREADABLE: "Entry {number} cannot be read.",
    Flaw.MISNUMBERED: "What is kept as entry {number} bears another number.",
    Flaw.UNLINKED: "Entry {number} does not follow the entry before it.",
    Flaw.BACKWARDS: "Entry {number} is earlier than the entry before it.",
    Flaw.ALTERED: "Entry {number} is not what its digest says.",
}


class BrokenLink(msgspec.Struct, frozen=True):
    number: int
    flaw: Flaw

    @property
    def sentence(self) -> str:
        return SENTENCES[self.flaw].format(number=self.number)


class Link(msgspec.Struct, frozen=True):
    """An entry as far as the next one depends on it."""

    number: int = 0
    time: int = 0
    digest: str = ""


async def first_broken_link(records: Records, code: str) -> BrokenLink | None:
    """Walk the log of a table and say where it is broken first. Whether its entries obey the rules is not asked."""
    last = Link()
    while rows := await records.entries(code, after=last.number, most=ROWS_AT_ONCE):
        for row in rows:
            if row.number != last.number + 1:
                return BrokenLink(last.number + 1, Flaw.MISSING)
            followed = follow(last, row)
            if isinstance(followed, Flaw):
                return BrokenLink(row.number, followed)
            last = followed
    return None


def follow(last: Link, row: EntryRow) -> Link | Flaw:
    try:
        entry = entries.decode(row.body)
    except msgspec.DecodeError:
        return Flaw.UNREADABLE
    flaws = {
        Flaw.MISNUMBERED: entry.number != row.number,
        Flaw.UNLINKED: entry.previous != last.digest,
        Flaw.BACKWARDS: entry.time < last.time,
        Flaw.ALTERED: entries.digest(entry) != row.digest,
    }
    found = [flaw for flaw, there in flaws.items() if there]
    return found[0] if found else Link(entry.number, entry.time, row.digest)
