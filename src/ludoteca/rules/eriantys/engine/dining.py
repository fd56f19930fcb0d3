"""Dining rooms: taking a seat, the coins under seats 3, 6 and 9 (§10), and professors (§6.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const

if TYPE_CHECKING:
    from .state import State


def place(game: State, colour: int, source: int) -> None:
    """The active player seats a student at the table of its colour: perhaps a coin, perhaps a professor."""
    seat = game.seat
    game.dining[seat][colour] += 1
    if game.recorder.on:
        game.recorder.note(const.STUDENT_TO_DINING, seat, colour, source, game.dining[seat][colour])
    if (
        game.expert and game.supply > 0 and game.dining[seat][colour] % const.SEATS_PER_COIN == 0
    ):  # [RULING 9] [RULING 10]
        game.supply -= 1
        game.coins[seat] += 1
        if game.recorder.on:
            game.recorder.note(const.COINS_CHANGED, seat, game.coins[seat], game.supply)
    claim(game, colour)


def claim(game: State, colour: int) -> None:
    """The professor goes to the active player if he has more students of the colour than everybody else [RULING 3]."""
    seat = game.seat
    holder = game.professor[colour]
    if holder == seat:
        return
    needed = game.dining[seat][colour]
    if game.effect != const.FARMER:  # [RULING 14]
        needed -= 1
    for other in range(game.players):
        if other != seat and game.dining[other][colour] > needed:
            return
    game.professor[colour] = seat
    if game.recorder.on:
        game.recorder.note(const.PROFESSOR_MOVED, colour, seat, holder)
