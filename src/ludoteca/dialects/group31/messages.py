"""Every message of the dialect, in both directions. `type` names it; members that are not known are ignored.

Each class says where the document speaks of it (`heading`; None for what is added here) and in which scenario it is
shown. A *notification* is acknowledged by the client; the next one waits for that.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec

from . import shapes
from .spelling import Colour, Tower, Wizard, on_the_wire


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", rename=on_the_wire):
    """Something that is said. `heading` is the title in the document under which it is explained."""

    heading: ClassVar[str | None] = ""  # the name of the message itself
    scenario: ClassVar[str] = ""
    added: ClassVar[tuple[str, ...]] = ()  # members that the document does not have


class FromClient(Message, frozen=True):
    """Something that a client says."""


class FromServer(Message, frozen=True):
    """Something that the server says and that nobody acknowledges."""


class Notification(FromServer, frozen=True):
    """Something that changed. The next one is sent when this one is acknowledged."""

    awaited: ClassVar[bool] = True


class Refusal(FromServer, frozen=True):
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


class Acknowledgment(FromClient, frozen=True, tag=True):
    """The last notification has arrived."""

    scenario = ENTERING


class CreateNewGame(FromClient, frozen=True, tag=True):
    """Open a game that others can enter. With `bots` so many seats are filled as soon as its founder enters."""

    scenario = CREATING
    added = ("bots",)
    num_of_players: int
    want_expert: bool
    bots: int = 0


class JoinGame(FromClient, frozen=True, tag=True):
    """Ask which games wait for players."""

    scenario = JOINING


class EnterGame(FromClient, frozen=True, tag=True):
    """Sit down at a game, or come back to it under the same nickname."""

    scenario = ENTERING
    game_id: str
    nickname: Annotated[
        str,
        msgspec.Meta(description="1 to 20 of A-Z a-z 0-9 . _ -; then, if wanted, # and a secret to come back with."),
    ]


class ExitFromGame(FromClient, frozen=True, tag=True):
    """Give one's place back before the game starts."""

    scenario = EXITING
    nickname: Annotated[str, msgspec.Meta(description="One's own.")]


class ChangeNumPlayers(FromClient, frozen=True, tag=True):
    """Let the game be one for more or for fewer."""

    scenario = NUMBER
    new_num: int


class SetTower(FromClient, frozen=True, tag=True):
    """Choose a tower colour, in one's turn of the choices."""

    scenario = ATTRIBUTES
    tower: Tower


class SetWizard(FromClient, frozen=True, tag=True):
    """Choose a wizard, in one's turn of the choices."""

    scenario = ATTRIBUTES
    wizard: Wizard


class NextPhase(FromClient, frozen=True, tag=True):
    """Everybody is there, let us choose; and after that: I have chosen, who is next."""

    scenario = MATCHMAKING


class UseAssistant(FromClient, frozen=True, tag=True):
    """Play an assistant of one's hand."""

    scenario = PLANNING
    assistant: shapes.AssistantValue


class MoveStudentsToIsland(FromClient, frozen=True, tag=True):
    """Move one student from the entrance to an island."""

    scenario = STUDENTS
    student: Colour
    island_id: shapes.IslandID


class MoveStudentsToDiningRoom(FromClient, frozen=True, tag=True):
    """Move one student from the entrance to the dining room."""

    scenario = STUDENTS
    student: Colour


class MoveMotherNature(FromClient, frozen=True, tag=True):
    """Send mother nature some islands further, clockwise."""

    scenario = MOTHER_NATURE
    positions: int


class TakeStudentsFromCloud(FromClient, frozen=True, tag=True):
    """Take all students of a cloud, which ends the turn."""

    scenario = CLOUD
    cloud_id: shapes.CloudID


class UseCharacterCard(FromClient, frozen=True, tag=True):
    """Use a character, with all that its effect needs.

    Character 1 needs `student` and `islandID`; 3 and 5 `islandID`; 9, 11 and 12 `student`; 7 swaps `studentsFrom` the
    card for `studentsTo` of the entrance, up to three; 10 swaps `studentsFrom` the entrance for `studentsTo` of the
    dining room, up to two. A character that is half used already is finished by the whole message.
    """

    heading = None
    character: shapes.CharacterNumber
    student: Colour | None = None
    island_id: shapes.IslandID | None = None
    students_from: shapes.Students = []
    students_to: shapes.Students = []


class EndTurn(FromClient, frozen=True, tag=True):
    """End a turn in which there is no cloud to take."""

    heading = None


class Ping(FromClient, frozen=True, tag=True):
    """Ask whether the server is there. It can be sent at any time."""

    heading = None


class Exit(FromClient, frozen=True, tag=True):
    """Go, after the end of the game. The server hangs up."""

    scenario = END


