"""`ludoteca arena`: bots play against each other, and the results say how strong they are."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Collection
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.house.options import PLAYERS

from . import Subparsers
from .cards import complain
from .output import (
    FOUND_WRONG,
    GOOD,
    INTERRUPTED,
    CommandError,
    Progress,
    complain_of,
    counted,
    explained,
    say,
    say_json,
)
from .practice import seed

if TYPE_CHECKING:
    from ludoteca.arena.contest import Fixture, Played
    from ludoteca.arena.ledger import Heading, Ledger

DESCRIPTION = """\
Let bots play against each other. Every deal is played from every side, with
the seats swapped, so that luck of the deal counts for nobody; the table says
how much of the games each won, and between which bounds the truth lies with
95 % certainty."""
EPILOG = """\
examples:
  ludoteca arena greedy random                     100 games of Eriantys
  ludoteca arena greedy random --expert --games 400 --processes 2
  ludoteca arena greedy random --game masters --players 4  one among three
  ludoteca arena greedy random --game masters --players 1  against Lorenzo
  ludoteca arena my_bot.py greedy random --save results.jsonl  three, resumable

A bot is NAME, NAME:LIMIT, FILE.py or FILE.weights:LIMIT. The names are those of
the bots of the house: level-1 to level-8, random, greedy; and beginner, who
stands in for a person who has just learned the rules. A LIMIT, for levels, is a
number of iterations or a time for each decision in place of their own: 500,
0.5s, 200ms, or both as 500,0.5s. FILE.py is a bot of your own, a file with a
function choose(view); see docs/own-bots.md. FILE.weights is what `ludoteca
train` made: the search plays with these weights.

More than two bots all play each other, and are rated on one scale (Elo; 400
points are odds of ten to one). With three or four single players, one of the
first bot sits among those of the second, in turn at every seat. The share of a
game that several won together is divided among them.

The same seed plays the same games, on however many processes; only limits of
time make a difference. With --save each game is written down when it is over:
after Ctrl-C, or a power cut, the same command goes on, and with a larger
--games it adds to what is there.

