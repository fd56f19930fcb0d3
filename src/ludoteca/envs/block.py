"""Games that one thread plays side by side, decision by decision, without the GIL where this is compiled.

A block writes what became of each decision into arrays that it is given and shares with others: `Batch` makes NumPy
arrays of them. The features are those of the search, so what stands in an observation is what the network sees.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

try:
    import cython  # type: ignore[import-untyped]  # the compiler needs this very line
except ModuleNotFoundError:  # pragma: no cover  # tested in a process of its own
    from ludoteca.rules import _cython as cython

from ludoteca.rules import draws
from ludoteca.rules.core import Core
from ludoteca.rules.draws import Draws
from ludoteca.search.judge import Judge

INTERPRETED = __file__.endswith(".py")
NONE = -1


class Block:
    """What the games have in common. How one is dealt and seen, each game says."""

    def __init__(self, judge: Judge, games: list[Core], players: int, inputs: int, decisions: int) -> None:
        self.judge: Judge = judge
        self.kept: list[Core] = games
        self.count: int = len(games)
        self.players: int = players
        self.inputs: int = inputs
        self.decisions: int = decisions
        self.renewing: bool = True  # a game that is over starts anew at once
        self.choices: Draws = Draws()
        self.places: Any
        if INTERPRETED:
            self.places = games
        else:
            self.places = array("Q", bytes(8 * len(games)))  # where they lie: `kept` keeps them there
            for i in range(len(games)):
                self.places[i] = cython.cast("unsigned long long", cython.cast("void*", games[i]))

    def share(self, observations: Any, masks: Any, seats: Any, rewards: Any, ended: Any, seeds: Any) -> None:
        """Write to these arrays from now on. Each is one row after the other, of this block's games alone."""
        self.observations: Any = observations
        self.masks: Any = masks
        self.seats: Any = seats
        self.rewards: Any = rewards
        self.ended: Any = ended
        self.seeds: Any = seeds

    # What each game says

    def deal(self, game: Core) -> None:
        """Set a game up. Its draws are seeded."""

    def see(self, game: Core, seat: int) -> None:
        """Have the judge see a game that is not over, from a seat."""

    def put(self, i: int, game: Any) -> None:
        """Go on with another game at this place, as it would go on itself."""

    # Decisions

    def find_illegal(self, actions: Sequence[int]) -> int:
        """The first game for which the decision is none of the legal ones, or NONE."""
        for i in range(self.count):
            if actions[i] < 0 or actions[i] >= self.decisions:
                return i
            if self.masks[i * self.decisions + actions[i]] == 0:
                return i
        return NONE

    def step(self, actions: Sequence[int]) -> None:
        """One decision in each game, all of them legal."""
        with cython.nogil:
            self.clear(self.observations, self.count * self.inputs)
            self.clear(self.masks, self.count * self.decisions)
            for i in range(self.count):
                self.advance(cython.cast(Core, cython.cast("void*", self.places[i])), i, actions[i])

    def decide(self, i: int, action: int) -> bool:
        """One decision in game number `i` alone, if it is legal; whether it was."""
        if action < 0 or action >= self.decisions or self.masks[i * self.decisions + action] == 0:
            return False
        with cython.nogil:
            self.clear(self.observations[i * self.inputs : (i + 1) * self.inputs], self.inputs)
            self.clear(self.masks[i * self.decisions : (i + 1) * self.decisions], self.decisions)
            self.advance(cython.cast(Core, cython.cast("void*", self.places[i])), i, action)
        return True

    def advance(self, game: Core, i: int, action: int) -> None:
        game.do(action)
        if game.seat < 0:
            self.ended[i] = 1
            self.reward(game, i)
            if self.renewing:
                self.seeds[i] = draws.mixed(self.seeds[i], 0)
                game.draws.reseed(self.seeds[i])
                self.deal(game)
        else:
            self.ended[i] = 0
            for seat in range(self.players):
                self.rewards[i * self.players + seat] = 0.0
        self.show(game, i)

    def reward(self, game: Core, i: int) -> None:
        """Every loser pays 1, the winners share it. Alone one wins or loses 1."""
        winners = 0
        for seat in range(self.players):
            winners += game.winning >> seat & 1
        for seat in range(self.players):
            if not game.winning >> seat & 1:
                self.rewards[i * self.players + seat] = -1.0
            elif self.players == 1:
                self.rewards[i] = 1.0
            else:
                self.rewards[i * self.players + seat] = (self.players - winners) / (1.0 * winners)

    def begin(self, i: int) -> None:
        """Start game number `i` anew, from its seed."""
        with cython.nogil:
            cython.cast(Core, cython.cast("void*", self.places[i])).draws.reseed(self.seeds[i])
            self.deal(cython.cast(Core, cython.cast("void*", self.places[i])))
            self.refresh(cython.cast(Core, cython.cast("void*", self.places[i])), i)

    def look(self, i: int) -> None:
        """Show game number `i` again: it is another one than it was."""
        with cython.nogil:
            self.refresh(cython.cast(Core, cython.cast("void*", self.places[i])), i)

    def refresh(self, game: Core, i: int) -> None:
        """Show a game as it stands, as if nothing had been decided in it."""
        self.clear(self.observations[i * self.inputs : (i + 1) * self.inputs], self.inputs)
        self.clear(self.masks[i * self.decisions : (i + 1) * self.decisions], self.decisions)
        for seat in range(self.players):
            self.rewards[i * self.players + seat] = 0.0
        self.ended[i] = 0
        self.show(game, i)

    # What is seen

    def clear(self, row: Any, length: int) -> None:
        for k in range(length):
            row[k] = 0

    def show(self, game: Core, i: int) -> None:
        """Who decides, what is legal, and what that seat sees. The rows were cleared; a game that is over leaves
        them so."""
        self.seats[i] = game.seat
        if game.seat >= 0:
            self.mark(game, self.masks, i * self.decisions, game.find_legal())
            self.see(game, game.seat)
            self.scatter(self.observations, i * self.inputs)

    def mark(self, game: Core, row: Any, at: int, count: int) -> None:
        for k in range(count):
            row[at + game.actions[k]] = 1

    def scatter(self, row: Any, at: int) -> None:
        """The inputs that are not 0 to their places."""
        for k in range(self.judge.count):
            row[at + self.judge.index[k]] = self.judge.value[k]

    def observe(self, i: int, seat: int, row: Any) -> None:
        """What any seat sees, into an array of its own. Of a game that is over nothing is seen."""
        with cython.nogil:
            self.clear(row, self.inputs)
            if cython.cast(Core, cython.cast("void*", self.places[i])).seat >= 0:
                self.see(cython.cast(Core, cython.cast("void*", self.places[i])), seat)
                self.scatter(row, 0)

    # Decisions by chance

    def choose(self, actions: Any, first: int, seed: int) -> None:
        """A legal decision for each game, each equally likely; it depends on the seed and the number of the game."""
        with cython.nogil:
            for i in range(self.count):
                self.choices.reseed(draws.mixed(seed, first + i))
                actions[i] = self.pick(self.masks, i * self.decisions)

    def pick(self, row: Any, at: int) -> int:
        """One of the decisions that a mask allows."""
        count = 0
        for k in range(self.decisions):
            count += row[at + k]
        left = self.choices.below(count, 0)
        for k in range(self.decisions):
            if row[at + k]:
                if left == 0:
                    return k
                left -= 1
        return NONE
