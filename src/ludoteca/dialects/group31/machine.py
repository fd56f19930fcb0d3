"""Which request may come when, and where it leads. The game decides the rest: whose turn it is, and which step."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from ludoteca.dialects.machine import Machine, Row
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView

from . import messages


class State(StrEnum):
    """Where a connection is: outside, or at a game that is so far."""

    OUTSIDE = "outside"
    LOBBY = "lobby"
    CHOICES = "choices"
    PLANNING = "planning"
    ACTION = "action"
    OVER = "over"


MACHINE = Machine(
    {
        State.OUTSIDE: Row(
            "No place at a game yet.",
            {
                messages.CreateNewGame: (),
                messages.JoinGame: (),
                messages.EnterGame: tuple(state for state in State if state is not State.OUTSIDE),
            },
        ),
        State.LOBBY: Row(
            "A place at a game that waits for players.",
            {
                messages.ExitFromGame: (State.OUTSIDE,),
                messages.ChangeNumPlayers: (),
                messages.NextPhase: (State.CHOICES,),
            },
            told={State.CHOICES: "CurrentPlayerChanged", State.OUTSIDE: "ExitGameSuccess"},
        ),
        State.CHOICES: Row(
            "One after the other chooses tower and wizard.",
            {
                messages.ExitFromGame: (State.OUTSIDE,),
                messages.SetTower: (),
                messages.SetWizard: (),
                messages.NextPhase: (State.PLANNING,),
            },
            told={State.PLANNING: "GameStarted", State.LOBBY: "CurrentPlayerChanged"},
        ),
        State.PLANNING: Row(
            "Assistants are played.",
            {messages.UseAssistant: (State.ACTION,)},
            told={State.ACTION: "CurrentPlayerChanged", State.OVER: "Winner"},
        ),
        State.ACTION: Row(
            "Turns are taken.",
            {
                messages.MoveStudentsToIsland: (),
                messages.MoveStudentsToDiningRoom: (),
                messages.MoveMotherNature: (State.OVER,),
                messages.TakeStudentsFromCloud: (State.PLANNING, State.OVER),
                messages.UseCharacterCard: (State.OVER,),
                messages.EndTurn: (State.OVER,),
            },
            told={State.PLANNING: "CurrentPlayerChanged", State.OVER: "Winner"},
        ),
        State.OVER: Row("The game is over.", {messages.Exit: ()}),
    },
    anywhere=(messages.Acknowledgment, messages.Ping),
)


def state_at(view: TableView) -> State:
    """The state of a connection that has a seat at a table."""
    if view.phase is Phase.OPEN:
        return State.CHOICES if view.choosing else State.LOBBY
    if view.phase is Phase.PLAYING and view.game is not None:
        return State(view.game["phase"])
    return State.OVER


def drawings() -> Iterator[str]:
    """Coming back to a game is not drawn."""
    rare = (State.CHOICES, State.PLANNING, State.ACTION, State.OVER)
    boxes = {state: state.value for state in State}
    yield MACHINE.drawn("States of a connection", boxes, rare=rare)
