"""The names by which a house is known. A request has to be for one of them.

A page of another site can have its own name lead to this machine (DNS rebinding): then a browser takes what is here for
a part of that site. Its requests are for a name that the house does not know. An address cannot be made to lead
elsewhere, so all of them are known.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from ludoteca.server.settings import Settings

from .addresses import read_address

LONGEST = 253  # characters of a name (RFC 1035)
NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?")
HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:[0-9]{0,5})?")
SCHEMES = ("http", "https")


def read_host(header: str) -> str | None:
    """The name or address in a header `Host`, without port, brackets and a last dot; None when it is neither."""
    found = HOST.fullmatch(header.strip().lower())
    if found is None:
        return None
    name = found["name"]
    if name.startswith("["):
        return name[1:-1] if read_address(name[1:-1]) is not None else None
    return name.removesuffix(".") if len(name) <= LONGEST and NAME.fullmatch(name) else None


def name_in(public: str) -> str:
    """Of a name or an address like https://play.example.org."""
    return (urlsplit(public).hostname or "") if "://" in public else public.lower().removesuffix(".")


class Hosts:
    def __init__(self, settings: Settings) -> None:
        self.names = frozenset(names_of(settings))
        self.origins = frozenset(origins_of(settings))

    def known(self, host: str) -> bool:
        return host in self.names or host.endswith(".localhost") or read_address(host) is not None


def names_of(settings: Settings) -> Iterator[str]:
    """Nobody else can have the machine's own name lead somewhere, as it has no dot, or is told only in its network."""
    machine = socket.gethostname().lower()
    yield from ("localhost", settings.host.lower(), machine, f"{machine.partition('.')[0]}.local")
    yield from map(name_in, settings.public)


def origins_of(settings: Settings) -> Iterable[str]:
    """Of pages that may speak to the house: those that were named, and its own by the names that people know."""
    yield from settings.origins
    for public in settings.public:
        if "://" in public:
            yield public.lower().rstrip("/")
        else:
            yield from (f"{scheme}://{name_in(public)}" for scheme in SCHEMES)
