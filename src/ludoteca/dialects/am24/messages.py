"""Every message of the dialect, in both directions. `type` names it; members that are not known are ignored.

`SOURCE` says where a message comes from: the section of the document that tells of it, or `ADDED` for what the
document does not have. The page about the dialect and the test that every message is shown are made from it.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias, get_args

import msgspec

from .shapes import (
    Char,
    Color,
    LobbyShape,
    Mage,
    Tower,
    VirtualCharacter,
    VirtualCloud,
    VirtualIsland,
    VirtualPlayer,
    VirtualTurn,
    VirtualView,
)

ADDED = "added here"
LARGEST = 2**53 - 1
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)]  # what is out of range is said elsewhere
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]


class Message(msgspec.Struct, frozen=True, tag_field="type", tag=True, rename="camel", kw_only=True):
    """A line."""

    SOURCE: ClassVar[str] = ADDED


class FromClient(Message, frozen=True, kw_only=True, omit_defaults=True):
    """Something that a client says."""


class FromServer(Message, frozen=True, kw_only=True):
    """Something that the server says."""


# ---------------------------------------------------------------- from a client: coming and going


class GameParams(FromClient, frozen=True, kw_only=True):
    """Open a table and take its first seat; `bots` of the others are taken by bots at once."""

    SOURCE: ClassVar[str] = "1.1"
    num_players: Number
    expert: bool
    nickname: Text
    mage: Mage
    color_t: Tower | None = None
    bots: Number = 0


class Join(FromClient, frozen=True, kw_only=True):
    """Take a seat at a table, or come back to one's own: by its `index` in the list, or by its `code`."""

    SOURCE: ClassVar[str] = "1.1"
    nickname: Text
    mage: Mage
    index: Number | None = None
    color_t: Tower | None = None
    code: Text | None = None

    def __post_init__(self) -> None:
        """Read from a line, the error is that of a line that is no message."""
        if self.index is None and self.code is None and "@" not in self.nickname:
            raise ValueError("Object missing required field `index`")


class Pong(FromClient, frozen=True, kw_only=True):
    """The answer to `Ping`."""

    SOURCE: ClassVar[str] = "1.2"


class Disconnect(FromClient, frozen=True, kw_only=True):
    """Leave: before the game the seat is free again, in a game it is kept; the connection is closed."""

    SOURCE: ClassVar[str] = "1.2"


# ---------------------------------------------------------------- from a client: playing


class ChooseAssistant(FromClient, frozen=True, kw_only=True):
    """Play an assistant: its place among the cards left in the hand, from 1."""

    SOURCE: ClassVar[str] = "1.3"
    index: Number


class MoveToIsland(FromClient, frozen=True, kw_only=True):
    """Move a student from the entrance to an island."""

    SOURCE: ClassVar[str] = "1.4"
    color_s: Color
    index: Number


class EntranceToHall(FromClient, frozen=True, kw_only=True):
    """Move a student from the entrance to one's own hall."""

    SOURCE: ClassVar[str] = "1.4"
    color_s: Color


class MoveMN(FromClient, frozen=True, kw_only=True):
    """Send mother nature so many steps on."""

    SOURCE: ClassVar[str] = "1.4"
    steps: Number


class ChooseCloud(FromClient, frozen=True, kw_only=True):
    """Take the students of a cloud, counted from 0; this ends the turn."""

    SOURCE: ClassVar[str] = "1.4"
    index: Number


class PlayCharacter(FromClient, frozen=True, kw_only=True):
    """Pay for a character; the messages that follow say what its effect is to do."""

    SOURCE: ClassVar[str] = "1.4.1"
    c: Char


class ChooseIsland(FromClient, frozen=True, kw_only=True):
    """CHAR3 resolves this island, CHAR5 puts a no-entry tile on it."""

    SOURCE: ClassVar[str] = "1.4.1"
    island_index: Number


class ChooseColor(FromClient, frozen=True, kw_only=True):
    """CHAR9 ignores this colour, CHAR11 seats such a student, CHAR12 makes everybody return three of them."""

    SOURCE: ClassVar[str] = "1.4.1"
    color: Color


