"""`ludoteca review`: a finished game looked back at, with the search to say what was good and what was not."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from .. import rules
from ..analysis import review as reviewing
from ..analysis.reports import Limits, Review
from ..house import entries, verification
from ..house.refusals import Refused
from ..house.replays import Replay
from . import Subparsers, log_words, replay_files, review_chart, review_text
from .export import unwritable
from .output import GOOD, CommandError, Progress, explained, say, say_json

DESCRIPTION = """\
Look back at a finished game: the chances to win from entry to entry, the
actions that cost most, and what would have been better. Every decision is
thought about anew, from what the player could see. No server is needed."""
EPILOG = """\
examples:
  ludoteca review game.json                     a chart and the turning points
  ludoteca review game.json --iterations 20000  think longer
  ludoteca review game.json --chart game.svg    the curve as a picture
  ludoteca replay game.json --at 56             look at a moment

The same file, iterations and seed give the same review; seconds do not."""
ITERATIONS = 3000  # some hundredths of a second for each decision
INTERPRETED_ITERATIONS = 100  # some tenths
MOST_ITERATIONS = 10_000_000
MOST_SECONDS = 3600.0
SEEDS = 2**32
LORENZO = "Lorenzo"  # who wins a game alone that its player does not


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "review",
        help="look back at a finished game: its turning points, and what would have been better",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a replay of a finished game; - for standard input")
    parser.add_argument(
        "--iterations",
        type=iterations,
        metavar="N",
        help=f"how much is thought about each decision (default: {ITERATIONS}, "
        f"or {INTERPRETED_ITERATIONS} where the rules are not compiled)",
    )
    parser.add_argument("--seconds", type=seconds, metavar="S", help="how long at most, instead or besides")
    parser.add_argument("--seed", type=seed, default=1, metavar="N", help="of the chance in thinking (default: 1)")
    parser.add_argument("--json", action="store_true", help="everything as JSON, for programs")
    parser.add_argument("--chart", type=Path, metavar="FILE.svg", help="write the curve as a picture, too")
    parser.set_defaults(run=run)


def iterations(text: str) -> int:
    return whole(text, 1, MOST_ITERATIONS)


def seed(text: str) -> int:
    return whole(text, 0, SEEDS - 1)


def whole(text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
    return int(text)


def seconds(text: str) -> float:
    try:
        given = float(text)
    except ValueError:
        given = math.nan
    if not 0 < given <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, more than 0 and at most 3600")
    return given


@explained
def run(arguments: argparse.Namespace) -> int:
    replay = replay_files.read(arguments.file)
    found = reviewed(replay, arguments.file, limits_of(arguments), arguments.seed)
    if arguments.chart is not None:
        write(arguments.chart, review_chart.drawn(found, title_of(replay)))
    if arguments.json:
        say_json(found)
    else:
        say(review_text.written(found, title_of(replay), arguments.file))
    return GOOD


def limits_of(arguments: argparse.Namespace) -> Limits:
    if arguments.iterations is None and arguments.seconds is None:
        return Limits(ITERATIONS if rules.compiled else INTERPRETED_ITERATIONS)
    return Limits(arguments.iterations, arguments.seconds)


def reviewed(replay: Replay, source: str, limits: Limits, seed: int) -> Review:
    """What comes of a file that may be anybody's."""
    if not replay.finished:
        raise CommandError(
            f"{source}: this game was not over when it was written. Only a finished one can be reviewed."
        )
    with Progress() as progress:
        try:
            return reviewing.review(
                replay.code,
                verification.secret_of(replay.entries),
                replay.entries,
                limits,
                seed,
                lambda done, actions: progress.say(f"{done} of {actions} actions"),
            )
        except reviewing.CannotReview as error:
            raise CommandError(f"{source}: {error}") from None
        except (Refused, verification.Failed, rules.IllegalAction, IndexError, AttributeError) as error:
            raise CommandError(f"{source}: this log cannot be followed. ludoteca verify says more. ({error})") from None


def title_of(replay: Replay) -> str:
    """As in `ludoteca show`: what is played, and how it ended."""
    chronicle = log_words.Chronicle()
    said = ""
    title = ""
    alone = False
    for entry in replay.entries:
        told = chronicle.entry(entry.what)
        if isinstance(entry.what, entries.Opened):
            title = log_words.title(entry.what.options)
            alone = entry.what.options.players == 1
        elif isinstance(entry.what, entries.Ended):
            winners = [chronicle.name(seat) for seat in entry.what.winners] or [LORENZO] * alone
            said = log_words.result(entry.what.why, winners)
        elif isinstance(entry.what, entries.Closed) and not said:
            said = told
    return f"Table {replay.code}: {title}. {said}"


def write(path: Path, drawing: str) -> None:
    try:
        path.write_text(drawing, encoding="utf-8")
    except OSError as error:
        raise unwritable(path, error) from None
