"""A server that is a process of its own, so that it can be killed:

    python -m tests.server.node_process FOLDER ADDRESS

It prints where it is. Nobody is taken for dead by it, however slow the machine is.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludoteca.bots import BOTS
from ludoteca.server import logs
from ludoteca.server.server import Server
from ludoteca.server.settings import Settings
from ludoteca.store.postgres import PostgresStore

from .nodes import STILL, usual


async def serve(folder: str, address: str) -> None:
    logs.set_up("json")
    async with PostgresStore(address) as store, Server(Settings(**usual(Path(folder))), store, BOTS, lease=STILL) as it:
        print(it.url, flush=True)
        await asyncio.Event().wait()


@contextmanager
def running(folder: Path, address: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process and the address of its server."""
    folder.mkdir()
    typed = [sys.executable, "-m", __name__, str(folder), address]
    with subprocess.Popen(typed, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
