"""First step of a turn: students leave the entrance (§6.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const, dining

if TYPE_CHECKING:
    from .state import State


def legal(game: State) -> int:
    count = 0
    for colour in range(const.COLOURS):
        if game.entrance[game.seat][colour] > 0:
            if game.dining[game.seat][colour] < const.TABLE_SEATS:
                game.actions[count] = const.TO_DINING + colour
                count += 1
            for group in range(game.groups):
                game.actions[count] = const.TO_ISLAND + colour * const.ISLANDS + group
                count += 1
    return count


def to_dining(game: State, colour: int) -> None:
    game.entrance[game.seat][colour] -= 1
    dining.place(game, colour, const.SOURCE_ENTRANCE)
    count_move(game)


def to_island(game: State, colour: int, group: int) -> None:
    game.entrance[game.seat][colour] -= 1
    game.students[group][colour] += 1
    if game.recorder.on:
        tile = game.first_tile[group]
        game.recorder.note(const.STUDENT_TO_ISLAND, game.seat, colour, tile, const.SOURCE_ENTRANCE)
    count_move(game)


def count_move(game: State) -> None:
    game.moved += 1
    if game.moved == game.per_turn:
        game.step = const.MOTHER_NATURE
