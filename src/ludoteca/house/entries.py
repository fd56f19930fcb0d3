"""The log of a table. An entry is a number, a time and what happened; a table is what its entries made of it.

Numbers count from 1 without holes. The time never runs backwards. `previous` is the hash of the entry before, so
that a log cannot be changed in the middle.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from .options import Absence, Options, Whole

Decision = Annotated[int, msgspec.Meta(ge=0, le=255)]
Draw = tuple[str, Whole, Whole, Whole]  # label, counter, bound, result


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a player appears: a tower colour (Eriantys) and a wizard, 1 to 4."""

    tower: str | None = None
    wizard: Whole | None = None


class Starts(StrEnum):
    """When a game begins: the host says so; as soon as the table is full; or when somebody there says so."""

    HOST = "host"
    FULL = "full"
    CHOICES = "choices"


class Practice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position to begin from: the host plays as `player` there. It was met at the table `code`, after `entry`."""

    position: dict[str, Any]
    player: Whole = 0
    code: str = ""
    entry: Whole = 0


class What(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Something that happened at a table."""


class Opened(What, frozen=True, tag="opened", omit_defaults=True):
    """`dialect` is what is spoken by whoever opened it. Not `settled`: how many play, and how, is decided later."""

    options: Options
    commitment: str
    dialect: str = "house"
    starts: Starts = Starts.HOST
    settled: bool = True
    practice: Practice | None = None  # from where the game begins, if not with a set-up


class Arranged(What, frozen=True, tag="arranged"):
    """How many play, and how, was changed. Who has no place any more has lost it: those who came last."""

    players: Whole
    settings: dict[str, Any]
    settled: bool
    absence: Absence | UnsetType = UNSET  # left out where it stays as it is


class Sat(What, frozen=True, tag="sat"):
    """`token` is the SHA-256 of the key to the seat, if it is `keyed`; `bot` the level of a bot.

    `here` is False for a seat that is kept for somebody who has to come yet. `chooses`: he is asked for his look before
    the game; `consents` is False when he cannot be asked for anything else.
    """

    seat: Whole
    name: str
    token: str | None = None
    nonce: str = ""
    look: Look = Look()
    bot: str | None = None
    keyed: bool = False
    here: bool = True
    chooses: bool | UnsetType = UNSET  # left out in logs where it says nothing, so that older ones keep their hashes
    consents: bool | UnsetType = UNSET


class Contributed(What, frozen=True, tag="contributed"):
    """Somebody who sat down without a nonce brings one."""

    seat: Whole
    nonce: str


class Dressed(What, frozen=True, tag="dressed"):
    seat: Whole
    look: Look


class Choosing(What, frozen=True, tag="choosing"):
    """From here on those who choose their looks do so, one after the other."""


class Confirmed(What, frozen=True, tag="confirmed"):
    """Somebody has chosen his look for good; `by`: player or house."""

    seat: Whole
    look: Look
    by: str = "player"


class HandedOver(What, frozen=True, tag="handed_over"):
    """The seat hosts the table from here on."""

    seat: Whole


class Rose(What, frozen=True, tag="rose"):
    """A seat is free again; `why`: left, removed or expired. Those behind move up."""

    seat: Whole
    why: str


class Started(What, frozen=True, tag="started"):
    """`order[p]` is the seat that plays as player p of the game. `looks` are those of all seats."""

    order: tuple[Whole, ...]
    looks: tuple[Look, ...]
    rules_version: str
    draws: tuple[Draw, ...] = ()


class Acted(What, frozen=True, tag="acted"):
    """Small decisions of one action. `by`: player, bot or stand-in; `draws`: label, counter, bound, result of each."""

    seat: Whole
    decisions: tuple[Decision, ...]
    by: str = "player"
    id: str = ""
    draws: tuple[Draw, ...] = ()


class TookBack(What, frozen=True, tag="took_back"):
    """The game is as after entry `to`; draws are not rewound."""

    seat: Whole
    to: Whole
    id: str = ""


class Asked(What, frozen=True, tag="asked"):
    """`what`: take_back (to the state after entry `to`) or end."""

    seat: Whole
    what: str
    to: Whole = 0
    id: str = ""


class Answered(What, frozen=True, tag="answered"):
    seat: Whole
    yes: bool


class Arrived(What, frozen=True, tag="arrived"):
    seat: Whole


class Departed(What, frozen=True, tag="departed"):
    seat: Whole


class Interrupted(What, frozen=True, tag="interrupted"):
    """The house itself was away: everybody's connection is lost, and no clock ran since the entry before."""


class StoodIn(What, frozen=True, tag="stood_in"):
    """From here on a stand-in decides for the seat; `why`: absent, clock or resigned."""

    seat: Whole
    why: str


class Rekeyed(What, frozen=True, tag="rekeyed"):
    """The seat has another key: somebody went on at another device."""

    seat: Whole
    token: str | None


class Ended(What, frozen=True, tag="ended"):
    """`why`: rules, alone, resigned or agreed. The secret behind the commitment is shown."""

    why: str
    winners: tuple[Whole, ...]
    secret: str


class Rematched(What, frozen=True, tag="rematched"):
    code: str


class Closed(What, frozen=True, tag="closed"):
    """The secret is shown here when the game was still going on."""

    why: str
    secret: str = ""


Happening = (
    Opened
    | Arranged
    | Sat
    | Contributed
    | Dressed
    | Choosing
    | Confirmed
    | HandedOver
    | Rose
    | Started
    | Acted
    | TookBack
    | Asked
    | Answered
    | Arrived
    | Departed
    | Interrupted
    | StoodIn
    | Rekeyed
    | Ended
    | Rematched
    | Closed
)


OF_THE_GAME = (Acted, TookBack, Asked, Answered)  # nobody comes or goes by these


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Whole
    time: Whole  # milliseconds since 1970
    what: Happening
    previous: str = ""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    return _encoder.encode(entry)


def decode(body: bytes | str) -> Entry:
    return _decoder.decode(body)


def shareable(entry: Entry) -> Entry:
    """The entry as it may be given away after the end: without what opens a seat.

    A key that somebody chose himself may be short, and then its hash can be guessed.
    """
    if isinstance(entry.what, Sat | Rekeyed):
        return msgspec.structs.replace(entry, what=msgspec.structs.replace(entry.what, token=None))
    return entry


def digest(entry: Entry, encoded: bytes = b"") -> str:
    """What the next entry names as its predecessor. It holds for the shareable form too."""
    shared = shareable(entry)
    return hashlib.sha256(encoded if encoded and shared is entry else encode(shared)).hexdigest()


def as_json(value: Any) -> Any:
    """A value as it will be read back."""
    return msgspec.json.decode(_encoder.encode(value))
