"""Asking a bot to a table, and what it is called there."""

from __future__ import annotations

from collections.abc import Collection

from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import commands
from ludoteca.house.table import Table


def bot_command(table: Table, by: int, level: str, name: str | None, levels: Collection[str]) -> commands.SitBot:
    if level not in levels:
        raise Trouble(Problem.NO_BOT, level=level[:20], levels=", ".join(levels))
    return commands.SitBot(by, level, name or free_name(table, level))


def free_name(table: Table, level: str) -> str:
    """The level and the first number that nobody at the table has."""
    number = 1
    while table.seat_named(f"{level}-{number}") is not None:
        number += 1
    return f"{level}-{number}"
