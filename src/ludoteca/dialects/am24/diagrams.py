"""What of the tables of `states.py` is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludoteca.dialects.drawing import Arrow, row

from .messages import name_of
from .states import ANYWHERE, LEADS_TO, OWING, TOLD, State

Edges = dict[tuple[str, str], list[str]]


@dataclass(frozen=True)
class Drawing:
    """States that stand for themselves or, under one name, for several."""

    title: str
    boxes: Mapping[State, str]


THE_WAY = Drawing(
    "The way to a game",
    {
        State.LOBBY: "choosing a table",
        State.WAITING: "waiting for players",
        **dict.fromkeys((State.LISTENING, State.ASSISTANT, *OWING), "in the game"),
        **dict.fromkeys((State.STUDENTS, State.MOTHER_NATURE, State.CLOUD, State.END), "in the game"),
        State.OVER: "the game is over",
    },
)
A_TURN = Drawing(
    "A round for one player",
    {
        State.LISTENING: "another player's turn",
        State.ASSISTANT: "playing an assistant",
        State.STUDENTS: "moving students",
        State.MOTHER_NATURE: "moving mother nature",
        State.CLOUD: "taking a cloud",
        State.END: "ending the turn",
    },
)
AN_EFFECT = Drawing(
    "The effect of a character",
    {
        **dict.fromkeys((State.STUDENTS, State.MOTHER_NATURE, State.CLOUD, State.END), "in one's own turn"),
        State.OWES_ISLAND: "owing an island",
        State.OWES_COLOR: "owing a colour",
        State.OWES_PAIR: "owing a pair",
        State.OWES_MOVE: "owing a special move",
    },
)
DRAWINGS = (THE_WAY, A_TURN, AN_EFFECT)


def edges(drawing: Drawing) -> Edges:
    """What leads from one box to another: messages of the client, and in brackets those of the server."""
    found: Edges = {}
    boxes = drawing.boxes
    for (start, kind), ends in LEADS_TO.items():
        for end in ends:
            _add(found, boxes, (start, end), name_of(kind))
    for (start, end), name in TOLD.items():
        _add(found, boxes, (start, end), f"({name})")
    return found


def _add(found: Edges, boxes: Mapping[State, str], edge: tuple[State, State], label: str) -> None:
    start, end = boxes.get(edge[0]), boxes.get(edge[1])
    if start is not None and end is not None and start != end:
        labels = found.setdefault((start, end), [])
        if label not in labels:
            labels.append(label)


def svg(drawing: Drawing) -> str:
    arrows = [Arrow(start, end, labels) for (start, end), labels in edges(drawing).items()]
    anywhere = " and ".join(name_of(kind) for kind in ANYWHERE)
    return row(drawing.title, dict.fromkeys(drawing.boxes.values(), ()), arrows, f"{anywhere} may come at any time.")
