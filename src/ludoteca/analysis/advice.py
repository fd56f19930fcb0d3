"""Advice: the best actions of a moment, each with the chance to win and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from ludoteca.rules.contract import SEAT_LETTERS

from . import effects
from .effects import Outlook
from .kinds import Kind, Who
from .reports import LATER, TURN, Advice, Limits, Reason, Suggestion
from .thinking import Look, Mind

MOST = 3


def advice(
    view: Mapping[str, Any], limits: Limits, seed: int, names: Sequence[str] = tuple(SEAT_LETTERS), most: int = MOST
) -> Advice:
    """For the seat whose decision is next, from what it sees. `names` are those of the players, for the words."""
    mind = Mind(view["game"], limits, seed)
    look = mind.look(view, most=most)
    player = look.game.seat
    chosen = look.options[:most]
    lines = [mind.line(look, option.decision) for option in chosen]
    actions = [mind.action(look.game, line) for line in lines]
    outlooks = [
        mind.outlook(look.game, mind.extended(look.game, longer(action, line)), len(action))
        for action, line in zip(actions, lines, strict=True)
    ]
    chances, best = look.chances, [option.chance for option in chosen]
    if len(look.options) == 1:  # nothing was thought: how it stands shows at the next choice
        chances = mind.foresee(look.game) or chances
        best = [chances[player]]
    suggestions = [
        suggestion(mind.kind, look, action, chance, outlooks, number, names)
        for number, (action, chance) in enumerate(zip(actions, best, strict=True))
    ]
    return Advice(player, chances, suggestions, look.iterations)


def longer(action: Sequence[int], line: Sequence[int]) -> Sequence[int]:
    """The line, or the action where the line ends in the middle of it."""
    return line if len(line) > len(action) else action


def suggestion(
    kind: Kind,
    look: Look,
    action: Sequence[int],
    chance: float,
    outlooks: Sequence[Outlook],
    number: int,
    names: Sequence[str],
) -> Suggestion:
    """The best one is compared with the next, all others with the best."""
    against = 0 if number else 1
    other = outlooks[against] if against < len(outlooks) else None
    reasons = effects.reasons(outlooks[number], other, kind.side(look.game, look.game.seat), kind.own)
    return in_words(kind, look, action, chance, reasons, names)


def in_words(
    kind: Kind, look: Look, action: Sequence[int], chance: float, reasons: Sequence[Reason], names: Sequence[str]
) -> Suggestion:
    who = who_of(names)
    written = kind.whole(look.game, action)
    said = kind.action_words(written, look.game.view(look.game.seat), who)
    return Suggestion(written, chance, list(reasons), said, why(kind, reasons, who))


def who_of(names: Sequence[str]) -> Who:
    by_letter = dict(zip(SEAT_LETTERS, names, strict=False))
    return lambda letter: by_letter.get(letter, letter)


def why(kind: Kind, reasons: Sequence[Reason], who: Who) -> str:
    """One sentence; empty where the search finds it better without anything that has a name."""
    parts: list[str] = []
    for when, group in groupby(reasons, key=lambda reason: reason.when):
        said = joined([kind.reason_words(reason, who) for reason in group])
        parts.append(kind.moment_words(when, said) if when in (TURN, LATER) else said)
    if len(parts) < 2:
        return f"It {parts[0]}." if parts else ""
    last = ", and " if any(" and " in part for part in parts) else " and "  # where one "and" would not say which
    return f"It {', '.join(parts[:-1])}{last}{parts[-1]}."


def joined(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
