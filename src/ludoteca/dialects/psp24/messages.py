"""Every message of the document and what was added here, in both directions. A line is a JSON object with a `type`.

`section` is where the document speaks of a message: `§` for its list of messages (1) and its scenarios (2), or that it
was added here. Members are spelled on the wire as there: `num_players` is `numPlayers`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec

ADDED = "added here"

Colour = Literal["GREEN", "RED", "YELLOW", "PINK", "BLUE"]
Seed = Literal["SEED1", "SEED2", "SEED3", "SEED4"]
Whole = Annotated[int, msgspec.Meta(ge=-(2**53 - 1), le=2**53 - 1)]  # further ones cannot be written everywhere


class Message(msgspec.Struct, frozen=True, tag_field="type", rename="camel"):
    """A line in either direction."""

    section: ClassVar[str] = ADDED


# ---------------------------------------------------------------- from a client


class FromClient(Message, frozen=True):
    """Something that a client says."""


class Nickname(FromClient, frozen=True, tag="nickname"):
    """Say who one is: `name`, or `name@CODE` for a table of which one knows the code, each also with `#secret`."""

    section: ClassVar[str] = "§1.1"
    nickname: str


class RegisterNickname(FromClient, frozen=True, tag="registerNickname"):
    """The same as `nickname`."""

    section: ClassVar[str] = "§1.2"
    nickname: str


class JoinLobby(FromClient, frozen=True, tag="joinLobby"):
    """Take a seat in the lobby of a table, or go on with a game to which one comes back."""

    section: ClassVar[str] = "§2.1"


class AddToLobby(FromClient, frozen=True, tag="addToLobby"):
    """The same as `joinLobby`; its argument, the socket, is not read."""

    section: ClassVar[str] = "§1.6"


class SetNumPlayer(FromClient, frozen=True, tag="setNumPlayer"):
    """How many play, 2 to 4; `bots` of the seats are filled by bots (added here)."""

    section: ClassVar[str] = "§1.7"
    num_players: Whole
    bots: Whole = 0


class SetExpertsVariant(FromClient, frozen=True, tag="setExpertsVariant"):
    """Whether the game is played with characters and coins."""

    section: ClassVar[str] = "§1.8"
    experts_variant: bool


class SetAssistantSeed(FromClient, frozen=True, tag="setAssistantSeed"):
    """Which deck of assistants one takes."""

    section: ClassVar[str] = "§1.9"
    seed: Seed


class ChooseAssistantCard(FromClient, frozen=True, tag="chooseAssistantCard"):
    """Play the assistant of this value."""

    section: ClassVar[str] = "§1.10"
    assistant_card: Whole


class PlayerAnswer(FromClient, frozen=True, tag="playerAnswer"):
    """Yes: the next students go to the dining room. No: to islands. No ends a swap of a character, too."""

    section: ClassVar[str] = "§1.12"
    answer: Literal["Yes", "No"]


class ChooseStudent(FromClient, frozen=True, tag="chooseStudent"):
    """A student of the entrance, by colour; or the student or colour that a character's effect needs."""

    section: ClassVar[str] = "§1.13"
    student: Colour


class ChooseIsland(FromClient, frozen=True, tag="chooseIsland"):
    """Where the chosen student goes, 0 to 11; any island of a joined group will do."""

    section: ClassVar[str] = "§1.14"
    index: Whole


class ChooseStepsNumber(FromClient, frozen=True, tag="chooseStepsNumber"):
    """How many steps mother nature goes."""

    section: ClassVar[str] = "§1.16"
    index: Whole


class PickCloudTile(FromClient, frozen=True, tag="pickCloudTile"):
    """Take the students of a cloud; clouds are counted from 0."""

    section: ClassVar[str] = "§1.19"
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

    section: ClassVar[str] = "§1.21"


ClientMessage = (
    Nickname
    | RegisterNickname
    | JoinLobby
    | AddToLobby
    | SetNumPlayer
    | SetExpertsVariant
    | SetAssistantSeed
    | ChooseAssistantCard
    | PlayerAnswer
    | ChooseStudent
    | ChooseIsland
    | ChooseStepsNumber
    | PickCloudTile
    | ChooseCharacterCard
    | EndTurn
    | CloseSocket
)

# ---------------------------------------------------------------- from the server


class FromServer(Message, frozen=True):
    """Something that the server says."""


class Reason(msgspec.Struct, frozen=True):
    """Why not: a code for programs, a sentence for people."""

    code: str
    sentence: str


class Card(msgspec.Struct, frozen=True):
    """An assistant: its value, and how many steps it allows mother nature."""

    value: int
    steps: int


class Cloud(msgspec.Struct, frozen=True):
    """A cloud that can be taken, and the students on it."""

    index: int
    students: list[Colour]


class Ack(FromServer, frozen=True, tag="ack", omit_defaults=True):
    """What came last was accepted. After `joinLobby` it says how the table and the player are called (added here)."""

    section: ClassVar[str] = "§1.3"
    code: str | None = None
    nickname: str | None = None


