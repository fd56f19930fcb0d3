"""Whether the C program and the rules play the same games; if not, their speeds have nothing to say about each other.

The rules' games are replayed decision by decision through the public interface, with choices from a stream that is
written down here once more, so that a change of the draws, of the order of legal decisions or of a rule shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludoteca import rules
from ludoteca.rules.draws import mixed

from .c_program import CheckedGames, CProgram

CHOICES = 0x5DEECE66D  # keeps a playout's choices apart from the draws of its game

COLOURS = ("green", "red", "yellow", "pink", "blue")
TOWERS = ("white", "black")
SEATS = "AB"
NOBODY = -1

WORD = 2**32
M64 = 2**64 - 1
FNV_START = 0xCBF29CE484222325
FNV_PRIME = 0x100000001B3


class DifferentGamesError(Exception):
    """The C program and the rules disagree about the same random games."""


class Choices:
    """The fast stream of docs/draws.md, as far as choosing needs it."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, bound: int) -> int:
        while True:
            product = self._word() * bound
            if product % WORD >= WORD % bound:
                return product // WORD

    def _word(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & M64
        z = ((self._state ^ (self._state >> 30)) * 0xBF58476D1CE4E5B9) & M64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M64
        return (z ^ (z >> 31)) >> 32


def new_game(deal: int) -> rules.Game:
    return rules.new("eriantys", players=2, expert=False, seed=deal)


def replayed(deal: int, first: int, games: int, seed: int) -> CheckedGames:
    """What the C program should say about these games."""
    dealt = new_game(deal).position()
    moves, checksum = 0, FNV_START
    for i in range(first, first + games):
        game = rules.load({**dealt, "seed": mixed(seed, i), "draws": 0})
        choices = Choices(mixed(seed ^ CHOICES, i))
        while not game.over:
            legal = game.legal_actions()
            game.apply(legal[choices.below(len(legal))])
            moves += 1
        for number in numbers(game):
            checksum = ((checksum ^ (number & M64)) * FNV_PRIME) & M64
    return CheckedGames(moves, checksum)


def numbers(game: rules.Game) -> Iterator[int]:
    """A finished game as a row of numbers, in the order of `fold_game` in eriantys_base.c."""
    position = game.position()
    merged = {tiles[0]: len(tiles) for tiles in position["groups"]}
    for tile, island in sorted((int(tile), island) for tile, island in position["islands"].items()):
        yield from (tile - 1, merged.get(tile, 1))
        yield TOWERS.index(island["tower"]) if "tower" in island else NOBODY
        yield from counts(island["students"])
    yield position["mother_nature"] - 1
    for letter, cloud in zip(SEATS, position["clouds"], strict=True):
        board = position["boards"][letter]
        yield from (*counts(board["entrance"]), *counts(board["dining"]), *counts(cloud))
        yield sum(1 << (value - 1) for value in position["hands"][letter])
    for colour in COLOURS:
        holders = [seat for seat, letter in enumerate(SEATS) if colour in position["boards"][letter]["professors"]]
        yield holders[0] if holders else NOBODY
    yield from counts(position["bag"])
    yield sum(1 << seat for seat in game.winners)
    yield position["draws"]


def counts(students: dict[str, Any]) -> list[int]:
    return [students.get(colour, 0) for colour in COLOURS]


def require(program: CProgram, deals: int, games: int) -> None:
    """Raise `DifferentGamesError` unless both play the same random games, so many from each of the first set-ups."""
    for deal in range(deals):
        ours = replayed(deal, 0, games, seed=deal)
        theirs = program.checked(deal, 0, games, seed=deal)
        if ours != theirs:
            raise DifferentGamesError(f"From deal {deal} the rules play {ours}, the C program {theirs}.")
        moves = rules.playouts(new_game(deal), games=games, seed=deal)
        if moves != ours.moves:
            raise DifferentGamesError(f"From deal {deal} rules.playouts makes {moves} moves instead of {ours.moves}.")
