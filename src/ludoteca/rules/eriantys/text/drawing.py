"""The table drawn in text, for any terminal: the ring of islands with the clouds inside, the characters, the schools.

Students are letters (G R Y P B), one for each, or counted ("G12") where that would not fit. The table of a real
game is at most 80 columns wide.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from ..notation import names, reading
from ..notation.reading import Group, Position
from .words import counted, letters, listed, text

# Twelve tiles around a rectangle, clockwise from the upper left corner; the cells inside are the middle of the table.
ROWS, COLUMNS = 3, 5
CELL_OF = {
    **{1 + column: (0, column) for column in range(COLUMNS)},
    6: (1, COLUMNS - 1),
    **{7 + column: (ROWS - 1, COLUMNS - 1 - column) for column in range(COLUMNS)},
    12: (1, 0),
}
MIDDLE_CELL = (1, 1)
INNER = 14  # columns inside a tile
MARGIN = 1
CLOUD_WIDTH = 21  # two clouds stand side by side in the middle
FEWEST_LINES = 3  # inside a tile: what the middle needs

# Box-drawing characters by the arms they have: 1 up, 2 right, 4 down, 8 left.
BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
UPRIGHT, LEVEL = BOX[1 + 4], BOX[2 + 8]


def draw(position: Position) -> str:
    """A complete position or a view as text, without a newline at the end."""
    lines = [*headline(position), *ring(position)]
    if position["expert"]:
        lines += characters(position)
    lines += [*schools(position), text("draw.legend")]
    return "\n".join(line.rstrip() for line in lines)


# Whose decision it is, or how it ended


def headline(position: Position) -> list[str]:
    title = [text("draw.title", players=position["players"])]
    if position["expert"]:
        title.append(text("draw.expert"))
    title += [text("draw.round", number=reading.round_number(position)), text(f"draw.phase.{position['phase']}")]
    if position["last_round"] and position["phase"] != "over":
        title.append(text("draw.clouds_short" if position["clouds_short"] else "draw.last_round"))
    below = result(position) if position["phase"] == "over" else [moment(position)]
    return [text("draw.separator").join(title), *below]


def moment(position: Position) -> str:
    seat = position["active"]
    if "unfinished" in position:
        number = position["unfinished"]["action"]["number"]
        said = [text("draw.step.character", seat=seat, character=text(f"character.{number}"))]
    else:
        step = position.get("step", "planning")
        count = {"moved": position.get("moved"), "all": 4 if position["players"] == 3 else 3}
        said = [text(f"draw.step.{step}", seat=seat, **count)]
    if position["phase"] == "action":
        said.append(text("draw.order", seats=" ".join(position["order"])))
    if position.get("character_used") and "unfinished" not in position:
        said.append(text("draw.character_used"))
    return " ".join(said)


def result(position: Position) -> list[str]:
    """Who wins and why, then the numbers that decide (§7)."""
    winning = reading.winning_sides(position)
    seats = "".join(reading.members(position, side) for side in winning)
    won = text("draw.won.one" if len(seats) == 1 else "draw.won.more", winners=listed(sorted(seats)))
    return [f"{won} {why(position)}", comparison(position)]


def why(position: Position) -> str:
    """What ended the game."""
    reason = names.REASONS[reading.why_over(position)]
    return text(f"draw.why.{reason}", groups=len(reading.groups(position)))


def comparison(position: Position) -> str:
    """Towers and professors of every side."""
    towers = {side: reading.towers_built(position, side) for side in reading.sides(position)}
    professors = {side: reading.professors(position, side) for side in reading.sides(position)}
    return text("draw.compared", towers=by_side(towers), professors=by_side(professors))


def by_side(counts: Mapping[str, int]) -> str:
    return ", ".join(text("share", side=text(f"tower.{side}"), count=count) for side, count in counts.items())


# The ring of islands


def ring(position: Position) -> list[str]:
    """All tiles in their places, the clouds in the middle; there are no walls between the tiles of a group."""
    tiles: dict[int, list[str]] = {}
    for group in reading.groups(position):
        tiles |= contents(position, group)
    height = max(FEWEST_LINES, *(len(lines) for lines in tiles.values()))
    canvas = walls(reading.groups(position), height)
    for tile, lines in tiles.items():
        write(canvas, CELL_OF[tile], height, lines)
    write(canvas, MIDDLE_CELL, height, middle(position))
    return ["".join(line) for line in canvas]


def contents(position: Position, group: Group) -> dict[int, list[str]]:
    """The lines inside each tile: a tower on every one, the group's students on the first, other pieces on the last."""
    entry = reading.island(position, group)
    tower = text(f"tower.{entry['tower']}") if "tower" in entry else ""
    tiles = {tile: [f"{tile} {tower}"] for tile in group}
    tiles[group[0]] += students(entry["students"], INNER - MARGIN)
    if "no_entry" in entry:
        tiles[group[-1]].append(counted("no_entry", entry["no_entry"]))
    if position["mother_nature"] in group:
        tiles[group[-1]].append(text("draw.mother_nature"))
    return tiles


