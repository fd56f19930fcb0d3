"""A house as it is served to people, in a process of its own: `FOLDER SETTINGS`, the latter as JSON."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from ludoteca import app
from ludoteca.server.server import Server
from ludoteca.server.settings import Settings


def say_ports(server: Server) -> None:
    """That of the house itself, and in a second line those of the dialects."""
    dialects = {name: port.number for name, port in server.ports.items()}
    print(server.port, msgspec.json.encode(dialects).decode(), sep="\n", flush=True)


def read_path(kind: type, value: str) -> Path:
    return Path(value)


if __name__ == "__main__":
    usual = {"data": sys.argv[1], "port": 0, "log": "json", "bot_pace": 0}
    settings = msgspec.convert(usual | msgspec.json.decode(sys.argv[2]), Settings, dec_hook=read_path)
    app.run(settings, say_ports)
