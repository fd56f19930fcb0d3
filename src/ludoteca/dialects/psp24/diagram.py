"""What of the table in `states.py` is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.dialects import drawing
from ludoteca.dialects.drawing import Arrow

from . import messages
from .states import TABLE, State, tag

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

Edge = tuple[State, State]


# Ways that are drawn only where they are the usual ones; the table beside the drawing has all of them.
RARELY = (State.SEED, State.LISTENING, State.PLANNING, State.OVER)
SYNONYMS = (messages.RegisterNickname, messages.AddToLobby)


def edges(drawn: Sequence[State]) -> dict[Edge, list[str]]:
    """Which messages lead from one state to another; none where others do something."""
    found: dict[Edge, list[str]] = {}
    for start in drawn:
        for kind, ends in TABLE[start].leads.items():
            if kind is not messages.ChooseCharacterCard and kind not in SYNONYMS:
                for end in ends:
                    if end in drawn and end is not start and (end is ends[0] or end not in RARELY):
                        found.setdefault((start, end), []).append(tag(kind))
        if not TABLE[start].leads:
            found |= {(start, end): [] for end in TABLE[start].told[:2] if end in drawn}
    return found


def svg(title: str, drawn: Sequence[State]) -> str:
    """In each box the question that is asked there."""
    boxes = {str(state): [tag(asked)] if (asked := TABLE[state].asks) else [] for state in drawn}
    arrows = [Arrow(start, end, names) for (start, end), names in edges(drawn).items()]
    return drawing.column(title, boxes, arrows)
