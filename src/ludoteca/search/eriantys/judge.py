"""The judge of Eriantys: decisions as rows of the policy, chances by side, and what nobody knows dealt anew."""

from __future__ import annotations

from ludoteca.rules import draws
from ludoteca.rules.core import Core
from ludoteca.rules.eriantys.engine import const as rules
from ludoteca.rules.eriantys.engine.state import State

from .. import network
from ..arrays import reals
from ..network import Network
from . import const, features
from .features import Features

INTERPRETED = __file__.endswith(".py")


class EriantysJudge(Features):
    def __init__(self, network: Network) -> None:
        Features.__init__(self, network)
        self.all_known: bool = True
        if INTERPRETED:  # pragma: no branch  # compiled, the arrays are there from birth
            self.chance: list[float] = reals(rules.MOST_SIDES)

    def bind(self, game: Core) -> None:
        assert isinstance(game, State)
        self.game = game
        self.state = game
        self.players = game.players
        self.viewer = game.seat
        self.all_known = self.count_unseen() == game.bag_total

    def count_unseen(self) -> int:
        """Students that do not lie open on the table. In a puzzle some of them may be neither there nor in the bag."""
        if self.state.seat < 0:
            return self.state.bag_total
        self.see()
        total = 0
        for colour in range(rules.COLOURS):
            total += self.unseen[colour]
        return total

    def deal(self, seed: int) -> None:
        """The coming draws; in puzzles also which of the unseen students are in the bag."""
        self.state.draws.reseed(seed)
        if self.all_known:
            return
        self.see()
        left = 0
        for colour in range(rules.COLOURS):
            left += self.unseen[colour]
            self.state.bag[colour] = 0
        for _ in range(self.state.bag_total):
            drawn = self.state.draws.below(left, 0)
            left -= 1
            colour = 0
            while drawn >= self.unseen[colour]:
                drawn -= self.unseen[colour]
                colour += 1
            self.unseen[colour] -= 1
            self.state.bag[colour] = self.state.bag[colour] + 1
        self.state.draws.reseed(draws.mixed(seed, 0))

    def describe(self, count: int) -> None:
        for i in range(count):
            self.row_count[i] = 0
            self.describe_decision(i, self.state.actions[i])

    def describe_decision(self, i: int, action: int) -> None:
        if action < rules.TO_DINING:
            self.add_row(i, const.ROW_ASSISTANT + action)
        elif action < rules.TO_ISLAND:
            colour = action - rules.TO_DINING
            self.add_row(i, const.ROW_DINING + colour)
            lead = self.table_lead(self.state.seat, colour)
            self.add_row(i, const.ROW_DINING_LEAD + features.clipped(lead, const.FURTHEST_TABLE_LEAD))
        elif action < rules.MOVE_MOTHER_NATURE:
            colour = (action - rules.TO_ISLAND) // rules.ISLANDS
            group = (action - rules.TO_ISLAND) % rules.ISLANDS
            self.add_row(i, const.ROW_TO_GROUP + colour * rules.ISLANDS + self.distance(group))
            self.add_row(i, const.ROW_TO_GROUP_LEAD + self.holder(colour) * const.LEADS + self.lead_at(group))
        elif action < rules.TAKE_CLOUD:
            steps = action - rules.MOVE_MOTHER_NATURE + 1
            self.add_row(i, const.ROW_STEPS + steps - 1)
            self.describe_resolution(i, (self.state.mother_nature + steps) % self.state.groups)
        elif action < rules.END_TURN:
            for colour in range(rules.COLOURS):
                for _ in range(self.state.clouds[action - rules.TAKE_CLOUD][colour]):
                    self.add_row(i, const.ROW_CLOUD + colour)
        elif action == rules.END_TURN:
            self.add_row(i, const.ROW_END_TURN)
        elif action < rules.CHOOSE_COLOUR:
            self.add_row(i, const.ROW_CHARACTER + action - rules.PLAY_CHARACTER)
        else:
            self.describe_choice(i, action)

    def describe_choice(self, i: int, action: int) -> None:
        """Of those that a character asks for."""
        owed = self.state.owed
        if action == rules.SWAP_DONE:
            self.add_row(i, const.ROW_SWAP_DONE)
        elif action < rules.CHOOSE_ISLAND:
            kind = self.state.choosing - rules.FROM_CARD
            if self.state.choosing == rules.COLOUR and owed == rules.THIEF:
                kind += 1
            self.add_row(i, const.ROW_COLOUR + kind * rules.COLOURS + action - rules.CHOOSE_COLOUR)
        else:
            group = action - rules.CHOOSE_ISLAND
            kind = 0
            if owed == rules.HERALD:
                kind = 1
                self.describe_resolution(i, group)
            elif owed == rules.HERBALIST:
                kind = 2
            else:
                holder = self.holder(self.state.from_other[0])
                self.add_row(i, const.ROW_TO_GROUP_LEAD + holder * const.LEADS + self.lead_at(group))
            self.add_row(i, const.ROW_GROUP + kind * rules.ISLANDS + self.distance(group))
            self.add_row(i, const.ROW_GROUP_LEAD + kind * const.LEADS + self.lead_at(group))

    def describe_resolution(self, i: int, group: int) -> None:
        self.add_row(i, const.ROW_SWING + features.clipped(self.swing[group], const.FURTHEST_SWING))
        if self.decides[group] > 0:
            self.add_row(i, const.ROW_WIN)
        elif self.decides[group] < 0:
            self.add_row(i, const.ROW_DEFEAT)

    def distance(self, group: int) -> int:
        """Of a group from mother nature, clockwise."""
        return (group - self.state.mother_nature + self.state.groups) % self.state.groups

    def holder(self, colour: int) -> int:
        """Of a professor: one's own side, nobody, or another."""
        seat = self.state.professor[colour]
        if seat < 0:
            return 1
        return 0 if self.state.side[seat] == self.state.side[self.state.seat] else 2

    def lead_at(self, group: int) -> int:
        return features.clipped(self.lead[group], const.FURTHEST_LEAD)

    def weigh(self) -> None:
        sides = self.state.sides
        first = 0
        if self.state.players == 3:
            first = const.AT_THREE_PLAYERS
        elif self.state.players == 4:
            first = const.AT_FOUR_PLAYERS
        most = -1e30
        for k in range(sides):
            self.chance[k] = self.network.outcome(first + k)
            most = max(most, self.chance[k])
        total = 0.0
        for k in range(sides):
            self.chance[k] = network.power(self.chance[k] - most)
            total += self.chance[k]
        mine = self.state.side[self.state.seat]
        for seat in range(self.players):
            self.values[seat] = self.chance[(self.state.side[seat] - mine + sides) % sides] / total

    def settle(self) -> None:
        """Sides that win together share it."""
        winners = 0
        for side in range(self.state.sides):
            winners += self.state.winning >> side & 1
        for seat in range(self.players):
            self.values[seat] = 1.0 / winners if self.state.winning >> seat & 1 else 0.0
