"""The table as this dialect shows it: `newView` of a `renderView`, and what its questions and notices contain.

Eriantys hides nothing from a seat, so everybody gets the same line; and little differs from one move to the next, so
every part is written once and kept by what it shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

import msgspec

from ludoteca.house.entries import Look
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import names, reading

from .messages import Colour, NotifyInfluenceResult, Seed

PARTS_KEPT = 1 << 14  # of each kind, some hundred bytes each

COLOURS = {name: cast(Colour, name.upper()) for name in names.COLOURS}
SEEDS: tuple[Seed, ...] = ("SEED1", "SEED2", "SEED3", "SEED4")
STEPS = {"students": "students", "mother_nature": "motherNature", "cloud": "cloud", "end": "end"}

Items = tuple[tuple[str, int], ...]  # of a `{colour: n}`
write = msgspec.json.Encoder().encode


def colours(students: Iterable[tuple[str, int]]) -> list[Colour]:
    """Students as a list of colours, one for each."""
    return [COLOURS[colour] for colour, count in students for _ in range(count)]


def render_view(view: TableView) -> bytes:
    """The line that shows the table."""
    game = view.game
    assert game is not None
    letters = _names(view)
    mover = game.get("active") if view.phase is Phase.PLAYING else None
    names_by_seat = [seat.name for seat in view.seats]
    return b'{"type":"renderView","ID":%b,"nickname":%b,"newView":%b}\n' % (
        b"null" if mover is None else b"%d" % names_by_seat.index(letters[mover]),
        b"null" if mover is None else write(letters[mover]),
        _new_view(view, game, letters),
    )


def _names(view: TableView) -> dict[str, str]:
    """Who plays as whom: letter of the notation -> nickname."""
    return {SEAT_LETTERS[seat.player]: seat.name for seat in view.seats if seat.player is not None}


def _new_view(view: TableView, game: Mapping[str, Any], letters: Mapping[str, str]) -> bytes:
    tiles = {group[0]: tuple(group) for group in game["groups"]}
    built: dict[str | None, int] = {}
    islands = []
    for first, island in game["islands"].items():
        tile = int(first)
        group = tiles.get(tile) or (tile,)
        tower = island.get("tower")
        built[tower] = built.get(tower, 0) + len(group)
        islands.append(_island(group, tuple(island["students"].items()), tower, island.get("no_entry", 0)))
    clouds = [_cloud(index, tuple(cloud.items())) for index, cloud in enumerate(game["clouds"])]
    assistants = reading.assistants(game)
    towers = 6 if game["players"] == 3 else 8
    players = []
    for seat in view.seats:
        letter = SEAT_LETTERS[seat.player or 0]
        board = game["boards"][letter]
        players.append(
            _player(
                seat.name,
                seat.look,
                max(0, towers - built.get(seat.look.tower, 0)),  # [RULING 5]
                tuple(board["entrance"].items()),
                tuple(board["dining"].items()),
                tuple(board["professors"]),
                tuple(game["hands"][letter]),
                assistants.get(letter),
                board.get("coins", 0),
                seat.connected,
                seat.stand_in,
            )
        )
    return b'{"islands":[%b],"motherNature":%d,"clouds":[%b],"characters":%b,"players":[%b],%b' % (
        b",".join(islands),
        game["mother_nature"] - 1,
        b",".join(clouds),
        write(_characters(game)) if game["expert"] else b"[]",
        b",".join(players),
        write(_course(view, game, letters))[1:],
    )


@lru_cache(PARTS_KEPT)
def _island(tiles: tuple[int, ...], students: Items, tower: str | None, no_entry: int) -> bytes:
    return write(
        {
            "islandID": tiles[0] - 1,
            "tiles": [tile - 1 for tile in tiles],
            "students": colours(students),
            "tower": None if tower is None else tower.upper(),
            "numTowers": 0 if tower is None else len(tiles),
            "noEntryTiles": no_entry,
        }
    )


@lru_cache(PARTS_KEPT)
def _cloud(index: int, students: Items) -> bytes:
    return write({"cloudID": index, "students": colours(students)})


@lru_cache(PARTS_KEPT)
def _player(
    name: str,
    look: Look,
    towers: int,
    entrance: Items,
    dining: Items,
    professors: tuple[str, ...],
    hand: tuple[int, ...],
    assistant: int | None,
    coins: int,
    connected: bool,
    stand_in: str | None,
) -> bytes:
    seated = dict(dining)
    return write(
        {
            "nickname": name,
            "tower": (look.tower or "").upper(),
            "wizard": SEEDS[(look.wizard or 1) - 1],
            "towersLeft": towers,
            "entrance": colours(entrance),
            "diningRoom": {COLOURS[colour]: seated.get(colour, 0) for colour in names.COLOURS},
            "professors": [COLOURS[colour] for colour in professors],
            "assistants": hand,
            "lastAssistant": assistant,
            "coins": coins,
            "connected": connected,
            "standIn": stand_in,
        }
    )


def _characters(game: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "character": int(number),
            "cost": reading.price(game, int(number)),
            "used": card["used"],
            "students": colours(card.get("students", {}).items()),
            "noEntryTiles": card.get("no_entry", 0),
        }
        for number, card in game["characters"].items()
    ]


def _course(view: TableView, game: Mapping[str, Any], letters: Mapping[str, str]) -> dict[str, Any]:
    """Whose turn, what of it, and how far the game is."""
    effect = game.get("active_character")
    active = game.get("active")
    order = game.get("order", ()) if game["phase"] != "planning" else _clockwise(game)
    return {
        "phase": game["phase"],
        "step": STEPS.get(game.get("step", "")),
        "studentsMoved": game.get("moved"),
        "currentPlayer": None if active is None else letters[active],
        "firstPlayer": letters[game["first_player"]],
        "order": [letters[letter] for letter in order],
        "round": reading.round_number(game),
        "lastRound": game["last_round"],
        "cloudsShort": game["clouds_short"],
        "coins": game.get("supply", 0),
        "bag": game["bag"],
        "expert": game["expert"],
        "activeCharacter": None if effect is None else _effect(effect),
        "characterUsed": game.get("character_used", False),
        "unfinished": _unfinished(game["unfinished"]["action"]) if "unfinished" in game else None,
        "draws": game["draws"],
        "paused": view.alone_since is not None,
    }


def _clockwise(game: Mapping[str, Any]) -> str:
    """The order of the planning phase."""
    letters = reading.seats(game)
    first = letters.index(game["first_player"])
    return letters[first:] + letters[:first]


def _effect(effect: Mapping[str, Any]) -> dict[str, Any]:
    return {"character": effect["number"], "colour": COLOURS.get(effect.get("colour", ""))}


# What a swap calls the lists of its action, in the order in which they are chosen.
SWAPS = {const.JESTER: ("from_card", "from_entrance"), const.MINSTREL: ("from_entrance", "from_dining")}


def _unfinished(action: Mapping[str, Any]) -> dict[str, Any]:
    """An effect that is being carried out, with what is chosen of it."""
    from_, to = SWAPS.get(action["number"], ("", ""))
    return {
        "character": action["number"],
        "student": COLOURS.get(action.get("colour", "")),
        "studentsFrom": [COLOURS[colour] for colour in action.get(from_, ())],
        "studentsTo": [COLOURS[colour] for colour in action.get(to, ())],
    }


# ---------------------------------------------------------------- notices


def influence(view: TableView, events: Sequence[Mapping[str, Any]]) -> NotifyInfluenceResult | None:
    """What whoever had a group of islands resolved is told of it."""
    for event in events:
        if event["event"] == "NoEntryUsed":
            return NotifyInfluenceResult(event["tile"] - 1, {}, None)
        if event["event"] == "InfluenceComputed":
            counted = dict(zip(names.TOWERS, event["influence"], strict=True))
            shares = {seat.name: counted[seat.look.tower or ""] for seat in view.seats}
            strongest = [seat.name for seat in view.seats if seat.look.tower == event["strongest"]]
            return NotifyInfluenceResult(event["tile"] - 1, shares, ", ".join(strongest) or None)
    return None
