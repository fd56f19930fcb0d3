"""A position of the notation, put together of what a client was told in whichever dialect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludoteca.rules.contract import SEAT_LETTERS

from .spelling import clockwise

Json = dict[str, Any]


@dataclass
class Island:
    """A group of tiles, clockwise. Students are amounts by colour."""

    tiles: Sequence[int]
    students: dict[str, int]
    tower: str | None = None
    no_entry: int = 0

    def noted(self) -> Json:
        shown: Json = {"students": self.students}
        if self.tower is not None:
            shown["tower"] = self.tower
        if self.no_entry:
            shown["no_entry"] = self.no_entry
        return shown


@dataclass
class School:
    """A player, with the assistant of this round."""

    entrance: dict[str, int]
    dining: dict[str, int]
    professors: list[str]
    hand: list[int]
    assistant: int | None
    coins: int = 0


@dataclass
class Card:
    """A character. What it never has on it is None."""

    used: bool
    students: dict[str, int] | None = None
    no_entry: int | None = None

    def noted(self) -> Json:
        known = {"used": self.used, "students": self.students, "no_entry": self.no_entry}
        return {member: value for member, value in known.items() if value is not None}


@dataclass
class Table:
    """All that a seat may see; players by their letters, A first."""

    schools: Sequence[School]
    islands: Sequence[Island]
    mother_nature: int  # a tile of her group
    clouds: list[dict[str, int]]
    phase: str
    step: str | None
    moved: int
    first: str
    order: Sequence[str]
    active: str | None
    bag: int
    draws: int
    expert: bool
    last_round: bool
    clouds_short: bool
    characters: Mapping[int, Card] = field(default_factory=dict)
    effect: Json | None = None  # of the character that is in force
    character_used: bool = False
    supply: int = 0
    unfinished: Json | None = None

    def position(self) -> Json:
        groups = [list(island.tiles) for island in self.islands]
        noted: Json = {
            "game": "eriantys",
            "players": len(self.schools),
            "expert": self.expert,
            "draws": self.draws,
            **self._course(),
            "islands": {str(island.tiles[0]): island.noted() for island in self.islands},
            "groups": sorted(group for group in groups if len(group) > 1),
            "mother_nature": next(group[0] for group in groups if self.mother_nature in group),
            "boards": {letter: self._board(school) for letter, school in self._by_letter()},
            "clouds": self.clouds,
            "bag": self.bag,
            "last_round": self.last_round,
            "clouds_short": self.clouds_short,
        }
        if self.expert:
            noted["characters"] = {str(number): card.noted() for number, card in self.characters.items()}
            noted |= {"active_character": self.effect, "character_used": self.character_used, "supply": self.supply}
        if self.unfinished is not None:
            noted["unfinished"] = self.unfinished
        return noted

    def _by_letter(self) -> list[tuple[str, School]]:
        return [(SEAT_LETTERS[place], school) for place, school in enumerate(self.schools)]

    def _board(self, school: School) -> Json:
        board: Json = {"entrance": school.entrance, "dining": school.dining, "professors": school.professors}
        return board | {"coins": school.coins} if self.expert else board

    def _course(self) -> Json:
        played = {letter: school.assistant for letter, school in self._by_letter() if school.assistant is not None}
        course: Json = {"phase": self.phase, "first_player": self.first, "played": []}
        course["hands"] = {letter: school.hand for letter, school in self._by_letter()}
        if self.phase == "planning":
            around = clockwise(self.first, len(self.schools))
            course["played"] = [[letter, played[letter]] for letter in around if letter in played]
        elif self.order:
            course |= {"assistants": played, "order": list(self.order)}
        if self.step is not None:
            course["step"] = self.step
        if self.step == "students":
            course["moved"] = self.moved
        if self.active is not None:
            course["active"] = self.active
        return course
