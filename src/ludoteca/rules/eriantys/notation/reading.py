"""Reading a complete position or a view: groups, sides, towers, influence, the end. For whoever draws or describes one.

Ordinary Python over the JSON of the notation, without an engine, so that it serves views and stored positions too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from ludoteca.rules.contract import SEAT_LETTERS

from ..engine import const
from . import names

Position: TypeAlias = Mapping[str, Any]
Group: TypeAlias = list[int]


def seats(position: Position) -> str:
    return SEAT_LETTERS[: position["players"]]


def sides(position: Position) -> tuple[str, ...]:
    """The tower colours in the game: with four players two teams share them (§9)."""
    return names.TOWERS[: 3 if position["players"] == 3 else 2]


def side_of(position: Position, seat: str) -> str:
    return names.TOWERS[SEAT_LETTERS.index(seat) % len(sides(position))]


def members(position: Position, side: str) -> str:
    return "".join(seat for seat in seats(position) if side_of(position, seat) == side)


def round_number(position: Position) -> int:
    """Everybody plays one assistant a round, so the opener's hand counts the rounds (a puzzle may know no better)."""
    opener = position["first_player"]
    gone = const.ASSISTANTS - len(position["hands"][opener])
    waiting = position["phase"] == "planning" and opener not in assistants(position)
    return max(1, gone + 1 if waiting else gone)


def assistants(position: Position) -> dict[str, int]:
    """The assistant of this round by player, as far as played."""
    return dict(position.get("played") or ()) or dict(position.get("assistants") or {})


def most_steps(assistant: int) -> int:
    """How far mother nature may go (§1)."""
    return (assistant + 1) // 2


# Islands


def groups(position: Position) -> list[Group]:
    """All groups in clockwise order of their first tile, single tiles included."""
    merged: list[Group] = [list(group) for group in position["groups"]]
    inside = {tile for group in merged for tile in group}
    return sorted(merged + [[tile] for tile in range(1, const.ISLANDS + 1) if tile not in inside])


def group_of(position: Position, tile: int) -> Group:
    return next(group for group in groups(position) if tile in group)


def island(position: Position, group: Group) -> Position:
    """Students, tower and no-entry tiles of a group: a position writes them on its first tile."""
    entry: Position = position["islands"][str(group[0])]
    return entry


def destination(position: Position, steps: int) -> Group:
    """The group where mother nature ends; a merged group counts as one step (§6.2)."""
    ring = groups(position)
    start = ring.index(group_of(position, position["mother_nature"]))
    return ring[(start + steps) % len(ring)]


def influence(position: Position, group: Group) -> dict[str, int]:
    """Influence of every side on a group, as a resolution in this turn would count it (§6.3)."""
    entry = island(position, group)
    effect = position.get("active_character") or {"number": const.NOTHING}
    counted = dict.fromkeys(sides(position), 0)
    for colour, seat in holders(position).items():
        if colour != effect.get("colour"):
            counted[side_of(position, seat)] += entry["students"].get(colour, 0)
    if "tower" in entry and effect["number"] != const.CENTAUR:  # [RULING 19]
        counted[entry["tower"]] += len(group)
    if effect["number"] == const.KNIGHT:  # [RULING 21]
        counted[side_of(position, position["active"])] += const.KNIGHT_INFLUENCE
    return counted


# Schools and the middle


def holders(position: Position) -> dict[str, str]:
    """Who holds which professor; those in the middle are left out."""
    boards = position["boards"]
    return {colour: seat for colour in names.COLOURS for seat in boards if colour in boards[seat]["professors"]}


def professors(position: Position, side: str) -> int:
    return sum(side_of(position, seat) == side for seat in holders(position).values())


def reserve(position: Position, side: str) -> int:
    """Towers not on islands; a conquest may need more than there are [RULING 5]."""
    return max(0, _all_towers(position) - _tiles_owned(position, side))


def towers_built(position: Position, side: str) -> int:
    return min(_all_towers(position), _tiles_owned(position, side))


def _all_towers(position: Position) -> int:
    return 6 if position["players"] == 3 else 8


def _tiles_owned(position: Position, side: str) -> int:
    return sum(len(group) for group in groups(position) if island(position, group).get("tower") == side)


def price(position: Position, number: int) -> int:
    """Printed prices run 1, 2, 3 through the numbers; the first use raises one once [RULING 22]."""
    used: bool = position["characters"][str(number)]["used"]
    return (number - 1) % const.PRICES + 1 + used


# The end (§7)


def winning_sides(position: Position) -> list[str]:
    """Of a finished game: most towers, then most professors among those tied, then jointly [RULING 7]."""
    most_towers = max(towers_built(position, side) for side in sides(position))
    tied = [side for side in sides(position) if towers_built(position, side) == most_towers]
    most_professors = max(professors(position, side) for side in tied)
    return [side for side in tied if professors(position, side) == most_professors]


def why_over(position: Position) -> int:
    """What ended a finished game: one of the reasons `const.WHY_...`."""
    if any(reserve(position, side) == 0 for side in sides(position)):
        return const.WHY_LAST_TOWER
    if len(groups(position)) <= const.FEWEST_GROUPS:
        return const.WHY_FEW_GROUPS
    if not all(position["hands"].values()):
        return const.WHY_NO_ASSISTANTS
    return const.WHY_BAG_EMPTY
