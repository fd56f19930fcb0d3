"""The states of a connection as a drawing, from the tables of `states.py`."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from html import escape

from ..states import ALLOWED, LEADS_TO, State
from .schemas import tag

BOX, GAP, LEFT = 208, 110, 110  # widths in pixels: of a state, between two, before the first
LINE = 19  # height of a line of text
LETTERS = 25  # in a line of a box
TITLE = 34
FURTHER = 52  # how far out an arrow reaches for each state that it goes on


def svg() -> str:
    """Boxes in a row; arrows to the right run above them, arrows to the left below. Nothing in it is fetched."""
    listed = {state: textwrap.wrap(" ".join(staying(state)), LETTERS) for state in State}
    height = TITLE + LINE * max(len(lines) for lines in listed.values()) + 8
    edges = transitions()
    above = 24 + FURTHER * max((right(edge) for edge in edges), default=0)
    below = 24 + FURTHER * max((-right(edge) for edge in edges), default=0)
    width = LEFT + len(State) * BOX + (len(State) - 1) * GAP + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {above + height + below}" role="img"',
        ' fill="none" stroke="currentColor" font-family="inherit" font-size="14">',
        f"<title>States of a connection</title><desc>{escape(description())}</desc>",
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">',
        '<path d="M0 0L10 5L0 10z" fill="currentColor" stroke="none"/></marker></defs>',
        *arrow(f"M12 {above + TITLE / 2}H{LEFT - 4}", LEFT / 2, above + TITLE / 2 - 8, "connect"),
    ]
    for place, state in enumerate(State):
        x = LEFT + place * (BOX + GAP)
        parts.append(f'<rect x="{x}" y="{above}" width="{BOX}" height="{height}" rx="10"/>')
        parts.append(text(x + BOX / 2, above + 22, state, "bold"))
        parts += [text(x + BOX / 2, above + TITLE + 14 + LINE * i, line) for i, line in enumerate(listed[state])]
    for (start, end), names in edges.items():
        parts += curved(start, end, ", ".join(names), above, above + height)
    return "\n".join([*parts, "</svg>"])


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


def description() -> str:
    """The drawing for those who cannot see it."""
    led = [f"{', '.join(names)} leads from {start} to {end}." for (start, end), names in transitions().items()]
    stayed = [f"In {state} these stay: {', '.join(staying(state))}." for state in State]
    return " ".join([*led, *stayed])


def right(edge: tuple[State, State]) -> int:
    """How many places an arrow goes to the right; below zero to the left."""
    order = list(State)
    return order.index(edge[1]) - order.index(edge[0])


def curved(start: State, end: State, label: str, top: float, bottom: float) -> list[str]:
    """An arrow over the boxes, or under them when it goes back. Longer ones run further out."""
    steps = right((start, end))
    middles = [LEFT + list(State).index(state) * (BOX + GAP) + BOX / 2 for state in (start, end)]
    aside = 60 / steps  # so that a longer arrow begins and ends outside the shorter ones
    x1, x2 = middles[0] + aside, middles[1] - aside
    side, y = (-1, top) if steps > 0 else (1, bottom)
    reach = y + side * FURTHER * abs(steps)
    label_y = (y + 3 * reach) / 4 + (-7 if side < 0 else 17)
    return arrow(f"M{x1} {y}C{x1} {reach} {x2} {reach} {x2} {y + side * 3}", (x1 + x2) / 2, label_y, label)


def arrow(path: str, x: float, y: float, label: str) -> list[str]:
    return [f'<path d="{path}" marker-end="url(#tip)"/>', text(x, y, label)]


def text(x: float, y: float, words: str, weight: str = "normal") -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="middle" fill="currentColor" stroke="none" font-weight="{weight}">'
        f"{escape(words)}</text>"
    )
