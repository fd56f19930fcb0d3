"""The planning phase: assistants (§5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const, ending, rounds

if TYPE_CHECKING:
    from .state import State


def playable(game: State) -> int:
    """The hand less the values others have played this round, or all of it if nothing else is left [RULING 1]."""
    taken = 0
    for seat in range(game.players):
        if game.assistant[seat] > 0:
            taken |= 1 << (game.assistant[seat] - 1)
    hand = game.hand[game.seat]
    free = hand & ~taken
    return free if free != 0 else hand


def legal(game: State) -> int:
    free = playable(game)
    count = 0
    for value in range(const.ASSISTANTS):
        if free >> value & 1:
            game.actions[count] = const.PLAY_ASSISTANT + value
            count += 1
    return count


def play(game: State, value: int) -> None:
    seat = game.seat
    game.hand[seat] &= ~(1 << (value - 1))
    game.assistant[seat] = value
    if game.recorder.on:
        game.recorder.note(const.ASSISTANT_PLAYED, seat, value)
    if game.hand[seat] == 0:
        ending.announce_last_round(game, const.WHY_NO_ASSISTANTS)
    game.turn += 1
    if game.turn == game.players:
        rounds.begin_actions(game)
        return
    game.seat = seat + 1 if seat + 1 < game.players else 0
    if game.recorder.on:
        game.recorder.note(const.TURN_STARTED, game.seat, const.PLANNING)
