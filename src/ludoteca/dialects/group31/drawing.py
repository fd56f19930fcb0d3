"""The states of a connection as a drawing, from the table in `states.py`. Nothing in it is fetched."""

from __future__ import annotations

from collections import defaultdict
from html import escape

from .messages import name
from .states import ALLOWED, ANYWHERE, LEADS_TO, State

WIDTH, GAP, LEFT = 214, 64, 70  # of a state, between two, before the first, in pixels
LINE, TITLE = 19, 34  # heights
REACH = 56  # how far out an arrow runs for each state that it passes


def staying(state: State) -> list[str]:
    """The requests of a state that do not lead anywhere else."""
    return [name(kind) for kind in ALLOWED[state] if kind not in ANYWHERE and (state, kind) not in LEADS_TO]


def arrows() -> dict[tuple[State, State], list[str]]:
    """The requests that lead from one state to another. Coming back to a game is not drawn."""
    found: dict[tuple[State, State], list[str]] = defaultdict(list)
    for (start, kind), ends in LEADS_TO.items():
        for end in ends[:1] if start is State.OUTSIDE else ends:
            found[start, end].append(name(kind))
    return dict(found)


def words() -> str:
    """The drawing for those who cannot see it."""
    led = [f"{', '.join(names)} leads from {start} to {end}." for (start, end), names in arrows().items()]
    stayed = [f"In {state} these stay: {', '.join(staying(state))}." for state in State if staying(state)]
    return " ".join([*led, *stayed])


def svg() -> str:
    """Boxes in a row. Arrows to the right run above them, arrows to the left below."""
    edges = arrows()
    steps = [order(end) - order(start) for start, end in edges]
    longest = max(len(names) for names in edges.values())
    above = 30 + REACH * max(steps) + LINE * longest
    below = 30 + REACH * -min(steps) + LINE * longest
    height = TITLE + LINE * max(len(staying(state)) for state in State) + 8
    width = LEFT + len(State) * (WIDTH + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {above + height + below}" role="img"',
        ' fill="none" stroke="currentColor" font-family="inherit" font-size="14">',
        f"<title>States of a connection</title><desc>{escape(words())}</desc>",
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">',
        '<path d="M0 0L10 5L0 10z" fill="currentColor" stroke="none"/></marker></defs>',
        f'<path d="M8 {above + TITLE / 2}H{LEFT - 4}" marker-end="url(#tip)"/>',
    ]
    for state in State:
        x = LEFT + order(state) * (WIDTH + GAP)
        parts.append(f'<rect x="{x}" y="{above}" width="{WIDTH}" height="{height}" rx="10"/>')
        parts.append(text(x + WIDTH / 2, above + 22, state, "bold"))
        lines = enumerate(staying(state))
        parts += [text(x + WIDTH / 2, above + TITLE + 14 + LINE * i, line) for i, line in lines]
    for (start, end), names in edges.items():
        parts += arrow(start, end, names, above, above + height)
    return "\n".join([*parts, "</svg>"])


def order(state: State) -> int:
    return list(State).index(state)


def arrow(start: State, end: State, names: list[str], top: int, bottom: int) -> list[str]:
    """A curve, and the requests beside its outermost point, one in a line."""
    steps = order(end) - order(start)
    middles = [LEFT + order(state) * (WIDTH + GAP) + WIDTH / 2 for state in (start, end)]
    aside = 50 / steps  # a longer arrow begins and ends outside the shorter ones
    x1, x2 = middles[0] + aside, middles[1] - aside
    side, y = (-1, top) if steps > 0 else (1, bottom)
    out = y + side * REACH * abs(steps)
    label = (y + 3 * out) / 4 + (-7 - LINE * (len(names) - 1) if side < 0 else 17)
    curve = f'<path d="M{x1} {y}C{x1} {out} {x2} {out} {x2} {y + side * 3}" marker-end="url(#tip)"/>'
    return [curve, *[text((x1 + x2) / 2, label + LINE * i, line) for i, line in enumerate(names)]]


def text(x: float, y: float, words: str, weight: str = "normal") -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="middle" fill="currentColor" stroke="none" font-weight="{weight}">'
        f"{escape(words)}</text>"
    )
