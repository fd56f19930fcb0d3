"""Set-up (§3): ring, bag, boards, characters, first player. docs/draws.md lists the draws in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import bag, const, rounds

if TYPE_CHECKING:
    from .state import State


def prepare(game: State, players: int, expert: bool) -> None:
    """An empty table for so many players: nothing drawn yet."""
    game.players = players
    game.sides = 3 if players == 3 else 2
    game.per_turn = 4 if players == 3 else 3
    game.expert = expert
    game.groups = const.ISLANDS
    for tile in range(const.ISLANDS):
        game.owner[tile] = const.NOBODY
        game.size[tile] = 1
        game.first_tile[tile] = tile
    for side in range(game.sides):
        game.towers[side] = 6 if players == 3 else 8
    for seat in range(players):
        game.side[seat] = seat % game.sides
        game.hand[seat] = const.FULL_HAND
    for colour in range(const.COLOURS):
        game.professor[colour] = const.NOBODY
    game.supply = const.COINS if expert else 0


def deal(game: State, first: int) -> None:
    """Everything that is random about set-up. `first` NOBODY: the first player is drawn."""
    lay_islands(game)
    put_in_bag(game, const.STUDENTS_PER_COLOUR - 2)
    for seat in range(game.players):
        for _ in range(9 if game.players == 3 else 7):
            game.entrance[seat][bag.draw(game, const.DRAW_ENTRANCE_STUDENT)] += 1
    if game.expert:
        lay_characters(game)
        for seat in range(game.players):
            game.coins[seat] = 1
            game.supply -= 1
    if first == const.NOBODY:
        first = game.draws.below(game.players, const.DRAW_FIRST_PLAYER)
    if game.recorder.on:
        game.recorder.note(const.SET_UP, game.mother_nature, first)
    rounds.start(game, first)


def put_in_bag(game: State, each: int) -> None:
    for colour in range(const.COLOURS):
        game.bag[colour] = each
    game.bag_total = each * const.COLOURS


def lay_islands(game: State) -> None:
    """Two students of each colour on ten islands, clockwise from mother nature; hers and the opposite stay empty."""
    game.mother_nature = game.draws.below(const.ISLANDS, const.DRAW_MOTHER_NATURE)
    put_in_bag(game, 2)
    for step in range(1, const.ISLANDS):
        if step != const.OPPOSITE:
            tile = (game.mother_nature + step) % const.ISLANDS
            game.students[tile][bag.pick(game, const.DRAW_ISLAND_STUDENT)] += 1


def lay_characters(game: State) -> None:
    """Three different characters, laid out by number, then their students."""
    for place in range(const.CHARACTERS_IN_PLAY):
        number = game.draws.below(const.CHARACTERS - place, const.DRAW_CHARACTER) + 1
        later = place
        for earlier in range(place):  # count past the numbers that are gone: they are sorted
            if number >= game.character[earlier]:
                number += 1
        while later > 0 and game.character[later - 1] > number:
            game.character[later] = game.character[later - 1]
            later -= 1
        game.character[later] = number
    for place in range(const.CHARACTERS_IN_PLAY):
        for _ in range(students_on(game.character[place])):
            game.card_students[place][bag.draw(game, const.DRAW_CHARACTER_STUDENT)] += 1
        if game.character[place] == const.HERBALIST:
            game.card_no_entry = const.NO_ENTRY_TILES


def students_on(number: int) -> int:
    """How many students lie on a character at the start."""
    if number == const.JESTER:
        return 6
    return 4 if number in (const.MONK, const.PRINCESS) else 0
