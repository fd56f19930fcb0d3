"""Plays random games of every kind in the copy of the rules that was built with the compiler's overrun checks.

    python -m tests.bootstrap.sanitized COPY

`run.py sanitize` starts it; the first overrun or other undefined behaviour ends the process.
"""

import sys
from pathlib import Path

import ludoteca
from ludoteca import rules
from tests.rules.variants import VARIANTS

SEEDS = range(20)
GAMES_PER_SEED = 100


def main(copy: Path) -> None:
    if not Path(ludoteca.__file__).is_relative_to(copy):
        sys.exit(f"These are the rules of {ludoteca.__file__}, not those of {copy}.")
    if not rules.compiled:
        sys.exit("The rules run interpreted: nothing would be checked.")
    for variant in VARIANTS:
        # The seed decides which characters or leaders are in play.
        moves = sum(rules.playouts(variant.new(seed), games=GAMES_PER_SEED) for seed in SEEDS)
        print(f"{variant}: {moves:,} moves")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
