"""Every message of the dialect, in both directions. A message is a JSON object in one line, `type` is its name."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from ludoteca.dialects.masters.spelling import ActionType, Amounts, Depot, GameMode, Marble, Resource, Yield
from ludoteca.dialects.messages import Message, Vocabulary, says

VERSION = "1.1"  # of what is added to the document

ToPlace = Literal["COIN", "STONE", "SERVANT", "SHIELD", "WHITE"]
Source = Literal["WAREHOUSE", "LEADER_DEPOTS", "STRONGBOX"]
Progress = Literal[
    "TAKE_RESOURCES_FROM_MARKET", "BUY_DEVELOPMENT_CARD", "ACTIVATE_PRODUCTION", "REARRANGE_DEPOTS",
    "CHOOSE_LEADER_CARDS", "CHOOSE_RESOURCE",
]  # fmt: skip
Number = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]  # what the document's int can be
Text = Annotated[str, msgspec.Meta(max_length=200)]
Few = msgspec.Meta(max_length=16)  # no list of a client has more to say

# ---------------------------------------------------------------- parts of messages


class Part(Message, frozen=True, rename="camel"):
    """A part of messages."""


class Power(Part, frozen=True):
    """A power of production: 0 is the basic one, the others are known by their card or leader."""

    id: int
    input: dict[Yield, int]
    output: dict[Yield, int]


class DevelopmentCard(Part, frozen=True):
    """What is printed on a development card."""

    id: int
    colour: str
    level: int
    victory_points: int
    cost: Amounts
    input: dict[Yield, int]
    output: dict[Yield, int]


class CardsNeeded(Part, frozen=True):
    """So many cards of a colour; of any level where that is null."""

    colour: str
    level: int | None
    count: int


class LeaderCard(Part, frozen=True):
    """What is printed on a leader; only those that produce have an input and an output."""

    id: int
    kind: str
    resource: Resource
    victory_points: int
    cards_needed: list[CardsNeeded]
    resources_needed: Amounts
    input: dict[Yield, int]
    output: dict[Yield, int]


class Pile(Part, frozen=True):
    """A pile of development cards: only the one on top is seen, null when there is none."""

    colour: str
    level: int
    top_card: int | None
    cards_left: int


class Result(Part, frozen=True):
    """A player's points in all and by part."""

    nickname: str
    victory_points: int
    cards: int
    faith: int
    tiles: int
    leaders: int
    resources: int


class ActionInProgress(Part, frozen=True, omit_defaults=True, kw_only=True):
    """An action in the middle of it; only what belongs to that action is there."""

    action_type: Progress
    position: Annotated[int | None, says("of the line of the market, 1 to 7")] = None
    to_place: Annotated[list[ToPlace] | None, says("what has no place yet; WHITE is a marble to be converted")] = None
    discarded: Amounts | None = None
    depots: Annotated[dict[Depot, Amounts] | None, says("the rows that are laid out so far")] = None
    development_card_id: int | None = msgspec.field(default=None, name="developmentCardID")
    slot: int | None = None
    production_powers: Annotated[list[int] | None, says("0 is the basic power, others are cards and leaders")] = None
    basic_inputs: Amounts | None = None
    basic_output: Resource | None = None
    leader_outputs: dict[int, Resource] | None = None
    paid: Annotated[dict[Source, Amounts] | None, says("so far, by source")] = None
    leader_cards: Annotated[list[int] | None, says("those that are kept; only the player himself is told")] = None
    resource: Resource | None = None


# ---------------------------------------------------------------- from a client


class FromClient(Message, frozen=True, tag_field="type", tag=True, rename="camel"):
    """Something a client says."""


# ---------------------------------------------------------------- entering


class GameModeResponse(FromClient, frozen=True):
    """Whether to play alone or with others."""

    SECTION = "1.2.2"
    game_mode: GameMode


class NicknameSaid(FromClient, frozen=True):
    """A nickname, in whichever spelling."""

    nickname: Text


class NicknameResponse(NicknameSaid, frozen=True):
    """How one wants to be called, as `name[@CODE][#secret]`."""

    SECTION = "1.1"


class NickNameResponse(NicknameSaid, frozen=True):
    """The same as `NicknameResponse`: the document spells it both ways."""

    SECTION = "1.2.2"


class NumberSaid(FromClient, frozen=True):
    """A number of players, under either name."""

    number_of_players: Number
    bots: Number = 0


class NumberOfPlayersResponse(NumberSaid, frozen=True):
    """For how many the table is, and how many of those seats bots take."""

    SECTION = "1.1.1"
    ADDED = ("bots",)


class PlayerNumberResponse(NumberSaid, frozen=True):
    """The same as `NumberOfPlayersResponse`: the document has both names."""

    SECTION = "1.2.2"
    ADDED = ("bots",)


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

    SECTION = "2.2.2"
    action_chosen: ActionType


