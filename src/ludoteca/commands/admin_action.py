"""What one command of `ludoteca admin` is, and what several of them share."""

from __future__ import annotations

import argparse
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .forget import agreed
from .output import CommandError

if TYPE_CHECKING:
    from ludoteca.client.http import HttpClient


def no_options(parser: argparse.ArgumentParser) -> None:
    """There is nothing to choose."""


@dataclass(frozen=True)
class Action:
    do: Callable[[HttpClient, argparse.Namespace], Awaitable[None]]
    summary: str
    description: str
    examples: str
    options: Callable[[argparse.ArgumentParser], None] = no_options


def columns(rows: list[tuple[str, ...]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def json_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def yes_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="without asking")


def confirm(arguments: argparse.Namespace, fact: str) -> None:
    """Ask before something is deleted for good, unless that was said to be wanted."""
    if not arguments.yes and not agreed(fact):
        raise CommandError("Nothing was deleted.", 0)


def one_of(*names: str) -> Callable[[str], str]:
    """The first word after a command that has commands of its own."""

    def chosen(text: str) -> str:
        if text not in names:
            raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(names)}")
        return text

    return chosen
