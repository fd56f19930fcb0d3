"""Which message may come when. A connection greets, then claims a seat, watches or sits; the table decides the rest."""

from __future__ import annotations

from enum import StrEnum

from . import messages
from .problems import Problem


class State(StrEnum):
    GREETING = "greeting"
    CLAIMING = "claiming"
    WATCHING = "watching"
    SEATED = "seated"


ANYWHERE = (messages.Ping,)
OF_A_CLAIMANT = (messages.Claim,)
OF_A_WATCHER = (messages.Sit, messages.Claim, messages.Mute, messages.Report)
OF_A_SEAT = (
    messages.Move,
    messages.Contribute,
    messages.Dress,
    messages.SitBot,
    messages.Remove,
    messages.HandOver,
    messages.Rise,
    messages.Start,
    messages.Close,
    messages.Arrange,
    messages.Act,
    messages.TakeBack,
    messages.AskEnd,
    messages.Answer,
    messages.Resign,
    messages.CallStandIn,
    messages.ClaimWin,
    messages.Hint,
    messages.Rematch,
    messages.Say,
    messages.Mute,
    messages.Report,
)

ALLOWED: dict[State, tuple[type[messages.FromClient], ...]] = {
    State.GREETING: (messages.Hello, *ANYWHERE),
    State.CLAIMING: (*OF_A_CLAIMANT, *ANYWHERE),
    State.WATCHING: (*OF_A_WATCHER, *ANYWHERE),
    State.SEATED: (*OF_A_SEAT, *ANYWHERE),
}

# Where a message leads when it succeeds. Whoever is removed from his seat, or moves it, is told so by an entry.
LEADS_TO: dict[tuple[State, type[messages.FromClient]], tuple[State, ...]] = {
    (State.GREETING, messages.Hello): (State.CLAIMING, State.WATCHING, State.SEATED),
    (State.CLAIMING, messages.Claim): (State.SEATED,),
    (State.WATCHING, messages.Sit): (State.SEATED,),
    (State.WATCHING, messages.Claim): (State.SEATED,),
    (State.SEATED, messages.Rise): (State.WATCHING,),
}


def problem(state: State, message: messages.FromClient) -> Problem | None:
    """Why a message may not come now."""
    kind = type(message)
    if kind in ALLOWED[state]:
        return None
    if state is State.GREETING:
        return Problem.GREET_FIRST
    if kind is messages.Hello:
        return Problem.GREETED
    return Problem.SEATED if state is State.SEATED else Problem.WATCHING