class ChooseTwoColors(FromClient, frozen=True, kw_only=True):
    """One pair of a swap: the first leaves the entrance (CHAR7) or the hall (CHAR10), the second goes the other way."""

    SOURCE: ClassVar[str] = "1.4.1"
    first_color: Color
    second_color: Color


class SpecialMoveIsland(FromClient, frozen=True, kw_only=True):
    """CHAR1 moves this student of the card to this island."""

    SOURCE: ClassVar[str] = "1.4.1"
    student: Color
    island_index: Number


class EndCharacter(FromClient, frozen=True, kw_only=True):
    """Enough pairs were chosen for CHAR7 or CHAR10: they are swapped now."""


class EndMyTurn(FromClient, frozen=True, kw_only=True, tag="EndTurn"):
    """End one's turn, in the last round of an expert game whose clouds could not be filled."""


# ---------------------------------------------------------------- from the server: coming and going


class Welcome(FromServer, frozen=True, kw_only=True):
    """The tables that have not ended: on connecting, and when the list changes while one has no seat."""

    SOURCE: ClassVar[str] = "1.1"
    lobbies: list[LobbyShape]


class InformationConnection(FromServer, frozen=True, kw_only=True):
    """One has a seat, or somebody at the table came or went before the game; `nickname` is one's own."""

    SOURCE: ClassVar[str] = "2.1"
    string: str
    nickname: str
    code: str
    nicknames: list[str]


class Error(FromServer, frozen=True, kw_only=True):
    """What was sent changed nothing; `code` is for programs, `string` for people."""

    SOURCE: ClassVar[str] = "1.1"
    string: str
    code: str


class Ping(FromServer, frozen=True, kw_only=True):
    """Every second; after five without a word of the client the connection is closed."""

    SOURCE: ClassVar[str] = "1.2"


# ---------------------------------------------------------------- from the server: asking


class GameStart(FromServer, frozen=True, kw_only=True):
    """The whole table: at the start, on coming back, and after something was taken back."""

    SOURCE: ClassVar[str] = "1.3"
    virtual_view: VirtualView


class SelectAssistant(FromServer, frozen=True, kw_only=True):
    """Play an assistant."""

    SOURCE: ClassVar[str] = "1.3"


class MoveStudentRequest(FromServer, frozen=True, kw_only=True):
    """Move students, one by one: three, or four with three players."""

    SOURCE: ClassVar[str] = "1.4"


class MoveMNRequest(FromServer, frozen=True, kw_only=True):
    """Move mother nature; it comes again when CHAR4 raises the limit."""

    SOURCE: ClassVar[str] = "1.4"
    max_steps: int


class SelectCloud(FromServer, frozen=True, kw_only=True):
    """Take a cloud."""

    SOURCE: ClassVar[str] = "1.4"


class CharacterRequest(FromServer, frozen=True, kw_only=True):
    """The effect of a character is owed: `answers` are the messages that may come now."""

    c: Char
    answers: list[str]


class EndTurnRequest(FromServer, frozen=True, kw_only=True):
    """There is no cloud to take: end the turn."""


class InformationGame(FromServer, frozen=True, kw_only=True):
    """What another player is asked for, or something else that one should know."""

    SOURCE: ClassVar[str] = "1.3"
    string: str


class EndTurn(FromServer, frozen=True, kw_only=True):
    """One's turn has ended."""

    SOURCE: ClassVar[str] = "2.4"


class GameMustEnd(FromServer, frozen=True, kw_only=True):
    """This round is the last one."""

    SOURCE: ClassVar[str] = "1.4.1"


class GameEnded(FromServer, frozen=True, kw_only=True):
    """The game is over; `reason` is rules, alone, resigned, agreed or closed."""

    SOURCE: ClassVar[str] = "1.4"
    winners: list[str]
    reason: str


# ---------------------------------------------------------------- from the server: what changed


