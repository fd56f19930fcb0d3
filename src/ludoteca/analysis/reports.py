"""What advice and a review consist of: figures, actions of the notation, and reasons for programs and for people."""

from __future__ import annotations

from typing import Any

import msgspec

NOW, TURN, LATER, PREVENTED = "now", "turn", "later", "prevented"


class Limits(msgspec.Struct, frozen=True):
    """How long a decision is thought about: until the first of both is reached. At least one is given."""

    iterations: int | None = None
    seconds: float | None = None


class Reason(msgspec.Struct, frozen=True):
    """What comes of an action. `when`: now, later in this turn (turn), in a later turn (later), or what others would
    do otherwise (prevented). `kind` and `parameters` say it to programs; seats in them are letters."""

    kind: str
    when: str
    parameters: dict[str, Any] = {}


class Suggestion(msgspec.Struct, frozen=True):
    """A whole action of the notation, the chance to win after it, and why, for programs and in English."""

    action: dict[str, Any]
    chance: float
    reasons: list[Reason]
    words: str
    why: str


class Advice(msgspec.Struct, frozen=True):
    """The best actions, the best one first. `chances` are those to win, by player, before any of them."""

    player: int
    chances: list[float]
    best: list[Suggestion]
    iterations: int


class Point(msgspec.Struct, frozen=True):
    """A point of the curve: the chances to win after an entry, by player."""

    entry: int
    chances: list[float]


class Turning(msgspec.Struct, frozen=True):
    """Something that changed who is likely to win: an action that was worse than another one, or luck.

    `entry` is the one by which it happened, `before` the last one before it. `chance` is the player's after the best
    action, `left` that after what was played; of luck, that before and after the draws.
    """

    kind: str  # action or luck
    entry: int
    before: int
    player: int
    chance: float
    left: float
    played: dict[str, Any] | None = None
    played_words: str = ""
    better: Suggestion | None = None
    by: str = "player"

    @property
    def lost(self) -> float:
        return self.chance - self.left


class Review(msgspec.Struct, frozen=True):
    """A finished game: its curve, the moments that decided it, and how well each player did.

    `names` are those of the players, A first; `lost` the chances that each gave away by actions, all added up.
    """

    game: str
    names: list[str]
    winners: list[int]
    curve: list[Point]
    turnings: list[Turning]
    lost: list[float]
    actions: list[int]
    iterations: int | None
    seconds: float | None
    seed: int