class Nack(FromServer, frozen=True, tag="nack"):
    """What came last was not accepted and changed nothing. The reason was added here."""

    section: ClassVar[str] = "§1.4"
    reason: Reason


class RenderView(FromServer, frozen=True, tag="renderView"):
    """The whole table as it is now. `ID` counts the players in the order of joining, from 0; null: nobody moves."""

    section: ClassVar[str] = "§1.5"
    id: int | None = msgspec.field(name="ID")
    nickname: str | None
    new_view: dict[str, Any]


class AskNumPlayer(FromServer, frozen=True, tag="askNumPlayer"):
    """To the first of a table: how many are to play?"""

    section: ClassVar[str] = "§1.7"


class AskExpertsVariant(FromServer, frozen=True, tag="askExpertsVariant"):
    """To the first of a table: with characters and coins?"""

    section: ClassVar[str] = "§1.8"


class AskAssistantSeed(FromServer, frozen=True, tag="askAssistantSeed"):
    """Which of the decks that are left?"""

    section: ClassVar[str] = "§1.9"
    seeds: list[Seed]


class AskAssistantCard(FromServer, frozen=True, tag="askAssistantCard"):
    """Which assistant? `cards` are those that may be played now."""

    section: ClassVar[str] = "§1.10"
    cards: list[Card]


class AskDiningRoomMovement(FromServer, frozen=True, tag="askDiningRoomMovement"):
    """Are students to go to the dining room? Asked once in a turn, before the first student."""

    section: ClassVar[str] = "§1.11"


class AskMotherNatureMovement(FromServer, frozen=True, tag="askMotherNatureMovement"):
    """How far does mother nature go, 1 to `maxSteps`?"""

    section: ClassVar[str] = "§1.15"
    max_steps: int


class NotifyInfluenceResult(FromServer, frozen=True, tag="notifyInfluenceResult"):
    """To whoever had an island resolved: the influence of each player there, and who has most of all, if one has.

    Members of a team have the influence of the team and are named together, with a comma between. Where a no-entry
    tile was used up nobody is counted.
    """

    section: ClassVar[str] = "§1.17"
    island_index: int
    influence: dict[str, int]
    winner: str | None


class AskCloudTile(FromServer, frozen=True, tag="askCloudTile"):
    """Which cloud? `clouds` are those that can be taken."""

    section: ClassVar[str] = "§1.18"
    clouds: list[Cloud]


class AskCharacterChoice(FromServer, frozen=True, tag="askCharacterChoice"):
    """What the effect of a character needs next: one of `students` or of `islands`.

    `choice` says from where: `card`, `entrance`, `diningRoom`, or any `colour` or `island`. `canStop`: `playerAnswer`
    No ends the swap with the pairs chosen so far.
    """

    character_card: int
    choice: Literal["card", "entrance", "diningRoom", "colour", "island"]
    students: list[Colour]
    islands: list[int]
    can_stop: bool


class AskEndTurn(FromServer, frozen=True, tag="askEndTurn"):
    """There is no cloud to take: a character may still be used before the turn ends."""


class AnnounceResult(FromServer, frozen=True, tag="announceResult"):
    """The game is over. `winners` and `why` (rules, alone, resigned, agreed or closed) were added here."""

    section: ClassVar[str] = "§1.20"
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


ServerMessage = (
    Ack
    | Nack
    | RenderView
    | AskNumPlayer
    | AskExpertsVariant
    | AskAssistantSeed
    | AskAssistantCard
    | AskDiningRoomMovement
    | AskMotherNatureMovement
    | NotifyInfluenceResult
    | AskCloudTile
    | AskCharacterChoice
    | AskEndTurn
    | AnnounceResult
    | MovedToLobby
    | RemovedFromLobby
)

Question = (
    AskNumPlayer
    | AskExpertsVariant
    | AskAssistantSeed
    | AskAssistantCard
    | AskDiningRoomMovement
    | AskMotherNatureMovement
    | AskCloudTile
    | AskCharacterChoice
    | AskEndTurn
)

# ---------------------------------------------------------------- lines

_encoder = msgspec.json.Encoder()
_from_client: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_from_server: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


def line(message: Message) -> bytes:
    return _encoder.encode(message) + b"\n"


class Malformed(ValueError):
    """Not a message of this dialect. `claimed` is the type it says it is, if that could be read."""

    def __init__(self, problem: str, claimed: str) -> None:
        super().__init__(problem)
        self.claimed = claimed


LONGEST_PROBLEM = 200  # characters: msgspec repeats what it could not read, however long that is


def read_from_client(text: bytes) -> ClientMessage:
    try:
        return _from_client.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(str(error)[:LONGEST_PROBLEM], _claimed_type(text)) from error


class _Claiming(msgspec.Struct):
    type: str = ""


def _claimed_type(text: bytes) -> str:
    try:
        return msgspec.json.decode(text, type=_Claiming).type
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""


def read_from_server(text: bytes) -> ServerMessage | None:
    """None for messages that were added after this was written: a client goes on without them."""
    if _claimed_type(text) not in _KNOWN:
        return None
    return _from_server.decode(text)


_KNOWN = {kind.__struct_config__.tag for kind in ServerMessage.__args__}
