"""The results as a drawing: a point for each share, a line for its interval. SVG that fetches nothing.

It has a ground of its own, light or dark as the reader's system prefers, so that it can be read wherever it is put.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from .report import Report, percent, percents
from .scores import Interval

WIDTH = 760  # all in pixels
LETTER = 7.6  # the width of a common one
ROW = 30
MARGIN = 20
SCALE = 420  # the width of the axis, between the names and the figures
TOP = 44  # of a part: its title and the numbers of its axis
ROUND_STEPS = (20, 50, 100, 200, 500, 1000, 2000)  # of Elo between two lines
MOST_LINES = 8
STYLE = """\
svg{--ground:#fff;--ink:#1f2328;--faint:#d4d8dd;--weak:#59636e;--mark:#9a3412}
@media (prefers-color-scheme:dark){svg{--ground:#16191d;--ink:#e6edf3;--faint:#3a4149;--weak:#9aa4af;--mark:#ffb27d}}
.ground{fill:var(--ground)}text{fill:var(--ink);font:13px system-ui,sans-serif}.title{font-weight:600;font-size:15px}
.weak{fill:var(--weak)}.grid{stroke:var(--faint)}.fair{stroke:var(--weak);stroke-dasharray:5 4}
.mark{fill:var(--mark)}.spread{stroke:var(--mark);stroke-width:2;fill:none}"""


@dataclass(frozen=True)
class Line:
    """One row: a name, a value with its interval on the axis, and the same in words."""

    name: str
    value: float
    interval: Interval
    words: str


@dataclass(frozen=True)
class Axis:
    low: float
    high: float
    ticks: Sequence[tuple[float, str]]
    marked: float | None = None  # where a dashed line says what would be usual

    def place(self, value: float) -> float:
        return (value - self.low) / (self.high - self.low) * SCALE


def chart(report: Report) -> str:
    parts = [("Share of games won", shares(report), share_axis(report))]
    if report.ratings:
        lines = strengths(report)
        parts.append(("Elo", lines, elo_axis(lines)))
    names = max((len(line.name) for _, lines, _ in parts for line in lines), default=0) * LETTER + 16
    figures = max((len(line.words) for _, lines, _ in parts for line in lines), default=0) * LETTER + 16
    width = max(WIDTH, 2 * MARGIN + names + SCALE + figures)
    drawn: list[str] = []
    top = 2.0 * MARGIN + 10
    for title, lines, axis in parts:
        drawn += part(title, lines, axis, MARGIN + names, top)
        top += TOP + ROW * len(lines) + MARGIN
    described = " ".join(f"{line.name}: {line.words}." for _, lines, _ in parts for line in lines)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {top:g}" width="{width:g}" role="img">',
            f"<title>{escape(report.title)}</title><desc>{escape(described)}</desc>",
            f"<style>{STYLE}</style>",
            f'<rect class="ground" width="{width:g}" height="{top:g}" rx="8"/>',
            f'<text class="title" x="{MARGIN}" y="{MARGIN + 12}">{escape(report.title)}</text>',
            *drawn,
            "</svg>\n",
        ]
    )


def shares(report: Report) -> list[Line]:
    among = "among" if report.contest.places > 2 else "against"
    return [
        Line(
            f"{report.names[tally.first]} {among} {report.opponents(tally)}",
            tally.share,
            tally.interval,
            f"{percent(tally.share)} ({percents(tally.interval)}, {tally.games:,} games)",
        )
        for tally in report.tallies
        if tally.share is not None and tally.interval is not None
    ]


def share_axis(report: Report) -> Axis:
    return Axis(0, 1, [(tick / 4, f"{tick * 25} %") for tick in range(5)], report.contest.fair_share)


def strengths(report: Report) -> list[Line]:
    """The strongest first."""
    assert report.ratings is not None
    rated = sorted(zip(report.ratings, report.names, strict=True), key=lambda pair: -pair[0].points)
    return [
        Line(
            name,
            rating.points,
            rating.interval,
            f"{rating.points:+.0f} ({rating.interval[0]:+.0f} to {rating.interval[1]:+.0f})",
        )
        for rating, name in rated
    ]


def elo_axis(lines: Sequence[Line]) -> Axis:
    low = min(line.interval[0] for line in lines)
    high = max(line.interval[1] for line in lines)
    step = next((step for step in ROUND_STEPS if (high - low) / step <= MOST_LINES), ROUND_STEPS[-1])
    first, last = math.floor(low / step), math.ceil(high / step)
    ticks = [tick * step for tick in range(first, last + 1)]
    return Axis(ticks[0], ticks[-1], [(tick, f"{tick:+d}" if tick else "0") for tick in ticks], 0)


def part(title: str, lines: Sequence[Line], axis: Axis, left: float, top: float) -> Iterable[str]:
    bottom = top + TOP + ROW * len(lines)
    yield f'<text class="weak" x="{MARGIN}" y="{top + 26:g}">{title}</text>'
    for value, words in axis.ticks:
        x = left + axis.place(value)
        yield f'<path class="grid" d="M{x:g} {top + TOP - 10:g}V{bottom:g}"/>'
        yield f'<text class="weak" x="{x:g}" y="{top + 26:g}" text-anchor="middle">{words}</text>'
    if axis.marked is not None:
        yield f'<path class="fair" d="M{left + axis.place(axis.marked):g} {top + TOP - 10:g}V{bottom:g}"/>'
    for number, line in enumerate(lines):
        yield from row(line, axis, left, top + TOP + ROW * (number + 0.5))


def row(line: Line, axis: Axis, left: float, middle: float) -> Iterable[str]:
    low, high = (left + axis.place(end) for end in line.interval)
    yield f'<text x="{MARGIN}" y="{middle + 4:g}">{escape(line.name)}</text>'
    yield f'<path class="spread" d="M{low:.1f} {middle - 5:g}v10m0 -5H{high:.1f}m0 -5v10"/>'
    yield f'<circle class="mark" cx="{left + axis.place(line.value):.1f}" cy="{middle:g}" r="4.5"/>'
    yield f'<text x="{left + SCALE + 16:g}" y="{middle + 4:g}">{escape(line.words)}</text>'