The exit code is 0 after all games, 1 when a bot of your own made a mistake, 130
after Ctrl-C, 2 when it cannot be."""
GAMES = 100
MOST_PROCESSES = 256
OFTEN = 0.1  # seconds between two lines of progress


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "arena",
        help="let bots play against each other",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "bots", nargs="+", metavar="BOT", help="NAME, NAME:LIMIT, FILE.py or FILE.weights:LIMIT, as said below"
    )
    parser.add_argument("--game", choices=tuple(PLAYERS), default="eriantys", help="which one (default: eriantys)")
    parser.add_argument("--players", type=int, choices=(1, 2, 3, 4), default=2, help="how many play (default: 2)")
    parser.add_argument("--expert", action="store_true", help="Eriantys with coins and characters")
    parser.add_argument(
        "--games",
        type=number_of("games", 1_000_000),
        default=GAMES,
        metavar="N",
        help=f"of each pair, up to a whole number of deals (default: {GAMES})",
    )
    parser.add_argument("--seed", type=seed, default=1, metavar="N", help="which deals, a whole number (default: 1)")
    parser.add_argument(
        "--processes",
        type=number_of("processes", MOST_PROCESSES),
        default=1,
        metavar="N",
        help="how many games are played at a time (default: 1)",
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep each game there, and go on from what is there")
    parser.add_argument("--chart", type=Path, metavar="FILE.svg", help="draw the result there as well")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=run, refuse=parser.error)


def number_of(what: str, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and 1 <= int(text[:10]) <= most):
            raise argparse.ArgumentTypeError(f"{text!r} is not a number of {what} from 1 to {most}")
        return int(text)

    return number


@explained
def run(arguments: argparse.Namespace) -> int:
    from ludoteca.arena.ledger import Ledger, LedgerError
    from ludoteca.arena.processes import ProcessDied
    from ludoteca.bots.python_file import BotFault

    check_chart(arguments.chart)
    try:
        heading = heading_of(arguments)
        with ExitStack() as stack:
            ledger = None if arguments.save is None else stack.enter_context(Ledger(arguments.save, heading))
            games = {} if ledger is None else ledger.games
            stopped = hold(arguments, heading, games, ledger)
    except LedgerError as error:
        raise CommandError(error.sentence) from error
    except BotFault as fault:  # before the first game
        complain_of(fault.sentence)
        return FOUND_WRONG
    tell(arguments, heading, games.values())
    match stopped:
        case None:
            return GOOD
        case KeyboardInterrupt():
            complain(standing(arguments, heading, games, "Stopped"))
            return INTERRUPTED
        case BotFault(sentence=sentence):
            complain_of(sentence)
            return FOUND_WRONG
        case ProcessDied(code=code):
            complain(standing(arguments, heading, games, f"A process of the arena died (code {code})"))
            return FOUND_WRONG
    raise stopped


def heading_of(arguments: argparse.Namespace) -> Heading:
    """Refuse what cannot be played."""
    from ludoteca import __version__, rules
    from ludoteca.arena.ledger import Heading
    from ludoteca.bots.contestants import UnknownBot, contestant
    from ludoteca.rules.catalogue import GAMES as KNOWN

    if arguments.players not in PLAYERS[arguments.game]:
        arguments.refuse(f"{arguments.game} is not a game for {arguments.players}.")
    if arguments.players > 1 and len(arguments.bots) < 2:
        arguments.refuse("Name at least two bots; only alone (--game masters --players 1) one is enough.")
    try:
        fingerprints = [contestant(typed).fingerprint(arguments.game) for typed in arguments.bots]
    except UnknownBot as error:
        raise CommandError(error.sentence) from error
    heading = Heading(
        arguments.game,
        arguments.players,
        arguments.expert,
        arguments.seed,
        arguments.bots,
        fingerprints,
        KNOWN[arguments.game].rules_version,
        __version__,
    )
    try:
        heading.contest.deal(0)
    except rules.InvalidPosition as error:
        arguments.refuse(str(error))
    return heading


def hold(
    arguments: argparse.Namespace, heading: Heading, games: dict[Fixture, Played], ledger: Ledger | None
) -> BaseException | None:
    """Play what has not been played; what kept it from being completed is returned, because results stand by then."""
    from ludoteca.arena.processes import ProcessDied, played
    from ludoteca.bots.python_file import BotFault

    contest = heading.contest
    wanted = list(contest.fixtures(arguments.games))
    left = [fixture for fixture in wanted if fixture not in games]
    clock = Clock(len(wanted), len(wanted) - len(left))
    try:
        with Progress() as progress, closing(played(contest, heading.bots, left, arguments.processes)) as playing:
            progress.say(clock.line())
            for game in playing:
                if ledger is not None:
                    ledger.note(game)
                games[game.fixture] = game
                clock.count()
                if clock.due():
                    progress.say(clock.line())
    except (KeyboardInterrupt, BotFault, ProcessDied) as stopped:
        return stopped
    return None


class Clock:
    """How far it is, how fast, how long still."""

    def __init__(self, games: int, before: int, now: Callable[[], float] = time.monotonic) -> None:
        self._games = games
        self._before = before  # those that an earlier run has played
        self._since = 0
        self._now = now
        self._start = now()
        self._told = self._start

    def count(self) -> None:
        self._since += 1

    def due(self) -> bool:
        """Whether it is time to tell it again: games may end hundreds of times a second."""
        if self._now() < self._told + OFTEN:
            return False
        self._told = self._now()
        return True

    def line(self) -> str:
        done = self._before + self._since
        told = f"{done:,} of {counted(self._games, 'game')}"
        spent = self._now() - self._start
        if not self._since or not spent:
            return told
        rate = self._since / spent
        return f"{told}, {rate:.3g} games/s, {lasting((self._games - done) / rate)} left"


def lasting(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes = whole // 60
    return f"{minutes} min {whole % 60:02} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02} min"


# ---------------------------------------------------------------- results


def tell(arguments: argparse.Namespace, heading: Heading, games: Collection[Played]) -> None:
    from ludoteca.arena import chart
    from ludoteca.arena import report as reports

    contest = heading.contest
    asked_for = set(contest.fixtures(arguments.games))
    report = reports.report(contest, heading.bots, [game for game in games if game.fixture in asked_for])
    if arguments.json:
        say_json(reports.as_json(report))
    else:
        say(reports.text(report))
    if arguments.chart is not None:
        try:
            arguments.chart.write_text(chart.chart(report), encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{arguments.chart} cannot be written: {error.strerror}.") from error


def standing(arguments: argparse.Namespace, heading: Heading, games: Collection[Fixture], what_happened: str) -> str:
    wanted = list(heading.contest.fixtures(arguments.games))
    done = sum(fixture in games for fixture in wanted)
    next_time = (
        "The same command goes on from there." if arguments.save else "With --save FILE, the next run could go on."
    )
    return f"{what_happened} after {done:,} of {counted(len(wanted), 'game')}. {next_time}"


def check_chart(file: Path | None) -> None:
    """Before hours are spent on what cannot be drawn."""
    if file is not None and (file.is_dir() or not os.access(file.absolute().parent, os.W_OK)):
        raise CommandError(f"{file} cannot be written: name a file in a folder that you can write to.")
