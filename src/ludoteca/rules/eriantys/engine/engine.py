"""The engine: a state that knows which decisions are legal and what each one does."""

from __future__ import annotations

from . import characters, clouds, const, effects, mother_nature, planning, rounds, setup, state, students
from .state import State


class Engine(State):
    def __init__(self) -> None:
        State.__init__(self)
        self.marked: Engine

    def find_legal(self) -> int:
        if self.choosing != const.NOTHING:
            return effects.legal(self)
        if self.step == const.STUDENTS:
            count = students.legal(self)
            if count == 0:  # a loaded position may have an empty entrance: there is nothing to move
                count = mother_nature.legal(self)
        elif self.step == const.MOTHER_NATURE:
            count = mother_nature.legal(self)
        elif self.step == const.PLANNING:
            return planning.legal(self)
        elif self.step == const.OVER:
            return 0
        else:
            count = clouds.legal(self) if self.step == const.CLOUD else 0
            if count == 0:  # §6.5, or a loaded position without a cloud to take
                self.actions[0] = const.END_TURN
                count = 1
        if self.expert:
            count = characters.legal(self, count)
        return count

    def do(self, action: int) -> None:
        if action < const.TO_DINING:
            planning.play(self, action - const.PLAY_ASSISTANT + 1)
        elif action < const.TO_ISLAND:
            students.to_dining(self, action - const.TO_DINING)
        elif action < const.MOVE_MOTHER_NATURE:
            where = action - const.TO_ISLAND
            students.to_island(self, where // const.ISLANDS, where % const.ISLANDS)
        elif action < const.TAKE_CLOUD:
            mother_nature.move(self, action - const.MOVE_MOTHER_NATURE + 1)
        elif action < const.END_TURN:
            clouds.take(self, action - const.TAKE_CLOUD)
        elif action == const.END_TURN:
            rounds.end_turn(self)
        elif action < const.CHOOSE_COLOUR:
            characters.play(self, action - const.PLAY_CHARACTER + 1)
        elif action < const.CHOOSE_ISLAND:
            effects.choose_colour(self, action - const.CHOOSE_COLOUR)
        elif action < const.SWAP_DONE:
            effects.choose_island(self, action - const.CHOOSE_ISLAND)
        else:
            effects.finish_swap(self)

    def mark(self) -> None:
        self.marked = Engine()
        state.copy(self.marked, self)

    def rewind(self) -> None:
        state.copy(self, self.marked)

    def clone(self) -> Engine:
        twin = Engine()
        state.copy(twin, self)
        twin.draws.copy_from(self.draws)
        return twin


def empty(players: int, expert: bool) -> Engine:
    """A table with its pieces laid ready, nothing drawn."""
    game = Engine()
    setup.prepare(game, players, expert)
    return game
