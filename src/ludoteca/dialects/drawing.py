"""States, and the ways from one to another, as drawings for the pages about dialects. Nothing in them is fetched.

A drawing is SVG in the colour of the text around it. What it shows is also said in words, for those who cannot see it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

LETTER = 8.2  # widths and heights are in pixels
LINE = 18
TITLE = 32
PADDING = 14  # beside the words in a box
MOST_LETTERS = 28  # in a line of a box; longer ones are broken
MARGIN = 14
BETWEEN = 64  # boxes of a row
BELOW = 26  # boxes of a column
REACH = 46  # how much further out an arrow runs for each box that it passes
ASIDE = 44  # from the middle of a box, for the shortest arrows; longer ones begin and end outside them
# So that a word can be read where an arrow passes behind it; the colour is that of the page.
HALO = "stroke:var(--md-default-bg-color,Canvas);stroke-width:4;paint-order:stroke"

Boxes = Mapping[str, Sequence[str]]  # the words in each, by its name


class Arrow(NamedTuple):
    """What leads from one box to another; nothing where others do something, and then it is dashed."""

    start: str
    end: str
    labels: Sequence[str]


def row(title: str, boxes: Boxes, arrows: Sequence[Arrow], besides: str = "") -> str:
    """Boxes beside each other. Arrows to the right run above them, arrows to the left below."""
    words = told(boxes, arrows)
    arrows = [arrow._replace(labels=broken([", ".join(arrow.labels)])) for arrow in arrows]
    order = list(boxes)
    wrapped = {name: broken(lines) for name, lines in boxes.items()}
    wide = width_of([*order, *(line for lines in wrapped.values() for line in lines)])
    tall = TITLE + LINE * max(len(lines) for lines in wrapped.values()) + 10
    spans = [order.index(arrow.end) - order.index(arrow.start) for arrow in arrows]
    above, below = (room([span * side for span in spans], arrows) for side in (1, -1))
    across = 2 * MARGIN + len(order) * wide + (len(order) - 1) * BETWEEN

    def middle(place: int) -> float:
        return MARGIN + place * (wide + BETWEEN) + wide / 2

    def bent(arrow: Arrow, span: int) -> Iterable[str]:
        side, edge = (-1, above) if span > 0 else (1, above + tall)
        start = order.index(arrow.start)
        x1, x2 = middle(start) + ASIDE / span, middle(start + span) - ASIDE / span
        far = edge + side * REACH * abs(span)
        yield path(
            f"M{x1:g} {edge:g}C{x1:g} {far:g} {x2:g} {far:g} {x2:g} {edge + side:g}"
            f"M{x2 - 4:g} {edge + side * 9:g}L{x2:g} {edge + side:g}L{x2 + 4:g} {edge + side * 9:g}",
            arrow,
        )
        outermost = (edge + 3 * far) / 4
        first = outermost - 7 - LINE * (len(arrow.labels) - 1) if side < 0 else outermost + 16
        for number, label in enumerate(arrow.labels):
            yield text((x1 + x2) / 2, first + LINE * number, label)

    def drawn() -> Iterable[str]:
        for place, name in enumerate(order):
            yield from box(name, wrapped[name], middle(place) - wide / 2, above, wide, tall)
        for arrow, span in zip(arrows, spans, strict=True):
            yield from bent(arrow, span)

    return picture(title, [words, besides], across, above + tall + below, drawn())


def column(title: str, boxes: Boxes, arrows: Sequence[Arrow], besides: str = "") -> str:
    """Boxes below each other. Arrows down run on the right of them, arrows up on the left."""
    order = list(boxes)
    wide = width_of([*order, *(line for lines in boxes.values() for line in lines)])
    tall = 28 + LINE * max(len(lines) for lines in boxes.values())
    spans = [order.index(arrow.end) - order.index(arrow.start) for arrow in arrows]
    beside = REACH * (max(map(abs, spans)) + 1) * 2 / 3 + width_of([", ".join(arrow.labels) for arrow in arrows])
    high = 2 * MARGIN + len(order) * (tall + BELOW) - BELOW

    def top(place: int) -> float:
        return MARGIN + place * (tall + BELOW)

    def bent(arrow: Arrow, span: int) -> Iterable[str]:
        side, edge = (1, beside + wide) if span > 0 else (-1, beside)
        start = order.index(arrow.start)
        # They leave a box nearer to where they go, so that those that come in do not lie on them.
        y1, y2 = top(start) + tall / 2 + side * 7, top(start + span) + tall / 2 - side * 7
        far = edge + side * REACH * (abs(span) + 1) * 2 / 3
        yield path(
            f"M{edge:g} {y1:g}C{far:g} {y1:g} {far:g} {y2:g} {edge + side:g} {y2:g}"
            f"M{edge + side * 9:g} {y2 - 4:g}L{edge + side:g} {y2:g}L{edge + side * 9:g} {y2 + 4:g}",
            arrow,
        )
        # A third of the way along the curve, where others that begin or end here have gone their own ways.
        x, y = edge + (far - edge) * 2 / 3, y1 + (y2 - y1) * 7 / 27
        yield text(x + side * 6, y + 4, ", ".join(arrow.labels), "start" if side > 0 else "end")

    def drawn() -> Iterable[str]:
        for place, name in enumerate(order):
            yield from box(name, boxes[name], beside, top(place), wide, tall)
        for arrow, span in zip(arrows, spans, strict=True):
            yield from bent(arrow, span)

    return picture(title, [told(boxes, arrows), besides], 2 * beside + wide, high, drawn())


# ---------------------------------------------------------------- parts


def picture(title: str, words: Iterable[str], width: float, height: float, drawn: Iterable[str]) -> str:
    described = escape(" ".join(sentence for sentence in words if sentence))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img"',
            ' fill="none" stroke="currentColor" font-family="inherit" font-size="13" style="max-width:100%">',
            f"<title>{escape(title)}</title><desc>{described}</desc>",
            *drawn,
            "</svg>",
        ]
    )


def box(name: str, lines: Sequence[str], left: float, top: float, wide: float, tall: float) -> Iterable[str]:
    yield f'<rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{tall:g}" rx="8"/>'
    yield text(left + wide / 2, top + (21 if lines else tall / 2 + 4), name, bold=True)
    for number, line in enumerate(lines):
        yield text(left + wide / 2, top + TITLE + 8 + LINE * number, line)


def path(curve: str, arrow: Arrow) -> str:
    dashes = "" if arrow.labels else ' stroke-dasharray="5 4"'
    return f'<path d="{curve}"{dashes}/>'


def text(x: float, y: float, words: str, anchor: str = "middle", *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    style = f'text-anchor="{anchor}" fill="currentColor" style="{HALO}"{weight}'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(words)}</text>'


def told(boxes: Boxes, arrows: Iterable[Arrow]) -> str:
    inside = [f"In {name}: {', '.join(lines)}." for name, lines in boxes.items() if lines]
    led = [
        f"{' or '.join(arrow.labels) or 'What others do'} leads from {arrow.start} to {arrow.end}." for arrow in arrows
    ]
    return " ".join([*led, *inside])


def broken(lines: Iterable[str]) -> list[str]:
    return [part for line in lines for part in textwrap.wrap(line, MOST_LETTERS)]


def width_of(lines: Iterable[str]) -> int:
    return round(max(map(len, lines)) * LETTER) + 2 * PADDING


def room(spans: Sequence[int], arrows: Sequence[Arrow]) -> float:
    """For the arrows that go so many boxes onwards on one side of a row, with their labels."""
    outer = [
        REACH * span * 3 / 4 + LINE * len(arrow.labels) for span, arrow in zip(spans, arrows, strict=True) if span > 0
    ]
    return MARGIN + max(outer, default=0)
