"""`ludoteca play`: a house on this machine, and a browser that opens it."""

from __future__ import annotations

import argparse
import errno
import socket
import sys

from ludoteca.server.settings import Dialects, Settings

from . import Subparsers, browser, paths
from .cards import complain
from .open_house import keep_open
from .output import GOOD, CommandError, explained

DESCRIPTION = """\
Open a house on this machine, for whoever sits at it, and show it in the
browser. Games are kept: the next time they go on where they were. Ctrl-C closes
the house. To let others in, use ludoteca serve."""
EPILOG = """\
examples:
  ludoteca play                play in the browser
  ludoteca play --no-browser   only say the address to open
  ludoteca play --data /tmp/x  in another folder, with other games"""
HOST = "127.0.0.1"
PORT = 8080
MOST_TRIED = 100


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "play",
        help="play here, in the browser",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--port", type=port, metavar="N", help=f"port to use; 0 for any (default: {PORT}, or the next that is free)"
    )
    parser.add_argument(
        "--dialect",
        action="append",
        default=[],
        type=dialect,
        metavar="NAME=PORT",
        help="speak a dialect at another port, or not at all: NAME=off; once for each",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    paths.add_option(parser)
    parser.set_defaults(run=run)


def port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to 65535")
    return int(text)


def dialect(text: str) -> tuple[str, int | str]:
    name, _, where = text.partition("=")
    if name not in Dialects.__struct_fields__:
        raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(Dialects.__struct_fields__)}")
    return name, "off" if where == "off" else port(where)


@explained
def run(arguments: argparse.Namespace) -> int:
    chosen = free_port() if arguments.port is None else arguments.port
    spoken = Dialects(**dict(arguments.dialect))
    settings = Settings(paths.data_folder(arguments.data), host=HOST, port=chosen, dialects=spoken)

    def opened(url: str) -> None:
        if arguments.port is None and chosen != PORT:
            complain(f"Port {PORT} is in use by another program, so this is port {chosen}.")
        if not arguments.no_browser:
            browser.show(url)

    keep_open(settings, opened, lenient=True)
    return GOOD


def free_port() -> int:
    """The usual port, or the first one above that nobody listens on."""
    ports = range(PORT, PORT + MOST_TRIED)
    found = next(filter(is_free, ports), None)
    if found is None:
        raise CommandError(f"All ports from {ports[0]} to {ports[-1]} are in use. Name another one with --port.")
    return found


def is_free(number: int) -> bool:
    with socket.socket() as probe:
        if sys.platform != "win32":  # as the server does: connections that have ended there do not count
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, number))
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            return False
    return True
