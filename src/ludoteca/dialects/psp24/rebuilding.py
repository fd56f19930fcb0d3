"""From `newView` back to the notation: the game as the house shows it to the seat, member by member."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import names
from ludoteca.rules.eriantys.notation.describing import colour_choice

from .shapes import STEPS, SWAPS

Shown = Mapping[str, Any]  # newView, or an object in it

STEP_NAMED = {said: step for step, said in STEPS.items()}
WITH_STUDENTS = (const.MONK, const.JESTER, const.PRINCESS)


def game(shown: Shown) -> dict[str, Any]:
    letters = letters_of(shown["players"])
    return {
        "game": "eriantys",
        "players": len(letters),
        "expert": shown["expert"],
        "draws": shown["draws"],
        **_course(shown, letters),
        **_islands(shown),
        "boards": {letters[player["nickname"]]: _board(player, shown["expert"]) for player in shown["players"]},
        "clouds": [counts(cloud["students"]) for cloud in shown["clouds"]],
        "bag": shown["bag"],
        **(_expert(shown) if shown["expert"] else {}),
        "last_round": shown["lastRound"],
        "clouds_short": shown["cloudsShort"],
        **({"unfinished": _unfinished(shown["unfinished"])} if shown["unfinished"] else {}),
    }


def letters_of(players: Sequence[Shown]) -> dict[str, str]:
    """Nickname -> letter. White, black and grey follow each other; members of a team in the order of joining."""
    sides = names.TOWERS[: 3 if len(players) == 3 else 2]
    before: Counter[str] = Counter()
    found = {}
    for player in players:
        tower = player["tower"].lower()
        found[player["nickname"]] = SEAT_LETTERS[sides.index(tower) + before[tower] * len(sides)]
        before[tower] += 1
    return found


def counts(students: Iterable[str]) -> dict[str, int]:
    counted = Counter(student.lower() for student in students)
    return {colour: counted[colour] for colour in names.COLOURS if counted[colour]}


def _course(shown: Shown, letters: Mapping[str, str]) -> dict[str, Any]:
    hands = {letters[player["nickname"]]: player["assistants"] for player in shown["players"]}
    played = {letters[player["nickname"]]: player["lastAssistant"] for player in shown["players"]}
    order = [letters[nickname] for nickname in shown["order"]]
    course = {
        "phase": shown["phase"],
        "first_player": letters[shown["firstPlayer"]],
        "hands": {letter: hands[letter] for letter in sorted(hands)},
        "played": [],
    }
    if shown["currentPlayer"] is not None:
        course["active"] = letters[shown["currentPlayer"]]
    if shown["phase"] == "planning":
        return {**course, "played": [[letter, played[letter]] for letter in order if played[letter] is not None]}
    if order:
        course |= {"assistants": {letter: played[letter] for letter in sorted(played)}, "order": order}
    if shown["step"] is not None:
        course["step"] = STEP_NAMED[shown["step"]]
    if shown["studentsMoved"] is not None:
        course["moved"] = shown["studentsMoved"]
    return course


def _islands(shown: Shown) -> dict[str, Any]:
    islands: dict[str, Any] = {}
    for island in shown["islands"]:
        islands[str(island["islandID"] + 1)] = {
            "students": counts(island["students"]),
            **({"tower": island["tower"].lower()} if island["tower"] else {}),
            **({"no_entry": island["noEntryTiles"]} if island["noEntryTiles"] else {}),
        }
    joined = [[tile + 1 for tile in island["tiles"]] for island in shown["islands"] if len(island["tiles"]) > 1]
    return {"islands": islands, "groups": joined, "mother_nature": shown["motherNature"] + 1}


def _board(player: Shown, expert: bool) -> dict[str, Any]:
    return {
        "entrance": counts(player["entrance"]),
        "dining": {colour.lower(): count for colour, count in player["diningRoom"].items() if count},
        "professors": [colour.lower() for colour in player["professors"]],
        **({"coins": player["coins"]} if expert else {}),
    }


def _expert(shown: Shown) -> dict[str, Any]:
    effect = shown["activeCharacter"]
    active = None
    if effect is not None:
        active = {"number": effect["character"]} | ({"colour": effect["colour"].lower()} if effect["colour"] else {})
    return {
        "characters": {str(card["character"]): _card(card) for card in shown["characters"]},
        "active_character": active,
        "character_used": shown["characterUsed"],
        "supply": shown["coins"],
    }


def _card(card: Shown) -> dict[str, Any]:
    return {
        "used": card["used"],
        **({"students": counts(card["students"])} if card["character"] in WITH_STUDENTS else {}),
        **({"no_entry": card["noEntryTiles"]} if card["character"] == const.HERBALIST else {}),
    }


def _unfinished(effect: Shown) -> dict[str, Any]:
    number = effect["character"]
    action: dict[str, Any] = {"do": "play_character", "number": number}
    chosen: list[str] = []
    if number in SWAPS:
        first, second = SWAPS[number]
        action[first] = [colour.lower() for colour in effect["studentsFrom"]]
        action[second] = [colour.lower() for colour in effect["studentsTo"]]
        chosen = [
            pair[i] for i in range(len(action[first])) for pair in (action[first], action[second]) if i < len(pair)
        ]
    elif effect["student"] is not None:
        action["colour"] = effect["student"].lower()
        chosen = [action["colour"]]
    decisions = [const.PLAY_CHARACTER + number - 1, *map(colour_choice, chosen)]
    return {"action": action, "decisions": decisions}
