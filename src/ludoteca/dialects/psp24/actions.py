"""What a message means as an action of the notation."""

from __future__ import annotations

from typing import Any

from ludoteca.rules.eriantys.engine import const

from . import messages
from .messages import AskCharacterChoice, ChooseCharacterCard, Colour
from .shapes import SWAPS

Action = dict[str, Any]

CHOICES = {"card": "from_card", "entrance": "from_entrance", "diningRoom": "from_dining"}  # others are called the same

NEEDS: dict[int, tuple[str, ...]] = {
    const.MONK: ("student", "islandIndex"),
    const.HERALD: ("islandIndex",),
    const.HERBALIST: ("islandIndex",),
    const.JESTER: ("studentsFrom", "studentsTo"),
    const.MUSHROOM_HUNTER: ("student",),
    const.MINSTREL: ("studentsFrom", "studentsTo"),
    const.PRINCESS: ("student",),
    const.THIEF: ("student",),
}


def to_dining_room(student: Colour) -> Action:
    return {"do": "move_student", "colour": student.lower(), "to": "dining"}


def to_island(student: Colour, index: int) -> Action:
    return {"do": "move_student", "colour": student.lower(), "to": {"island": index + 1}}


def simple(message: messages.FromClient) -> Action:
    """Of messages that say all by themselves."""
    match message:
        case messages.ChooseAssistantCard():
            return {"do": "play_assistant", "value": message.assistant_card}
        case messages.ChooseStepsNumber():
            return {"do": "move_mother_nature", "steps": message.index}
        case messages.PickCloudTile():
            return {"do": "take_cloud", "cloud": message.index + 1}
        case messages.ChooseCharacterCard():
            return character(message)
    assert isinstance(message, messages.EndTurn)
    return {"do": "end_turn"}


# ---------------------------------------------------------------- characters


def given(message: ChooseCharacterCard) -> dict[str, Any]:
    """The members of the message that an effect may need, as far as they are there."""
    members = {
        "student": message.student,
        "islandIndex": message.island_index,
        "studentsFrom": message.students_from,
        "studentsTo": message.students_to,
    }
    return {name: value for name, value in members.items() if value is not None}


def lacking(message: ChooseCharacterCard) -> list[str]:
    """The members that the character needs and the message does not have."""
    if message.ask:
        return []
    return [name for name in NEEDS.get(message.character_card, ()) if name not in given(message)]


def character(message: ChooseCharacterCard) -> Action:
    number = message.character_card
    if message.ask and number in NEEDS:
        return {"do": "choose", "what": "character", "value": number}
    members = given(message)
    action: Action = {"do": "play_character", "number": number}
    for name in NEEDS.get(number, ()):
        value = members[name]
        match name:
            case "student":
                action["colour"] = value.lower()
            case "islandIndex":
                action["island"] = value + 1
            case _:
                first, second = SWAPS[number]
                action[first if name == "studentsFrom" else second] = [student.lower() for student in value]
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
