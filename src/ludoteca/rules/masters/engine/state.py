"""Everything that a game of Masters of Renaissance is at one moment, in small integers.

Compiled, the lists are C arrays inside the object. Modules that are compiled too work on them in place; all other code
may read any field, and writes a field by assigning the whole of it (reading gives a copy there). Cards, leaders and
tokens are their numbers; 0 is no card.
"""

from __future__ import annotations

from ludoteca.rules.arrays import Grid, grid, row
from ludoteca.rules.core import Core

from . import const
from .deck import Cards

INTERPRETED = __file__.endswith(".py")


class State(Core):
    def __init__(self, cards: Cards) -> None:
        Core.__init__(self)
        self.cards: Cards = cards
        if INTERPRETED:  # pragma: no branch  # compiled, the arrays are there from birth
            # The middle of the table
            self.market: list[int] = row(const.TRAY)  # marbles, row by row
            self.grid: Grid = grid(const.PILES, const.PILE_CARDS)  # bottom first
            self.pile_left: list[int] = row(const.PILES)
            # Boards. Depots 0 to 2 have one slot more than their number, 3 and 4 are those of leaders.
            self.depot_kind: Grid = grid(const.MOST_PLAYERS, const.ALL_DEPOTS)  # resource, or NOBODY
            self.depot_held: Grid = grid(const.MOST_PLAYERS, const.ALL_DEPOTS)
            self.stored: Grid = grid(const.MOST_PLAYERS, const.RESOURCES)  # in all depots
            self.strongbox: Grid = grid(const.MOST_PLAYERS, const.RESOURCES)
            self.total: Grid = grid(const.MOST_PLAYERS, const.RESOURCES)  # stored and in the strongbox
            self.slots: Grid = grid(const.MOST_PLAYERS, const.SLOT_PLACES)  # slot x 3 + place, bottom first
            self.slot_size: Grid = grid(const.MOST_PLAYERS, const.SLOTS)
            self.owned: Grid = grid(const.MOST_PLAYERS, const.PILES)  # cards in the slots by the pile they came from
            self.card_count: list[int] = row(const.MOST_PLAYERS)
            # Faith
            self.faith: list[int] = row(const.MARKERS)  # by seat; the last one is the black cross
            self.tiles: Grid = grid(const.MOST_PLAYERS, const.SECTIONS)
            # Leaders
            self.dealt: Grid = grid(const.MOST_PLAYERS, const.LEADERS_DEALT)  # ascending, until two are kept
            self.dealt_count: list[int] = row(const.MOST_PLAYERS)
            self.hand: Grid = grid(const.MOST_PLAYERS, const.LEADERS_KEPT)
            self.hand_count: list[int] = row(const.MOST_PLAYERS)
            self.played: Grid = grid(const.MOST_PLAYERS, const.LEADERS_KEPT)  # in the order of play
            self.played_count: list[int] = row(const.MOST_PLAYERS)
            self.gone: Grid = grid(const.MOST_PLAYERS, const.MOST_GONE)
            self.gone_count: list[int] = row(const.MOST_PLAYERS)
            # What the leaders in play give
            self.discount: Grid = grid(const.MOST_PLAYERS, const.RESOURCES)
            self.white: Grid = grid(const.MOST_PLAYERS, const.LEADERS_KEPT)  # resources for white marbles
            self.white_count: list[int] = row(const.MOST_PLAYERS)
            self.power_leader: Grid = grid(const.MOST_PLAYERS, const.LEADERS_KEPT)
            self.power_leaders: list[int] = row(const.MOST_PLAYERS)
            # Set-up and Lorenzo
            self.pending: list[int] = row(const.MOST_PLAYERS)  # free resources still to choose
            self.stack: list[int] = row(const.TOKENS)  # the next token last
            # The action under way: its decisions so far, then the scratch of each kind of action
            self.decisions: list[int] = row(const.MOST_DECISIONS)
            self.taken: list[int] = row(const.MOST_TAKEN)  # from the market, in the order of the line
            self.pool: list[int] = row(const.RESOURCES)  # resources not yet laid out
            self.needing: list[int] = row(const.RESOURCES)  # how many of them leader depots cannot take
            self.layout_kind: list[int] = row(const.ALL_DEPOTS)
            self.layout_held: list[int] = row(const.ALL_DEPOTS)
            self.owing: list[int] = row(const.RESOURCES)  # not yet paid
            self.paid: Grid = grid(const.RESOURCES, const.SOURCES)
            self.gains: list[int] = row(const.YIELDS)
            self.basic: list[int] = row(const.BASIC_CHOICES)  # two inputs and the output
            self.leader_out: list[int] = row(const.LEADERS_KEPT)
        self.players: int = 1
        self.slide: int = 0
        self.stack_left: int = 0
        self.step: int = const.TURN
        self.current: int = 0  # whose turn it is
        self.main_done: bool = False
        self.last_round: bool = False
        self.made: int = 0  # decisions of the action under way
        self.kept: int = const.NOBODY  # place of the first leader kept
        self.free_resource: int = 0  # chosen, but not yet stored
        self.line: int = 0
        self.taken_count: int = 0
        self.place: int = 0  # of those taken, which one is asked about
        self.discarded: int = 0
        self.depot: int = 0  # the next one to be laid out
        self.laid: int = 0  # bit for each type that lies in a larger depot
        self.before: int = 0  # the step to go back to after laying out
        self.made_before: int = 0  # decisions of the action in the middle of which things are laid out
        self.pile: int = 0  # being bought from
        self.slot: int = 0
        self.paying: int = 0  # resource being paid
        self.source: int = 0  # where its last unit came from: payments run through the sources in order
        self.powers: int = 0  # bit for each power chosen
        self.next_power: int = 0


