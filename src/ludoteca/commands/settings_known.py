"""Every setting of a server: what it is called on the command line, in the environment and in a file, and what it may
be. Types and defaults are those of `server/settings.py`; the words for people are here.
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import NoneType
from typing import Any, Union, get_args
from urllib.parse import urlsplit

import msgspec
from msgspec import inspect

from ludoteca.dialects.house.http import ROUTES
from ludoteca.server.settings import Originals, Settings
from ludoteca.server.transport.hosts import read_host
from ludoteca.store.addresses import is_in_postgres

PREFIX = "LUDOTECA_"
SECRET = "operator_key"
NEVER_PRINTED = (SECRET, "store")  # an address may have a password in it
DEAREST = max(route.cost for route in ROUTES)  # opening a table: with a smaller burst nobody could, ever
SHORTEST_KEY, LONGEST_KEY = 16, 200
DIALECTS = {
    "group31": ("Eriantys", 9031),
    "psp24": ("Eriantys", 9124),
    "am24": ("Eriantys", 9224),
    "am28": ("Eriantys", 9328),
    "psp38": ("Masters of Renaissance", 9438),
}

GROUPS: dict[str, dict[str, str]] = {
    "the house": {
        "data": "folder of the house",
        "store": "database in PostgreSQL that several servers share, postgresql://NAME@HOST/HOUSE; without it all is "
        "in the folder",
        "node": "what this server is called among those that share the house; without it the machine and the port",
        "name": "what the house is called",
    },
    "where it listens": {
        "host": "address to listen on; 0.0.0.0 for all that this machine has",
        "port": "port to listen on; 0 for one that is free",
        "certificate": "certificate for TLS with its chain, a PEM file",
        "key": "private key of the certificate, a PEM file, unless it is in the same one",
    },
    "other dialects, over TCP": {
        f"dialects.{name}": f"port of {name}, for {game}; off: it is not spoken (default: {port})"
        for name, (game, port) in DIALECTS.items()
    },
    "programs behind the documents, over TCP": {
        f"originals.{name}": f"port for clients of the program behind {name}; off: there is none"
        for name in Originals.__struct_fields__
    },
    "who may speak to it": {
        "origins": "pages of other sites that may",
        "public": "names or addresses of the house that people know, play.example.org or https://play.example.org; "
        "requests for other names are refused",
        "proxies": "networks of your proxies, whose X-Forwarded-For is believed",
        "bare_names": "whether in other dialects a name alone opens a seat that was taken without a secret; without "
        "it only when the house listens for this machine alone and names no proxies",
        "password_file": "file whose first line is the password of the house: people give it once; other dialects, "
        "which have no words for it, are off then unless their port is chosen; without it everybody may come in",
        "by_invitation": "whether only those may come in who have an invitation of ludoteca admin invite, or the "
        "password if there is one",
        "operator_key": "what ludoteca admin is known by; better not as an option, which others on the machine can "
        "see; without it one is made and kept in the folder",
    },
    "games": {
        "bot_pace": "seconds before each decision of a bot, so that people can follow",
        "bots": "where bots think when several servers share a store: here as well, or elsewhere, at ludoteca bots",
        "bot_processes": "processes in which bots think; without it as many as there are processors but one, at most 8",
        "forget_after_days": "days after which finished games are deleted; without it they are kept",
    },
    "what it writes down": {
        "log": "form of the log, which goes to standard error: lines for people, json for programs",
    },
    "limits": {
        "limits.message": "bytes of one message, and of the body of a request",
        "limits.replay": "bytes of a replay that is sent to be checked",
        "limits.rate": "requests a second, of each address and each connection; a line of chat and a new table count "
        "as 5, a ping as none",
        "limits.burst": "messages of one connection at once, before the rate holds",
        "limits.burst_per_address": "requests of one address at once, before the rate holds",
        "limits.work": "seconds of processor time that one connection may cost in each second; one that costs more is "
        "read more slowly, and let go after half a minute of that",
        "limits.work_per_address": "the same for all connections of one address; they are read more slowly, and kept",
        "limits.connections": "connections of everybody together",
        "limits.connections_per_address": "connections of one address",
        "limits.tables_per_address": "tables opened by one address that are not over; a game that its "
        "players have left counts for ten minutes",
        "limits.handshake": "seconds until a new connection must have said something that makes sense",
        "limits.idle": "seconds until a silent connection is taken for lost; it is asked before",
        "limits.buffer": "bytes that wait for a slow reader before he is dropped",
        "limits.unread_per_address": "bytes that wait for the slow readers of one address, all of them together",
        "limits.seatless": "seconds until somebody in another dialect who has no seat and says nothing is let go",
    },
}


class NotAllowed(ValueError):
    """A value that a setting cannot have."""


@dataclass(frozen=True)
class Setting:
    """`name` is the one in a file, `limits.rate`; `kind` the type of a value. `default` is None where there is none."""

    name: str
    group: str
    words: str
    kind: Any
    default: Any

    @property
    def flag(self) -> str:
        section, _, last = self.name.rpartition(".")
        return "--" + (f"{section.removesuffix('s')}-{last}" if section else last).replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.name.replace(".", "_").upper()

    @property
    def argument(self) -> str:
        """What the option's value is called in the help."""
        if self.name == "data":
            return "DIR"
        match inspect.type_info(self.kind):
            case inspect.CustomType():
                return "FILE"
            case inspect.StrType():
                return "TEXT"
            case inspect.ListType():
                return "LIST"
            case inspect.BoolType():
                return "YES"
            case inspect.UnionType():
                return "PORT"
            case _:
                return "N"

    @property
    def several(self) -> bool:
        return isinstance(inspect.type_info(self.kind), inspect.ListType)

    @property
    def allowed(self) -> str:
        return ALLOWED.get(self.name) or allowed_by(inspect.type_info(self.kind))

    def check(self, value: Any) -> Any:
        """The value as the server takes it, or NotAllowed.

        Options and variables are texts: "8080" will do for a number, and a comma stands between the items of a list.
        """
        if self.several and isinstance(value, str):
            value = [item.strip() for item in value.split(",") if item.strip()]
        try:
            found = msgspec.convert(value, self.kind, strict=not isinstance(value, str), dec_hook=path)
        except msgspec.ValidationError as error:
            raise NotAllowed(f"{error}") from error
        if isinstance(found, float) and not math.isfinite(found):
            raise NotAllowed(f"{found} is not finite")
        if self.name in CHECKS and not CHECKS[self.name](found):
            raise NotAllowed(self.allowed)
        return found


