"""Our server as it is, with the limits out of the way: all clients of a bench come from one address."""

from __future__ import annotations

import sys
from pathlib import Path

from ludoteca import app
from ludoteca.server.running import Server
from ludoteca.server.settings import Limits, Settings

PLENTY = 1_000_000
LIMITS = Limits(
    rate=PLENTY, burst=PLENTY, connections=PLENTY, connections_per_address=PLENTY, tables_per_address=PLENTY
)


def say_port(server: Server) -> None:
    print(server.port, flush=True)


if __name__ == "__main__":
    app.run(Settings(data=Path(sys.argv[1]), port=0, bot_pace=0, log="json", limits=LIMITS), say_port)
