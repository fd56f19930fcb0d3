"""What the analysis has to know of each game: whole actions, what events mean, and the words for both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca import rules
from ludoteca.rules.contract import Event, Json

from .effects import Effect
from .eriantys import actions as eriantys_actions
from .eriantys import effects as eriantys_effects
from .eriantys import words as eriantys_words
from .masters import actions as masters_actions
from .masters import effects as masters_effects
from .masters import words as masters_words
from .reports import Reason

Who = Callable[[str], str]  # the name of a player, by letter


@dataclass(frozen=True)
class Kind:
    """`complete(before, now)`: whether an action that began before is done; `whole` writes it in the notation.

    `side` are those who win together with a player. `own` has other kinds of effects that are prevented when it is the
    player's own side that would suffer. `redrawn` is the game with other coming draws.
    """

    complete: Callable[[Any, Any], bool]
    whole: Callable[[Any, Sequence[int]], Json]
    side: Callable[[rules.Game, int], frozenset[int]]
    effects: Callable[[Any, Any, Sequence[Event], int], list[Effect]]
    action_words: Callable[[Json, Json, Who], str]
    reason_words: Callable[[Reason, Who], str]
    moment_words: Callable[[str, str], str]
    luck_words: Callable[[Sequence[Event], Json], str]
    own: dict[str, str]
    ends_turn: Callable[[Event], bool]
    is_luck: Callable[[Event], bool]
    redrawn: Callable[[Any, int], rules.Game]


KINDS: dict[str, Kind] = {
    "eriantys": Kind(
        eriantys_actions.complete,
        eriantys_actions.whole,
        eriantys_effects.side,
        eriantys_effects.effects,
        eriantys_words.action,
        eriantys_words.reason,
        eriantys_words.moment,
        eriantys_words.luck,
        eriantys_effects.OWN,
        eriantys_effects.ends_turn,
        eriantys_effects.is_luck,
        eriantys_effects.redrawn,
    ),
    "masters": Kind(
        masters_actions.complete,
        masters_actions.whole,
        masters_effects.side,
        masters_effects.effects,
        masters_words.action,
        masters_words.reason,
        masters_words.moment,
        masters_words.luck,
        masters_effects.OWN,
        masters_effects.ends_turn,
        masters_effects.is_luck,
        masters_effects.redrawn,
    ),
}
