"""The messages of am28 in both directions: document 003, and what dialects of this house add to it.

A client's first line is a bare username; every later line is a JSON object, `GameParameters` or one of the commands,
which `cmd` tells apart. The server answers with `AddPlayerResponse` before the game and with `CurrentStatus` in it.
Members that a message does not know are ignored, so a client may send all members of the document's class each time.
"""

# ruff: noqa: N815 - members are spelled as in the document
from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from ludoteca.dialects.messages import (
    LONGEST_DETAIL,
    UNREADABLE,
    Malformed,
    Message,
    Vocabulary,
    kinds,
    name,
    says,
    union,
)

from .errors import NO_JSON, Status

VERSION = "1.1"  # of what was added here

PRE_GAME = "Adding players and starting the game"
PRE_GAME_ERRORS = "Pre-game: error management"
COMMANDS = "Sending commands to the server"
RESPONSE = "Server response"

Count = Annotated[int, msgspec.Meta(ge=0, le=130)]  # of students, in the whole game
Counts = Annotated[list[Count], msgspec.Meta(min_length=5, max_length=5)]  # by colour: green, red, yellow, pink, blue


# ---------------------------------------------------------------- from a client


class FromClient(Message, frozen=True, omit_defaults=True, kw_only=True):
    """What a client says."""


class Username(FromClient, frozen=True, kw_only=True):
    """The first line: who wants to play. It is the bare text, not JSON: `name`, or `name@CODE#secret`."""

    SECTION = PRE_GAME

    username: Annotated[str, says("`name[@CODE][#secret]`: the code of a table, and what keeps the seat")]


class GameParameters(FromClient, frozen=True, kw_only=True):
    """The first player says for how many the game is, and in which mode. `bots` of the seats are filled."""

    SECTION = PRE_GAME
    ADDED = ("bots",)

    numPlayers: Annotated[int, msgspec.Meta(ge=2, le=4, description="how many play")]
    gameMode: Annotated[str, says('`"simple"` or `"expert"`')]
    bots: Annotated[int, msgspec.Meta(ge=0, le=3, description="how many seats the house fills")] = 0


class Command(FromClient, frozen=True, kw_only=True, tag_field="cmd"):
    """Something that a player does. Who he is the connection knows: an index that is not his own is refused."""

    SECTION = COMMANDS

    playerId: Annotated[int | UnsetType, says("one's own index, or left out")] = UNSET
    playerIndex: Annotated[int | UnsetType, says("the same in the spelling of the document's example")] = UNSET


class MoveToIsland(Command, frozen=True, kw_only=True, tag="MOVETOISLAND"):
    """Move a student of the entrance to an island, 1 to 12; each island of an archipelago names the archipelago."""

    studentColour: Annotated[str, says("green, red, yellow, pink or blue, in any case")]
    index: Annotated[int, says("an island, 1 to 12")]


class MoveToHall(Command, frozen=True, kw_only=True, tag="MOVETOHALL"):
    """Move a student of the entrance to one's own hall."""

    studentColour: Annotated[str, says("green, red, yellow, pink or blue, in any case")]


class MoveMotherNature(Command, frozen=True, kw_only=True, tag="MOVEMOTHERNATURE"):
    """Send mother nature so many archipelagos on, clockwise."""

    motherNatureShifts: Annotated[int, says("from 1 to what the assistant allows")]


class PlayAssistantCard(Command, frozen=True, kw_only=True, tag="PLAYASSISTANTCARD"):
    """Play an assistant: `index` 0 has the value 1, `index` 9 the value 10."""

    index: Annotated[int, says("0 to 9")]


class PlayCharacterCard(Command, frozen=True, kw_only=True, tag="PLAYCHARACTERCARD"):
    """Use the character in place `index`, with all that its effect needs."""

    index: Annotated[int, says("the place of the card, 0 to 2")]
    pIndex: Annotated[int | UnsetType, says("P01, P03, P05: an island, 1 to 12")] = UNSET
    pColour: Annotated[str | UnsetType | None, says("P01, P09, P11, P12: a colour")] = UNSET
    pStudentsFrom: Annotated[
        Counts | UnsetType | None, says("P07: students of the card; P10: of the entrance; a count for each colour")
    ] = UNSET
    pStudentsTo: Annotated[
        Counts | UnsetType | None, says("P07: students of the entrance; P10: of the hall; a count for each colour")
    ] = UNSET


