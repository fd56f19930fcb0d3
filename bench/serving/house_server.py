"""Our server as it is, with the limits out of the way: all clients of a bench come from one address."""

from __future__ import annotations

import sys
from pathlib import Path

from ludoteca import app
from ludoteca.server.server import Server
from ludoteca.server.settings import Limits, Settings

PLENTY = 1_000_000
LIMITS = Limits(
    rate=PLENTY,
    burst=PLENTY,
    burst_per_address=PLENTY,
    work=PLENTY,
    work_per_address=PLENTY,
    connections=PLENTY,
    connections_per_address=PLENTY,
    tables_per_address=PLENTY,
)


def say_port(server: Server) -> None:
    print(server.port, flush=True)


if __name__ == "__main__":
    folder, *store = sys.argv[1:]  # without a store everything is in the folder
    settings = Settings(
        data=Path(folder),
        store=store[0] if store else None,
        port=0,
        operator_key="bench",
        bot_pace=0,
        log="json",
        limits=LIMITS,
    )
    app.run(settings, say_port)
