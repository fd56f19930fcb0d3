"""The losses of a training as a picture."""

from __future__ import annotations

from collections.abc import Sequence

NAMES = ("outcome", "policy", "points")
COLOURS = ("#0b6e4f", "#8a3033", "#2b4c8c")
WIDTH, HEIGHT, MARGIN = 640, 320, 44


def draw(curve: Sequence[Sequence[float]]) -> str:
    """An SVG of the losses by generation: each entry is the generation and then the losses in the order of NAMES."""
    first, last = curve[0][0], max(curve[-1][0], curve[0][0] + 1)
    most = max(max(entry[1:]) for entry in curve) or 1.0

    def place(generation: float, loss: float) -> str:
        x = MARGIN + (WIDTH - 2 * MARGIN) * (generation - first) / (last - first)
        y = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * loss / most
        return f"{x:.1f},{y:.1f}"

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<polyline points="{place(first, most)} {place(first, 0)} {place(last, 0)}" fill="none" stroke="black"/>',
        f'<text x="{MARGIN}" y="{HEIGHT - 14}">generation {first:.0f} to {last:.0f}, losses up to {most:.2f}</text>',
    ]
    for number, (name, colour) in enumerate(zip(NAMES, COLOURS, strict=True)):
        points = " ".join(place(entry[0], entry[1 + number]) for entry in curve)
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines.append(f'<text x="{MARGIN + 120 * number}" y="24" fill="{colour}">{name}</text>')
    return "\n".join([*lines, "</svg>", ""])
