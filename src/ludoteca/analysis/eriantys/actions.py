"""Whole actions of Eriantys in the notation, made of small decisions."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.rules import eriantys
from ludoteca.rules.contract import SEAT_LETTERS, Json
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import names

FIRSTS = {const.JESTER: "from_card", const.MINSTREL: "from_entrance"}
SECONDS = {const.JESTER: "from_entrance", const.MINSTREL: "from_dining"}


def complete(before: eriantys.Game, now: eriantys.Game) -> bool:
    return now.core.choosing == const.NOTHING


def whole(game: eriantys.Game, decisions: Sequence[int]) -> Json:
    """The action that these decisions are, from the first to the last; in the middle of one, the next decision."""
    first, *choices = decisions
    if not const.PLAY_CHARACTER <= first < const.CHOOSE_COLOUR or game.core.choosing != const.NOTHING:
        return game.describe(first)
    number = first - const.PLAY_CHARACTER + 1
    action: Json = {"do": "play_character", "number": number}
    colours = [names.COLOURS[choice - const.CHOOSE_COLOUR] for choice in choices if choice < const.CHOOSE_ISLAND]
    if number in FIRSTS:
        action |= {FIRSTS[number]: colours[::2], SECONDS[number]: colours[1::2]}
    elif colours:
        action["colour"] = colours[0]
    tiles = [game.core.first_tile[choice - const.CHOOSE_ISLAND] + 1 for choice in choices if is_island(choice)]
    if tiles:
        action["island"] = tiles[0]
    return {**action, "by": SEAT_LETTERS[game.seat]}


def is_island(choice: int) -> bool:
    return const.CHOOSE_ISLAND <= choice < const.SWAP_DONE
