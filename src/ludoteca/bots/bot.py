"""What a bot is to those who seat one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludoteca import rules


@dataclass(frozen=True)
class Bot:
    """`choose(game, seed)` is one legal small decision for the seat that has to decide, `game.seat`.

    It depends on the game and the seed alone, and leaves the game as it was. A bot looks at everything in the game it
    is given: whoever seats it hands over `game.redeal(game.seat, seed)`, in which all that the seat cannot see is dealt
    anew.
    """

    name: str
    words: str  # one sentence for people: what it is like to play against
    choose: Callable[[rules.Game, int], int]