def students(counts: Mapping[str, int], width: int) -> list[str]:
    """One letter for each if that fits into a line, else letters with numbers, wrapped; no line for no students."""
    one_each = letters(counts)
    if len(one_each) <= width:
        return [one_each] if one_each else []
    present = [colour for colour in names.COLOURS if counts.get(colour)]
    numbered = [text(f"letter.{colour}") + (f"{counts[colour]}" if counts[colour] > 1 else "") for colour in present]
    return textwrap.wrap(" ".join(numbered), width)


def middle(position: Position) -> list[str]:
    """The clouds two by two, then what lies beside them."""
    empty = text("draw.cloud.empty" if position["clouds_short"] else "draw.cloud.taken")
    clouds = [
        text("draw.cloud", number=number, students=letters(cloud) or empty).ljust(CLOUD_WIDTH)
        for number, cloud in enumerate(position["clouds"], 1)
    ]
    bag = position["bag"] if isinstance(position["bag"], int) else sum(position["bag"].values())
    beside = [text("draw.bag", count=bag)]
    if position["expert"]:
        beside.append(text("draw.supply", count=position["supply"]))
    held = reading.holders(position)
    waiting = {colour: 1 for colour in names.COLOURS if colour not in held}
    if waiting:
        beside.append(text("draw.professors", colours=letters(waiting)))
    return ["".join(clouds[i : i + 2]) for i in range(0, len(clouds), 2)] + [text("draw.separator").join(beside)]


def walls(groups: Sequence[Group], height: int) -> list[list[str]]:
    """A canvas of characters with walls between the cells that do not belong together."""
    first_tile = {CELL_OF[tile]: group[0] for group in groups for tile in group}

    def region(row: int, column: int) -> int | None:
        """The first tile of the cell's group, 0 in the middle, None outside."""
        inside = 0 <= row < ROWS and 0 <= column < COLUMNS
        return first_tile.get((row, column), 0) if inside else None

    canvas = [[" "] * (COLUMNS * (INNER + 1) + 1) for _ in range(ROWS * (height + 1) + 1)]
    for row in range(ROWS + 1):
        for column in range(COLUMNS + 1):
            y, x = row * (height + 1), column * (INNER + 1)
            upper_left, upper_right = region(row - 1, column - 1), region(row - 1, column)
            lower_left, lower_right = region(row, column - 1), region(row, column)
            right, down = upper_right != lower_right, lower_left != lower_right
            arms = (upper_left != upper_right) + 2 * right + 4 * down + 8 * (upper_left != lower_left)
            canvas[y][x] = BOX[arms]
            if right:
                canvas[y][x + 1 : x + 1 + INNER] = LEVEL * INNER
            if down:
                for below in range(y + 1, y + 1 + height):
                    canvas[below][x] = UPRIGHT
    return canvas


def write(canvas: list[list[str]], cell: tuple[int, int], height: int, lines: Sequence[str]) -> None:
    """Write lines into a cell and on across what is open to its right."""
    row, column = cell
    left = column * (INNER + 1) + 1 + MARGIN
    for y, line in enumerate(lines, row * (height + 1) + 1):
        canvas[y][left : left + len(line)] = line


# Characters and schools


def characters(position: Position) -> list[str]:
    rows = []
    for key, card in position["characters"].items():
        number = int(key)
        on_it = students(card.get("students", {}), INNER)
        if card.get("no_entry"):
            on_it = [counted("no_entry", card["no_entry"])]
        price = counted("coins", reading.price(position, number))
        rows.append([f"{number:2} {text(f'character.{number}')}", price, " ".join(on_it), effect(position, number)])
    return columns(rows)


def effect(position: Position, number: int) -> str:
    in_force = position["active_character"]
    if not in_force or in_force["number"] != number:
        return text(f"effect.{number}")
    if "colour" in in_force:
        return text("draw.in_force.colour", colour=text(f"colour.{in_force['colour']}"))
    return text("draw.in_force", effect=text(f"effect.{number}"))


def schools(position: Position) -> list[str]:
    """One line for each player, so that a look down a column compares them."""
    tables = "".join(f"{text(f'letter.{colour}'):>2} " for colour in names.COLOURS)
    heads = ["", text("draw.school.towers"), text("draw.school.entrance"), tables]
    if position["expert"]:
        heads.append(text("draw.school.coins"))
    heads += [text("draw.school.assistant"), text("draw.school.hand")]
    return columns([heads, *(school(position, seat) for seat in reading.seats(position))])


def school(position: Position, seat: str) -> list[str]:
    board = position["boards"][seat]
    marker = ">" if seat == position.get("active") else " "
    side = reading.side_of(position, seat)
    team = reading.members(position, side)
    if seat == team[0]:
        towers = f"{text(f'tower.{side}')} {reading.reserve(position, side)}"
    else:  # §9: one reserve for the team
        towers = text("draw.school.with", seat=team[0])
    tables = "".join(
        f"{board['dining'].get(colour, 0):2}{'*' if colour in board['professors'] else ' '}" for colour in names.COLOURS
    )
    cells = [f"{marker}{seat}", towers, " ".join(students(board["entrance"], INNER)), tables]
    if position["expert"]:
        cells.append(f"{board['coins']}")
    assistant = reading.assistants(position).get(seat, "-")
    return [*cells, f"{assistant}", " ".join(f"{value}" for value in position["hands"][seat])]


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with their cells in line."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
