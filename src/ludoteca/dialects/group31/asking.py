"""What a person can do in a game: every legal move as a choice, with what to type and what is sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ludoteca import rules
from ludoteca.dialects.contract import Choice, Question
from ludoteca.rules.eriantys.text import words

from . import messages
from .acting import NEEDS, SWAPPING
from .messages import FromClient
from .reading_aloud import amounts
from .spelling import COLOURS
from .telling import with_choices
from .wire import write

Action = dict[str, Any]
Position = Mapping[str, Any]

ASKED = {
    "planning": "Play an assistant. Type its number.",
    "students": "Move a student. Type a colour and a place: r d for the dining room, r 5 for island 5.",
    "mother_nature": "Send mother nature. Type how many steps.",
    "cloud": "Take a cloud. Type its number.",
    "end": "There is no cloud to take. Type e to end your turn.",
    "unfinished": "A character is only half used. Choose the rest.",
}
SWAPS = (
    "To swap several students type both lists: c7 rg pb takes red and green from the card for pink and blue of your "
    "entrance, c10 rg pb seats red and green of your entrance for pink and blue of your dining room."
)
SWAPPED = tuple(f"c{number} " for number in SWAPPING)
LETTERS = {word[0]: colour for word, colour in COLOURS.items()}
SWAP = re.compile(rf"c(7|10) ([{''.join(LETTERS)}]{{1,3}}) ([{''.join(LETTERS)}]{{1,3}})")


def loaded(position: Position) -> rules.Game:
    """The game of a view: what is not on the table is in the bag."""
    return rules.load({member: value for member, value in position.items() if member != "bag"})


def question(position: Position, free: Callable[[str], bytes]) -> Question:
    """What is asked of the current player."""
    game = loaded(position)
    choices = [
        Choice(key_of(action), words.sentence(action, position), write(request_of(action))) for action in whole(game)
    ]
    asked = [ASKED["unfinished" if "unfinished" in position else position.get("step", "planning")]]
    if position.get("step") == "students":
        asked.append(f"Your entrance: {amounts(position['boards'][position['active']]['entrance'])}.")
    if any(choice.key.startswith(SWAPPED) for choice in choices):
        asked.append(SWAPS)
    return Question(" ".join([*asked, "Type t for the whole table."]), choices, free)


def read_swap(typed: str) -> bytes:
    """Several students at once; nothing is sent for what is no swap."""
    found = SWAP.fullmatch(" ".join(typed.lower().split()))
    if found is None:
        return b""
    number, first, second = found.groups()
    return write(
        messages.UseCharacterCard(
            character=int(number),
            students_from=[LETTERS[letter] for letter in first],
            students_to=[LETTERS[letter] for letter in second],
        )
    )


# ---------------------------------------------------------------- whole actions


def whole(game: rules.Game) -> Iterator[Action]:
    """Every action that is legal now. Of swaps only the shortest: longer ones are typed."""
    position = game.view(None)
    begun: Action | None = position["unfinished"]["action"] if "unfinished" in position else None
    for decision in game.legal_actions():
        action = game.describe(decision)
        if action["do"] != "choose":
            yield action
        elif begun is None:
            yield from finished(game, decision, {"do": "play_character", "number": action["value"]})
        elif action["what"] == "swap":
            yield begun
        else:
            yield from finished(game, decision, with_choices(begun, [action]))


def finished(game: rules.Game, decision: int, so_far: Action) -> Iterator[Action]:
    """The use of a character after one more decision, in every way in which it can be finished."""
    after = game.clone()
    after.apply(decision)
    if "unfinished" not in after.view(None):
        yield so_far
        return
    choices = [(choice, after.describe(choice)) for choice in after.legal_actions()]
    if any(action["what"] == "swap" for _, action in choices):
        yield so_far
        return
    for choice, action in choices:
        yield from finished(after, choice, with_choices(so_far, [action]))


def request_of(action: Action) -> FromClient:
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
    given = {member: on_the_wire(action[of]) for of, member in NEEDS.get(action["number"], ()) if of in action}
    return messages.UseCharacterCard(character=action["number"], **given)


def on_the_wire(value: Any) -> Any:
    if isinstance(value, str):
        return COLOURS[value]
    if isinstance(value, int):
        return value - 1
    return [COLOURS[word] for word in value]


# ---------------------------------------------------------------- what to type


def key_of(action: Action) -> str:
    """Numbers as people count them: islands and clouds from 1 on."""
    match action["do"]:
        case "play_assistant":
            return str(action["value"])
        case "move_student":
            place = "d" if action["to"] == "dining" else action["to"]["island"]
            return f"{action['colour'][0]} {place}"
        case "move_mother_nature":
            return str(action["steps"])
        case "take_cloud":
            return str(action["cloud"])
        case "end_turn":
            return "e"
    parts = [action[of] for of, _ in NEEDS.get(action["number"], ()) if of in action]
    return " ".join([f"c{action['number']}", *[typed(part) for part in parts]])


def typed(value: Any) -> str:
    if isinstance(value, str):
        return value[0]
    return str(value) if isinstance(value, int) else "".join(word[0] for word in value)
