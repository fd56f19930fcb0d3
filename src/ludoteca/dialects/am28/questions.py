"""What a person can do now, with a key to type for each: the client's end of the dialect, made of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from ludoteca import rules
from ludoteca.dialects.contract import Choice, Question
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import names
from ludoteca.rules.eriantys.text import words

from . import actions, wire
from .actions import Action
from .messages import GameParameters
from .shapes import MODES, SWAPPED, View
from .story import A_GAME

NAME_WANTED = (
    "What is your name? 1 to 20 of A-Z a-z 0-9 . _ - ; name@CODE sits at that table, name#secret keeps the seat."
)
PARAMETERS_WANTED = "You are the first. For how many is the game, and in which mode? You can change it until it starts."
ASKED = {
    "planning": "Play an assistant.",
    "students": "Move a student.",
    "mother_nature": "Send mother nature on.",
    "cloud": "Take a cloud.",
    "end": "End your turn.",
    "unfinished": "Go on with your character.",
}
SWAPS_WANTED = "For a swap of more students type, for example: {name} red,blue for green,pink (yours first)."


def naming() -> Question:
    return Question(NAME_WANTED, free=lambda text: text.strip().encode() + b"\n")


def parameters() -> Question:
    return Question(PARAMETERS_WANTED, [_parameters(*wanted) for wanted in _games()])


def _games() -> Iterator[tuple[int, str, int]]:
    return ((players, mode, bots) for players in (2, 3, 4) for mode in MODES.values() for bots in range(players))


def _parameters(players: int, mode: str, bots: int) -> Choice:
    others = f" with {bots} {'bot' if bots == 1 else 'bots'}" if bots else ""
    line = wire.line_of(GameParameters(numPlayers=players, gameMode=mode, bots=bots))
    key = f"{players} {mode}" + (f" {bots}" if bots else "")
    return Choice(key, f"{A_GAME[mode == MODES[True]]} for {players}{others}.", line)


def moment(view: View, wrong: Callable[[str], None]) -> Question:
    """The question to the seat that decides. `wrong` hears what was typed freely and cannot be read."""
    game = loaded(view)
    choices = [Choice(key(action, view), said(action, view), line(action, view)) for action in all_actions(game)]
    unfinished = "unfinished" in view
    asked = ASKED["unfinished" if unfinished else view.get("step", "planning")]
    swaps = [] if unfinished else [number for number in usable(game) if number in SWAPPED]
    if not swaps:
        return Question(asked, choices)
    hints = [SWAPS_WANTED.format(name=names.CHARACTERS[number - 1]) for number in swaps]
    return Question(" ".join([asked, *hints]), choices, lambda text: typed_swap(text, view, wrong))


def loaded(view: View) -> rules.Game:
    """A game in this position. What lies in the bag is hidden: here it is what lies nowhere else."""
    return rules.load({member: value for member, value in view.items() if member not in ("bag", "draws")})


def all_actions(game: rules.Game) -> Iterator[Action]:
    """Everything that is legal now, characters with all they need; of swaps only those of one for one."""
    for decision in game.legal_actions():
        action = game.describe(decision)
        if action["do"] == "choose" and action["what"] == "character":
            yield from whole_characters(game, action["value"])
        else:
            yield {member: value for member, value in action.items() if member != "by"}


def usable(game: rules.Game) -> list[int]:
    """The numbers of the characters that need choices and can be used now."""
    described = [game.describe(decision) for decision in game.legal_actions()]
    return [action["value"] for action in described if action.get("what") == "character"]


def whole_characters(game: rules.Game, number: int) -> Iterator[Action]:
    tiles = [int(tile) for tile in game.view(None)["islands"]]
    wanted: Iterable[Mapping[str, Any]]
    if number == const.MONK:
        wanted = ({"colour": colour, "island": tile} for colour, tile in product(names.COLOURS, tiles))
    elif number in actions.WITH_ISLAND:
        wanted = ({"island": tile} for tile in tiles)
    elif number in SWAPPED:
        first, second = SWAPPED[number]
        wanted = ({first: [one], second: [other]} for one, other in product(names.COLOURS, repeat=2))
    else:
        wanted = ({"colour": colour} for colour in names.COLOURS)
    for members in wanted:
        action = {"do": "play_character", "number": number, **members}
        if is_legal(game, action):
            yield action


def is_legal(game: rules.Game, action: Action) -> bool:
    try:
        game.parse(action)
    except rules.IllegalAction:
        return False
    return True


# ---------------------------------------------------------------- keys, words, lines


def key(action: Action, view: View) -> str:
    """What a person types: a number, a colour, a name, or some of them."""
    match action:
        case {"do": "play_assistant", "value": value}:
            return str(value)
        case {"do": "move_student", "colour": colour, "to": {"island": tile}}:
            return f"{colour} {tile}"
        case {"do": "move_student", "colour": colour}:
            return f"{colour} hall"
        case {"do": "move_mother_nature", "steps": steps}:
            return str(steps)
        case {"do": "take_cloud", "cloud": cloud}:
            return f"cloud {cloud - 1}"
        case {"do": "play_character", "number": number}:
            return " ".join([names.CHARACTERS[number - 1], *_parameters_typed(action)])
        case {"do": "choose", "value": value}:
            return str(value)
        case _:
            return "end"


def _parameters_typed(action: Action) -> Iterator[str]:
    if "colour" in action:
        yield action["colour"]
    if "island" in action:
        yield str(action["island"])
    if action["number"] in SWAPPED:
        yield f"{','.join(action['from_entrance'])} for {','.join(action[other_side(action['number'])])}"


def other_side(number: int) -> str:
    """Where the students come from that are swapped against those of the entrance."""
    return "from_card" if number == const.JESTER else "from_dining"


def said(action: Action, view: View) -> str:
    """The sentences of the rules, but for clouds, which are counted from 0 here."""
    if action["do"] == "take_cloud":
        return f"Take cloud {action['cloud'] - 1} ({words.letters(view['clouds'][action['cloud'] - 1])})"
    return words.sentence(action, view)


def line(action: Action, view: View) -> bytes:
    return wire.line_of(actions.command(action, view))


def typed_swap(text: str, view: View, wrong: Callable[[str], None]) -> bytes:
    """The line for `jester red,blue for green,pink`; nothing when it cannot be read."""
    name, _, rest = text.strip().lower().partition(" ")
    given, middle, taken = rest.partition(" for ")
    number = names.CHARACTERS.index(name) + 1 if name in names.CHARACTERS else 0
    sides = [[colour.strip() for colour in side.split(",")] for side in (given, taken)]
    unknown = [colour for side in sides for colour in side if colour not in names.COLOURS]
    if number not in SWAPPED or str(number) not in view["characters"] or not middle or unknown:
        wrong(f"That cannot be read: {text.strip()[:60]}")
        return b""
    action = {"do": "play_character", "number": number, "from_entrance": sides[0], other_side(number): sides[1]}
    return line(action, view)
