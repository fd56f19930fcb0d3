"""What the events of a line mean in Masters of Renaissance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from ludoteca import rules
from ludoteca.rules import masters
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.masters.engine import const
from ludoteca.rules.masters.engine.deck import Cards
from ludoteca.rules.masters.notation import events, names
from ludoteca.rules.notation import sparse

from ..effects import Effect

OWN = {
    "win": "win",
    "card": "card",
    "report": "report",
    "report_lost": "own_report",
}  # what can be prevented, and what it is called when one would lose it oneself


def side(game: rules.Game, player: int) -> frozenset[int]:
    return frozenset({player})


def ends_turn(event: Any) -> bool:
    return isinstance(event, events.TurnEnded)


def is_luck(event: Any) -> bool:
    """A card of which nobody knew comes up, or a token of Lorenzo."""
    return isinstance(event, events.TokenDrawn) or (isinstance(event, events.CardRevealed) and event.card is not None)


def redrawn(game: masters.Game, seed: int) -> masters.Game:
    """Cards below the top of the piles and tokens lie in another order; leaders stay with their players."""
    position, chance = game.position(), Random(seed)
    for pile in position["grid"].values():
        below = pile[1:]
        chance.shuffle(below)
        pile[1:] = below
    if "lorenzo" in position:
        chance.shuffle(position["lorenzo"]["stack"])
    return type(game).load(position)


def effects(before: masters.Game, after: masters.Game, happened: Sequence[Any], mover: int) -> list[Effect]:
    """Of a part of a line, in which things lay as `before` at its beginning and as `after` at its end."""
    printed = before.core.cards
    found: list[Effect] = []
    stored: Counter[str] = Counter()
    faith: Counter[int] = Counter()
    for event in happened:
        match event:
            case events.GameEnded(why, winners):
                found += [Effect("win", winner, 100.0, {"why": why}) for winner in winners]
            case events.CardBought(seat, card, _):
                found.append(Effect("card", seat, 2.5 + 0.3 * printed.points[card - 1], card_fields(printed, card)))
                found += kept(after, seat, card)
            case events.LeaderPlayed(seat, leader) if seat == mover:
                found.append(Effect("leader", seat, 3.0, leader_fields(printed, leader)))
            case events.Gained(seat, resources):
                found.append(Effect("production", seat, 0.6 * sum(resources.values()), {"resources": resources}))
            case events.ResourceStored(seat, resource, _, _) if seat == mover:
                stored[resource] += 1
            case events.FaithGained(int(seat), spaces, _, _):
                faith[seat] += spaces
            case events.VaticanReport(section, tiles):
                found += report(printed, section, tiles, mover)
            case events.LastRound(seat, why):
                found.append(Effect("last_round", seat, 1.0, {"why": why}))
    if stored:
        counts = sparse(names.RESOURCES, [stored[name] for name in names.RESOURCES])
        found.append(Effect("stored", mover, 0.5 * stored.total(), {"resources": counts}))
    for seat, spaces in faith.items():
        found.append(Effect("faith", seat, 0.4 * spaces, {"spaces": spaces, "position": after.core.faith[seat]}))
    return found


def kept(after: masters.Game, seat: int, bought: int) -> list[Effect]:
    """The cards that a new one does not cover: their powers can still be used."""
    core = after.core
    tops = [
        core.slots[seat][slot * const.LEVELS + core.slot_size[seat][slot] - 1]
        for slot in range(const.SLOTS)
        if core.slot_size[seat][slot]
    ]
    return [Effect("kept", seat, 0.7, {"kept": card}) for card in tops if card != bought]


def report(printed: Cards, section: int, tiles: Sequence[str], mover: int) -> list[Effect]:
    """Tiles turned up are good for their owners; those that go, for the player by whom the report came."""
    points = printed.section_points[section - 1]
    found = []
    for seat, tile in enumerate(tiles):
        if tile == "up":
            found.append(Effect("report", seat, 1.0 + points, {"section": section, "points": points}))
        elif seat != mover:
            lost = {"section": section, "points": points, "from": SEAT_LETTERS[seat]}
            found.append(Effect("report_lost", mover, 1.0 + 0.5 * points, lost))
    return found


def card_fields(printed: Cards, card: int) -> dict[str, Any]:
    place = card - 1
    colour, level = divmod(printed.pile[place], const.LEVELS)
    return {
        "card": card,
        "colour": names.COLOURS[colour],
        "level": level + 1,
        "points": printed.points[place],
        "consumes": sparse(names.RESOURCES, [printed.consumes[place][i] for i in range(const.RESOURCES)]),
        "produces": sparse(names.YIELDS, [printed.produces[place][i] for i in range(const.YIELDS)]),
    }


def leader_fields(printed: Cards, leader: int) -> dict[str, Any]:
    place = leader - const.FIRST_LEADER
    return {
        "leader": leader,
        "ability": names.KINDS[printed.kind[place]],
        "resource": names.RESOURCES[printed.resource[place]],
        "points": printed.leader_points[place],
    }
