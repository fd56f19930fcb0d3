"""Which message may come when, and where it leads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from ludoteca.dialects.machine import Machine, Row
from ludoteca.dialects.messages import Message
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView
from ludoteca.rules.eriantys.engine import const

from . import messages, shapes
from .messages import ChooseColor, ChooseIsland, ChooseTwoColors, EndCharacter, PlayCharacter, SpecialMoveIsland


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


OWING = (State.OWES_ISLAND, State.OWES_COLOR, State.OWES_PAIR, State.OWES_MOVE)
IN_TURN = (State.STUDENTS, State.MOTHER_NATURE, State.CLOUD, State.END)
Ways = dict[type[Message], Sequence[State]]
ENTERING: Ways = {
    messages.GameParams: (State.WAITING, State.LISTENING, State.ASSISTANT),
    messages.Join: (State.WAITING, State.LISTENING, State.ASSISTANT, *IN_TURN, *OWING),
}
# A character is active, and its effect chosen, at any moment of the action turn (002 §1.4.1).
CHARACTERS: Ways = {
    PlayCharacter: (),
    ChooseIsland: (State.OVER,),
    ChooseColor: (),
    ChooseTwoColors: (),
    SpecialMoveIsland: (),
    EndCharacter: (),
}
ENDS = (State.LISTENING, State.ASSISTANT, State.OVER)

# The words of a state say what is awaited there: whoever sends something else is told so.
MACHINE = Machine(
    {
        State.LOBBY: Row("You have no seat yet. Send GameParams or Join.", ENTERING),
        State.WAITING: Row(
            "The game has not started. Wait for the others.",
            told={State.LISTENING: "GameStart", State.ASSISTANT: "GameStart", State.LOBBY: "Error"},
        ),
        State.LISTENING: Row(
            "It is not your turn.",
            told={State.ASSISTANT: "SelectAssistant", State.STUDENTS: "MoveStudentRequest", State.OVER: "GameEnded"},
        ),
        State.ASSISTANT: Row(
            "Play an assistant first: send ChooseAssistant.",
            {messages.ChooseAssistant: (State.LISTENING, State.STUDENTS)},
        ),
        State.STUDENTS: Row(
            "Move your students first: send MoveToIsland or EntranceToHall.",
            {
                messages.MoveToIsland: (State.MOTHER_NATURE,),
                messages.EntranceToHall: (State.MOTHER_NATURE,),
                **CHARACTERS,
            },
        ),
        State.MOTHER_NATURE: Row(
            "Move mother nature first: send MoveMN.",
            {messages.MoveMN: (State.CLOUD, State.END, State.LISTENING, State.OVER), **CHARACTERS},
        ),
        State.CLOUD: Row("Take a cloud: send ChooseCloud.", {messages.ChooseCloud: ENDS, **CHARACTERS}),
        State.END: Row("End your turn: send EndTurn.", {messages.EndMyTurn: ENDS, **CHARACTERS}),
        State.OWES_ISLAND: Row(
            "Your character waits for its island: send ChooseIsland.", {ChooseIsland: (*IN_TURN, State.OVER)}
        ),
        State.OWES_COLOR: Row("Your character waits for a colour: send ChooseColor.", {ChooseColor: IN_TURN}),
        State.OWES_PAIR: Row("Your character waits for a pair: send ChooseTwoColors.", {ChooseTwoColors: IN_TURN}),
        State.OWES_MOVE: Row(
            "Your character waits for a student and an island: send SpecialMoveIsland.", {SpecialMoveIsland: IN_TURN}
        ),
        State.OVER: Row("The game is over. Send GameParams or Join for another one, or Disconnect.", ENTERING),
    },
    anywhere=(messages.Pong, messages.Disconnect),
)

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
    """Where somebody with a seat at this table stands.

    A character whose effect is begun at the table, at another device or by a stand-in, has to be finished first.
    Between two pairs of a swap ordinary moves go on.
    """
    if view.phase in (Phase.OVER, Phase.CLOSED):
        return State.OVER
    if view.game is None:
        return State.WAITING
    if view.turn is None or view.turn != view.you:
        return State.LISTENING
    owed = shapes.owed(view.game)
    if owed is not None and (not owed.chosen or len(owed.chosen) % 2 or not shapes.pairs(view.game)):
        return OWED[shapes.CHARS.index(owed.c)]
    return STEPS.get(view.game.get("step", ""), State.ASSISTANT)


def drawings() -> Iterator[str]:
    in_the_game = (State.LISTENING, State.ASSISTANT, *IN_TURN, *OWING)
    way = {State.LOBBY: "choosing a table", State.WAITING: "waiting for players"}
    way |= dict.fromkeys(in_the_game, "in the game")
    yield MACHINE.drawn("The way to a game", way | {State.OVER: "the game is over"})
    turn = {state: state.value for state in (State.LISTENING, State.ASSISTANT, *IN_TURN)}
    yield MACHINE.drawn("A round for one player", turn, silent=tuple(CHARACTERS))
