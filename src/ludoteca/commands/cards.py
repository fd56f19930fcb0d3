"""`ludoteca cards`: card sets of Masters of Renaissance, shown and checked."""

from __future__ import annotations

import argparse
import io
import json
import sys
import textwrap
from importlib import resources
from pathlib import Path

from ludoteca.rules import masters
from ludoteca.rules.masters.notation import cards

from . import Subparsers

DESCRIPTION = """\
Cards of Masters of Renaissance. A house may print its own: other costs,
productions, points and requirements, another faith track, other tokens. They
are written in one JSON file."""
EPILOG = """\
examples:
  ludoteca cards show                    the standard set, as a table
  ludoteca cards show --json > own.json  the same as JSON, to be changed
  ludoteca cards check own.json          whether it can be played, or why not
  ludoteca cards show own.json           your set, as a table"""
CHECK_DESCRIPTION = """\
Say whether a card file can be played and, if not, what is wrong with it: which
card, which field, and what may stand there. Nothing is changed."""
CHECK_EPILOG = """\
examples:
  ludoteca cards show --json > own.json  the standard set, to be changed
  ludoteca cards check own.json          whether it can be played, or why not

The exit code is 0 for a file that can be played, 1 for one that cannot."""
SHOW_DESCRIPTION = """\
Show a card set: development cards, leaders, faith track and tokens."""
SHOW_EPILOG = """\
examples:
  ludoteca cards show                    the standard set, as a table
  ludoteca cards show own.json           the set of a file
  ludoteca cards show --json > own.json  the standard set, to be changed"""
HINT = "Change that and check again; the standard set shows how it is written: ludoteca cards show --json"
MOST_BYTES = 1_000_000  # the standard set has 17,000: whatever is larger was not meant, and is not read
WIDTH = 100
CONTINUED = " " * 8


class Unreadable(Exception):
    """There is no text to be had from a file. What it says is a sentence for a person."""


def add(subparsers: Subparsers) -> None:
    as_written = argparse.RawDescriptionHelpFormatter
    parser = subparsers.add_parser(
        "cards",
        help="show and check cards of Masters of Renaissance",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=as_written,
    )
    parser.set_defaults(run=run, explain=parser.print_help)
    actions = parser.add_subparsers(title="commands", dest="action", metavar="COMMAND")
    check_parser = actions.add_parser(
        "check",
        help="say whether a card file can be played",
        description=CHECK_DESCRIPTION,
        epilog=CHECK_EPILOG,
        formatter_class=as_written,
    )
    check_parser.add_argument("file", type=Path, metavar="FILE", help="a card file")
    show_parser = actions.add_parser(
        "show",
        help="show the standard cards or those of a file",
        description=SHOW_DESCRIPTION,
        epilog=SHOW_EPILOG,
        formatter_class=as_written,
    )
    show_parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a card file (default: standard set)")
    show_parser.add_argument("--json", action="store_true", help="print the JSON instead of a table")


def run(arguments: argparse.Namespace) -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):  # a file may have a name that this terminal cannot write
        sys.stdout.reconfigure(errors="backslashreplace")
    match arguments.action:
        case "check":
            return check(arguments.file)
        case "show":
            return show(arguments.file, arguments.json)
        case _:
            arguments.explain()
            return 0


def check(file: Path) -> int:
    if playable(file) is None:
        return 1
    print(legible(f"{file} is a card set that can be played."))
    return 0


def show(file: Path | None, as_json: bool) -> int:
    text = standard() if file is None else playable(file)
    if text is None:
        return 1
    print(text.rstrip() if as_json else fitted(cards.table(cards.given(json.loads(text)))))
    return 0


def standard() -> str:
    """The JSON of the standard set as it is shipped, laid out for people."""
    return resources.files(masters).joinpath(cards.FILE).read_text(encoding="utf-8")


def playable(file: Path) -> str | None:
    """The text of a card file. If it cannot be played, the reasons are told and there is none."""
    try:
        text = content(file)
    except Unreadable as obstacle:
        complain(str(obstacle))
        return None
    problems = problems_of(text)
    for problem in problems:
        complain(f"{file}: {problem}")
    if problems:
        complain(HINT)
        return None
    return text


def content(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            found = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise Unreadable(f"There is no file {file}.") from None
    except IsADirectoryError:
        raise Unreadable(f"{file} is a folder: name a card file.") from None
    except OSError as error:
        raise Unreadable(f"{file} cannot be read: {error.strerror}.") from None
    if len(found) > MOST_BYTES:
        raise Unreadable(f"{file} is too large to be a card file: the limit is {MOST_BYTES:,} bytes.")
    try:
        return found.decode("utf-8-sig")  # some editors begin a file with a byte order mark
    except UnicodeDecodeError as error:
        raise Unreadable(f"{file} is not a text in UTF-8 (byte {error.start + 1} is none): save it as UTF-8.") from None


def problems_of(text: str) -> list[str]:
    try:
        return cards.check(text)
    except RecursionError:
        return ["This is nested far deeper than a card set is."]


def complain(sentence: str) -> None:
    print(legible(sentence), file=sys.stderr)


def legible(text: str) -> str:
    """Text that quotes a file's name or content, which may be anything, made harmless for a terminal."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def fitted(table: str) -> str:
    """Rows that are too long, as those of very dear cards, go on in the next line."""
    return "\n".join(
        textwrap.fill(line, WIDTH, subsequent_indent=CONTINUED, break_on_hyphens=False) for line in table.split("\n")
    )
