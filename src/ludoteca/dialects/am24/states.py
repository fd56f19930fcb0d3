"""Which message may come when, as tables: the connection goes by them, and the page's diagrams are drawn from them."""

from __future__ import annotations

from enum import StrEnum

from ludoteca.house.table import Phase
from ludoteca.house.views import TableView
from ludoteca.rules.eriantys.engine import const

from . import messages, shaping
from .messages import FromClient


class State(StrEnum):
    LOBBY = "choosing a table"
    WAITING = "waiting for players"
    LISTENING = "another player's turn"
    ASSISTANT = "playing an assistant"
    STUDENTS = "moving students"
    MOTHER_NATURE = "moving mother nature"
    CLOUD = "taking a cloud"
    END = "ending the turn"
    OWES_ISLAND = "owing an island"
    OWES_COLOR = "owing a colour"
    OWES_PAIR = "owing a pair"
    OWES_MOVE = "owing a special move"
    OVER = "the game is over"


ANYWHERE = (messages.Pong, messages.Disconnect)
ENTERING = (messages.GameParams, messages.Join)

ALLOWED: dict[State, tuple[type[FromClient], ...]] = {
    State.LOBBY: (*ENTERING, *ANYWHERE),
    State.WAITING: ANYWHERE,
    State.LISTENING: ANYWHERE,
    State.ASSISTANT: (messages.ChooseAssistant, *ANYWHERE),
    State.STUDENTS: (messages.MoveToIsland, messages.EntranceToHall, messages.PlayCharacter, *ANYWHERE),
    State.MOTHER_NATURE: (messages.MoveMN, messages.PlayCharacter, *ANYWHERE),
    State.CLOUD: (messages.ChooseCloud, messages.PlayCharacter, *ANYWHERE),
    State.END: (messages.EndMyTurn, messages.PlayCharacter, *ANYWHERE),
    State.OWES_ISLAND: (messages.ChooseIsland, *ANYWHERE),
    State.OWES_COLOR: (messages.ChooseColor, *ANYWHERE),
    State.OWES_PAIR: (messages.ChooseTwoColors, messages.EndCharacter, *ANYWHERE),
    State.OWES_MOVE: (messages.SpecialMoveIsland, *ANYWHERE),
    State.OVER: (*ENTERING, *ANYWHERE),
}

OWING = (State.OWES_ISLAND, State.OWES_COLOR, State.OWES_PAIR, State.OWES_MOVE)
IN_TURN = (State.STUDENTS, State.MOTHER_NATURE, State.CLOUD, State.END)

# Where a message leads when it is accepted, if not back to where it came from.
LEADS_TO: dict[tuple[State, type[FromClient]], tuple[State, ...]] = {
    (State.LOBBY, messages.GameParams): (State.WAITING, State.LISTENING, State.ASSISTANT),
    (State.LOBBY, messages.Join): (State.WAITING, State.LISTENING, State.ASSISTANT, *IN_TURN, *OWING),
    (State.OVER, messages.GameParams): (State.WAITING, State.LISTENING, State.ASSISTANT),
    (State.OVER, messages.Join): (State.WAITING, State.LISTENING, State.ASSISTANT, *IN_TURN, *OWING),
    (State.ASSISTANT, messages.ChooseAssistant): (State.LISTENING, State.STUDENTS),
    (State.STUDENTS, messages.MoveToIsland): (State.MOTHER_NATURE,),
    (State.STUDENTS, messages.EntranceToHall): (State.MOTHER_NATURE,),
    (State.MOTHER_NATURE, messages.MoveMN): (State.CLOUD, State.END, State.LISTENING, State.OVER),
    (State.CLOUD, messages.ChooseCloud): (State.LISTENING, State.ASSISTANT, State.OVER),
    (State.END, messages.EndMyTurn): (State.LISTENING, State.ASSISTANT, State.OVER),
    **{(state, messages.PlayCharacter): OWING for state in IN_TURN},
    (State.OWES_ISLAND, messages.ChooseIsland): (*IN_TURN, State.OVER),
    (State.OWES_COLOR, messages.ChooseColor): IN_TURN,
    (State.OWES_PAIR, messages.ChooseTwoColors): IN_TURN,
    (State.OWES_PAIR, messages.EndCharacter): IN_TURN,
    (State.OWES_MOVE, messages.SpecialMoveIsland): IN_TURN,
}

# Where one gets by what happens at the table, and the message that tells it.
TOLD: dict[tuple[State, State], str] = {
    (State.WAITING, State.LISTENING): "GameStart",
    (State.WAITING, State.ASSISTANT): "GameStart",
    (State.LISTENING, State.ASSISTANT): "SelectAssistant",
    (State.LISTENING, State.STUDENTS): "MoveStudentRequest",
    (State.LISTENING, State.OVER): "GameEnded",
}

STEPS = {
    "students": State.STUDENTS,
    "mother_nature": State.MOTHER_NATURE,
    "cloud": State.CLOUD,
    "end": State.END,
}
OWED = {
    const.MONK: State.OWES_MOVE,
    const.HERALD: State.OWES_ISLAND,
    const.HERBALIST: State.OWES_ISLAND,
    const.JESTER: State.OWES_PAIR,
    const.MUSHROOM_HUNTER: State.OWES_COLOR,
    const.MINSTREL: State.OWES_PAIR,
    const.PRINCESS: State.OWES_COLOR,
    const.THIEF: State.OWES_COLOR,
}


def state_of(view: TableView) -> State:
    """Where somebody with a seat at this table stands."""
    if view.phase in (Phase.OVER, Phase.CLOSED):
        return State.OVER
    if view.game is None:
        return State.WAITING
    if view.turn is None or view.turn != view.you:
        return State.LISTENING
    if "unfinished" in view.game:
        return OWED[shaping.active(view.game) or const.NOTHING]
    return STEPS.get(view.game.get("step", ""), State.ASSISTANT)


def answers(state: State) -> list[str]:
    """The messages that belong to a state and to no other."""
    return [messages.name_of(kind) for kind in ALLOWED[state] if kind not in ANYWHERE]
