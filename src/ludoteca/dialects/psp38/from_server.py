"""What the server says. `section` is where the document has the message, empty where it is added here."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from .requests import (
    ChooseDevelopmentCardRequest,
    ChooseLeaderCardsRequest,
    ChooseLeaderCardToDiscardRequest,
    ChooseLeaderCardToPlayRequest,
    ChooseProductionPowersRequest,
    ChooseResourceTypeRequest,
    ChooseStorageTypeRequest,
    ChooseWhiteMarbleConversionRequest,
    DoActionRequest,
    FromServer,
    GameModeRequest,
    MarbleInsertionPositionRequest,
    NicknameRequest,
    NumberOfPlayersRequest,
    Part,
    SelectDevelopmentCardSlotRequest,
    SelectStorageRequest,
)
from .words import ActionType, Amounts, Depot, Marble, Resource, Yield

# ---------------------------------------------------------------- entering


class WaitingInTheLobbyMessage(FromServer, frozen=True):
    """One sits at a table that waits: its invitation code, who is there, and for how many it is, if that is known."""

    section: ClassVar[str] = "1.2.1"
    code: str
    players: list[str]
    number_of_players: int | None


class PlayersReadyToStartMessage(FromServer, frozen=True):
    """The game begins: who plays, in turn order."""

    section: ClassVar[str] = "1.2.1"
    players: list[str]


class WelcomeBackMessage(FromServer, frozen=True):
    """The seat is one's own again; `players` are in turn order once the game has begun."""

    nickname: str
    code: str
    players: list[str]


# ---------------------------------------------------------------- questions of the set-up


# ---------------------------------------------------------------- questions of the turn


class EndTurnMessage(FromServer, frozen=True):
    """One's turn is over, by oneself or because nothing was left to do."""

    section: ClassVar[str] = "2.2.1"
    is_forced: bool


class SwapWarehouseDepotsResponse(FromServer, frozen=True):
    """Whether the contents of the two depots have changed places."""

    section: ClassVar[str] = "4.2.1"
    swap_done: bool


class MoveResourceQuantityResponse(FromServer, frozen=True):
    """Whether the resources were moved."""

    section: ClassVar[str] = "4.2.1"
    move_done: bool


# ---------------------------------------------------------------- what the table looks like


class DevelopmentCard(Part, frozen=True):
    """What is printed on a development card."""

    id: int
    colour: str
    level: int
    victory_points: int
    cost: Amounts
    input: dict[Yield, int]
    output: dict[Yield, int]


class LoadDevelopmentCards(FromServer, frozen=True):
    """The catalogue of development cards; `cardSet` is `standard` unless the table plays with cards of its own."""

    card_set: str
    development_cards: list[DevelopmentCard]


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


class LoadLeaderCards(FromServer, frozen=True):
    """The catalogue of leaders."""

    leader_cards: list[LeaderCard]


class Pile(Part, frozen=True):
    """A pile of development cards: only the one on top is seen, null when there is none."""

    colour: str
    level: int
    top_card: int | None
    cards_left: int


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
    """What is known of an action in the middle of it, in the notation; null when none is under way any more.

    `decisions` are its small decisions so far, or only their number where they are hidden.
    """

    nickname: str
    action: dict[str, Any] | None
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


class Result(Part, frozen=True):
    """A player's points in all and by part."""

    nickname: str
    victory_points: int
    cards: int
    faith: int
    tiles: int
    leaders: int
    resources: int


class GameOverMessage(FromServer, frozen=True):
    """The end: points, who has won (nobody when Lorenzo has), and why it is over."""

    results: list[Result]
    winners: list[str]
    why: str


class ErrorMessage(FromServer, frozen=True):
    """Something was wrong while nothing was asked, or the connection ends."""

    reason: str


ServerMessage = (
    GameModeRequest
    | NicknameRequest
    | NumberOfPlayersRequest
    | WaitingInTheLobbyMessage
    | PlayersReadyToStartMessage
    | WelcomeBackMessage
    | ChooseLeaderCardsRequest
    | ChooseResourceTypeRequest
    | DoActionRequest
    | ChooseLeaderCardToPlayRequest
    | ChooseLeaderCardToDiscardRequest
    | MarbleInsertionPositionRequest
    | ChooseWhiteMarbleConversionRequest
    | ChooseStorageTypeRequest
    | ChooseDevelopmentCardRequest
    | SelectDevelopmentCardSlotRequest
    | SelectStorageRequest
    | ChooseProductionPowersRequest
    | EndTurnMessage
    | SwapWarehouseDepotsResponse
    | MoveResourceQuantityResponse
    | LoadDevelopmentCards
    | LoadLeaderCards
    | LoadDevelopmentCardGrid
    | UpdateMarketView
    | UpdateDepotsStatus
    | UpdateDevelopmentCardSlots
    | UpdateLeaderCards
    | UpdateMarkerPosition
    | UpdateActionInProgress
    | NotifyTakenPopesFavorTile
    | NotifyVictoryPoints
    | NotifyLeaderAction
    | NotifyDevelopmentCardBought
    | NotifyMarbleTaken
    | NotifyLorenzoAction
    | NotifyPlayerStatus
    | TurnMessage
    | ReloadMatchData
    | GameOverMessage
    | ErrorMessage
)
