"""What the events of a line mean to the players: effects, each good for one of them, and how much players care."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ludoteca.rules.contract import SEAT_LETTERS

from .reports import LATER, NOW, PREVENTED, TURN, Reason

WIN = "win"  # a kind that says everything
MOST_REASONS = 3
PREVENTED_FROM = 2.0  # weight: smaller things that others would do are no reason
LATER_FROM = 2.0
NONE: Mapping[str, str] = {}
OF_OTHERS = 0.4
WORTH_SAYING = 1.0
TOO_LITTLE = 0.6
SMALL = 0.25  # of the weight of the first reason: what has less is not said beside it
ORDER = {NOW: 0, TURN: 1, LATER: 2}


@dataclass(frozen=True)
class Effect:
    """`weight`: roughly, a tower is 3. `identity` tells two effects apart; who brings it about when does not matter."""

    kind: str
    player: int
    weight: float
    parameters: dict[str, Any] = field(default_factory=dict)
    amount: float | None = None  # of something of which more is better

    @property
    def identity(self) -> tuple[Any, ...]:
        return (self.kind, self.player, *((key, str(value)) for key, value in sorted(self.parameters.items())))


@dataclass
class Outlook:
    """What a line leads to: by the action itself, in the rest of the turn, by the others, and in the turn after."""

    now: list[Effect] = field(default_factory=list)
    turn: list[Effect] = field(default_factory=list)
    others: list[Effect] = field(default_factory=list)
    later: list[Effect] = field(default_factory=list)

    def everything(self) -> list[Effect]:
        return [*self.now, *self.turn, *self.others, *self.later]


def reasons(mine: Outlook, other: Outlook | None, side: frozenset[int], own: Mapping[str, str] = NONE) -> list[Reason]:
    """Why one would rather do the one than the other: what it gains, then what it prevents.

    `own` are the kinds that can be prevented, and what they are called when it is the own side that would suffer. What
    both actions lead to is no reason, unless it happens now and there is nothing better to say.
    """
    gained = gains(mine, side)
    prevents = [] if other is None else prevented(mine, other, side, own)
    chosen = gained if other is None else telling(gained, other)
    if not prevents and max((effect.weight for _, effect in chosen), default=0.0) < TOO_LITTLE:
        chosen += [gain for gain in gained if gain[0] == NOW and gain not in chosen and not is_less(gain[1], other)]
    chosen = sorted(chosen, key=lambda gain: -gain[1].weight)[: MOST_REASONS - 1]
    chosen = [gain for gain in chosen if gain[1].weight >= SMALL * chosen[0][1].weight]
    chosen.sort(key=lambda gain: ORDER[gain[0]])
    found = [Reason(effect.kind, when, effect.parameters) for when, effect in chosen]
    return found if any(reason.kind == WIN for reason in found) else found + prevents


def telling(gained: list[tuple[str, Effect]], other: Outlook) -> list[tuple[str, Effect]]:
    """What the other action does not lead to; of small things, only what it does itself."""
    shared = {effect.identity for effect in other.everything()}
    return [
        (when, effect)
        for when, effect in gained
        if effect.identity not in shared
        and not is_less(effect, other)
        and (when == NOW or effect.weight >= WORTH_SAYING)
    ]


def is_less(effect: Effect, other: Outlook | None) -> bool:
    """Whether the other action gives as much of the same, or more."""
    if effect.amount is None or other is None:
        return False
    return any(
        theirs.amount is not None and theirs.amount >= effect.amount
        for theirs in other.now
        if (theirs.kind, theirs.player) == (effect.kind, effect.player)
    )


def gains(mine: Outlook, side: frozenset[int]) -> list[tuple[str, Effect]]:
    """What is good for one's own side, with when it happens first."""
    found: dict[tuple[Any, ...], tuple[str, Effect]] = {}
    for when, effects in ((NOW, mine.now), (TURN, mine.turn), (LATER, mine.later)):
        for effect in effects:
            if effect.player in side and effect.weight > 0 and (when != LATER or effect.weight >= LATER_FROM):
                found.setdefault(effect.identity, (when, effect))
    return list(found.values())


def prevented(mine: Outlook, other: Outlook, side: frozenset[int], own: Mapping[str, str]) -> list[Reason]:
    """The worst that the others get by the other action or after it, and not by this one."""
    happens = {effect.identity for effect in mine.everything()}
    worst = max(
        (
            effect
            for effect in other.everything()
            if effect.player not in side
            and effect.kind in own
            and effect.identity not in happens
            and harm(effect, side) >= PREVENTED_FROM
        ),
        key=lambda effect: harm(effect, side),
        default=None,
    )
    if worst is None:
        return []
    parameters = {**worst.parameters, "by": SEAT_LETTERS[worst.player]}
    if suffers(worst, side):
        return [Reason(own[worst.kind], PREVENTED, parameters)]
    return [Reason(worst.kind, PREVENTED, parameters)]


def harm(effect: Effect, side: frozenset[int]) -> float:
    """What others lose to others concerns one less."""
    return effect.weight * (1.0 if "from" not in effect.parameters or suffers(effect, side) else OF_OTHERS)


def suffers(effect: Effect, side: frozenset[int]) -> bool:
    return effect.parameters.get("from") in [SEAT_LETTERS[player] for player in side]