class ChooseLeaderCardToPlayResponse(FromClient, frozen=True):
    """The leader to play, unless one would rather do something else."""

    SECTION = "2.2.2"
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

    SECTION = "3.2.2"
    position: Number


class ChooseWhiteMarbleConversionResponse(FromClient, frozen=True):
    """As which marble a white one counts."""

    SECTION = "3.2.2"
    conversion_chosen: Marble


class ChooseStorageTypeResponse(FromClient, frozen=True):
    """Where a resource goes, or that it is discarded."""

    SECTION = "3.2.2"
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
    production_powers: Annotated[list[Number], Few] = msgspec.field(default_factory=list)
    basic_inputs: Annotated[list[Resource], Few] = msgspec.field(default_factory=list)
    basic_output: Resource | None = None
    leader_outputs: Annotated[dict[Number, Resource], Few] = msgspec.field(default_factory=dict)


# ---------------------------------------------------------------- depots, at any moment of one's turn


class SwapWarehouseDepotsRequest(FromClient, frozen=True):
    """Let the contents of two depots change places."""

    SECTION = "4.2.2"
    depot_one: Depot
    depot_two: Depot


class MoveResourceQuantityRequest(FromClient, frozen=True):
    """Move some resources from one depot to another."""

    SECTION = "4.2.2"
    origin: Depot
    destination: Depot
    quantity: Number


# ---------------------------------------------------------------- questions of the server


class FromServer(Message, frozen=True, tag_field="type", tag=True, rename="camel"):
    """Something the server says."""


class Request(FromServer, frozen=True, kw_only=True):
    """A question. It comes again, with `isRetry` and a `reason`, when the answer would not do."""

    is_retry: bool = False
    reason: str | UnsetType = UNSET


class GameModeRequest(Request, frozen=True):
    """Asks whether to play alone or with others."""

    SECTION = "1.2.1"


class NicknameRequest(Request, frozen=True, kw_only=True):
    """Asks how one wants to be called."""

    SECTION = "1.2.1"
    already_taken: bool = False


class NumberOfPlayersRequest(Request, frozen=True):
    """Asks the first in the line for how many the table is; the document calls it `PlayerNumberRequest` too."""

    SECTION = "1.1.1"


class ChooseLeaderCardsRequest(Request, frozen=True):
    """Asks which two of the four leaders dealt are put away."""

    leader_cards: list[int]


class ChooseResourceTypeRequest(Request, frozen=True):
    """Asks for so many free resources."""

    resource_types: list[Resource]
    quantity: int


class DoActionRequest(Request, frozen=True):
    """Asks what to do next, of what is possible now."""

    SECTION = "2.2.1"
    available_actions: list[ActionType]


class ChooseLeaderCardToPlayRequest(Request, frozen=True):
    """Asks which of the leaders in hand to play, of those whose requirement is met."""

    SECTION = "2.2.1"
    inactive_leader_cards: list[int]


class ChooseLeaderCardToDiscardRequest(Request, frozen=True):
    """Asks which of the leaders in hand to discard."""

    inactive_leader_cards: list[int]


class MarbleInsertionPositionRequest(Request, frozen=True):
    """Asks where the marble is pushed in."""

    SECTION = "3.2.1"


class ChooseWhiteMarbleConversionRequest(Request, frozen=True):
    """Asks as which marble the next white one counts, when two leaders convert."""

    SECTION = "3.2.1"
    available_conversions: list[Marble]


class ChooseStorageTypeRequest(Request, frozen=True):
    """Asks where the next resource goes; it may be discarded whatever the list says, except in the set-up."""

    SECTION = "3.2.1"
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


class ChooseProductionPowersRequest(Request, frozen=True):
    """Asks with which powers to produce; `availablePowers` are those that could be paid alone."""

    available_powers: list[Power]
    available_resources: Amounts


# ---------------------------------------------------------------- entering


class WaitingInTheLobbyMessage(FromServer, frozen=True):
    """One sits at a table that waits: its invitation code, who is there, and for how many it is, if that is known."""

    SECTION = "1.2.1"
    code: str
    players: list[str]
    number_of_players: int | None


class PlayersReadyToStartMessage(FromServer, frozen=True):
    """The game begins: who plays, in turn order."""

    SECTION = "1.2.1"
    players: list[str]


class WelcomeBackMessage(FromServer, frozen=True):
    """The seat is one's own again; `players` are in turn order once the game has begun."""

    nickname: str
    code: str
    players: list[str]


# ---------------------------------------------------------------- answers


