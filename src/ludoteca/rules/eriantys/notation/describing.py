"""Small decisions in the notation, and what is known of an action in the middle of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from ludoteca.rules.contract import SEAT_LETTERS, Json

from ..engine import const
from . import names

if TYPE_CHECKING:
    from ..engine.engine import Engine

WITHOUT_CHOICES = (const.FARMER, const.MESSENGER, const.CENTAUR, const.KNIGHT)


class Deciding(Protocol):
    """As much of a game as the words of a decision depend on."""

    @property
    def seat(self) -> int: ...

    @property
    def choosing(self) -> int: ...

    @property
    def first_tile(self) -> Sequence[int]: ...


def describe(game: Deciding, action: int) -> Json:
    """A legal decision in the notation."""
    return {**_described(game, action), "by": SEAT_LETTERS[game.seat]}


def _described(game: Deciding, action: int) -> Json:
    if action < const.TO_DINING:
        return {"do": "play_assistant", "value": action - const.PLAY_ASSISTANT + 1}
    if action < const.TO_ISLAND:
        return {"do": "move_student", "colour": names.COLOURS[action - const.TO_DINING], "to": "dining"}
    if action < const.MOVE_MOTHER_NATURE:
        colour, group = divmod(action - const.TO_ISLAND, const.ISLANDS)
        return {"do": "move_student", "colour": names.COLOURS[colour], "to": {"island": game.first_tile[group] + 1}}
    if action < const.TAKE_CLOUD:
        return {"do": "move_mother_nature", "steps": action - const.MOVE_MOTHER_NATURE + 1}
    if action < const.END_TURN:
        return {"do": "take_cloud", "cloud": action - const.TAKE_CLOUD + 1}
    if action == const.END_TURN:
        return {"do": "end_turn"}
    if action < const.CHOOSE_COLOUR:
        number = action - const.PLAY_CHARACTER + 1
        if number in WITHOUT_CHOICES:
            return {"do": "play_character", "number": number}
        return {"do": "choose", "what": "character", "value": number}
    if action < const.CHOOSE_ISLAND:
        return {
            "do": "choose",
            "what": names.CHOICES[game.choosing],
            "value": names.COLOURS[action - const.CHOOSE_COLOUR],
        }
    if action < const.SWAP_DONE:
        return {"do": "choose", "what": "island", "value": game.first_tile[action - const.CHOOSE_ISLAND] + 1}
    return {"do": "choose", "what": "swap", "value": "done"}


def unfinished(game: Engine) -> Json:
    """What is known of the action under way."""
    known: Json = {"do": "play_character", "number": game.owed}
    whole = [names.COLOURS[colour] for colour in game.from_entrance[: game.pairs]]
    other = [names.COLOURS[colour] for colour in game.from_other[: game.pairs]]
    if game.owed == const.MONK and game.choosing == const.ISLAND:
        known["colour"] = names.COLOURS[game.from_other[0]]
    elif game.owed == const.JESTER:
        if game.choosing == const.FROM_ENTRANCE:
            other.append(names.COLOURS[game.from_other[game.pairs]])
        known |= {"from_card": other, "from_entrance": whole}
    elif game.owed == const.MINSTREL:
        if game.choosing == const.FROM_DINING:
            whole.append(names.COLOURS[game.from_entrance[game.pairs]])
        known |= {"from_entrance": whole, "from_dining": other}
    return known


def decisions_so_far(game: Engine) -> list[int]:
    """The small decisions of the action under way."""
    known = unfinished(game)
    decisions = [const.PLAY_CHARACTER + game.owed - 1]
    if "colour" in known:
        return [*decisions, colour_choice(known["colour"])]
    first, second = ("from_card", "from_entrance") if game.owed == const.JESTER else ("from_entrance", "from_dining")
    firsts, seconds = known.get(first, []), known.get(second, [])
    for i, name in enumerate(firsts):
        decisions += [colour_choice(chosen) for chosen in [name, *seconds[i : i + 1]]]
    return decisions


def colour_choice(name: str) -> int:
    return const.CHOOSE_COLOUR + names.COLOURS.index(name)
