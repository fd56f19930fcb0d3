"""Every message of the document and what was added here, in both directions. A line is a JSON object with a `type`.

Sections are those of the document's list of messages (1) and of its scenarios (2). Members are spelled on the wire as
there: `num_players` is `numPlayers`.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from ludoteca.dialects.eriantys.spelling import Colour, Tower
from ludoteca.dialects.messages import Message, Vocabulary, says

VERSION = "1.1"  # of what was added here

Seed = Literal["SEED1", "SEED2", "SEED3", "SEED4"]
Whole = Annotated[int, msgspec.Meta(ge=-(2**53 - 1), le=2**53 - 1)]  # further ones cannot be written everywhere

# ---------------------------------------------------------------- parts of messages


class Part(Message, frozen=True, rename="camel"):
    """A part of a message."""


class Reason(Part, frozen=True):
    """Why not: a code for programs, a sentence for people."""

    code: str
    sentence: str


class Card(Part, frozen=True):
    """An assistant: its value, and how many steps it allows mother nature."""

    value: int
    steps: int


class Cloud(Part, frozen=True):
    """A cloud that can be taken, and the students on it."""

    index: int
    students: list[Colour]


class Island(Part, frozen=True):
    """A group of islands."""

    island_id: Annotated[int, says("its first island clockwise, 0 to 11")] = msgspec.field(name="islandID")
    tiles: Annotated[list[int], says("its islands")]
    students: Annotated[list[Colour], says("one for each student of the group")]
    tower: Tower | None
    num_towers: Annotated[int, says("one on each island, or none")]
    no_entry_tiles: Annotated[int, says("how many lie there")]


class CloudTile(Part, frozen=True):
    """A cloud on the table."""

    cloud_id: Annotated[int, says("counted from 0")] = msgspec.field(name="cloudID")
    students: Annotated[list[Colour], says("empty when it was taken")]


class Character(Part, frozen=True):
    """A character of an expert game."""

    character: Annotated[int, says("1 to 12")]
    cost: Annotated[int, says("what it costs now")]
    used: Annotated[bool, says("whether it was ever used")]
    students: Annotated[list[Colour], says("on 1, 7 and 11")]
    no_entry_tiles: Annotated[int, says("how many are on it, with 5")]


class Player(Part, frozen=True):
    """A player and his school."""

    nickname: Annotated[str, says("unique at the table")]
    tower: Annotated[Tower, says("members of a team have the same")]
    wizard: Annotated[Seed, says("the deck")]
    towers_left: Annotated[int, says("of the player, or of the team")]
    entrance: list[Colour]
    dining_room: Annotated[dict[Colour, int], says("how many of each colour")]
    professors: list[Colour]
    assistants: Annotated[list[int], says("values in hand")]
    last_assistant: Annotated[int | None, says("value played in this round")]
    coins: Annotated[int, says("0 in a basic game")]
    connected: Annotated[bool, says("whether somebody is there")]
    stand_in: Annotated[str | None, says("why a stand-in plays: `absent`, `clock` or `resigned`")]


class ActiveCharacter(Part, frozen=True):
    """A character whose effect lasts for this turn."""

    character: int
    colour: Annotated[Colour | None, says("with 9")]


class Effect(Part, frozen=True):
    """An effect that needs further choices, with those made so far."""

    character: int
    student: Colour | None
    students_from: list[Colour]
    students_to: list[Colour]


class View(Part, frozen=True):
    """The table as a seat may see it."""

    islands: Annotated[list[Island], says("the groups of islands, clockwise")]
    mother_nature: Annotated[int, says("the `islandID` of the group on which she stands")]
    clouds: list[CloudTile]
    characters: Annotated[list[Character], says("three in an expert game, otherwise none")]
    players: Annotated[list[Player], says("in the order of joining")]
    phase: Annotated[str, says("`planning`, `action` or `over`")]
    step: Annotated[str | None, says("in the action phase `students`, `motherNature`, `cloud` or `end`")]
    students_moved: Annotated[int | None, says("how many of this turn's students are moved; null outside of move 1")]
    current_player: Annotated[str | None, says("nickname of whoever moves; null when the game is over")]
    first_player: Annotated[str, says("nickname of whoever opened the planning phase of this round")]
    order: Annotated[list[str], says("nicknames in the order of play of this phase")]
    round: Annotated[int, says("counted from 1")]
    last_round: Annotated[bool, says("whether this round is the last one")]
    clouds_short: Annotated[bool, says("whether the clouds could not all be filled, so that none is taken")]
    coins: Annotated[int, says("the general supply; 0 in a basic game")]
    bag: Annotated[int, says("how many students are in the bag")]
    expert: Annotated[bool, says("whether there are characters and coins")]
    active_character: ActiveCharacter | None
    character_used: Annotated[bool, says("whether a character was used in this turn")]
    unfinished: Effect | None
    draws: Annotated[int, says("how many words of the draw stream are used (see [Draws](../draws.md))")]
    paused: Annotated[bool, says("whether the game waits until somebody is back")]


# ---------------------------------------------------------------- from a client


class FromClient(Message, frozen=True, tag_field="type", rename="camel"):
    """Something that a client says."""


class Nickname(FromClient, frozen=True, tag="nickname"):
    """Say who one is: `name`, or `name@CODE` for a table of which one knows the code, each also with `#secret`."""

    SECTION = "§1.1"
    nickname: str


class RegisterNickname(FromClient, frozen=True, tag="registerNickname"):
    """The same as `nickname`."""

    SECTION = "§1.2"
    nickname: str


class JoinLobby(FromClient, frozen=True, tag="joinLobby"):
    """Take a seat in the lobby of a table, or go on with a game to which one comes back."""

    SECTION = "§2.1"


class AddToLobby(FromClient, frozen=True, tag="addToLobby"):
    """The same as `joinLobby`; its argument, the socket, is not read."""

    SECTION = "§1.6"


class SetNumPlayer(FromClient, frozen=True, tag="setNumPlayer"):
    """How many play, 2 to 4; `bots` of the seats are filled by bots (added here)."""

    SECTION = "§1.7"
    num_players: Whole
    bots: Whole = 0


class SetExpertsVariant(FromClient, frozen=True, tag="setExpertsVariant"):
    """Whether the game is played with characters and coins."""

    SECTION = "§1.8"
    experts_variant: bool


class SetAssistantSeed(FromClient, frozen=True, tag="setAssistantSeed"):
    """Which deck of assistants one takes."""

    SECTION = "§1.9"
    seed: Seed


class ChooseAssistantCard(FromClient, frozen=True, tag="chooseAssistantCard"):
    """Play an assistant."""

    SECTION = "§1.10"
    assistant_card: Annotated[Whole | Card, says("its value, or the card as it was offered")]

    @property
    def value(self) -> int:
        return self.assistant_card.value if isinstance(self.assistant_card, Card) else self.assistant_card


class PlayerAnswer(FromClient, frozen=True, tag="playerAnswer"):
    """Yes: the next students go to the dining room. No: to islands. No ends a swap of a character, too."""

    SECTION = "§1.12"
    answer: Literal["Yes", "No"]


class ChooseStudent(FromClient, frozen=True, tag="chooseStudent"):
    """A student of the entrance, by colour; or the student or colour that a character's effect needs."""

    SECTION = "§1.13"
    student: Colour


