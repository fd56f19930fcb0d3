"""The questions of the server. `section` is where the document has one, empty where it is added here."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from .words import ActionType, Amounts, Depot, Marble, Resource, Yield


class FromServer(msgspec.Struct, frozen=True, tag_field="type", tag=True, rename="camel"):
    """Something the server says."""

    section: ClassVar[str] = ""


class Request(FromServer, frozen=True, kw_only=True):
    """A question. It comes again, with `isRetry` and a `reason`, when the answer would not do."""

    is_retry: bool = False
    reason: str | UnsetType = UNSET


class Part(msgspec.Struct, frozen=True, rename="camel"):
    """A part of messages."""


class GameModeRequest(Request, frozen=True):
    """Asks whether to play alone or with others."""

    section: ClassVar[str] = "1.2.1"


class NicknameRequest(Request, frozen=True, kw_only=True):
    """Asks how one wants to be called."""

    section: ClassVar[str] = "1.2.1"
    already_taken: bool = False


class NumberOfPlayersRequest(Request, frozen=True):
    """Asks the first in the line for how many the table is; the document calls it `PlayerNumberRequest` too."""

    section: ClassVar[str] = "1.1.1"


class ChooseLeaderCardsRequest(Request, frozen=True):
    """Asks which two of the four leaders dealt are put away."""

    leader_cards: list[int]


class ChooseResourceTypeRequest(Request, frozen=True):
    """Asks for so many free resources."""

    resource_types: list[Resource]
    quantity: int


class DoActionRequest(Request, frozen=True):
    """Asks what to do next, of what is possible now."""

    section: ClassVar[str] = "2.2.1"
    available_actions: list[ActionType]


class ChooseLeaderCardToPlayRequest(Request, frozen=True):
    """Asks which of the leaders in hand to play, of those whose requirement is met."""

    section: ClassVar[str] = "2.2.1"
    inactive_leader_cards: list[int]


class ChooseLeaderCardToDiscardRequest(Request, frozen=True):
    """Asks which of the leaders in hand to discard."""

    inactive_leader_cards: list[int]


class MarbleInsertionPositionRequest(Request, frozen=True):
    """Asks where the marble is pushed in."""

    section: ClassVar[str] = "3.2.1"


class ChooseWhiteMarbleConversionRequest(Request, frozen=True):
    """Asks as which marble the next white one counts, when two leaders convert."""

    section: ClassVar[str] = "3.2.1"
    available_conversions: list[Marble]


class ChooseStorageTypeRequest(Request, frozen=True):
    """Asks where the next resource goes; it may be discarded whatever the list says, except in the set-up."""

    section: ClassVar[str] = "3.2.1"
    resource: Resource
    available_depots: list[Depot]


class ChooseDevelopmentCardRequest(Request, frozen=True):
    """Asks which card to buy, of those that can be paid and laid."""

    buyable_cards: list[int]


class SelectDevelopmentCardSlotRequest(Request, frozen=True):
    """Asks on which slot the card is laid."""

    available_slots: list[int]


class SelectStorageRequest(Request, frozen=True):
    """Asks where the next unit of a payment comes from; comes only where there is a choice."""

    resource: Resource
    available_depots: list[Depot]


class Power(Part, frozen=True):
    """A power of production: 0 is the basic one, the others are known by their card or leader."""

    id: int
    input: dict[Yield, int]
    output: dict[Yield, int]


class ChooseProductionPowersRequest(Request, frozen=True):
    """Asks with which powers to produce; `availablePowers` are those that could be paid alone."""

    available_powers: list[Power]
    available_resources: Amounts
