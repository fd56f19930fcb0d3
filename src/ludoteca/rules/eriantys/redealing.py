"""What nobody at the table knows, dealt anew: the coming draws; in puzzles, which unseen students are in the bag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.rules.draws import Draws

from .engine import const

if TYPE_CHECKING:
    from .engine.engine import Engine


def redeal(game: Engine, seed: int) -> None:
    count = game.draws.count
    game.draws.reseed(seed)
    game.draws.count = count
    unseen = unseen_students(game)
    if sum(unseen) != game.bag_total:  # some are out of the game: any of the unseen may be
        game.bag = sample(unseen, game.bag_total, Draws(seed))


def unseen_students(game: Engine) -> list[int]:
    """By colour, all that do not lie open on the table."""
    unseen = [const.STUDENTS_PER_COLOUR] * const.COLOURS
    for group in range(game.groups):
        unseen = less(unseen, game.students[group])
    for seat in range(game.players):
        unseen = less(less(less(unseen, game.entrance[seat]), game.dining[seat]), game.clouds[seat])
    for place in range(const.CHARACTERS_IN_PLAY):
        unseen = less(unseen, game.card_students[place])
    return unseen


def less(students: list[int], others: list[int]) -> list[int]:
    return [a - b for a, b in zip(students, others, strict=True)]


def sample(students: list[int], count: int, draws: Draws) -> list[int]:
    """So many of the students, each equally likely."""
    left = [colour for colour, number in enumerate(students) for _ in range(number)]
    taken = [0] * const.COLOURS
    for _ in range(count):
        taken[left.pop(draws.below(len(left), 0))] += 1
    return taken
