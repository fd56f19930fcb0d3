"""What the seat to decide sees of a game of Eriantys, as inputs of the network.

Players and sides are counted from the seat to decide, groups from mother nature. `layout` says what each input is.
"""

from __future__ import annotations

from ludoteca.rules.arrays import Grid, grid, row
from ludoteca.rules.eriantys.engine import const as rules
from ludoteca.rules.eriantys.engine import influence, mother_nature
from ludoteca.rules.eriantys.engine.state import State

from ..judge import Judge
from ..network import Network
from . import const

INTERPRETED = __file__.endswith(".py")


class Features(Judge):
    def __init__(self, network: Network) -> None:
        Judge.__init__(self, network)
        self.state: State
        if INTERPRETED:  # pragma: no branch  # compiled, the arrays are there from birth
            self.strength: Grid = grid(rules.ISLANDS, rules.MOST_SIDES)
            self.lead: list[int] = row(rules.ISLANDS)
            self.swing: list[int] = row(rules.ISLANDS)  # towers gained on others if the group were resolved now
            self.decides: list[int] = row(rules.ISLANDS)  # whether that would be the last tower, 1 or -1
            self.unseen: list[int] = row(rules.COLOURS)

    def put(self, index: int, value: int) -> None:
        """It stands here, final and without a branch, because of its speed: it is called some 400 times a position."""
        self.index[self.count] = index
        self.value[self.count] = value
        self.count += value != 0

    def see(self) -> None:
        self.count = 0
        for colour in range(rules.COLOURS):
            self.unseen[colour] = rules.STUDENTS_PER_COLOUR
        self.see_groups()
        for k in range(self.state.players):
            self.see_player(k)
        self.see_clouds()
        if self.state.expert:
            self.see_characters()
            if self.state.choosing != rules.NOTHING:
                self.see_choices()
        self.see_table()

    def measure(self, group: int) -> None:
        """Who is strong on a group as things stand, and what its resolution would change."""
        mine = self.state.side[self.state.seat]
        owner = self.state.owner[group]
        size = self.state.size[group]
        influence.compute(self.state, group)
        most = 0
        for side in range(self.state.sides):
            self.strength[group][side] = self.state.influence[side]
            if side != mine and self.state.influence[side] > most:
                most = self.state.influence[side]
        self.lead[group] = self.state.influence[mine] - most
        self.swing[group] = 0
        self.decides[group] = 0
        taker = influence.strongest(self.state)
        if taker < 0 or taker == owner or self.state.no_entry[group] > 0:
            return
        if taker == mine:
            self.swing[group] = size if owner < 0 else 2 * size
        else:
            self.swing[group] = -2 * size if owner == mine else -size
        if self.state.towers[taker] <= size:
            self.decides[group] = 1 if taker == mine else -1

    def see_groups(self) -> None:
        mine = self.state.side[self.state.seat]
        sides = self.state.sides
        for r in range(self.state.groups):
            group = (self.state.mother_nature + r) % self.state.groups
            at = r * const.GROUP
            size = self.state.size[group]
            owner = self.state.owner[group]
            self.measure(group)
            self.put(at + const.GROUP_THERE, 1)
            self.put(at + const.GROUP_SIZE, size)
            if owner >= 0:
                self.put(at + const.GROUP_OWNER + (owner - mine + sides) % sides, size)
            self.put(at + const.GROUP_NO_ENTRY, self.state.no_entry[group])
            for colour in range(rules.COLOURS):
                self.put(at + const.GROUP_STUDENTS + colour, self.state.students[group][colour])
                self.unseen[colour] -= self.state.students[group][colour]
            for side in range(sides):
                strength = min(self.strength[group][side], const.MOST_STRENGTH)
                self.put(at + const.GROUP_STRENGTH + (side - mine + sides) % sides, strength)
            self.put(at + const.GROUP_LEAD + clipped(self.lead[group], const.FURTHEST_LEAD), 1)
            if self.swing[group] > 0:
                self.put(at + const.GROUP_GAIN, self.swing[group])
            else:
                self.put(at + const.GROUP_LOSS, -self.swing[group])
            if self.decides[group] > 0:
                self.put(at + const.GROUP_WIN, 1)
            elif self.decides[group] < 0:
                self.put(at + const.GROUP_DEFEAT, 1)

    def table_lead(self, seat: int, colour: int) -> int:
        """Of a player at a table of the dining rooms."""
        most = 0
        for other in range(self.state.players):
            if other != seat and self.state.dining[other][colour] > most:
                most = self.state.dining[other][colour]
        return self.state.dining[seat][colour] - most

    def see_player(self, k: int) -> None:
        players = self.state.players
        seat = (self.state.seat + k) % players
        side = self.state.side[seat]
        at = const.AT_PLAYERS + k * const.PLAYER
        held = 0
        for colour in range(rules.COLOURS):
            seated = self.state.dining[seat][colour]
            self.put(at + const.PLAYER_ENTRANCE + colour, self.state.entrance[seat][colour])
            self.put(at + const.PLAYER_DINING + colour, seated)
            self.unseen[colour] -= self.state.entrance[seat][colour] + seated
            if self.state.professor[colour] == seat:
                self.put(at + const.PLAYER_PROFESSOR + colour, 1)
                held += 1
            lead = clipped(self.table_lead(seat, colour), const.FURTHEST_TABLE_LEAD)
            self.put(at + const.PLAYER_LEAD + lead * rules.COLOURS + colour, 1)
            if self.state.expert and seated % rules.SEATS_PER_COIN == rules.SEATS_PER_COIN - 1:
                self.put(at + const.PLAYER_NEXT_COIN + colour, 1)
        for value in range(rules.ASSISTANTS):
            self.put(at + const.PLAYER_HAND + value, self.state.hand[seat] >> value & 1)
        played = self.state.assistant[seat]
        if played > 0:
            self.put(at + const.PLAYER_ASSISTANT + played - 1, 1)
        if self.state.step != rules.PLANNING:
            for place in range(self.state.turn, players):
                if self.state.order[place] == seat:
                    self.put(at + const.PLAYER_STEPS, (played + 1) // 2)
                    self.put(at + const.PLAYER_TO_ACT, 1)
                    self.put(at + const.PLAYER_PLACE + place - self.state.turn, 1)
        elif played == 0:
            self.put(at + const.PLAYER_TO_ACT, 1)
        if self.state.expert:
            coins = self.state.coins[seat]
            self.put(at + const.PLAYER_COINS, min(coins, const.MOST_COINS))
            self.put(at + const.PLAYER_COIN_STEP + min(coins, const.COIN_STEPS - 1), 1)
        self.put(at + const.PLAYER_TOWERS, self.state.towers[side])
        self.put(at + const.PLAYER_TOWER_STEP + self.state.towers[side], 1)
        self.put(at + const.PLAYER_PROFESSORS, held)
        self.put(at + const.PLAYER_THERE, 1)
        if k > 0 and side == self.state.side[self.state.seat]:
            self.put(at + const.PLAYER_PARTNER, 1)

    def see_clouds(self) -> None:
        for cloud in range(self.state.players):
            at = const.AT_CLOUDS + cloud * const.CLOUD
            total = 0
            for colour in range(rules.COLOURS):
                self.put(at + colour, self.state.clouds[cloud][colour])
                total += self.state.clouds[cloud][colour]
                self.unseen[colour] -= self.state.clouds[cloud][colour]
            self.put(at + rules.COLOURS, 1 if total > 0 else 0)

    def see_characters(self) -> None:
        at = const.AT_EXPERT
        for place in range(rules.CHARACTERS_IN_PLAY):
            number = self.state.character[place]
            if number > 0:
                price = (number - 1) % rules.PRICES + 1 + self.state.character_used[place]
                self.put(at + const.EXPERT_PRICE + number - 1, price)
                if price <= self.state.coins[self.state.seat] and not self.state.character_played:
                    self.put(at + const.EXPERT_AFFORDABLE + number - 1, 1)
                students = const.NOWHERE
                if number == rules.MONK:
                    students = const.EXPERT_MONK
                elif number == rules.JESTER:
                    students = const.EXPERT_JESTER
                elif number == rules.PRINCESS:
                    students = const.EXPERT_PRINCESS
                for colour in range(rules.COLOURS):
                    self.unseen[colour] -= self.state.card_students[place][colour]
                    if students != const.NOWHERE:
                        self.put(at + students + colour, self.state.card_students[place][colour])
        self.put(at + const.EXPERT_NO_ENTRY, self.state.card_no_entry)
        self.put(at + const.EXPERT_EFFECT + self.state.effect, 1)
        if self.state.ignored_colour >= 0:
            self.put(at + const.EXPERT_IGNORED + self.state.ignored_colour, 1)
        if self.state.character_played:
            self.put(at + const.EXPERT_PLAYED, 1)
        self.put(at + const.EXPERT_SUPPLY, self.state.supply // 4)

    def see_choices(self) -> None:
        """The choices for a character so far."""
        at = const.AT_EXPERT
        choosing = self.state.choosing
        owed = self.state.owed
        self.put(at + const.EXPERT_OWED + owed, 1)
        self.put(at + const.EXPERT_CHOOSING + choosing, 1)
        if owed not in (rules.JESTER, rules.MINSTREL):
            if owed == rules.MONK and choosing == rules.ISLAND:
                self.put(at + const.EXPERT_FROM_OTHER + self.state.from_other[0], 1)
            return
        pairs = self.state.pairs
        self.put(at + const.EXPERT_PAIRS + pairs, 1)
        entrance = pairs
        other = pairs
        if owed == rules.JESTER and choosing == rules.FROM_ENTRANCE:
            other += 1
        elif choosing == rules.FROM_DINING:
            entrance += 1
        for i in range(entrance):
            self.put(at + const.EXPERT_FROM_ENTRANCE + self.state.from_entrance[i], 1)
        for i in range(other):
            self.put(at + const.EXPERT_FROM_OTHER + self.state.from_other[i], 1)

    def see_table(self) -> None:
        at = const.AT_TABLE
        step = self.state.step
        self.put(at + const.TABLE_STEP + step, 1)
        if step == rules.STUDENTS:
            self.put(at + const.TABLE_MOVED + self.state.moved, 1)
        if step in (rules.STUDENTS, rules.MOTHER_NATURE):
            self.put(at + const.TABLE_REACH + mother_nature.reach(self.state) - 1, 1)
        if self.state.last_round:
            self.put(at + const.TABLE_LAST_ROUND, 1)
        if self.state.clouds_short:
            self.put(at + const.TABLE_CLOUDS_SHORT, 1)
        left = 0
        for value in range(rules.ASSISTANTS):
            left += self.state.hand[self.state.seat] >> value & 1
        self.put(at + const.TABLE_HAND + left, 1)
        self.put(at + const.TABLE_BAG, self.state.bag_total // 8)
        for colour in range(rules.COLOURS):
            self.put(at + const.TABLE_UNSEEN + colour, self.unseen[colour] // 2)
        groups = self.state.groups
        self.put(at + const.TABLE_GROUPS, groups)
        if groups <= rules.FEWEST_GROUPS + const.FEW_GROUPS:
            self.put(at + const.TABLE_FEW_GROUPS + max(groups - rules.FEWEST_GROUPS - 1, 0), 1)
        self.put(at + const.TABLE_TURN + self.state.turn, 1)
        self.put(at + const.TABLE_PLAYERS + self.state.players - 2, 1)
        if self.state.expert:
            self.put(at + const.TABLE_EXPERT, 1)


def clipped(lead: int, furthest: int) -> int:
    """Counted from 0: by so much at least behind, up to by so much at least ahead."""
    return min(max(lead, -furthest), furthest) + furthest
