"""`ludoteca dialect`: a game in one of the dialects, line by line, at a server of anybody."""

from __future__ import annotations

import argparse
import asyncio
import ssl
from pathlib import Path

from . import Subparsers, certificates
from .output import CommandError, explained

DESCRIPTION = """\
Play in one of the dialects, line by line: what happens is told in sentences,
and every question says what can be typed. help explains, quit leaves; whoever
starts the same command again under the same name is back in the game. What is
typed may come from a file or from another program."""
EPILOG = """\
examples:
  ludoteca dialect am28                       at a house on this machine
  ludoteca dialect psp38 --name Ada --bots 1  at once against a bot
  ludoteca dialect group31 --connect games.example.org:9031 --tls  elsewhere

A name can be name@CODE, for the table with that code (group31 and am24 ask for
it themselves), and name#secret, so that nobody else can take the seat."""
NAMES = ("group31", "psp24", "am24", "am28", "psp38")
HERE = "127.0.0.1"


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "dialect",
        help="play in one of the dialects, line by line",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("dialect", metavar="NAME", choices=NAMES, help=f"which one: {', '.join(NAMES)}")
    parser.add_argument(
        "--connect", metavar="HOST:PORT", default=HERE, help="the server (default: this machine, the dialect's port)"
    )
    parser.add_argument("--tls", action="store_true", help="the server has a certificate")
    parser.add_argument(
        "--certificate", metavar="FILE", help="believe this one, where no authority vouches for it; --tls is implied"
    )
    group = parser.add_argument_group("answers given beforehand")
    group.add_argument("--name", metavar="NAME", help="who you are")
    group.add_argument("--players", type=int, choices=(1, 2, 3, 4), help="open a table for so many")
    group.add_argument("--bots", type=int, choices=(1, 2, 3), help="open a table, so many of its seats for bots")
    group.add_argument("--expert", action="store_true", help="Eriantys with coins and characters")
    parser.set_defaults(run=run, refuse=parser.error)


@explained
def run(arguments: argparse.Namespace) -> int:
    from ludoteca.dialects.catalogue import DIALECTS
    from ludoteca.terminal.dialogue import Dialogue

    from .dialect_openings import Wishes, prepared
    from .line_client import Voice, converse

    dialect = DIALECTS[arguments.dialect]
    host, port = address(arguments.connect, dialect.port)
    wishes = Wishes(arguments.name, players(arguments, dialect.game), arguments.expert, arguments.bots or 0)
    voice = Voice.of_terminal()
    dialogue = Dialogue(dialect.client(), voice, prepared(dialect.name, wishes))
    return asyncio.run(converse(dialogue, voice, dialect, host, port, security(arguments)))


def players(arguments: argparse.Namespace, game: str) -> int | None:
    """For how many the table is to be; None when nothing was said about it."""
    wanted: int | None = arguments.players
    if wanted is None and arguments.bots is not None:
        wanted = max(2, arguments.bots + 1)
    if wanted is None:
        if arguments.expert:
            arguments.refuse("--expert is about a table that is opened: add --players or --bots.")
        return None
    if game == "masters" and arguments.expert:
        arguments.refuse("Masters of Renaissance has no expert game: leave --expert out.")
    if game == "eriantys" and wanted == 1:
        arguments.refuse("Eriantys is a game for 2 to 4.")
    if arguments.bots is not None and arguments.bots >= wanted:
        arguments.refuse(f"With {arguments.bots} beside you the table is for {arguments.bots + 1}: see --players.")
    return wanted


def address(typed: str, usual_port: int) -> tuple[str, int]:
    """HOST, HOST:PORT, [HOST]:PORT with an address of IPv6."""
    if typed.startswith("["):
        host, _, rest = typed[1:].partition("]")
        port = rest.removeprefix(":")
    elif typed.count(":") > 1:
        host, port = typed, ""
    else:
        host, _, port = typed.partition(":")
    number = port or str(usual_port)
    if not host or not (number.isascii() and number.isdigit() and 0 < int(number[:6]) < 1 << 16):
        raise CommandError(f"{typed} is no address of a server. It looks like games.example.org:{usual_port}")
    return host, int(number)


def security(arguments: argparse.Namespace) -> ssl.SSLContext | None:
    if arguments.certificate is not None:
        return certificates.believing(certificates.shown_by_server(Path(arguments.certificate)))
    return ssl.create_default_context() if arguments.tls else None
