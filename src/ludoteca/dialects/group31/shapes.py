"""What messages contain: the table and its players, as `GameStarted` shows them."""

from __future__ import annotations

from typing import Annotated

import msgspec

from .spelling import Colour, Shape, Tower, Wizard

# Lists by colour have each student in them: two red ones are ["RED", "RED"].
Students = Annotated[list[Colour], msgspec.Meta(description="One word for each student.")]
Professors = Annotated[list[Colour], msgspec.Meta(description="The colours whose professors the player has.")]
Nickname = str
IslandID = Annotated[int, msgspec.Meta(description="0 to 11; a joined group answers to each of its tiles.")]
CloudID = Annotated[int, msgspec.Meta(description="From 0 on.")]
AssistantValue = Annotated[int, msgspec.Meta(description="1 to 10.")]
CharacterNumber = Annotated[int, msgspec.Meta(description="1 to 12.")]


class Member(Shape, frozen=True):
    """Somebody at a game that has not started. What has not been chosen is null."""

    nickname: Nickname
    tower: Tower | None
    wizard: Wizard | None


class Island(Shape, frozen=True):
    """An island, or several that are joined: `tiles` are its parts, clockwise, and `islandID` is one of them."""

    island_id: IslandID
    tiles: list[int]
    students: Students
    tower: Tower | None
    num_towers: int
    no_entry_tiles: int


class Cloud(Shape, frozen=True):
    """A cloud; empty when somebody has taken its students."""

    cloud_id: CloudID
    students: Students


class CharacterCard(Shape, frozen=True):
    """A character of an expert game. `cost` is what it costs now; `used` says that this is one more than printed."""

    character: CharacterNumber
    cost: int
    used: bool
    students: Students
    no_entry_tiles: int


class ActiveCharacter(Shape, frozen=True):
    """A character whose effect lasts until the end of the turn; `student` is the colour that the ninth rules out."""

    character: CharacterNumber
    student: Colour | None = None


class CardUse(Shape, frozen=True):
    """A character and as much of its choices as has been made."""

    character: CharacterNumber
    student: Colour | None = None
    island_id: IslandID | None = None
    students_from: Students = msgspec.field(default_factory=list)
    students_to: Students = msgspec.field(default_factory=list)


class Player(Shape, frozen=True):
    """A player and his school. `lastAssistant` is the one of this round, null before it is played."""

    nickname: Nickname
    tower: Tower
    wizard: Wizard
    towers_left: int
    entrance: Students
    dining_room: dict[Colour, int]
    professors: Professors
    assistants: list[AssistantValue]
    last_assistant: AssistantValue | None
    coins: int


class GameTable(Shape, frozen=True):
    """The middle of the table, and where the game is. Members from `phase` on are added here."""

    islands: list[Island]
    mother_nature: IslandID
    clouds: list[Cloud]
    characters: list[CharacterCard]
    coins: Annotated[int, msgspec.Meta(description="In the supply.")]
    bag: Annotated[int, msgspec.Meta(description="How many students are in it.")]
    expert: bool
    round: int
    phase: Annotated[str, msgspec.Meta(description="planning, action or over.")]
    step: Annotated[str | None, msgspec.Meta(description="students, mother_nature, cloud, end; null when planning.")]
    moved: Annotated[int, msgspec.Meta(description="Students moved in this turn.")]
    current_player: Annotated[Nickname | None, msgspec.Meta(description="null when the game is over.")]
    first_player: Annotated[Nickname, msgspec.Meta(description="Who opened the planning phase of this round.")]
    order: Annotated[list[Nickname], msgspec.Meta(description="Order of play in the action phase.")]
    active_character: ActiveCharacter | None
    character_used: Annotated[bool, msgspec.Meta(description="Whether one was used in this turn.")]
    unfinished: Annotated[CardUse | None, msgspec.Meta(description="A character whose effect is only half chosen.")]
    last_round: bool
    clouds_short: Annotated[bool, msgspec.Meta(description="The bag did not fill all clouds: none is taken.")]
    draws: Annotated[int, msgspec.Meta(description="Random words used so far, to check the game afterwards.")]
