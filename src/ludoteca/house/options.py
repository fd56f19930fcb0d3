"""How a table is set up: which game, who may come in, which clock. Checked once, when the table is opened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from ludoteca import rules
from ludoteca.rules.masters import InvalidCards
from ludoteca.rules.masters.notation.cards import STANDARD, given

from .reasons import ClockPer
from .refusals import Refusal, Refused

PLAYERS = {"eriantys": (2, 3, 4), "masters": (1, 2, 3, 4)}  # how many can play
LONGEST_CLOCK = 24 * 3600
SHORTEST_CLOCK = 5

Whole = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]  # what JavaScript can count, too


class ClockSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`per` move: so many seconds for each turn; `per` game: so many in all, and an increment for each turn."""

    per: str
    seconds: Whole
    increment: Whole = 0


class Patience(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long the house waits for people who are away, in seconds."""

    turn: Whole = 30  # before a stand-in plays an absent player's turn
    alone: Whole = 50  # before the only one left wins
    clock: Whole = 30  # for which a lost connection stops the clock, in each turn
    lobby: Whole = 60  # before a seat is given up while the game has not started


# At a table that strangers can join, so long that a page can be loaded anew or a telephone can change its network.
LEAST_WITH_STRANGERS = Patience(turn=15, alone=30, clock=15, lobby=0)


class Absence(StrEnum):
    """What becomes of players who are away. A table that says nothing of it follows `Patience` alone, as the documents
    of the dialects have it: then the only one left wins."""

    WAIT = "wait"  # they are waited for until the others want something else
    MINUTE = "minute"  # a stand-in plays after a minute; the only one left decides what then happens
    STAND_IN = "stand_in"  # a stand-in plays as soon as the patience for a turn is over, also against the only one left


WAITED_FOR = 60  # seconds, after which those who stay can call a stand-in or claim the win


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    players: Whole
    settings: dict[str, Any] = {}  # of the game: expert, cards
    first: Whole | None = None  # seat of the first player, instead of chance
    public: bool = True
    clock: ClockSettings | None = None
    watching: bool = True
    delay: Whole = 0  # seconds by which watchers are behind
    patience: Patience = Patience()
    advice: bool | UnsetType = UNSET  # left out where it is not forbidden, so that older logs keep their hashes
    absence: Absence | UnsetType = UNSET  # the same


SETTLED_BY_THE_TABLE = {"cls", "game", "players", "seed", "first", "recorder"}  # other arguments of `rules.new`


def check(options: Options) -> None:
    """Refuse a table at which no game could start."""
    for setting in SETTLED_BY_THE_TABLE & options.settings.keys():
        raise bad(f"settings.{setting}", "it is no setting of the game.")
    need_whole_cards(options.settings)
    try:
        rules.new(options.game, players=options.players, seed=0, **options.settings)
    except (rules.InvalidPosition, InvalidCards) as error:
        raise bad(error.field, error.sentence) from error
    if options.first is not None and not 0 <= options.first < options.players:
        raise bad("first", f"{options.first} is no seat of this table.")
    if options.clock is not None:
        if options.clock.per not in set(ClockPer):
            raise bad("clock.per", "it is move or game.")
        within("clock.seconds", options.clock.seconds, SHORTEST_CLOCK)
        within("clock.increment", options.clock.increment)
    within("delay", options.delay)
    for field in Patience.__struct_fields__:
        within(f"patience.{field}", getattr(options.patience, field))


def need_patience_with_strangers(options: Options) -> None:
    """At a public table nobody loses because the host waits for no lost connection. Games that were played under such
    options can be checked all the same, so `check` does not ask this."""
    for field in Patience.__struct_fields__ if options.public else ():
        least = getattr(LEAST_WITH_STRANGERS, field)
        if getattr(options.patience, field) < least:
            raise bad(f"patience.{field}", f"at a public table it is at least {least} seconds.")


def patient_with_strangers(options: Options) -> Options:
    """The options of a table that may be older than these bounds, for a table like it."""
    if not options.public:
        return options
    longer = {
        field: max(getattr(options.patience, field), getattr(LEAST_WITH_STRANGERS, field))
        for field in Patience.__struct_fields__
    }
    return msgspec.structs.replace(options, patience=Patience(**longer))


def need_whole_cards(settings: Mapping[str, Any]) -> None:
    """The log of a table has the whole card set: a name says nothing to another server, nor after a restart."""
    cards = settings.get("cards", STANDARD)
    if isinstance(cards, str) and cards != STANDARD:
        raise bad("cards", f'it is "{STANDARD}" or the whole card set as JSON, not the name of one.')


@contextmanager
def known_cards(settings: Mapping[str, Any]) -> Iterator[None]:
    """Positions and views name the card set of a table; inside, it is known by that name."""
    described = settings.get("cards")
    held = given(described) if isinstance(described, Mapping) else None
    yield
    del held  # by now a game that was made inside has it


def within(field: str, seconds: int, least: int = 0) -> None:
    if not least <= seconds <= LONGEST_CLOCK:
        raise bad(field, f"it is between {least} and {LONGEST_CLOCK} seconds.")


def bad(field: str, problem: str) -> Refused:
    return Refused(Refusal.BAD_OPTIONS, field=field, problem=problem)
