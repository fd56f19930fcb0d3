"""The table as the house shows it to a seat, in the shapes of the dialect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ludoteca.dialects.eriantys.spelling import (
    COLOURS,
    SWAPS,
    TOWERS,
    Colour,
    Position,
    Tower,
    in_order,
    listed,
    nicknames,
)
from ludoteca.house.views import SeatView, TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine.const import ISLANDS
from ludoteca.rules.eriantys.notation import reading

from .messages import ActiveCharacter, CardUse, CharacterCard, Cloud, GameTable, Island, Member, Player, Wizard

WIZARDS: dict[int, Wizard] = {1: "W1", 2: "W2", 3: "W3", 4: "W4"}

# Under which islandID a client knows the group of each tile. It depends on what the client has been told: a joined
# group is called as the island that got the tower, or, in `GameStarted`, as its first tile.
Known = bytes


def known_by_first_tile(game: Position) -> Known:
    known = bytearray(range(ISLANDS))
    for group in game["groups"]:
        for tile in group:
            known[tile - 1] = group[0] - 1
    return bytes(known)


def joined(known: Known, stays: int, goes: int) -> Known:
    """After the island known as `goes` became a part of the other."""
    return known.replace(bytes((goes,)), bytes((stays,)))


def joined_by(known: Known, events: Iterable[Mapping[str, Any]]) -> Known:
    """After what happened in one entry. The island that got the tower keeps its name."""
    tower = 0
    for event in events:
        if event["event"] == "TowersChanged":
            tower = known[event["tile"] - 1]
        elif event["event"] == "IslandsJoined":
            known = joined(known, *names_of_joined(known, event, tower))
    return known


def names_of_joined(known: Known, event: Mapping[str, Any], tower: int) -> tuple[int, int]:
    """The two islands of `IslandsJoined`: the one that got the tower, and its neighbour."""
    one, other = known[event["tile"] - 1], known[event["other"] - 1]
    return tower, other if one == tower else one


# ---------------------------------------------------------------- people


def members(seats: Iterable[SeatView]) -> list[Member]:
    return [
        Member(nickname=seat.name, tower=tower_of(seat), wizard=WIZARDS.get(seat.look.wizard or 0)) for seat in seats
    ]


def tower_of(seat: SeatView) -> Tower | None:
    return None if seat.look.tower is None else TOWERS[seat.look.tower]


# ---------------------------------------------------------------- the game


def game_table(view: TableView, game: Position, known: Known) -> GameTable:
    names = nicknames(view)
    active = game.get("active")
    return GameTable(
        islands=[island(game, group, known) for group in reading.groups(game)],
        mother_nature=known[game["mother_nature"] - 1],
        clouds=[Cloud(cloud_id=place, students=listed(cloud)) for place, cloud in enumerate(game["clouds"])],
        characters=[card(game, int(number)) for number in game.get("characters", ())],
        coins=game.get("supply", 0),
        bag=game["bag"],
        expert=game["expert"],
        round=reading.round_number(game),
        phase=game["phase"],
        step=game.get("step"),
        moved=game.get("moved", 0),
        current_player=None if active is None else names[active],
        first_player=names[game["first_player"]],
        order=[names[letter] for letter in game.get("order", ())],
        active_character=active_character(game),
        character_used=game.get("character_used", False),
        unfinished=unfinished(game, known),
        last_round=game["last_round"],
        clouds_short=game["clouds_short"],
        draws=game["draws"],
    )


def players(view: TableView, game: Position) -> list[Player]:
    played = reading.assistants(game)
    shown = []
    for place, seat in enumerate(in_order(view)):
        letter = SEAT_LETTERS[place]
        board = game["boards"][letter]
        side = reading.side_of(game, letter)
        shown.append(
            Player(
                nickname=seat.name,
                tower=TOWERS[side],
                wizard=WIZARDS[seat.look.wizard or place + 1],
                towers_left=reading.reserve(game, side),
                entrance=listed(board["entrance"]),
                dining_room=dining_room(game, letter),
                professors=professors(game, letter),
                assistants=game["hands"][letter],
                last_assistant=played.get(letter),
                coins=board.get("coins", 0),
            )
        )
    return shown


def island(game: Position, group: list[int], known: Known) -> Island:
    shown = reading.island(game, group)
    tower = shown.get("tower")
    return Island(
        island_id=known[group[0] - 1],
        tiles=[tile - 1 for tile in group],
        students=listed(shown["students"]),
        tower=None if tower is None else TOWERS[tower],
        num_towers=0 if tower is None else len(group),
        no_entry_tiles=shown.get("no_entry", 0),
    )


def card(game: Position, number: int) -> CharacterCard:
    shown = game["characters"][str(number)]
    return CharacterCard(
        character=number,
        cost=reading.price(game, number),
        used=shown["used"],
        students=listed(shown.get("students", {})),
        no_entry_tiles=shown.get("no_entry", 0),
    )


def active_character(game: Position) -> ActiveCharacter | None:
    shown = game.get("active_character")
    if shown is None:
        return None
    return ActiveCharacter(character=shown["number"], student=COLOURS.get(shown.get("colour", "")))


def dining_room(game: Position, letter: str) -> dict[Colour, int]:
    seated = game["boards"][letter]["dining"]
    return {colour: seated.get(word, 0) for word, colour in COLOURS.items()}


def professors(game: Position, letter: str) -> list[Colour]:
    return [COLOURS[word] for word in game["boards"][letter]["professors"]]


# ---------------------------------------------------------------- characters in use


def unfinished(game: Position, known: Known) -> CardUse | None:
    """The character that is in use and whose effect is only half chosen."""
    return card_use(game["unfinished"]["action"], known) if "unfinished" in game else None


def card_use(action: Mapping[str, Any], known: Known) -> CardUse:
    """An action `play_character` of the notation, whole or not."""
    first, second = SWAPS.get(action["number"], ("", ""))
    return CardUse(
        character=action["number"],
        student=COLOURS.get(action.get("colour", "")),
        island_id=known[action["island"] - 1] if "island" in action else None,
        students_from=[COLOURS[word] for word in action.get(first, ())],
        students_to=[COLOURS[word] for word in action.get(second, ())],
    )
