"""The command `ludoteca`: it puts its commands together and runs one of them."""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from collections.abc import Sequence
from typing import Any

from . import __version__, rules
from .commands import (
    admin,
    arena,
    backup,
    bot,
    bots,
    cards,
    completion,
    dialect,
    doctor,
    export,
    forget,
    import_,
    manual,
    move_house,
    nodes,
    play,
    practice,
    replay,
    restore,
    review,
    serve,
    show,
    tables,
    train,
    verify,
)
from .origin import commit

DESCRIPTION = """\
A game house of your own: Eriantys for 2 to 4 players and Masters of
Renaissance for 1 to 4, with people and bots, in the browser. What happens at a
table is kept, can be shown again and checked draw by draw."""
EPILOG = """\
examples:
  ludoteca play              play here, in the browser
  ludoteca serve             keep a house open to others
  ludoteca practice          a short way to a game, in this terminal
  ludoteca serve --help      all options of a command, with examples

Ludoteca is unofficial. Eriantys is a game by Leo Colovini, Masters of
Renaissance one by Simone Luciani and Nestore Mangone; both are published by
Cranio Creations, who have no part in this."""
COMMANDS = (
    play,
    serve,
    bots,
    admin,
    practice,
    dialect,
    arena,
    bot,
    cards,
    tables,
    show,
    export,
    import_,
    replay,
    review,
    verify,
    backup,
    restore,
    forget,
    move_house,
    nodes,
    doctor,
    train,
    completion,
    manual,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    try:
        code = run(argv)
        sys.stdout.flush()  # while a reader that has gone can still be noticed
    except BrokenPipeError:  # whoever read the output has gone; nothing more can be written, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def run(argv: Sequence[str] | None) -> int:
    parser = command_line()
    try:
        arguments, strange = parser.parse_known_args(argv)
    except SystemExit:  # help or the version was shown, maybe to a reader who has gone
        sys.stdout.flush()
        raise
    if strange:
        parser.error(unrecognized(strange, getattr(arguments, "options", ())))
    if arguments.command is None:
        parser.print_help()
        return 0
    arguments.command_line = parser  # for commands that tell about all of them
    code: int = arguments.run(arguments)
    return code


class Parser(argparse.ArgumentParser):
    """A parser that says which command was probably meant. Those of the commands are of the same kind."""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.dest in ("command", "action") and action.choices is not None and value not in action.choices:
            near = difflib.get_close_matches(value, action.choices, 1)
            meant = f" Did you mean {self.prog} {near[0]}?" if near else ""
            self.error(f"there is no command {value}.{meant} {self.prog} --help lists them.")
        super()._check_value(action, value)


class ShowVersion(argparse.Action):
    """Looks for the commit when somebody asks, not at the start of every command."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        form = "compiled" if rules.compiled else "interpreted"
        found = commit()
        print(f"ludoteca {__version__}{f' (commit {found})' if found else ''}, rules {form}")
        parser.exit()


def unrecognized(strange: Sequence[str], options: Sequence[str]) -> str:
    """What argparse says of such arguments, and of a command with many options the one that was probably meant."""
    near = difflib.get_close_matches(strange[0].partition("=")[0], options, 1)
    meant = f". Did you mean {near[0]}?" if near else ""
    return f"unrecognized arguments: {' '.join(strange)}{meant}"


def command_line() -> argparse.ArgumentParser:
    parser = Parser(
        "ludoteca", description=DESCRIPTION, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action=ShowVersion, help="show the version, its commit and how the rules run")
    subparsers = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    for command in COMMANDS:
        command.add(subparsers)
    return parser