class TakeFromCloud(Command, frozen=True, kw_only=True, tag="TAKEFROMCLOUD"):
    """Take all students of a cloud, counted from 0, into the entrance. This ends the turn."""

    index: Annotated[int, says("from 0 on")]


class EndTurn(Command, frozen=True, kw_only=True, tag="ENDTURN"):
    """End a turn in which no cloud can be taken."""


class Choose(Command, frozen=True, kw_only=True, tag="CHOOSE"):
    """Make the next choice of a character that was begun at another device: a colour, an island, or neither to stop."""

    pColour: Annotated[str | UnsetType | None, says("the colour that is chosen")] = UNSET
    pIndex: Annotated[int | UnsetType, says("the island that is chosen")] = UNSET


# ---------------------------------------------------------------- parts of a status


class Part(Message, frozen=True, omit_defaults=True, kw_only=True):
    """Something in a status."""


class Unfinished(Part, frozen=True, kw_only=True):
    """A character in the middle of its effect. `choose` says what is chosen next; lists have colours in their order."""

    index: Annotated[int, says("the place of the card")]
    choose: Annotated[str, says("`from_card`, `from_entrance`, `from_dining`, `colour` or `island`")]
    pColour: Annotated[str | UnsetType, says("the colour chosen so far")] = UNSET
    pStudentsFrom: Annotated[list[str] | UnsetType, says("colours chosen so far, in their order")] = UNSET
    pStudentsTo: Annotated[list[str] | UnsetType, says("colours chosen so far, in their order")] = UNSET


class ActiveCharacter(Part, frozen=True, kw_only=True):
    """The character whose effect lasts for this turn, with the colour of P09."""

    fileName: Annotated[str, says("`P02.png`, `P04.png`, `P06.png`, `P08.png` or `P09.png`")]
    colour: Annotated[str | UnsetType, says("of P09: the colour that counts nothing")] = UNSET


class TurnStatus(Part, frozen=True, kw_only=True):
    """Whose turn it is, and what is done in it. Always sent whole: what is missing here is not so."""

    SECTION = RESPONSE
    ADDED = ("step", "moved", "characterUsed", "activeCharacter", "unfinished", "paused")

    player: Annotated[int, says("index of the player who decides; -1 when nobody does any more")]
    phase: Annotated[str, says("`planning` or `action`")]
    step: Annotated[
        str | UnsetType, says("in the action phase: `students`, `mother_nature`, `cloud`, `end`, `over`")
    ] = UNSET
    moved: Annotated[int | UnsetType, says("in the step `students`: how many were moved")] = UNSET
    characterUsed: Annotated[bool, says("whether a character was used in this turn")] = False
    activeCharacter: Annotated[ActiveCharacter | UnsetType, says("the effect that lasts for this turn")] = UNSET
    unfinished: Annotated[Unfinished | UnsetType, says("a character in the middle of its effect")] = UNSET
    paused: Annotated[bool, says("only one person is left: nothing goes on until somebody is back")] = False


class IslandStatus(Part, frozen=True, kw_only=True):
    """One island. The students of an archipelago stand on its first island, its tower colour on each."""

    SECTION = RESPONSE
    ADDED = ("index",)

    islandIndex: Annotated[int, says("1 to 12")]
    index: Annotated[int, says("the same, as the document's example spells it")]
    students: Annotated[list[int], says("a count for each colour")]
    towerColour: Annotated[str | UnsetType, says("`white`, `black` or `grey`; left out without a tower")] = UNSET


class ArchipelagoStatus(Part, frozen=True, kw_only=True):
    """A group of islands; `index` is its place in the list, from 1 on."""

    SECTION = RESPONSE
    ADDED = ("noEntryTiles",)

    index: Annotated[int, says("its place in the list, from 1 on")]
    islands: Annotated[list[IslandStatus], says("clockwise")]
    noEntryTiles: Annotated[int, says("on the archipelago; left out when there are none")] = 0


class CloudStatus(Part, frozen=True, kw_only=True):
    """The students on a cloud, counted from 0."""

    SECTION = RESPONSE

    index: Annotated[int, says("from 0 on")]
    students: Annotated[list[int], says("a count for each colour")]