def path(kind: type, value: Any) -> Any:
    if not isinstance(value, str) or not value or "\0" in value:
        raise ValueError("not a path")
    try:
        return Path(value).expanduser()
    except RuntimeError as error:  # ~somebody who is not known here
        raise ValueError(f"{error}") from error


def allowed_by(kind: inspect.Type) -> str:
    """What a type allows, in words."""
    match kind:
        case inspect.IntType(ge=least, le=None):
            return f"a whole number from {least} on"
        case inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} to {most}"
        case inspect.FloatType(ge=None, gt=below):
            return f"a number above {below}"
        case inspect.FloatType(ge=least):
            return f"a number from {least} on"
        case inspect.StrType(pattern=str(pattern)):
            return " or ".join(pattern.strip("^()$").split("|"))
        case inspect.StrType(max_length=int(most)):
            return f"at most {most} characters"
        case inspect.CustomType():
            return "a path"
        case inspect.BoolType():
            return "true or false"
        case inspect.UnionType(types=(inspect.IntType() as number, inspect.LiteralType(values=(word,)))):
            return f"{allowed_by(number)}, or {word}"
        case _:
            return "a text"


def is_origin(text: str) -> bool:
    """As a browser sends it: scheme, host, an unusual port, in small letters, and nothing else."""
    usual = {"http": 80, "https": 443}
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        return False
    if parts.scheme not in usual or not host or port == usual[parts.scheme]:
        return False
    host = f"[{host}]" if ":" in host else host
    return text == f"{parts.scheme}://{host}{'' if port is None else f':{port}'}"


def is_public(text: str) -> bool:
    """A name of the house, or where it is opened as a browser says it."""
    return is_origin(text) if "://" in text else ":" not in text and read_host(text) is not None


def is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def is_key(text: str) -> bool:
    """It travels in a header."""
    return SHORTEST_KEY <= len(text) <= LONGEST_KEY and all("!" <= sign <= "~" for sign in text)


ALLOWED = {
    "store": "an address like postgresql://name@host/house",
    "host": "an address of this machine, or a name of it",
    "origins": "addresses like https://example.org, with nothing after them",
    "public": "names like play.example.org, or addresses like https://play.example.org with nothing after them",
    "proxies": "networks like 10.0.0.0/8 or addresses like 192.0.2.7",
    "limits.burst": f"a number from {DEAREST} on",
    "limits.burst_per_address": f"a number from {DEAREST} on",
    SECRET: f"{SHORTEST_KEY} to {LONGEST_KEY} letters, digits and signs, without spaces",
}
CHECKS: dict[str, Callable[[Any], bool]] = {
    "host": bool,
    "store": is_in_postgres,
    "origins": lambda origins: all(map(is_origin, origins)),
    "public": lambda names: all(map(is_public, names)),
    "proxies": lambda networks: all(map(is_network, networks)),
    "limits.burst": lambda burst: bool(burst >= DEAREST),
    "limits.burst_per_address": lambda burst: bool(burst >= DEAREST),
    SECRET: is_key,
}


def of_struct(struct: type[msgspec.Struct], section: str = "") -> Iterator[Setting]:
    words = {name: (group, said) for group, names in GROUPS.items() for name, said in names.items()}
    for field in msgspec.structs.fields(struct):
        name = section + field.name
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield from of_struct(field.type, f"{name}.")
            continue
        group, said = words.get(name, ("others", ""))
        default = None if field.default is msgspec.NODEFAULT else field.default
        yield Setting(name, group, said, without_none(field.type), default)


def without_none(kind: Any) -> Any:
    """The type of what can be said; saying nothing is not to be said."""
    kinds = get_args(kind)
    if NoneType not in kinds:
        return kind
    return Union[tuple(each for each in kinds if each is not NoneType)]  # noqa: UP007 - there may be one or more


SETTINGS = {setting.name: setting for setting in of_struct(Settings)}
