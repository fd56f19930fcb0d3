"""What a person can do in a game of Eriantys: what is typed for it, the same in every dialect, and what it means.

A colour is its first letter. Islands and clouds are counted from 1. `c` and a number is a character.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ludoteca import rules
from ludoteca.rules import IllegalAction
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import names, reading
from ludoteca.rules.eriantys.text import words

from .narrator import students
from .spelling import NEEDS, SWAPS, Action, Position, with_choices

LETTERS = {colour[0]: colour for colour in names.COLOURS}
DINING = ("d", "dining", "hall")
ASKED = {
    "planning": "Play an assistant.",
    "students": "Move a student.",
    "mother_nature": "Send mother nature on.",
    "cloud": "Take a cloud.",
    "end": "There is no cloud to take. End your turn.",
    "unfinished": "Your character is not finished. Choose the rest.",
}
# For a character: what is typed after its number, and an example.
PATTERNS = {
    ("colour", "island"): ("COLOUR ISLAND", "r 5"),
    ("island",): ("ISLAND", "5"),
    ("colour",): ("COLOUR", "r"),
    SWAPS[const.JESTER]: ("YOURS THEIRS", "rg pb"),
    SWAPS[const.MINSTREL]: ("YOURS THEIRS", "rg pb"),
}


class Unclear(ValueError):
    """What was typed means nothing here; the text says what to do."""


# ---------------------------------------------------------------- everything that is legal


def whole_actions(game: rules.Game) -> Iterator[Action]:
    """Every action that is legal now, characters with all they need. Of swaps only the shortest: longer are typed."""
    position = game.view(None)
    begun: Action | None = position["unfinished"]["action"] if "unfinished" in position else None
    for decision in game.legal_actions():
        action = game.describe(decision)
        if action["do"] != "choose":
            yield {member: value for member, value in action.items() if member != "by"}
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
    following = [(choice, after.describe(choice)) for choice in after.legal_actions()]
    if any(action["what"] == "swap" for _, action in following):
        yield so_far
        return
    for choice, action in following:
        yield from finished(after, choice, with_choices(so_far, [action]))


# ---------------------------------------------------------------- what is typed


def key(action: Mapping[str, Any]) -> str:
    match action:
        case {"do": "move_student", "colour": colour, "to": to}:
            return f"{colour[0]} {'d' if to == 'dining' else to['island']}"
        case {"do": "play_character", "number": number}:
            return " ".join([f"c{number}", *_needs_typed(action)])
        case {"do": "end_turn"}:
            return "e"
    return str(action[NUMBERS[action["do"]]])


NUMBERS = {"play_assistant": "value", "move_mother_nature": "steps", "take_cloud": "cloud"}


def _needs_typed(action: Mapping[str, Any]) -> Iterator[str]:
    number = action["number"]
    if number in SWAPS:  # what one gives comes first
        mine = "from_entrance"
        (other,) = (side for side in SWAPS[number] if side != mine)
        yield "".join(colour[0] for colour in action.get(mine, ()))
        yield "".join(colour[0] for colour in action.get(other, ()))
        return
    for need in NEEDS.get(number, ()):
        if need in action:
            yield action[need][0] if need == "colour" else str(action[need])


def read(typed: str, game: rules.Game) -> Action:
    """The action that was meant; or Unclear, with what is wrong with it."""
    action = _read(typed.lower().split(), game.view(None))
    try:
        if "unfinished" not in game.view(None):
            game.parse(action)
    except IllegalAction as illegal:
        raise Unclear(illegal.sentence) from illegal
    return action


def _read(typed: list[str], position: Position) -> Action:
    match typed:
        case [character, *rest] if character[:1] == "c" and character[1:].isdecimal():
            return _read_character(int(character[1:][:3]), rest)
        case ["e" | "end"]:
            return {"do": "end_turn"}
        case [colour, place] if colour[:1] in LETTERS and LETTERS[colour[0]].startswith(colour):
            if place in DINING:
                return {"do": "move_student", "colour": LETTERS[colour[0]], "to": "dining"}
            return {"do": "move_student", "colour": LETTERS[colour[0]], "to": {"island": _number(place)}}
        case [number] if number.isdecimal():
            step = position.get("step", "planning")
            do = {"planning": "play_assistant", "mother_nature": "move_mother_nature", "cloud": "take_cloud"}.get(step)
            if do is not None:
                return {"do": do, NUMBERS[do]: _number(number)}
    raise Unclear("That means nothing here. Type again for what is asked, or help.")


def _read_character(number: int, rest: list[str]) -> Action:
    if number not in range(1, const.CHARACTERS + 1):
        raise Unclear("There is no such character. Type t for the table.")
    needs = NEEDS.get(number, ())
    if len(rest) != len(needs):
        if not needs:
            raise Unclear(f"Type c{number} alone.")
        pattern, example = PATTERNS[needs]
        raise Unclear(f"Type c{number} {pattern}, for example: c{number} {example}.")
    action: Action = {"do": "play_character", "number": number}
    if number in SWAPS:
        (other,) = (side for side in SWAPS[number] if side != "from_entrance")
        return action | {"from_entrance": _colours(rest[0]), other: _colours(rest[1])}
    for need, word in zip(needs, rest, strict=True):
        action[need] = _colours(word)[0] if need == "colour" else _number(word)
    return action


def _colours(letters: str) -> list[str]:
    if letters in names.COLOURS:
        return [letters]
    if not set(letters) <= LETTERS.keys():
        raise Unclear(f"A colour is one of {', '.join(f'{letter} ({word})' for letter, word in LETTERS.items())}.")
    return [LETTERS[letter] for letter in letters]


def _number(word: str) -> int:
    if not word.isdecimal():
        raise Unclear(f"{word[:20]} is no number.")
    return int(word[:9])


# ---------------------------------------------------------------- what is asked


def asked(position: Position) -> str:
    """The question of the moment, with what a person needs to see for it."""
    step = "unfinished" if "unfinished" in position else position.get("step", "planning")
    if step != "students":
        return ASKED[step]
    entrance = position["boards"][position["active"]]["entrance"]
    return f"{ASKED[step]} Your entrance: {students(entrance)}."


def patterns(actions: list[Action], position: Position) -> list[tuple[str, str]]:
    """What can be typed, in few lines: each move where they are few, otherwise how they are typed."""
    plain = [action for action in actions if action["do"] != "play_character"]
    if any(action["do"] == "move_student" for action in plain):
        letters = sorted({action["colour"][0] for action in plain}, key=list(LETTERS).index)
        shown = [
            (f"{letters[0]} d", f"a colour ({' '.join(letters)}) and d: to your dining room"),
            (f"{letters[0]} 5", "a colour and the number of an island: to that island"),
        ]
    else:
        shown = [(key(action), words.sentence(action, position)) for action in plain]
    if "unfinished" in position:
        return [(key(action), words.sentence(action, position)) for action in actions]
    for number in dict.fromkeys(action["number"] for action in actions if action["do"] == "play_character"):
        pattern = f" {PATTERNS[NEEDS[number]][1]}" if number in NEEDS else ""
        shown.append((f"c{number}{pattern}", _character_words(position, number)))
    return shown


def _character_words(position: Position, number: int) -> str:
    price = words.counted("coins", reading.price(position, number))
    said = f"the {words.text(f'character.{number}')} ({price}): {words.text(f'effect.{number}')}"
    if number in SWAPS:
        said += "; yours first, then what you get"
    return said


def explained(word: str, position: Position | None) -> list[str]:
    """What a character does, by its name or number."""
    wanted = word.lower()
    found = []
    for number, called in enumerate(names.CHARACTERS, 1):
        if wanted in (str(number), f"c{number}", called, words.text(f"character.{number}")):
            typed = f" Type c{number}{' ' + PATTERNS[NEEDS[number]][1] if number in NEEDS else ''}."
            found.append(
                f"The {words.text(f'character.{number}')} (c{number}): {words.text(f'effect.{number}')}.{typed}"
            )
            if position is not None and str(number) in position.get("characters", {}):
                price = words.counted("coins", reading.price(position, number))
                found.append(f"It is on the table and costs {price} now.")
    return found
