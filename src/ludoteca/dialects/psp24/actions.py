"""What a message means as an action of the notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteca.dialects.eriantys.spelling import (
    COLOURS,
    NEEDS,
    SWAPS,
    Action,
    Colour,
    Position,
    in_notation,
    on_the_wire,
    remaining,
)

from . import messages
from .messages import AskCharacterChoice, ChooseCharacterCard, FromClient

CHOICES = {"card": "from_card", "entrance": "from_entrance", "diningRoom": "from_dining"}  # others are called the same


def to_dining_room(student: Colour) -> Action:
    return {"do": "move_student", "colour": student.lower(), "to": "dining"}


def to_island(student: Colour, index: int) -> Action:
    return {"do": "move_student", "colour": student.lower(), "to": {"island": index + 1}}


def simple(message: messages.FromClient) -> Action:
    """Of messages that say all by themselves."""
    match message:
        case messages.ChooseAssistantCard():
            return {"do": "play_assistant", "value": message.value}
        case messages.ChooseStepsNumber():
            return {"do": "move_mother_nature", "steps": message.index}
        case messages.PickCloudTile():
            return {"do": "take_cloud", "cloud": message.index + 1}
        case messages.ChooseCharacterCard():
            return character(message)
    assert isinstance(message, messages.EndTurn)
    return {"do": "end_turn"}


# ---------------------------------------------------------------- characters


def members(number: int) -> list[tuple[str, str, str]]:
    """What a character needs: in the notation, in the message, and on the wire."""
    needs = NEEDS.get(number, ())
    spelled = SWAPPED if number in SWAPS else [MEMBERS[need] for need in needs]
    return [(need, *each) for need, each in zip(needs, spelled, strict=True)]


MEMBERS = {"colour": ("student", "student"), "island": ("island_index", "islandIndex")}
SWAPPED = [("students_from", "studentsFrom"), ("students_to", "studentsTo")]


def lacking(message: ChooseCharacterCard) -> list[str]:
    """The members that the character needs and the message does not have."""
    if message.ask:
        return []
    return [spelled for _, member, spelled in members(message.character_card) if getattr(message, member) is None]


def character(message: ChooseCharacterCard) -> Action:
    number = message.character_card
    if message.ask and number in NEEDS:
        return {"do": "choose", "what": "character", "value": number}
    action: Action = {"do": "play_character", "number": number}
    for need, member, _ in members(number):
        action[need] = in_notation(getattr(message, member))
    return action


def choice(question: AskCharacterChoice, message: messages.FromClient) -> Action | None:
    """One choice of an effect; None when the message is no answer to that question."""
    what = CHOICES.get(question.choice, question.choice)
    match message:
        case messages.ChooseStudent() if question.choice != "island":
            return {"do": "choose", "what": what, "value": message.student.lower()}
        case messages.ChooseIsland() if question.choice == "island":
            return {"do": "choose", "what": what, "value": message.index + 1}
        case messages.PlayerAnswer(answer="No") if question.can_stop:
            return {"do": "choose", "what": "swap", "value": "done"}
    return None


# ---------------------------------------------------------------- the way back, for the client's end


def said(action: Mapping[str, Any], position: Position) -> list[FromClient]:
    """The messages of an action; of a character that is half used, those of the choices that are left."""
    match action["do"]:
        case "play_assistant":
            return [messages.ChooseAssistantCard(action["value"])]
        case "move_student":
            student = messages.ChooseStudent(COLOURS[action["colour"]])
            if action["to"] == "dining":
                return [messages.PlayerAnswer("Yes"), student]
            return [messages.PlayerAnswer("No"), student, messages.ChooseIsland(action["to"]["island"] - 1)]
        case "move_mother_nature":
            return [messages.ChooseStepsNumber(action["steps"])]
        case "take_cloud":
            return [messages.PickCloudTile(action["cloud"] - 1)]
        case "end_turn":
            return [messages.EndTurn()]
    if "unfinished" in position:
        return [said_choice(choice) for choice in remaining(position, action)]
    given = {member: on_the_wire(action[need]) for need, member, _ in members(action["number"])}
    return [ChooseCharacterCard(action["number"], **given)]


def said_choice(choice: Mapping[str, Any]) -> FromClient:
    match choice["what"]:
        case "swap":
            return messages.PlayerAnswer("No")
        case "island":
            return messages.ChooseIsland(choice["value"] - 1)
    return messages.ChooseStudent(COLOURS[choice["value"]])
