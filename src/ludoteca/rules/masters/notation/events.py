"""What happens at a table of Masters of Renaissance, as typed events.

Seats count from 0, slots and depots from 1, a depot is None for that of a leader; cards, leaders and tokens are their
numbers, other things words of the notation. Leaders that are not in play are their owner's secret, draws are
everybody's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

from ludoteca.rules.const import DRAWN
from ludoteca.rules.events import Drawn, Public
from ludoteca.rules.notation import sparse

from ..engine import const
from . import names

Amounts = dict[str, int]


@dataclass(frozen=True, slots=True)
class SetUp(Public):
    players: int
    rows: tuple[str, ...]
    slide: str


@dataclass(frozen=True, slots=True)
class CardRevealed(Public):
    """The card that lies on top of a pile now, if any, and how many lie there."""

    pile: str
    card: int | None
    left: int


@dataclass(frozen=True, slots=True)
class LeadersDealt:
    """Others hear only how many."""

    seat: int
    leaders: tuple[int, ...] | int

    def told_to(self, seat: int | None) -> Self:
        return self if seat == self.seat else replace(self, leaders=const.LEADERS_DEALT)


@dataclass(frozen=True, slots=True)
class LeaderPicked:
    """The first of the two that will be kept. Others hear that it was one, not which one."""

    seat: int
    leader: int | None

    def told_to(self, seat: int | None) -> Self:
        return self if seat == self.seat else replace(self, leader=None)


@dataclass(frozen=True, slots=True)
class LeadersKept:
    """Others hear only how many."""

    seat: int
    kept: tuple[int, ...] | int
    gone: tuple[int, ...] | int

    def told_to(self, seat: int | None) -> Self:
        if seat == self.seat:
            return self
        return replace(self, kept=const.LEADERS_KEPT, gone=const.LEADERS_DEALT - const.LEADERS_KEPT)


@dataclass(frozen=True, slots=True)
class LeaderPlayed(Public):
    seat: int
    leader: int


@dataclass(frozen=True, slots=True)
class LeaderDiscarded:
    """Others hear that it was one, not which one."""

    seat: int
    leader: int | None

    def told_to(self, seat: int | None) -> Self:
        return self if seat == self.seat else replace(self, leader=None)


@dataclass(frozen=True, slots=True)
class TurnStarted(Public):
    seat: int


@dataclass(frozen=True, slots=True)
class MarketPushed(Public):
    """`marbles` are those taken, in the order of the line; `pushed` came in from the slide, the first one is there
    now.
    """

    seat: int
    line: str
    marbles: str
    pushed: str


@dataclass(frozen=True, slots=True)
class MarbleConverted(Public):
    seat: int
    resource: str


@dataclass(frozen=True, slots=True)
class ResourceStored(Public):
    """`held` is how many lie in that depot now."""

    seat: int
    resource: str
    depot: int | None
    held: int


@dataclass(frozen=True, slots=True)
class ResourceDiscarded(Public):
    seat: int
    resource: str


@dataclass(frozen=True, slots=True)
class DepotRearranged(Public):
    """What a depot holds after a rearrangement that changed it. A leader depot is named by its resource."""

    seat: int
    depot: int | None
    resource: str | None
    held: int


@dataclass(frozen=True, slots=True)
class FaithGained(Public):
    """`seat` is None for the black cross."""

    seat: int | None
    spaces: int
    position: int
    why: str


@dataclass(frozen=True, slots=True)
class VaticanReport(Public):
    """The state of each seat's tile after the report of section 1, 2 or 3."""

    section: int
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardBought(Public):
    seat: int
    card: int
    slot: int


@dataclass(frozen=True, slots=True)
class PowerUsed(Public):
    """`card` is None for the basic power; `consumed` and `chosen` are what was chosen for it."""

    seat: int
    card: int | None
    consumed: tuple[str, ...]
    chosen: str | None


@dataclass(frozen=True, slots=True)
class Paid(Public):
    """So many of a resource from its depot of the warehouse, from a leader depot, from the strongbox."""

    seat: int
    resource: str
    depot: int | None
    warehouse: int
    leader_depots: int
    strongbox: int


@dataclass(frozen=True, slots=True)
class Gained(Public):
    """A production's resources, into the strongbox."""

    seat: int
    resources: Amounts


@dataclass(frozen=True, slots=True)
class TokenDrawn(Public):
    token: int
    left: int


@dataclass(frozen=True, slots=True)
class CardRemoved(Public):
    """By a token of Lorenzo."""

    card: int


@dataclass(frozen=True, slots=True)
class TokensShuffled(Public):
    pass


@dataclass(frozen=True, slots=True)
class LastRound(Public):
    seat: int
    why: str


