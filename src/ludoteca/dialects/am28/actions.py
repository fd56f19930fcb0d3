"""Commands as actions of the notation. Indices here count from 0, the notation counts from 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludoteca.dialects.eriantys.spelling import NEEDS, SWAPS, Action, Position, remaining
from ludoteca.dialects.messages import Malformed
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import names

from . import messages
from .messages import Command

NO_CHARACTER = 0  # a number that the rules refuse, when it is the turn for it


def action(command: Command, game: Position) -> Action:
    """What a command asks for, or Malformed where it lacks something. Whether it is legal is for the rules to say."""
    return ACTIONS[type(command)](command, game)


def colour(member: str, said: object) -> str:
    if not isinstance(said, str) or said.lower() not in names.COLOURS:
        raise Malformed(f"{member} is one of {', '.join(names.COLOURS)}.")
    return said.lower()


def _island(command: messages.MoveToIsland, game: Position) -> Action:
    chosen = colour("studentColour", command.studentColour)
    return {"do": "move_student", "colour": chosen, "to": {"island": command.index}}


def _hall(command: messages.MoveToHall, game: Position) -> Action:
    return {"do": "move_student", "colour": colour("studentColour", command.studentColour), "to": "dining"}


def _character(command: messages.PlayCharacterCard, game: Position) -> Action:
    numbers = [int(number) for number in game.get("characters", ())]
    number = numbers[command.index] if 0 <= command.index < len(numbers) else NO_CHARACTER
    wanted: Action = {"do": "play_character", "number": number}
    if "colour" in NEEDS.get(number, ()):
        wanted["colour"] = colour("pColour", command.pColour)
    if "island" in NEEDS.get(number, ()):
        if not isinstance(command.pIndex, int):
            raise Malformed("pIndex is the number of an island, 1 to 12.")
        wanted["island"] = command.pIndex
    if number in SWAPS:
        first, second = SWAPS[number]
        wanted[first] = students("pStudentsFrom", command.pStudentsFrom)
        wanted[second] = students("pStudentsTo", command.pStudentsTo)
    return wanted


def students(member: str, counted: object) -> list[str]:
    """Colours, one for each student, of an array of counts."""
    if not isinstance(counted, list):
        raise Malformed(f"{member} is a list of 5 numbers, one for each of {', '.join(names.COLOURS)}.")
    if sum(counted) > const.STUDENTS_PER_COLOUR:
        raise Malformed(f"{member} has more students than anybody can swap.")
    return [name for name, count in zip(names.COLOURS, counted, strict=True) for _ in range(count)]


def _choose(command: messages.Choose, game: Position) -> Action:
    if isinstance(command.pColour, str):
        chosen: str | int = colour("pColour", command.pColour)
    elif isinstance(command.pIndex, int) and command.pIndex != 0:  # a client that always sends it means nothing by 0
        chosen = command.pIndex
    else:
        return {"do": "choose", "what": "swap", "value": "done"}
    what = chosen_next(game["unfinished"]["action"]) if "unfinished" in game else "colour"
    if (what == "island") != isinstance(chosen, int):
        raise Malformed("What is chosen next is an island: send pIndex." if what == "island" else "Send pColour.")
    return {"do": "choose", "what": what, "value": chosen}


ACTIONS: Mapping[type[Command], Callable[[Any, Position], Action]] = {
    messages.PlayAssistantCard: lambda command, game: {"do": "play_assistant", "value": command.index + 1},
    messages.MoveToIsland: _island,
    messages.MoveToHall: _hall,
    messages.MoveMotherNature: lambda command, game: {"do": "move_mother_nature", "steps": command.motherNatureShifts},
    messages.TakeFromCloud: lambda command, game: {"do": "take_cloud", "cloud": command.index + 1},
    messages.PlayCharacterCard: _character,
    messages.EndTurn: lambda command, game: {"do": "end_turn"},
    messages.Choose: _choose,
}


# ---------------------------------------------------------------- what a client chooses next

FIRST_CHOICE = {
    const.MONK: "from_card",
    const.HERALD: "island",
    const.HERBALIST: "island",
    const.MUSHROOM_HUNTER: "colour",
    const.PRINCESS: "from_card",
    const.THIEF: "colour",
}


def chosen_next(known: Mapping[str, Any]) -> str:
    """What is chosen next of a character's effect, as the notation calls it; of a swap, one may also stop."""
    if known["number"] in SWAPS:
        first, second = SWAPS[known["number"]]
        return first if len(known[first]) == len(known[second]) else second
    return "island" if "colour" in known else FIRST_CHOICE[known["number"]]


# ---------------------------------------------------------------- the way back, for the client's end


def commands(wanted: Mapping[str, Any], game: Position) -> list[Command]:
    """The commands that ask for an action. Of a character that is half used, those that finish it."""
    if "unfinished" in game and wanted["do"] == "play_character":
        return [command(choice, game) for choice in remaining(game, wanted)]
    return [command(wanted, game)]


def command(wanted: Mapping[str, Any], game: Position) -> Command:
    """The command that asks for an action. Of a character's small decisions only the later ones have one."""
    match wanted:
        case {"do": "play_assistant", "value": value}:
            return messages.PlayAssistantCard(index=value - 1)
        case {"do": "move_student", "colour": name, "to": {"island": tile}}:
            return messages.MoveToIsland(studentColour=name, index=tile)
        case {"do": "move_student", "colour": name}:
            return messages.MoveToHall(studentColour=name)
        case {"do": "move_mother_nature", "steps": steps}:
            return messages.MoveMotherNature(motherNatureShifts=steps)
        case {"do": "take_cloud", "cloud": cloud}:
            return messages.TakeFromCloud(index=cloud - 1)
        case {"do": "play_character", "number": number}:
            return _character_command(wanted, list(game["characters"]).index(str(number)))
        case {"do": "choose", "what": "swap"}:
            return messages.Choose()
        case {"do": "choose", "what": "island", "value": tile}:
            return messages.Choose(pIndex=tile)
        case {"do": "choose", "value": name}:
            return messages.Choose(pColour=name)
        case _:
            return messages.EndTurn()


def _character_command(wanted: Mapping[str, Any], place: int) -> messages.PlayCharacterCard:
    members: dict[str, Any] = {}
    if "colour" in wanted:
        members["pColour"] = wanted["colour"]
    if "island" in wanted:
        members["pIndex"] = wanted["island"]
    if wanted["number"] in SWAPS:
        first, second = SWAPS[wanted["number"]]
        members |= {"pStudentsFrom": tally(wanted[first]), "pStudentsTo": tally(wanted[second])}
    return messages.PlayCharacterCard(index=place, **members)


def tally(colours: Sequence[str]) -> list[int]:
    return [colours.count(name) for name in names.COLOURS]