class ChooseIsland(FromClient, frozen=True, tag="chooseIsland"):
    """Where the chosen student goes, 0 to 11; any island of a joined group will do."""

    SECTION = "§1.14"
    index: Whole


class ChooseStepsNumber(FromClient, frozen=True, tag="chooseStepsNumber"):
    """How many steps mother nature goes."""

    SECTION = "§1.16"
    index: Whole


class PickCloudTile(FromClient, frozen=True, tag="pickCloudTile"):
    """Take the students of a cloud; clouds are counted from 0."""

    SECTION = "§1.19"
    index: Whole


class ChooseCharacterCard(FromClient, frozen=True, tag="chooseCharacterCard"):
    """Use a character, 1 to 12, with what its effect needs; or let oneself be asked for that, one thing at a time.

    Character 1 needs `student` and `islandIndex`; 3 and 5 `islandIndex`; 9, 11 and 12 `student`; 7 as many
    `studentsFrom` the card as `studentsTo` it from the entrance; 10 as many `studentsFrom` the entrance as `studentsTo`
    it from the dining room.
    """

    character_card: Whole
    student: Colour | None = None
    island_index: Whole | None = None
    students_from: list[Colour] | None = None
    students_to: list[Colour] | None = None
    ask: bool = False


class EndTurn(FromClient, frozen=True, tag="endTurn"):
    """End one's turn in a round without clouds to take."""


