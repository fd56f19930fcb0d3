"""Last step of a turn: taking a cloud (§6.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const, rounds

if TYPE_CHECKING:
    from .state import State


def legal(game: State) -> int:
    count = 0
    for cloud in range(game.players):
        for colour in range(const.COLOURS):
            if game.clouds[cloud][colour] > 0:
                game.actions[count] = const.TAKE_CLOUD + cloud
                count += 1
                break
    return count


def take(game: State, cloud: int) -> None:
    if game.recorder.on:
        on_it = game.clouds[cloud]
        game.recorder.note(const.CLOUD_TAKEN, game.seat, cloud, on_it[0], on_it[1], on_it[2], on_it[3], on_it[4])
    for colour in range(const.COLOURS):
        game.entrance[game.seat][colour] += game.clouds[cloud][colour]
        game.clouds[cloud][colour] = 0
    rounds.end_turn(game)
