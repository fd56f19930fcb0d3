"""The course of the game: turns, and what the end of an action means (§3, §8, §10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const, ending, lorenzo

if TYPE_CHECKING:
    from .state import State


def start(game: State, seat: int) -> None:
    game.current = seat
    game.seat = seat
    game.step = const.TURN
    game.main_done = False
    game.made = 0
    if game.recorder.on:
        game.recorder.note(const.TURN_STARTED, seat)


def complete_main(game: State) -> None:
    """The one main action of the turn is resolved (§3)."""
    game.main_done = True
    complete(game)


def complete(game: State) -> None:
    """An action is resolved. Alone, it may have ended the game at once [RULING 21]."""
    game.step = const.TURN
    game.made = 0
    if game.players == 1 and (ending.has_won_alone(game) or ending.has_lost_alone(game)):
        ending.finish(game)


def end(game: State) -> None:
    """Lorenzo's token, the next player's turn, or the end: a last round is played up to the last seat (§8)."""
    if game.recorder.on:
        game.recorder.note(const.TURN_ENDED, game.seat)
    if game.players == 1:
        lorenzo.act(game)
        if game.step != const.OVER:
            start(game, 0)
    elif game.seat + 1 < game.players:
        start(game, game.seat + 1)
    elif game.last_round:
        ending.finish(game)
    else:
        start(game, 0)
