"""How members and values are spelled on the wire: lower camel case, with the document's own capitals in identifiers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

import msgspec

# Where the document writes an identifier in its own way.
SPELLED = {
    "game_id": "gameId",
    "game_ids": "gameIDs",
    "island_id": "islandID",
    "island_id1": "islandID1",
    "island_id2": "islandID2",
    "cloud_id": "cloudID",
}


def on_the_wire(member: str) -> str:
    """The spelling of a member's name."""
    head, *rest = member.split("_")
    return SPELLED.get(member) or head + "".join(part.capitalize() for part in rest)


class Shape(msgspec.Struct, frozen=True, kw_only=True, rename=on_the_wire):
    """Something with members that travels inside a message."""


class Colour(StrEnum):
    """Students and professors, in the order of every list by colour."""

    GREEN = "GREEN"
    RED = "RED"
    YELLOW = "YELLOW"
    PINK = "PINK"
    BLUE = "BLUE"


class Tower(StrEnum):
    WHITE = "WHITE"
    BLACK = "BLACK"
    GREY = "GREY"


class Wizard(StrEnum):
    W1 = "W1"
    W2 = "W2"
    W3 = "W3"
    W4 = "W4"

    @property
    def number(self) -> int:
        return int(self[1:])


# The notation writes the same words in lower case, and amounts where this dialect lists students.
COLOURS = {colour.lower(): colour for colour in Colour}
TOWERS = {tower.lower(): tower for tower in Tower}
WIZARDS = {wizard.number: wizard for wizard in Wizard}


def listed(students: Mapping[str, int]) -> list[Colour]:
    """The students of the notation, one by one."""
    return [colour for word, colour in COLOURS.items() for _ in range(students.get(word, 0))]


def counted(students: Iterable[Colour]) -> dict[str, int]:
    """A list of students in the notation: amounts by colour, without those of which there are none."""
    found = list(students)
    return {word: found.count(colour) for word, colour in COLOURS.items() if colour in found}
