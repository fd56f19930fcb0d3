"""Which request may come when. The game decides the rest: whose turn it is, and which step of it."""

from __future__ import annotations

from enum import StrEnum

from ludoteca.house.table import Phase
from ludoteca.house.views import TableView

from . import messages
from .messages import FromClient


class State(StrEnum):
    """Where a connection is: outside, or at a game that is so far."""

    OUTSIDE = "outside"
    LOBBY = "lobby"
    CHOICES = "choices"
    PLANNING = "planning"
    ACTION = "action"
    OVER = "over"


ANYWHERE = (messages.Acknowledgment, messages.Ping)

ALLOWED: dict[State, tuple[type[FromClient], ...]] = {
    State.OUTSIDE: (*ANYWHERE, messages.CreateNewGame, messages.JoinGame, messages.EnterGame),
    State.LOBBY: (*ANYWHERE, messages.ExitFromGame, messages.ChangeNumPlayers, messages.NextPhase),
    State.CHOICES: (*ANYWHERE, messages.ExitFromGame, messages.SetTower, messages.SetWizard, messages.NextPhase),
    State.PLANNING: (*ANYWHERE, messages.UseAssistant),
    State.ACTION: (
        *ANYWHERE,
        messages.MoveStudentsToIsland,
        messages.MoveStudentsToDiningRoom,
        messages.MoveMotherNature,
        messages.TakeStudentsFromCloud,
        messages.UseCharacterCard,
        messages.EndTurn,
    ),
    State.OVER: (*ANYWHERE, messages.Exit),
}

# Where a request can lead when it succeeds; it may also leave everything where it is.
LEADS_TO: dict[tuple[State, type[FromClient]], tuple[State, ...]] = {
    (State.OUTSIDE, messages.EnterGame): tuple(state for state in State if state is not State.OUTSIDE),
    (State.LOBBY, messages.ExitFromGame): (State.OUTSIDE,),
    (State.LOBBY, messages.NextPhase): (State.CHOICES,),
    (State.CHOICES, messages.ExitFromGame): (State.OUTSIDE,),
    (State.CHOICES, messages.NextPhase): (State.PLANNING,),
    (State.PLANNING, messages.UseAssistant): (State.ACTION,),
    (State.ACTION, messages.MoveMotherNature): (State.OVER,),
    (State.ACTION, messages.TakeStudentsFromCloud): (State.PLANNING, State.OVER),
    (State.ACTION, messages.UseCharacterCard): (State.OVER,),
    (State.ACTION, messages.EndTurn): (State.OVER,),
}


def state_at(view: TableView) -> State:
    """The state of a connection that has a seat at a table."""
    if view.phase is Phase.OPEN:
        return State.CHOICES if view.choosing else State.LOBBY
    if view.phase is Phase.PLAYING and view.game is not None:
        return State(view.game["phase"])
    return State.OVER