class UpdateIsland(FromServer, frozen=True, kw_only=True):
    """An island as it is now."""

    SOURCE: ClassVar[str] = "1.4.1"
    island: VirtualIsland
    index: int


class UpdateWorld(FromServer, frozen=True, kw_only=True):
    """All islands, after some have joined: indices have changed."""

    SOURCE: ClassVar[str] = "1.4.1"
    islands: list[VirtualIsland]


class UpdateMN(FromServer, frozen=True, kw_only=True):
    """Where mother nature is."""

    SOURCE: ClassVar[str] = "1.4.1"
    index: int


class UpdateProfs(FromServer, frozen=True, kw_only=True):
    """Who holds which professor; null: nobody."""

    SOURCE: ClassVar[str] = "1.4.1"
    profs: dict[Color, str | None]


class UpdatePlayer(FromServer, frozen=True, kw_only=True):
    """A player as he is now; before the game, somebody who has come in or looks different."""

    SOURCE: ClassVar[str] = "1.4.1"
    player: VirtualPlayer
    index: int


class UpdateCoins(FromServer, frozen=True, kw_only=True):
    """The coins in the supply."""

    SOURCE: ClassVar[str] = "1.4.1"
    coins: int


class ReplaceCloud(FromServer, frozen=True, kw_only=True):
    """A cloud as it is now."""

    SOURCE: ClassVar[str] = "1.4.1"
    cloud: VirtualCloud
    index: int


class ReplaceCharacter(FromServer, frozen=True, kw_only=True):
    """A character as it is now."""

    SOURCE: ClassVar[str] = "1.4.1"
    character: VirtualCharacter
    index: int


class UpdateActiveCharacter(FromServer, frozen=True, kw_only=True):
    """Whether a character is active, when nothing else about it has changed."""

    SOURCE: ClassVar[str] = "1.4.1"
    index: int
    active: bool


class UpdateTurn(FromServer, frozen=True, kw_only=True):
    """Where the game stands, after every action."""

    turn: VirtualTurn


OF_PLAYING: tuple[type[FromClient], ...] = (
    ChooseAssistant,
    MoveToIsland,
    EntranceToHall,
    MoveMN,
    ChooseCloud,
    EndMyTurn,
    PlayCharacter,
    ChooseIsland,
    ChooseColor,
    ChooseTwoColors,
    EndCharacter,
    SpecialMoveIsland,
)
# Members that the document does not have, of messages that it has.
ADDED_MEMBERS: dict[type[Message], tuple[str, ...]] = {
    GameParams: ("bots",),
    Join: ("code",),
    InformationConnection: ("nickname", "code", "nicknames"),
    Error: ("code",),
    GameEnded: ("reason",),
}

ClientMessage: TypeAlias = (
    GameParams
    | Join
    | Pong
    | Disconnect
    | ChooseAssistant
    | MoveToIsland
    | EntranceToHall
    | MoveMN
    | ChooseCloud
    | EndMyTurn
    | PlayCharacter
    | ChooseIsland
    | ChooseColor
    | ChooseTwoColors
    | EndCharacter
    | SpecialMoveIsland
)
ServerMessage: TypeAlias = (
    Welcome
    | InformationConnection
    | Error
    | Ping
    | GameStart
    | SelectAssistant
    | MoveStudentRequest
    | MoveMNRequest
    | SelectCloud
    | CharacterRequest
    | EndTurnRequest
    | InformationGame
    | EndTurn
    | GameMustEnd
    | GameEnded
    | UpdateIsland
    | UpdateWorld
    | UpdateMN
    | UpdateProfs
    | UpdatePlayer
    | UpdateCoins
    | ReplaceCloud
    | ReplaceCharacter
    | UpdateActiveCharacter
    | UpdateTurn
)

FROM_CLIENT: tuple[type[FromClient], ...] = get_args(ClientMessage)
FROM_SERVER: tuple[type[FromServer], ...] = get_args(ServerMessage)


def name_of(kind: type[Message]) -> str:
    """As `type` spells it."""
    tag = kind.__struct_config__.tag
    assert isinstance(tag, str)
    return tag
