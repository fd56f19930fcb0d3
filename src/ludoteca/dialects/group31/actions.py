"""Requests in a game as actions of the notation, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteca.dialects.eriantys.spelling import COLOURS, NEEDS, SWAPS, Action, in_notation, on_the_wire

from . import messages
from .messages import FromClient, UseCharacterCard


def members(number: int) -> list[tuple[str, str]]:
    """What a character needs, in the order in which it is chosen: in the notation, and in the message."""
    needs = NEEDS.get(number, ())
    spelled = ("students_from", "students_to") if number in SWAPS else [MEMBERS[need] for need in needs]
    return list(zip(needs, spelled, strict=True)) if needs else []


MEMBERS = {"colour": "student", "island": "island_id"}


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
    for member, given in members(request.character):
        value = getattr(request, given)
        if value is not None:
            action[member] = in_notation(value)
    return action


# ---------------------------------------------------------------- the way back, for the client's end


def request_of(action: Mapping[str, Any]) -> FromClient:
    """An action of the notation as a message."""
    match action["do"]:
        case "play_assistant":
            return messages.UseAssistant(assistant=action["value"])
        case "move_student":
            student, to = COLOURS[action["colour"]], action["to"]
            if to == "dining":
                return messages.MoveStudentsToDiningRoom(student=student)
            return messages.MoveStudentsToIsland(student=student, island_id=to["island"] - 1)
        case "move_mother_nature":
            return messages.MoveMotherNature(positions=action["steps"])
        case "take_cloud":
            return messages.TakeStudentsFromCloud(cloud_id=action["cloud"] - 1)
        case "end_turn":
            return messages.EndTurn()
    given = {member: on_the_wire(action[of]) for of, member in members(action["number"]) if of in action}
    return messages.UseCharacterCard(character=action["number"], **given)
