"""`ludoteca serve`: a house that is open to others."""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from typing import Any

from ludoteca.server.operator.password import NoPassword, password_in
from ludoteca.server.settings import Settings

from . import Subparsers, certificates
from .cards import complain
from .open_house import keep_open
from .output import GOOD, NOT_POSSIBLE, CommandError, explained, say
from .settings_files import CONFIG, FLAGS, Chosen, WrongSettings, choose
from .settings_known import GROUPS, NEVER_PRINTED, SETTINGS, Setting

DESCRIPTION = """\
Keep a house open: people play in their browsers, bots and programs over the
same protocol. Everything is written to one folder before anybody sees it, so
the server can be stopped at any time. Ctrl-C or SIGTERM closes it; at the next
start the games go on where they were. SIGHUP reads certificate and settings
again."""
EPILOG = """\
examples:
  ludoteca serve                           for this machine alone
  ludoteca serve --host 0.0.0.0 --port 80  for everybody who can reach it
  ludoteca serve --config house.toml       with settings from a file
  ludoteca serve --config house.toml --check  only say whether they are right

Every option is a setting, and can be set in the environment or in a TOML file
as well. An option counts before the environment, that before the file:
  --limit-rate 50  LUDOTECA_LIMITS_RATE=50  [limits]
                                            rate = 50
Lists are separated by commas; in a file, proxies = ["10.1.0.0/16", "::1"].

With --store several servers, on any machines, keep one house open together.
Every game is in PostgreSQL then, and each server has a folder of its own.

The house is kept in the folder of --data: all games, and operator.key, by which
ludoteca admin is known. Nobody else should be able to read it. Make copies of
it with ludoteca backup, while the server runs.

The exit code is 0 after the house was closed, 2 when it cannot be opened. A
database that does not answer is waited for."""


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "serve",
        usage="%(prog)s [options]",
        help="keep a house open to others",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--config", metavar="FILE", help=f"TOML file with settings (default: {CONFIG}, or none)")
    parser.add_argument("--check", action="store_true", help="check the settings, show them, and open nothing")
    groups = {title: parser.add_argument_group(title) for title in GROUPS}
    for setting in SETTINGS.values():
        place = groups.get(setting.group, parser)
        place.add_argument(setting.flag, dest=setting.name, metavar=setting.argument, help=help_for(setting))
    parser.set_defaults(run=run, options=["--config", "--check", *FLAGS])


def help_for(setting: Setting) -> str:
    if setting.name == "data":
        return f"{setting.words} (default: ~/.local/share/ludoteca)"
    return setting.words if setting.default is None else f"{setting.words} (default: {setting.default})"


@explained
def run(arguments: argparse.Namespace) -> int:
    try:
        chosen = choose(arguments, os.environ)
    except WrongSettings as wrong:
        for sentence in wrong.sentences:
            complain(sentence)
        return NOT_POSSIBLE
    settings = chosen.settings
    if settings.certificate is not None:
        certificates.check(settings.certificate, settings.key)
    try:
        password_in(settings.password_file)
    except NoPassword as error:
        raise CommandError(str(error)) from error
    if arguments.check:
        show(chosen)
    else:
        # In a terminal SIGHUP means that its window was closed.
        again = None if sys.stdin is not None and sys.stdin.isatty() else partial(chosen_again, arguments)
        keep_open(settings, lambda url: None, again=again)
    return GOOD


def chosen_again(arguments: argparse.Namespace) -> Settings:
    """The settings as their sources have them now; ValueError says what is wrong with them."""
    try:
        settings = choose(arguments, os.environ).settings
        if settings.certificate is not None:
            certificates.check(settings.certificate, settings.key)
    except (WrongSettings, CommandError) as wrong:
        raise ValueError(str(wrong)) from wrong
    return settings


def show(chosen: Chosen) -> None:
    say("The settings can be used.")
    for name, said in chosen.said.items():
        value = "(not shown)" if name in NEVER_PRINTED else shown(said.setting.check(said.value))
        say(f"  {name} = {value}  ({said.place})")
    if "data" not in chosen.said:
        say(f"  data = {chosen.settings.data}  (by default)")
    say("All others are as by default.")


def shown(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value)
