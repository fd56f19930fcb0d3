"""What the events of a line mean in Eriantys."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ludoteca import rules
from ludoteca.rules import eriantys
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import events, names, reading
from ludoteca.rules.eriantys.notation.reading import Position
from ludoteca.rules.events import Drawn

from ..effects import Effect

OWN = {
    "win": "win",
    "towers": "towers",
    "towers_taken": "own_towers",
    "professor": "professor",
    "professor_taken": "own_professor",
}  # what can be prevented, and what it is called when one would lose it oneself
PARTNERS = 4  # players: those opposite each other are a team


def side(game: rules.Game, player: int) -> frozenset[int]:
    return frozenset({player, (player + 2) % PARTNERS} if game.players == PARTNERS else {player})


def ends_turn(event: Any) -> bool:
    return isinstance(event, events.TurnEnded | events.AssistantPlayed)


def is_luck(event: Any) -> bool:
    return isinstance(event, Drawn)


def redrawn(game: eriantys.Game, seed: int) -> eriantys.Game:
    return game.redeal(None, seed)


def effects(before: eriantys.Game, after: eriantys.Game, happened: Sequence[Any], mover: int) -> list[Effect]:
    """Of a part of a line, in which things lay as `before` at its beginning and as `after` at its end."""
    there = before.position()
    found: list[Effect] = []
    builder = mover
    for previous, event in pairwise([None, *happened]):
        match event:
            case events.GameEnded(why, winners):
                found += [Effect("win", winner, 100.0, {"why": why}) for winner in sorted(winners)[:1]]
            case events.TowersChanged(tile, tiles, tower, former, _, _):
                group = [(tile - 1 + i) % const.ISLANDS + 1 for i in range(tiles)]
                parameters: dict[str, Any] = {"count": tiles, "islands": group}
                if former is not None:
                    parameters["from"] = SEAT_LETTERS[names.TOWERS.index(former)]
                kind = "towers" if former is None else "towers_taken"
                weight = 3.0 * tiles if former is None else 4.5 * tiles
                builder = names.TOWERS.index(tower)
                found.append(Effect(kind, builder, weight, parameters))
            case events.IslandsJoined(tile, _, tiles):
                group = [(tile - 1 + i) % const.ISLANDS + 1 for i in range(tiles)]
                found.append(Effect("joined", builder, 1.5, {"islands": group}))
            case events.ProfessorMoved(colour, seat, None):
                found.append(Effect("professor", seat, 2.5, {"colour": colour}))
            case events.ProfessorMoved(colour, seat, int(former)):
                found.append(Effect("professor_taken", seat, 3.0, {"colour": colour, "from": SEAT_LETTERS[former]}))
            case events.CoinsChanged(seat, _, _) if isinstance(previous, events.StudentToDining):
                found.append(Effect("coin", seat, 0.6))
            case events.NoEntryPlaced(tile, _, _):
                found.append(Effect("no_entry", mover, 1.0, {"islands": reading.group_of(there, tile)}))
            case events.CloudTaken(seat, _, students):
                found.append(Effect("cloud", seat, 0.3, {"students": students}))
            case events.AssistantPlayed(seat, value, steps):
                found += assistant(there, seat, value, steps)
    return found + preparations(there, after.position(), happened, mover)


def assistant(there: Position, seat: int, value: int, steps: int) -> list[Effect]:
    """Whom one acts before, of those who have played theirs, and how far mother nature can go."""
    played = [other for other, theirs in reading.assistants(there).items() if theirs > value]
    early = Effect("early", seat, 0.0 if played else 0.3, {}, -value)
    reach = Effect("reach", seat, 0.4, {"steps": steps}, steps)
    return [early, reach, Effect("before", seat, 0.5 if played else 0.0, {"players": played}, len(played))]


def preparations(there: Position, then: Position, happened: Sequence[Any], mover: int) -> list[Effect]:
    """Students that change nothing yet: how the influence on their islands and the tables of the room stand."""
    found: list[Effect] = []
    own = reading.side_of(there, SEAT_LETTERS[mover])
    won = {event.tile for event in happened if isinstance(event, events.TowersChanged)}
    professors = {event.colour for event in happened if isinstance(event, events.ProfessorMoved)}
    for event in happened:
        if isinstance(event, events.StudentToIsland) and event.seat == mover:
            group = reading.group_of(then, event.tile)
            if won & set(group) or reading.island(then, group).get("tower") == own:
                continue
            counts = reading.influence(then, group)
            most = max(count for name, count in counts.items() if name != own)
            if counts[own] > most:
                parameters = {"islands": group, "own": counts[own], "others": most}
                found.append(Effect("lead", mover, 1.0, parameters))
        elif isinstance(event, events.StudentToDining) and event.seat == mover and event.colour not in professors:
            holder = reading.holders(then).get(event.colour)
            kind = "ahead" if holder == SEAT_LETTERS[mover] else "behind"
            seated = {"colour": event.colour, "seated": event.seated}
            found.append(Effect(kind, mover, 0.4, seated))
    return found
