"""A game as a picture, for `rgb_array`: what lies on the table, in colours and numbers."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca import rules
from ludoteca.rules.contract import SEAT_LETTERS

from .canvas import INK, Canvas, Colour

WIDTH, HEIGHT = 640, 480
COLOURS: dict[str, Colour] = {
    "green": (74, 158, 92),
    "red": (200, 68, 60),
    "yellow": (226, 178, 56),
    "pink": (220, 140, 180),
    "blue": (76, 128, 196),
    "purple": (130, 90, 160),
}
TOWERS: dict[str, Colour] = {"white": (250, 250, 250), "black": (60, 60, 60), "grey": (150, 150, 150)}
MARBLES: dict[str, Colour] = {
    "W": (250, 250, 250),
    "B": COLOURS["blue"],
    "G": (150, 150, 150),
    "Y": COLOURS["yellow"],
    "P": COLOURS["purple"],
    "R": COLOURS["red"],
}
RESOURCES: dict[str, Colour] = {
    "coin": COLOURS["yellow"],
    "stone": (150, 150, 150),
    "servant": COLOURS["purple"],
    "shield": COLOURS["blue"],
}
LAND: Colour = (204, 214, 176)
BOARD: Colour = (214, 200, 178)
ACTIVE: Colour = (200, 68, 60)


def picture(game: rules.Game) -> NDArray[np.uint8]:
    """Three colours for each pixel, rows first."""
    canvas = Canvas(WIDTH, HEIGHT)
    draw = draw_eriantys if game.name == "eriantys" else draw_masters
    draw(canvas, game.position(), game.seat)
    return canvas.pixels


def draw_eriantys(canvas: Canvas, position: dict[str, Any], seat: int) -> None:
    """Islands in a ring with students, towers and mother nature; clouds in its middle; boards on the right."""
    middle, radius = 200, 150
    groups = {tile: group[0] for group in position["groups"] for tile in group[1:]}
    for tile in range(1, 13):
        angle = 2 * pi * (tile - 1) / 12 - pi / 2
        x, y = round(middle + radius * cos(angle)), round(middle + 40 + radius * sin(angle))
        island = position["islands"].get(str(tile), {})
        canvas.disc(x, y, 36, LAND)
        if tile in groups:  # it lies against the one before
            canvas.number(x - 6, y - 6, groups[tile], BOARD)
        if "tower" in island:
            canvas.rectangle(x - 5, y - 30, 10, 14, TOWERS[island["tower"]])
            canvas.frame(x - 5, y - 30, 10, 14, INK, 1)
        students(canvas, x - 26, y - 6, island.get("students", {}))
        if position["mother_nature"] == tile:
            canvas.disc(x, y + 24, 7, (240, 150, 60))
    for number, cloud in enumerate(position["clouds"]):
        students(canvas, middle - 26, middle - 14 + 32 * number, cloud)
    height = 112
    for number, letter in enumerate(SEAT_LETTERS[: position["players"]]):
        board, y = position["boards"][letter], 8 + number * (height + 4)
        canvas.rectangle(410, y, 222, height, BOARD)
        if number == seat:
            canvas.frame(410, y, 222, height, ACTIVE, 3)
        students(canvas, 420, y + 8, board["entrance"])
        for row, colour in enumerate(list(COLOURS)[:5]):
            at = y + 34 + 14 * row
            canvas.rectangle(420, at, 10, 10, COLOURS[colour])
            canvas.number(438, at, board["dining"].get(colour, 0))
            if colour in board["professors"]:
                canvas.disc(472, at + 5, 6, COLOURS[colour])
        for place, value in enumerate(position["hands"][letter]):
            canvas.number(500 + place % 5 * 26, y + 34 + place // 5 * 18, value)
        if letter in position.get("assistants", {}):
            canvas.number(500, y + 76, position["assistants"][letter], ACTIVE, 4)
        if "coins" in board:
            canvas.disc(592, y + 88, 12, COLOURS["yellow"])
            canvas.number(588, y + 83, board["coins"])


def students(canvas: Canvas, x: int, y: int, counts: dict[str, int]) -> None:
    """A number on each colour."""
    for place, colour in enumerate(list(COLOURS)[:5]):
        if counts.get(colour):
            canvas.rectangle(x + place * 11, y, 10, 14, COLOURS[colour])
            canvas.number(x + place * 11 + 2, y + 2, counts[colour], INK)


def draw_masters(canvas: Canvas, position: dict[str, Any], seat: int) -> None:
    """Market and piles above, a board for each player below."""
    for row, marbles in enumerate(position["market"]["rows"]):
        for column, marble in enumerate(marbles.split()):
            canvas.disc(30 + column * 36, 40 + row * 36, 15, MARBLES[marble])
    canvas.disc(30 + 4 * 36, 22, 15, MARBLES[position["market"]["slide"]])
    for place, (name, cards) in enumerate(position["grid"].items()):
        x, y = 230 + place // 3 * 100, 10 + (2 - place % 3) * 42
        canvas.rectangle(x, y, 90, 36, COLOURS[name[:-1]])
        if cards:
            canvas.number(x + 8, y + 8, cards[0], INK, 4)
            canvas.number(x + 66, y + 18, len(cards), INK, 2)
    for number, (letter, board) in enumerate(position["players"].items()):
        x, y = 8 + number % 2 * 316, 150 + number // 2 * 164
        canvas.rectangle(x, y, 308, 156, BOARD)
        if number == seat and SEAT_LETTERS[number] == letter:
            canvas.frame(x, y, 308, 156, ACTIVE, 3)
        for space in range(25):
            canvas.rectangle(x + 8 + space * 11, y + 8, 10, 10, ACTIVE if space == board["faith"] else (250, 250, 250))
        for shelf, held in board["warehouse"].items():
            resources(canvas, x + 10, y + 26 + 20 * int(shelf), held)
        resources(canvas, x + 10, y + 120, board["strongbox"])
        for slot, cards in enumerate(board["slots"]):
            for height, card in enumerate(cards):
                canvas.number(x + 130 + slot * 56, y + 120 - height * 30, card, INK, 4)
        for place, leader in enumerate(board["played"]):
            canvas.number(x + 130 + place * 56, y + 28, leader, ACTIVE, 3)


def resources(canvas: Canvas, x: int, y: int, held: dict[str, int]) -> None:
    for place, (resource, count) in enumerate(held.items()):
        canvas.disc(x + 8 + place * 28, y + 8, 8, RESOURCES[resource])
        canvas.number(x + 4 + place * 28, y + 3, count)
