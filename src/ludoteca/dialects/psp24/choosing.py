"""What a person can do in a position, with the lines that say it: the client's side of `actions.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from ludoteca import rules
from ludoteca.dialects.contract import Choice
from ludoteca.rules.eriantys.notation import names
from ludoteca.rules.eriantys.text import words

from . import messages
from .messages import Colour, FromClient

Action = Mapping[str, Any]

LETTERS = {colour: words.text(f"letter.{colour}").lower() for colour in names.COLOURS}

ASKED = {
    "play_assistant": "Play an assistant. Low ones act first, high ones carry mother nature further.",
    "move_student": "Move a student: a colour and d for the dining room, or a colour and the number of an island.",
    "move_mother_nature": "Send mother nature. How many steps?",
    "take_cloud": "Take a cloud. Which one?",
    "end_turn": "There is no cloud to take. End your turn, or use a character first.",
    "choose": "What next for the character?",
}


def loaded(position: Action) -> rules.Game:
    """The game of a view; what lies in the bag is not known and makes no difference to what is legal."""
    return rules.load({key: value for key, value in position.items() if key != "bag"})


def choices(position: Action) -> tuple[str, list[Choice]]:
    """The question of the moment and every answer to it that is legal."""
    game = loaded(position)
    legal = [game.describe(action) for action in game.legal_actions()]
    return ASKED[legal[0]["do"]], [
        Choice(key(action), words.sentence(action, position), lines(said(action))) for action in legal
    ]


def key(action: Action) -> str:
    """What the person types."""
    match action:
        case {"do": "move_student", "to": "dining"}:
            return f"{LETTERS[action['colour']]} d"
        case {"do": "move_student"}:
            return f"{LETTERS[action['colour']]} {action['to']['island']}"
        case {"do": "play_character", "number": number} | {"what": "character", "value": number}:
            return f"c{number}"
        case {"do": "end_turn"}:
            return "e"
        case {"what": "swap"}:
            return "d"
        case {"do": "choose", "value": value}:
            return LETTERS.get(value) or str(value)
    return str(action[NUMBERS[action["do"]]])


NUMBERS = {"play_assistant": "value", "move_mother_nature": "steps", "take_cloud": "cloud"}


def said(action: Action) -> Iterable[FromClient]:
    """The messages of a small decision of the notation."""
    return SAID[action["do"]](action)


def _student(action: Action) -> list[FromClient]:
    chosen = messages.ChooseStudent(_colour(action["colour"]))
    if action["to"] == "dining":
        return [messages.PlayerAnswer("Yes"), chosen]
    return [messages.PlayerAnswer("No"), chosen, messages.ChooseIsland(action["to"]["island"] - 1)]


def _choice(action: Action) -> list[FromClient]:
    match action["what"]:
        case "character":
            return [messages.ChooseCharacterCard(action["value"], ask=True)]
        case "swap":
            return [messages.PlayerAnswer("No")]
        case "island":
            return [messages.ChooseIsland(action["value"] - 1)]
    return [messages.ChooseStudent(_colour(action["value"]))]


def _colour(name: str) -> Colour:
    return cast(Colour, name.upper())


SAID: dict[str, Callable[[Action], list[FromClient]]] = {
    "play_assistant": lambda action: [messages.ChooseAssistantCard(action["value"])],
    "move_student": _student,
    "move_mother_nature": lambda action: [messages.ChooseStepsNumber(action["steps"])],
    "take_cloud": lambda action: [messages.PickCloudTile(action["cloud"] - 1)],
    "end_turn": lambda action: [messages.EndTurn()],
    "play_character": lambda action: [messages.ChooseCharacterCard(action["number"])],
    "choose": _choice,
}


def lines(said: Iterable[FromClient]) -> bytes:
    return b"".join(map(messages.line, said))
