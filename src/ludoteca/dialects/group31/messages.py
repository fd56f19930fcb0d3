"""Every message of the dialect, in both directions. `type` names it; members that are not known are ignored.

Each class says where the document speaks of it (`heading`; None for what is added here) and in which scenario it is
shown. A *notification* is acknowledged by the client; the next one waits for that.
"""

from __future__ import annotations

import re
from typing import Annotated, ClassVar, Literal, get_args

import msgspec

from ludoteca.dialects.eriantys.spelling import Colour, Tower
from ludoteca.dialects.messages import LONGEST_DETAIL, UNREADABLE, Malformed, Message, Vocabulary, name, says

VERSION = "1.1"  # of what was added here

Wizard = Literal["W1", "W2", "W3", "W4"]
# Lists by colour have each student in them: two red ones are ["RED", "RED"].
Students = Annotated[list[Colour], says("One word for each student.")]
Professors = Annotated[list[Colour], says("The colours whose professors the player has.")]
Nickname = str
IslandID = Annotated[int, says("0 to 11; a joined group answers to each of its tiles.")]
CloudID = Annotated[int, says("From 0 on.")]
AssistantValue = Annotated[int, says("1 to 10.")]
CharacterNumber = Annotated[int, says("1 to 12.")]

# Where the document writes an identifier in its own way.
SPELLED = {
    "game_id": "gameId",
    "game_ids": "gameIDs",
    "island_id": "islandID",
    "island_id1": "islandID1",
    "island_id2": "islandID2",
    "cloud_id": "cloudID",
}


def on_the_wire(member: str) -> str:
    """The spelling of a member's name."""
    head, *rest = member.split("_")
    return SPELLED.get(member) or head + "".join(part.capitalize() for part in rest)


# ---------------------------------------------------------------- what messages contain


class Part(Message, frozen=True, kw_only=True, rename=on_the_wire):
    """Something with members that travels inside a message."""

    SECTION = "Messages"


class Member(Part, frozen=True, kw_only=True):
    """Somebody at a game that has not started. What has not been chosen is null."""

    nickname: Nickname
    tower: Tower | None
    wizard: Wizard | None


class Island(Part, frozen=True, kw_only=True):
    """An island, or several that are joined: `tiles` are its parts, clockwise, and `islandID` is one of them."""

    island_id: IslandID
    tiles: list[int]
    students: Students
    tower: Tower | None
    num_towers: int
    no_entry_tiles: int


class Cloud(Part, frozen=True, kw_only=True):
    """A cloud; empty when somebody has taken its students."""

    cloud_id: CloudID
    students: Students


class CharacterCard(Part, frozen=True, kw_only=True):
    """A character of an expert game. `cost` is what it costs now; `used` says that this is one more than printed."""

    character: CharacterNumber
    cost: int
    used: bool
    students: Students
    no_entry_tiles: int


class ActiveCharacter(Part, frozen=True, kw_only=True):
    """A character whose effect lasts until the end of the turn; `student` is the colour that the ninth rules out."""

    character: CharacterNumber
    student: Colour | None = None


class CardUse(Part, frozen=True, kw_only=True):
    """A character and as much of its choices as has been made."""

    character: CharacterNumber
    student: Colour | None = None
    island_id: IslandID | None = None
    students_from: Students = msgspec.field(default_factory=list)
    students_to: Students = msgspec.field(default_factory=list)


class Player(Part, frozen=True, kw_only=True):
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


class GameTable(Part, frozen=True, kw_only=True):
    """The middle of the table, and where the game is. Members from `phase` on are added here."""

    ADDED = (
        "phase", "step", "moved", "currentPlayer", "firstPlayer", "order", "activeCharacter", "characterUsed",
        "unfinished", "lastRound", "cloudsShort", "draws",
    )  # fmt: skip

    islands: list[Island]
    mother_nature: IslandID
    clouds: list[Cloud]
    characters: list[CharacterCard]
    coins: Annotated[int, says("In the supply.")]
    bag: Annotated[int, says("How many students are in it.")]
    expert: bool
    round: int
    phase: Annotated[str, says("planning, action or over.")]
    step: Annotated[str | None, says("students, mother_nature, cloud, end; null when planning.")]
    moved: Annotated[int, says("Students moved in this turn.")]
    current_player: Annotated[Nickname | None, says("null when the game is over.")]
    first_player: Annotated[Nickname, says("Who opened the planning phase of this round.")]
    order: Annotated[list[Nickname], says("Order of play in the action phase.")]
    active_character: ActiveCharacter | None
    character_used: Annotated[bool, says("Whether one was used in this turn.")]
    unfinished: Annotated[CardUse | None, says("A character whose effect is only half chosen.")]
    last_round: bool
    clouds_short: Annotated[bool, says("The bag did not fill all clouds: none is taken.")]
    draws: Annotated[int, says("Random words used so far, to check the game afterwards.")]


