"""`ludoteca bots`: bots think on a machine of their own."""

from __future__ import annotations

import argparse
import math
import os
import sys

from ludoteca.store import addresses

from . import Subparsers
from .output import GOOD, CommandError, explained, say
from .settings_known import SETTINGS

STORE = SETTINGS["store"].variable
CLAIM = 5.0

DESCRIPTION = """\
Let bots think for the servers of a house in PostgreSQL, on any machine that can
reach the database. Nobody connects here, and nothing is kept here: as many as
you like can be started, stopped and killed at any time. What one was thinking
about is then thought about by another one, and decided once."""
EPILOG = """\
examples:
  ludoteca bots --store postgresql://db/house                  any bot
  ludoteca bots --store postgresql://db/house --levels greedy  only some

Servers let bots think, too, unless they are started with --bots elsewhere.
Each bot that thinks does so in a process, up to the number of --threads.

It needs the version of Ludoteca that the servers have. When it connects again
and a newer one has taken over, it ends and says so. While the database cannot
be reached, it waits. Give passwords in the environment, PGPASSWORD, or in the
password file of PostgreSQL: others on this machine can see the options.

The exit code is 0 after it was stopped, by Ctrl-C or SIGTERM, and 2 when it
cannot work there."""


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "bots",
        help="let bots think on a machine of their own",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--store", metavar="STORE", help=f"the house, postgresql://HOST/NAME (default: {STORE})")
    parser.add_argument(
        "--threads",
        type=threads,
        metavar="N",
        help="how many think at a time, each in a process (default: processors but one, at most 8)",
    )
    parser.add_argument("--levels", metavar="LIST", help="which bots, with commas between them (default: all)")
    parser.add_argument(
        "--claim",
        type=seconds,
        default=CLAIM,
        metavar="SECONDS",
        help=f"how long others wait for this one when it has died (default: {CLAIM:g})",
    )
    parser.add_argument(
        "--log", choices=("lines", "json"), default="lines", help="form of the log, on standard error (default: lines)"
    )
    parser.set_defaults(run=run)


def threads(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 64:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 64")
    return int(text)


def seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not 0.1 <= found <= 600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0.1 to 600")
    return found


@explained
def run(arguments: argparse.Namespace) -> int:
    from ludoteca.app import Worker, run_bots  # what a server needs is not loaded for other commands
    from ludoteca.bots import BOTS

    store = arguments.store or os.environ.get(STORE)
    if not store:
        raise CommandError(f"Name the house in PostgreSQL: --store postgresql://HOST/NAME, or {STORE}.")
    if not addresses.is_in_postgres(store):
        raise CommandError(
            f"{addresses.shown(store)} is not in PostgreSQL. The bots of a house in a folder think at its server."
        )
    levels = None if arguments.levels is None else levels_in(arguments.levels, tuple(BOTS))

    def begun() -> None:
        thinking = ", ".join(levels or BOTS)
        say(f"Bots think for {addresses.shown(store)}: {thinking}\nCtrl-C stops them; nothing is lost.")
        sys.stdout.flush()

    run_bots(Worker(store, arguments.threads, levels, arguments.claim, arguments.log), begun)
    return GOOD


def levels_in(text: str, known: tuple[str, ...]) -> tuple[str, ...]:
    levels = tuple(dict.fromkeys(level.strip() for level in text.split(",") if level.strip()))
    strange = [level for level in levels if level not in known]
    if strange or not levels:
        raise CommandError(
            f"There is no bot {strange[0] if strange else 'in an empty list'}. There are {', '.join(known)}."
        )
    return levels
