"""A house opened, told about and kept open, for `ludoteca serve` and `ludoteca play`."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from ludoteca import rules
from ludoteca.server.api import pages
from ludoteca.server.api.urls import url_here
from ludoteca.server.listen_errors import CannotListen
from ludoteca.server.settings import Settings
from ludoteca.store import addresses
from ludoteca.store.contract import Problem, StoreError

from . import certificates, runfile
from .cards import complain
from .output import CommandError, say
from .runfile import RunFile

if TYPE_CHECKING:
    from ludoteca.server.server import Server

NO_TLS = (
    "Others can read along on the way here, keys of seats too: set --certificate and --key, or put a proxy with TLS "
    "in front and name it in --proxies."
)
BARE_NAMES = (
    "Anybody who can reach this house can take a seat that is absent by its name alone, where it was taken without a "
    "secret: leave out --bare-names unless you trust the whole network."
)
INTERPRETED = (
    "The rules run interpreted: good for a few tables, slow for many. Where a C compiler is there when Ludoteca is "
    "installed, they are compiled."
)

NO_PAGE = (
    "This Ludoteca was built without its page: people see a plain one, without drawn boards. Install it from a wheel "
    "that has the page, or start it with run.py, which makes it."
)


def keep_open(
    settings: Settings,
    opened: Callable[[str], None],
    lenient: bool = False,
    again: Callable[[], Settings] | None = None,
) -> None:
    """Keep a house open until this process is told to stop. `opened` gets the address once people can come in.

    A `lenient` one opens although somebody else uses the port of a dialect, and warns of that. `again` reads the
    settings anew, when the process is told to.
    """
    from ludoteca.app import run

    shown = None if settings.certificate is None else certificates.shown_by_server(settings.certificate)
    is_open = False

    def tell(server: Server) -> None:
        nonlocal is_open
        is_open = True
        url = url_here(settings, server.port)
        leave_word(settings, RunFile(url, os.getpid(), shown))
        say(f"Open {url}")
        elsewhere = server.elsewhere
        if elsewhere is not None:
            say(f"People {'' if settings.public else 'on other machines of your network '}open {elsewhere}")
        if server.admission.private:
            say("The house is private: people need its password or an invitation (ludoteca admin invite).")
            if not server.ports:
                say("No other dialect is spoken, since none has words for a password. Choose a port to speak one.")
        if server.ports:
            spoken = (f"{name} on port {port.number}" for name, port in server.ports.items())
            say(f"Other programs speak {', '.join(spoken)}")
        say(f"The house is kept in {place_of(settings)}\nCtrl-C closes it; the games are kept.")
        sys.stdout.flush()
        if server.unheard:
            ports = ", ".join(f"{cannot.dialect} on port {cannot.port}" for cannot in server.unheard)
            taken = all(cannot.errno == errno.EADDRINUSE for cannot in server.unheard)
            why = "other programs listen there" if taken else os.strerror(server.unheard[0].errno or 0)
            complain(f"Nobody can speak {ports}: {why}. Everything else works.")
        for warning in warnings(settings):
            complain(warning)
        opened(url)

    try:
        run(settings, tell, lenient, again)
    except OSError as error:
        if is_open:
            raise
        raise CommandError(why_not(error, settings)) from error
    except StoreError as error:
        found = runfile.find(settings.data) if error.code is Problem.IN_USE else None
        if found is None:
            raise
        raise CommandError(f"{error.sentence} That one is at {found.url}") from error
    finally:
        if is_open:
            runfile.remove(settings.data)


def place_of(settings: Settings) -> str:
    return str(settings.data.absolute()) if settings.store is None else addresses.shown(settings.store)


def leave_word(settings: Settings, found: RunFile) -> None:
    try:
        runfile.write(settings.data, found)
    except OSError as error:  # the house is open all the same
        complain(f"{settings.data / runfile.FILE} cannot be written: {error.strerror}.")
        complain(f"For ludoteca admin, name the server: --server {found.url}")


def warnings(settings: Settings) -> list[str]:
    exposed = settings.certificate is None and not settings.proxies and not is_loopback(settings.host)
    bare_names = settings.bare_names is True and (bool(settings.proxies) or not is_loopback(settings.host))
    return [
        *([NO_TLS] if exposed else []),
        *([BARE_NAMES] if bare_names else []),
        *([] if rules.compiled else [INTERPRETED]),
        *([] if pages.is_built() else [NO_PAGE]),
    ]


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def why_no_port(error: CannotListen, settings: Settings) -> str:
    """Why a dialect cannot be spoken."""
    option = f"--dialect-{error.dialect}"
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"port {error.port} of {settings.host} is in use by another program. Stop that, or choose another port "
                f"with {option}, or do without: {option} off."
            )
        case errno.EACCES:
            return f"port {error.port} may not be used by everybody. Choose one from 1024 on with {option}."
    return f"port {error.port} of {settings.host} cannot be used: {error.strerror or error}. See {option}."


def why_not(error: OSError, settings: Settings) -> str:
    """Why a house could not be opened."""
    if isinstance(error, CannotListen):
        return f"For {error.dialect}, {why_no_port(error, settings)}"
    if error.filename is not None:
        return f"{error.filename} cannot be used: {error.strerror}."
    if isinstance(error, socket.gaierror):
        return f"There is no address {settings.host}. Name an address of this machine with --host, or leave it out."
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"Port {settings.port} of {settings.host} is in use by another program. Stop that, or choose another "
                "port with --port."
            )
        case errno.EACCES:
            return f"Port {settings.port} may not be used by everybody. Choose one from 1024 on with --port."
        case errno.EADDRNOTAVAIL:
            return f"{settings.host} is no address of this machine. Name one with --host; 0.0.0.0 is all of them."
    return f"The house cannot be opened at {settings.host}, port {settings.port}: {error.strerror or error}."
