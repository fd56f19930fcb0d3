"""The end of the game (§8, §10.3, §10.4) and the score (§9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import const

if TYPE_CHECKING:
    from .state import State


def card_points(game: State, seat: int) -> int:
    points = 0
    for slot in range(const.SLOTS):
        for place in range(game.slot_size[seat][slot]):
            points += game.cards.points[game.slots[seat][slot * const.LEVELS + place] - 1]
    return points


def faith_points(game: State, seat: int) -> int:
    return game.cards.track[game.faith[seat]]


def tile_points(game: State, seat: int) -> int:
    points = 0
    for section in range(const.SECTIONS):
        if game.tiles[seat][section] == const.UP:
            points += game.cards.section_points[section]
    return points


def leader_points(game: State, seat: int) -> int:
    points = 0
    for i in range(game.played_count[seat]):
        points += game.cards.leader_points[game.played[seat][i] - const.FIRST_LEADER]
    return points


def resources_of(game: State, seat: int) -> int:
    count = 0
    for resource in range(const.RESOURCES):
        count += game.total[seat][resource]
    return count


def resource_points(game: State, seat: int) -> int:
    return resources_of(game, seat) // const.RESOURCES_PER_POINT


def score(game: State, seat: int) -> int:
    points = card_points(game, seat) + faith_points(game, seat) + tile_points(game, seat)
    return points + leader_points(game, seat) + resource_points(game, seat)


def finish(game: State) -> None:
    game.step = const.OVER
    game.seat = const.NOBODY
    game.made = 0
    compare(game)
    if game.recorder.on:
        if game.winning != 0:  # a loss gives no score [RULING 21]
            for seat in range(game.players):
                note_score(game, seat)
        game.recorder.note(const.GAME_ENDED, reason(game), game.winning)


def note_score(game: State, seat: int) -> None:
    game.recorder.note(
        const.SCORED,
        seat,
        card_points(game, seat),
        faith_points(game, seat),
        tile_points(game, seat),
        leader_points(game, seat),
        resource_points(game, seat),
        resources_of(game, seat),
    )


def compare(game: State) -> None:
    """Most points, then most resources, then shared [RULING 16]; alone, the player has won or lost (§10)."""
    if game.players == 1:
        game.winning = 1 if has_won_alone(game) else 0
        return
    most = -1
    tie_break = -1
    game.winning = 0
    for seat in range(game.players):
        points = score(game, seat)
        resources = resources_of(game, seat)
        if points > most or (points == most and resources > tie_break):
            most = points
            tie_break = resources
            game.winning = 0
        if points == most and resources == tie_break:
            game.winning |= 1 << seat


def has_won_alone(game: State) -> bool:
    """Also when the cross got to its last space, or a colour ran out, by the same action [RULING 19]."""
    return game.faith[0] == const.LAST_SPACE or game.card_count[0] >= const.MOST_CARDS


def colour_left(game: State, colour: int) -> int:
    count = 0
    for level in range(const.LEVELS):
        count += game.pile_left[colour * const.LEVELS + level]
    return count


def has_lost_alone(game: State) -> bool:
    """§10.4, unless won."""
    if game.faith[const.CROSS] == const.LAST_SPACE:
        return True
    for colour in range(const.COLOURS):
        if colour_left(game, colour) == 0:
            return True
    return False


def reason(game: State) -> int:
    """Why a finished game ended, as far as the position tells."""
    for seat in range(game.players):
        if game.card_count[seat] >= const.MOST_CARDS:
            return const.WHY_SEVENTH_CARD
    if game.players > 1 or game.faith[0] == const.LAST_SPACE:
        return const.WHY_LAST_SPACE
    return const.WHY_BLACK_CROSS if game.faith[const.CROSS] == const.LAST_SPACE else const.WHY_COLOUR_GONE
