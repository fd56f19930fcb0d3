"""The shapes of `GameStarted` as a position of the notation."""

from __future__ import annotations

from typing import Any

from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation.describing import colour_choice

from . import acting
from .shapes import CardUse, GameTable, Player
from .spelling import Colour, counted

Position = dict[str, Any]
WITH_STUDENTS = (1, 7, 11)
WITH_NO_ENTRY = 5


def position_of(table: GameTable, players: list[Player]) -> Position:
    letters = {player.nickname: SEAT_LETTERS[place] for place, player in enumerate(players)}
    position: Position = {"game": "eriantys", "players": len(players), "expert": table.expert, "draws": table.draws}
    position |= {"phase": table.phase, "first_player": letters[table.first_player]}
    position |= course(table, players, letters)
    position["islands"] = {}
    for island in table.islands:
        shown: dict[str, Any] = {"students": counted(island.students)}
        if island.tower is not None:
            shown["tower"] = island.tower.lower()
        if island.no_entry_tiles:
            shown["no_entry"] = island.no_entry_tiles
        position["islands"][str(island.tiles[0] + 1)] = shown
    groups = [[tile + 1 for tile in island.tiles] for island in table.islands]
    position["groups"] = sorted(group for group in groups if len(group) > 1)
    position["mother_nature"] = next(group[0] for group in groups if table.mother_nature + 1 in group)
    position["boards"] = {letters[player.nickname]: board(player, table.expert) for player in players}
    position["clouds"] = [counted(cloud.students) for cloud in table.clouds]
    position["bag"] = table.bag
    if table.expert:
        position |= expert(table)
    return position | {"last_round": table.last_round, "clouds_short": table.clouds_short}


def course(table: GameTable, players: list[Player], letters: dict[str, str]) -> Position:
    known: Position = {"hands": {letters[player.nickname]: list(player.assistants) for player in players}}
    values = {letters[player.nickname]: player.last_assistant for player in players}
    if table.phase == "planning":
        first = SEAT_LETTERS.index(letters[table.first_player])
        clockwise = [SEAT_LETTERS[(first + i) % len(players)] for i in range(len(players))]
        known["played"] = [[letter, values[letter]] for letter in clockwise if values[letter] is not None]
    else:
        known["played"] = []
        if table.order:
            known |= {"assistants": values, "order": [letters[nickname] for nickname in table.order]}
    if table.current_player is not None:
        known["active"] = letters[table.current_player]
    if table.step is not None:
        known["step"] = table.step
    if table.step == "students":
        known["moved"] = table.moved
    return known


def board(player: Player, in_expert: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "entrance": counted(player.entrance),
        "dining": dining(player.dining_room),
        "professors": [colour.lower() for colour in player.professors],
    }
    return shown | {"coins": player.coins} if in_expert else shown


def expert(table: GameTable) -> Position:
    shown: Position = {
        "characters": {
            str(card.character): character(card.character, card.used, card.students, card.no_entry_tiles)
            for card in table.characters
        },
        "active_character": None,
        "character_used": table.character_used,
        "supply": table.coins,
    }
    if table.active_character is not None:
        shown["active_character"] = active(table.active_character.character, table.active_character.student)
    if table.unfinished is not None:
        shown["unfinished"] = unfinished(table.unfinished)
    return shown


def character(number: int, used: bool, students: list[Colour], no_entry_tiles: int) -> dict[str, Any]:
    shown: dict[str, Any] = {"used": used}
    if number in WITH_STUDENTS:
        shown["students"] = counted(students)
    if number == WITH_NO_ENTRY:
        shown["no_entry"] = no_entry_tiles
    return shown


def active(number: int, student: Colour | None) -> dict[str, Any]:
    return {"number": number} if student is None else {"number": number, "colour": student.lower()}


def unfinished(use: CardUse) -> dict[str, Any]:
    """What is known of a character's use, and the small decisions that it consists of so far."""
    action: dict[str, Any] = {"do": "play_character", "number": use.character}
    if use.student is not None:
        action["colour"] = use.student.lower()
    if use.character in acting.SWAPPING:
        (first, _), (second, _) = acting.NEEDS[use.character]
        action[first] = [colour.lower() for colour in use.students_from]
        action[second] = [colour.lower() for colour in use.students_to]
    decisions = [const.PLAY_CHARACTER + use.character - 1]
    decisions += [colour_choice(choice["value"]) for choice in acting.choices(action)]
    return {"action": action, "decisions": decisions}


def dining(room: dict[Colour, int]) -> dict[str, int]:
    return {colour.lower(): room[colour] for colour in Colour if room.get(colour)}


def add(students: dict[str, int], student: Colour) -> None:
    students[student.lower()] = students.get(student.lower(), 0) + 1


def per_turn(position: Position) -> int:
    """How many students are moved in a turn, and lie on a full cloud."""
    return 4 if position["players"] == 3 else 3
