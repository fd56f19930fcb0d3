"""What playouts, perft, search and batches need of any game, at C speed when compiled.

A game's engine derives from `Core`. Decisions are small integers; a seat decides until the game is over, then `seat` is
`NOBODY`. Methods that run without the GIL touch neither Python objects nor other cores.
"""

from __future__ import annotations

from . import const
from .arrays import row
from .draws import Draws
from .recorder import SILENT, Recorder

INTERPRETED = __file__.endswith(".py")


class Core:
    """A game in play. The four verbs are the engine's to define."""

    def __init__(self) -> None:
        if INTERPRETED:  # pragma: no branch  # compiled, the arrays are there from birth
            self.actions: list[int] = row(const.MOST_ACTIONS)
        self.draws: Draws = Draws()
        self.recorder: Recorder = SILENT
        self.seat: int = const.NOBODY  # whose decision is next
        self.winning: int = 0  # bit per seat, once the game is over

    def find_legal(self) -> int:
        """Write the legal decisions to `actions` and return their number."""
        return 0

    def do(self, action: int) -> None:
        """Make one legal step, chance included. Illegal steps are not noticed here."""

    def mark(self) -> None:
        """Remember this moment for `rewind`."""

    def rewind(self) -> None:
        """Go back to the marked moment, draws excepted: the caller seeds them anew."""

    def clone(self) -> Core:
        """An independent copy that continues identically. It records nothing."""
        return Core()

    def record_to(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.draws.recorder = recorder

    def legal_actions(self) -> list[int]:
        return [self.actions[i] for i in range(self.find_legal())]

    def allows(self, action: int) -> bool:
        for i in range(self.find_legal()):
            if self.actions[i] == action:
                return True
        return False

    def apply(self, action: int) -> bool:
        """Make the step if it is legal, and say whether it was."""
        for i in range(self.find_legal()):
            if self.actions[i] == action:
                self.do(action)
                return True
        return False
