"""`ludoteca manual`: pages for man, a page for every command, from the same words as its help."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from ludoteca import __version__

from . import Subparsers
from .command_texts import CommandText, command_texts
from .output import GOOD, CommandError, counted, explained, say

DESCRIPTION = """\
Write the manual pages of all commands into a folder, for man. They say what
--help says."""
EPILOG = """\
examples:
  ludoteca manual ~/.local/share/man/man1   then: man ludoteca-serve
  ludoteca manual pages                     man -l pages/ludoteca-serve.1

The folder is made if it is not there; pages of these names are replaced."""
SECTION = 1
EXAMPLES = "examples:"


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "manual",
        help="write manual pages for man",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the pages are written")
    parser.set_defaults(run=run)


@explained
def run(arguments: argparse.Namespace) -> int:
    written = {f"{title(each.name)}.{SECTION}": page(each) for each in command_texts(arguments.command_line)}
    try:
        arguments.folder.mkdir(parents=True, exist_ok=True)
        for name, text in written.items():
            (arguments.folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{error.filename} cannot be written: {error.strerror}. Name another folder.") from error
    say(f"{counted(len(written), 'page')} in {arguments.folder}.")
    return GOOD


def title(command: str) -> str:
    return command.replace(" ", "-")


def page(command: CommandText) -> str:
    words, examples = told_apart(command.epilog)
    above, _, _ = command.name.rpartition(" ")
    also = [title(name) for name in (above, *(f"{command.name} {each}" for each in command.commands)) if name]
    lines = [
        f'.TH "{title(command.name).upper()}" "{SECTION}" "" "Ludoteca {__version__}" "Ludoteca"',
        ".SH NAME",
        f"{plain(title(command.name))} \\- {plain(command.summary)}",
        ".SH SYNOPSIS",
        plain(command.usage),
        ".SH DESCRIPTION",
        *paragraphs(command.description),
        *paragraphs(words),
    ]
    if command.commands:
        lines += [".SH COMMANDS", *listed(command.commands)]
    for group, options in command.groups.items():
        lines += [f".SH {plain(group.upper())}", *listed({option.shown: option.help for option in options})]
    if examples:
        lines += [".SH EXAMPLES", ".nf", *map(plain, examples), ".fi"]
    if also:
        lines += [".SH SEE ALSO", ", ".join(f"\\fB{plain(name)}\\fR({SECTION})" for name in also)]
    return "\n".join([*lines, ""])


def listed(texts: dict[str, str]) -> Iterator[str]:
    for name, text in texts.items():
        yield from (".TP", f"\\fB{plain(name)}\\fR", plain(text))


def told_apart(epilog: str) -> tuple[str, list[str]]:
    """The sentences below a help, and the lines of its examples."""
    parts = epilog.split("\n\n")
    examples = [part for part in parts if part.startswith(EXAMPLES)]
    words = [part for part in parts if not part.startswith(EXAMPLES)]
    return "\n\n".join(words), [line.strip() for part in examples for line in part.split("\n")[1:]]


def paragraphs(text: str) -> Iterator[str]:
    for part in filter(None, text.split("\n\n")):
        yield ".PP"
        if re.search(r"^ ", part, re.MULTILINE):  # laid out by hand
            yield from (".nf", *map(plain, part.split("\n")), ".fi")
        else:
            yield plain(" ".join(part.split()))


def plain(text: str) -> str:
    """Text that man shows as it is."""
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", "\\e").replace("-", "\\-"))
