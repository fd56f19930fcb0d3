"""The curve of a review as a picture in SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ..analysis.reports import Review
from ..rules.contract import SEAT_LETTERS
from .review_text import at, percent, shown

WIDTH, HEIGHT = 800, 320
LEFT, RIGHT, TOP, BOTTOM = 48, 16, 40, 48
WIDE, HIGH = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
COLOURS = ("#1f6f8b", "#c05621", "#5a7d2a", "#7b4fa3")  # told apart by people who see few colours, and by dashes
DASHES = ("", "6 3", "2 3", "9 3 2 3")


def drawn(review: Review, title: str) -> str:
    """Chances by player from entry to entry, a ring at every turning point."""
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" font-size="13"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="22" font-size="15" fill="#222222">{escape(title)}</text>',
        *axes(review),
    ]
    for player in shown(review):
        parts += curve(review, player)
    return "\n".join([*parts, *rings(review), "</svg>", ""])


def across(review: Review, entry: int) -> float:
    first, last = review.curve[0].entry, review.curve[-1].entry
    return LEFT + WIDE * (entry - first) / max(1, last - first)


def down(chance: float) -> float:
    return TOP + HIGH * (1 - chance)


def axes(review: Review) -> Iterator[str]:
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = down(share)
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="#444444">{percent(share)}</text>'
    first, last = review.curve[0].entry, review.curve[-1].entry
    for entry in (first, (first + last) // 2, last):
        place = f'x="{across(review, entry):.1f}" y="{HEIGHT - BOTTOM + 18}"'
        yield f'<text {place} text-anchor="middle" fill="#444444">{entry}</text>'


def curve(review: Review, player: int) -> Iterator[str]:
    """The line of a player, or of a side, and what it is called."""
    colour, players = COLOURS[player], len(shown(review))
    dash = f' stroke-dasharray="{DASHES[player]}"' if DASHES[player] else ""
    line = " ".join(f"{across(review, point.entry):.1f},{down(point.chances[player]):.1f}" for point in review.curve)
    side = [name for other, name in enumerate(review.names) if other % players == player]
    x, y = LEFT + player * WIDE / players, HEIGHT - 10
    yield f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>'
    yield f'<path d="M{x:.1f} {y - 4}h24" stroke="{colour}" stroke-width="2"{dash}/>'
    yield f'<text x="{x + 30:.1f}" y="{y}" fill="#222222">{SEAT_LETTERS[player]} {escape(", ".join(side))}</text>'


def rings(review: Review) -> Iterator[str]:
    """On the curve of whoever it was, with the number of the entry: what a closer look found stands in the title."""
    for turning in review.turnings:
        x, y = across(review, turning.before), down(at(review.curve, turning.before)[turning.player])
        colour = COLOURS[turning.player % len(shown(review))]
        said = f"Entry {turning.entry}: {percent(turning.chance)} to {percent(turning.left)}"
        ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="#ffffff" stroke="{colour}" stroke-width="2">'
        yield f"{ring}<title>{said}</title></circle>"
        above = y - 10 if y > TOP + 20 else y + 20
        yield f'<text x="{x:.1f}" y="{above:.1f}" text-anchor="middle" fill="{colour}">{turning.entry}</text>'
