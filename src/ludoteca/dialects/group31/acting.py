"""Requests in a game as actions of the notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca import rules
from ludoteca.rules import IllegalAction
from ludoteca.rules.eriantys.notation.refusals import Refusal as Rule

from . import messages
from .messages import FromClient, UseCharacterCard
from .spelling import Colour

Action = dict[str, Any]

# What each character needs, in the order in which it is chosen: the member of the notation, and that of the message.
NEEDS: dict[int, tuple[tuple[str, str], ...]] = {
    1: (("colour", "student"), ("island", "island_id")),
    3: (("island", "island_id"),),
    5: (("island", "island_id"),),
    7: (("from_card", "students_from"), ("from_entrance", "students_to")),
    9: (("colour", "student"),),
    10: (("from_entrance", "students_from"), ("from_dining", "students_to")),
    11: (("colour", "student"),),
    12: (("colour", "student"),),
}
SWAPPING = (7, 10)
ON_THE_CARD = (1, 11)  # their colour is that of a student on the card


def action_of(request: FromClient) -> Action:
    """Of a request that is a move."""
    match request:
        case messages.UseAssistant():
            return {"do": "play_assistant", "value": request.assistant}
        case messages.MoveStudentsToIsland():
            return {"do": "move_student", "colour": request.student.lower(), "to": {"island": request.island_id + 1}}
        case messages.MoveStudentsToDiningRoom():
            return {"do": "move_student", "colour": request.student.lower(), "to": "dining"}
        case messages.MoveMotherNature():
            return {"do": "move_mother_nature", "steps": request.positions}
        case messages.TakeStudentsFromCloud():
            return {"do": "take_cloud", "cloud": request.cloud_id + 1}
        case messages.EndTurn():
            return {"do": "end_turn"}
    assert isinstance(request, UseCharacterCard)
    return character(request)


def character(request: UseCharacterCard) -> Action:
    """What the character does not need is not looked at; what is missing the rules will miss."""
    action: Action = {"do": "play_character", "number": request.character}
    for member, given in NEEDS.get(request.character, ()):
        value = getattr(request, given)
        if value is not None:
            action[member] = in_notation(value)
    return action


def in_notation(value: Colour | int | Sequence[Colour]) -> str | int | list[str]:
    if isinstance(value, Colour):
        return value.lower()
    if isinstance(value, int):
        return value + 1
    return [colour.lower() for colour in value]


# ---------------------------------------------------------------- a character that is half used


def remaining(game: Mapping[str, Any], request: UseCharacterCard) -> list[Action]:
    """The choices that are left of a character that is half used; or IllegalAction, and nothing may be chosen.

    This happens when somebody comes back while a stand-in, or he himself with the web page, was using a character.
    """
    wanted = choices(character(request))
    done = choices(game["unfinished"]["action"])
    if request.character != game["unfinished"]["action"]["number"] or wanted[: len(done)] != done:
        raise IllegalAction(Rule.UNFINISHED, "Another character, or another choice, is under way.")
    trial = rules.load({member: value for member, value in game.items() if member != "bag"})
    left = wanted[len(done) :]
    for choice in left:
        for decision in trial.parse(choice):
            trial.apply(decision)
    if "unfinished" not in trial.view(None):
        return left
    finish = {"do": "choose", "what": "swap", "value": "done"}
    trial.parse(finish)
    return [*left, finish]


def choices(action: Action) -> list[Action]:
    """The choices of an action `play_character`, one by one."""
    number = action["number"]
    needs = [member for member, _ in NEEDS.get(number, ())]
    if number in SWAPPING:
        firsts, seconds = action.get(needs[0], []), action.get(needs[1], [])
        made = []
        for place in range(max(len(firsts), len(seconds))):
            made += [(needs[0], value) for value in firsts[place : place + 1]]
            made += [(needs[1], value) for value in seconds[place : place + 1]]
    else:
        made = [(member, action[member]) for member in needs if member in action]
    return [
        {"do": "choose", "what": "from_card" if what == "colour" and number in ON_THE_CARD else what, "value": value}
        for what, value in made
    ]