# ---------------------------------------------------------------- both directions


class Named(Message, frozen=True, kw_only=True, tag_field="type", tag=True, rename=on_the_wire):
    """Something that is said. `heading` is the title in the document under which it is explained."""

    heading: ClassVar[str | None] = ""  # the name of the message itself
    scenario: ClassVar[str] = ""

    @classmethod
    def source(cls) -> str:
        if cls.heading is None:
            return "Added here."
        scenario = f", and Scenarios, “{cls.scenario}”" if cls.scenario else ""
        return f"Document, Messages, “{cls.heading or name(cls)}”{scenario}."


class FromClient(Named, frozen=True, kw_only=True):
    """Something that a client says."""


class FromServer(Named, frozen=True, kw_only=True):
    """Something that the server says and that nobody acknowledges."""


class Notification(FromServer, frozen=True, kw_only=True):
    """Something that changed. The next one is sent when this one is acknowledged."""

    awaited: ClassVar[bool] = True


class Refusal(FromServer, frozen=True, kw_only=True):
    """Why a request changed nothing. It goes to whoever sent the request, at once, and has no members."""


ENTERING = "Entering a game"
CREATING = "Creating a new game"
JOINING = "Joining an existing game"
EXITING = "Exiting from a game"
NUMBER = "Changing the number of players"
ATTRIBUTES = "Changing the attributes of a player"
MATCHMAKING = "Changing state of matchmaking"
SET_UP = "Creation and set ups of the game"
PLANNING = "Planning Phase"
STUDENTS = "Action phase: move students"
MOTHER_NATURE = "Action phase: move mother nature"
CLOUD = "Action phase: choose a cloud tile"
END = "End of the game"

# ---------------------------------------------------------------- from the client


class Acknowledgment(FromClient, frozen=True, kw_only=True):
    """The last notification has arrived."""

    scenario = ENTERING


class CreateNewGame(FromClient, frozen=True, kw_only=True):
    """Open a game that others can enter. With `bots` so many seats are filled as soon as its founder enters."""

    scenario = CREATING
    ADDED = ("bots",)
    num_of_players: int
    want_expert: bool
    bots: int = 0


class JoinGame(FromClient, frozen=True, kw_only=True):
    """Ask which games wait for players."""

    scenario = JOINING


class EnterGame(FromClient, frozen=True, kw_only=True):
    """Sit down at a game, or come back to it under the same nickname."""

    scenario = ENTERING
    game_id: str
    nickname: Annotated[
        str,
        says("1 to 20 of A-Z a-z 0-9 . _ -; then, if wanted, # and a secret to come back with."),
    ]


class ExitFromGame(FromClient, frozen=True, kw_only=True):
    """Give one's place back before the game starts."""

    scenario = EXITING
    nickname: Annotated[str, says("One's own.")]


class ChangeNumPlayers(FromClient, frozen=True, kw_only=True):
    """Let the game be one for more or for fewer."""

    scenario = NUMBER
    new_num: int


class SetTower(FromClient, frozen=True, kw_only=True):
    """Choose a tower colour, in one's turn of the choices."""

    scenario = ATTRIBUTES
    tower: Tower


class SetWizard(FromClient, frozen=True, kw_only=True):
    """Choose a wizard, in one's turn of the choices."""

    scenario = ATTRIBUTES
    wizard: Wizard


class NextPhase(FromClient, frozen=True, kw_only=True):
    """Everybody is there, let us choose; and after that: I have chosen, who is next."""

    scenario = MATCHMAKING


