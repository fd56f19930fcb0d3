"""Everything that a game of Eriantys is at one moment, in small integers.

Compiled, the lists are C arrays inside the object. Modules that are compiled too work on them in place; all other
code may read any field, and writes a field by assigning the whole of it (reading gives a copy there).
"""

from __future__ import annotations

from ludoteca.rules.arrays import Grid, grid, row
from ludoteca.rules.core import Core

from . import const

INTERPRETED = __file__.endswith(".py")


class State(Core):
    def __init__(self) -> None:
        Core.__init__(self)
        if INTERPRETED:  # pragma: no branch  # compiled, the arrays are there from birth
            # Island groups in clockwise order of their first tile; positions from `groups` on are unused.
            self.students: Grid = grid(const.ISLANDS, const.COLOURS)
            self.owner: list[int] = row(const.ISLANDS)  # side whose towers stand there, or NOBODY
            self.size: list[int] = row(const.ISLANDS)  # tiles of the group
            self.first_tile: list[int] = row(const.ISLANDS)  # 0..11
            self.no_entry: list[int] = row(const.ISLANDS)
            # Players
            self.side: list[int] = row(const.MOST_PLAYERS)  # of each seat (§9: a team is one side)
            self.entrance: Grid = grid(const.MOST_PLAYERS, const.COLOURS)
            self.dining: Grid = grid(const.MOST_PLAYERS, const.COLOURS)
            self.hand: list[int] = row(const.MOST_PLAYERS)  # bit v - 1 for the assistant of value v
            self.assistant: list[int] = row(const.MOST_PLAYERS)  # value played this round, 0 for none yet
            self.coins: list[int] = row(const.MOST_PLAYERS)
            self.order: list[int] = row(const.MOST_PLAYERS)  # seats in action order
            # The middle
            self.professor: list[int] = row(const.COLOURS)  # seat of the holder, or NOBODY
            self.towers: list[int] = row(const.MOST_SIDES)  # reserve of each side
            self.clouds: Grid = grid(const.MOST_PLAYERS, const.COLOURS)
            self.bag: list[int] = row(const.COLOURS)
            # Characters in play, by place on the table
            self.character: list[int] = row(const.CHARACTERS_IN_PLAY)  # number 1..12, 0 for an empty place
            self.character_used: list[int] = row(const.CHARACTERS_IN_PLAY)
            self.card_students: Grid = grid(const.CHARACTERS_IN_PLAY, const.COLOURS)
            # Scratch of the swap being chosen and of the influence being computed
            self.from_entrance: list[int] = row(const.MOST_SWAPS)
            self.from_other: list[int] = row(const.MOST_SWAPS)  # from the card (7) or the dining room (10)
            self.influence: list[int] = row(const.MOST_SIDES)
        self.players: int = 2
        self.sides: int = 2
        self.per_turn: int = 3  # students moved in a turn, and students on a cloud
        self.expert: bool = False
        self.groups: int = const.ISLANDS
        self.mother_nature: int = 0  # position of her group
        self.bag_total: int = 0
        self.supply: int = 0  # coins
        self.card_no_entry: int = 0  # no-entry tiles on character 5
        self.step: int = const.PLANNING
        self.turn: int = 0  # how many players have had theirs in this phase
        self.moved: int = 0  # students moved in this turn
        self.first_player: int = 0  # opener of this round's planning phase
        self.last_round: bool = False
        self.clouds_short: bool = False
        self.effect: int = const.NOTHING  # character whose turn effect is in force
        self.ignored_colour: int = const.NOBODY  # by character 9
        self.character_played: bool = False  # in this turn
        self.owed: int = const.NOTHING  # character whose effect is being chosen
        self.place: int = 0  # its place on the table
        self.choosing: int = const.NOTHING
        self.pairs: int = 0  # complete pairs of the swap being chosen


def copy(to: State, source: State) -> None:
    """Everything but the draws and the recorder; the influence scratch is recomputed whenever it is used."""
    for i in range(source.groups):
        to.students[i][:] = source.students[i]
    for i in range(source.players):
        to.entrance[i][:] = source.entrance[i]
        to.dining[i][:] = source.dining[i]
        to.clouds[i][:] = source.clouds[i]
    to.owner[:] = source.owner
    to.size[:] = source.size
    to.first_tile[:] = source.first_tile
    to.no_entry[:] = source.no_entry
    to.side[:] = source.side
    to.hand[:] = source.hand
    to.assistant[:] = source.assistant
    to.order[:] = source.order
    to.professor[:] = source.professor
    to.towers[:] = source.towers
    to.bag[:] = source.bag
    to.seat = source.seat
    to.winning = source.winning
    to.players = source.players
    to.sides = source.sides
    to.per_turn = source.per_turn
    to.expert = source.expert
    to.groups = source.groups
    to.mother_nature = source.mother_nature
    to.bag_total = source.bag_total
    to.step = source.step
    to.turn = source.turn
    to.moved = source.moved
    to.first_player = source.first_player
    to.last_round = source.last_round
    to.clouds_short = source.clouds_short
    if source.expert:
        copy_expert(to, source)


def copy_expert(to: State, source: State) -> None:
    for i in range(const.CHARACTERS_IN_PLAY):
        to.card_students[i][:] = source.card_students[i]
    to.coins[:] = source.coins
    to.character[:] = source.character
    to.character_used[:] = source.character_used
    to.from_entrance[:] = source.from_entrance
    to.from_other[:] = source.from_other
    to.supply = source.supply
    to.card_no_entry = source.card_no_entry
    to.effect = source.effect
    to.ignored_colour = source.ignored_colour
    to.character_played = source.character_played
    to.owed = source.owed
    to.place = source.place
    to.choosing = source.choosing
    to.pairs = source.pairs
