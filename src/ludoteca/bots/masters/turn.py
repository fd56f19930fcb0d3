"""A turn of Masters of Renaissance: every action is thought through to its end, and what it leaves behind is judged.

Some choices need no thought: leaders are played as soon as they can be, what is bought is paid from the depots first,
resources go where most of them can be kept. So an action has few ends.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ludoteca.rules.masters import const

from .storing import Storage
from .worth import turns_left, wanted, worth

if TYPE_CHECKING:
    from ludoteca.rules.masters.engine import Engine

MOST_ENDS = 300  # looked at for one decision; beyond that the first choice is followed
LEADERS_WAIT = 5
DEEP = 3
MIX = 0.75
OUTPUTS = 2  # kinds of resources considered where a production lets one choose


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
        ends = [
            (value, self.chance.random(), action, end)
            for action in options
            for value, end in [self.best_end(applied(self.game, action))]
        ]
        ends.sort(key=lambda line: line[:2], reverse=True)
        if DEEP == 0 or self.game.main_done:
            return ends[0][2]
        return max((self.again(value, end), luck, action) for value, luck, action, end in ends[:DEEP])[2]

    def again(self, value: float, end: Engine) -> float:
        """What can be made of an end by another turn, if there is one."""
        if end.last_round or end.seat != self.seat or end.step != const.TURN:
            return value
        further = end.clone()
        further.main_done = False
        self.ends = 0
        return (1-MIX)*value + MIX*max(self.best_end(applied(further, action))[0] for action in self.sensible(further))

    def best_end(self, game: Engine) -> tuple[float, Engine]:
        """The worth of the best end of the action under way."""
        while game.made > 0 and game.seat == self.seat:
            options = self.sensible(game)
            if len(options) > 1 and self.ends < MOST_ENDS:
                return max((self.best_end(applied(game, action)) for action in options), key=lambda x: x[0])
            game = applied(game, options[0])
        self.ends += 1
        while game.seat == self.seat and (leader := playable_leader(game)):
            game = applied(game, leader)
        return worth(game, self.seat, self.left), game

    def sensible(self, game: Engine) -> list[int]:
        """The decisions worth a thought, at least one."""
        legal = game.legal_actions()
        step = game.step
        if step == const.TURN:
            leader = playable_leader(game)
            if leader:
                return [leader]
            if game.main_done:
                if self.left > LEADERS_WAIT:
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
