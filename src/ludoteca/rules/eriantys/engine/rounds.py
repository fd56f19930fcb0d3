"""The course of the game: rounds, phases and turns (§4, §5.1, §5.3, §14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import bag, const, ending

if TYPE_CHECKING:
    from .state import State


def start(game: State, first: int) -> None:
    """A new round: fill the clouds, then `first` opens the planning phase."""
    game.first_player = first
    if game.recorder.on:
        game.recorder.note(const.ROUND_STARTED, round_number(game), first)
    game.clouds_short = False
    for cloud in range(game.players):
        fill(game, cloud)
    for seat in range(game.players):
        game.assistant[seat] = 0
    game.step = const.PLANNING
    game.turn = 0
    game.seat = first
    if game.recorder.on:
        game.recorder.note(const.TURN_STARTED, first, const.PLANNING)


def fill(game: State, cloud: int) -> None:
    """Shortage: what is left, cloud by cloud; the round is the last one [RULING 12]."""
    missing = game.per_turn
    for colour in range(const.COLOURS):
        missing -= game.clouds[cloud][colour]
    while missing > 0 and game.bag_total > 0:
        game.clouds[cloud][bag.draw(game, const.DRAW_CLOUD_STUDENT)] += 1
        missing -= 1
    if missing > 0:
        game.clouds_short = True
        ending.announce_last_round(game, const.WHY_BAG_EMPTY)
    if game.recorder.on:
        on_it = game.clouds[cloud]
        game.recorder.note(const.CLOUD_FILLED, cloud, on_it[0], on_it[1], on_it[2], on_it[3], on_it[4])


def round_number(game: State) -> int:
    """Everybody has played one assistant in each round before this one."""
    number = 1
    for value in range(const.ASSISTANTS):
        if not game.hand[game.first_player] >> value & 1:
            number += 1
    return number


def begin_actions(game: State) -> None:
    """All assistants are played: ascending by value, equal values in the order of play (§5.3)."""
    for i in range(game.players):
        seat = game.first_player + i
        if seat >= game.players:
            seat -= game.players
        place = i
        while place > 0 and game.assistant[game.order[place - 1]] > game.assistant[seat]:
            game.order[place] = game.order[place - 1]
            place -= 1
        game.order[place] = seat
    game.turn = 0
    begin_turn(game)


def begin_turn(game: State) -> None:
    game.seat = game.order[game.turn]
    game.step = const.STUDENTS
    game.moved = 0
    if game.recorder.on:
        game.recorder.note(const.TURN_STARTED, game.seat, const.STUDENTS)


def end_turn(game: State) -> None:
    """The next player's turn, the next round [RULING 2], or the end of the game."""
    if game.recorder.on:
        game.recorder.note(const.TURN_ENDED, game.seat)
    game.effect = const.NOTHING
    game.ignored_colour = const.NOBODY
    game.character_played = False
    game.turn += 1
    if game.turn < game.players:
        begin_turn(game)
    elif ending.is_last_round(game):
        ending.finish(game, ending.reason(game))
    else:
        start(game, game.order[0])
