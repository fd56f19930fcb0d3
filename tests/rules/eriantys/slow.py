"""What may be done in a position, worked out slowly from its JSON alone.

This is a second, independent reading of the rules: it knows nothing of the engine, takes no short cut and keeps no
state. It answers two questions about a complete position of a running game:

- `legal(position)`: every whole action that the rules allow, and
- `impossible(position, random)`: well-formed actions, out of a generous collection, that must be refused.

Islands are named by any of their tiles, so every tile of a group has its own action; the lists of characters 7 and 10
are written sorted, since the order of a swap does not decide whether it is allowed. `canonical` brings any action to
one spelling.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, product
from random import Random

from .positions import COLOURS, TILES, Json, first_tile

# §11: number of a character -> printed price.
PRICES = {1: 1, 2: 2, 3: 3, 4: 1, 5: 2, 6: 3, 7: 1, 8: 2, 9: 3, 10: 1, 11: 2, 12: 3}
SEATS_AT_A_TABLE = 10
MOST_SWAPPED = {7: 3, 10: 2}


def legal(position: Json) -> list[Json]:
    """Every whole action that is legal now. The position is complete and no composite action is under way."""
    if position["phase"] == "planning":
        return list(_assistants(position))
    if position["phase"] == "action":
        return [*_actions_of_the_step(position), *_characters(position)]
    return []


# Planning phase, §5.2


def _assistants(position: Json) -> Iterator[Json]:
    hand = position["hands"][position["active"]]
    taken = {value for _, value in position["played"]}
    free = [value for value in hand if value not in taken]
    for value in free or hand:
        yield {"do": "play_assistant", "value": value}


# Action phase, §6


def _actions_of_the_step(position: Json) -> Iterator[Json]:
    step = position["step"]
    if step == "students":
        # A loaded position may have an empty entrance: then there is nothing left to move but mother nature.
        yield from _student_moves(position) if _board(position)["entrance"] else _mother_nature_moves(position)
    elif step == "mother_nature":
        yield from _mother_nature_moves(position)
    elif step == "cloud" and any(position["clouds"]):
        for number, cloud in enumerate(position["clouds"], start=1):
            if cloud:
                yield {"do": "take_cloud", "cloud": number}
    else:
        yield {"do": "end_turn"}


def _student_moves(position: Json) -> Iterator[Json]:
    board = _board(position)
    for colour in board["entrance"]:
        if board["dining"].get(colour, 0) < SEATS_AT_A_TABLE:
            yield {"do": "move_student", "colour": colour, "to": "dining"}
        for tile in TILES:
            yield {"do": "move_student", "colour": colour, "to": {"island": tile}}


def _mother_nature_moves(position: Json) -> Iterator[Json]:
    most = (position["assistants"][position["active"]] + 1) // 2
    if (position.get("active_character") or {}).get("number") == 4:
        most += 2
    for steps in range(1, most + 1):
        yield {"do": "move_mother_nature", "steps": steps}


# Characters, §10 and §11


def _characters(position: Json) -> Iterator[Json]:
    if not position["expert"] or position["character_used"]:
        return
    board = _board(position)
    for key, card in position["characters"].items():
        number = int(key)
        price = PRICES[number] + (1 if card["used"] else 0)
        if board["coins"] >= price:
            for parameters in _parameters(number, card, board):
                yield {"do": "play_character", "number": number} | parameters


def _parameters(number: int, card: Json, board: Json) -> Iterator[Json]:
    """All ways to use a character that is in play and paid for."""
    students = card.get("students", {})
    if number == 1:
        yield from ({"colour": colour, "island": tile} for colour in students for tile in TILES)
    elif number == 3 or (number == 5 and card["no_entry"] > 0):
        yield from ({"island": tile} for tile in TILES)
    elif number == 7:
        for ours, theirs in _swaps(7, students, board["entrance"]):
            yield {"from_card": ours, "from_entrance": theirs}
    elif number in (9, 12):
        yield from ({"colour": colour} for colour in COLOURS)
    elif number == 10:
        for ours, theirs in _swaps(10, board["entrance"], board["dining"]):
            after = Counter[str](board["dining"]) - Counter(theirs) + Counter(ours)
            if max(after.values()) <= SEATS_AT_A_TABLE:
                yield {"from_entrance": ours, "from_dining": theirs}
    elif number == 11:
        yield from ({"colour": colour} for colour in students if board["dining"].get(colour, 0) < SEATS_AT_A_TABLE)
    elif number in (2, 4, 6, 8):
        yield {}


def _swaps(number: int, ours: Json, theirs: Json) -> Iterator[tuple[list[str], list[str]]]:
    for size in range(1, MOST_SWAPPED[number] + 1):
        yield from product(_choices(ours, size), _choices(theirs, size))


def _choices(students: Json, size: int) -> list[list[str]]:
    """All ways to choose so many of the students, as sorted lists of colours."""
    return [
        list(chosen)
        for chosen in combinations_with_replacement(sorted(COLOURS), size)
        if all(count <= students.get(colour, 0) for colour, count in Counter(chosen).items())
    ]


def _board(position: Json) -> Json:
    board: Json = position["boards"][position["active"]]
    return board


# Actions that somebody might try


def conceivable(random: Random) -> Iterator[Json]:
    """Well-formed actions of every kind with values in and out of range, most of them illegal in any given position.

    The swaps, far too many to list, are a random sample.
    """
    tiles = range(14)
    yield from ({"do": "play_assistant", "value": value} for value in range(-1, 12))
    for colour in COLOURS:
        yield {"do": "move_student", "colour": colour, "to": "dining"}
        yield from ({"do": "move_student", "colour": colour, "to": {"island": tile}} for tile in tiles)
    yield from ({"do": "move_mother_nature", "steps": steps} for steps in range(-1, 14))
    yield from ({"do": "take_cloud", "cloud": cloud} for cloud in range(-1, 6))
    yield {"do": "end_turn"}
    yield from (_use(number) for number in (2, 4, 6, 8))
    yield from (_use(number, island=tile) for number in (3, 5) for tile in tiles)
    yield from (_use(number, colour=colour) for number in (9, 11, 12) for colour in COLOURS)
    yield from (_use(1, colour=colour, island=tile) for colour in COLOURS for tile in tiles)
    yield from (_use(7, from_card=[one], from_entrance=[other]) for one in COLOURS for other in COLOURS)
    yield from (_use(10, from_entrance=[one], from_dining=[other]) for one in COLOURS for other in COLOURS)
    for _ in range(30):
        yield _use(7, from_card=_some(random, 4), from_entrance=_some(random, 4))
        yield _use(10, from_entrance=_some(random, 3), from_dining=_some(random, 3))
        size = random.randint(2, 3)
        yield _use(7, from_card=_some(random, size, size), from_entrance=_some(random, size, size))
        yield _use(10, from_entrance=_some(random, 2, 2), from_dining=_some(random, 2, 2))


def impossible(position: Json, random: Random) -> Iterable[Json]:
    """Actions that must be refused in this position."""
    allowed = {canonical(action, position) for action in legal(position)}
    return (action for action in conceivable(random) if canonical(action, position) not in allowed)


def _use(number: int, **parameters: object) -> Json:
    return {"do": "play_character", "number": number} | parameters


def _some(random: Random, most: int, least: int = 0) -> list[str]:
    return [random.choice(COLOURS) for _ in range(random.randint(least, most))]


def canonical(action: Json, position: Json) -> str:
    """One spelling for all actions that mean the same in this position."""
    spelt: Json = {key: sorted(value) if isinstance(value, list) else value for key, value in action.items()}
    spelt.pop("by", None)
    if spelt.get("island") in TILES:
        spelt["island"] = first_tile(position, spelt["island"])
    to = spelt.get("to")
    if isinstance(to, dict) and to["island"] in TILES:
        spelt["to"] = {"island": first_tile(position, to["island"])}
    return json.dumps(spelt, sort_keys=True)
