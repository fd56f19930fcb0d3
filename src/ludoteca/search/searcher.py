"""Thinking about a view: the one way to use the search from outside.

A searcher is handed what a seat may see, never a game. It imagines a game of which that could be the view and deals
everything hidden anew in every iteration, so what is really hidden cannot make a difference to what it finds.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from ludoteca import rules
from ludoteca.rules import draws
from ludoteca.rules.core import Core

from . import shipped
from .games import KNOWN
from .network import Network
from .tree import Tree

MOST_NODES = 1_500_000  # of a tree, some 50 MB
FEWEST_NODES = 8_000
NODES_EACH = 64  # for an iteration: about as many as a position has decisions at most
AT_ONCE = 64  # iterations between two looks at the clock
LONGEST_LINE = 24


@dataclass(frozen=True)
class Option:
    """A decision that was thought about."""

    decision: int
    visits: int
    chance: float  # of the thinking seat to win after it; 0 where it was not visited
    prior: float  # what the network thought of it at first sight


@dataclass(frozen=True)
class Thought:
    """What came of thinking. `options` has the best first; without a choice it has one, which was not thought about."""

    seat: int
    options: tuple[Option, ...]
    chances: tuple[float, ...]  # to win, by seat
    line: tuple[int, ...]  # small decisions that are likely to follow, the best one first
    iterations: int
    seconds: float

    @property
    def decision(self) -> int:
        return self.options[0].decision


class Searcher:
    """Thinks for one seat at one table: what it found is kept from one decision to the next of the same turn."""

    def __init__(
        self, game: str, network: Network | None = None, *, threads: int = 1, most_nodes: int = MOST_NODES
    ) -> None:
        self.game = game
        network = network or shipped.network(game)
        self.judges = [KNOWN[game].judge(network.twin()) for _ in range(threads)]
        self.most_nodes = most_nodes
        self.trees: list[Tree] = []
        self._last: tuple[rules.Game, int] | None = None  # the position last thought about, and what was decided
        self._expected: tuple[rules.Game, int] | None = None

    def think(
        self, view: Mapping[str, Any], *, seed: int, iterations: int | None = None, seconds: float | None = None
    ) -> Thought:
        """Think until one of the limits is reached.

        The same view, seed and iterations, without a limit of time, give the same thought, if what was thought before
        is the same too: `forget` makes sure of that. With several threads each has a tree of its own and an equal share
        of the iterations.
        """
        if iterations is None and seconds is None:
            raise ValueError("Thinking needs a limit: iterations, seconds or both.")
        started = time.perf_counter()
        game = rules.imagine(view)
        self.prepare(game, iterations)
        sensible = self.trees[0].sensible()
        if len(sensible) == 1:
            chances = tuple(self.judges[0].chances())
            option = Option(sensible[0], 0, chances[game.seat], 1.0)
            thought = Thought(game.seat, (option,), chances, tuple(sensible), 0, time.perf_counter() - started)
        else:
            done = self.run(seed, iterations, None if seconds is None else started + seconds)
            thought = self.conclude(game, done, started)
        self._last, self._expected = (game, thought.decision), None
        return thought

    def forget(self) -> None:
        """What was thought so far."""
        self._last = self._expected = None

    @property
    def expected(self) -> tuple[rules.Game, int] | None:
        """Where the last decision leads, and what it was. Found out when it is asked for: most never ask.

        What chance does is not foreseen: only within a turn is the next position one that can be recognised.
        """
        if self._expected is None and self._last is not None:
            game, decision = self._last
            self._last = None
            after = game.clone()
            after.apply(decision)
            if after.seat == game.seat:
                self._expected = (rules.imagine(after.view(game.seat)), decision)
        return self._expected

    def prepare(self, game: rules.Game, iterations: int | None) -> None:
        """Trees with the position at their root: those of the last time where they know it already."""
        expected = self.expected
        if expected is not None and expected[0] == game:
            for tree in self.trees:
                tree.follow(game.core.clone(), expected[1])
            return
        nodes = self.most_nodes
        if iterations is not None:
            nodes = min(nodes, max(FEWEST_NODES, NODES_EACH * iterations // len(self.judges)))
        if not self.trees or self.trees[0].capacity < nodes:
            self.trees = [Tree(game.core.clone(), judge, nodes) for judge in self.judges]
        else:
            for tree in self.trees:
                tree.think_about(game.core.clone())

    def run(self, seed: int, iterations: int | None, until: float | None) -> int:
        """All trees, each with seeds of its own; how many iterations there were."""
        count = len(self.trees)
        shares = [None if iterations is None else (iterations + i) // count for i in range(count)]
        seeds = [draws.mixed(seed, i) for i in range(count)]
        if count == 1:
            return grow(self.trees[0], seeds[0], shares[0], until)
        with ThreadPoolExecutor(count) as pool:
            return sum(pool.map(grow, self.trees, seeds, shares, [until] * count))

    def conclude(self, game: rules.Game, done: int, started: float) -> Thought:
        visits: dict[int, int] = {}
        gained: dict[int, float] = {}
        priors: dict[int, float] = {}
        for tree in self.trees:
            for decision, count, mean, prior in tree.results():
                visits[decision] = visits.get(decision, 0) + count
                gained[decision] = gained.get(decision, 0.0) + count * mean
                priors.setdefault(decision, prior)
        legal = set(self.trees[0].sensible())
        options = [
            Option(decision, count, gained[decision] / count if count else 0.0, priors[decision])
            for decision, count in visits.items()
            if decision in legal
        ]
        options.sort(key=lambda option: (-option.visits, -option.chance, option.decision))
        together = [tree.chances() for tree in self.trees]
        chances = tuple(sum(column) / len(together) for column in zip(*together, strict=True))
        line = self.line(game, options[0].decision)
        return Thought(game.seat, tuple(options), chances, line, done, time.perf_counter() - started)

    def line(self, game: rules.Game, first: int) -> tuple[int, ...]:
        """What is likely to follow, as far as the first tree knows it, decisions without alternative included."""
        core = game.core.clone()
        found: list[int] = []
        wanted = self.trees[0].line(first, LONGEST_LINE)
        for decision in wanted:
            step = forced(self.judges[0], core, decision)
            if step is None:
                break
            found += step
        return tuple(found)


def forced(judge: Any, core: Core, decision: int) -> list[int] | None:
    """The decisions up to this one: those before it have no alternative. None where it cannot be made."""
    steps: list[int] = []
    while core.seat >= 0:
        judge.bind(core)
        options = judge.sensible()
        if len(options) > 1:
            if decision not in options:
                return None
            core.apply(decision)
            return [*steps, decision]
        core.apply(options[0])
        steps.append(options[0])
    return None


def grow(tree: Tree, seed: int, iterations: int | None, until: float | None) -> int:
    """Think until a limit is reached; the number of iterations. Without the GIL where the search is compiled."""
    if until is None:
        assert iterations is not None
        tree.run(iterations, seed)
        return iterations
    done = 0
    while iterations is None or done < iterations:
        more = AT_ONCE if iterations is None else min(AT_ONCE, iterations - done)
        tree.run_from(done, more, seed)
        done += more
        if time.perf_counter() >= until:
            break
    return done
