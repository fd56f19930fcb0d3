"""The messages of am28 in both directions: document 003, and what dialects of this house add to it.

A client's first line is a bare username; every later line is a JSON object, `GameParameters` or one of the commands,
which `cmd` tells apart. The server answers with `AddPlayerResponse` before the game and with `CurrentStatus` in it.
Members that a message does not know are ignored, so a client may send all members of the document's class each time.
"""

# ruff: noqa: N815 - members are spelled as in the document
from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from .statuses import Status

VERSION = "1.0"  # of what was added here

PRE_GAME = "Adding players and starting the game"
PRE_GAME_ERRORS = "Pre-game: error management"
COMMANDS = "Sending commands to the server"
RESPONSE = "Server response"
ADDED_HERE = "added here"

Count = Annotated[int, msgspec.Meta(ge=0, le=130)]  # of students, in the whole game
Counts = Annotated[list[Count], msgspec.Meta(min_length=5, max_length=5)]  # by colour: green, red, yellow, pink, blue


class Message(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is said in one line. `SECTION`: of the document; `ADDED`: members that the document does not have."""

    SECTION: ClassVar[str] = ""
    ADDED: ClassVar[tuple[str, ...]] = ()


# ---------------------------------------------------------------- from a client


class FromClient(Message, frozen=True, kw_only=True):
    """What a client says."""


class Username(FromClient, frozen=True, kw_only=True):
    """The first line: who wants to play. It is the bare text, not JSON: `name`, or `name@CODE#secret`."""

    SECTION: ClassVar[str] = PRE_GAME

    username: str


class GameParameters(FromClient, frozen=True, kw_only=True):
    """The first player says for how many the game is, and in which mode. `bots` of the seats are filled."""

    SECTION: ClassVar[str] = PRE_GAME
    ADDED: ClassVar[tuple[str, ...]] = ("bots",)

    numPlayers: Annotated[int, msgspec.Meta(ge=2, le=4)]
    gameMode: str
    bots: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0


class Command(FromClient, frozen=True, kw_only=True, tag_field="cmd"):
    """Something that a player does. Who he is the connection knows: an index that is not his own is refused."""

    SECTION: ClassVar[str] = COMMANDS

    playerId: int | UnsetType = UNSET
    playerIndex: int | UnsetType = UNSET


class MoveToIsland(Command, frozen=True, kw_only=True, tag="MOVETOISLAND"):
    """Move a student of the entrance to an island, 1 to 12; each island of an archipelago names the archipelago."""

    studentColour: str
    index: int


class MoveToHall(Command, frozen=True, kw_only=True, tag="MOVETOHALL"):
    """Move a student of the entrance to one's own hall."""

    studentColour: str


class MoveMotherNature(Command, frozen=True, kw_only=True, tag="MOVEMOTHERNATURE"):
    """Send mother nature so many archipelagos on, clockwise."""

    motherNatureShifts: int


class PlayAssistantCard(Command, frozen=True, kw_only=True, tag="PLAYASSISTANTCARD"):
    """Play an assistant: `index` 0 has the value 1, `index` 9 the value 10."""

    index: int


class PlayCharacterCard(Command, frozen=True, kw_only=True, tag="PLAYCHARACTERCARD"):
    """Use the character in place `index`, with all that its effect needs."""

    index: int
    pIndex: int | UnsetType = UNSET
    pColour: str | UnsetType | None = UNSET
    pStudentsFrom: Counts | UnsetType | None = UNSET
    pStudentsTo: Counts | UnsetType | None = UNSET


class TakeFromCloud(Command, frozen=True, kw_only=True, tag="TAKEFROMCLOUD"):
    """Take all students of a cloud, counted from 0, into the entrance. This ends the turn."""

    index: int


class EndTurn(Command, frozen=True, kw_only=True, tag="ENDTURN"):
    """End a turn in which no cloud can be taken."""

    SECTION: ClassVar[str] = ADDED_HERE


class Choose(Command, frozen=True, kw_only=True, tag="CHOOSE"):
    """Make the next choice of a character that was begun at another device: a colour, an island, or neither to stop."""

    SECTION: ClassVar[str] = ADDED_HERE

    pColour: str | UnsetType | None = UNSET
    pIndex: int | UnsetType = UNSET


AnyCommand = (
    MoveToIsland
    | MoveToHall
    | MoveMotherNature
    | PlayAssistantCard
    | PlayCharacterCard
    | TakeFromCloud
    | EndTurn
    | Choose
)
FROM_CLIENT: tuple[type[FromClient], ...] = (
    Username,
    GameParameters,
    MoveToIsland,
    MoveToHall,
    MoveMotherNature,
    PlayAssistantCard,
    PlayCharacterCard,
    TakeFromCloud,
    EndTurn,
    Choose,
)

# ---------------------------------------------------------------- parts of a status


class Unfinished(Message, frozen=True, kw_only=True):
    """A character in the middle of its effect. `choose` says what is chosen next; lists have colours in their order."""

    SECTION: ClassVar[str] = ADDED_HERE

    index: int
    choose: str
    pColour: str | UnsetType = UNSET
    pStudentsFrom: list[str] | UnsetType = UNSET
    pStudentsTo: list[str] | UnsetType = UNSET


class ActiveCharacter(Message, frozen=True, kw_only=True):
    """The character whose effect lasts for this turn, with the colour of P09."""

    SECTION: ClassVar[str] = ADDED_HERE

    fileName: str
    colour: str | UnsetType = UNSET


class TurnStatus(Message, frozen=True, kw_only=True):
    """Whose turn it is, and what is done in it. Always sent whole: what is missing here is not so."""

    SECTION: ClassVar[str] = RESPONSE
    ADDED: ClassVar[tuple[str, ...]] = ("step", "moved", "characterUsed", "activeCharacter", "unfinished", "paused")

    player: int
    phase: str
    step: str | UnsetType = UNSET
    moved: int | UnsetType = UNSET
    characterUsed: bool = False
    activeCharacter: ActiveCharacter | UnsetType = UNSET
    unfinished: Unfinished | UnsetType = UNSET
    paused: bool = False


class IslandStatus(Message, frozen=True, kw_only=True):
    """One island. The students of an archipelago stand on its first island, its tower colour on each."""

    SECTION: ClassVar[str] = RESPONSE
    ADDED: ClassVar[tuple[str, ...]] = ("index",)

    islandIndex: int
    index: int
    students: list[int]
    towerColour: str | UnsetType = UNSET


class ArchipelagoStatus(Message, frozen=True, kw_only=True):
    """A group of islands; `index` is its place in the list, from 1 on."""

    SECTION: ClassVar[str] = RESPONSE
    ADDED: ClassVar[tuple[str, ...]] = ("noEntryTiles",)

    index: int
    islands: list[IslandStatus]
    noEntryTiles: int = 0


class CloudStatus(Message, frozen=True, kw_only=True):
    """The students on a cloud, counted from 0."""

    SECTION: ClassVar[str] = RESPONSE

    index: int
    students: list[int]


class CharacterCardsStatus(Message, frozen=True, kw_only=True):
    """A character in play: `coinOnIt` once it was used, and what lies on it."""

    SECTION: ClassVar[str] = RESPONSE

    index: int
    fileName: str
    coinOnIt: bool = False
    noEntryTiles: int | UnsetType = UNSET
    students: list[int] | UnsetType = UNSET


class PlayerStatus(Message, frozen=True, kw_only=True):
    """A player and his dashboard. Of a player who is known already only what changed is there."""

    SECTION: ClassVar[str] = RESPONSE
    ADDED: ClassVar[tuple[str, ...]] = ("nickname", "towerColour", "numT", "connected", "standIn")

    index: int
    nickname: str | UnsetType = UNSET
    towerColour: str | UnsetType = UNSET
    assistantCardsLeft: list[int] | UnsetType = UNSET
    lastAssistantCardPlayed: int | UnsetType = UNSET
    coins: int | UnsetType = UNSET
    studentsEntrance: list[int] | UnsetType = UNSET
    studentsHall: list[int] | UnsetType = UNSET
    numTowers: int | UnsetType = UNSET
    numT: int | UnsetType = UNSET  # the document's example spells it so
    connected: bool | UnsetType = UNSET
    standIn: bool | UnsetType = UNSET


class GameState(Message, frozen=True, kw_only=True):
    """The table: all of it in a full status, otherwise what changed."""

    SECTION: ClassVar[str] = RESPONSE
    ADDED: ClassVar[tuple[str, ...]] = (
        "professors",
        "gameMode",
        "firstPlayer",
        "order",
        "bag",
        "coinSupply",
        "lastRound",
        "cloudsShort",
        "draws",
    )

    motherNatureIndex: int | UnsetType = UNSET
    archipelagos: list[ArchipelagoStatus] | UnsetType = UNSET
    clouds: list[CloudStatus] | UnsetType = UNSET
    characterCards: list[CharacterCardsStatus] | UnsetType = UNSET
    players: list[PlayerStatus] | UnsetType = UNSET
    professors: list[int] | UnsetType = UNSET
    gameMode: str | UnsetType = UNSET
    firstPlayer: int | UnsetType = UNSET
    order: list[int] | UnsetType = UNSET
    bag: int | UnsetType = UNSET
    coinSupply: int | UnsetType = UNSET
    lastRound: bool | UnsetType = UNSET
    cloudsShort: bool | UnsetType = UNSET
    draws: int | UnsetType = UNSET


# ---------------------------------------------------------------- from the server


class FromServer(Message, frozen=True, kw_only=True):
    """What the server says; `status` is 0 when all is well."""


class AddPlayerResponse(FromServer, frozen=True, kw_only=True):
    """The answer to a username: the number of the player and the code of his table, or why he cannot come in."""

    SECTION: ClassVar[str] = PRE_GAME_ERRORS
    ADDED: ClassVar[tuple[str, ...]] = ("code",)

    status: Status
    userID: int | UnsetType = UNSET
    code: str | UnsetType = UNSET
    errorMessage: str | UnsetType = UNSET


class CurrentStatus(FromServer, frozen=True, kw_only=True):
    """The game: all of it at the start, then what each command changed; an error; or, last of all, who has won."""

    SECTION: ClassVar[str] = RESPONSE
    ADDED: ClassVar[tuple[str, ...]] = ("playerIndex",)

    status: Status
    errorMessage: str | UnsetType = UNSET
    winner: str | UnsetType = UNSET
    playerIndex: int | UnsetType = UNSET
    turn: TurnStatus | UnsetType = UNSET
    game: GameState | UnsetType = UNSET


FROM_SERVER: tuple[type[FromServer], ...] = (AddPlayerResponse, CurrentStatus)
PARTS: tuple[type[Message], ...] = (
    TurnStatus,
    ActiveCharacter,
    Unfinished,
    GameState,
    ArchipelagoStatus,
    IslandStatus,
    CloudStatus,
    CharacterCardsStatus,
    PlayerStatus,
)
