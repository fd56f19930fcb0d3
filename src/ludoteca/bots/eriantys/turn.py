"""A turn of Eriantys, thought through to the walk of mother nature.

Students move one at a time, and what one of them is good for often shows when the last one has moved. So the most
promising lines are followed side by side, student by student; at every moment the best of them may use a character.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ludoteca.rules.eriantys.engine import const

from . import characters
from .characters import applied
from .worth import worth

if TYPE_CHECKING:
    from ludoteca.rules.eriantys.engine.engine import Engine

POSITIONS = {2: 140, 3: 80, 4: 140}  # looked at for each move of a turn, by the number of players
FEWEST_LINES = 2
CHARACTERS_FOR = 2  # so many of them look at the characters too
WORTH_USING = 1.0  # what a character must improve once mother nature has moved
FAR_GROUPS = 2  # where a student is laid that helps a rival
NOT_DECIDED = -1


class Line(NamedTuple):
    """Decisions made in thought. Where the worth is equal chance decides."""

    worth: float
    chance: float
    first: int  # the decision that the line begins with
    moves: tuple[int, ...]  # of students, sorted: their order makes no difference
    game: Engine


def choose(game: Engine, chance: Random) -> int:
    return Turn(game, chance).choose()


class Turn:
    def __init__(self, game: Engine, chance: Random) -> None:
        self.game = game
        self.seat = game.seat
        self.chance = chance
        self.judge = partial(worth, seat=game.seat)

    def choose(self) -> int:
        if self.game.choosing != const.NOTHING:
            options = characters.choices(self.game, self.judge)
            return self.follow([self.line(first, (), after) for first, after in options])
        if self.has_walked(self.game):
            return self.leave()
        return self.follow([self.line(NOT_DECIDED, (), self.game)])

    def line(self, first: int, moves: tuple[int, ...], game: Engine) -> Line:
        return Line(self.judge(game), self.chance.random(), first, moves, game)

    def has_walked(self, game: Engine) -> bool:
        """Whether mother nature has moved: what is left of the turn is the cloud."""
        return game.seat != self.seat or game.step not in (const.STUDENTS, const.MOTHER_NATURE)

    def follow(self, lines: list[Line]) -> int:
        """The first decision of the best line. All lines have moved equally many students."""
        ended: list[Line] = []
        while lines:
            lines = self.best(lines)
            lines = self.best(lines + [use for line in lines[:CHARACTERS_FOR] for use in self.uses(line)])
            ended += [line for line in lines if self.has_walked(line.game)]
            lines = list(self.steps([line for line in lines if not self.has_walked(line.game)]))
        return max(ended).first

    def best(self, lines: list[Line]) -> list[Line]:
        """As many of the most promising lines as lead to a bounded number of positions."""
        kept: list[Line] = []
        positions = POSITIONS[self.game.players]
        for line in sorted(lines, reverse=True):
            positions -= len(candidates(line.game))
            if positions < 0 and len(kept) >= FEWEST_LINES:
                break
            kept.append(line)
        return kept

    def uses(self, line: Line) -> Iterator[Line]:
        """The line after each use of a character."""
        if line.game.expert and not line.game.character_played:
            for action, after in characters.uses(line.game, self.judge):
                yield self.line(action if line.first == NOT_DECIDED else line.first, line.moves, after)

    def steps(self, lines: list[Line]) -> Iterator[Line]:
        """The lines after each move of one more student, or after mother nature's walk."""
        seen: set[tuple[int, ...]] = set()
        for line in lines:
            for action in candidates(line.game):
                moves = line.moves
                if action < const.MOVE_MOTHER_NATURE:
                    moves = tuple(sorted((*moves, action)))
                    if moves in seen and not line.game.character_played:
                        continue
                    seen.add(moves)
                first = action if line.first == NOT_DECIDED else line.first
                yield self.line(first, moves, applied(line.game, action))

    def leave(self) -> int:
        """A character that still helps, or else the best cloud, or the end of the turn."""
        options = [self.line(first, (), after) for first, after in characters.uses(self.game, self.judge)]
        if options and max(options).worth > self.judge(self.game) + WORTH_USING:
            return max(options).first
        clouds = [action for action in self.game.legal_actions() if action <= const.END_TURN]
        return max(self.line(cloud, (), applied(self.game, cloud)) for cloud in clouds).first


def candidates(game: Engine) -> list[int]:
    """The moves worth a thought: students that help a rival on islands are laid where she comes last."""
    legal = [action for action in game.legal_actions() if action < const.TAKE_CLOUD]
    if game.step == const.MOTHER_NATURE:
        return legal
    side = game.side[game.seat]
    helpful = [holder != const.NOBODY and game.side[holder] == side for holder in game.professor]
    found = []
    for action in legal:
        if action >= const.MOVE_MOTHER_NATURE:
            return legal
        if action >= const.TO_ISLAND:
            colour, group = divmod(action - const.TO_ISLAND, const.ISLANDS)
            behind = (game.mother_nature - group) % game.groups
            if not helpful[colour] and behind >= FAR_GROUPS:
                continue
        found.append(action)
    return found
