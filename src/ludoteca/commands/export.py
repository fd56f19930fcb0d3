"""`ludoteca export`: a game as a file that anybody can keep, play back and check; or many as arrays to learn from."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path

from ludoteca.house import replays
from ludoteca.house.clock import SECOND
from ludoteca.house.refusals import Refused
from ludoteca.house.replays import Replay

from . import Subparsers, export_games, lookup, store_option
from .cards import complain
from .lookup import Kept
from .output import GOOD, CommandError, explained
from .show import taken

JSON = "json"
ARRAYS = ("npz", "parquet")
DESCRIPTION = """\
Write the replay of a game as JSON. A finished game has everything in it that
is needed to check it draw by draw. A game that goes on is written as watchers
may see it: without what is hidden, and as late as they see it. The server may
be running.

With --games, write the positions, decisions and results of many finished games
as arrays to learn from (see docs/research.md): all of a house, or those of an
arena, which its bots then play again."""
EPILOG = """\
examples:
  ludoteca export KDTWPQ -o game.json  into a new file
  ludoteca export KDTWPQ > game.json   to standard output
  ludoteca verify game.json            check it
  ludoteca replay game.json            play it back
  ludoteca export --games eriantys --format npz -o games.npz
  ludoteca export --games results.jsonl --format parquet -o games.parquet"""


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "export",
        help="write a game as a replay",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("code", metavar="CODE", nargs="?", help="the code of the table")
    parser.add_argument(
        "--games",
        metavar="WHICH",
        help="eriantys or masters: all finished games of the house; or a file that ludoteca arena saved",
    )
    parser.add_argument(
        "--format", choices=(JSON, *ARRAYS), default=JSON, help="json for one game, npz or parquet for --games"
    )
    store_option.add_options(parser)
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="a file that is not there yet (default: standard output)"
    )
    parser.set_defaults(run=run, refuse=parser.error)


@explained
def run(arguments: argparse.Namespace) -> int:
    if (arguments.code is None) == (arguments.games is None):
        arguments.refuse("Name one table by its code, or many games by --games.")
    if (arguments.games is None) != (arguments.format == JSON):
        arguments.refuse("A table is written as json, games by --games as npz or parquet.")
    if arguments.games is not None:
        return export_games.run(arguments)
    kept = asyncio.run(taken(store_option.chosen(arguments), arguments.code))
    replay = exported(kept, int(time.time() * SECOND))
    body = replays.write(replay) + b"\n"
    if arguments.output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(body)
    else:
        write_new(arguments.output, body)
    extent = "the whole game" if replay.finished else "the game is not over"
    complain(f"Table {replay.code} up to entry {len(replay.log)}: {extent}.")
    return GOOD


def exported(kept: Kept, now: int) -> Replay:
    table = lookup.rebuilt(kept)
    until = None
    if table.result is None:
        if not table.options.watching:
            raise CommandError(f"Nobody may watch table {kept.code}. It can be exported when the game is over.")
        if table.options.delay:
            until = now - table.options.delay * SECOND
    try:
        replay = replays.export(kept.code, kept.secret, kept.log, until)
    except Refused as refused:
        raise lookup.cannot_unfold(kept.code, refused) from refused
    if not replay.log:
        raise CommandError(
            f"Watchers of table {kept.code} are {table.options.delay} s behind and have seen nothing yet."
        )
    return replay


def write_new(path: Path, body: bytes) -> None:
    try:
        stream = path.open("xb")
    except FileExistsError:
        raise CommandError(f"{path} is there already. Move it away first, or choose another name.") from None
    except OSError as error:
        raise unwritable(path, error) from None
    try:
        with stream:
            stream.write(body)
    except OSError as error:
        path.unlink()  # half a replay is none
        raise unwritable(path, error) from None


def unwritable(path: Path, error: OSError) -> CommandError:
    return CommandError(f"{path} cannot be written: {error.strerror}.")
