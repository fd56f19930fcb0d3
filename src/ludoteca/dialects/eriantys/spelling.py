"""Pieces and people of a game of Eriantys, between the notation and what dialects have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, cast, get_args

from ludoteca import rules
from ludoteca.house.views import SeatView, TableView
from ludoteca.rules import IllegalAction
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import names
from ludoteca.rules.eriantys.notation.describing import colour_choice
from ludoteca.rules.eriantys.notation.refusals import Refusal as Rule

Position = Mapping[str, Any]  # a view of the game in the notation
Action = dict[str, Any]

Colour = Literal["GREEN", "RED", "YELLOW", "PINK", "BLUE"]
Tower = Literal["WHITE", "BLACK", "GREY"]
COLOURS: dict[str, Colour] = dict(zip(names.COLOURS, get_args(Colour), strict=True))
TOWERS: dict[str, Tower] = {tower: cast(Tower, tower.upper()) for tower in names.TOWERS}


def listed(students: Mapping[str, int]) -> list[Colour]:
    """The students of the notation, one by one."""
    return [written for word, written in COLOURS.items() for _ in range(students.get(word, 0))]


def counted(students: Iterable[str]) -> dict[str, int]:
    """A list of students in the notation: amounts by colour, without those of which there are none."""
    found = list(students)
    return {word: found.count(written) for word, written in COLOURS.items() if written in found}


def in_notation(value: Any) -> Any:
    """A colour, an island counted from 0, or a list of colours."""
    if isinstance(value, str):
        return value.lower()
    return value + 1 if isinstance(value, int) else [colour.lower() for colour in value]


def on_the_wire(value: Any) -> Any:
    """The same on its way back."""
    if isinstance(value, str):
        return COLOURS[value]
    return value - 1 if isinstance(value, int) else [COLOURS[word] for word in value]


# ---------------------------------------------------------------- people


def in_order(view: TableView) -> list[SeatView]:
    """The seats in the order in which they play: A first."""
    return sorted(view.seats, key=lambda seat: -1 if seat.player is None else seat.player)


def nicknames(view: TableView) -> dict[str, str]:
    """Names by the letters of the notation."""
    return {SEAT_LETTERS[place]: seat.name for place, seat in enumerate(in_order(view))}


def clockwise(first: str, players: int) -> list[str]:
    """The order of the planning phase."""
    start = SEAT_LETTERS.index(first)
    return [SEAT_LETTERS[(start + place) % players] for place in range(players)]


# ---------------------------------------------------------------- characters

# What a swap calls the lists of its action, in the order in which they are chosen.
SWAPS = {const.JESTER: ("from_card", "from_entrance"), const.MINSTREL: ("from_entrance", "from_dining")}
# What each character needs, in the order in which it is chosen.
NEEDS: dict[int, tuple[str, ...]] = {
    const.MONK: ("colour", "island"),
    const.HERALD: ("island",),
    const.HERBALIST: ("island",),
    const.MUSHROOM_HUNTER: ("colour",),
    const.PRINCESS: ("colour",),
    const.THIEF: ("colour",),
    **SWAPS,
}
ON_THE_CARD = (const.MONK, const.PRINCESS)  # their colour is that of a student on the card
SWAP_DONE: Action = {"do": "choose", "what": "swap", "value": "done"}


def choices(action: Mapping[str, Any]) -> list[Action]:
    """The choices of an action `play_character`, one by one, as far as they are made."""
    number = action["number"]
    needs = NEEDS.get(number, ())
    if number in SWAPS:
        pairs = [action.get(need, []) for need in needs]
        most = max(map(len, pairs))
        made = [
            (need, side[place])
            for place in range(most)
            for need, side in zip(needs, pairs, strict=True)
            if place < len(side)
        ]
    else:
        made = [(need, action[need]) for need in needs if need in action]
    return [
        {"do": "choose", "what": "from_card" if what == "colour" and number in ON_THE_CARD else what, "value": value}
        for what, value in made
    ]


def remaining(game: Position, action: Mapping[str, Any]) -> list[Action]:
    """The choices that are left of a character that is half used; or IllegalAction, and nothing may be chosen.

    This happens when somebody comes back while a stand-in, or he himself with the web page, was using a character.
    """
    begun = game["unfinished"]["action"]
    wanted, done = choices(action), choices(begun)
    if action["number"] != begun["number"] or wanted[: len(done)] != done:
        raise IllegalAction(Rule.UNFINISHED, "Another character, or another choice, is under way.")
    trial, left = loaded(game), wanted[len(done) :]
    for choice in left:
        trial.perform(choice)
    if "unfinished" not in trial.view(None):
        return left
    trial.parse(SWAP_DONE)
    return [*left, SWAP_DONE]


def with_choices(action: Mapping[str, Any], made: Iterable[Mapping[str, Any]]) -> Action:
    """An action `play_character` with what was chosen since. A student of the monk or the princess is its colour."""
    whole = dict(action)
    for choice in made:
        what, value = choice["what"], choice["value"]
        if what in ("colour", "island"):
            whole[what] = value
        elif what == "from_card" and action["number"] not in SWAPS:
            whole["colour"] = value
        else:
            whole[what] = [*whole.get(what, ()), value]
    return whole


def unfinished(number: int, chosen: Sequence[str]) -> dict[str, Any]:
    """A character in the middle of its effect, with the colours chosen so far in their order."""
    action: Action = {"do": "play_character", "number": number}
    if number in SWAPS:
        first, second = SWAPS[number]
        action |= {first: list(chosen[0::2]), second: list(chosen[1::2])}
    elif chosen:
        action["colour"] = chosen[0]
    return {"action": action, "decisions": [const.PLAY_CHARACTER + number - 1, *map(colour_choice, chosen)]}


def chosen_colours(action: Mapping[str, Any]) -> list[str]:
    """The colours chosen so far of a character in the middle of its effect, in their order."""
    return [choice["value"] for choice in choices(action) if choice["what"] != "island"]


def loaded(position: Position) -> rules.Game:
    """A game in this position. What lies in the bag is hidden: here it is what lies nowhere else."""
    return rules.load({member: value for member, value in position.items() if member != "bag"})
