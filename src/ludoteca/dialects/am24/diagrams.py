"""The states of a connection as drawings, from the tables of `states.py`. Nothing in them is fetched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from .messages import name_of
from .states import ANYWHERE, LEADS_TO, OWING, TOLD, State

BOX, GAP, HEIGHT = 150, 96, 54  # widths of a state and of what is between two, height of a state, in pixels
RISE = 46  # how far out an arrow reaches for each state that it passes
MARGIN = 20

Edges = dict[tuple[str, str], list[str]]


@dataclass(frozen=True)
class Drawing:
    """States that stand for themselves or, under one name, for several."""

    name: str
    title: str
    boxes: Mapping[State, str]


THE_WAY = Drawing(
    "way",
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
    "round",
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
    "effect",
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
    """Boxes in a row; arrows to the right run above them, arrows to the left below."""
    names = list(dict.fromkeys(drawing.boxes.values()))
    found = edges(drawing)
    reach = [names.index(end) - names.index(start) for start, end in found]
    above = MARGIN + 24 + RISE * max([*reach, 0])
    below = MARGIN + 24 + RISE * max([*(-steps for steps in reach), 0])
    width = 2 * MARGIN + len(names) * BOX + (len(names) - 1) * GAP
    tip = f"tip-of-{drawing.name}"  # drawings of one page share their names
    size = 'markerWidth="8" markerHeight="8"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {above + HEIGHT + below}" role="img"',
        ' fill="none" stroke="currentColor" font-family="inherit" font-size="13">',
        f"<title>{escape(drawing.title)}</title><desc>{escape(description(found))}</desc>",
        f'<defs><marker id="{tip}" viewBox="0 0 10 10" refX="9" refY="5" orient="auto" {size}>',
        '<path d="M0 0L10 5L0 10z" fill="currentColor" stroke="none"/></marker></defs>',
    ]
    for place, name in enumerate(names):
        x = MARGIN + place * (BOX + GAP)
        parts.append(f'<rect x="{x}" y="{above}" width="{BOX}" height="{HEIGHT}" rx="10"/>')
        parts.append(text(x + BOX / 2, above + HEIGHT / 2 + 5, name))
    for (start, end), labels in found.items():
        parts += arrow(names.index(start), names.index(end), labels, above, tip)
    return "\n".join([*parts, "</svg>"])


def arrow(start: int, end: int, labels: Sequence[str], above: float, tip: str) -> list[str]:
    """Longer ones run further out."""
    steps = end - start
    side, y = (-1, above) if steps > 0 else (1, above + HEIGHT)
    aside = 40 / abs(steps) * (1 if steps > 0 else -1)
    x1 = MARGIN + start * (BOX + GAP) + BOX / 2 + aside
    x2 = MARGIN + end * (BOX + GAP) + BOX / 2 - aside
    out = y + side * RISE * abs(steps) * 4 / 3
    parts = [f'<path d="M{x1} {y}C{x1} {out} {x2} {out} {x2} {y + side * 3}" marker-end="url(#{tip})"/>']
    top = y + side * RISE * abs(steps)
    for line, label in enumerate([", ".join(labels)] if len(labels) == 2 else labels):
        parts.append(text((x1 + x2) / 2, top + side * (6 + 14 * line) + (10 if side > 0 else 0), label))
    return parts


def text(x: float, y: float, words: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="middle" fill="currentColor" stroke="none">{escape(words)}</text>'


def description(found: Edges) -> str:
    """The drawing for those who cannot see it."""
    led = [f"{' or '.join(labels)} leads from {start} to {end}." for (start, end), labels in found.items()]
    anywhere = " and ".join(name_of(kind) for kind in ANYWHERE)
    return " ".join([*led, f"{anywhere} may come at any time."])
