"""`ludoteca verify`: whether finished games were dealt and played as the house says."""

from __future__ import annotations

import argparse

import msgspec

from ludoteca.house import verification
from ludoteca.house.verification import Check

from . import Subparsers, replay_files
from .cards import complain
from .output import FOUND_WRONG, GOOD, NOT_POSSIBLE, CommandError, explained, say, say_json

DESCRIPTION = """\
Check the replay of a finished game draw by draw: whether the house was bound
to its secret before the first draw, whether every draw follows from it, and
whether every entry is one that the rules allow. No house needs to be trusted
or asked for that."""
EPILOG = """\
examples:
  ludoteca verify game.json         whether all is as it should be
  ludoteca verify *.json            of several games
  ludoteca verify --json game.json  the same for programs
  ludoteca verify -                 a replay from standard input

The exit code is 0 when all checks pass, 1 when one does not or when a game was
not over yet, 2 when something is no replay."""
UNFINISHED = "The game was not over when this replay was made. It can be checked after the end: export it again."
SOUND = "All is as it should be."
NOT_SOUND = "This is not a game as a house deals and plays it."


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "verify",
        help="check a finished game draw by draw",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a replay; - for standard input")
    parser.add_argument("--json", action="store_true", help="print the reports as JSON")
    parser.set_defaults(run=run)


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a file; without a code it is no replay."""

    file: str
    passed: bool
    code: str | None = None
    checks: list[Check] = []
    problem: str | None = None

    @property
    def exit_code(self) -> int:
        return GOOD if self.passed else NOT_POSSIBLE if self.code is None else FOUND_WRONG


@explained
def run(arguments: argparse.Namespace) -> int:
    verdicts = [verdict_on(file) for file in arguments.files]
    if arguments.json:
        say_json(verdicts)
    else:
        for verdict in verdicts:
            tell(verdict)
    return max(verdict.exit_code for verdict in verdicts)


def verdict_on(file: str) -> Verdict:
    try:
        replay = replay_files.read(file)
    except CommandError as obstacle:
        return Verdict(file, passed=False, problem=obstacle.sentence)
    if not replay.finished:
        return Verdict(file, passed=False, code=replay.code, problem=UNFINISHED)
    report = verification.verify(replay)
    return Verdict(file, report.passed, report.code, report.checks)


def tell(verdict: Verdict) -> None:
    if verdict.code is None:
        complain(f"{verdict.problem}")
        return
    say(f"{verdict.file}: table {verdict.code}")
    for check in verdict.checks:
        say(f"  {'ok    ' if check.passed else 'FAILED'} {check.name}: {check.sentence}")
    say(f"  {verdict.problem or (SOUND if verdict.passed else NOT_SOUND)}")