class EndTurnMessage(FromServer, frozen=True):
    """One's turn is over, by oneself or because nothing was left to do."""

    SECTION = "2.2.1"
    is_forced: bool


class SwapWarehouseDepotsResponse(FromServer, frozen=True):
    """Whether the contents of the two depots have changed places."""

    SECTION = "4.2.1"
    swap_done: bool


class MoveResourceQuantityResponse(FromServer, frozen=True):
    """Whether the resources were moved."""

    SECTION = "4.2.1"
    move_done: bool


# ---------------------------------------------------------------- what the table looks like


class LoadDevelopmentCards(FromServer, frozen=True):
    """The catalogue of development cards; `cardSet` is `standard` unless the table plays with cards of its own."""

    card_set: str
    development_cards: list[DevelopmentCard]


class LoadLeaderCards(FromServer, frozen=True):
    """The catalogue of leaders."""

    leader_cards: list[LeaderCard]


class LoadDevelopmentCardGrid(FromServer, frozen=True):
    """The twelve piles; comes again when one of them changed."""

    piles: list[Pile]


class UpdateMarketView(FromServer, frozen=True):
    """The market: rows from the top, each from the left, and the marble on the slide."""

    rows: list[list[Marble]]
    slide: Marble


class UpdateDepotsStatus(FromServer, frozen=True):
    """All that a player has stored, and how many free resources he has still to choose."""

    nickname: str
    depots: dict[Depot, Amounts]
    free_resources: int


class UpdateDevelopmentCardSlots(FromServer, frozen=True):
    """A player's three slots, each from the bottom."""

    nickname: str
    slots: list[list[int]]


class UpdateLeaderCards(FromServer, frozen=True):
    """A player's leaders: dealt, in hand, in play, put away. Of others only numbers are told, except in play."""

    nickname: str
    dealt: list[int] | int
    hand: list[int] | int
    played: list[int]
    discarded: list[int] | int


class UpdateMarkerPosition(FromServer, frozen=True):
    """Where a marker is on the faith track; the black cross is that of `Lorenzo`."""

    nickname: str
    position: int


class UpdateActionInProgress(FromServer, frozen=True):
    """What is known of an action in the middle of it; null when none is under way any more.

    `decisions` are its small decisions so far, as [the notation](../notation.md) counts them, or only their number
    where they are hidden.
    """

    nickname: str
    action: ActionInProgress | None
    decisions: list[int] | int


class NotifyTakenPopesFavorTile(FromServer, frozen=True):
    """A report was held: whether a player took the tile of that section, 1 to 3, or lost it."""

    nickname: str
    section_number: int = msgspec.field(name="section")
    taken: bool


class NotifyVictoryPoints(FromServer, frozen=True):
    """What a player's board is worth as it is."""

    nickname: str
    victory_points: int


class NotifyLeaderAction(FromServer, frozen=True):
    """Somebody has played a leader, or discarded one, which is not shown."""

    nickname: str
    action_type: ActionType
    leader_card_id: int | None = msgspec.field(name="leaderCardID")


class NotifyDevelopmentCardBought(FromServer, frozen=True):
    """Somebody has bought a card and laid it on a slot, 1 to 3."""

    nickname: str
    development_card_id: int = msgspec.field(name="developmentCardID")
    slot: int


class NotifyMarbleTaken(FromServer, frozen=True):
    """Somebody has pushed the marble in and taken those of the line."""

    nickname: str
    position: int
    marbles: list[Marble]


class NotifyLorenzoAction(FromServer, frozen=True):
    """The token that Lorenzo has turned, and how many are left; null when the state is only told again."""

    token_id: int | None = msgspec.field(name="tokenID")
    tokens_left: int


class NotifyPlayerStatus(FromServer, frozen=True):
    """Somebody has gone or come back, or a stand-in plays for him; `paused`: the game waits for others."""

    nickname: str
    connected: bool
    stand_in: bool
    paused: bool


class TurnMessage(FromServer, frozen=True):
    """Whose turn it is and how far it is; `draws` counts the draws of chance so far."""

    nickname: str
    main_action_done: bool
    last_round: bool
    over: bool
    draws: int


class ReloadMatchData(FromServer, frozen=True):
    """What comes between `start` true and `start` false is the whole state: forget what you knew."""

    start: bool


class GameOverMessage(FromServer, frozen=True):
    """The end: points, who has won (nobody when Lorenzo has), and why it is over."""

    results: list[Result]
    winners: list[str]
    why: str


class ErrorMessage(FromServer, frozen=True):
    """Something was wrong while nothing was asked, or the connection ends."""

    reason: str


VOCABULARY = Vocabulary(
    FromClient,
    FromServer,
    Part,
    {kind.__name__: tuple(kind) for kind in (GameMode, ActionType, Resource, Yield, Marble, Depot)},
)
