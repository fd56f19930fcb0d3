"""`ludoteca doctor`: looks at this machine as a house needs it, and says what to do about what it finds."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator

import msgspec

from . import Subparsers, doctor_machine, doctor_network
from .cards import complain
from .findings import Finding, Verdict
from .output import FOUND_WRONG, GOOD, NOT_POSSIBLE, explained, say, say_json
from .settings_files import CONFIG, Chosen, WrongSettings, choose
from .settings_known import SETTINGS

DESCRIPTION = """\
Look at this machine the way a house needs it: versions, folder, disk, clock,
ports, certificate, proxy. Each line says what is so and, where something is
wrong, what to do. Nothing is changed. With the settings of ludoteca serve, from
the same file and the same variables, before the server is started or while it
runs."""
EPILOG = """\
examples:
  ludoteca doctor                      with the usual folder
  ludoteca doctor --config house.toml  for a server with these settings
  ludoteca doctor --json               the same for programs

The exit code is 0 when nothing is wrong, 1 when something is, 2 when the
settings cannot be used."""
SIGNS = {Verdict.GOOD: "ok   ", Verdict.DOUBTFUL: "look ", Verdict.WRONG: "WRONG"}


class Report(msgspec.Struct, frozen=True):
    """What programs are told."""

    passed: bool
    findings: list[Finding]


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "doctor",
        help="look at this machine as a house needs it, and say what to do",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--config", metavar="FILE", help=f"TOML file with settings (default: {CONFIG}, or none)")
    parser.add_argument("--data", metavar="DIR", help="folder of the house (default: as in the settings)")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.set_defaults(run=run)


@explained
def run(arguments: argparse.Namespace) -> int:
    others = dict.fromkeys(name for name in SETTINGS if name != "data")
    try:
        chosen = choose(argparse.Namespace(**{**others, **vars(arguments)}), os.environ)
    except WrongSettings as wrong:
        for sentence in wrong.sentences:
            complain(sentence)
        return NOT_POSSIBLE
    findings = list(look(chosen))
    passed = all(finding.verdict is not Verdict.WRONG for finding in findings)
    if arguments.json:
        say_json(Report(passed, findings))
    else:
        for finding in findings:
            say(f"{SIGNS[finding.verdict]} {finding.about}: {finding.sentence}")
        say("Nothing is wrong." if passed else "Something is wrong: see above what to do.")
    return GOOD if passed else FOUND_WRONG


def look(chosen: Chosen) -> Iterator[Finding]:
    settings = chosen.settings
    yield from doctor_machine.versions()
    yield from doctor_machine.folder(settings)
    yield from doctor_machine.clock(settings)
    yield from doctor_machine.open_files(settings)
    yield from doctor_network.certificate(settings)
    yield from doctor_network.ports(settings)
    yield from doctor_network.proxy(settings)
