"""A review in 80 columns: the curve as a chart of letters, then what decided the game, in sentences."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from ..analysis.reports import Point, Review, Turning
from ..rules.contract import SEAT_LETTERS

WIDTH = 80
COLUMNS = 72
ROWS = 11  # from 100 % down to 0 %
SEVERAL = "*"
COST_MOST = " (this changed most)"
NO_SINGLE_THING = "What follows goes better on the whole; no single thing makes the difference."
PARTNERS = 4  # players of Eriantys: those opposite each other win together


def written(review: Review, title: str, source: str) -> str:
    parts = [*wrapped(title), "", *chart(review), *legend(review), "", *turnings(review)]
    if review.turnings:
        first = review.turnings[0]
        parts += ["", f"The board before the first of them: ludoteca replay {source} --at {first.before}"]
    return "\n".join(parts)


def wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


# ---------------------------------------------------------------- the chart


def shown(review: Review) -> list[int]:
    """The players with a curve of their own: partners share one."""
    players = len(review.names)
    return list(range(2 if review.game == "eriantys" and players == PARTNERS else players))


def chart(review: Review) -> list[str]:
    points = review.curve
    first, last = points[0].entry, points[-1].entry
    width = min(COLUMNS, max(2, last - first + 1))
    rows = [[" "] * width for _ in range(ROWS)]
    for column in range(width):
        entry = first + (last - first) * column / (width - 1)
        chances = at(points, entry)
        for player in shown(review):
            row = round((1 - chances[player]) * (ROWS - 1))
            taken = rows[row][column] != " "
            rows[row][column] = SEVERAL if taken else SEAT_LETTERS[player]
    lines = ["Chances to win"]
    for number, letters in enumerate(rows):
        share = round(100 * (1 - number / (ROWS - 1)))
        label = f"{share:3} %" if share % 50 == 0 else " " * 5
        lines.append(f"{label} |{''.join(letters)}".rstrip())
    lines.append(f"      +{'-' * width}")
    lines.append(f"entry  {first}{str(last).rjust(width - len(str(first)))}")
    return lines


def at(points: Sequence[Point], entry: float) -> list[float]:
    """The last point up to an entry."""
    known = points[0]
    for point in points:
        if point.entry > entry:
            break
        known = point
    return known.chances


def legend(review: Review) -> list[str]:
    players = [f"{SEAT_LETTERS[player]} {name}" for player, name in enumerate(review.names)]
    costs = [
        f"{name} {100 * lost / count:.1f} %"
        for name, lost, count in zip(review.names, review.lost, review.actions, strict=True)
        if count
    ]
    several = f"; {SEVERAL} several of them" if len(shown(review)) > 1 else ""
    return [
        *wrapped(f"{', '.join(players)}{several}."),
        *wrapped(f"An action cost on average: {', '.join(costs)} of the chance to win."),
    ]


# ---------------------------------------------------------------- what decided it


def turnings(review: Review) -> list[str]:
    if not review.turnings:
        return ["No single action decided this game."]
    lines = ["Turning points"]
    most = max(review.turnings, key=lambda turning: abs(turning.lost))
    for turning in review.turnings:
        note = COST_MOST if turning is most and len(review.turnings) > 1 else ""
        lines += ["", *described(turning, review.names[turning.player], note)]
    return lines


def described(turning: Turning, name: str, note: str) -> list[str]:
    change = f"{percent(turning.chance)} -> {percent(turning.left)}{note}"
    if turning.kind == "luck":
        fate = "bad luck" if turning.lost > 0 else "good luck"
        return [f"Entry {turning.entry}, {fate} for {name}: {change}", *labelled("came", turning.played_words)]
    head = f"Entry {turning.entry}, {name}: {change}"
    lines = [head, *labelled("did", turning.played_words)]
    if turning.better is not None:
        lines += labelled("better", turning.better.words)
        lines += labelled("why", turning.better.why or NO_SINGLE_THING)
    return lines


def labelled(label: str, text: str) -> list[str]:
    """Nothing where there is nothing to say."""
    first = f"  {label}:".ljust(10)
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * 10, break_on_hyphens=False)
