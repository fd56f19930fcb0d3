"""The wire of the program behind the document, for its own clients.

It is the document's with other names (`statusCode`, `first`, `playerID`, `nickName`, `studentsOnEntrance`),
archipelagos from 0, words in upper case and pictures that end in `.jpg`. The waiting room tells whether a user is the
first, not which one. A player who comes back is sent the whole table alone, and the winner is named together with the
turn. An archipelago that stands alone in a list has changed, while more of them are the whole ring. The client ends a
turn without clouds by taking from one.
"""

# ruff: noqa: N815 - members are spelled as the program does

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ludoteca.dialects.contract import Effect, Send
from ludoteca.dialects.eriantys.spelling import Position
from ludoteca.dialects.session import Effects
from ludoteca.house.views import TableView
from ludoteca.rules.eriantys.engine import const

from . import tell
from .errors import Explained, Status
from .messages import (
    ArchipelagoStatus,
    CharacterCardsStatus,
    CloudStatus,
    Command,
    EndTurn,
    GameParameters,
    GameState,
    PlayerStatus,
    TakeFromCloud,
)
from .session import Session
from .tell import Person

PING, PONG = b"ping", b"pong"
PING_EVERY = 5.0  # seconds, as the program does
WAITING = 105  # the parameters are accepted, and others are awaited
CODES = {Status.ILLEGALARGUMENT: 301, Status.KICKEDOUT: 209}  # where the program has another number
AWAITING_OTHERS = "Waiting for other players."
PICTURE = ".jpg"


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something in a status. What is left out has not changed."""


class Island(Part, frozen=True, kw_only=True):
    islandIndex: int
    students: list[int]
    towerColour: str | UnsetType = UNSET


class Archipelago(Part, frozen=True, kw_only=True):
    index: int
    islands: list[Island]
    noEntryTiles: int


class Character(Part, frozen=True, kw_only=True):
    index: int
    fileName: str
    coinOnIt: bool
    noEntryTiles: int
    students: list[int]


class Player(Part, frozen=True, kw_only=True):
    index: int
    nickName: str | UnsetType = UNSET
    towerColour: str | UnsetType = UNSET
    assistantCards: list[bool] | UnsetType = UNSET  # whether each was played
    lastAssistantCardPlayed: int | UnsetType = UNSET
    coins: int | UnsetType = UNSET
    studentsOnEntrance: list[int] | UnsetType = UNSET
    studentsOnHall: list[int] | UnsetType = UNSET
    numTowers: int | UnsetType = UNSET
    addedShifts: bool | UnsetType = UNSET  # mother nature may walk further in this turn


class Game(Part, frozen=True, kw_only=True):
    motherNatureIndex: int | UnsetType = UNSET
    archipelagos: list[Archipelago] | UnsetType = UNSET
    clouds: list[CloudStatus] | UnsetType = UNSET
    characterCards: list[Character] | UnsetType = UNSET
    players: list[Player] | UnsetType = UNSET
    professors: list[int] | UnsetType = UNSET


class Turn(Part, frozen=True, kw_only=True):
    player: int
    phase: str


class Reply(Part, frozen=True, kw_only=True):
    """The only message from the server."""

    statusCode: int
    errorMessage: str | UnsetType = UNSET
    first: bool | UnsetType = UNSET
    playerID: int | UnsetType = UNSET
    gameMode: str | UnsetType = UNSET
    turn: Turn | UnsetType = UNSET
    game: Game | UnsetType = UNSET
    winner: str | UnsetType = UNSET


# ---------------------------------------------------------------- parts


def archipelago(status: ArchipelagoStatus) -> Archipelago:
    islands = [
        Island(
            islandIndex=island.islandIndex,
            students=island.students,
            towerColour=island.towerColour.upper() if isinstance(island.towerColour, str) else UNSET,
        )
        for island in status.islands
    ]
    return Archipelago(index=status.index - 1, islands=islands, noEntryTiles=status.noEntryTiles)


def character(status: CharacterCardsStatus) -> Character:
    """The client reads tiles and students of every character, whether it has any or not."""
    return Character(
        index=status.index,
        fileName=status.fileName.replace(".png", PICTURE),
        coinOnIt=bool(status.coinOnIt),
        noEntryTiles=status.noEntryTiles or 0,
        students=status.students or [0] * const.COLOURS,
    )


def player(status: PlayerStatus) -> Player:
    left = status.assistantCardsLeft
    return Player(
        index=status.index,
        nickName=status.nickname,
        towerColour=status.towerColour.upper() if isinstance(status.towerColour, str) else UNSET,
        assistantCards=[card not in left for card in range(const.ASSISTANTS)] if isinstance(left, list) else UNSET,
        lastAssistantCardPlayed=status.lastAssistantCardPlayed,
        coins=status.coins,
        studentsOnEntrance=status.studentsEntrance,
        studentsOnHall=status.studentsHall,
        numTowers=status.numTowers,
    )


def messenger(game: Position) -> int | None:
    """The player for whom mother nature may walk further in this turn."""
    effect = game.get("active_character")
    return tell.player(game["active"]) if effect is not None and effect["number"] == const.MESSENGER else None


def turn(game: Position) -> Turn:
    status = tell.turn(game)
    return Turn(player=status.player, phase=status.phase.upper())


def part(state: GameState, game: Position) -> dict[str, Any]:
    """The members of a `Game` that a state of the document fills."""
    found: dict[str, Any] = {"motherNatureIndex": state.motherNatureIndex, "professors": state.professors}
    if isinstance(state.archipelagos, list):
        alone = len(state.archipelagos) == 1
        found["archipelagos"] = [archipelago(a) for a in (state.archipelagos if alone else tell.archipelagos(game))]
    if isinstance(state.clouds, list):
        found["clouds"] = state.clouds
    if isinstance(state.characterCards, list):
        found["characterCards"] = [character(each) for each in state.characterCards]
    if isinstance(state.players, list):
        found["players"] = [player(each) for each in state.players]
    return found


def whole(game: Position, people: Sequence[Person]) -> Game:
    members = part(tell.whole(game, people), game)
    further = messenger(game)
    members["players"] = [shifted(each, added=each.index == further) for each in members["players"]]
    return Game(**members)


def changes(before: Position, after: Position) -> Game | UnsetType:
    state = tell.changes(before, after)
    members = part(state, after) if isinstance(state, GameState) else {}
    former, now = messenger(before), messenger(after)
    if former != now:
        known = {each.index: each for each in members.get("players", [])}
        for index, added in ((former, False), (now, True)):
            if index is not None:
                known[index] = shifted(known.get(index, Player(index=index)), added=added)
        members["players"] = list(known.values())
    return Game(**members) if members else UNSET


def shifted(status: Player, *, added: bool) -> Player:
    return msgspec.structs.replace(status, addedShifts=added)


# ---------------------------------------------------------------- the wire


class Original:
    """As the program spells it."""

    def error(self, why: Explained) -> bytes:
        return line(Reply(statusCode=CODES.get(why.status, int(why.status)), errorMessage=why.message))

    def number(self, former: int, user: int, code: str) -> bytes:
        first = user == 1
        if former and first == (former == 1):
            return b""  # only the number has moved, of which the client knows nothing
        return line(Reply(statusCode=Status.OK, first=first))

    def awaiting(self, user: int, wanted: GameParameters) -> bytes:
        return line(Reply(statusCode=WAITING, errorMessage=AWAITING_OTHERS))

    def back(self, user: int, view: TableView) -> bytes:
        return self.whole(view)

    def whole(self, view: TableView) -> bytes:
        assert view.game is not None
        assert view.you is not None
        own = view.seats[view.you].player
        return line(
            Reply(
                statusCode=Status.OK,
                playerID=UNSET if own is None else own,
                gameMode=tell.MODES[view.game["expert"]],
                turn=turn(view.game),
                game=whole(view.game, tell.people(view)),
            )
        )

    def changed(self, before: Position, view: TableView) -> bytes:
        assert view.game is not None
        return line(Reply(statusCode=Status.OK, turn=turn(view.game), game=changes(before, view.game)))

    def presence(self, before: Sequence[Person], after: Sequence[Person], view: TableView) -> bytes:
        return b""  # the client has no word for it

    def winner(self, view: TableView) -> bytes:
        assert view.game is not None
        return line(Reply(statusCode=Status.OK, turn=turn(view.game), winner=tell.winners(view)))


ORIGINAL = Original()
_ENCODER = msgspec.json.Encoder()


def line(reply: Reply) -> bytes:
    return _ENCODER.encode(reply) + b"\n"


class OriginalSession(Session):
    __slots__ = ("_pinged",)

    def __init__(self) -> None:
        super().__init__(ORIGINAL)
        self._pinged = 0.0

    def opened(self, now: float) -> Sequence[Effect]:
        self._pinged = now
        return ()

    def tick(self, now: float) -> Sequence[Effect]:
        if now - self._pinged < PING_EVERY or self._ended:
            return ()
        self._pinged = now
        return [Send(PING + b"\n")]

    def _read(self, line: bytes) -> Effects:
        if line.strip() != PONG:
            yield from super()._read(line)

    def _act(self, command: Command) -> Effects:
        """A turn in which no cloud can be taken ends all the same when the client takes from one."""
        if isinstance(command, TakeFromCloud) and self._game is not None and self._game.get("step") == "end":
            command = EndTurn(playerId=command.playerId, playerIndex=command.playerIndex)
        return super()._act(command)
