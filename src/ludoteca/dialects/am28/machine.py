"""Which message may come when: the course of a connection. The rules judge the course of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from ludoteca.dialects.machine import Machine, Row
from ludoteca.dialects.messages import Message, kinds

from . import errors
from .errors import Explained, Status
from .messages import Command, GameParameters, Username


class State(StrEnum):
    """Where a connection is."""

    NAMING = "naming"
    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


MACHINE = Machine(
    {
        State.NAMING: Row("Every line is a username.", {Username: (State.WAITING, State.PLAYING)}),
        State.WAITING: Row(
            "In a room, until the first player has said how many play and so many are there.",
            {GameParameters: (State.PLAYING,)},
            told={State.PLAYING: "first status", State.NAMING: "104"},
        ),
        State.PLAYING: Row(
            "In a game; whose turn it is, `turn.player` says.",
            dict.fromkeys(kinds(Command), ()),
            told={State.OVER: "winner", State.NAMING: "104"},
        ),
        State.OVER: Row(
            "The game is over. A line that is no JSON is a username.", {Username: (State.WAITING, State.PLAYING)}
        ),
    }
)

OUT_OF_PLACE: dict[tuple[State, type[Message]], Explained] = {
    (State.WAITING, Command): Explained(Status.WRONGPHASE, errors.NOT_STARTED),
    (State.PLAYING, GameParameters): Explained(Status.WRONGPHASE, errors.STARTED),
    (State.OVER, GameParameters): Explained(Status.WRONGPHASE, errors.OVER),
    (State.OVER, Command): Explained(Status.WRONGPHASE, errors.OVER),
}


def wrong(state: State, message: Message) -> Explained | None:
    """Why a message may not come now."""
    if MACHINE.allows(state, type(message)):
        return None
    return OUT_OF_PLACE[state, Command if isinstance(message, Command) else type(message)]


def drawings() -> Iterator[str]:
    yield MACHINE.drawn("States of a connection", {state: state.value for state in State})
