"""What the players are told of an action: the parts of the table that changed, as they are now (002 §1.4.1).

The events of the rules say which parts those are; their content is taken from the view after the action, so nothing
of the table before has to be kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludoteca.house.views import TableView
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import reading

from . import messages, shaping
from .messages import FromServer

Event = Mapping[str, Any]


@dataclass(slots=True)
class Touched:
    """The parts that changed. Players, clouds and sides are counted from 0, tiles and characters are numbers."""

    tiles: set[int] = field(default_factory=set)
    world: bool = False
    mother_nature: bool = False
    professors: bool = False
    coins: bool = False
    clouds: set[int] = field(default_factory=set)
    characters: set[int] = field(default_factory=set)
    players: set[int] = field(default_factory=set)
    everybody: bool = False
    sides: set[str] = field(default_factory=set)
    last_round: bool = False


def touched(events: Sequence[Event]) -> Touched:
    parts = Touched()
    for event in events:
        note = TOUCHES.get(event["event"])
        if note is not None:
            note(parts, event)
    return parts


def _seat(parts: Touched, event: Event) -> None:
    parts.players.add(event["seat"])


def _round(parts: Touched, event: Event) -> None:
    parts.everybody = True  # nobody has played an assistant yet


def _cloud(parts: Touched, event: Event) -> None:
    parts.clouds.add(event["cloud"] - 1)


def _cloud_taken(parts: Touched, event: Event) -> None:
    _cloud(parts, event)
    _seat(parts, event)


def _to_island(parts: Touched, event: Event) -> None:
    parts.tiles.add(event["tile"])
    if event["source"] == "entrance":
        _seat(parts, event)


def _professor(parts: Touched, event: Event) -> None:
    parts.professors = True


def _coins(parts: Touched, event: Event) -> None:
    parts.coins = True
    _seat(parts, event)


def _mother_nature(parts: Touched, event: Event) -> None:
    parts.mother_nature = True


def _towers(parts: Touched, event: Event) -> None:
    parts.tiles.add(event["tile"])
    parts.sides |= {event["tower"], event["former"]} - {None}


def _joined(parts: Touched, event: Event) -> None:
    parts.world = parts.mother_nature = True  # her index changes with the list


def _no_entry(parts: Touched, event: Event) -> None:
    parts.tiles.add(event["tile"])
    parts.characters.add(const.HERBALIST)


def _character(parts: Touched, event: Event) -> None:
    parts.characters.add(event["number"])


def _ignored(parts: Touched, event: Event) -> None:
    parts.characters.add(const.MUSHROOM_HUNTER)


def _last_round(parts: Touched, event: Event) -> None:
    parts.last_round = True


TOUCHES: dict[str, Callable[[Touched, Event], None]] = {
    "RoundStarted": _round,
    "CloudFilled": _cloud,
    "AssistantPlayed": _seat,
    "StudentToDining": _seat,
    "StudentToIsland": _to_island,
    "ProfessorMoved": _professor,
    "CoinsChanged": _coins,
    "MotherNatureMoved": _mother_nature,
    "TowersChanged": _towers,
    "IslandsJoined": _joined,
    "NoEntryPlaced": _no_entry,
    "NoEntryUsed": _no_entry,
    "CloudTaken": _cloud_taken,
    "CharacterPlayed": _character,
    "CharacterChanged": _character,
    "StudentsSwapped": _seat,
    "StudentsReturned": _seat,
    "ColourIgnored": _ignored,
    "LastRound": _last_round,
}


def updates(view: TableView, events: Sequence[Event], was_active: int | None) -> Iterator[FromServer]:
    """What everybody is told. `was_active` is the character that was active before."""
    parts = touched(events)
    game = shaping.game_of(view)
    yield from _of_characters(game, parts)
    if parts.coins:
        yield messages.UpdateCoins(coins=game["supply"])
    yield from _of_islands(game, parts)
    if parts.professors:
        yield messages.UpdateProfs(profs=shaping.professors(view))
    for cloud in sorted(parts.clouds):
        yield messages.ReplaceCloud(cloud=shaping.cloud(game, cloud), index=cloud)
    for player in range(game["players"]):
        if parts.everybody or player in parts.players or _keeps_towers(game, player, parts.sides):
            yield messages.UpdatePlayer(player=shaping.player(view, player), index=player)
    yield from _of_activity(game, parts, was_active)
    yield messages.UpdateTurn(turn=shaping.turn(view))
    if parts.last_round:
        yield messages.GameMustEnd()


def _of_characters(game: shaping.Game, parts: Touched) -> Iterator[FromServer]:
    for index, number in enumerate(shaping.characters(game)):
        if number in parts.characters:
            yield messages.ReplaceCharacter(character=shaping.character(game, number), index=index)


def _of_activity(game: shaping.Game, parts: Touched, was_active: int | None) -> Iterator[FromServer]:
    """A character begins to be active when it is played, which `ReplaceCharacter` says; here it ceases to be."""
    if was_active is not None and was_active != shaping.active(game) and was_active not in parts.characters:
        yield messages.UpdateActiveCharacter(index=shaping.characters(game).index(was_active), active=False)


def _of_islands(game: shaping.Game, parts: Touched) -> Iterator[FromServer]:
    groups = reading.groups(game)
    if parts.world:
        yield messages.UpdateWorld(islands=shaping.world(game))
    else:
        for index, tiles in enumerate(groups):
            if not parts.tiles.isdisjoint(tiles):
                yield messages.UpdateIsland(island=shaping.island(game, tiles), index=index)
    if parts.mother_nature:
        yield messages.UpdateMN(index=shaping.position_of(groups, game["mother_nature"]))


def _keeps_towers(game: shaping.Game, player: int, sides: set[str]) -> bool:
    """Whether a player's board shows the towers of one of these sides: that of the first member of each."""
    return player < len(reading.sides(game)) and reading.sides(game)[player] in sides
