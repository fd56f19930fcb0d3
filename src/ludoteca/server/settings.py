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
    rate: Seconds = 20  # of the bucket, a second: a ping costs 0, a line of chat 5, a new table 20, anything else 1
    burst: Seconds = 60  # what the bucket holds
    connections: Positive = 20_000
    connections_per_address: Positive = 200
    tables_per_address: Positive = 20  # that are not finished
    handshake: Seconds = 10  # until a connection has said something that makes sense
    idle: Seconds = 60  # until a silent connection is taken for lost; it is asked before
    buffer: Positive = 256 * 1024  # bytes that wait for a slow reader before he is dropped
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
    proxies: list[str] = []  # networks whose X-Forwarded-For is believed
    operator_key: str | None = None  # for the operator's part over HTTP; otherwise made and kept in the data folder
    bot_pace: Annotated[float, msgspec.Meta(ge=0)] = 0.7  # seconds before each decision of a bot, for people to follow
    bots: Annotated[str, msgspec.Meta(pattern="^(here|elsewhere)$")] = "here"  # where they think, with a shared store
    forget_after_days: Positive | None = None  # finished games are kept for ever otherwise
    bare_names: bool | None = None  # whether a name alone opens a seat without a key; otherwise only on loopback
    log: Annotated[str, msgspec.Meta(pattern="^(lines|json)$")] = "lines"
    dialects: Dialects = Dialects()
    limits: Limits = Limits()
