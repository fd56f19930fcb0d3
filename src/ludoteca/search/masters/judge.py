"""The judge of Masters of Renaissance: decisions as rows of the policy, chances by player, and what a seat cannot see
dealt anew."""

from __future__ import annotations

from ludoteca.rules.arrays import row
from ludoteca.rules.core import Core
from ludoteca.rules.draws import Draws
from ludoteca.rules.masters.engine import const as rules
from ludoteca.rules.masters.engine import piles, production
from ludoteca.rules.masters.engine.state import State

from .. import network
from ..network import Network
from . import const
from .features import Features

INTERPRETED = __file__.endswith(".py")


class MastersJudge(Features):
    def __init__(self, network: Network) -> None:
        Features.__init__(self, network)
        self.chance: Draws = Draws()
        if INTERPRETED:  # pragma: no branch  # compiled, the arrays are there from birth
            self.unseen: list[int] = row(rules.LEADERS)

    def bind(self, game: Core) -> None:
        assert isinstance(game, State)
        self.game = game
        self.state = game
        self.players = game.players
        self.viewer = game.seat

    # What the thinking seat cannot see

    def deal(self, seed: int) -> None:
        """Other hands, leaders out of sight, piles below the top, tokens and the coming draws. Everything is first laid
        in a fixed order, so that how it really lies makes no difference."""
        self.state.draws.reseed(seed)
        self.chance.reseed(seed + 1)
        self.deal_leaders()
        for pile in range(rules.PILES):
            below = self.state.pile_left[pile] - 1
            self.sort(self.state.grid[pile], below)
            self.shuffle(self.state.grid[pile], below)
        self.sort(self.state.stack, self.state.stack_left)
        self.shuffle(self.state.stack, self.state.stack_left)

    def sort(self, cards: list[int], count: int) -> None:
        for i in range(1, count):
            card = cards[i]
            k = i
            while k > 0 and cards[k - 1] > card:
                cards[k] = cards[k - 1]
                k -= 1
            cards[k] = card

    def shuffle(self, cards: list[int], count: int) -> None:
        for i in range(count - 1):
            other = i + self.chance.below(count - i, 0)
            card = cards[other]
            cards[other] = cards[i]
            cards[i] = card

    def deal_leaders(self) -> None:
        """All leaders that are neither in play nor known to the thinking seat."""
        known = 0
        me = self.viewer
        for seat in range(self.players):
            for i in range(self.state.played_count[seat]):
                known |= 1 << (self.state.played[seat][i] - rules.FIRST_LEADER)
            if seat == me:
                for i in range(self.state.dealt_count[seat]):
                    known |= 1 << (self.state.dealt[seat][i] - rules.FIRST_LEADER)
                for i in range(self.state.hand_count[seat]):
                    known |= 1 << (self.state.hand[seat][i] - rules.FIRST_LEADER)
                for i in range(self.state.gone_count[seat]):
                    known |= 1 << (self.state.gone[seat][i] - rules.FIRST_LEADER)
        count = 0
        for leader in range(rules.LEADERS):
            if not known >> leader & 1:
                self.unseen[count] = rules.FIRST_LEADER + leader
                count += 1
        self.shuffle(self.unseen, count)
        at = 0
        for seat in range(self.players):
            if seat != me:
                at = self.hand_out(self.state.dealt[seat], self.state.dealt_count[seat], at)
                at = self.hand_out(self.state.hand[seat], self.state.hand_count[seat], at)
                at = self.hand_out(self.state.gone[seat], self.state.gone_count[seat], at)

    def hand_out(self, places: list[int], count: int, at: int) -> int:
        """Unseen leaders from number `at` on, in ascending order; the number of the next one."""
        for i in range(count):
            places[i] = self.unseen[at + i]
        self.sort(places, count)
        return at + count

    # What is worth a thought

    def sift(self, count: int) -> int:
        step = self.state.step
        if step == rules.TURN:
            return self.sift_turn(count)
        if step == rules.PLACING:
            return self.sift_places()
        if step == rules.FILLING:
            return self.sift_contents(count)
        if step == rules.CHOOSING_SLOT:
            return self.sift_slots(count)
        if step == rules.PAYING:
            return 1  # depots first: they are small
        if step == rules.FREE_PLACE:
            self.state.actions[0] = self.state.actions[count - 1]
            return 1
        return count

    def sift_turn(self, count: int) -> int:
        """A leader that can be played is played; nothing is laid out anew without need."""
        kept = 0
        for i in range(count):
            action = self.state.actions[i]
            if rules.PLAY_LEADER <= action < rules.DISCARD_LEADER:
                self.state.actions[0] = action
                return 1
            if action != rules.ARRANGE:
                self.state.actions[kept] = action
                kept += 1
        return kept

    def sift_slots(self, count: int) -> int:
        """One empty slot is like another."""
        if self.state.pile % rules.LEVELS == 0:
            return 1
        return count

    # Decisions as rows of the policy

    def describe(self, count: int) -> None:
        for i in range(count):
            self.row_count[i] = 0
            action = self.state.actions[i]
            if action >= rules.CHOOSE_RESOURCE:
                self.describe_choice(i, action)
            elif rules.TAKE_LINE <= action < rules.BUY:
                self.describe_line(i, action - rules.TAKE_LINE)
            else:
                self.describe_action(i, action)

    def describe_line(self, i: int, line: int) -> None:
        self.add_row(i, const.ROW_LINE)
        for resource in range(rules.RESOURCES):
            if self.line[line][resource] > 0:
                self.add_row(i, const.ROW_YIELD + resource * rules.MOST_TAKEN + self.line[line][resource] - 1)
        if self.line[line][rules.FAITH] > 0:
            self.add_row(i, const.ROW_FAITH)
        if self.excess[line] > 0:
            self.add_row(i, const.ROW_EXCESS + self.excess[line] - 1)
        for level in range(rules.LEVELS):
            if self.brings[line][level]:
                self.add_row(i, const.ROW_BRINGS + level)

    def describe_action(self, i: int, action: int) -> None:
        seat = self.state.seat
        if action < rules.TAKE_LINE:
            self.add_row(i, const.ROW_KEEP + self.state.dealt[seat][action - rules.KEEP] - rules.FIRST_LEADER)
        elif action < rules.PRODUCE:
            self.add_row(i, const.ROW_BUY + piles.top(self.state, action - rules.BUY) - 1)
        elif action == rules.PRODUCE:
            self.add_row(i, const.ROW_PRODUCE)
        elif action < rules.DISCARD_LEADER:
            leader = self.state.hand[seat][action - rules.PLAY_LEADER]
            self.add_row(i, const.ROW_PLAY_LEADER + leader - rules.FIRST_LEADER)
        elif action < rules.ARRANGE:
            leader = self.state.hand[seat][action - rules.DISCARD_LEADER]
            self.add_row(i, const.ROW_DISCARD_LEADER + leader - rules.FIRST_LEADER)
        elif action == rules.ARRANGE:
            if self.state.step == rules.PLACING:
                self.add_row(i, const.ROW_STORE + self.state.taken[self.state.place])
            else:
                self.add_row(i, const.ROW_ARRANGE)
        else:
            self.add_row(i, const.ROW_END_TURN)

    def describe_choice(self, i: int, action: int) -> None:
        """In the middle of an action."""
        step = self.state.step
        seat = self.state.seat
        if action < rules.PLACE:
            question = 0
            if step == rules.CONVERTING:
                question = 1
            elif step >= rules.BASIC_FIRST:
                question = 2 + step - rules.BASIC_FIRST
            self.add_row(i, const.ROW_RESOURCE + question * rules.RESOURCES + action - rules.CHOOSE_RESOURCE)
        elif action < rules.DISCARD:
            if step == rules.PLACING:
                self.add_row(i, const.ROW_STORE + self.state.taken[self.state.place])
            else:
                self.add_row(i, const.ROW_PLACE)
        elif action == rules.DISCARD:
            self.add_row(i, const.ROW_DISCARD + self.state.taken[self.state.place])
        elif action < rules.PAY_FROM:
            slot = action - rules.CHOOSE_SLOT
            size = self.state.slot_size[seat][slot]
            if size == 0:
                self.add_row(i, const.ROW_EMPTY_SLOT)
            else:
                self.add_row(i, const.ROW_COVER + self.state.slots[seat][slot * rules.LEVELS + size - 1] - 1)
        elif action < rules.POWER:
            self.add_row(i, const.ROW_PAY + action - rules.PAY_FROM)
        elif action == rules.POWER + rules.BASIC:
            self.add_row(i, const.ROW_BASIC)
        elif action < rules.POWERS_DONE:
            card = production.card_of(self.state, seat, action - rules.POWER)
            if card >= rules.FIRST_LEADER:
                self.add_row(i, const.ROW_LEADER_POWER + card - rules.FIRST_LEADER)
            else:
                self.add_row(i, const.ROW_POWER + card - 1)
        elif action == rules.POWERS_DONE:
            self.add_row(i, const.ROW_POWERS_DONE)
        else:
            self.add_row(i, const.ROW_FILL + action - rules.FILL)

    # Who is likely to win

    def weigh(self) -> None:
        if self.players == 1:
            self.values[0] = 1.0 / (1.0 + network.power(-self.network.outcome(0)))
            return
        first = const.AT_TWO_PLAYERS
        if self.players == 3:
            first = const.AT_THREE_PLAYERS
        elif self.players == 4:
            first = const.AT_FOUR_PLAYERS
        most = -1e30
        for k in range(self.players):
            seat = (self.state.seat + k) % self.players
            self.values[seat] = self.network.outcome(first + k)
            most = max(most, self.values[seat])
        total = 0.0
        for seat in range(self.players):
            self.values[seat] = network.power(self.values[seat] - most)
            total += self.values[seat]
        for seat in range(self.players):
            self.values[seat] /= total

    def settle(self) -> None:
        """Players who win together share it."""
        winners = 0
        for seat in range(self.players):
            winners += self.state.winning >> seat & 1
        for seat in range(self.players):
            self.values[seat] = 1.0 / winners if self.state.winning >> seat & 1 else 0.0
