"""The command `ludoteca`."""

from __future__ import annotations

import argparse
import io
import os
import random
import sys
from collections.abc import Sequence

from . import __version__, rules
from .rules.contract import SEAT_LETTERS
from .terminal import practice
from .terminal.screen import Screen

DESCRIPTION = """\
A game house for your own computer. It plays Eriantys, with 2 to 4 players, by
the basic or the expert rules."""
EPILOG = """\
examples:
  ludoteca play                       you and one player who chooses at random
  ludoteca play --players 3 --expert  you and two, with coins and characters
  ludoteca play --help                all options of a game

Ludoteca is unofficial. Eriantys is a game by Leo Colovini, published by Cranio
Creations, who have no part in this."""
PLAY_DESCRIPTION = """\
Play Eriantys in this terminal, line by line. The table is drawn in text, and
the other players choose at random. Every question says what can be answered;
? explains the table and the game, q leaves."""
PLAY_EPILOG = """\
examples:
  ludoteca play                       two players, basic rules; you are A
  ludoteca play --players 4 --seat C  with A as your partner, against B and D
  ludoteca play --expert --seed 7     coins and characters, always the same game"""
SEEDS = 2**64
SHORT_SEEDS = 1_000_000  # a seed that nobody asked for should be short enough to type again


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    parser = command_line()
    arguments = parser.parse_args(argv)
    if arguments.command is None:
        parser.print_help()
        return 0
    seats = SEAT_LETTERS[: arguments.players]
    if arguments.seat not in seats:
        there = f"{', '.join(seats[:-1])} or {seats[-1]}"
        parser.error(f"With {arguments.players} players there is no seat {arguments.seat}: take {there}.")
    try:
        return play(arguments)
    except BrokenPipeError:  # whoever read the output has gone; nothing more can be written, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def command_line() -> argparse.ArgumentParser:
    as_written = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("ludoteca", description=DESCRIPTION, epilog=EPILOG, formatter_class=as_written)
    form = "compiled" if rules.compiled else "interpreted"
    version = f"ludoteca {__version__}, rules {form}"
    parser.add_argument("--version", action="version", version=version, help="show the version and how the rules run")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    game = commands.add_parser(
        "play",
        help="play in this terminal against players who choose at random",
        description=PLAY_DESCRIPTION,
        epilog=PLAY_EPILOG,
        formatter_class=as_written,
    )
    game.add_argument(
        "--players", type=int, choices=(2, 3, 4), default=2, help="how many play, you included (default: 2)"
    )
    game.add_argument("--expert", action="store_true", help="play with coins and characters")
    game.add_argument("--seed", type=seed, metavar="N", help="which game to play, a whole number (default: any)")
    game.add_argument(
        "--seat", type=str.upper, choices=tuple(SEAT_LETTERS), default="A", help="where you sit (default: A)"
    )
    return parser


def seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(SEEDS)) and int(text) < SEEDS):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to {SEEDS - 1}")
    return int(text)


def play(arguments: argparse.Namespace) -> int:
    chosen = random.randrange(SHORT_SEEDS) if arguments.seed is None else arguments.seed
    if isinstance(sys.stdin, io.TextIOWrapper):  # a mistyped byte is a wrong answer, not the end of the game
        sys.stdin.reconfigure(errors="replace")
    setting = practice.Setting(arguments.players, arguments.expert, chosen, arguments.seat)
    return practice.play(setting, Screen(sys.stdin, sys.stdout))
