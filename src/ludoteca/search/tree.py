"""Monte Carlo tree search with priors and values of a network, in games with chance and hidden things.

One tree of decisions, whatever chance does in between: every iteration starts from a copy of the position in which
everything that the thinking seat cannot see is dealt anew. Decisions without alternative have no node.
"""

from __future__ import annotations

from array import array

try:
    import cython  # type: ignore[import-untyped]  # the compiler needs this very line
except ModuleNotFoundError:  # pragma: no cover  # tested in a process of its own
    from ludoteca.rules import _cython as cython

from ludoteca.rules import draws
from ludoteca.rules.arrays import row
from ludoteca.rules.core import Core

from . import const
from .arrays import reals
from .judge import Judge

INTERPRETED = __file__.endswith(".py")


class Tree:
    def __init__(self, game: Core, judge: Judge, capacity: int) -> None:
        """`game` is played on; it remembers the position to think about as its marked moment."""
        self.judge: Judge = judge
        self.capacity: int = capacity  # nodes
        self.decision: array[int] = array("B", bytes(capacity))  # that leads to a node
        self.visits: array[int] = array("i", bytes(4 * capacity))
        self.gained: array[float] = array("d", bytes(8 * capacity))  # by the seat that decided to go there
        self.prior: array[float] = array("d", bytes(8 * capacity))
        self.start: array[float] = array("f", bytes(4 * capacity))  # the network's value for the seat that decides
        self.first: array[int] = array("i", bytes(4 * capacity))  # child
        self.following: array[int] = array("i", bytes(4 * capacity))  # sibling
        if INTERPRETED:  # pragma: no branch  # compiled, the arrays are there from birth
            self.legal_at: list[int] = row(const.DECISIONS)
            self.known_at: list[int] = row(const.DECISIONS)
            self.path: list[int] = row(const.MOST_DEPTH)
            self.mover: list[int] = row(const.MOST_DEPTH)
            self.won: list[float] = reals(const.MOST_SEATS)  # by seat, since the root is the root
        self.stamp: int = 0
        self.exploration: float = 0.8  # measured: 1.6 and 2.4 win less, at 400 iterations
        self.reluctance: float = 0.3  # how much worse than the best known an unvisited decision is taken to be
        self.think_about(game)

    def think_about(self, game: Core) -> None:
        """Forget everything and think about another position."""
        game.mark()
        self.game: Core = game
        self.judge.bind(game)
        self.used: int = 1
        self.root: int = 0
        self.visits[0] = 0
        self.first[0] = const.NONE
        self.done: int = 0  # iterations, all in all
        self.depths: int = 0  # of them, added up
        self.start_counting()

    def start_counting(self) -> None:
        """The root is new."""
        self.counted: int = 0
        for seat in range(const.MOST_SEATS):
            self.won[seat] = 0.0

    def follow(self, game: Core, decision: int) -> bool:
        """Think about the position after a decision; whether something was known of it."""
        child = self.first[self.root]
        while child != const.NONE:
            if self.decision[child] == decision and self.used < self.capacity // 2:
                game.mark()
                self.game = game
                self.judge.bind(game)
                self.root = child
                self.start_counting()
                return True
            child = self.following[child]
        self.think_about(game)
        return False

    def run(self, iterations: int, seed: int) -> None:
        self.run_from(0, iterations, seed)

    def run_from(self, first: int, iterations: int, seed: int) -> None:
        """The iterations with these numbers: what is dealt in one depends on the seed and its number alone."""
        with cython.nogil:
            for i in range(iterations):
                self.game.rewind()
                self.judge.deal(draws.mixed(seed, first + i))
                self.iterate()

    def iterate(self) -> None:
        """Down to a leaf, whose values are added to all on the way."""
        node = self.root
        depth = 0
        self.path[0] = node
        while True:
            if self.game.seat < 0:
                self.judge.settle()
                break
            count = self.judge.sift(self.game.find_legal())
            if count == 1:
                self.game.do(self.game.actions[0])
                continue
            if self.first[node] == const.NONE or depth == const.MOST_DEPTH - 1:
                self.judge.assess()
                if self.used + count <= self.capacity and self.first[node] == const.NONE:
                    self.judge.prefer(count)
                    self.stamp += 1
                    self.start[node] = self.judge.values[self.game.seat]
                    self.expand(node, count)
                break
            child = self.select(node, count)
            if child == const.NONE:  # no room for decisions that are new here
                self.judge.assess()
                break
            self.mover[depth] = self.game.seat
            depth += 1
            self.path[depth] = child
            self.game.do(self.decision[child])
            node = child
        self.visits[self.path[0]] += 1
        for i in range(depth):
            child = self.path[i + 1]
            self.visits[child] += 1
            self.gained[child] += self.judge.values[self.mover[i]]
        for i in range(self.judge.players):
            self.won[i] += self.judge.values[i]
        self.counted += 1
        self.done += 1
        self.depths += depth

    def expand(self, node: int, count: int) -> None:
        """Give a node children for those of the game's decisions that it has none for (`known_at` this stamp)."""
        last = const.NONE
        child = self.first[node]
        while child != const.NONE:
            last = child
            child = self.following[child]
        for i in range(count):
            decision = self.game.actions[i]
            if self.known_at[decision] != self.stamp:
                child = self.used
                self.used += 1
                self.decision[child] = decision
                self.visits[child] = 0
                self.gained[child] = 0.0
                self.prior[child] = self.judge.priors[i]
                self.first[child] = const.NONE
                self.following[child] = const.NONE
                if last == const.NONE:
                    self.first[node] = child
                else:
                    self.following[last] = child
                last = child

    def select(self, node: int, count: int) -> int:
        """The child to go on with, among the decisions that are legal this time."""
        self.stamp += 1
        for i in range(count):
            self.legal_at[self.game.actions[i]] = self.stamp
        known = 0
        seen = 0
        gained = self.start[node]
        looked = 0.0
        child = self.first[node]
        while child != const.NONE:
            decision = self.decision[child]
            if self.legal_at[decision] == self.stamp:
                self.known_at[decision] = self.stamp
                known += 1
                if self.visits[child] > 0:
                    seen += self.visits[child]
                    gained += self.gained[child]
                    looked += self.prior[child]
            child = self.following[child]
        if known < count:
            if self.used + count - known > self.capacity:
                return const.NONE
            self.judge.assess()
            self.judge.prefer(count)
            self.expand(node, count)
        unknown = gained / (seen + 1) - self.reluctance * looked**0.5
        reach = self.exploration * (seen + 1) ** 0.5
        best = const.NONE
        best_score = -1e30
        child = self.first[node]
        while child != const.NONE:
            if self.legal_at[self.decision[child]] == self.stamp:
                visits = self.visits[child]
                score = self.gained[child] / visits if visits > 0 else unknown
                score += reach * self.prior[child] / (1 + visits)
                if score > best_score:
                    best_score = score
                    best = child
            child = self.following[child]
        return best

    def results(self) -> list[tuple[int, int, float, float]]:
        """For each decision at the root: its number, visits, mean value to the seat that decides, and prior."""
        found = []
        child = self.first[self.root]
        while child != const.NONE:
            visits = self.visits[child]
            mean = self.gained[child] / visits if visits > 0 else 0.0
            found.append((self.decision[child], visits, mean, self.prior[child]))
            child = self.following[child]
        return found

    def line(self, first: int, longest: int) -> list[int]:
        """Decisions from the root on: this one, then the most visited ones."""
        found = [first]
        node = self.first[self.root]
        while node != const.NONE and self.decision[node] != first:
            node = self.following[node]
        while node != const.NONE and len(found) < longest:
            best = const.NONE
            child = self.first[node]
            while child != const.NONE:
                if self.visits[child] > 0 and (best == const.NONE or self.visits[child] > self.visits[best]):
                    best = child
                child = self.following[child]
            if best != const.NONE:
                found.append(self.decision[best])
            node = best
        return found

    def chances(self) -> list[float]:
        """To win, by seat, as all iterations with this root found them."""
        return [self.won[seat] / max(self.counted, 1) for seat in range(self.judge.players)]

    def set_priors(self, priors: list[float]) -> None:
        """Of the decisions at the root, in the order of `results`."""
        child = self.first[self.root]
        for prior in priors:
            self.prior[child] = prior
            child = self.following[child]

    def sensible(self) -> list[int]:
        """The decisions at the root that are worth a thought."""
        self.game.rewind()
        return self.judge.sensible()
