"""What a player can do, said to the player: short sentences, second person, present tense.

Every text is one entry of `CATALOGUE`, a template with named fields, so that a translation replaces this one table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..engine import const
from ..notation import names, reading
from ..notation.reading import Group, Position

Action = Mapping[str, Any]

CATALOGUE = {
    # Pieces
    "letter.green": "G",
    "letter.red": "R",
    "letter.yellow": "Y",
    "letter.pink": "P",
    "letter.blue": "B",
    "colour.green": "green",
    "colour.red": "red",
    "colour.yellow": "yellow",
    "colour.pink": "pink",
    "colour.blue": "blue",
    "tower.white": "white",
    "tower.black": "black",
    "tower.grey": "grey",
    "island.one": "island {first}",
    "island.more": "islands {first} to {last}",
    "steps.one": "{count} step",
    "steps.more": "{count} steps",
    "coins.one": "{count} coin",
    "coins.more": "{count} coins",
    "no_entry.one": "no entry",
    "no_entry.more": "no entry x{count}",
    "and": "{first} and {last}",
    "share": "{side} {count}",
    "influence.you": "you",
    "influence.shares": "influence: {shares}",
    "influence.none": "nobody has influence",
    "influence.no_entry": "no entry: nothing happens",
    # Characters (§11)
    "character.1": "monk",
    "character.2": "farmer",
    "character.3": "herald",
    "character.4": "messenger",
    "character.5": "herbalist",
    "character.6": "centaur",
    "character.7": "jester",
    "character.8": "knight",
    "character.9": "mushroom hunter",
    "character.10": "minstrel",
    "character.11": "princess",
    "character.12": "thief",
    "effect.1": "put a student of the card on an island",
    "effect.2": "take professors on a tie too",
    "effect.3": "resolve any island at once",
    "effect.4": "up to 2 more steps",
    "effect.5": "put a no-entry tile on an island",
    "effect.6": "towers count nothing",
    "effect.7": "swap up to 3 with your entrance",
    "effect.8": "2 more influence",
    "effect.9": "one colour counts nothing",
    "effect.10": "swap up to 2, entrance and dining",
    "effect.11": "seat a student of the card",
    "effect.12": "everybody returns 3 of a colour",
    # The drawing
    "draw.title": "Eriantys for {players}",
    "draw.expert": "expert",
    "draw.round": "round {number}",
    "draw.phase.planning": "planning",
    "draw.phase.action": "action",
    "draw.phase.over": "over",
    "draw.last_round": "the last round",
    "draw.clouds_short": "the last round, without clouds to take",
    "draw.separator": ", ",
    "draw.step.planning": "{seat} plays an assistant.",
    "draw.step.students": "{seat} moves students, {moved} of {all} moved.",
    "draw.step.mother_nature": "{seat} sends mother nature.",
    "draw.step.cloud": "{seat} takes a cloud.",
    "draw.step.end": "{seat} ends the turn.",
    "draw.step.character": "{seat} uses the {character}.",
    "draw.order": "Order: {seats}.",
    "draw.character_used": "Character used.",
    "draw.in_force": "in force: {effect}",
    "draw.in_force.colour": "in force: {colour} counts nothing",
    "draw.won.one": "{winners} wins:",
    "draw.won.more": "{winners} win:",
    "draw.why.last_tower": "the last tower is built.",
    "draw.why.few_groups": "only {groups} groups of islands are left.",
    "draw.why.bag_empty": "the bag is empty.",
    "draw.why.no_assistants": "the assistants are all played.",
    "draw.compared": "Towers: {towers}. Professors: {professors}.",
    "draw.mother_nature": "mother nature",
    "draw.cloud": "cloud {number}: {students}",
    "draw.cloud.empty": "empty",
    "draw.cloud.taken": "taken",
    "draw.bag": "bag: {count}",
    "draw.supply": "supply: {count}",
    "draw.professors": "professors: {colours}",
    "draw.school.towers": "towers",
    "draw.school.with": "with {seat}",
    "draw.school.entrance": "entrance",
    "draw.school.coins": "coins",
    "draw.school.assistant": "card",
    "draw.school.hand": "hand",
    "draw.legend": "G green, R red, Y yellow, P pink, B blue; * with the professor; > to decide",
    # Actions
    "play_assistant": "Play assistant {value} (up to {steps})",
    "move_student.dining": "Move a {colour} student to your dining room",
    "move_student.island": "Move a {colour} student to {island}",
    "move_mother_nature": "Send mother nature {steps}, to {island} ({influence})",
    "take_cloud": "Take cloud {cloud} ({students})",
    "end_turn": "End your turn",
    "play_character.1": "Use the monk ({coins}): move a {colour} student from the card to {island}",
    "play_character.2": "Use the farmer ({coins}): take professors on a tie too this turn",
    "play_character.3": "Use the herald ({coins}): resolve {island} at once ({influence})",
    "play_character.4": "Use the messenger ({coins}): send mother nature up to 2 steps further this turn",
    "play_character.5": "Use the herbalist ({coins}): put a no-entry tile on {island}",
    "play_character.6": "Use the centaur ({coins}): towers count nothing this turn",
    "play_character.7": "Use the jester ({coins}): swap {given} of your entrance for {taken} of the card",
    "play_character.8": "Use the knight ({coins}): have 2 more influence this turn",
    "play_character.9": "Use the mushroom hunter ({coins}): {colour} students count nothing this turn",
    "play_character.10": "Use the minstrel ({coins}): swap {given} of your entrance for {taken} of your dining room",
    "play_character.11": "Use the princess ({coins}): seat a {colour} student from the card in your dining room",
    "play_character.12": "Use the thief ({coins}): everybody returns 3 {colour} students to the bag",
    # Small decisions: a character first, then its choices one by one
    "choose.character": "Use the {character} ({coins}): {effect}",
    "choose.colour.9": "Let {colour} students count nothing this turn",
    "choose.colour.12": "Let everybody return 3 {colour} students to the bag",
    "choose.from_card.1": "Move a {colour} student from the monk",
    "choose.from_card.7": "Take a {colour} student from the jester",
    "choose.from_card.11": "Seat a {colour} student from the princess in your dining room",
    "choose.from_entrance.7": "Give a {colour} student of your entrance for it",
    "choose.from_entrance.10": "Seat a {colour} student of your entrance in your dining room",
    "choose.from_dining.10": "Take a {colour} student of your dining room for it",
    "choose.island.1": "Move the {colour} student to {island}",
    "choose.island.3": "Resolve {island} at once ({influence})",
    "choose.island.5": "Put a no-entry tile on {island}",
    "choose.swap.7": "Swap {given} of your entrance for {taken} of the jester",
    "choose.swap.10": "Swap {given} of your entrance for {taken} of your dining room",
}


def text(key: str, /, **fields: object) -> str:
    return CATALOGUE[key].format(**fields)


def counted(key: str, count: int) -> str:
    """A number with its noun: "1 step", "2 steps"."""
    return text(f"{key}.one" if count == 1 else f"{key}.more", count=count)


def listed(items: Iterable[str]) -> str:
    """With commas and an "and": "red, red and blue"."""
    *before, last = items
    return text("and", first=", ".join(before), last=last) if before else last


def colours(chosen: Iterable[str]) -> str:
    return listed(text(f"colour.{colour}") for colour in chosen)


def letters(students: Mapping[str, int]) -> str:
    """Students at a glance: "GG R"."""
    present = [colour for colour in names.COLOURS if students.get(colour)]
    return " ".join(text(f"letter.{colour}") * students[colour] for colour in present)


def island(group: Group) -> str:
    """A tile, or the first and the last of a group, clockwise: "island 5", "islands 11 to 2"."""
    return text("island.one" if len(group) == 1 else "island.more", first=group[0], last=group[-1])


def influence(position: Position, group: Group, you: str) -> str:
    """What a resolution of the group would count: "influence: you 3, black 2"."""
    if reading.island(position, group).get("no_entry"):  # [RULING 17]
        return text("influence.no_entry")
    own = reading.side_of(position, you)
    counts = {side: count for side, count in reading.influence(position, group).items() if count}
    first = sorted(counts, key=lambda side: side != own)
    said = {side: text("influence.you") if side == own else text(f"tower.{side}") for side in first}
    shares = [text("share", side=said[side], count=counts[side]) for side in first]
    return text("influence.shares", shares=", ".join(shares)) if shares else text("influence.none")


def sentence(action: Action, position: Position) -> str:
    """An action or a small decision of the notation, said to the player who can make it in this position."""
    return SENTENCES[action["do"]](action, position)


def _play_assistant(action: Action, position: Position) -> str:
    value = action["value"]
    return text("play_assistant", value=value, steps=counted("steps", reading.most_steps(value)))


def _move_student(action: Action, position: Position) -> str:
    colour = text(f"colour.{action['colour']}")
    if action["to"] == "dining":
        return text("move_student.dining", colour=colour)
    return text("move_student.island", colour=colour, **_place(action["to"]["island"], position))


def _move_mother_nature(action: Action, position: Position) -> str:
    group = reading.destination(position, action["steps"])
    return text("move_mother_nature", steps=counted("steps", action["steps"]), **_place(group[0], position))


def _take_cloud(action: Action, position: Position) -> str:
    cloud = action["cloud"]
    return text("take_cloud", cloud=cloud, students=letters(position["clouds"][cloud - 1]))


def _end_turn(action: Action, position: Position) -> str:
    return text("end_turn")


def _play_character(action: Action, position: Position) -> str:
    number = action["number"]
    fields = _coins(number, position) | _swap(action)
    if "colour" in action:
        fields["colour"] = text(f"colour.{action['colour']}")
    if "island" in action:
        fields |= _place(action["island"], position)
    return text(f"play_character.{number}", **fields)


def _choose(action: Action, position: Position) -> str:
    what, value = action["what"], action["value"]
    if what == "character":
        fields = _coins(value, position)
        return text("choose.character", character=text(f"character.{value}"), effect=text(f"effect.{value}"), **fields)
    known: Action = position["unfinished"]["action"]
    key = f"choose.{what}.{known['number']}"
    if what == "swap":
        return text(key, **_swap(known))
    if what == "island":
        colour = text(f"colour.{known['colour']}") if "colour" in known else ""  # the monk's student
        return text(key, colour=colour, **_place(value, position))
    return text(key, colour=text(f"colour.{value}"))


def _place(tile: int, position: Position) -> dict[str, str]:
    group = reading.group_of(position, tile)
    return {"island": island(group), "influence": influence(position, group, position["active"])}


def _coins(number: int, position: Position) -> dict[str, str]:
    return {"coins": counted("coins", reading.price(position, number))}


def _swap(action: Action) -> dict[str, str]:
    """Both sides of a swap: what leaves the entrance and what comes into it (characters 7 and 10)."""
    if "from_entrance" not in action:
        return {}
    other = "from_card" if action["number"] == const.JESTER else "from_dining"
    return {"given": colours(action["from_entrance"]), "taken": colours(action[other])}


SENTENCES: dict[str, Callable[[Action, Position], str]] = {
    "play_assistant": _play_assistant,
    "move_student": _move_student,
    "move_mother_nature": _move_mother_nature,
    "take_cloud": _take_cloud,
    "end_turn": _end_turn,
    "play_character": _play_character,
    "choose": _choose,
}