class CharacterCardsStatus(Part, frozen=True, kw_only=True):
    """A character in play: `coinOnIt` once it was used, and what lies on it."""

    SECTION = RESPONSE

    index: Annotated[int, says("the place of the card, 0 to 2")]
    fileName: Annotated[str, says("`P01.png` to `P12.png`: the number of the character")]
    coinOnIt: Annotated[bool, says("whether it was used before and costs one more; left out while it was not")] = False
    noEntryTiles: Annotated[int | UnsetType, says("on P05")] = UNSET
    students: Annotated[list[int] | UnsetType, says("on P01, P07 and P11: a count for each colour")] = UNSET


class PlayerStatus(Part, frozen=True, kw_only=True):
    """A player and his dashboard. Of a player who is known already only what changed is there."""

    SECTION = RESPONSE
    ADDED = ("nickname", "towerColour", "numT", "connected", "standIn")

    index: Annotated[int, says("from 0 on, clockwise")]
    nickname: Annotated[str | UnsetType, says("in a full status")] = UNSET
    towerColour: Annotated[
        str | UnsetType, says("in a full status; with four players 0 and 2 are white, 1 and 3 black")
    ] = UNSET
    assistantCardsLeft: Annotated[list[int] | UnsetType, says("indices, 0 to 9")] = UNSET
    lastAssistantCardPlayed: Annotated[int | UnsetType, says("0 to 9; a full status has only those of this round")] = (
        UNSET
    )
    coins: Annotated[int | UnsetType, says("in the expert game")] = UNSET
    studentsEntrance: Annotated[list[int] | UnsetType, says("a count for each colour")] = UNSET
    studentsHall: Annotated[list[int] | UnsetType, says("a count for each colour")] = UNSET
    numTowers: Annotated[int | UnsetType, says("towers left; partners share theirs, and both show the same number")] = (
        UNSET
    )
    numT: Annotated[int | UnsetType, says("the same, as the document's example spells it")] = (
        UNSET  # the document's example spells it so
    )
    connected: Annotated[bool | UnsetType, says("left out in a full status for those who are there")] = UNSET
    standIn: Annotated[bool | UnsetType, says("whether the house plays for him")] = UNSET


