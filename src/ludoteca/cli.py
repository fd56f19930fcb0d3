"""The command `ludoteca`: it puts its commands together and runs one of them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from . import __version__, rules
from .commands import cards, play

DESCRIPTION = """\
A game house for your own computer. It plays Eriantys, with 2 to 4 players, by
the basic or the expert rules, and has the cards of Masters of Renaissance."""
EPILOG = """\
examples:
  ludoteca play                       you and one player who chooses at random
  ludoteca play --players 3 --expert  you and two, with coins and characters
  ludoteca cards show                 all cards of Masters of Renaissance
  ludoteca play --help                all options of a game

Ludoteca is unofficial. Eriantys is a game by Leo Colovini, Masters of
Renaissance one by Simone Luciani and Nestore Mangone; both are published by
Cranio Creations, who have no part in this."""
COMMANDS = (play, cards)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    parser = command_line()
    arguments = parser.parse_args(argv)
    if arguments.command is None:
        parser.print_help()
        return 0
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()  # while a reader that has gone can still be noticed
    except BrokenPipeError:  # whoever read the output has gone; nothing more can be written, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "ludoteca", description=DESCRIPTION, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    form = "compiled" if rules.compiled else "interpreted"
    version = f"ludoteca {__version__}, rules {form}"
    parser.add_argument("--version", action="version", version=version, help="show the version and how the rules run")
    subparsers = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    for command in COMMANDS:
        command.add(subparsers)
    return parser
