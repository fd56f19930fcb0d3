"""Every message of the dialect, in both directions. `type` names it; members that are not known are ignored.

Islands are positions in the list of groups, from 0: when islands join, those behind move up. Students are lists of
colours in one order.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

from ludoteca.dialects.eriantys.spelling import Colour, Tower
from ludoteca.dialects.messages import Message, Vocabulary

VERSION = "1.1"  # of what was added here

LARGEST = 2**53 - 1
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)]  # what is out of range is said elsewhere
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]
Mage: TypeAlias = Literal["MAGE1", "MAGE2", "MAGE3", "MAGE4"]
Char: TypeAlias = Literal[
    "CHAR1", "CHAR2", "CHAR3", "CHAR4", "CHAR5", "CHAR6", "CHAR7", "CHAR8", "CHAR9", "CHAR10", "CHAR11", "CHAR12"
]  # fmt: skip
Status: TypeAlias = Literal["SETUP", "PLAYING", "PAUSE", "ENDED"]
Phase: TypeAlias = Literal["PLANNING", "ACTION", "OVER"]
Step: TypeAlias = Literal["STUDENTS", "MOTHER_NATURE", "CLOUD", "END"]

# ---------------------------------------------------------------- what lies on the table


class Part(Message, frozen=True, rename="camel"):
    """A part of a message."""


class LobbyShape(Part, frozen=True):
    """A table in the list. `mages` and `towers` belong to `nicknames`, in the same order; null: not chosen yet."""

    SECTION = "1.1"
    ADDED = ("code",)
    lobby_index: int
    nicknames: list[str]
    num_players: int
    mages: list[Mage | None]
    towers: list[Tower | None]
    mode: bool
    game_status: Status
    code: str


class VirtualIsland(Part, frozen=True):
    """A group of islands. `towers` has one for each tile, `tiles` the numbers 0 to 11 that are joined in it."""

    SECTION = "1.4.1"
    ADDED = ("tiles",)
    students: list[Colour]
    towers: list[Tower]
    no_entry: int
    num_sub_island: int
    tiles: list[int]


class VirtualAssistant(Part, frozen=True):
    """An assistant card: how far mother nature may go, and the value that decides the order."""

    SECTION = "1.3"
    mn_steps: int = msgspec.field(name="MNsteps")
    turn: int


class VirtualHand(Part, frozen=True):
    """The assistants that are left, lowest first. `ChooseAssistant` counts them from 1."""

    SECTION = "1.3"
    mage: Mage | None
    cards: list[VirtualAssistant]


class VirtualBoard(Part, frozen=True):
    """A school. Of a team the first member keeps the towers."""

    SECTION = "1.4.1"
    entrance: list[Colour]
    towers: list[Tower]
    hall: dict[Colour, int]


class VirtualPlayer(Part, frozen=True):
    """A player. `virtualLastAssistant` is the card of this round, null until it is played."""

    SECTION = "1.4.1"
    ADDED = ("colorT",)
    nickname: str
    virtual_coins: int
    virtual_last_assistant: VirtualAssistant | None
    virtual_hand: VirtualHand
    virtual_board: VirtualBoard
    color_t: Tower | None


class VirtualCloud(Part, frozen=True):
    """A cloud; one that was taken has no students."""

    SECTION = "1.4.1"
    students: list[Colour]


class VirtualCharacter(Part, frozen=True, omit_defaults=True):
    """A character. `active` while its effect is owed or in force; `color` is what CHAR9 ignores."""

    SECTION = "1.4.1"
    ADDED = ("color",)
    c: Char
    cost: int
    already_played: bool
    active: bool
    students: list[Colour] | None = None
    no_entry: int | None = None
    color: Colour | None = None


class Owed(Part, frozen=True):
    """An effect that is not finished: the colours chosen so far.

    CHAR1: the student; CHAR7: card, entrance, card, entrance; CHAR10: entrance, hall, entrance, hall.
    """

    c: Char
    chosen: list[Colour]


class VirtualTurn(Part, frozen=True):
    """Where the game stands. `order` is that of the action phase, empty before it; `current` has to decide.

    `bag` counts the students in the bag, `draws` the random words drawn so far.
    """

    expert: bool
    phase: Phase
    step: Step | None
    moved: int
    first_player: str
    order: list[str]
    current: str | None
    character_used: bool
    owed: Owed | None
    last_round: bool
    clouds_short: bool
    bag: int
    draws: int


class VirtualView(Part, frozen=True):
    """The whole table. `virtualPlayers` are in clockwise order; `index` in other messages counts them from 0."""

    SECTION = "1.3"
    ADDED = ("virtualTurn",)
    virtual_world: list[VirtualIsland]
    virtual_players: list[VirtualPlayer]
    virtual_clouds: list[VirtualCloud]
    virtual_profs: dict[Colour, str | None]
    virtual_characters: list[VirtualCharacter]
    virtual_coins: int
    mn_pos: int
    virtual_turn: VirtualTurn


# ---------------------------------------------------------------- both directions


class FromClient(Message, frozen=True, tag_field="type", tag=True, rename="camel", kw_only=True, omit_defaults=True):
    """Something that a client says."""


class FromServer(Message, frozen=True, tag_field="type", tag=True, rename="camel", kw_only=True):
    """Something that the server says."""


# ---------------------------------------------------------------- from a client: coming and going


class GameParams(FromClient, frozen=True, kw_only=True):
    """Open a table and take its first seat; `bots` of the others are taken by bots at once."""

    SECTION = "1.1"
    ADDED = ("bots",)
    num_players: Number
    expert: bool
    nickname: Text
    mage: Mage
    color_t: Tower | None = None
    bots: Number = 0


class Join(FromClient, frozen=True, kw_only=True):
    """Take a seat at a table, or come back to one's own: by its `index` in the list, or by its `code`."""

    SECTION = "1.1"
    ADDED = ("code",)
    nickname: Text
    mage: Mage
    index: Number | None = None
    color_t: Tower | None = None
    code: Text | None = None

    def __post_init__(self) -> None:
        """Read from a line, the error is that of a line that is no message."""
        if self.index is None and self.code is None and "@" not in self.nickname:
            raise ValueError("Join needs `index`, a number of the list, or `code`, the code of a table")


