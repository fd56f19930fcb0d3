"""Which message may come when, and where it leads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from ludoteca.dialects import drawing
from ludoteca.dialects.machine import Machine, Row
from ludoteca.dialects.messages import Message

from . import messages


class State(StrEnum):
    NAMELESS = "nameless"
    NAMED = "named"
    COUNTING = "counting"
    EXPERTS = "experts"
    LOBBY = "lobby"
    SEED = "seed"
    LISTENING = "listening"
    PLANNING = "planning"
    STUDENTS = "students"
    SEATING = "seating"
    SENDING = "sending"
    PLACING = "placing"
    MOTHER_NATURE = "mother nature"
    CLOUD = "cloud"
    ENDING = "ending"
    CHARACTER = "character"
    OVER = "over"


OF_A_TURN = (State.STUDENTS, State.MOTHER_NATURE, State.CLOUD, State.ENDING)
IN_PLAY = (State.LISTENING, State.PLANNING, *OF_A_TURN, State.CHARACTER, State.OVER)
AT_THE_TABLE = (State.COUNTING, State.LOBBY, State.SEED, *IN_PLAY)  # a newcomer, or somebody who comes back
ENTERING = (*AT_THE_TABLE, State.NAMELESS)  # the last one when somebody else was faster
DIRECTIONS = (State.SEATING, State.SENDING)
ANSWERS_OF_MOVE_1: dict[type[Message], Sequence[State]] = {messages.PlayerAnswer: DIRECTIONS}


def turn(*ends: State) -> tuple[State, ...]:
    """Where a step of a turn leads: on, or out of the turn when it was the last one."""
    return (*ends, State.LISTENING, State.OVER)


def by_others(*ends: State) -> dict[State, str]:
    """Where something leads that somebody else does: told by a new view, or by the question that follows."""
    return {end: TELLS.get(end, "") for end in ends}


TELLS = {State.SEED: "askAssistantSeed", State.LISTENING: "renderView", State.PLANNING: "askAssistantCard"}


def using(state: State) -> dict[type[Message], Sequence[State]]:
    """A character may be used at any moment of the action phase."""
    return {messages.ChooseCharacterCard: (state, State.CHARACTER, State.OVER)}


ROWS: dict[State, Row[State]] = {
    State.NAMELESS: Row(
        "Nobody knows yet who this is.",
        {messages.Nickname: (State.NAMED,), messages.RegisterNickname: (State.NAMED,)},
    ),
    State.NAMED: Row(
        "The nickname is free, and can be changed; the seat is taken by joinLobby.",
        {
            messages.JoinLobby: ENTERING,
            messages.AddToLobby: ENTERING,
            messages.Nickname: (State.NAMED,),
            messages.RegisterNickname: (State.NAMED,),
        },
    ),
    State.COUNTING: Row(
        "The first of the table says how many play.",
        {messages.SetNumPlayer: (State.EXPERTS,)},
        messages.AskNumPlayer,
    ),
    State.EXPERTS: Row(
        "Then whether it is the expert game.",
        {messages.SetExpertsVariant: (State.LOBBY, State.SEED, State.LISTENING, State.PLANNING)},
        messages.AskExpertsVariant,
    ),
    State.LOBBY: Row(
        "Waiting for players, or for others to choose.",
        {},
        told=by_others(State.SEED, State.LISTENING, State.PLANNING, State.COUNTING, State.NAMELESS),
    ),
    State.SEED: Row(
        "Choosing a deck of assistants.",
        {messages.SetAssistantSeed: (State.LOBBY, State.LISTENING, State.PLANNING)},
        messages.AskAssistantSeed,
        told=by_others(State.LOBBY, State.LISTENING, State.PLANNING),
    ),
    State.LISTENING: Row(
        "Others play, or the game is paused.",
        {},
        told=by_others(State.PLANNING, *OF_A_TURN, State.CHARACTER, State.OVER),
    ),
    State.PLANNING: Row(
        "Planning phase: play an assistant.",
        {messages.ChooseAssistantCard: (State.LISTENING, State.STUDENTS, State.OVER)},
        messages.AskAssistantCard,
        told=by_others(*turn()),
    ),
    State.STUDENTS: Row(
        "Move 1: to the dining room?",
        {**ANSWERS_OF_MOVE_1, **using(State.STUDENTS)},
        messages.AskDiningRoomMovement,
        told=by_others(*turn()),
    ),
    State.SEATING: Row(
        "Move 1: each student goes to the dining room.",
        {**ANSWERS_OF_MOVE_1, messages.ChooseStudent: (State.SEATING, State.MOTHER_NATURE), **using(State.SEATING)},
        told=by_others(*turn(State.STUDENTS)),
    ),
    State.SENDING: Row(
        "Move 1: each student goes to an island.",
        {**ANSWERS_OF_MOVE_1, messages.ChooseStudent: (State.PLACING,), **using(State.SENDING)},
        told=by_others(*turn(State.STUDENTS)),
    ),
    State.PLACING: Row(
        "Move 1: to which island?",
        {
            **ANSWERS_OF_MOVE_1,
            messages.ChooseStudent: (State.PLACING,),
            messages.ChooseIsland: (State.SENDING, State.MOTHER_NATURE),
            **using(State.PLACING),
        },
        told=by_others(*turn(State.STUDENTS)),
    ),
    State.MOTHER_NATURE: Row(
        "Move 2: send mother nature.",
        {messages.ChooseStepsNumber: turn(State.CLOUD, State.ENDING), **using(State.MOTHER_NATURE)},
        messages.AskMotherNatureMovement,
        told=by_others(*turn(State.STUDENTS)),
    ),
    State.CLOUD: Row(
        "Move 3: take a cloud.",
        {messages.PickCloudTile: (State.LISTENING, State.PLANNING, State.OVER), **using(State.CLOUD)},
        messages.AskCloudTile,
        told=by_others(*turn(State.MOTHER_NATURE)),
    ),
    State.ENDING: Row(
        "No cloud to take: end the turn.",
        {messages.EndTurn: (State.LISTENING, State.PLANNING, State.OVER), **using(State.ENDING)},
        messages.AskEndTurn,
        told=by_others(*turn(State.MOTHER_NATURE)),
    ),
    State.CHARACTER: Row(
        "A character's effect needs a choice.",
        {
            messages.ChooseStudent: (State.CHARACTER, *OF_A_TURN),
            messages.ChooseIsland: (State.CHARACTER, *OF_A_TURN, State.OVER),
            messages.PlayerAnswer: OF_A_TURN,
        },
        messages.AskCharacterChoice,
        told=by_others(*turn(*OF_A_TURN)),
    ),
    State.OVER: Row("The game is over.", {}),
}
MACHINE = Machine(ROWS, anywhere=(messages.CloseSocket,))

IN_THE_GAME = frozenset(list(State)[list(State).index(State.LISTENING) :])
OF_PLAYERS = frozenset(kind for state in IN_THE_GAME for kind in ROWS[state].leads)  # said by whoever's turn it is


def answers(state: State) -> Iterator[type[Message]]:
    """Messages that answer the question of a state."""
    if ROWS[state].asks is not None:
        yield from (kind for kind in ROWS[state].leads if kind is not messages.ChooseCharacterCard)


LOGIN = (State.NAMELESS, State.NAMED, State.COUNTING, State.EXPERTS, State.LOBBY, State.SEED, State.LISTENING)
TURN = (
    State.LISTENING,
    State.PLANNING,
    State.STUDENTS,
    State.SEATING,
    State.SENDING,
    State.PLACING,
    State.MOTHER_NATURE,
    State.CLOUD,
    State.ENDING,
)
# Ways that are drawn only where they are the usual ones; the table beside the drawing has all of them.
RARE = (State.NAMELESS, State.SEED, State.LISTENING, State.PLANNING, State.OVER)
SILENT = (messages.RegisterNickname, messages.AddToLobby, messages.ChooseCharacterCard)


def drawings() -> Iterator[str]:
    for title, states in (("From the connection to the game", LOGIN), ("A round", TURN)):
        boxes = {state: state.value for state in states}
        yield MACHINE.drawn(title, boxes, drawing.column, RARE, SILENT)