class UseAssistant(FromClient, frozen=True, kw_only=True):
    """Play an assistant of one's hand."""

    scenario = PLANNING
    assistant: AssistantValue


class MoveStudentsToIsland(FromClient, frozen=True, kw_only=True):
    """Move one student from the entrance to an island."""

    scenario = STUDENTS
    student: Colour
    island_id: IslandID


class MoveStudentsToDiningRoom(FromClient, frozen=True, kw_only=True):
    """Move one student from the entrance to the dining room."""

    scenario = STUDENTS
    student: Colour


class MoveMotherNature(FromClient, frozen=True, kw_only=True):
    """Send mother nature some islands further, clockwise."""

    scenario = MOTHER_NATURE
    positions: int


class TakeStudentsFromCloud(FromClient, frozen=True, kw_only=True):
    """Take all students of a cloud, which ends the turn."""

    scenario = CLOUD
    cloud_id: CloudID


class UseCharacterCard(FromClient, frozen=True, kw_only=True):
    """Use a character, with all that its effect needs.

    Character 1 needs `student` and `islandID`; 3 and 5 `islandID`; 9, 11 and 12 `student`; 7 swaps `studentsFrom` the
    card for `studentsTo` of the entrance, up to three; 10 swaps `studentsFrom` the entrance for `studentsTo` of the
    dining room, up to two. A character that is half used already is finished by the whole message.
    """

    heading = None
    character: CharacterNumber
    student: Colour | None = None
    island_id: IslandID | None = None
    students_from: Students = msgspec.field(default_factory=list)
    students_to: Students = msgspec.field(default_factory=list)


class EndTurn(FromClient, frozen=True, kw_only=True):
    """End a turn in which there is no cloud to take."""

    heading = None


class Ping(FromClient, frozen=True, kw_only=True):
    """Ask whether the server is there. It can be sent at any time."""

    heading = None


class Exit(FromClient, frozen=True, kw_only=True):
    """Go, after the end of the game. The server hangs up."""

    scenario = END


# ---------------------------------------------------------------- answers


class PossibleGames(FromServer, frozen=True, kw_only=True):
    """The games at which a place is free."""

    scenario = JOINING
    game_ids: list[str]


class GameEntered(FromServer, frozen=True, kw_only=True):
    """You have a place at the game."""

    scenario = ENTERING


class ExitGameSuccess(FromServer, frozen=True, kw_only=True):
    """You have no place at a game any more."""

    scenario = EXITING


class Pong(FromServer, frozen=True, kw_only=True):
    """The answer to `Ping`."""

    heading = None


# ---------------------------------------------------------------- refusals


class ArgumentNotCorrectError(Refusal, frozen=True, kw_only=True):
    """Something in the request cannot be, or the line was no message at all."""

    scenario = CREATING


class ImpossibleActionError(Refusal, frozen=True, kw_only=True):
    """That cannot be done now, or not by you."""

    scenario = EXITING


class GameDontExistError(Refusal, frozen=True, kw_only=True):
    """There is no game with that id."""

    scenario = ENTERING


class GameFullError(Refusal, frozen=True, kw_only=True):
    """All places of that game are taken."""

    scenario = ENTERING


class NicknameAlreadyTakenError(Refusal, frozen=True, kw_only=True):
    """Somebody at that game has this nickname, and you are not known to be him."""

    scenario = ENTERING


class AssistantNotExistsError(Refusal, frozen=True, kw_only=True):
    """That assistant is not in your hand."""

    scenario = PLANNING


class AssistantCanNotBeUsedError(Refusal, frozen=True, kw_only=True):
    """Somebody has played that assistant in this round, and you have others."""

    scenario = PLANNING


class StudentInEntranceNotExistsError(Refusal, frozen=True, kw_only=True):
    """There is no student of that colour in your entrance."""

    heading = "ErrorStudentInEntranceNotExists"
    scenario = STUDENTS


class IslandNotExistsError(Refusal, frozen=True, kw_only=True):
    """There is no such island."""

    heading = "IslandNotexistsError"
    scenario = STUDENTS


class TableInDiningRoomFullError(Refusal, frozen=True, kw_only=True):
    """Ten students sit at that table, which is all it has seats for."""

    scenario = STUDENTS


class CloudEmptyError(Refusal, frozen=True, kw_only=True):
    """Somebody has taken the students of that cloud."""

    scenario = CLOUD


