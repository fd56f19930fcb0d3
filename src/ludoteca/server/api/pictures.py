"""A picture of a table for link previews: what a watcher sees of it, drawn as SVG and sent as PNG.

It shows the middle of the board, which tells the games apart at a glance, and who plays. Text needs a font on the
machine; without one the drawing stays, and the words of the link say the rest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape

import resvg_py

from ludoteca.house.views import SeatView, TableView

WIDTH, HEIGHT = 1200, 630  # what readers of links ask for
PAPER, INK, QUIET, SEA, SAND, GRASS, WOOD = "#f6f1e7", "#2b2a33", "#625d67", "#bfd9dc", "#e8dab6", "#b9c99a", "#e6d8bf"
WIZARDS = ("#1c6b78", "#7d3f86", "#8a5410", "#4c5a2a")  # the colours of players, as on the page
TOWERS = {"white": "#fffdf8", "black": "#2b2a33", "grey": "#8d8b90"}
STUDENTS = {"green": "#2e8b57", "red": "#c8382e", "yellow": "#d9a000", "pink": "#c65a93", "blue": "#2f6fb0"}
SHAPES = {
    "green": "M0-10 11 9H-11z",
    "red": "M0-12 11 0 0 12-11 0z",
    "yellow": "M-9-9H9V9H-9z",
    "pink": "M0-12 3.5-4 12-3.5 5.5 2.5 7.5 11 0 6.5-7.5 11-5.5 2.5-12-3.5-3.5-4z",
    "blue": "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0",
}
MARBLES = {"W": "#fbf8f1", "B": "#6fa8dc", "G": "#a9abb2", "Y": "#e8b84b", "P": "#a98bd0", "R": "#d6685f"}
ISLANDS = 12
FONT = 'font-family="Palatino, Georgia, DejaVu Serif, serif"'


def png(view: TableView) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg(view), width=WIDTH, height=HEIGHT))


def svg(view: TableView) -> str:
    parts = "".join((*board(view.game), *words(view)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>{parts}</svg>'
    )


def board(game: Mapping[str, Any] | None) -> Iterator[str]:
    """By what a game has, not by its name. Before it starts the ring is empty."""
    if game is not None and "market" in game:
        yield from market(game)
    else:
        yield from ring(game or {})


def ring(game: Mapping[str, Any]) -> Iterator[str]:
    yield f'<rect x="30" y="30" width="720" height="570" rx="40" fill="{SEA}"/>'
    islands = game.get("islands", {})
    for number in range(1, ISLANDS + 1):
        angle = 2 * math.pi * (number - 1) / ISLANDS - math.pi / 2
        x, y = 390 + 280 * math.cos(angle), 315 + 215 * math.sin(angle)
        for radius, colour in ((54, SAND), (45, GRASS)):
            yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius}" fill="{colour}"/>'
        there = islands.get(str(number), {})
        yield from students(there.get("students", {}), x, y + 8)
        if "tower" in there:
            yield (
                f'<path transform="translate({x:.0f} {y - 28:.0f})" fill="{TOWERS[there["tower"]]}" stroke="{INK}" '
                'stroke-width="2" d="M-11 14V-8h5v5h3.5v-5h5v5h3.5v-5h5v22z"/>'
            )
        if game.get("mother_nature") == number:
            yield (
                f'<circle cx="{x + 34:.0f}" cy="{y - 30:.0f}" r="13" fill="#7a4a24" stroke="{PAPER}" stroke-width="3"/>'
            )


def students(held: Mapping[str, int], x: float, y: float) -> Iterator[str]:
    colours = [colour for colour in STUDENTS if held.get(colour)]
    for at, colour in enumerate(colours):
        across = x + (at - (len(colours) - 1) / 2) * 28
        yield (
            f'<path transform="translate({across:.0f} {y:.0f}) scale(1.2)" d="{SHAPES[colour]}" '
            f'fill="{STUDENTS[colour]}" stroke="{INK}" stroke-opacity=".5"/>'
        )


def market(game: Mapping[str, Any]) -> Iterator[str]:
    yield f'<rect x="30" y="30" width="720" height="570" rx="40" fill="{WOOD}"/>'
    for row, marbles in enumerate(game["market"]["rows"]):
        for column, marble in enumerate(marbles.split(" ")):
            x, y = 130 + column * 160, 130 + row * 160
            yield (
                f'<circle cx="{x}" cy="{y}" r="66" fill="{MARBLES[marble]}" stroke="{INK}" stroke-opacity=".35" '
                f'stroke-width="3"/><ellipse cx="{x - 20}" cy="{y - 26}" rx="20" ry="12" fill="#fff" opacity=".55"/>'
            )


def words(view: TableView) -> Iterator[str]:
    yield text(790, 110, 44, "Ludoteca", f'fill="{INK}" font-weight="600"')
    title = f"{view.options.game.capitalize()} · {view.code}"
    yield text(790, 165, 28, title, f'fill="{QUIET}"')
    for at, (seat, colour) in enumerate(zip(view.seats, colours(view.seats), strict=True)):
        y = 280 + at * 78
        won = view.result is not None and at in view.result.winners
        yield f'<circle cx="816" cy="{y}" r="26" fill="{colour}"/>'
        yield text(816, y + 10, 28, seat.name[:1], f'fill="{PAPER}" text-anchor="middle"')
        yield text(860, y + 10, 30, seat.name, f'fill="{INK}" font-weight="{600 if won else 400}"')


def text(x: int, y: int, size: int, written: str, look: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" {FONT} {look}>{escape(written)}</text>'


def colours(seats: list[SeatView]) -> list[str]:
    """That of the chosen wizard, else the first that is free: as on the page."""
    chosen = {seat.look.wizard for seat in seats}
    free = [number for number in range(1, 5) if number not in chosen]
    return [WIZARDS[(seat.look.wizard or (free.pop(0) if free else 1)) - 1] for seat in seats]