class Pong(FromClient, frozen=True, kw_only=True):
    """The answer to `Ping`."""

    SECTION = "1.2"


class Disconnect(FromClient, frozen=True, kw_only=True):
    """Leave: before the game the seat is free again, in a game it is kept; the connection is closed."""

    SECTION = "1.2"


# ---------------------------------------------------------------- from a client: playing


class OfPlaying(FromClient, frozen=True, kw_only=True):
    """Something that the player says whose turn it is."""


class ChooseAssistant(OfPlaying, frozen=True, kw_only=True):
    """Play an assistant: its place among the cards left in the hand, from 1."""

    SECTION = "1.3"
    index: Number


class MoveToIsland(OfPlaying, frozen=True, kw_only=True):
    """Move a student from the entrance to an island."""

    SECTION = "1.4"
    color_s: Colour
    index: Number


class EntranceToHall(OfPlaying, frozen=True, kw_only=True):
    """Move a student from the entrance to one's own hall."""

    SECTION = "1.4"
    color_s: Colour


class MoveMN(OfPlaying, frozen=True, kw_only=True):
    """Send mother nature so many steps on."""

    SECTION = "1.4"
    steps: Number


class ChooseCloud(OfPlaying, frozen=True, kw_only=True):
    """Take the students of a cloud, counted from 0; this ends the turn."""

    SECTION = "1.4"
    index: Number


class PlayCharacter(OfPlaying, frozen=True, kw_only=True):
    """Activate a character; the messages that follow say what its effect is to do, at any moment of the turn."""

    SECTION = "1.4.1"
    c: Char


class ChooseIsland(OfPlaying, frozen=True, kw_only=True):
    """CHAR3 resolves this island, CHAR5 puts a no-entry tile on it."""

    SECTION = "1.4.1"
    island_index: Number


class ChooseColor(OfPlaying, frozen=True, kw_only=True):
    """CHAR9 ignores this colour, CHAR11 seats such a student, CHAR12 makes everybody return three of them."""

    SECTION = "1.4.1"
    color: Colour


class ChooseTwoColors(OfPlaying, frozen=True, kw_only=True):
    """One pair of a swap: the first leaves the entrance (CHAR7) or the hall (CHAR10), the second goes the other way.

    Up to three pairs of CHAR7 and two of CHAR10 may follow each other. Any other move ends the swap.
    """

    SECTION = "1.4.1"
    first_color: Colour
    second_color: Colour


class SpecialMoveIsland(OfPlaying, frozen=True, kw_only=True):
    """CHAR1 moves this student of the card to this island."""

    SECTION = "1.4.1"
    student: Colour
    island_index: Number


class EndCharacter(OfPlaying, frozen=True, kw_only=True):
    """Enough pairs were swapped by CHAR7 or CHAR10. It need not be said: any other move says the same."""


class EndMyTurn(OfPlaying, frozen=True, kw_only=True, tag="EndTurn"):
    """End one's turn, in the last round of an expert game whose clouds could not be filled."""


# ---------------------------------------------------------------- from the server: coming and going


