"""What lies on the table, as this dialect spells it. The client sees a `VirtualView` and then the parts that changed.

Islands are positions in the list of groups, from 0: when islands join, those behind move up. Students are lists of
colours in the order of `COLORS`. Members that the document does not name are marked in `ADDED`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Color: TypeAlias = Literal["GREEN", "RED", "YELLOW", "PINK", "BLUE"]
Tower: TypeAlias = Literal["WHITE", "BLACK", "GREY"]
Mage: TypeAlias = Literal["MAGE1", "MAGE2", "MAGE3", "MAGE4"]
Char: TypeAlias = Literal[
    "CHAR1",
    "CHAR2",
    "CHAR3",
    "CHAR4",
    "CHAR5",
    "CHAR6",
    "CHAR7",
    "CHAR8",
    "CHAR9",
    "CHAR10",
    "CHAR11",
    "CHAR12",
]
Status: TypeAlias = Literal["SETUP", "PLAYING", "PAUSE", "ENDED"]
Phase: TypeAlias = Literal["PLANNING", "ACTION", "OVER"]
Step: TypeAlias = Literal["STUDENTS", "MOTHER_NATURE", "CLOUD", "END"]


class Shape(msgspec.Struct, frozen=True, rename="camel"):
    """A part of a message."""


class LobbyShape(Shape, frozen=True):
    """A table in the list. `mages` and `towers` belong to `nicknames`, in the same order; null: not chosen yet."""

    lobby_index: int
    nicknames: list[str]
    num_players: int
    mages: list[Mage | None]
    towers: list[Tower | None]
    mode: bool
    game_status: Status
    code: str


class VirtualIsland(Shape, frozen=True):
    """A group of islands. `towers` has one for each tile, `tiles` the numbers 1 to 12 that are joined in it."""

    students: list[Color]
    towers: list[Tower]
    no_entry: int
    num_sub_island: int
    tiles: list[int]


class VirtualAssistant(Shape, frozen=True):
    """An assistant card: how far mother nature may go, and the value that decides the order."""

    mn_steps: int = msgspec.field(name="MNsteps")
    turn: int


class VirtualHand(Shape, frozen=True):
    """The assistants that are left, lowest first. `ChooseAssistant` counts them from 1."""

    mage: Mage | None
    cards: list[VirtualAssistant]


class VirtualBoard(Shape, frozen=True):
    """A school. Of a team the first member keeps the towers."""

    entrance: list[Color]
    towers: list[Tower]
    hall: dict[Color, int]


class VirtualPlayer(Shape, frozen=True):
    """A player. `virtualLastAssistant` is the card of this round, null until it is played."""

    nickname: str
    virtual_coins: int
    virtual_last_assistant: VirtualAssistant | None
    virtual_hand: VirtualHand
    virtual_board: VirtualBoard
    color_t: Tower | None


class VirtualCloud(Shape, frozen=True):
    """A cloud; one that was taken has no students."""

    students: list[Color]


class VirtualCharacter(Shape, frozen=True, omit_defaults=True):
    """A character. `active` while its effect is owed or in force; `color` is what CHAR9 ignores."""

    c: Char
    cost: int
    already_played: bool
    active: bool
    students: list[Color] | None = None
    no_entry: int | None = None
    color: Color | None = None


class Owed(Shape, frozen=True):
    """An effect that is not finished: the colours chosen so far.

    CHAR1: the student; CHAR7: card, entrance, card, entrance; CHAR10: entrance, hall, entrance, hall.
    """

    c: Char
    chosen: list[Color]


class VirtualTurn(Shape, frozen=True):
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


class VirtualView(Shape, frozen=True):
    """The whole table. `virtualPlayers` are in clockwise order; `index` in other messages counts them from 0."""

    virtual_world: list[VirtualIsland]
    virtual_players: list[VirtualPlayer]
    virtual_clouds: list[VirtualCloud]
    virtual_profs: dict[Color, str | None]
    virtual_characters: list[VirtualCharacter]
    virtual_coins: int
    mn_pos: int
    virtual_turn: VirtualTurn


SHAPES: tuple[type[Shape], ...] = (
    LobbyShape,
    VirtualView,
    VirtualIsland,
    VirtualPlayer,
    VirtualHand,
    VirtualAssistant,
    VirtualBoard,
    VirtualCloud,
    VirtualCharacter,
    VirtualTurn,
    Owed,
)

# Members that the document does not have, as they are written; a shape that is listed with none is new altogether.
ADDED: dict[type[Shape], tuple[str, ...]] = {
    LobbyShape: ("code",),
    VirtualIsland: ("tiles",),
    VirtualPlayer: ("colorT",),
    VirtualCharacter: ("color",),
    VirtualView: ("virtualTurn",),
    VirtualTurn: (),
    Owed: (),
}
