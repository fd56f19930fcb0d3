"""Whole games in every dialect, as many as one likes: `python -m tests.dialects.whole --games 200 [NAME...]`.

In turn with 2, 3 and 4 players (Masters: 1 to 4), basic and expert. After every action what each client has rebuilt
from messages is what its seat may see; how that is checked is written in the `whole_games.py` of each dialect.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Callable, Iterator
from itertools import product

from .am24 import whole_games as am24
from .am28 import whole_games as am28
from .group31 import whole_games as group31
from .psp24 import whole_games as psp24
from .psp38 import whole_games as psp38

KINDS = tuple(product((2, 3, 4), (False, True)))
EVERY = 10.0  # seconds between two lines of progress


def play_group31(seed: int) -> None:
    players, expert = KINDS[seed % len(KINDS)]
    asyncio.run(group31.play(players, expert, seed))


def play_psp24(seed: int) -> None:
    players, expert = KINDS[seed % len(KINDS)]
    asyncio.run(psp24.play(players, expert, seed))


def play_am24(seed: int) -> None:
    players, expert = KINDS[seed % len(KINDS)]
    asyncio.run(am24.one_game(players, expert, seed))


def play_am28(seed: int) -> None:
    players, expert = KINDS[seed % len(KINDS)]
    asyncio.run(am28.play(seed, players, expert=expert))


def play_psp38(seed: int) -> None:
    """Fresh games, and those in the middle of which much can be bought."""
    asyncio.run(psp38.whole_game(1 + seed % 4, seed, rich=seed // 4 % 2 == 1))


GAMES: dict[str, Callable[[int], None]] = {
    "group31": play_group31,
    "psp24": play_psp24,
    "am24": play_am24,
    "am28": play_am28,
    "psp38": play_psp38,
}


def played(name: str, games: int, first: int = 0) -> Iterator[int]:
    """Play them one by one; the seed of each, once it is over. A game that fails says which it was."""
    for seed in range(first, first + games):
        try:
            GAMES[name](seed)
        except Exception as error:
            error.add_note(f"in {name}, seed {seed}: python -m tests.dialects.whole {name} --games 1 --first {seed}")
            raise
        yield seed


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="whole", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which dialects; all without any")
    parser.add_argument(
        "--games", type=int, default=200, metavar="N", help="of each dialect; 200 unless told otherwise"
    )
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the seed of the first; 0 otherwise")
    asked = parser.parse_args(arguments)
    unknown = set(asked.names) - GAMES.keys()
    if unknown:
        parser.error(f"there is no dialect {', '.join(sorted(unknown))}: there are {', '.join(GAMES)}")
    for name in asked.names or GAMES:
        begun = told = time.monotonic()
        for number, _ in enumerate(played(name, asked.games, asked.first), 1):
            if time.monotonic() - told > EVERY:
                told = time.monotonic()
                print(f"  {number} of {asked.games}", file=sys.stderr, flush=True)
        print(f"{name}: {asked.games} games, {time.monotonic() - begun:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
