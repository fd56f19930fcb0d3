"""States as a drawing: boxes in a row, arrows onwards above them, arrows back below. Nothing in it is fetched."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

BOX, GAP, MARGIN = 184, 60, 12  # widths in pixels
LINE, TITLE = 18, 32  # heights
LETTERS = 24  # in a line of a box
REACH = 46  # how far out an arrow goes for each box that it passes


class Arrow(NamedTuple):
    start: str
    end: str
    label: str


def svg(title: str, boxes: Mapping[str, Sequence[str]], arrows: Sequence[Arrow]) -> str:
    """Each box has a name and lines of words in it."""
    places = {name: place for place, name in enumerate(boxes)}
    wrapped = {
        name: [line for words_inside in inside for line in textwrap.wrap(words_inside, LETTERS)]
        for name, inside in boxes.items()
    }
    tall = TITLE + LINE * max(len(lines) for lines in wrapped.values()) + 10
    spans = [places[arrow.end] - places[arrow.start] for arrow in arrows]
    above = 26 + REACH * max([0, *spans])
    below = 26 + REACH * max([0, *(-span for span in spans)])
    width = 2 * MARGIN + len(boxes) * BOX + (len(boxes) - 1) * GAP
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {above + tall + below}" role="img" fill="none"',
        ' stroke="currentColor" font-family="inherit" font-size="13">',
        f"<title>{escape(title)}</title><desc>{escape(description(boxes, arrows))}</desc>",
    ]
    for name, lines in wrapped.items():
        left = MARGIN + places[name] * (BOX + GAP)
        drawn.append(f'<rect x="{left}" y="{above}" width="{BOX}" height="{tall}" rx="8"/>')
        drawn.append(words(left + BOX / 2, above + 21, name, bold=True))
        drawn += [words(left + BOX / 2, above + TITLE + 13 + LINE * row, line) for row, line in enumerate(lines)]
    for arrow, span in zip(arrows, spans, strict=True):
        drawn += arc(places[arrow.start], span, arrow.label, above, above + tall)
    return "\n".join([*drawn, "</svg>"])


def description(boxes: Mapping[str, Sequence[str]], arrows: Sequence[Arrow]) -> str:
    """The drawing for those who cannot see it."""
    inside = [f"{name}: {', '.join(lines)}." for name, lines in boxes.items()]
    return " ".join([*inside, *(f"{arrow.label} leads from {arrow.start} to {arrow.end}." for arrow in arrows)])


def arc(start: int, span: int, label: str, top: float, bottom: float) -> list[str]:
    """From the middle of one box to the middle of another, over them or, when it goes back, under them."""
    step = BOX + GAP
    aside = 30 / span  # so that longer arrows begin and end outside shorter ones
    x1 = MARGIN + BOX / 2 + start * step + aside
    x2 = MARGIN + BOX / 2 + (start + span) * step - aside
    side, edge = (-1, top) if span > 0 else (1, bottom)
    far = edge + side * REACH * abs(span)
    tip = f"M{x2 - 4:g} {edge + side * 9:g}L{x2:g} {edge + side:g}L{x2 + 4:g} {edge + side * 9:g}"
    path = f"M{x1:g} {edge:g}C{x1:g} {far:g} {x2:g} {far:g} {x2:g} {edge + side:g}"
    middle = (edge + 3 * far) / 4 + (-6 if side < 0 else 15)
    return [f'<path d="{path}"/><path d="{tip}"/>', words((x1 + x2) / 2, middle, label)]


def words(x: float, y: float, text: str, *, bold: bool = False) -> str:
    style = 'text-anchor="middle" fill="currentColor" stroke="none"' + (' font-weight="bold"' if bold else "")
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(text)}</text>'
