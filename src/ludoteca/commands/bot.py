"""`ludoteca bot`: a bot of your own, a Python file, sits down at a table."""

from __future__ import annotations

import argparse
import asyncio
import re
import secrets
import shlex
import ssl
from pathlib import Path
from typing import TYPE_CHECKING

from . import Subparsers, admin_client, certificates, paths, runfile
from .cards import complain
from .output import FOUND_WRONG, GOOD, CommandError, complain_of, explained, say

if TYPE_CHECKING:
    from ludoteca.bots.python_file import Program
    from ludoteca.client import House, Table, TableView

DESCRIPTION = """\
Let a bot of your own play at a table of a house that is running. The bot is a
Python file with one function:

    import random

    def choose(view):
        return random.choice(view.legal)

view.legal has the decisions of this moment, view.game what your player sees,
view.me which player that is, A to D. A class Bot with a method choose(self,
view) does as well, and can remember things."""
EPILOG = """\
examples:
  ludoteca bot my_bot.py --table KDTWPQ  at a house on this machine
  ludoteca bot my_bot.py --table KDTWPQ --url https://games.example  elsewhere

Open a table, in the browser for example, and give its code; start the game when
the bot has sat down. ludoteca arena my_bot.py greedy tells how strong it is.

An error in the file is told with its line. The seat is kept then: mend the
file, and the command that is printed goes on with the game.

The exit code is 0 after the game, 1 when the bot made a mistake, 2 when it
cannot play there."""
LONGEST_NAME = 20
KEY_BYTES = 24


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "bot",
        help="let a bot of your own, a Python file, play at a table",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, metavar="FILE.py", help="the bot")
    parser.add_argument("--table", required=True, metavar="CODE", help="the code of the table")
    parser.add_argument("--url", metavar="URL", help="the house (default: that of a folder on this machine)")
    parser.add_argument("--data", metavar="DIR", help="the folder (default: LUDOTECA_DATA or the usual one)")
    parser.add_argument("--name", metavar="NAME", help="what it is called there (default: the name of the file)")
    parser.add_argument("--key", metavar="KEY", help="go on with the seat that this key opens")
    parser.add_argument("--password", metavar="WORD", help="that of a private house")
    parser.add_argument("--certificate", metavar="FILE", help="its certificate, where no authority vouches for it")
    parser.set_defaults(run=run)


@explained
def run(arguments: argparse.Namespace) -> int:
    from ludoteca.bots import python_file
    from ludoteca.client import HouseError, Unreachable

    if not arguments.file.is_file():
        raise CommandError(f"There is no file {arguments.file}.")
    try:
        program = python_file.load(arguments.file)
    except python_file.BotFault as fault:
        complain_of(fault.sentence)
        return FOUND_WRONG
    url, tls = house_of(arguments)
    key = arguments.key or secrets.token_urlsafe(KEY_BYTES)
    try:
        return asyncio.run(play(arguments, program, url, tls, key))
    except HouseError as error:
        raise CommandError(error.sentence) from error
    except Unreachable as error:
        raise CommandError(admin_client.unreachable(url, error)) from error
    except TimeoutError as error:
        raise CommandError(str(error)) from error


def house_of(arguments: argparse.Namespace) -> tuple[str, ssl.SSLContext | None]:
    """Where it is, and whom to believe there."""
    shown = None if arguments.certificate is None else certificates.shown_by_server(Path(arguments.certificate))
    if arguments.url is not None:
        url = admin_client.address(arguments.url)
    else:
        folder = paths.data_folder(arguments.data)
        found = runfile.find(folder)
        if found is None:
            raise CommandError(f"No server is running on {folder}. Name the address of a house with --url.")
        url, shown = found.url, shown or found.certificate
    return url, None if shown is None else certificates.believing(shown)


async def play(arguments: argparse.Namespace, program: Program, url: str, tls: ssl.SSLContext | None, key: str) -> int:
    from ludoteca.bots import seated
    from ludoteca.bots.python_file import BotFault
    from ludoteca.client import House

    async with House(url, tls=tls, news=0) as house:
        if arguments.password is not None:
            await house.enter(arguments.password)
        table = await taken(house, arguments, key)
        say(f"{name_of(table.view)} sits at table {table.code}.")
        try:
            say(told(await seated.play(table, program)))
        except BotFault as fault:
            complain_of(fault.sentence)
            complain(f"The seat is kept for a while. Mend the file, and go on with: {command_to_go_on(arguments, key)}")
            return FOUND_WRONG
    return GOOD


def command_to_go_on(arguments: argparse.Namespace, key: str) -> str:
    where = [] if arguments.url is None else ["--url", arguments.url]
    # A key may begin with a dash: an option would take it for another one if it were an argument of its own.
    return shlex.join(["ludoteca", "bot", str(arguments.file), "--table", arguments.table, *where, f"--key={key}"])


async def taken(house: House, arguments: argparse.Namespace, key: str) -> Table:
    if arguments.key is not None:
        return await house.resume(arguments.table, key)
    return await house.sit(arguments.table, arguments.name or usual_name(arguments.file), key=key)


def usual_name(file: Path) -> str:
    """That of the file, in characters that a name can have."""
    return re.sub(r"[^A-Za-z0-9._-]", "", file.stem)[:LONGEST_NAME] or "bot"


def name_of(view: TableView) -> str:
    assert view.you is not None
    return view.seats[view.you].name


def told(view: TableView) -> str:
    if view.result is None:
        return f"The table was closed: {view.closed}."
    winners = " and ".join(view.seats[seat].name for seat in view.result.winners)
    return f"The game is over. The winner is {winners}." if winners else "The game is over. Nobody has won."
