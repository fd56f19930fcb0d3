"""The forward pass of the network, in whole numbers: both forms of the code compute exactly the same.

Inputs are few and mostly 1, so the first layer adds up the rows of weights of those that are not 0. Two layers of
clipped rectified units follow; values and the policy are rows of weights over the second one. Weights have
`const.WEIGHT` bits behind the point, activations `const.ACTIVITY`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.rules.arrays import row

from . import const

INTERPRETED = __file__.endswith(".py")
EULER = 2.718281828459045
SHARE = 1.0 / const.UNIT


class Network:
    """Weights are shared between networks, what is computed is not: each thread has a network of its own."""

    def __init__(
        self,
        hidden: int,
        second: int,
        first: Sequence[int],
        first_bias: Sequence[int],
        then: Sequence[int],
        then_bias: Sequence[int],
        heads: Sequence[int],
        heads_bias: Sequence[int],
        outcomes: int,
    ) -> None:
        """`heads` has the rows of the outcomes, then those of the policy."""
        self.hidden: int = hidden
        self.second: int = second
        self.first: Sequence[int] = first
        self.first_bias: Sequence[int] = first_bias
        self.then: Sequence[int] = then
        self.then_bias: Sequence[int] = then_bias
        self.heads: Sequence[int] = heads
        self.heads_bias: Sequence[int] = heads_bias
        self.outcomes: int = outcomes
        self.moment: int = 0
        if INTERPRETED:  # pragma: no branch  # compiled, the arrays are there from birth
            self.sums: list[int] = row(const.MOST_HIDDEN)
            self.active: list[int] = row(const.MOST_HIDDEN)
            self.then_active: list[int] = row(const.MOST_SECOND)
            self.score: list[int] = row(const.MOST_ROWS)
            self.scored_at: list[int] = row(const.MOST_ROWS)

    def twin(self) -> Network:
        """For another thread."""
        return Network(
            self.hidden,
            self.second,
            self.first,
            self.first_bias,
            self.then,
            self.then_bias,
            self.heads,
            self.heads_bias,
            self.outcomes,
        )

    def look(self, index: list[int], value: list[int], count: int) -> None:
        """The two layers, for the inputs that are not 0."""
        self.moment += 1
        n = self.hidden
        for j in range(n):
            self.sums[j] = self.first_bias[j]
        for i in range(count):
            at = index[i] * n
            times = value[i]
            if times == 1:
                for j in range(n):
                    self.sums[j] += self.first[at + j]
            else:
                for j in range(n):
                    self.sums[j] += times * self.first[at + j]
        for j in range(n):
            self.active[j] = min(max(self.sums[j] >> (const.WEIGHT - const.ACTIVITY), 0), const.LIMIT)
        for k in range(self.second):
            at = k * n
            total = 0
            for j in range(n):
                total += self.active[j] * self.then[at + j]
            total += self.then_bias[k]
            self.then_active[k] = min(max(total >> const.WEIGHT, 0), const.LIMIT)

    def output(self, which: int) -> int:
        """A row of the heads over the second layer."""
        n = self.second
        at = which * n
        total = 0
        for j in range(n):
            total += self.then_active[j] * self.heads[at + j]
        return total + self.heads_bias[which]

    def outcome(self, which: int) -> float:
        """How likely an outcome is, as an exponent."""
        return self.output(which) * SHARE

    def total(self, rows: list[int], count: int) -> int:
        """The sum of rows of the policy, each computed once for a position."""
        total = 0
        for i in range(count):
            which = rows[i]
            if self.scored_at[which] != self.moment:
                self.scored_at[which] = self.moment
                self.score[which] = self.output(self.outcomes + which)
            total += self.score[which]
        return total

    def preference(self, rows: list[int], count: int) -> float:
        """How promising a decision is, as an exponent: the sum of its rows of the policy."""
        return self.total(rows, count) * SHARE


def power(exponent: float) -> float:
    """e to the power of it."""
    return float(EULER**exponent)
