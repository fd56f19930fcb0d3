"""Everything that the player who has to decide may do, each as one message of the dialect and a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca import rules
from ludoteca.dialects.contract import Choice
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import names, reading
from ludoteca.rules.eriantys.text import words

from . import messages, shaping
from .messages import FromClient
from .playing import PAIRS, Action, loaded
from .rebuilding import Json
from .wire import line


def choices(position: Json) -> list[Choice]:
    """In the order of the rules. What is typed is short: a number, a colour, a colour and an island."""
    game = loaded(position)
    found = []
    for decision in game.legal_actions():
        action = game.describe(decision)
        if begins_a_pair(action, position):
            after = game.clone()
            after.apply(decision)
            found += [pair(position, action, second) for second in described(after)]
        elif is_half_of_a_pair(action, position):
            found.append(pair(position, half(position), (action, words.sentence(action, position))))
        else:
            key, message = single(action, position)
            found.append(Choice(key, words.sentence(action, position), line(message)))
    return found


def described(game: rules.Game) -> Iterator[tuple[Action, str]]:
    position = game.position()
    for decision in game.legal_actions():
        action = game.describe(decision)
        yield action, words.sentence(action, position)


# ---------------------------------------------------------------- two choices in one message


def owed(position: Json) -> int:
    return shaping.active(position) or const.NOTHING if "unfinished" in position else const.NOTHING


def begins_a_pair(action: Action, position: Json) -> bool:
    number = owed(position)
    if action["do"] != "choose" or number not in (*PAIRS, const.MONK):
        return False
    first = "from_card" if number == const.MONK else PAIRS[number][0]
    return bool(action["what"] == first)


def is_half_of_a_pair(action: Action, position: Json) -> bool:
    return owed(position) in (*PAIRS, const.MONK) and action["what"] != "swap"


def half(position: Json) -> Action:
    """The first choice of a pair, made before."""
    last = position["unfinished"]["decisions"][-1]
    return {"do": "choose", "what": "", "value": names.COLOURS[last - const.CHOOSE_COLOUR]}


def pair(position: Json, first: Action, second: tuple[Action, str]) -> Choice:
    action, sentence = second
    color = shaping.COLORS[first["value"]]
    said = f"{words.sentence(first, position)}. {sentence}" if first["what"] else sentence
    if action["what"] == "island":
        message: FromClient = messages.SpecialMoveIsland(student=color, island_index=index(position, action["value"]))
        return Choice(f"{first['value']} {action['value']}", said, line(message))
    message = messages.ChooseTwoColors(first_color=shaping.COLORS[action["value"]], second_color=color)
    return Choice(f"{action['value']} {first['value']}", said, line(message))


# ---------------------------------------------------------------- one choice in one message


def single(action: Action, position: Json) -> tuple[str, FromClient]:
    """What is typed for it, and what is sent."""
    match action:
        case {"do": "play_assistant", "value": value}:
            place = position["hands"][position["active"]].index(value) + 1
            return str(value), messages.ChooseAssistant(index=place)
        case {"do": "move_student", "colour": colour, "to": "dining"}:
            return f"{colour} hall", messages.EntranceToHall(color_s=shaping.COLORS[colour])
        case {"do": "move_student", "colour": colour, "to": {"island": tile}}:
            place = index(position, tile)
            return f"{colour} {tile}", messages.MoveToIsland(color_s=shaping.COLORS[colour], index=place)
        case {"do": "move_mother_nature", "steps": steps}:
            return str(steps), messages.MoveMN(steps=steps)
        case {"do": "take_cloud", "cloud": cloud}:
            return str(cloud), messages.ChooseCloud(index=cloud - 1)
        case {"do": "end_turn"}:
            return "end", messages.EndMyTurn()
        case {"do": "play_character", "number": number} | {"do": "choose", "what": "character", "value": number}:
            return f"char{number}", messages.PlayCharacter(c=shaping.CHARS[number])
        case {"what": "island", "value": tile}:
            return str(tile), messages.ChooseIsland(island_index=index(position, tile))
        case {"what": "swap"}:
            return "end", messages.EndCharacter()
        case _:
            return action["value"], messages.ChooseColor(color=shaping.COLORS[action["value"]])


def index(position: Json, tile: int) -> int:
    return shaping.position_of(reading.groups(position), tile)
