"""The faith track and the Vatican reports (§6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const

if TYPE_CHECKING:
    from .state import State


def gain(game: State, marker: int, spaces: int, why: int) -> None:
    """One marker moves, then the sections whose Pope spaces it passed are reported."""
    report(game, move(game, marker, spaces, why))


def give_others(game: State, spaces: int) -> None:
    """Discarded resources: all others move at once, then come the reports [RULING 1]; alone, the black cross [RULING
    17].
    """
    if game.players == 1:
        gain(game, const.CROSS, spaces, const.BY_DISCARDS)
        return
    passed = 0
    for seat in range(game.players):
        if seat != game.seat:
            passed |= move(game, seat, spaces, const.BY_DISCARDS)
    report(game, passed)


def move(game: State, marker: int, spaces: int, why: int) -> int:
    """Move a marker, to the last space at most [RULING 14], and return a bit for each section whose Pope space it
    passed.
    """
    start = game.faith[marker]
    end = min(start + spaces, const.LAST_SPACE)
    game.faith[marker] = end
    if game.recorder.on and end > start:
        game.recorder.note(const.FAITH_GAINED, marker, end - start, end, why)
    passed = 0
    for section in range(const.SECTIONS):
        if start < game.cards.section_pope[section] <= end:
            passed |= 1 << section
    if start < const.LAST_SPACE <= end and marker != const.CROSS and not game.last_round:
        game.last_round = True
        if game.recorder.on and game.players > 1:
            game.recorder.note(const.LAST_ROUND, marker, const.WHY_LAST_SPACE)
    return passed


def report(game: State, passed: int) -> None:
    """Each section once, in ascending order, on the positions after the whole move [RULING 3]."""
    for section in range(const.SECTIONS):
        if passed >> section & 1 and game.tiles[0][section] == const.DOWN:
            for seat in range(game.players):
                if game.faith[seat] >= game.cards.section_first[section]:
                    game.tiles[seat][section] = const.UP
                else:
                    game.tiles[seat][section] = const.GONE
            if game.recorder.on:
                note_report(game, section)


def note_report(game: State, section: int) -> None:
    tiles = game.tiles
    note = const.VATICAN_REPORT
    game.recorder.note(
        note, section, game.players, tiles[0][section], tiles[1][section], tiles[2][section], tiles[3][section]
    )
