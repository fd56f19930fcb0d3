"""Which message may come when, and where it leads: a table. The connection follows it, the drawing is made of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from . import messages
from .messages import FromClient, FromServer


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


@dataclass(frozen=True)
class Row:
    """`leads` says where messages lead that may come, if they are accepted, the usual way first; `asks` is the question
    that they answer."""

    words: str
    leads: Mapping[type[FromClient], tuple[State, ...]]
    asks: type[FromServer] | None = None
    told: tuple[State, ...] = field(default=())  # where something leads that somebody else does


OF_A_TURN = (State.STUDENTS, State.MOTHER_NATURE, State.CLOUD, State.ENDING)
IN_PLAY = (State.LISTENING, State.PLANNING, *OF_A_TURN, State.CHARACTER, State.OVER)
AT_THE_TABLE = (State.COUNTING, State.LOBBY, State.SEED, *IN_PLAY)  # a newcomer, or somebody who comes back
ENTERING = (*AT_THE_TABLE, State.NAMELESS)  # the last one when somebody else was faster
DIRECTIONS = (State.SEATING, State.SENDING)
ANYTIME = (messages.CloseSocket,)
ANSWERS_OF_MOVE_1: dict[type[FromClient], tuple[State, ...]] = {messages.PlayerAnswer: DIRECTIONS}


def turn(*ends: State) -> tuple[State, ...]:
    """Where a step of a turn leads: on, or out of the turn when it was the last one."""
    return (*ends, State.LISTENING, State.OVER)


def using(state: State) -> dict[type[FromClient], tuple[State, ...]]:
    """A character may be used at any moment of the action phase."""
    return {messages.ChooseCharacterCard: (state, State.CHARACTER, State.OVER)}


TABLE: dict[State, Row] = {
    State.NAMELESS: Row(
        "Nobody knows yet who this is.",
        {messages.Nickname: (State.NAMED,), messages.RegisterNickname: (State.NAMED,)},
    ),
    State.NAMED: Row(
        "The nickname is free; the seat is taken by joinLobby.",
        {messages.JoinLobby: ENTERING, messages.AddToLobby: ENTERING},
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
        told=(State.SEED, State.LISTENING, State.PLANNING, State.COUNTING, State.NAMELESS),
    ),
    State.SEED: Row(
        "Choosing a deck of assistants.",
        {messages.SetAssistantSeed: (State.LOBBY, State.LISTENING, State.PLANNING)},
        messages.AskAssistantSeed,
        told=(State.LOBBY, State.LISTENING, State.PLANNING),
    ),
    State.LISTENING: Row(
        "Others play, or the game is paused.", {}, told=(State.PLANNING, *OF_A_TURN, State.CHARACTER, State.OVER)
    ),
    State.PLANNING: Row(
        "Planning phase: play an assistant.",
        {messages.ChooseAssistantCard: (State.LISTENING, State.STUDENTS, State.OVER)},
        messages.AskAssistantCard,
        told=turn(),
    ),
    State.STUDENTS: Row(
        "Move 1: to the dining room?",
        {**ANSWERS_OF_MOVE_1, **using(State.STUDENTS)},
        messages.AskDiningRoomMovement,
        told=turn(),
    ),
    State.SEATING: Row(
        "Move 1: each student goes to the dining room.",
        {**ANSWERS_OF_MOVE_1, messages.ChooseStudent: (State.SEATING, State.MOTHER_NATURE), **using(State.SEATING)},
        told=turn(State.STUDENTS),
    ),
    State.SENDING: Row(
        "Move 1: each student goes to an island.",
        {**ANSWERS_OF_MOVE_1, messages.ChooseStudent: (State.PLACING,), **using(State.SENDING)},
        told=turn(State.STUDENTS),
    ),
    State.PLACING: Row(
        "Move 1: to which island?",
        {
            **ANSWERS_OF_MOVE_1,
            messages.ChooseStudent: (State.PLACING,),
            messages.ChooseIsland: (State.SENDING, State.MOTHER_NATURE),
            **using(State.PLACING),
        },
        told=turn(State.STUDENTS),
    ),
    State.MOTHER_NATURE: Row(
        "Move 2: send mother nature.",
        {messages.ChooseStepsNumber: turn(State.CLOUD, State.ENDING), **using(State.MOTHER_NATURE)},
        messages.AskMotherNatureMovement,
        told=turn(State.STUDENTS),
    ),
    State.CLOUD: Row(
        "Move 3: take a cloud.",
        {messages.PickCloudTile: (State.LISTENING, State.PLANNING, State.OVER), **using(State.CLOUD)},
        messages.AskCloudTile,
        told=turn(State.MOTHER_NATURE),
    ),
    State.ENDING: Row(
        "No cloud to take: end the turn.",
        {messages.EndTurn: (State.LISTENING, State.PLANNING, State.OVER), **using(State.ENDING)},
        messages.AskEndTurn,
        told=turn(State.MOTHER_NATURE),
    ),
    State.CHARACTER: Row(
        "A character's effect needs a choice.",
        {
            messages.ChooseStudent: (State.CHARACTER, *OF_A_TURN),
            messages.ChooseIsland: (State.CHARACTER, *OF_A_TURN, State.OVER),
            messages.PlayerAnswer: OF_A_TURN,
        },
        messages.AskCharacterChoice,
        told=turn(*OF_A_TURN),
    ),
    State.OVER: Row("The game is over.", {}),
}

IN_THE_GAME = frozenset(state for state in State if list(State).index(state) >= list(State).index(State.LISTENING))
OF_PLAYERS = frozenset(kind for state in IN_THE_GAME for kind in TABLE[state].leads)  # said by whoever's turn it is


def allowed(state: State, kind: type[FromClient]) -> bool:
    return kind in TABLE[state].leads or kind in ANYTIME


def answers(state: State) -> Iterator[type[FromClient]]:
    """Messages that answer the question of a state."""
    if TABLE[state].asks is not None:
        yield from (kind for kind in TABLE[state].leads if kind is not messages.ChooseCharacterCard)


def tag(kind: type[messages.Message]) -> str:
    """The name of a message on the wire."""
    name = kind.__struct_config__.tag
    assert isinstance(name, str)
    return name