class GameState(Part, frozen=True, kw_only=True):
    """The table: all of it in a full status, otherwise what changed."""

    SECTION = RESPONSE
    ADDED = (
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

    motherNatureIndex: Annotated[
        int | UnsetType, says("the number, 1 to 12, of the first island of her archipelago")
    ] = UNSET
    archipelagos: Annotated[
        list[ArchipelagoStatus] | UnsetType,
        says("those that changed; all of them in a full status and after islands were joined"),
    ] = UNSET
    clouds: Annotated[list[CloudStatus] | UnsetType, says("those that changed")] = UNSET
    characterCards: Annotated[
        list[CharacterCardsStatus] | UnsetType, says("those that changed; none in a simple game")
    ] = UNSET
    players: Annotated[list[PlayerStatus] | UnsetType, says("those of whom something changed")] = UNSET
    professors: Annotated[list[int] | UnsetType, says("for each colour the index of the holder, or -1")] = UNSET
    gameMode: Annotated[str | UnsetType, says('`"simple"` or `"expert"`, in a full status')] = UNSET
    firstPlayer: Annotated[int | UnsetType, says("index of the player who opens the round")] = UNSET
    order: Annotated[
        list[int] | UnsetType, says("indices in the order of this round's turns; empty in the planning phase")
    ] = UNSET
    bag: Annotated[int | UnsetType, says("how many students are in the bag")] = UNSET
    coinSupply: Annotated[int | UnsetType, says("coins that nobody has")] = UNSET
    lastRound: Annotated[bool | UnsetType, says("whether this is the last round")] = UNSET
    cloudsShort: Annotated[bool | UnsetType, says("whether the clouds could not be filled: nobody takes one")] = UNSET
    draws: Annotated[int | UnsetType, says("how many random numbers were drawn so far, see [draws](../draws.md)")] = (
        UNSET
    )


# ---------------------------------------------------------------- from the server


class FromServer(Message, frozen=True, omit_defaults=True, kw_only=True):
    """What the server says; `status` is 0 when all is well."""


class AddPlayerResponse(FromServer, frozen=True, kw_only=True):
    """The answer to a username: the number of the player and the code of his table, or why he cannot come in."""

    SECTION = PRE_GAME_ERRORS
    ADDED = ("code", "numPlayers", "gameMode")

    status: Annotated[Status, says("0, or a number of the table of [errors](#errors)")]
    userID: Annotated[int | UnsetType, says("from 1 on; the first player is 1. It is told again when it changes")] = (
        UNSET
    )
    code: Annotated[str | UnsetType, says("the code of the table, for others who want to come")] = UNSET
    numPlayers: Annotated[int | UnsetType, says("once `GameParameters` are accepted and others are awaited")] = UNSET
    gameMode: Annotated[str | UnsetType, says("the same")] = UNSET
    errorMessage: Annotated[str | UnsetType, says("what is wrong, and what to do")] = UNSET


class CurrentStatus(FromServer, frozen=True, kw_only=True):
    """The game: all of it at the start, then what each command changed; an error; or, last of all, who has won."""

    SECTION = RESPONSE
    ADDED = ("playerIndex",)

    status: Annotated[Status, says("0, or a number of the table of [errors](#errors)")]
    errorMessage: Annotated[str | UnsetType, says("what is wrong, and what to do")] = UNSET
    winner: Annotated[
        str | UnsetType, says("the name of the winner; joint winners are separated by a comma and a blank")
    ] = UNSET
    playerIndex: Annotated[int | UnsetType, says("the receiver's own index; only a full status has it")] = UNSET
    turn: Annotated[TurnStatus | UnsetType, says("whose turn it is")] = UNSET
    game: Annotated[GameState | UnsetType, says("the table, or what has changed")] = UNSET


# ---------------------------------------------------------------- lines

ERROR, FULL, CHANGES, WINNER = "error", "full status", "changes", "winner"
COMMANDS_KNOWN = kinds(Command)
NO_COMMAND = "missing required field `cmd`"  # so msgspec puts it


class Lines(Vocabulary[FromClient, FromServer]):
    """`type` names nothing here: what a line is, its members tell."""

    def __init__(self) -> None:
        self.from_client, self.from_server, self.parts = kinds(FromClient), kinds(FromServer), kinds(Part)
        self.words = {}
        self._encode = msgspec.json.Encoder().encode
        self._command = msgspec.json.Decoder(union(COMMANDS_KNOWN))
        self._parameters = msgspec.json.Decoder(GameParameters)
        self._status = msgspec.json.Decoder(CurrentStatus)
        self._response = msgspec.json.Decoder(AddPlayerResponse)

    def read(self, line: bytes) -> Command | GameParameters:
        """The message in a line that is not a username, or Malformed."""
        if not is_object(line):
            raise Malformed(NO_JSON)
        try:
            command: Command = self._command.decode(line)
            return command
        except UNREADABLE as error:
            if NO_COMMAND not in str(error):
                raise Malformed(f"{str(error)[:LONGEST_DETAIL]}.") from error
        try:
            return self._parameters.decode(line)
        except UNREADABLE as error:
            raise Malformed(f"{str(error)[:LONGEST_DETAIL]}." if b"numPlayers" in line else NO_JSON) from error

    def read_told(self, line: bytes) -> AddPlayerResponse | CurrentStatus:
        """What the server says. Errors have the same shape in both."""
        response = self._response.decode(line)
        return self._status.decode(line) if response.userID is UNSET else response

    def shown_in(self, line: str, *, from_client: bool) -> list[str]:
        if not line.startswith("{"):
            return [name(Username)] if from_client else []
        try:
            value = msgspec.json.decode(line)
        except msgspec.DecodeError:  # sent to be refused
            return []
        if from_client:
            said = value.get("cmd", name(GameParameters) if "numPlayers" in value else "")
            return [said] if said in map(name, self.from_client) else []
        if value.get("status"):
            return [ERROR, str(value["status"])]
        if "userID" in value:
            return [name(AddPlayerResponse)]
        form = WINNER if "winner" in value else FULL if "playerIndex" in value else CHANGES
        return [name(CurrentStatus), form]


VOCABULARY = Lines()


def is_object(line: bytes) -> bool:
    """Whether a line looks like JSON rather than like a username."""
    return line.lstrip()[:1] == b"{"


def read_text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise Malformed("A line is UTF-8.") from error