@dataclass(frozen=True, slots=True)
class TurnEnded(Public):
    seat: int


@dataclass(frozen=True, slots=True)
class Scored(Public):
    """Points by part, and the resources that break a tie."""

    seat: int
    cards: int
    faith: int
    tiles: int
    leaders: int
    resources: int
    resource_count: int

    @property
    def total(self) -> int:
        return self.cards + self.faith + self.tiles + self.leaders + self.resources


@dataclass(frozen=True, slots=True)
class GameEnded(Public):
    why: str
    winners: frozenset[int]


Event = (
    Drawn
    | SetUp
    | CardRevealed
    | LeadersDealt
    | LeaderPicked
    | LeadersKept
    | LeaderPlayed
    | LeaderDiscarded
    | TurnStarted
    | MarketPushed
    | MarbleConverted
    | ResourceStored
    | ResourceDiscarded
    | DepotRearranged
    | FaithGained
    | VaticanReport
    | CardBought
    | PowerUsed
    | Paid
    | Gained
    | TokenDrawn
    | CardRemoved
    | TokensShuffled
    | LastRound
    | TurnEnded
    | Scored
    | GameEnded
)


KEPT = 1 << 14  # events: most of what happens has happened before


@lru_cache(KEPT)
def decode(record: tuple[int, ...]) -> Event:
    """The event of a record: its kind, then the numbers that the rules noted."""
    kind, a, b, c, d, e, f, g = record
    match kind:
        case const.SET_UP:
            return SetUp(a, tuple(packed_row(row) for row in (b, c, d)), names.MARBLES[e])
        case const.CARD_REVEALED:
            return CardRevealed(names.PILES[a], b or None, c)
        case const.LEADERS_DEALT_TO:
            return LeadersDealt(a, (b, c, d, e))
        case const.LEADER_PICKED:
            return LeaderPicked(a, b)
        case const.LEADERS_CHOSEN:
            return LeadersKept(a, (b, c), (d, e))
        case const.LEADER_PLAYED:
            return LeaderPlayed(a, b)
        case const.LEADER_DISCARDED:
            return LeaderDiscarded(a, b)
        case const.TURN_STARTED:
            return TurnStarted(a)
        case const.MARKET_PUSHED:
            return MarketPushed(a, names.LINES[b], marbles(c, d, e, f), names.MARBLES[g])
        case const.MARBLE_CONVERTED:
            return MarbleConverted(a, names.RESOURCES[b])
        case const.RESOURCE_STORED:
            return ResourceStored(a, names.RESOURCES[b], depot(c), d)
        case const.RESOURCE_DISCARDED:
            return ResourceDiscarded(a, names.RESOURCES[b])
        case const.DEPOT_REARRANGED:
            return DepotRearranged(a, depot(b), resource(c), d)
        case const.FAITH_GAINED:
            return FaithGained(None if a == const.CROSS else a, b, c, names.FAITH_REASONS[d])
        case const.VATICAN_REPORT:
            return VaticanReport(a + 1, tuple(names.TILES[tile] for tile in (c, d, e, f)[:b]))
        case const.CARD_BOUGHT:
            return CardBought(a, b, c + 1)
        case const.POWER_USED:
            return PowerUsed(a, c or None, tuple(names.RESOURCES[i] for i in (d, e) if i >= 0), resource(f))
        case const.PAID:
            return Paid(a, names.RESOURCES[b], depot(c), d, e, f)
        case const.GAINED:
            return Gained(a, sparse(names.RESOURCES, (b, c, d, e)))
        case const.TOKEN_DRAWN:
            return TokenDrawn(a, b)
        case const.CARD_REMOVED:
            return CardRemoved(a)
        case const.TOKENS_SHUFFLED:
            return TokensShuffled()
        case const.LAST_ROUND:
            return LastRound(a, names.REASONS[b])
        case const.TURN_ENDED:
            return TurnEnded(a)
        case const.SCORED:
            return Scored(a, b, c, d, e, f, g)
        case const.GAME_ENDED:
            return GameEnded(names.REASONS[a], frozenset(seat for seat in range(const.MOST_PLAYERS) if b >> seat & 1))
        case _:
            assert kind == DRAWN
            return Drawn(names.DRAWS[a], b, c, d)


def packed_row(row: int) -> str:
    return marbles(*(row >> 3 * column & 7 for column in range(const.COLUMNS)))


def marbles(*line: int) -> str:
    return " ".join(names.MARBLES[marble] for marble in line if marble != const.NOBODY)


def resource(number: int) -> str | None:
    return None if number == const.NOBODY else names.RESOURCES[number]


def depot(number: int) -> int | None:
    return number + 1 if 0 <= number < const.DEPOTS else None
