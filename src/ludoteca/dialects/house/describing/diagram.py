"""The states of a connection as a drawing, from the tables of `states.py`."""

from __future__ import annotations

from collections import defaultdict

from ludoteca.dialects.drawing import Arrow, row
from ludoteca.dialects.house.states import ALLOWED, LEADS_TO, State

from .schemas import tag


def svg() -> str:
    boxes = {str(state): [", ".join(staying(state))] for state in State}
    arrows = [Arrow(start, end, names) for (start, end), names in transitions().items()]
    return row("States of a connection", boxes, arrows)


def staying(state: State) -> list[str]:
    """The messages that may come in a state and do not lead away from it."""
    return [tag(kind) for kind in ALLOWED[state] if (state, kind) not in LEADS_TO]


def transitions() -> dict[tuple[State, State], list[str]]:
    """The messages that lead from one state to another."""
    found: dict[tuple[State, State], list[str]] = defaultdict(list)
    for (start, kind), ends in LEADS_TO.items():
        for end in ends:
            found[start, end].append(tag(kind))
    return dict(found)
