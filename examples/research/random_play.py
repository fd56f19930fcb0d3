"""Games by chance, many at once: python random_play.py --game masters --players 4 --steps 200

Says how long games are, how many decisions are legal on average and how many steps a second were made.
"""

import argparse
import time

import numpy as np

from ludoteca.envs import Batch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=("eriantys", "masters"), default="eriantys")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--expert", action="store_true", help="the expert game of Eriantys")
    parser.add_argument("--games", type=int, default=1024, help="at once")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--steps", type=int, default=2000, help="decisions in each game")
    options = parser.parse_args()
    extra = {"expert": True} if options.expert else {}
    batch = Batch(options.game, options.games, players=options.players, threads=options.threads, **extra)
    length = np.zeros(options.games, np.int64)
    lengths: list[int] = []
    legal = 0
    started = time.perf_counter()
    for step in range(options.steps):
        legal += int(batch.masks.sum(dtype=np.int64))
        batch.step(batch.choose(seed=step))
        length += 1
        lengths += length[batch.ended].tolist()
        length[batch.ended] = 0
    seconds = time.perf_counter() - started
    steps = options.steps * options.games
    print(f"{steps:,} decisions, {steps / seconds:,.0f} a second; {legal / steps:.1f} are legal on average")
    if lengths:
        print(f"{len(lengths):,} games of {np.mean(lengths):.0f} decisions, {min(lengths)} to {max(lengths)}")


if __name__ == "__main__":
    main()
