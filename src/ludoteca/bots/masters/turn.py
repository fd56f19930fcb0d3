"""A turn of Masters of Renaissance: every action is thought through to its end, and what it leaves behind is judged.

Some choices need no thought: leaders are played as soon as they can be, what is bought is paid from the depots first,
resources go where most of them can be kept. So an action has few ends.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ludoteca.rules.masters.engine import const

from .storing import Storage
from .worth import turns_left, wanted, worth

if TYPE_CHECKING:
    from ludoteca.rules.masters.engine.engine import Engine

MOST_ENDS = 300  # looked at for one decision; beyond that the first choice is followed
GIVING_UP = 5  # turns before the end from which on a leader may be discarded for faith
FOLLOWED = 3  # of the best ends: what another turn could make of them is looked at too
NEXT_TURN = 0.75  # how much that counts, next to the end itself
OUTPUTS = 2  # kinds of resources considered where a production lets one choose


class End(NamedTuple):
    """Where an action leads."""

    worth: float
    game: Engine


def choose(game: Engine, chance: Random) -> int:
    return Turn(game, chance).choose()


class Turn:
    def __init__(self, game: Engine, chance: Random) -> None:
        self.game = game
        self.seat = game.seat
        self.chance = chance
        self.left = turns_left(game)
        self.wanted = wanted(game, game.seat, self.left)
        self.ends = 0

    def choose(self) -> int:
        options = self.sensible(self.game)
        if len(options) == 1:
            return options[0]
        self.chance.shuffle(options)  # of equally good ones the first is chosen
        ends = {action: self.best_end(applied(self.game, action)) for action in options}
        best = sorted(options, key=lambda action: ends[action].worth, reverse=True)
        if self.game.main_done:
            return best[0]
        return max(best[:FOLLOWED], key=lambda action: self.with_another_turn(ends[action]))

    def with_another_turn(self, end: End) -> float:
        """The worth of an end together with what can be made of it, as if it were one's turn again at once."""
        if end.game.last_round or end.game.seat != self.seat or end.game.step != const.TURN:
            return end.worth
        further = end.game.clone()
        further.main_done = False
        self.ends = 0
        later = max(self.best_end(applied(further, action)).worth for action in self.sensible(further))
        return (1 - NEXT_TURN) * end.worth + NEXT_TURN * later

    def best_end(self, game: Engine) -> End:
        """The best end of the action under way."""
        while game.made > 0 and game.seat == self.seat:
            options = self.sensible(game)
            if len(options) > 1 and self.ends < MOST_ENDS:
                return max((self.best_end(applied(game, action)) for action in options), key=worth_of)
            game = applied(game, options[0])
        self.ends += 1
        while game.seat == self.seat and (leader := playable_leader(game)):
            game = applied(game, leader)
        return End(worth(game, self.seat, self.left), game)

    def sensible(self, game: Engine) -> list[int]:
        """The decisions worth a thought, at least one."""
        legal = game.legal_actions()
        step = game.step
        if step == const.TURN:
            leader = playable_leader(game)
            if leader:
                return [leader]
            if game.main_done:
                if self.left > GIVING_UP:
                    return [const.END_TURN]
                return [action for action in legal if action != const.ARRANGE]
            return [action for action in legal if action < const.PLAY_LEADER]
        if step == const.PLACING:
            return [Storage(game, self.wanted).place()]
        if step == const.FILLING:
            return [Storage(game, self.wanted).fill()]
        if step in (const.PAYING, const.FREE_PLACE):
            return legal[:1]
        if step in (const.BASIC_OUT, const.LEADER_OUT):
            return sorted(legal, key=lambda action: -self.wanted[action - const.CHOOSE_RESOURCE])[:OUTPUTS]
        return legal


def worth_of(end: End) -> float:
    return end.worth


def playable_leader(game: Engine) -> int:
    """The decision to play a leader whose requirement is met, or 0."""
    if game.step == const.TURN and game.hand_count[game.seat] > 0:
        for action in game.legal_actions():
            if const.PLAY_LEADER <= action < const.DISCARD_LEADER:
                return action
    return 0


def applied(game: Engine, action: int) -> Engine:
    after = game.clone()
    after.apply(action)
    return after
