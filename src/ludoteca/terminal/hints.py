"""Advice at the terminal: the best actions of this moment, with chances and reasons."""

from __future__ import annotations

from ludoteca import rules
from ludoteca.analysis.advice import advice
from ludoteca.analysis.reports import Limits

from .phrases import phrase

ITERATIONS = 5_000  # some hundredths of a second
INTERPRETED_ITERATIONS = 150  # less than a second
SEED = 1  # the same question gets the same answer


def hint(game: rules.Game) -> str:
    """For whoever has to decide."""
    limits = Limits(ITERATIONS if rules.compiled else INTERPRETED_ITERATIONS)
    found = advice(game.view(game.seat), limits, SEED)
    lines = [phrase("hint", chance=percent(found.chances[found.player]))]
    for suggestion in found.best:
        lines.append(phrase("hint.action", chance=percent(suggestion.chance), action=suggestion.words))
        if suggestion.why:
            lines.append(phrase("hint.why", why=suggestion.why))
    return "\n".join(lines)


def percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"
