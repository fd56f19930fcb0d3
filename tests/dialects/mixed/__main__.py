"""`python -m tests.dialects.mixed --all`: every mixture of dialects at one table, of 2 to 4 seats."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

from .tables import all_of_eriantys, all_of_masters, play

EVERY = 20  # games between two lines of progress


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="mixed", description=__doc__)
    parser.add_argument("--all", action="store_true", help="every mixture; otherwise every tenth")
    parser.add_argument("--game", choices=("eriantys", "masters"), help="of this game alone")
    parser.add_argument("--rounds", type=int, default=1, metavar="N", help="each mixture so often, in other games")
    asked = parser.parse_args(arguments)
    mixtures = [each for each in (*all_of_eriantys(), *all_of_masters()) if asked.game in (None, each.game)]
    mixtures = mixtures if asked.all else mixtures[::10]
    games = [mixture for _ in range(asked.rounds) for mixture in mixtures]
    actions, begun = 0, time.monotonic()
    for number, mixture in enumerate(games, 1):
        try:
            actions += asyncio.run(play(mixture, seed=number))
        except Exception:
            print(f"in {mixture}, game {mixture.game}, seed {number}:", file=sys.stderr)
            raise
        if number % EVERY == 0 or number == len(games):
            took = time.monotonic() - begun
            print(f"{number} of {len(games)} games, {actions} actions, {took:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
