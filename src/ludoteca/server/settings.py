"""How a server is set up. Every setting has a default that is safe; `commands/serve.py` reads them from a TOML file,
the environment and the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec

Positive = Annotated[int, msgspec.Meta(ge=1)]
Seconds = Annotated[float, msgspec.Meta(gt=0)]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one address or connection may do."""

    message: Positive = 64 * 1024  # bytes of one message, and of the body of a request
    replay: Positive = 4 * 1024 * 1024  # bytes of a replay that is sent to be checked
    rate: Seconds = 20  # of the bucket, a second: a ping costs 0, a line of chat or a new table 5, most others 1
    burst: Seconds = 60  # what the bucket of a connection holds
    burst_per_address: Seconds = 600  # and that of an address, for its requests: thirty people open the page at once
    work: Seconds = 0.05  # seconds of processor time that a connection may cost in a second, before it is read slowly
    work_per_address: Seconds = 0.4  # and all connections of an address together
    connections: Positive = 20_000
    connections_per_address: Positive = 200
    tables_per_address: Positive = 60  # that are awake and not finished
    handshake: Seconds = 10  # until a connection has said something that makes sense
    idle: Seconds = 60  # until a silent connection is taken for lost; it is asked before
    buffer: Positive = 256 * 1024  # bytes that wait for a slow reader before he is dropped
    unread_per_address: Positive = 8 * 1024 * 1024  # bytes that wait for slow readers of an address, all together
    seatless: Seconds = 600  # until somebody who speaks another dialect and has no seat is taken for lost if silent


Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
Listening = Port | Literal["off"]


class Dialects(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where each of the other dialects is spoken. None: at its own port, or at a free one when `port` is 0."""

    group31: Listening | None = None
    psp24: Listening | None = None
    am24: Listening | None = None
    am28: Listening | None = None
    psp38: Listening | None = None


class Originals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the clients of the programs behind the documents are spoken to. Nowhere, unless a port is chosen."""

    am28: Listening = "off"


SILENT = Dialects("off", "off", "off", "off", "off")


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    data: Path
    store: str | None = None  # the address of a database in PostgreSQL; otherwise everything is in the data folder
    node: Annotated[str, msgspec.Meta(max_length=60)] | None = None  # what this server is called among others
    host: str = "127.0.0.1"
    port: Port = 8080
    name: Annotated[str, msgspec.Meta(max_length=60)] = "Ludoteca"
    certificate: Path | None = None  # for TLS, with `key`
    key: Path | None = None
    origins: list[str] = []  # of pages elsewhere that may speak to this house
    public: list[str] = []  # names or addresses of the house that people know; the first one is in links
    proxies: list[str] = []  # networks whose X-Forwarded-For is believed
    operator_key: str | None = None  # for the operator's part over HTTP; otherwise made and kept in the data folder
    password_file: Path | None = None  # what is in it opens the house; otherwise everybody may come in
    by_invitation: bool = False  # whether only those may come in who have an invitation, or the password
    bot_pace: Annotated[float, msgspec.Meta(ge=0)] = (
        0.2  # seconds before each decision of a bot; pages show them at a pace of their own
    )
    bots: Annotated[str, msgspec.Meta(pattern="^(here|elsewhere)$")] = "here"  # where they think, with a shared store
    bot_processes: Annotated[int, msgspec.Meta(ge=1, le=64)] | None = None  # without it all processors but one
    forget_after_days: Positive | None = None  # finished games are kept for ever otherwise
    bare_names: bool | None = None  # whether a name alone opens a seat without a key; otherwise only on this machine
    log: Annotated[str, msgspec.Meta(pattern="^(lines|json)$")] = "lines"
    dialects: Dialects = Dialects()
    originals: Originals = Originals()
    limits: Limits = Limits()