class CloudNotPresentError(Refusal, frozen=True, kw_only=True):
    """There is no such cloud."""

    scenario = CLOUD


class CharacterCardNotExistsError(Refusal, frozen=True, kw_only=True):
    """That character is not in this game."""

    heading = None


class NotEnoughCoinsError(Refusal, frozen=True, kw_only=True):
    """The character costs more than you have."""

    heading = None


# ---------------------------------------------------------------- notifications before the game


class GameCreated(Notification, frozen=True, kw_only=True):
    """The game is there. Whoever has its id can enter it."""

    scenario = CREATING
    game_id: str


class PlayersChanged(Notification, frozen=True, kw_only=True):
    """Who is at the game now, in the order in which they came."""

    scenario = ENTERING
    ADDED = ("numOfPlayers", "wantExpert")
    players: list[Member]
    num_of_players: int
    want_expert: bool


class NumPlayersChanged(Notification, frozen=True, kw_only=True):
    """The game is one for so many now."""

    scenario = NUMBER
    new_num: int


class TowerChanged(Notification, frozen=True, kw_only=True):
    """The current player has chosen a tower colour."""

    scenario = ATTRIBUTES
    tower: Tower


class WizardChanged(Notification, frozen=True, kw_only=True):
    """The current player has chosen a wizard."""

    scenario = ATTRIBUTES
    wizard: Wizard


class GameStarted(Notification, frozen=True, kw_only=True):
    """The table and the players as they are now, in the order in which they sit. It starts, or it is shown anew."""

    scenario = SET_UP
    table: GameTable
    players: list[Player]


class CurrentPlayerChanged(Notification, frozen=True, kw_only=True):
    """Whose turn it is: to choose, to play an assistant, to move."""

    scenario = MATCHMAKING
    ADDED = ("phase", "step")
    next_player: Annotated[Nickname | None, says("null: nobody chooses any more.")]
    phase: Annotated[str, says("lobby, choices, planning or action.")]
    step: Annotated[str | None, says("students, mother_nature, cloud or end, in the action phase.")]


# ---------------------------------------------------------------- notifications of the game


class AssistantUsed(Notification, frozen=True, kw_only=True):
    """The current player has played an assistant."""

    scenario = PLANNING
    assistant: AssistantValue


class StudentToIslandMoved(Notification, frozen=True, kw_only=True):
    """The current player has moved a student from the entrance to an island."""

    scenario = STUDENTS
    student: Colour
    island_id: IslandID


class StudentToDiningRoomMoved(Notification, frozen=True, kw_only=True):
    """The current player has moved a student to the dining room. The next notification does not wait for it."""

    awaited = False
    scenario = STUDENTS
    student: Colour


class ChangeProfessor(Notification, frozen=True, kw_only=True):
    """The professors that somebody has now."""

    scenario = STUDENTS
    nickname: Nickname
    professor_list: Professors


class MotherNatureMoved(Notification, frozen=True, kw_only=True):
    """The current player has sent mother nature so many islands further."""

    scenario = MOTHER_NATURE
    positions: int


class TowerOnIslandChanged(Notification, frozen=True, kw_only=True):
    """Every tile of an island carries a tower of this colour now."""

    scenario = MOTHER_NATURE
    new_tower: Tower
    island_id: IslandID


class IslandsUnified(Notification, frozen=True, kw_only=True):
    """Two islands are one, with the students and no-entry tiles of both. It is called `islandID1` from now on."""

    scenario = MOTHER_NATURE
    island_id1: IslandID
    island_id2: IslandID


class StudentsTakenFromCloud(Notification, frozen=True, kw_only=True):
    """The current player has taken the students of a cloud into his entrance."""

    scenario = CLOUD
    cloud_id: CloudID


class CloudFilled(Notification, frozen=True, kw_only=True):
    """Students were drawn onto a cloud. `bag` is what is left when all clouds are filled."""

    scenario = CLOUD
    ADDED = ("bag", "draws")
    cloud_id: CloudID
    students: Students
    bag: int
    draws: int


class LastRound(Notification, frozen=True, kw_only=True):
    """The game ends with this round."""

    scenario = END


