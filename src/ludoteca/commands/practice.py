"""`ludoteca practice`: a game of Eriantys in this terminal, without a house."""

from __future__ import annotations

import argparse
import io
import random
import sys

from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.terminal import practice
from ludoteca.terminal.screen import Screen

from . import Subparsers

DESCRIPTION = """\
Play Eriantys in this terminal, line by line. The table is drawn in text, and
the other players choose at random. Every question says what can be answered;
? explains the table and the game, q leaves."""
EPILOG = """\
examples:
  ludoteca practice                       two players, basic rules
  ludoteca practice --players 4 --seat C  with A, against B and D
  ludoteca practice --expert --seed 7     with coins, always the same game"""
SEEDS = 2**64
SHORT_SEEDS = 1_000_000  # a seed that nobody asked for should be short enough to type again


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "practice",
        help="play Eriantys here against players who choose at random",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4), default=2, help="how many play, you included (default: 2)"
    )
    parser.add_argument("--expert", action="store_true", help="play with coins and characters")
    parser.add_argument("--seed", type=seed, metavar="N", help="which game to play, a whole number (default: any)")
    parser.add_argument(
        "--seat", type=str.upper, choices=tuple(SEAT_LETTERS), default="A", help="where you sit (default: A)"
    )
    parser.set_defaults(run=run, refuse=parser.error)


def seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(SEEDS)) and int(text) < SEEDS):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to {SEEDS - 1}")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    seats = SEAT_LETTERS[: arguments.players]
    if arguments.seat not in seats:
        there = f"{', '.join(seats[:-1])} or {seats[-1]}"
        arguments.refuse(f"With {arguments.players} players there is no seat {arguments.seat}: take {there}.")
    chosen = random.randrange(SHORT_SEEDS) if arguments.seed is None else arguments.seed
    if isinstance(sys.stdin, io.TextIOWrapper):  # a mistyped byte is a wrong answer, not the end of the game
        sys.stdin.reconfigure(errors="replace")
    setting = practice.Setting(arguments.players, arguments.expert, chosen, arguments.seat)
    return practice.play(setting, Screen(sys.stdin, sys.stdout))
