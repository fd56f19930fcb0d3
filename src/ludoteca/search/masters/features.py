"""What the seat to decide sees of a game of Masters of Renaissance, as inputs of the network.

Players are counted from the seat to decide; of the others it sees the leaders in play only. `layout` says what each
input is.
"""

from __future__ import annotations

from ludoteca.rules.arrays import Grid, grid, row
from ludoteca.rules.masters.engine import const as rules
from ludoteca.rules.masters.engine import ending, leaders, market

from ..network import Network
from . import const
from .storing import Storing

INTERPRETED = __file__.endswith(".py")


class Features(Storing):
    def __init__(self, network: Network) -> None:
        Storing.__init__(self, network)
        if INTERPRETED:  # pragma: no branch  # compiled, the arrays are there from birth
            self.line: Grid = grid(rules.LINES, rules.MARBLES)  # marbles; white ones count as what they give
            self.excess: list[int] = row(rules.LINES)  # what has no place
            self.brings: Grid = grid(rules.LINES, rules.LEVELS)  # whether a card of that level becomes affordable
            self.lacking: Grid = grid(rules.PILES, rules.RESOURCES)
            self.missing: list[int] = row(rules.PILES)
            self.fitting: list[int] = row(rules.PILES)
            self.scores: list[int] = row(rules.MOST_PLAYERS)

    def put(self, index: int, value: int) -> None:
        """It stands here, final and without a branch, because of its speed: it is called some 400 times a position."""
        self.index[self.count] = index
        self.value[self.count] = value
        self.count += value != 0

    def see(self) -> None:
        self.count = 0
        self.see_piles()
        self.see_market()
        self.see_moment()
        if self.state.made > 0:
            self.see_action()
        if self.state.players == 1:
            self.see_lorenzo()
        self.see_leaders()
        for seat in range(self.state.players):
            self.scores[seat] = ending.score(self.state, seat)
        for k in range(self.state.players):
            self.see_player(k)

    def levels_of(self, seat: int) -> int:
        """A bit for each level that fits on one of the slots."""
        levels = 0
        if self.state.card_count[seat] < rules.MOST_CARDS:
            for slot in range(rules.SLOTS):
                levels |= 1 << self.state.slot_size[seat][slot]
        return levels

    def see_piles(self) -> None:
        seat = self.state.seat
        players = self.state.players
        levels = self.levels_of(seat)
        for pile in range(rules.PILES):
            at = const.AT_PILES + pile * const.PILE
            left = self.state.pile_left[pile]
            self.fitting[pile] = 0
            if left == 0:
                self.put(at + const.PILE_EMPTY, 1)
                continue
            card = self.state.grid[pile][left - 1] - 1
            self.put(at + const.PILE_LEFT, left)
            self.put(const.AT_TOPS + card, 1)
            missing = 0
            for resource in range(rules.RESOURCES):
                price = self.state.cards.cost[card][resource] - self.state.discount[seat][resource]
                lacking = max(price - self.state.total[seat][resource], 0)
                self.lacking[pile][resource] = lacking
                missing += lacking
            self.missing[pile] = missing
            if levels >> (pile % rules.LEVELS) & 1:
                self.fitting[pile] = 1
                self.put(at + const.PILE_FITS, 1)
                self.put(at + const.PILE_AFFORDABLE, 1 if missing == 0 else 0)
                self.put(at + const.PILE_MISSING, min(missing, const.MOST_MISSING))
                for resource in range(rules.RESOURCES):
                    self.put(at + const.PILE_LACKS + resource, self.lacking[pile][resource])
        for k in range(1, players):
            self.see_rival((seat + k) % players, const.AT_PILES + const.PILE_RIVAL + k - 1)

    def see_rival(self, seat: int, at: int) -> None:
        """What another player could buy."""
        levels = self.levels_of(seat)
        for pile in range(rules.PILES):
            left = self.state.pile_left[pile]
            fits = left > 0 and levels >> (pile % rules.LEVELS) & 1
            if fits and self.could_pay(seat, self.state.grid[pile][left - 1] - 1):
                self.put(at + pile * const.PILE, 1)

    def could_pay(self, seat: int, card: int) -> bool:
        for resource in range(rules.RESOURCES):
            price = self.state.cards.cost[card][resource] - self.state.discount[seat][resource]
            if price > self.state.total[seat][resource]:
                return False
        return True

    def see_market(self) -> None:
        self.find_special()
        self.find_layouts()
        for line in range(rules.LINES):
            self.read_line(line)
            for marble in range(rules.MARBLES):
                self.put(const.AT_LINES + line * rules.MARBLES + marble, self.line[line][marble])
            self.put(const.AT_EXCESS + line, self.excess[line])
            for level in range(rules.LEVELS):
                self.put(const.AT_BRINGS + line * rules.LEVELS + level, self.brings[line][level])
        self.put(const.AT_SLIDE + self.state.slide, 1)

    def read_line(self, line: int) -> None:
        """What a line gives, what of it has no place, and which cards it brings."""
        seat = self.state.seat
        for marble in range(rules.MARBLES):
            self.line[line][marble] = 0
        for level in range(rules.LEVELS):
            self.brings[line][level] = 0
        for i in range(market.length(line)):
            marble = self.state.market[market.cell(line, i)]
            if marble == rules.WHITE and self.state.white_count[seat] > 0:
                marble = self.state.white[seat][0]
            self.line[line][marble] += 1
        coming = 0
        for resource in range(rules.RESOURCES):
            self.coming[resource] = self.line[line][resource]
            coming += self.coming[resource]
        self.excess[line] = 0
        if coming == 0:
            return
        best = self.roomiest()
        self.excess[line] = coming - self.kept
        for pile in range(rules.PILES):
            if self.fitting[pile] and 0 < self.missing[pile] <= self.kept and self.is_brought(pile, best):
                self.brings[line][pile % rules.LEVELS] = 1

    def is_brought(self, pile: int, layout: int) -> bool:
        """Whether what comes, as far as a layout takes it, is all that is missing for the top card of a pile."""
        for resource in range(rules.RESOURCES):
            if self.lacking[pile][resource] > min(self.coming[resource], self.rooms[layout][resource]):
                return False
        return True

    def see_moment(self) -> None:
        self.put(const.AT_STEP + self.state.step, 1)
        if self.state.main_done:
            self.put(const.AT_MAIN_DONE, 1)
        if self.state.last_round:
            self.put(const.AT_LAST_ROUND, 1)
        self.put(const.AT_SEAT + self.state.seat, 1)
        self.put(const.AT_COUNT + self.state.players - 1, 1)

    def see_action(self) -> None:
        """What was decided of the action under way."""
        step = self.state.step
        if step == rules.FILLING:
            step = self.state.before
        if step in (rules.CONVERTING, rules.PLACING):
            for i in range(self.state.place, self.state.taken_count):
                self.put(const.AT_TAKEN + self.state.taken[i], 1)
            self.put(const.AT_CURRENT + self.state.taken[self.state.place], 1)
            self.put(const.AT_DISCARDED, self.state.discarded)
        elif step == rules.CHOOSING_SLOT:
            self.put(const.AT_PILE + self.state.pile, 1)
        elif step >= rules.CHOOSING_POWERS or (step == rules.PAYING and self.state.powers != 0):
            for resource in range(rules.RESOURCES):
                self.put(const.AT_OWING + resource, self.state.owing[resource])
            for gained in range(rules.YIELDS):
                self.put(const.AT_GAINS + gained, self.state.gains[gained])
            for power in range(rules.POWERS):
                self.put(const.AT_POWERS + power, self.state.powers >> power & 1)
            if step == rules.BASIC_SECOND:
                self.put(const.AT_BASIC + self.state.basic[0], 1)
            self.put(const.AT_NEXT_POWER + self.state.next_power, 1)
        elif step == rules.KEEPING and self.state.kept >= 0:
            kept = self.state.dealt[self.state.seat][self.state.kept]
            self.put(const.AT_KEPT + kept - rules.FIRST_LEADER, 1)

    def see_lorenzo(self) -> None:
        cross = self.state.faith[rules.CROSS]
        self.put(const.AT_CROSS + cross, 1)
        self.put(const.AT_CROSS_SPACE, cross // 3)
        self.put(const.AT_TOKENS_LEFT + self.state.stack_left, 1)
        there = 0
        for i in range(self.state.stack_left):
            there |= 1 << (self.state.stack[i] - rules.FIRST_TOKEN)
        for token in range(rules.TOKENS):
            self.put(const.AT_TOKEN + token, there >> token & 1)
        for colour in range(rules.COLOURS):
            left = ending.colour_left(self.state, colour)
            self.put(const.AT_COLOUR_LEFT + colour, left)
            if left <= const.FEW_OF_A_COLOUR:
                self.put(const.AT_COLOUR_SCARCE + colour, const.FEW_OF_A_COLOUR + 1 - left)

    def see_leaders(self) -> None:
        """Those that the seat to decide has not played yet."""
        seat = self.state.seat
        for i in range(self.state.hand_count[seat]):
            leader = self.state.hand[seat][i] - rules.FIRST_LEADER
            self.put(const.AT_HAND + leader, 1)
            cards = 0
            for colour in range(rules.COLOURS):
                level = self.state.cards.need_level[leader][colour]
                owned = leaders.cards_of(self.state, seat, colour, level)
                cards += max(self.state.cards.need_cards[leader][colour] - owned, 0)
            resources = 0
            for resource in range(rules.RESOURCES):
                needed = self.state.cards.need_resources[leader][resource]
                resources += max(needed - self.state.total[seat][resource], 0)
            self.put(const.AT_HAND_CARDS + leader, cards)
            self.put(const.AT_HAND_RESOURCES + leader, resources)
        for i in range(self.state.dealt_count[seat]):
            self.put(const.AT_DEALT + self.state.dealt[seat][i] - rules.FIRST_LEADER, 1)

    def see_player(self, k: int) -> None:
        players = self.state.players
        seat = (self.state.seat + k) % players
        at = const.AT_PLAYERS + k * const.PLAYER
        held = 0
        for resource in range(rules.RESOURCES):
            total = min(self.state.total[seat][resource], const.MOST_TOTAL)
            self.put(at + const.PLAYER_STORED + resource, self.state.stored[seat][resource])
            boxed = min(self.state.strongbox[seat][resource], const.MOST_IN_STRONGBOX)
            self.put(at + const.PLAYER_STRONGBOX + resource, boxed)
            self.put(at + const.PLAYER_TOTAL + resource * (const.MOST_TOTAL + 1) + total, 1)
            self.put(at + const.PLAYER_DISCOUNT + resource, self.state.discount[seat][resource])
        for depot in range(rules.DEPOTS):
            held += self.state.depot_held[seat][depot]
        self.put(at + const.PLAYER_ROOM, 6 - held)
        for depot in range(rules.DEPOTS, rules.ALL_DEPOTS):
            resource = self.state.depot_kind[seat][depot]
            if resource >= 0:
                self.put(at + const.PLAYER_DEPOT + resource, 1)
                self.put(at + const.PLAYER_IN_DEPOT + resource, self.state.depot_held[seat][depot])
        for i in range(self.state.white_count[seat]):
            self.put(at + const.PLAYER_WHITE + self.state.white[seat][i], 1)
        self.see_progress(seat, at)
        self.see_production(seat, at)
        for i in range(self.state.played_count[seat]):
            self.put(at + const.PLAYER_PLAYED + self.state.played[seat][i] - rules.FIRST_LEADER, 1)
        self.put(at + const.PLAYER_HAND + self.state.hand_count[seat], 1)
        self.put(at + const.PLAYER_PENDING, self.state.pending[seat])
        self.put(at + const.PLAYER_THERE, 1)

    def see_progress(self, seat: int, at: int) -> None:
        """Faith, cards and points."""
        space = self.state.faith[seat]
        self.put(at + const.PLAYER_FAITH + space, 1)
        self.put(at + const.PLAYER_SPACE, space // 3)
        for section in range(rules.SECTIONS):
            if self.state.tiles[seat][section] == rules.UP:
                self.put(at + const.PLAYER_TILE_UP + section, 1)
            elif self.state.tiles[seat][section] == rules.GONE:
                self.put(at + const.PLAYER_TILE_GONE + section, 1)
        self.put(at + const.PLAYER_CARDS + min(self.state.card_count[seat], rules.MOST_CARDS), 1)
        for pile in range(rules.PILES):
            self.put(at + const.PLAYER_OWNED + pile, self.state.owned[seat][pile])
        self.put(at + const.PLAYER_CARD_POINTS, ending.card_points(self.state, seat) // 2)
        self.put(at + const.PLAYER_LEADER_POINTS, ending.leader_points(self.state, seat) // 2)
        self.put(at + const.PLAYER_TILE_POINTS, ending.tile_points(self.state, seat))
        self.put(at + const.PLAYER_TRACK_POINTS, ending.faith_points(self.state, seat) // 2)
        self.put(at + const.PLAYER_SCORE, self.scores[seat] // 3)
        self.put(at + const.PLAYER_RESOURCES, min(ending.resources_of(self.state, seat) // 2, const.MOST_AHEAD))
        best = 0
        for other in range(self.state.players):
            if other != seat and self.scores[other] > best:
                best = self.scores[other]
        ahead = self.scores[seat] - best
        self.put(at + const.PLAYER_AHEAD, min(max(ahead, -const.MOST_AHEAD), const.MOST_AHEAD))

    def see_production(self, seat: int, at: int) -> None:
        for slot in range(rules.SLOTS):
            size = self.state.slot_size[seat][slot]
            self.put(at + const.PLAYER_SLOTS + size, 1)
            if size > 0:
                card = self.state.slots[seat][slot * rules.LEVELS + size - 1] - 1
                self.put(at + const.PLAYER_TOP + card, 1)
                for gained in range(rules.YIELDS):
                    self.put(at + const.PLAYER_YIELDS + gained, self.state.cards.produces[card][gained])
                for resource in range(rules.RESOURCES):
                    self.put(at + const.PLAYER_CONSUMES + resource, self.state.cards.consumes[card][resource])
