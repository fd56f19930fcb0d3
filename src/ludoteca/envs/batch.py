"""Many games in one object: decisions in, NumPy arrays out, on any number of threads.

>>> from ludoteca.envs import Batch
>>> batch = Batch("eriantys", games=64, players=4, expert=True, seed=7)
>>> batch.observations.shape, batch.masks.shape, batch.rewards.shape
((64, 828), (64, 117), (64, 4))
>>> batch.step(batch.choose(seed=1))  # a policy would look at observations, masks and seats
>>> int(batch.ended.sum())
0

The arrays are the same ones at every step, written anew by each: copy what is to be kept. Games do not depend on each
other or on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludoteca import rules
from ludoteca.rules import draws
from ludoteca.rules.contract import IllegalAction

from .block import Block
from .kinds import KINDS

NONE = -1  # no game
SEEDS = 1 << 64


@dataclass(frozen=True)
class Snapshot:
    """A game as it stands, to go on from as often as one likes, in this batch or in another with the same options."""

    game: rules.Game
    seed: int  # which the next game at its place depends on


class Batch:
    """`games` of one kind. With `auto_reset` a game that is over starts anew at once, with another seed.

    `observations` is what the seat to decide sees, `masks` 1 for each legal decision, `seats` who decides (-1: the game
    is over, without `auto_reset` only), `rewards` what the last decision brought each seat, `ended` whether it ended
    the game, `seeds` the seed of each game: `rules.new` deals the same one from it.
    """

    def __init__(
        self,
        game: str,
        games: int,
        *,
        players: int = 2,
        seed: int = 0,
        threads: int = 1,
        auto_reset: bool = True,
        **options: Any,
    ) -> None:
        if game not in KINDS:
            raise ValueError(f"There is no environment for {game!r}. There are {', '.join(KINDS)}.")
        if games < 1 or not 1 <= threads <= games:
            raise ValueError("A batch has at least one game, and at most as many threads as games.")
        self.kind = KINDS[game]
        self.players = players
        self.options = options
        self.games = games
        self.threads = threads
        example = self.kind.example(players, options)
        inputs, decisions = self.kind.inputs, self.kind.decisions
        self._observations = np.zeros(games * inputs, np.int8)
        self._masks = np.zeros(games * decisions, np.int8)
        self._seats = np.zeros(games, np.int8)
        self._rewards = np.zeros(games * players, np.float32)
        self._ended = np.zeros(games, np.uint8)
        self._seeds = np.zeros(games, np.uint64)
        self.observations: NDArray[np.int8] = shown(self._observations.reshape(games, inputs))
        self.masks: NDArray[np.int8] = shown(self._masks.reshape(games, decisions))
        self.seats: NDArray[np.int8] = shown(self._seats)
        self.rewards: NDArray[np.float32] = shown(self._rewards.reshape(games, players))
        self.ended: NDArray[np.bool_] = shown(self._ended.view(np.bool_))
        self.seeds: NDArray[np.uint64] = shown(self._seeds)
        self._bounds = list(pairwise(games * i // threads for i in range(threads + 1)))
        self._blocks = [self._block(first, last, example, auto_reset) for first, last in self._bounds]
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self.reset(seed)

    def _block(self, first: int, last: int, example: rules.Game, auto_reset: bool) -> Block:
        block = self.kind.block(last - first, example)
        block.renewing = auto_reset
        inputs, decisions = self.kind.inputs, self.kind.decisions
        # Interpreted code finds plain numbers in a memoryview, which do not wrap at 64 bits as those of NumPy do.
        block.share(
            self._observations[first * inputs : last * inputs].data,
            self._masks[first * decisions : last * decisions].data,
            self._seats[first:last].data,
            self._rewards[first * self.players : last * self.players].data,
            self._ended[first:last].data,
            self._seeds[first:last].data,
        )
        return block

    def reset(self, seed: int | Sequence[int], games: Iterable[int] | None = None) -> None:
        """Start games anew, all or some of them. One seed gives each game another, by its number; or they are given."""
        chosen = list(range(self.games) if games is None else games)
        seeds = [draws.mixed(seed % SEEDS, i) for i in chosen] if isinstance(seed, int) else [int(one) for one in seed]
        if len(seeds) != len(chosen):
            raise ValueError(f"There are {len(seeds)} seeds for {len(chosen)} games.")
        for i, one in zip(chosen, seeds, strict=True):
            if not 0 <= one < SEEDS:
                raise ValueError(f"{one} is no seed: seeds are whole numbers from 0 on, below 2**64.")
            block, inside = self.place(i)
            self._seeds[i] = one
            block.begin(inside)

    def step(self, actions: ArrayLike) -> None:
        """One decision in each game, each on its thread. If one is not legal, none is made."""
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != (self.games,):
            raise ValueError(f"Decisions of shape {chosen.shape} were given where ({self.games},) belongs.")
        parts = [chosen[first:last].data for first, last in self._bounds]
        for (first, _), block, part in zip(self._bounds, self._blocks, parts, strict=True):
            found = block.find_illegal(part)
            if found != NONE:
                raise self.illegal(first + found, part[found])
        self._each(lambda block, part: block.step(part), parts)

    def step_one(self, i: int, action: int) -> None:
        """One decision in one game."""
        block, inside = self.place(i)
        if not block.decide(inside, action):
            raise self.illegal(i, action)

    def choose(self, seed: int) -> NDArray[np.int64]:
        """A legal decision for each game, by chance: the same for the same seed and position."""
        actions = np.zeros(self.games, np.int64)
        parts = [(actions[first:last].data, first) for first, last in self._bounds]
        self._each(lambda block, part: block.choose(part[0], part[1], seed), parts)
        return actions

    def observe(self, i: int, seat: int) -> NDArray[np.int8]:
        """What any seat sees of a game. What was chosen of an action under way only the seat that chooses sees."""
        if not 0 <= seat < self.players:
            raise ValueError(f"There is no seat {seat}.")
        block, inside = self.place(i)
        row = np.zeros(self.kind.inputs, np.int8)
        block.observe(inside, seat, row.data)
        return row

    def game(self, i: int) -> rules.Game:
        """A copy of one of the games, to look at in the notation or to print."""
        block, inside = self.place(i)
        return self.kind.game(block.kept[inside])

    def snapshot(self, i: int) -> Snapshot:
        return Snapshot(self.game(i), int(self._seeds[i]))

    def restore(self, i: int, snapshot: Snapshot) -> None:
        """Put a game at a place. It goes on as the original did or would have, its draws included."""
        if snapshot.game.name != self.kind.name or not same_options(snapshot.game, self.game(i)):
            raise ValueError("The snapshot is of another game, or of one with other options.")
        block, inside = self.place(i)
        block.put(inside, snapshot.game.core)
        self._seeds[i] = snapshot.seed
        block.look(inside)

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def place(self, i: int) -> tuple[Block, int]:
        if not 0 <= i < self.games:
            raise IndexError(f"There is no game {i}: there are {self.games}.")
        for (first, last), block in zip(self._bounds, self._blocks, strict=True):
            if i < last:
                return block, i - first
        raise AssertionError("the blocks have all games")

    def illegal(self, i: int, action: int | None) -> IllegalAction:
        sentence = f"Game {i}: {action} is not one of the legal decisions of this moment, which masks[{i}] shows."
        return IllegalAction("illegal_decision", sentence, {"game": i, "action": action})

    def _each(self, do: Callable[[Block, Any], None], parts: list[Any]) -> None:
        """For every block its part; the first on this thread."""
        if self._pool is None:
            do(self._blocks[0], parts[0])
            return
        others = [self._pool.submit(do, block, part) for block, part in zip(self._blocks[1:], parts[1:], strict=True)]
        do(self._blocks[0], parts[0])
        for other in others:
            other.result()


def shown(array: Any) -> Any:
    """The same memory, for reading only: compiled code trusts what stands in it."""
    view = array.view()
    view.flags.writeable = False
    return view


def same_options(one: Any, other: Any) -> bool:
    """Whether the engines of two games of one kind are of one size."""
    return all(
        getattr(one.core, option, None) == getattr(other.core, option, None)
        for option in ("players", "expert", "cards")
    )