# ---------------------------------------------------------------- answers


class PossibleGames(FromServer, frozen=True, tag=True):
    """The games at which a place is free."""

    scenario = JOINING
    game_ids: list[str]


class GameEntered(FromServer, frozen=True, tag=True):
    """You have a place at the game."""

    scenario = ENTERING


class ExitGameSuccess(FromServer, frozen=True, tag=True):
    """You have no place at a game any more."""

    scenario = EXITING


class Pong(FromServer, frozen=True, tag=True):
    """The answer to `Ping`."""

    heading = None


# ---------------------------------------------------------------- refusals


class ArgumentNotCorrectError(Refusal, frozen=True, tag=True):
    """Something in the request cannot be, or the line was no message at all."""

    scenario = CREATING


class ImpossibleActionError(Refusal, frozen=True, tag=True):
    """That cannot be done now, or not by you."""

    scenario = EXITING


class GameDontExistError(Refusal, frozen=True, tag=True):
    """There is no game with that id."""

    scenario = ENTERING


class GameFullError(Refusal, frozen=True, tag=True):
    """All places of that game are taken."""

    scenario = ENTERING


class NicknameAlreadyTakenError(Refusal, frozen=True, tag=True):
    """Somebody at that game has this nickname, and you are not known to be him."""

    scenario = ENTERING


class AssistantNotExistsError(Refusal, frozen=True, tag=True):
    """That assistant is not in your hand."""

    scenario = PLANNING


class AssistantCanNotBeUsedError(Refusal, frozen=True, tag=True):
    """Somebody has played that assistant in this round, and you have others."""

    scenario = PLANNING


class StudentInEntranceNotExistsError(Refusal, frozen=True, tag=True):
    """There is no student of that colour in your entrance."""

    heading = "ErrorStudentInEntranceNotExists"
    scenario = STUDENTS


class IslandNotExistsError(Refusal, frozen=True, tag=True):
    """There is no such island."""

    heading = "IslandNotexistsError"
    scenario = STUDENTS


class TableInDiningRoomFullError(Refusal, frozen=True, tag=True):
    """Ten students sit at that table, which is all it has seats for."""

    scenario = STUDENTS


class CloudEmptyError(Refusal, frozen=True, tag=True):
    """Somebody has taken the students of that cloud."""

    scenario = CLOUD


class CloudNotPresentError(Refusal, frozen=True, tag=True):
    """There is no such cloud."""

    scenario = CLOUD


class CharacterCardNotExistsError(Refusal, frozen=True, tag=True):
    """That character is not in this game."""

    heading = None


class NotEnoughCoinsError(Refusal, frozen=True, tag=True):
    """The character costs more than you have."""

    heading = None


# ---------------------------------------------------------------- notifications before the game


class GameCreated(Notification, frozen=True, tag=True):
    """The game is there. Whoever has its id can enter it."""

    scenario = CREATING
    game_id: str


class PlayersChanged(Notification, frozen=True, tag=True):
    """Who is at the game now, in the order in which they came."""

    scenario = ENTERING
    added = ("numOfPlayers", "wantExpert")
    players: list[shapes.Member]
    num_of_players: int
    want_expert: bool


class NumPlayersChanged(Notification, frozen=True, tag=True):
    """The game is one for so many now."""

    scenario = NUMBER
    new_num: int


class TowerChanged(Notification, frozen=True, tag=True):
    """The current player has chosen a tower colour."""

    scenario = ATTRIBUTES
    tower: Tower


class WizardChanged(Notification, frozen=True, tag=True):
    """The current player has chosen a wizard."""

    scenario = ATTRIBUTES
    wizard: Wizard


class GameStarted(Notification, frozen=True, tag=True):
    """The table and the players as they are now, in the order in which they sit. It starts, or it is shown anew."""

    scenario = SET_UP
    table: shapes.GameTable
    players: list[shapes.Player]


class CurrentPlayerChanged(Notification, frozen=True, tag=True):
    """Whose turn it is: to choose, to play an assistant, to move."""

    scenario = MATCHMAKING
    added = ("phase", "step")
    next_player: Annotated[shapes.Nickname | None, msgspec.Meta(description="null: nobody chooses any more.")]
    phase: Annotated[str, msgspec.Meta(description="lobby, choices, planning or action.")]
    step: Annotated[str | None, msgspec.Meta(description="students, mother_nature, cloud or end, in the action phase.")]


# ---------------------------------------------------------------- notifications of the game


class AssistantUsed(Notification, frozen=True, tag=True):
    """The current player has played an assistant."""

    scenario = PLANNING
    assistant: shapes.AssistantValue


class StudentToIslandMoved(Notification, frozen=True, tag=True):
    """The current player has moved a student from the entrance to an island."""

    scenario = STUDENTS
    student: Colour
    island_id: shapes.IslandID


