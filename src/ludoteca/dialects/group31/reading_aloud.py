"""The table in sentences, for people who cannot or do not want to look at a drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.notation import names, reading
from ludoteca.rules.eriantys.text import words

Position = Mapping[str, Any]


def table(position: Position, nicknames: list[str]) -> Iterator[str]:
    """Islands clockwise from the first, clouds, characters, then everybody's school."""
    for group in reading.groups(position):
        yield island(position, group)
    for place, cloud in enumerate(position["clouds"], 1):
        yield f"Cloud {place}: {amounts(cloud)}."
    yield f"In the bag: {position['bag']} students."
    for number in position.get("characters", ()):
        yield character(position, number)
    for place, nickname in enumerate(nicknames):
        yield school(position, SEAT_LETTERS[place], nickname)


def island(position: Position, group: list[int]) -> str:
    shown = reading.island(position, group)
    parts = [amounts(shown["students"])]
    if "tower" in shown:
        parts.append(f"{shown['tower']} towers")
    if "no_entry" in shown:
        parts.append(f"no-entry tiles: {shown['no_entry']}")
    if position["mother_nature"] in group:
        parts.append("mother nature")
    return f"{words.island(group).capitalize()}: {', '.join(parts)}."


def character(position: Position, number: str) -> str:
    shown = position["characters"][number]
    name = names.CHARACTERS[int(number) - 1]
    said = f"Character {number}, the {name}: price {reading.price(position, int(number))}"
    if "students" in shown:
        said += f", on it {amounts(shown['students'])}"
    if "no_entry" in shown:
        said += f", no-entry tiles: {shown['no_entry']}"
    return f"{said}."


def school(position: Position, letter: str, nickname: str) -> str:
    board, side = position["boards"][letter], reading.side_of(position, letter)
    said = [
        f"{nickname}: {reading.reserve(position, side)} {side} towers left",
        f"entrance {amounts(board['entrance'])}",
        f"dining room {amounts(board['dining'])}",
        f"professors {', '.join(board['professors']) or 'none'}",
        f"assistants {', '.join(map(str, position['hands'][letter])) or 'none'}",
    ]
    if letter in (played := reading.assistants(position)):
        said.append(f"played {played[letter]}")
    if "coins" in board:
        said.append(f"coins {board['coins']}")
    return "; ".join(said) + "."


def amounts(students: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {colour}" for colour, count in students.items()) or "no students"
