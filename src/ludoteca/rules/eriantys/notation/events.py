"""What happens at a table of Eriantys, as typed events. Everything but the draws is public: the bag is the only secret.

Tiles are numbers 1 to 12 (a group is named by its first tile), seats and sides count from 0, colours and towers are
words of the notation.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ludoteca.rules.const import DRAWN
from ludoteca.rules.events import Drawn, Public

from ..engine import const
from . import names


@dataclass(frozen=True, slots=True)
class SetUp(Public):
    mother_nature: int
    first_player: int


@dataclass(frozen=True, slots=True)
class RoundStarted(Public):
    number: int
    first_player: int


@dataclass(frozen=True, slots=True)
class CloudFilled(Public):
    cloud: int
    students: dict[str, int]


@dataclass(frozen=True, slots=True)
class AssistantPlayed(Public):
    seat: int
    value: int
    steps: int


@dataclass(frozen=True, slots=True)
class TurnStarted(Public):
    """A seat has to decide: on an assistant (planning) or on the three steps of its turn (action)."""

    seat: int
    phase: str


@dataclass(frozen=True, slots=True)
class StudentToDining(Public):
    """`source`: entrance, card, or swap for one of the pairs just swapped; `seated`: how many sit at that table now."""

    seat: int
    colour: str
    source: str
    seated: int


@dataclass(frozen=True, slots=True)
class StudentToIsland(Public):
    seat: int
    colour: str
    tile: int
    source: str


@dataclass(frozen=True, slots=True)
class ProfessorMoved(Public):
    """`former` is None for a professor who comes from the middle of the table."""

    colour: str
    seat: int
    former: int | None


@dataclass(frozen=True, slots=True)
class CoinsChanged(Public):
    seat: int
    coins: int
    supply: int


@dataclass(frozen=True, slots=True)
class MotherNatureMoved(Public):
    seat: int
    steps: int
    tile: int


@dataclass(frozen=True, slots=True)
class InfluenceComputed(Public):
    """`influence` by side, white, black, grey; `strongest` the one ahead of all others, if any."""

    tile: int
    influence: tuple[int, int, int]
    strongest: str | None
    owner: str | None


@dataclass(frozen=True, slots=True)
class TowersChanged(Public):
    """`reserve` and `former_reserve` are the towers that the two sides have left."""

    tile: int
    tiles: int
    tower: str
    former: str | None
    reserve: int
    former_reserve: int


@dataclass(frozen=True, slots=True)
class IslandsJoined(Public):
    """The group of `other` became part of the group of `tile`, which has `tiles` tiles now."""

    tile: int
    other: int
    tiles: int


@dataclass(frozen=True, slots=True)
class NoEntryPlaced(Public):
    tile: int
    on_island: int
    on_card: int


@dataclass(frozen=True, slots=True)
class NoEntryUsed(Public):
    tile: int
    on_island: int
    on_card: int


@dataclass(frozen=True, slots=True)
class CloudTaken(Public):
    seat: int
    cloud: int
    students: dict[str, int]


@dataclass(frozen=True, slots=True)
class CharacterPlayed(Public):
    """`paid` now; `price` from now on."""

    seat: int
    number: int
    paid: int
    price: int


@dataclass(frozen=True, slots=True)
class ChoiceMade(Public):
    """One of the choices that a character's effect needs; `what` and `value` as in the notation's `choose`."""

    seat: int
    what: str
    value: str | int


@dataclass(frozen=True, slots=True)
class CharacterChanged(Public):
    number: int
    students: dict[str, int]


@dataclass(frozen=True, slots=True)
class StudentsSwapped(Public):
    """One pair: `given` left the entrance, `taken` came into it, from a card or from the own dining room."""

    seat: int
    given: str
    taken: str
    source: str


@dataclass(frozen=True, slots=True)
class StudentsReturned(Public):
    seat: int
    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class ColourIgnored(Public):
    seat: int
    colour: str


@dataclass(frozen=True, slots=True)
class LastRound(Public):
    why: str


@dataclass(frozen=True, slots=True)
class TurnEnded(Public):
    seat: int


@dataclass(frozen=True, slots=True)
class GameEnded(Public):
    why: str
    winners: frozenset[int]


Event = (
    Drawn
    | SetUp
    | RoundStarted
    | CloudFilled
    | AssistantPlayed
    | TurnStarted
    | StudentToDining
    | StudentToIsland
    | ProfessorMoved
    | CoinsChanged
    | MotherNatureMoved
    | InfluenceComputed
    | TowersChanged
    | IslandsJoined
    | NoEntryPlaced
    | NoEntryUsed
    | CloudTaken
    | CharacterPlayed
    | ChoiceMade
    | CharacterChanged
    | StudentsSwapped
    | StudentsReturned
    | ColourIgnored
    | LastRound
    | TurnEnded
    | GameEnded
)


KEPT = 1 << 14  # events: most of what happens has happened before


@lru_cache(KEPT)
def decode(record: tuple[int, ...]) -> Event:
    """The event of a record: its kind, then the numbers that the rules noted."""
    kind, a, b, c, d, e, f, g = record
    colour = names.COLOURS
    match kind:
        case const.SET_UP:
            return SetUp(a + 1, b)
        case const.ROUND_STARTED:
            return RoundStarted(a, b)
        case const.CLOUD_FILLED:
            return CloudFilled(a + 1, students(b, c, d, e, f))
        case const.ASSISTANT_PLAYED:
            return AssistantPlayed(a, b, (b + 1) // 2)
        case const.TURN_STARTED:
            return TurnStarted(a, "planning" if b == const.PLANNING else "action")
        case const.STUDENT_TO_DINING:
            return StudentToDining(a, colour[b], names.SOURCES[c], d)
        case const.STUDENT_TO_ISLAND:
            return StudentToIsland(a, colour[b], c + 1, names.SOURCES[d])
        case const.PROFESSOR_MOVED:
            return ProfessorMoved(colour[a], b, None if c == const.NOBODY else c)
        case const.COINS_CHANGED:
            return CoinsChanged(a, b, c)
        case const.MOTHER_NATURE_MOVED:
            return MotherNatureMoved(a, b, c + 1)
        case const.INFLUENCE_COMPUTED:
            return InfluenceComputed(a + 1, (b, c, d), tower(e), tower(f))
        case const.TOWERS_CHANGED:
            return TowersChanged(a + 1, b, names.TOWERS[c], tower(d), e, f)
        case const.ISLANDS_JOINED:
            return IslandsJoined(a + 1, b + 1, c)
        case const.NO_ENTRY_PLACED:
            return NoEntryPlaced(a + 1, b, c)
        case const.NO_ENTRY_USED:
            return NoEntryUsed(a + 1, b, c)
        case const.CLOUD_TAKEN:
            return CloudTaken(a, b + 1, students(c, d, e, f, g))
        case const.CHARACTER_PLAYED:
            return CharacterPlayed(a, b, c, d)
        case const.CHOICE_MADE:
            return ChoiceMade(a, names.CHOICES[b], c + 1 if b == const.ISLAND else colour[c])
        case const.CHARACTER_CHANGED:
            return CharacterChanged(a, students(b, c, d, e, f))
        case const.STUDENTS_SWAPPED:
            return StudentsSwapped(a, colour[b], colour[c], names.SOURCES[d])
        case const.STUDENTS_RETURNED:
            return StudentsReturned(a, colour[b], c)
        case const.COLOUR_IGNORED:
            return ColourIgnored(a, colour[b])
        case const.LAST_ROUND:
            return LastRound(names.REASONS[a])
        case const.TURN_ENDED:
            return TurnEnded(a)
        case const.GAME_ENDED:
            return GameEnded(names.REASONS[a], frozenset(seat for seat in range(const.MOST_PLAYERS) if b >> seat & 1))
        case _:
            assert kind == DRAWN
            return Drawn(names.DRAWS[a], b, c, d)


def tower(side: int) -> str | None:
    return None if side == const.NOBODY else names.TOWERS[side]


def students(*counts: int) -> dict[str, int]:
    return {name: count for name, count in zip(names.COLOURS, counts, strict=True) if count}
