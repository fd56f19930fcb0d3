"""What a client says. `section` is where the document has the message, empty where it is added here."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from .words import ActionType, Depot, GameMode, Marble, Resource

Number = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]  # what the document's int can be
Text = Annotated[str, msgspec.Meta(max_length=200)]
Few = msgspec.Meta(max_length=16)  # no list of a client has more to say


class FromClient(msgspec.Struct, frozen=True, tag_field="type", tag=True, rename="camel"):
    """Something a client says."""

    section: ClassVar[str] = ""


# ---------------------------------------------------------------- entering


class GameModeResponse(FromClient, frozen=True):
    """Whether to play alone or with others."""

    section: ClassVar[str] = "1.2.2"
    game_mode: GameMode


class NicknameResponse(FromClient, frozen=True):
    """How one wants to be called, as `name[@CODE][#secret]`."""

    section: ClassVar[str] = "1.1"
    nickname: Text


class NickNameResponse(NicknameResponse, frozen=True, tag="NickNameResponse"):
    """The same as `NicknameResponse`: the document spells it both ways."""

    section: ClassVar[str] = "1.2.2"


class NumberOfPlayersResponse(FromClient, frozen=True):
    """For how many the table is, and how many of those seats bots take (`bots` is added here)."""

    section: ClassVar[str] = "1.1.1"
    number_of_players: Number
    bots: Number = 0


class PlayerNumberResponse(NumberOfPlayersResponse, frozen=True, tag="PlayerNumberResponse"):
    """The same as `NumberOfPlayersResponse`: the document has both names."""

    section: ClassVar[str] = "1.2.2"


# ---------------------------------------------------------------- set-up


class ChooseLeaderCardsResponse(FromClient, frozen=True):
    """The two of the four leaders dealt that are put away."""

    discarded_leader_cards: Annotated[list[Number], Few]


class ChooseResourceTypeResponse(FromClient, frozen=True):
    """The free resources of those who do not begin."""

    resources: Annotated[list[Resource], Few]


# ---------------------------------------------------------------- the turn


class DoActionResponse(FromClient, frozen=True):
    """What to do next."""

    section: ClassVar[str] = "2.2.2"
    action_chosen: ActionType


class ChooseLeaderCardToPlayResponse(FromClient, frozen=True):
    """The leader to play, unless one would rather do something else."""

    section: ClassVar[str] = "2.2.2"
    change_action_type: bool
    leader_card_id: Number | None = msgspec.field(default=None, name="leaderCardID")
    leader_card_id_as_printed: Number | None = msgspec.field(default=None, name="LeaderCardID")

    @property
    def chosen(self) -> int | None:
        """The document writes the member with a capital letter, which is understood as well."""
        return self.leader_card_id if self.leader_card_id is not None else self.leader_card_id_as_printed


class ChooseLeaderCardToDiscardResponse(FromClient, frozen=True):
    """The leader to discard for a step of faith, unless one would rather do something else."""

    change_action_type: bool
    leader_card_id: Number | None = msgspec.field(default=None, name="leaderCardID")

    @property
    def chosen(self) -> int | None:
        return self.leader_card_id


class MarbleInsertionPositionResponse(FromClient, frozen=True):
    """Where to push the marble in: 1 to 3 are the rows from the top, 4 to 7 the columns from the right."""

    section: ClassVar[str] = "3.2.2"
    position: Number


class ChooseWhiteMarbleConversionResponse(FromClient, frozen=True):
    """As which marble a white one counts."""

    section: ClassVar[str] = "3.2.2"
    conversion_chosen: Marble


class ChooseStorageTypeResponse(FromClient, frozen=True):
    """Where a resource goes, or that it is discarded."""

    section: ClassVar[str] = "3.2.2"
    discard_resource: bool
    depot_chosen: Depot | None = None


class ChooseDevelopmentCardResponse(FromClient, frozen=True):
    """The card to buy, unless one would rather do something else."""

    change_action_type: bool
    development_card_id: Number | None = msgspec.field(default=None, name="developmentCardID")


class SelectDevelopmentCardSlotResponse(FromClient, frozen=True):
    """The slot, 1 to 3, on which the card is laid."""

    slot: Number


class SelectStorageResponse(FromClient, frozen=True):
    """Where one unit of a payment comes from."""

    depot: Depot


class ChooseProductionPowersResponse(FromClient, frozen=True):
    """The powers to produce with, and what is of choice about them, unless one would rather do something else."""

    change_action_type: bool
    production_powers: Annotated[list[Number], Few] = []
    basic_inputs: Annotated[list[Resource], Few] = []
    basic_output: Resource | None = None
    leader_outputs: Annotated[dict[Number, Resource], Few] = {}


# ---------------------------------------------------------------- depots, at any moment of one's turn


class SwapWarehouseDepotsRequest(FromClient, frozen=True):
    """Let the contents of two depots change places."""

    section: ClassVar[str] = "4.2.2"
    depot_one: Depot
    depot_two: Depot


class MoveResourceQuantityRequest(FromClient, frozen=True):
    """Move some resources from one depot to another."""

    section: ClassVar[str] = "4.2.2"
    origin: Depot
    destination: Depot
    quantity: Number


ClientMessage = (
    GameModeResponse
    | NicknameResponse
    | NickNameResponse
    | NumberOfPlayersResponse
    | PlayerNumberResponse
    | ChooseLeaderCardsResponse
    | ChooseResourceTypeResponse
    | DoActionResponse
    | ChooseLeaderCardToPlayResponse
    | ChooseLeaderCardToDiscardResponse
    | MarbleInsertionPositionResponse
    | ChooseWhiteMarbleConversionResponse
    | ChooseStorageTypeResponse
    | ChooseDevelopmentCardResponse
    | SelectDevelopmentCardSlotResponse
    | SelectStorageResponse
    | ChooseProductionPowersResponse
    | SwapWarehouseDepotsRequest
    | MoveResourceQuantityRequest
)
