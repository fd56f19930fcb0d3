"""A picture made of rectangles, discs and numbers, in a NumPy array."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]

INK: Colour = (40, 36, 32)
PAPER: Colour = (238, 232, 220)
# Three columns and five rows of dots for each digit, row by row
GLYPHS = (
    (7, 5, 5, 5, 7),
    (2, 6, 2, 2, 7),
    (7, 1, 7, 4, 7),
    (7, 1, 7, 1, 7),
    (5, 5, 7, 1, 1),
    (7, 4, 7, 1, 7),
    (7, 4, 7, 5, 7),
    (7, 1, 2, 2, 2),
    (7, 5, 7, 5, 7),
    (7, 5, 7, 1, 7),
)


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.pixels: NDArray[np.uint8] = np.empty((height, width, 3), np.uint8)
        self.pixels[:] = PAPER
        self._rows, self._columns = np.ogrid[:height, :width]

    def rectangle(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        self.pixels[y : y + height, x : x + width] = colour

    def frame(self, x: int, y: int, width: int, height: int, colour: Colour, thickness: int = 2) -> None:
        inside = self.pixels[y + thickness : y + height - thickness, x + thickness : x + width - thickness].copy()
        self.rectangle(x, y, width, height, colour)
        self.pixels[y + thickness : y + height - thickness, x + thickness : x + width - thickness] = inside

    def disc(self, x: int, y: int, radius: int, colour: Colour) -> None:
        """Around a middle, with a rim."""
        distance = (self._rows - y) ** 2 + (self._columns - x) ** 2
        self.pixels[distance <= radius * radius] = INK
        self.pixels[distance <= (radius - 1) ** 2] = colour

    def number(self, x: int, y: int, value: int, colour: Colour = INK, size: int = 2) -> None:
        """Its top left corner is given."""
        for digit in str(value):
            for row, dots in enumerate(GLYPHS[int(digit)]):
                for column in range(3):
                    if dots >> (2 - column) & 1:
                        self.rectangle(x + column * size, y + row * size, size, size, colour)
            x += 4 * size
