"""Our server with the limits out of the way: `FOLDER NAME`. It prints the port of that dialect, or of the `house`."""

from __future__ import annotations

import sys
from pathlib import Path

from bench.serving.house_server import LIMITS
from ludoteca import app
from ludoteca.server.server import Server
from ludoteca.server.settings import Settings


def say_port(server: Server) -> None:
    name = sys.argv[2]
    print(server.port if name == "house" else server.ports[name].number, flush=True)


if __name__ == "__main__":
    app.run(Settings(data=Path(sys.argv[1]), port=0, bot_pace=0, log="json", limits=LIMITS), say_port)
