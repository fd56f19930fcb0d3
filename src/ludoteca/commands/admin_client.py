"""The way to a server that is running: where it is, the operator's key, and what is said when it does not answer."""

from __future__ import annotations

import argparse
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ludoteca.dialects.house.problems import Problem
from ludoteca.server.operator.key_file import FILE

from . import certificates, paths, runfile
from .cards import complain
from .open_house import is_loopback
from .output import CommandError
from .settings_known import SECRET, SETTINGS, NotAllowed

if TYPE_CHECKING:
    from ludoteca.client.http import HttpClient

VARIABLE = SETTINGS[SECRET].variable
TIMEOUT = 30.0  # seconds


@dataclass(frozen=True)
class AdminClient:
    """`certificate`, as PEM, is the only one that is believed; without it the usual authorities vouch."""

    url: str
    key: str
    certificate: str | None = None


def add_options(parser: argparse.ArgumentParser, default: str | None) -> None:
    """They may stand before the command and after it: `default` is None for a parser, SUPPRESS for those below it."""
    group = parser.add_argument_group("which server")
    group.add_argument(
        "--data", metavar="DIR", default=default, help="that of this folder (default: LUDOTECA_DATA or the usual one)"
    )
    group.add_argument("--server", metavar="URL", default=default, help="that at this address, instead of a folder")
    group.add_argument("--key", metavar="KEY", default=default, help=f"the operator's key (default: {VARIABLE})")
    group.add_argument(
        "--certificate", metavar="FILE", default=default, help="its certificate, where no authority vouches for it"
    )


def find(arguments: argparse.Namespace) -> AdminClient:
    if arguments.server is None:
        return of_folder(paths.data_folder(arguments.data), arguments)
    # A key out of the usual folder is not sent to whatever address somebody types.
    folder = None if arguments.data is None else paths.data_folder(arguments.data)
    url = address(arguments.server)
    parts = urlsplit(url)
    if parts.scheme == "http" and not is_loopback(parts.hostname or ""):
        complain(f"{url} is not encrypted: others can read the key on its way there. Use https.")
    return AdminClient(url, key(arguments, folder), believed(arguments))


def address(typed: str) -> str:
    """Of a server, as it was typed, or an Obstacle."""
    url = typed.rstrip("/")
    try:
        parts = urlsplit(url)
        named = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        named = False
    if not named:
        raise CommandError(f"{typed} is no address of a server. It looks like https://games.example.org")
    return url


def of_folder(folder: Path, arguments: argparse.Namespace) -> AdminClient:
    found = runfile.find(folder)
    if found is None:
        sentence = "Start one with ludoteca serve, name its folder with --data, or its address with --server."
        raise CommandError(f"No server is running on {folder}. {sentence}")
    return AdminClient(found.url, key(arguments, folder), believed(arguments) or found.certificate)


def believed(arguments: argparse.Namespace) -> str | None:
    return None if arguments.certificate is None else certificates.shown_by_server(Path(arguments.certificate))


def key(arguments: argparse.Namespace, folder: Path | None) -> str:
    """An option before the environment, that before the folder."""
    given = arguments.key or os.environ.get(VARIABLE)
    if not given:
        if folder is None:
            raise CommandError(f"The operator's key is needed. Give it with --key or in {VARIABLE}.")
        given = key_in(folder / FILE)
    try:
        return str(SETTINGS[SECRET].check(given))
    except NotAllowed as error:
        raise CommandError(f"That is no operator's key. It has {SETTINGS[SECRET].allowed}.") from error


def key_in(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        sentence = f"The server was given another one: say it with --key or in {VARIABLE}."
        raise CommandError(f"There is no key in {file}. {sentence}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file} cannot be read. Give the key with --key or in {VARIABLE}.") from error


async def ask(door: AdminClient, question: Callable[[HttpClient], Awaitable[None]]) -> None:
    """Have a server asked; whatever goes wrong is an Obstacle with a sentence."""
    import aiohttp

    from ludoteca.client.errors import Refused, Unreachable
    from ludoteca.client.http import HttpClient

    tls = None if door.certificate is None else certificates.believing(door.certificate)
    async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {door.key}"}) as session:
        try:
            await question(HttpClient(session, [door.url], tls, TIMEOUT))
        except Refused as refused:
            if refused.code != Problem.NO_KEY:
                raise CommandError(refused.sentence) from refused
            raise CommandError(f"The server at {door.url} has another operator's key than the one given.") from refused
        except Unreachable as error:
            raise CommandError(unreachable(door.url, error)) from error
        except TimeoutError as error:
            raise CommandError(f"The server at {door.url} has not answered for {TIMEOUT:.0f} s. Try again.") from error


def unreachable(url: str, error: ConnectionError) -> str:
    import aiohttp

    match error.__cause__:
        case aiohttp.ClientConnectorCertificateError():
            return f"The certificate of {url} is not believed. If it is yours, name its file with --certificate."
        case aiohttp.ClientSSLError():
            return f"{url} does not speak TLS. Is it http instead of https?"
        case aiohttp.ClientError() | OSError():
            return f"No server answers at {url}. Check the address, and whether it is running."
    return str(error)
