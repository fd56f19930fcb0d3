"""Second step of a turn: mother nature walks (§6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const, influence, rounds

if TYPE_CHECKING:
    from .state import State


def reach(game: State) -> int:
    """Most steps the active player may take."""
    steps = (game.assistant[game.seat] + 1) // 2
    if game.effect == const.MESSENGER:
        steps += const.MESSENGER_STEPS
    return steps


def legal(game: State) -> int:
    count = reach(game)
    for i in range(count):
        game.actions[i] = const.MOVE_MOTHER_NATURE + i
    return count


def move(game: State, steps: int) -> None:
    """Full circles are legal [RULING 16]."""
    game.mother_nature = (game.mother_nature + steps) % game.groups
    if game.recorder.on:
        game.recorder.note(const.MOTHER_NATURE_MOVED, game.seat, steps, game.first_tile[game.mother_nature])
    influence.resolve(game, game.mother_nature)
    if game.step == const.OVER:
        return
    if not game.clouds_short:
        game.step = const.CLOUD
    elif game.expert:
        game.step = const.END
    else:
        rounds.end_turn(game)  # [RULING 13]
