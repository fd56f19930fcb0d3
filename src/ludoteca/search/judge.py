"""What the search asks about a position: what to deal anew, what is worth a thought, who is likely to win, and which
decisions look good. Each game has a judge of its own, bound to the game that the search plays on."""

from __future__ import annotations

from ludoteca.rules.arrays import Grid, grid, row
from ludoteca.rules.core import Core

from . import const, network
from .arrays import reals
from .network import Network

INTERPRETED = __file__.endswith(".py")


class Judge:
    def __init__(self, network: Network) -> None:
        self.game: Core
        self.network: Network = network
        self.players: int = 0
        self.viewer: int = const.NONE  # the seat that thinks
        self.count: int = 0  # inputs that are not 0
        self.judged: int = 0  # positions so far
        if INTERPRETED:  # pragma: no branch  # compiled, the arrays are there from birth
            self.index: list[int] = row(const.MOST_ACTIVE)
            self.value: list[int] = row(const.MOST_ACTIVE)
            self.rows: Grid = grid(const.MOST_DECISIONS, const.ROWS_EACH)
            self.row_count: list[int] = row(const.MOST_DECISIONS)
            self.values: list[float] = reals(const.MOST_SEATS)
            self.priors: list[float] = reals(const.MOST_DECISIONS)

    def bind(self, game: Core) -> None:
        """Judge this game from now on; its seat to decide is the one that thinks."""

    def deal(self, seed: int) -> None:
        """Everything that the thinking seat cannot see is dealt anew."""

    def sift(self, count: int) -> int:
        """Keep those of the game's legal decisions that are worth a thought, at least one; their number."""
        return count

    def see(self) -> None:
        """The inputs of the network, from what the seat to decide sees."""

    def describe(self, count: int) -> None:
        """The rows of the policy for each of the game's decisions. Asked after `see`."""

    def weigh(self) -> None:
        """Chances to win by seat, into `values`. Asked after the network has looked."""

    def settle(self) -> None:
        """The result of a game that is over, into `values`."""

    def assess(self) -> None:
        """See the position, of a game that is not over, and weigh it."""
        self.judged += 1
        self.see()
        self.network.look(self.index, self.value, self.count)
        self.weigh()

    def prefer(self, count: int) -> None:
        """How promising each of the decisions is, into `priors`, adding up to 1. Asked after `assess`."""
        self.describe(count)
        most = -1e30
        for i in range(count):
            exponent = self.network.preference(self.rows[i], self.row_count[i])
            self.priors[i] = exponent
            most = max(most, exponent)
        total = 0.0
        for i in range(count):
            self.priors[i] = network.power(self.priors[i] - most)
            total += self.priors[i]
        for i in range(count):
            self.priors[i] /= total

    def add_row(self, i: int, which: int) -> None:
        self.rows[i][self.row_count[i]] = which
        self.row_count[i] += 1

    def sensible(self) -> list[int]:
        """The decisions that are worth a thought as the game stands."""
        count = self.sift(self.game.find_legal())
        return [self.game.actions[i] for i in range(count)]

    def inputs(self) -> tuple[list[int], list[int]]:
        """Which inputs are not 0 as the game stands, and what they are."""
        self.see()
        return [self.index[i] for i in range(self.count)], [self.value[i] for i in range(self.count)]

    def options(self) -> list[tuple[int, list[int]]]:
        """The decisions worth a thought, each with its rows of the policy. Asked after `inputs`."""
        count = self.sift(self.game.find_legal())
        self.describe(count)
        return [(self.game.actions[i], [self.rows[i][k] for k in range(self.row_count[i])]) for i in range(count)]

    def rehearse(self, times: int) -> int:
        """The forward pass for the position as it stands, so many times; all outputs that it needs, added up."""
        self.see()
        count = self.sift(self.game.find_legal())
        self.describe(count)
        total = 0
        for _ in range(times):
            self.network.look(self.index, self.value, self.count)
            for k in range(self.network.outcomes):
                total += self.network.output(k)
            for i in range(count):
                total += self.network.total(self.rows[i], self.row_count[i])
        return total

    def chances(self) -> list[float]:
        """By seat, as the network sees it, or as it came out."""
        if self.game.seat < 0:
            self.settle()
        else:
            self.assess()
        return [self.values[seat] for seat in range(self.players)]

    def preferences(self) -> list[tuple[int, float]]:
        """The decisions worth a thought, and how promising the network finds them. Asked after `chances`."""
        count = self.sift(self.game.find_legal())
        self.prefer(count)
        return [(self.game.actions[i], self.priors[i]) for i in range(count)]
