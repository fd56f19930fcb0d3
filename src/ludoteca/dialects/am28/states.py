"""Which message may come when: the course of a connection, and the course of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from . import statuses
from .messages import (
    Choose,
    Command,
    EndTurn,
    FromClient,
    GameParameters,
    MoveMotherNature,
    MoveToHall,
    MoveToIsland,
    PlayAssistantCard,
    PlayCharacterCard,
    TakeFromCloud,
    Username,
)
from .statuses import Explained, Status

COMMANDS: tuple[type[Command], ...] = (
    PlayAssistantCard,
    MoveToIsland,
    MoveToHall,
    MoveMotherNature,
    TakeFromCloud,
    PlayCharacterCard,
    EndTurn,
    Choose,
)


class State(StrEnum):
    """Where a connection is."""

    NAMING = "naming"
    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


ALLOWED: dict[State, tuple[type[FromClient], ...]] = {
    State.NAMING: (Username,),
    State.WAITING: (GameParameters,),
    State.PLAYING: COMMANDS,
    State.OVER: (Username,),
}

# What the server tells, and where that leads. A line of the client leads nowhere by itself: its answer does.
LEADS_TO: dict[tuple[State, str], State] = {
    (State.NAMING, "userID"): State.WAITING,
    (State.NAMING, "101, 102, 103, 201"): State.NAMING,
    (State.WAITING, "104"): State.NAMING,
    (State.WAITING, "first status"): State.PLAYING,
    (State.PLAYING, "104"): State.NAMING,
    (State.PLAYING, "winner"): State.OVER,
    (State.OVER, "userID"): State.WAITING,
}

OUT_OF_PLACE: dict[tuple[State, type[FromClient]], Explained] = {
    (State.WAITING, Command): Explained(Status.WRONGPHASE, statuses.NOT_STARTED),
    (State.PLAYING, GameParameters): Explained(Status.WRONGPHASE, statuses.STARTED),
    (State.OVER, GameParameters): Explained(Status.WRONGPHASE, statuses.OVER),
    (State.OVER, Command): Explained(Status.WRONGPHASE, statuses.OVER),
}


def named(state: State) -> bool:
    """Whether the next line is a username, if it does not look like JSON."""
    return Username in ALLOWED[state]


def wrong(state: State, message: FromClient) -> Explained | None:
    """Why a message may not come now."""
    if type(message) in ALLOWED[state]:
        return None
    return OUT_OF_PLACE[state, Command if isinstance(message, Command) else type(message)]


# The commands of each step of a turn, and where they lead. The rules judge them; this is their order for people, and a
# test compares both.
OVER = "over"
STEPS: Mapping[str, tuple[type[Command], ...]] = {
    "planning": (PlayAssistantCard,),
    "students": (MoveToIsland, MoveToHall, PlayCharacterCard),
    "mother_nature": (MoveMotherNature, PlayCharacterCard),
    "cloud": (TakeFromCloud, PlayCharacterCard),
    "end": (EndTurn, PlayCharacterCard),
    OVER: (),
}
NEXT_STEPS: Mapping[tuple[str, type[Command]], tuple[str, ...]] = {  # besides the step itself
    ("planning", PlayAssistantCard): ("students",),
    ("students", MoveToIsland): ("mother_nature",),
    ("students", MoveToHall): ("mother_nature",),
    ("students", PlayCharacterCard): (OVER,),
    ("mother_nature", MoveMotherNature): ("cloud", "end", "students", OVER),
    ("mother_nature", PlayCharacterCard): (OVER,),
    ("cloud", TakeFromCloud): ("students", "planning", OVER),
    ("cloud", PlayCharacterCard): (OVER,),
    ("end", EndTurn): ("students", OVER),
    ("end", PlayCharacterCard): (OVER,),
}
