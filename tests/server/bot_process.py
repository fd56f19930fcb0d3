"""Somebody who thinks in a process of its own: `python -m tests.server.bot_process ADDRESS CLAIM`.

It says "ready", then "thinking" before each decision, and decides when it is sent a line.
"""

from __future__ import annotations

import asyncio
import sys

from ludoteca import rules
from ludoteca.bots import Bot
from ludoteca.bots.bot import View
from ludoteca.server import logs
from ludoteca.server.bots.worker import BotWorker
from ludoteca.store.postgres import PostgresStore


def slow(view: View, seed: int, seconds: float) -> int:
    print("thinking", flush=True)
    sys.stdin.readline()
    return rules.imagine(view).legal_actions()[0]


async def main(address: str, claim: float) -> None:
    bots = {"slow": Bot("slow", "Waits.", slow)}
    async with (
        PostgresStore(address, existing=True) as store,
        BotWorker(store, store.decisions, bots, 1, claim=claim) as worker,
    ):
        print("ready", flush=True)
        await worker.ended


if __name__ == "__main__":
    logs.set_up("lines")  # to standard error
    asyncio.run(main(sys.argv[1], float(sys.argv[2])))
