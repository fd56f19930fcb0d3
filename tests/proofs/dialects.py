"""Proofs over whole games in every dialect and at tables of several."""

import asyncio

from ..dialects import whole
from ..dialects.mixed.tables import all_of_eriantys, all_of_masters, play
from .amounts import progress


def dialects(games: int) -> str:
    """Clients of every dialect know what their seats may see, after every action of random games."""
    total = games * len(whole.GAMES)
    everything = (seed for name in whole.GAMES for seed in whole.played(name, games))
    for _ in progress(everything, total, "games"):
        pass
    return f"{games:,} games in each of {len(whole.GAMES)} dialects"


def mixed_tables(tables: int) -> str:
    """So do people of all dialects at one table, with a connection lost and come back in each game."""
    mixtures = [*all_of_eriantys(), *all_of_masters()]
    step = max(1, len(mixtures) // tables)
    chosen = [mixtures[number * step % len(mixtures)] for number in range(tables)]
    actions = 0
    for seed, mixture in enumerate(progress(chosen, tables, "tables")):
        actions += asyncio.run(play(mixture, seed))
    return f"{tables:,} tables, {actions:,} actions"
