"""Positions and views: the engine's numbers in the notation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludoteca.rules.contract import SEAT_LETTERS, Json
from ludoteca.rules.notation import sparse, write_draws

from ..engine import const
from . import describing, names

if TYPE_CHECKING:
    from ..engine.engine import Engine


def write(game: Engine) -> Json:
    """The complete position: every key that applies, always in the same order."""
    position: Json = {"game": "eriantys", "players": game.players, "expert": bool(game.expert)}
    position |= write_draws(game.draws)
    position |= course(game)
    position |= islands(game)
    position["boards"] = {SEAT_LETTERS[seat]: board(game, seat) for seat in range(game.players)}
    position["clouds"] = [sparse(names.COLOURS, cloud) for cloud in game.clouds[: game.players]]
    position["bag"] = sparse(names.COLOURS, game.bag)
    if game.expert:
        position |= expert(game)
    position["last_round"] = bool(game.last_round)
    position["clouds_short"] = bool(game.clouds_short)
    if game.choosing != const.NOTHING:
        position["unfinished"] = {"action": describing.unfinished(game), "decisions": describing.decisions_so_far(game)}
    return position


def public(game: Engine) -> Json:
    """What everybody may see: all but the seed and what lies in the bag."""
    view = write(game)
    del view["seed"]
    view["bag"] = game.bag_total
    return view


def course(game: Engine) -> Json:
    """Phase, order of play and hands."""
    letters = SEAT_LETTERS[: game.players]
    hands = {letters[seat]: hand(game, seat) for seat in range(game.players)}
    first = {"first_player": letters[game.first_player], "hands": hands}
    if game.step == const.PLANNING:
        before = [(game.first_player + i) % game.players for i in range(game.turn)]
        played = [[letters[seat], game.assistant[seat]] for seat in before]
        return {"phase": "planning", **first, "played": played, "active": letters[game.seat]}
    known: Json = {"played": []}
    if game.assistant[0]:  # a loaded game that is over may not know them
        known["assistants"] = {letters[seat]: game.assistant[seat] for seat in range(game.players)}
        known["order"] = [letters[seat] for seat in game.order[: game.players]]
    if game.step == const.OVER:
        return {"phase": "over", **first, **known}
    step: Json = {"step": names.STEPS[game.step]}
    if game.step == const.STUDENTS:
        step["moved"] = game.moved
    return {"phase": "action", **step, **first, **known, "active": letters[game.seat]}


def hand(game: Engine, seat: int) -> list[int]:
    return [value + 1 for value in range(const.ASSISTANTS) if game.hand[seat] >> value & 1]


def islands(game: Engine) -> Json:
    written: Json = {}
    for group in range(game.groups):
        island: Json = {"students": sparse(names.COLOURS, game.students[group])}
        if game.owner[group] != const.NOBODY:
            island["tower"] = names.TOWERS[game.owner[group]]
        if game.no_entry[group]:
            island["no_entry"] = game.no_entry[group]
        written[str(game.first_tile[group] + 1)] = island
    joined = [tiles(game, group) for group in range(game.groups) if game.size[group] > 1]
    return {"islands": written, "groups": joined, "mother_nature": game.first_tile[game.mother_nature] + 1}


def tiles(game: Engine, group: int) -> list[int]:
    """Tile numbers of a group, clockwise."""
    return [(game.first_tile[group] + i) % const.ISLANDS + 1 for i in range(game.size[group])]


def board(game: Engine, seat: int) -> Json:
    written: Json = {
        "entrance": sparse(names.COLOURS, game.entrance[seat]),
        "dining": sparse(names.COLOURS, game.dining[seat]),
        "professors": [names.COLOURS[colour] for colour in range(const.COLOURS) if game.professor[colour] == seat],
    }
    if game.expert:
        written["coins"] = game.coins[seat]
    return written


def expert(game: Engine) -> Json:
    characters: Json = {}
    for place in range(const.CHARACTERS_IN_PLAY):
        number = game.character[place]
        if number:
            characters[str(number)] = character(game, place)
    effect: dict[str, Any] | None = None
    if game.effect != const.NOTHING:
        effect = {"number": game.effect}
        if game.effect == const.MUSHROOM_HUNTER:
            effect["colour"] = names.COLOURS[game.ignored_colour]
    return {
        "characters": characters,
        "active_character": effect,
        "character_used": bool(game.character_played),
        "supply": game.supply,
    }


def character(game: Engine, place: int) -> Json:
    written: Json = {"used": bool(game.character_used[place])}
    if game.character[place] in (const.MONK, const.JESTER, const.PRINCESS):
        written["students"] = sparse(names.COLOURS, game.card_students[place])
    if game.character[place] == const.HERBALIST:
        written["no_entry"] = game.card_no_entry
    return written