class Welcome(FromServer, frozen=True, kw_only=True):
    """The tables that have not ended: on connecting, and when the list changes while one has no seat."""

    SECTION = "1.1"
    lobbies: list[LobbyShape]


class InformationConnection(FromServer, frozen=True, kw_only=True):
    """One has a seat, or somebody at the table came or went before the game; `nickname` is one's own."""

    SECTION = "2.1"
    ADDED = ("nickname", "code", "nicknames")
    string: str
    nickname: str
    code: str
    nicknames: list[str]


class Error(FromServer, frozen=True, kw_only=True):
    """What was sent changed nothing; `code` is for programs, `string` for people."""

    SECTION = "1.1"
    ADDED = ("code",)
    string: str
    code: str


class Ping(FromServer, frozen=True, kw_only=True):
    """Every second; after five without a word of the client the connection is closed."""

    SECTION = "1.2"


# ---------------------------------------------------------------- from the server: asking


class GameStart(FromServer, frozen=True, kw_only=True):
    """The whole table: at the start, on coming back, and after something was taken back."""

    SECTION = "1.3"
    virtual_view: VirtualView


class SelectAssistant(FromServer, frozen=True, kw_only=True):
    """Play an assistant."""

    SECTION = "1.3"


class MoveStudentRequest(FromServer, frozen=True, kw_only=True):
    """Move students, one by one: three, or four with three players."""

    SECTION = "1.4"


class MoveMNRequest(FromServer, frozen=True, kw_only=True):
    """Move mother nature; it comes again when CHAR4 raises the limit."""

    SECTION = "1.4"
    max_steps: int


class SelectCloud(FromServer, frozen=True, kw_only=True):
    """Take a cloud."""

    SECTION = "1.4"


class CharacterRequest(FromServer, frozen=True, kw_only=True):
    """A character is active, and its effect needs a choice: `answers` are the messages that say it."""

    c: Char
    answers: list[str]


class EndTurnRequest(FromServer, frozen=True, kw_only=True):
    """There is no cloud to take: end the turn."""


class InformationGame(FromServer, frozen=True, kw_only=True):
    """What another player is asked for, or something else that one should know."""

    SECTION = "1.3"
    string: str


class EndTurn(FromServer, frozen=True, kw_only=True):
    """One's turn has ended."""

    SECTION = "2.4"


class GameMustEnd(FromServer, frozen=True, kw_only=True):
    """This round is the last one."""

    SECTION = "1.4.1"


class GameEnded(FromServer, frozen=True, kw_only=True):
    """The game is over; `reason` is rules, alone, resigned, agreed or closed."""

    SECTION = "1.4"
    ADDED = ("reason",)
    winners: list[str]
    reason: str


# ---------------------------------------------------------------- from the server: what changed


class UpdateIsland(FromServer, frozen=True, kw_only=True):
    """An island as it is now."""

    SECTION = "1.4.1"
    island: VirtualIsland
    index: int


class UpdateWorld(FromServer, frozen=True, kw_only=True):
    """All islands, after some have joined: indices have changed."""

    SECTION = "1.4.1"
    islands: list[VirtualIsland]


class UpdateMN(FromServer, frozen=True, kw_only=True):
    """Where mother nature is."""

    SECTION = "1.4.1"
    index: int


class UpdateProfs(FromServer, frozen=True, kw_only=True):
    """Who holds which professor; null: nobody."""

    SECTION = "1.4.1"
    profs: dict[Colour, str | None]


class UpdatePlayer(FromServer, frozen=True, kw_only=True):
    """A player as he is now; before the game, somebody who has come in or looks different."""

    SECTION = "1.4.1"
    player: VirtualPlayer
    index: int


class UpdateCoins(FromServer, frozen=True, kw_only=True):
    """The coins in the supply."""

    SECTION = "1.4.1"
    coins: int


class ReplaceCloud(FromServer, frozen=True, kw_only=True):
    """A cloud as it is now."""

    SECTION = "1.4.1"
    cloud: VirtualCloud
    index: int


class ReplaceCharacter(FromServer, frozen=True, kw_only=True):
    """A character as it is now."""

    SECTION = "1.4.1"
    character: VirtualCharacter
    index: int


class UpdateActiveCharacter(FromServer, frozen=True, kw_only=True):
    """Whether a character is active, when nothing else about it has changed."""

    SECTION = "1.4.1"
    index: int
    active: bool


class UpdateTurn(FromServer, frozen=True, kw_only=True):
    """Where the game stands, after every action."""

    turn: VirtualTurn


VOCABULARY = Vocabulary(
    FromClient,
    FromServer,
    Part,
    {title: get_args(words) for title, words in {"Color": Colour, "Tower": Tower, "Mage": Mage, "Char": Char}.items()},
)
