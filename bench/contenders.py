"""What is measured: the ways to play random games with the rules.

Run as `python -m bench.contenders NAME GAMES` it measures one of them in a process of its own and prints the sample as
JSON: that is how the interpreted form is measured beside the compiled one.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ludoteca import rules

from .timing import Contender, Sample

ROOT = Path(__file__).resolve().parent.parent
DEAL = 7
SEED = 1


def dealt(name: str = "eriantys", players: int = 2, **options: Any) -> rules.Game:
    return rules.new(name, players=players, seed=DEAL, **options)


def playouts(name: str = "eriantys", players: int = 2, **options: Any) -> Contender:
    """One call for all games."""
    game = dealt(name, players, **options)

    def play(games: int) -> Sample:
        begun = time.process_time()
        moves = rules.playouts(game, games=games, seed=SEED)
        return Sample(moves, time.process_time() - begun)

    return play


def clones() -> Contender:
    """A clone and a call for every game, as a search in Python would do it."""
    game = dealt()

    def play(games: int) -> Sample:
        begun = time.process_time()
        moves = sum(rules.playouts(game.clone(), games=1, seed=seed) for seed in range(games))
        return Sample(moves, time.process_time() - begun)

    return play


def python_loop() -> Contender:
    """Every decision through the public interface."""
    dealt_game = dealt()

    def play(games: int) -> Sample:
        chance = random.Random(SEED).random
        moves = 0
        begun = time.process_time()
        for _ in range(games):
            game = dealt_game.clone()
            while not game.over:
                legal = game.legal_actions()
                game.apply(legal[int(chance() * len(legal))])
                moves += 1
        return Sample(moves, time.process_time() - begun)

    return play


def on_threads(threads: int) -> Contender:
    """By the clock on the wall: threads are there to save that, not processor time."""
    game = dealt()

    def play(games: int) -> Sample:
        begun = time.perf_counter()
        moves = rules.playouts(game, games=games, seed=SEED, threads=threads)
        return Sample(moves, time.perf_counter() - begun)

    return play


ALONE: dict[str, Callable[[], Contender]] = {
    "playouts": playouts,
    "python_loop": python_loop,
    "masters": partial(playouts, "masters"),
}


def interpreted(name: str) -> Contender:
    """A contender of `ALONE` with the interpreted form of the rules."""
    environment = {**os.environ, "LUDOTECA_INTERPRETED": "1"}

    def play(games: int) -> Sample:
        command = [sys.executable, "-m", "bench.contenders", name, str(games)]
        answer = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE)
        return Sample(**json.loads(answer.stdout))

    return play


def main(name: str, games: str) -> None:
    sample = ALONE[name]()(int(games))
    print(json.dumps({"moves": sample.moves, "seconds": sample.seconds}))


if __name__ == "__main__":
    main(*sys.argv[1:])
