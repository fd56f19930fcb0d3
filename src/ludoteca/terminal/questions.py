"""What to ask a person at each moment, and how to read the answer as an action of the notation."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from ludoteca.rules import Game, IllegalAction
from ludoteca.rules.contract import Json
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import names, reading
from ludoteca.rules.eriantys.notation.describing import WITHOUT_CHOICES
from ludoteca.rules.eriantys.text import words

from .phrases import phrase

Read = Callable[[str], Json | None]

LETTER = {colour: words.text(f"letter.{colour}").lower() for colour in names.COLOURS}
COLOUR_NAMED = {LETTER[colour]: colour for colour in names.COLOURS}
COLOUR_NAMED |= {words.text(f"colour.{colour}"): colour for colour in names.COLOURS}
DINING = ("d", "dining", "dining room")
DONE = ("d", "done")
CHARACTERS = ("c", "character", "characters")
END = ("e", "end", "end turn")
NUMBER = re.compile("[0-9]{1,3}")
STUDENT = re.compile(rf"({'|'.join(COLOUR_NAMED)}) ?({'|'.join(DINING)}|{NUMBER.pattern})?")


@dataclass(frozen=True)
class Question:
    """Some lines for a person. `read` makes an action of the answer, or None where it is none.

    The action may lack a part that is asked next: the place that a student goes to, or which character is used.
    """

    text: str
    read: Read
    reproach: str  # for answers that cannot be read


def lacks_place(action: Json) -> bool:
    return action["do"] == "move_student" and "to" not in action


def lacks_character(action: Json) -> bool:
    return action["do"] == "play_character" and "number" not in action


def moment(game: Game) -> Question:
    """The question of this moment, no character being under way."""
    position = game.position()
    question = ASKED[position.get("step", "planning")](game)
    if not position["expert"] or position["phase"] == "planning":
        return question

    def read(line: str) -> Json | None:
        return {"do": "play_character"} if line in CHARACTERS else question.read(line)

    usable = any(is_character(game.describe(action)) for action in game.legal_actions())
    text = f"{question.text}\n{phrase('ask.characters')}" if usable else question.text
    return Question(text, read, question.reproach)


def is_character(action: Json) -> bool:
    return action["do"] == "play_character" or action.get("what") == "character"


def assistant(game: Game) -> Question:
    values = [game.describe(action)["value"] for action in game.legal_actions()]
    choices = [
        phrase("ask.assistant.choice", values=", ".join(map(str, alike)), steps=words.counted("steps", steps))
        for steps, alike in groupby(values, reading.most_steps)
    ]
    read = a_number("play_assistant", "value")
    return Question(phrase("ask.assistant", choices="   ".join(choices)), read, phrase("wrong.assistant"))


def student(game: Game) -> Question:
    position = game.position()
    entrance = words.letters(position["boards"][position["active"]]["entrance"])
    letter = entrance[0].lower()
    count = {"number": position["moved"] + 1, "all": 4 if game.players == 3 else 3}
    text = phrase("ask.student", entrance=entrance, letter=letter, **count)
    return Question(text, read_student, phrase("wrong.student", letter=letter))


def read_student(line: str) -> Json | None:
    found = STUDENT.fullmatch(line)
    if not found:
        return None
    colour, place = found.groups()
    student = {"do": "move_student", "colour": COLOUR_NAMED[colour]}
    return student | read_place(place) if place else student


def read_place(place: str) -> Json:
    return {"to": "dining" if place in DINING else {"island": int(place)}}


def target(student: Json) -> Question:
    """Where a student goes whose colour is known."""

    def read(line: str) -> Json | None:
        return student | read_place(line) if line in DINING or NUMBER.fullmatch(line) else None

    text = phrase("ask.target", colour=words.text(f"colour.{student['colour']}"))
    return Question(text, read, phrase("wrong.target"))


def mother_nature(game: Game) -> Question:
    text = listing(game, "move_mother_nature", "steps")
    return Question(text, a_number("move_mother_nature", "steps"), phrase("wrong.mother_nature"))


def cloud(game: Game) -> Question:
    return Question(listing(game, "take_cloud", "cloud"), a_number("take_cloud", "cloud"), phrase("wrong.cloud"))


def end(game: Game) -> Question:
    action = {"do": "end_turn"}
    line = phrase("ask.line", key=END[0], sentence=words.sentence(action, game.position()))
    return Question(
        f"{phrase('ask.end_turn')}\n{line}", lambda answer: action if answer in END else None, phrase("wrong.end")
    )


ASKED: dict[str, Callable[[Game], Question]] = {
    "planning": assistant,
    "students": student,
    "mother_nature": mother_nature,
    "cloud": cloud,
    "end": end,
}


def a_number(do: str, key: str) -> Read:
    """Reads a number as the action `do`."""
    return lambda line: {"do": do, key: int(line)} if NUMBER.fullmatch(line) else None


def listing(game: Game, do: str, key: str) -> str:
    """The question, then a line for each way to `do` it, with the number to type."""
    position = game.position()
    ways = [action for action in map(game.describe, game.legal_actions()) if action["do"] == do]
    lines = [phrase("ask.line", key=action[key], sentence=words.sentence(action, position)) for action in ways]
    return "\n".join([phrase(f"ask.{do}"), *lines])


# Characters


def character(game: Game) -> Question:
    """Which character to use: what they do, or why they cannot be used."""
    position = game.position()
    coins = words.counted("coins", position["boards"][position["active"]]["coins"])
    lines = [phrase("ask.character", coins=coins)]
    for number in position["characters"]:
        sentence = words.sentence({"do": "choose", "what": "character", "value": int(number)}, position)
        try:
            game.parse(character_action(number))
        except IllegalAction as refusal:
            sentence = refusal.sentence
        lines.append(phrase("ask.line", key=number, sentence=sentence))

    def read(line: str) -> Json | None:
        return character_action(line) if line in position["characters"] else None

    return Question("\n".join(lines), read, phrase("wrong.character"))


def character_action(number: str) -> Json:
    """The use of a character, whose choices follow if it has any."""
    if int(number) in WITHOUT_CHOICES:
        return {"do": "play_character", "number": int(number)}
    return {"do": "choose", "what": "character", "value": int(number)}


def choice(game: Game) -> Question:
    """The next choice that the effect of a character asks for."""
    position = game.position()
    ways = [game.describe(action) for action in game.legal_actions()]
    what = ways[0]["what"]

    def read(line: str) -> Json | None:
        if line in DONE:
            return {"do": "choose", "what": "swap", "value": "done"}
        if what == "island":
            return {"do": "choose", "what": what, "value": int(line)} if NUMBER.fullmatch(line) else None
        return {"do": "choose", "what": what, "value": COLOUR_NAMED[line]} if line in COLOUR_NAMED else None

    if what == "island" and position["unfinished"]["action"]["number"] != const.HERALD:
        return Question(phrase("ask.island"), read, phrase("wrong.island"))
    lines = [phrase("ask.line", key=key_of(action), sentence=words.sentence(action, position)) for action in ways]
    return Question("\n".join([phrase("ask.choice"), *lines]), read, phrase("wrong.choice"))


def key_of(choice: Json) -> str:
    """What to type for a choice."""
    if choice["what"] == "island":
        return f"{choice['value']}"
    return DONE[0] if choice["what"] == "swap" else LETTER[choice["value"]]
