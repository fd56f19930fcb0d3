"""Questions as a drawing: what may be asked after what, from left to right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ludoteca.dialects.drawing import picture, text

WIDTH, HEIGHT = 226, 40  # of a box, in pixels
ACROSS, DOWN = 46, 20  # between boxes
MARGIN = 10

Edges = Mapping[str, Sequence[str]]  # what follows each box, the first box first
Place = tuple[int, int]  # column and row


def placed(edges: Edges) -> dict[str, Place]:
    """Columns by the longest way to a box; each way that ends gets a row of its own."""
    columns: dict[str, int] = {}
    rows: dict[str, int] = {}

    def reach(name: str, column: int, on_the_way: tuple[str, ...]) -> None:
        if name not in on_the_way and column >= columns.get(name, 0):
            columns[name] = column
            for following in edges.get(name, ()):
                reach(following, column + 1, (*on_the_way, name))

    def lay(name: str, row: int) -> int:
        """The first row that is free below."""
        if name in rows:
            return row
        rows[name] = row
        below = row
        for following in edges.get(name, ()):
            below = lay(following, below)
        return max(below, row + 1)

    first = next(iter(edges))
    reach(first, 0, ())
    lay(first, 0)
    return {name: (columns[name], rows[name]) for name in columns}


def svg(title: str, edges: Edges, again: Sequence[str] = ()) -> str:
    """Boxes in columns; those in `again` may come several times after each other."""
    places = placed(edges)
    wide = MARGIN * 2 + (max(column for column, _ in places.values()) + 1) * (WIDTH + ACROSS) - ACROSS
    high = MARGIN * 2 + (max(row for _, row in places.values()) + 1) * (HEIGHT + DOWN) - DOWN // 2

    def drawn() -> Iterator[str]:
        for name, place in places.items():
            x, y = corner(place)
            yield f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="8"/>'
            yield text(x + WIDTH / 2, y + (17 if name in again else 24), name, bold=True)
            if name in again:
                yield text(x + WIDTH / 2, y + 32, "may come again")
        for name, following in edges.items():
            yield from (arrow(places[name], places[other]) for other in following)

    return picture(title, [description(edges, again)], wide, high, drawn())


def description(edges: Edges, again: Sequence[str]) -> str:
    """The drawing for those who cannot see it."""
    led = [f"{name} is followed by {' or '.join(following)}." for name, following in edges.items() if following]
    return " ".join([*led, *(f"{name} may come several times." for name in again)])


def corner(place: Place) -> tuple[int, int]:
    column, row = place
    return MARGIN + column * (WIDTH + ACROSS), MARGIN + row * (HEIGHT + DOWN)


def arrow(start: Place, end: Place) -> str:
    """From the right of a box to the left of another; along its own row a longer one runs under those between."""
    x1, y1 = corner(start)
    x2, y2 = corner(end)
    if start[1] == end[1] and end[0] - start[0] > 1:
        a, b, low = x1 + WIDTH / 2, x2 + WIDTH / 2, y1 + HEIGHT
        tip = f"M{b - 4:g} {low + 8:g}L{b:g} {low + 1:g}L{b + 4:g} {low + 8:g}"
        return f'<path d="M{a:g} {low}V{low + DOWN // 2}H{b:g}V{low + 1}"/><path d="{tip}"/>'
    turn, y1, y2 = x2 - ACROSS, y1 + HEIGHT // 2, y2 + HEIGHT // 2
    bend = x2 - ACROSS // 2
    tip = f"M{x2 - 8} {y2 - 4}L{x2 - 1} {y2}L{x2 - 8} {y2 + 4}"
    return f'<path d="M{x1 + WIDTH} {y1}H{turn}C{bend} {y1} {bend} {y2} {x2 - 1} {y2}"/><path d="{tip}"/>'