class StudentToDiningRoomMoved(Notification, frozen=True, tag=True):
    """The current player has moved a student to the dining room. The next notification does not wait for it."""

    awaited = False
    scenario = STUDENTS
    student: Colour


class ChangeProfessor(Notification, frozen=True, tag=True):
    """The professors that somebody has now."""

    scenario = STUDENTS
    nickname: shapes.Nickname
    professor_list: shapes.Professors


class MotherNatureMoved(Notification, frozen=True, tag=True):
    """The current player has sent mother nature so many islands further."""

    scenario = MOTHER_NATURE
    positions: int


class TowerOnIslandChanged(Notification, frozen=True, tag=True):
    """Every tile of an island carries a tower of this colour now."""

    scenario = MOTHER_NATURE
    new_tower: Tower
    island_id: shapes.IslandID


class IslandsUnified(Notification, frozen=True, tag=True):
    """Two islands are one, with the students and no-entry tiles of both. It is called `islandID1` from now on."""

    scenario = MOTHER_NATURE
    island_id1: shapes.IslandID
    island_id2: shapes.IslandID


class StudentsTakenFromCloud(Notification, frozen=True, tag=True):
    """The current player has taken the students of a cloud into his entrance."""

    scenario = CLOUD
    cloud_id: shapes.CloudID


class CloudFilled(Notification, frozen=True, tag=True):
    """Students were drawn onto a cloud. `bag` is what is left when all clouds are filled."""

    scenario = CLOUD
    added = ("bag", "draws")
    cloud_id: shapes.CloudID
    students: shapes.Students
    bag: int
    draws: int


class LastRound(Notification, frozen=True, tag=True):
    """The game ends with this round."""

    scenario = END


class Winner(Notification, frozen=True, tag=True):
    """The game is over and this player has won; if several have, there is one message for each."""

    scenario = END
    added = ("reason",)
    nickname: shapes.Nickname
    reason: Annotated[
        str,
        msgspec.Meta(description="last_tower, few_groups, bag_empty, no_assistants, alone or resigned."),
    ]


class GameEnded(Notification, frozen=True, tag=True):
    """The game is over and nobody has won."""

    heading = None
    reason: Annotated[str, msgspec.Meta(description="agreed or closed.")]


class CharacterCardUsed(Notification, frozen=True, tag=True):
    """A character is used by the current player. What comes of it follows.

    When `finished` is false some choices are missing yet; the message comes again when more of them are made.
    """

    heading = None
    nickname: shapes.Nickname
    character: shapes.CharacterNumber
    student: Colour | None = None
    island_id: shapes.IslandID | None = None
    students_from: shapes.Students = []
    students_to: shapes.Students = []
    finished: bool = True


class CoinsChanged(Notification, frozen=True, tag=True):
    """How many coins somebody has now, and how many are in the supply."""

    heading = None
    nickname: shapes.Nickname
    coins: int
    supply: int


class CharacterCardChanged(Notification, frozen=True, tag=True):
    """A character as it lies on the table now, and what is left in the bag."""

    heading = None
    character: shapes.CharacterNumber
    cost: int
    used: bool
    students: shapes.Students
    no_entry_tiles: int
    bag: int
    draws: int


class NoEntryTilesChanged(Notification, frozen=True, tag=True):
    """How many no-entry tiles lie on an island now."""

    heading = None
    island_id: shapes.IslandID
    no_entry_tiles: int


class EntranceChanged(Notification, frozen=True, tag=True):
    """The students in somebody's entrance now."""

    heading = None
    nickname: shapes.Nickname
    students: shapes.Students


class DiningRoomChanged(Notification, frozen=True, tag=True):
    """The students in somebody's dining room now."""

    heading = None
    nickname: shapes.Nickname
    dining_room: dict[Colour, int]


class StudentsOnIslandChanged(Notification, frozen=True, tag=True):
    """The students on an island now."""

    heading = None
    island_id: shapes.IslandID
    students: shapes.Students


class TowersLeftChanged(Notification, frozen=True, tag=True):
    """How many towers of a colour are not on islands now."""

    heading = None
    tower: Tower
    towers_left: int


# ---------------------------------------------------------------- all of them


def kinds(family: type[Message]) -> tuple[type[Message], ...]:
    """All messages of a family, in the order in which they stand here."""
    found: list[type[Message]] = []
    for kind in family.__subclasses__():
        found += kinds(kind) or (kind,)
    return tuple(found)


def name(kind: type[Message]) -> str:
    return str(kind.__struct_config__.tag)


FROM_CLIENT: tuple[Any, ...] = kinds(FromClient)
FROM_SERVER: tuple[Any, ...] = kinds(FromServer)
