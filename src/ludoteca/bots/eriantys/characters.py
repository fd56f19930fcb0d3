"""Using a character in thought: its choices made in every sensible way, until play goes on as before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ludoteca.rules.eriantys.engine import const

if TYPE_CHECKING:
    from ludoteca.rules.eriantys.engine.engine import Engine

Judge = Callable[["Engine"], float]


def uses(game: Engine, judge: Judge) -> Iterator[tuple[int, Engine]]:
    """Every way to use one of the characters now: its first decision, and the game after all its choices."""
    for action in game.legal_actions():
        if const.PLAY_CHARACTER <= action < const.CHOOSE_COLOUR:
            after = applied(game, action)
            if after.choosing == const.NOTHING:
                yield action, after
            else:
                for _, settled in choices(after, judge):
                    yield action, settled


def choices(game: Engine, judge: Judge) -> Iterator[tuple[int, Engine]]:
    """Every way to make the choices that a character asks for: the first choice, and the game after the last one.

    A swap grows pair by pair, and only the best pair is kept for another one.
    """
    lines = [(choice, applied(game, choice)) for choice in game.legal_actions()]
    while lines:
        open_lines = []
        between_pairs = []
        for first, now in lines:
            if now.choosing == const.NOTHING:
                yield first, now
            elif now.allows(const.SWAP_DONE):
                between_pairs.append((first, now))
            else:
                open_lines.append((first, now))
        if between_pairs:
            open_lines.append(max(between_pairs, key=lambda line: judge(applied(line[1], const.SWAP_DONE))))
        lines = [(first, applied(now, choice)) for first, now in open_lines for choice in now.legal_actions()]


def applied(game: Engine, action: int) -> Engine:
    after = game.clone()
    after.apply(action)
    return after