class Winner(Notification, frozen=True, kw_only=True):
    """The game is over and this player has won; if several have, there is one message for each."""

    scenario = END
    ADDED = ("reason",)
    nickname: Nickname
    reason: Annotated[
        str,
        says("last_tower, few_groups, bag_empty, no_assistants, alone or resigned."),
    ]


class GameEnded(Notification, frozen=True, kw_only=True):
    """The game is over and nobody has won."""

    heading = None
    reason: Annotated[str, says("agreed or closed.")]


class CharacterCardUsed(Notification, frozen=True, kw_only=True):
    """A character is used by the current player. What comes of it follows.

    When `finished` is false some choices are missing yet; the message comes again when more of them are made.
    """

    heading = None
    nickname: Nickname
    character: CharacterNumber
    student: Colour | None = None
    island_id: IslandID | None = None
    students_from: Students = msgspec.field(default_factory=list)
    students_to: Students = msgspec.field(default_factory=list)
    finished: bool = True


class CoinsChanged(Notification, frozen=True, kw_only=True):
    """How many coins somebody has now, and how many are in the supply."""

    heading = None
    nickname: Nickname
    coins: int
    supply: int


class CharacterCardChanged(Notification, frozen=True, kw_only=True):
    """A character as it lies on the table now, and what is left in the bag."""

    heading = None
    character: CharacterNumber
    cost: int
    used: bool
    students: Students
    no_entry_tiles: int
    bag: int
    draws: int


class NoEntryTilesChanged(Notification, frozen=True, kw_only=True):
    """How many no-entry tiles lie on an island now."""

    heading = None
    island_id: IslandID
    no_entry_tiles: int


class EntranceChanged(Notification, frozen=True, kw_only=True):
    """The students in somebody's entrance now."""

    heading = None
    nickname: Nickname
    students: Students


class DiningRoomChanged(Notification, frozen=True, kw_only=True):
    """The students in somebody's dining room now."""

    heading = None
    nickname: Nickname
    dining_room: dict[Colour, int]


class StudentsOnIslandChanged(Notification, frozen=True, kw_only=True):
    """The students on an island now."""

    heading = None
    island_id: IslandID
    students: Students


class TowersLeftChanged(Notification, frozen=True, kw_only=True):
    """How many towers of a colour are not on islands now."""

    heading = None
    tower: Tower
    towers_left: int


class PlayerPresenceChanged(Notification, frozen=True, kw_only=True):
    """Somebody has gone or is back, or a stand-in plays for him. The next notification does not wait for it."""

    heading = None
    awaited = False
    nickname: Nickname
    connected: bool
    stand_in: Annotated[bool, says("Whether the house plays for him.")]
    paused: Annotated[bool, says("Nobody else is there: the game waits.")]


# ---------------------------------------------------------------- lines

# Other spellings of the document.
ALSO = {
    "Acknowledgement": "Acknowledgment",
    "ChangeNumOfPlayers": "ChangeNumPlayers",
}
CAPITAL = re.compile(rb'[{,]\s*"[A-Z]')  # the document capitalises some members
OTHER_NAME = re.compile(b"|".join(f'"{other}"'.encode() for other in ALSO))


class Lines(Vocabulary[FromClient, FromServer]):
    """Each spelling of the document is understood."""

    def read(self, line: bytes) -> FromClient:
        if b'"' in line and (CAPITAL.search(line) or OTHER_NAME.search(line)):  # looking twice at rubbish is dear
            return self._read_other(line)
        return super().read(line)

    def _read_other(self, line: bytes) -> FromClient:
        """A line with other spellings. Where a member is given in both, the ordinary one counts."""
        try:
            said = msgspec.json.decode(line, type=dict)
            members = {member[:1].lower() + member[1:]: value for member, value in said.items()} | said
            kind = members.get("type")
            if isinstance(kind, str):
                members["type"] = ALSO.get(kind, kind)
            message: FromClient = msgspec.convert(members, self.any_from_client)
        except UNREADABLE as error:
            raise Malformed(str(error)[:LONGEST_DETAIL]) from error
        return message


VOCABULARY = Lines(
    FromClient,
    FromServer,
    Part,
    {"Colour": get_args(Colour), "Tower": get_args(Tower), "Wizard": get_args(Wizard)},
)
