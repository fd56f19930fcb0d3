"""The table drawn in text, for any terminal: the market, the grid of cards, every player's board. At most 100 columns
wide.

Resources on cards are short: 2co 1sh > 1fa takes two coins and a shield and gives one faith.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from itertools import zip_longest

from ..engine import const
from ..engine.deck import Cards
from ..notation import names, reading
from ..notation.reading import Position

WIDTH = 100
MARGIN = 6
COLUMN = 23  # of the grid: four of them beside the margin
SHORT = ("co", "st", "se", "sh", "fa")
NUMERALS = ("I", "II", "III")
LEGEND = "co coin, st stone, se servant, sh shield, fa faith; W B G Y P R white, blue, grey, yellow, purple, red marble"


def draw(position: Position) -> str:
    """A complete position or a view as text, without a newline at the end."""
    lines = [*headline(position), "", *market(position), "", *grid(position)]
    if "lorenzo" in position:
        lines += ["", lorenzo(position)]
    for seat in position["players"]:
        lines += ["", *board(position, seat)]
    lines += ["", *textwrap.wrap(LEGEND, WIDTH)]
    return "\n".join(line.rstrip() for line in lines)


# Whose decision it is, or how it ended


def headline(position: Position) -> list[str]:
    players = len(position["players"])
    title = f"Masters of Renaissance for {players}" if players > 1 else "Masters of Renaissance, alone against Lorenzo"
    if position["over"]:
        return [f"{title}, over", *result(position)]
    if position["last_round"]:
        title += ", the last round"
    return [f"{title}. {moment(position)}"]


def moment(position: Position) -> str:
    seat = reading.to_decide(position)
    player = position["players"][seat]
    if player["dealt"]:
        return f"{seat} keeps two of four leaders."
    if player["pending_resources"]:
        return f"{seat} chooses {player['pending_resources']} free resources."
    if "unfinished" in position:
        return f"{seat} is in the middle of: {position['unfinished']['action']['do'].replace('_', ' ')}."
    return f"{seat} may end the turn." if position["main_action_done"] else f"It is {seat}'s turn."


def result(position: Position) -> list[str]:
    """Who wins, then the points by part (§9). A loss gives no score."""
    winners = reading.winners(position)
    if not winners:
        return ["Lorenzo wins: the game is lost."]
    said = f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}."
    rows = [["", "cards", "faith", "tiles", "leaders", "resources", "total"]]
    for seat in position["players"]:
        parts = reading.points(position, seat)
        rows.append([seat, *(str(parts[part]) for part in rows[0][1:])])
    return [said, *columns(rows)]


# The middle of the table


def market(position: Position) -> list[str]:
    """Rows are pushed from the right, columns from below."""
    rows = [f"row {i}".ljust(MARGIN + 2) + row for i, row in enumerate(position["market"]["rows"])]
    rows[1] += f"   <- {position['market']['slide']} on the slide"
    return ["column".ljust(MARGIN + 2) + "0 1 2 3", *rows]


def grid(position: Position) -> list[str]:
    """Level III above, as on the table; the top card of each pile with points, cost and production."""
    printed = reading.card_set(position)
    lines = [" " * MARGIN + "".join(colour.ljust(COLUMN) for colour in names.COLOURS)]
    for level in range(const.LEVELS, 0, -1):
        cells = [pile(position, printed, f"{colour}{level}") for colour in names.COLOURS]
        for i, row in enumerate(zip_longest(*cells, fillvalue="")):
            margin = NUMERALS[level - 1] if i == 0 else ""
            lines.append(margin.ljust(MARGIN) + "".join(cell.ljust(COLUMN) for cell in row))
    return lines


def pile(position: Position, printed: Cards, name: str) -> list[str]:
    card, size = reading.top_card(position, name)
    if card is None:
        return ["-"]
    said = [
        f"{card}: {printed.points[card - 1]} points, {size} left",
        f"costs {short(printed.cost[card - 1])}",
        power(printed, card),
    ]
    return [line for text in said for line in textwrap.wrap(text, COLUMN - 2)]


def power(printed: Cards, card: int) -> str:
    return f"{short(printed.consumes[card - 1])} > {short(printed.produces[card - 1])}"


def short(counts: Sequence[int]) -> str:
    return " ".join(f"{count}{name}" for name, count in zip(SHORT, counts, strict=False) if count) or "nothing"


def lorenzo(position: Position) -> str:
    stack = position["lorenzo"]["stack"]
    left = stack if isinstance(stack, int) else len(stack)
    return f"Lorenzo: black cross on {position['lorenzo']['cross']}, {left} tokens left"


# Boards


def board(position: Position, seat: str) -> list[str]:
    entry, printed = position["players"][seat], reading.card_set(position)
    tiles = [f"{value} {state}" for value, state in zip(printed.section_points, entry["tiles"], strict=True)]
    marker = ">" if not position["over"] and seat == reading.to_decide(position) else " "
    title = (
        f"{marker} {seat}   faith {entry['faith']} ({printed.track[entry['faith']]} points), tiles {', '.join(tiles)}"
    )
    warehouse = "   ".join(f"{depot}: {amounts(content)}" for depot, content in entry["warehouse"].items())
    lines = [f"warehouse   {warehouse}   strongbox: {amounts(entry['strongbox'])}"]
    if entry["leader_depots"]:
        lines.append(f"leader depots   {amounts(entry['leader_depots'])}")
    lines.append(
        "slots   " + "   ".join(slot(printed, number, cards) for number, cards in enumerate(entry["slots"], 1))
    )
    lines.append(f"leaders   {leaders(printed, entry)}")
    indented = [part for line in lines for part in textwrap.wrap(line, WIDTH - MARGIN)]
    return [title, *(" " * MARGIN + line for line in indented)]


def slot(printed: Cards, number: int, cards: Sequence[int]) -> str:
    """The cards from the bottom up, and what the top one produces."""
    if not cards:
        return f"{number}: -"
    return f"{number}: {' '.join(map(str, cards))} ({power(printed, cards[-1])})"


def leaders(printed: Cards, entry: Mapping[str, object]) -> str:
    said = []
    for key, where in (("played", "in play"), ("hand", "in hand"), ("dealt", "to choose from")):
        cards = entry[key]
        if isinstance(cards, int) and cards:
            said.append(f"{where}: {cards}")
        elif isinstance(cards, list) and cards:
            said.append(f"{where}: " + ", ".join(reading.leader_in_words(printed, leader) for leader in cards))
    return "; ".join(said) or "none"


def amounts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or "-"


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with their cells in line."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
