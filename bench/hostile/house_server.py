"""Our server with its usual limits: `FOLDER`. It prints its port, and writes those of the dialects to a file there."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ludoteca import app
from ludoteca.server.server import Server
from ludoteca.server.settings import Settings

from .helpers import PORTS


def say_port(server: Server) -> None:
    ports = {name: port.number for name, port in server.ports.items()}
    (Path(sys.argv[1]) / PORTS).write_text(json.dumps({"http": server.port, **ports}), encoding="utf-8")
    print(server.port, flush=True)


if __name__ == "__main__":
    app.run(
        Settings(data=Path(sys.argv[1]), port=0, operator_key="the key of the bench", public=["house"], log="json"),
        say_port,
    )