class CloseSocket(FromClient, frozen=True, tag="closeSocket"):
    """Go. The connection is closed; in a game the seat is kept."""

    SECTION = "§1.21"


# ---------------------------------------------------------------- from the server


class FromServer(Message, frozen=True, tag_field="type", rename="camel"):
    """Something that the server says."""


class Ack(FromServer, frozen=True, tag="ack", omit_defaults=True):
    """What came last was accepted. After `joinLobby` it says how the table and the player are called (added here)."""

    SECTION = "§1.3"
    code: str | None = None
    nickname: str | None = None


class Nack(FromServer, frozen=True, tag="nack"):
    """What came last was not accepted and changed nothing. The reason was added here."""

    SECTION = "§1.4"
    reason: Reason


class RenderView(FromServer, frozen=True, tag="renderView"):
    """The whole table as it is now. `ID` counts the players in the order of joining, from 0; null: nobody moves."""

    SECTION = "§1.5"
    id: int | None = msgspec.field(name="ID")
    nickname: str | None
    new_view: View


class Question(FromServer, frozen=True):
    """Something that waits for an answer."""


class AskNumPlayer(Question, frozen=True, tag="askNumPlayer"):
    """To the first of a table: how many are to play?"""

    SECTION = "§1.7"


class AskExpertsVariant(Question, frozen=True, tag="askExpertsVariant"):
    """To the first of a table: with characters and coins?"""

    SECTION = "§1.8"


class AskAssistantSeed(Question, frozen=True, tag="askAssistantSeed"):
    """Which of the decks that are left?"""

    SECTION = "§1.9"
    seeds: list[Seed]


class AskAssistantCard(Question, frozen=True, tag="askAssistantCard"):
    """Which assistant? `cards` are those that may be played now."""

    SECTION = "§1.10"
    cards: list[Card]


class AskDiningRoomMovement(Question, frozen=True, tag="askDiningRoomMovement"):
    """Are students to go to the dining room? Asked once in a turn, before the first student."""

    SECTION = "§1.11"


class AskMotherNatureMovement(Question, frozen=True, tag="askMotherNatureMovement"):
    """How far does mother nature go, 1 to `maxSteps`?"""

    SECTION = "§1.15"
    max_steps: int


class NotifyInfluenceResult(FromServer, frozen=True, tag="notifyInfluenceResult"):
    """To whoever had an island resolved: the influence of each player there, and who has most of all, if one has.

    Members of a team have the influence of the team and are named together, with a comma between. Where a no-entry
    tile was used up nobody is counted.
    """

    SECTION = "§1.17"
    island_index: int
    influence: dict[str, int]
    winner: str | None


class AskCloudTile(Question, frozen=True, tag="askCloudTile"):
    """Which cloud? `clouds` are those that can be taken."""

    SECTION = "§1.18"
    clouds: list[Cloud]


class AskCharacterChoice(Question, frozen=True, tag="askCharacterChoice"):
    """What the effect of a character needs next: one of `students` or of `islands`.

    `choice` says from where: `card`, `entrance`, `diningRoom`, or any `colour` or `island`. `canStop`: `playerAnswer`
    No ends the swap with the pairs chosen so far.
    """

    character_card: int
    choice: Literal["card", "entrance", "diningRoom", "colour", "island"]
    students: list[Colour]
    islands: list[int]
    can_stop: bool


class AskEndTurn(Question, frozen=True, tag="askEndTurn"):
    """There is no cloud to take: a character may still be used before the turn ends."""


class AnnounceResult(FromServer, frozen=True, tag="announceResult"):
    """The game is over. `winners` and `why` (rules, alone, resigned, agreed or closed) were added here."""

    SECTION = "§1.20"
    result: Literal["Winner", "Loser"]
    winners: list[str]
    why: str


class MovedToLobby(FromServer, frozen=True, tag="movedToLobby"):
    """The first of the table wants fewer players: this one waits at the table `code` from now on."""

    code: str
    reason: Reason


class RemovedFromLobby(FromServer, frozen=True, tag="removedFromLobby"):
    """The seat is gone. One may say `nickname` again."""

    reason: Reason


VOCABULARY = Vocabulary(
    FromClient, FromServer, Part, {"Colour": get_args(Colour), "Tower": get_args(Tower), "Seed": get_args(Seed)}
)
