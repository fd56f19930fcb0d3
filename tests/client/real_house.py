"""A real house for the tests: the whole server, with a store in a folder."""

from __future__ import annotations

import random
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from ludoteca import app
from ludoteca.client import Refused, Table
from ludoteca.server.server import Server
from ludoteca.server.settings import SILENT, Limits, Settings

MEANWHILE = {
    "paused",
    "asleep",
    "not_your_turn",
    "stood_in",
    "not_playing",
}  # what an act meets after a lost connection
GENEROUS = Limits(rate=10_000, burst=10_000, burst_per_address=10_000, work=10_000, work_per_address=10_000)


def real_house(folder: Path, limits: Limits = GENEROUS, port: int = 0) -> AbstractAsyncContextManager[Server]:
    return app.house(Settings(data=folder, port=port, bot_pace=0, dialects=SILENT, limits=limits))


async def play(table: Table, seed: int) -> list[int]:
    """Play by chance until the game is over. The entries that it took."""
    chance = random.Random(seed)
    entries = []
    while (view := await table.my_turn()) is not None:
        try:
            entries.append(await table.act(chance.choice(view.legal)))
        except Refused as refused:
            if refused.code not in MEANWHILE:
                raise
    return entries