def copy(to: State, source: State) -> None:
    """Everything but the cards, the draws and the recorder."""
    for i in range(const.PILES):
        to.grid[i][:] = source.grid[i]
    for i in range(source.players):
        copy_board(to, source, i)
    to.market[:] = source.market
    to.pile_left[:] = source.pile_left
    to.card_count[:] = source.card_count
    to.faith[:] = source.faith
    to.dealt_count[:] = source.dealt_count
    to.hand_count[:] = source.hand_count
    to.played_count[:] = source.played_count
    to.gone_count[:] = source.gone_count
    to.white_count[:] = source.white_count
    to.power_leaders[:] = source.power_leaders
    to.pending[:] = source.pending
    to.stack[:] = source.stack
    to.seat = source.seat
    to.winning = source.winning
    to.players = source.players
    to.slide = source.slide
    to.stack_left = source.stack_left
    to.step = source.step
    to.current = source.current
    to.main_done = source.main_done
    to.last_round = source.last_round
    to.made = source.made
    to.kept = source.kept  # asked for before the first decision too
    if source.made > 0:
        copy_action(to, source)


def copy_board(to: State, source: State, seat: int) -> None:
    to.depot_kind[seat][:] = source.depot_kind[seat]
    to.depot_held[seat][:] = source.depot_held[seat]
    to.stored[seat][:] = source.stored[seat]
    to.strongbox[seat][:] = source.strongbox[seat]
    to.total[seat][:] = source.total[seat]
    to.slots[seat][:] = source.slots[seat]
    to.slot_size[seat][:] = source.slot_size[seat]
    to.owned[seat][:] = source.owned[seat]
    to.tiles[seat][:] = source.tiles[seat]
    to.dealt[seat][:] = source.dealt[seat]
    to.hand[seat][:] = source.hand[seat]
    to.played[seat][:] = source.played[seat]
    to.gone[seat][:] = source.gone[seat]
    to.discount[seat][:] = source.discount[seat]
    to.white[seat][:] = source.white[seat]
    to.power_leader[seat][:] = source.power_leader[seat]


def copy_action(to: State, source: State) -> None:
    """The scratch of an action, needed in the middle of it only: every action starts by writing what it uses."""
    for i in range(source.made):
        to.decisions[i] = source.decisions[i]
    for i in range(const.RESOURCES):
        to.paid[i][:] = source.paid[i]
    to.taken[:] = source.taken
    to.pool[:] = source.pool
    to.needing[:] = source.needing
    to.layout_kind[:] = source.layout_kind
    to.layout_held[:] = source.layout_held
    to.owing[:] = source.owing
    to.gains[:] = source.gains
    to.basic[:] = source.basic
    to.leader_out[:] = source.leader_out
    to.free_resource = source.free_resource
    to.line = source.line
    to.taken_count = source.taken_count
    to.place = source.place
    to.discarded = source.discarded
    to.depot = source.depot
    to.laid = source.laid
    to.before = source.before
    to.made_before = source.made_before
    to.pile = source.pile
    to.slot = source.slot
    to.paying = source.paying
    to.source = source.source
    to.powers = source.powers
    to.next_power = source.next_power
