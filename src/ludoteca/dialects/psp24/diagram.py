"""The states of a connection as drawings, from the table in `states.py`. Nothing in them is fetched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

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

BOX, HEIGHT, GAP = 250, 46, 26  # in pixels: width and height of a box, space between two
SIDE = 330  # beside the boxes, for arrows and what they say
REACH = 28  # how much further out an arrow runs for each box that it passes

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
    """Boxes in a column; arrows down run on the right, arrows up on the left. Longer ones run further out.

    Dashed arrows are ways on which others lead.
    """
    height = len(drawn) * (HEIGHT + GAP) + 10
    width = 2 * SIDE + BOX
    led = edges(drawn)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" fill="none"',
        ' stroke="currentColor" font-family="inherit" font-size="12">',
        f"<title>{escape(title)}</title><desc>{escape(described(led))}</desc>",
        '<defs><marker id="psp24-tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7"',
        ' orient="auto"><path d="M0 0L10 5L0 10z" fill="currentColor" stroke="none"/></marker></defs>',
    ]
    for place, state in enumerate(drawn):
        parts += box(state, 5 + place * (HEIGHT + GAP))
    for (start, end), names in led.items():
        parts += arrow(drawn.index(start), drawn.index(end), names)
    return "\n".join([*parts, "</svg>"])


def box(state: State, top: float) -> Iterable[str]:
    asked = TABLE[state].asks
    yield f'<rect x="{SIDE}" y="{top}" width="{BOX}" height="{HEIGHT}" rx="8"/>'
    yield text(SIDE + BOX / 2, top + (19 if asked else 27), state, "middle", "bold")
    if asked:
        yield text(SIDE + BOX / 2, top + 36, tag(asked), "middle")


def arrow(start: int, end: int, names: Sequence[str]) -> Iterable[str]:
    """Arrows leave a box in its upper half and come in at its lower half, so that they do not lie on each other."""
    down = end > start
    span = abs(end - start)
    edge = SIDE + BOX if down else SIDE
    out = edge + REACH * (span + 1) * (1 if down else -1)
    y1, y2 = (5 + place * (HEIGHT + GAP) + HEIGHT / 2 + shift for place, shift in ((start, 7), (end, -7)))
    if not down:
        y1, y2 = y1 - 14, y2 + 14
    dashes = "" if names else ' stroke-dasharray="5 4"'
    yield f'<path d="M{edge} {y1}C{out} {y1} {out} {y2} {edge} {y2}" marker-end="url(#psp24-tip)"{dashes}/>'
    # A third of the way along the curve, where others that begin or end here have gone their own ways.
    x, y = edge + (out - edge) * 2 / 3, y1 + (y2 - y1) * 7 / 27
    yield text(x + (6 if down else -6), y + 4, ", ".join(names), "start" if down else "end")


def text(x: float, y: float, words: str, anchor: str, weight: str = "normal") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-weight="{weight}" fill="currentColor"'
        f' stroke="none">{escape(words)}</text>'
    )


def described(led: dict[Edge, list[str]]) -> str:
    """The drawing for those who cannot see it."""
    return " ".join(
        f"{' or '.join(names) or 'What others do'} leads from {start} to {end}." for (start, end), names in led.items()
    )
