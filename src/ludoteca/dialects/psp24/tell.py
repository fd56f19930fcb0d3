"""What a seat is told and asked: the whole table after every entry, notices, and the question of the moment.

Eriantys hides nothing from a seat, so everybody gets the same line; and little differs from one move to the next, so
every part is written once and kept by what it shows. What is asked is seen from the table alone: whoever comes back is
asked the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple, cast

import msgspec

from ludoteca.dialects.contract import SeatEntry
from ludoteca.dialects.eriantys.spelling import COLOURS, SWAPS, clockwise, listed, nicknames
from ludoteca.house.entries import Look
from ludoteca.house.refusals import Refusal, Refused
from ludoteca.house.seating import WIZARDS
from ludoteca.house.table import Phase
from ludoteca.house.views import TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.notation import names, reading

from . import errors, messages
from .machine import State
from .messages import VOCABULARY, AskCharacterChoice, Card, Cloud, NotifyInfluenceResult, Question, Reason, Seed

PARTS_KEPT = 1 << 14  # of each kind, some hundred bytes each

SEEDS: tuple[Seed, ...] = ("SEED1", "SEED2", "SEED3", "SEED4")
STEPS = {"students": "students", "mother_nature": "motherNature", "cloud": "cloud", "end": "end"}

Items = tuple[tuple[str, int], ...]  # of a `{colour: n}`
write = msgspec.json.Encoder().encode


def render_view(view: TableView) -> bytes:
    """The line that shows the table."""
    game = view.game
    assert game is not None
    letters = nicknames(view)
    mover = game.get("active") if view.phase is Phase.PLAYING else None
    names_by_seat = [seat.name for seat in view.seats]
    return b'{"type":"renderView","ID":%b,"nickname":%b,"newView":%b}\n' % (
        b"null" if mover is None else b"%d" % names_by_seat.index(letters[mover]),
        b"null" if mover is None else write(letters[mover]),
        _new_view(view, game, letters),
    )


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
            "students": listed(dict(students)),
            "tower": None if tower is None else tower.upper(),
            "numTowers": 0 if tower is None else len(tiles),
            "noEntryTiles": no_entry,
        }
    )


@lru_cache(PARTS_KEPT)
def _cloud(index: int, students: Items) -> bytes:
    return write({"cloudID": index, "students": listed(dict(students))})


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
            "entrance": listed(dict(entrance)),
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
            "students": listed(card.get("students", {})),
            "noEntryTiles": card.get("no_entry", 0),
        }
        for number, card in game["characters"].items()
    ]


def _course(view: TableView, game: Mapping[str, Any], letters: Mapping[str, str]) -> dict[str, Any]:
    """Whose turn, what of it, and how far the game is."""
    effect = game.get("active_character")
    active = game.get("active")
    order = game.get("order", ()) if game["phase"] != "planning" else clockwise(game["first_player"], game["players"])
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


def _effect(effect: Mapping[str, Any]) -> dict[str, Any]:
    return {"character": effect["number"], "colour": COLOURS.get(effect.get("colour", ""))}


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


# ---------------------------------------------------------------- entries


# Entries after which the table looks different to players.
SHOWN = {"started", "acted", "took_back", "arrived", "departed", "interrupted", "stood_in", "ended", "closed"}


def lines(seat_entry: SeatEntry, kind: str) -> bytes:
    if seat_entry.view.game is None or kind not in SHOWN:
        return b""
    return notices(seat_entry, kind) + seat_entry.once("renderView", partial(render_view, seat_entry.view))


def notices(seat_entry: SeatEntry, kind: str) -> bytes:
    """The result of an influence to whoever caused it (§2.4), the result of the game to everybody (§2.6)."""
    view = seat_entry.view
    if kind != "acted":
        return result(view)
    found = influence(view, seat_entry.events) if seat_entry.entry["what"]["seat"] == view.you else None
    return b"" if found is None else VOCABULARY.line(found)


def result(view: TableView) -> bytes:
    if view.result is None:
        return b""
    won = view.you in view.result.winners
    winners = [view.seats[seat].name for seat in view.result.winners]
    return VOCABULARY.line(messages.AnnounceResult("Winner" if won else "Loser", winners, view.result.why))


# ---------------------------------------------------------------- questions

NOBODY_ASKED: Mapping[str, int] = {}


class Situation(NamedTuple):
    """`entrance`: the student that one chooses for an island has to be there."""

    state: State
    question: Question | None = None
    entrance: Mapping[str, int] = NOBODY_ASKED


def situation(view: TableView) -> Situation:
    if view.phase in (Phase.OVER, Phase.CLOSED):
        return Situation(State.OVER)
    if view.game is not None:
        return in_the_game(view, view.game) if view.legal else Situation(State.LISTENING)
    if view.you == view.host and not view.settled:
        return Situation(State.COUNTING, messages.AskNumPlayer())
    if view.choosing and view.you == view.chooser:
        return Situation(State.SEED, seeds_left(view))
    return Situation(State.LOBBY)


def seeds_left(view: TableView) -> messages.AskAssistantSeed:
    worn = [seat.look.wizard for number, seat in enumerate(view.seats) if number != view.you]
    return messages.AskAssistantSeed([SEEDS[wizard - 1] for wizard in WIZARDS if wizard not in worn])


def in_the_game(view: TableView, game: Mapping[str, Any]) -> Situation:
    """The first legal decision names the step; characters come after it."""
    legal = view.legal
    match legal[0]["do"]:
        case "play_assistant":
            cards = [Card(action["value"], reading.most_steps(action["value"])) for action in legal]
            return Situation(State.PLANNING, messages.AskAssistantCard(cards))
        case "move_student":
            assert view.you is not None
            letter = SEAT_LETTERS[view.seats[view.you].player or 0]
            entrance = game["boards"][letter]["entrance"]
            return Situation(State.STUDENTS, messages.AskDiningRoomMovement(), entrance)
        case "move_mother_nature":
            most = max(action["steps"] for action in legal if action["do"] == "move_mother_nature")
            return Situation(State.MOTHER_NATURE, messages.AskMotherNatureMovement(most))
        case "take_cloud":
            numbers = [action["cloud"] - 1 for action in legal if action["do"] == "take_cloud"]
            clouds = [Cloud(number, listed(game["clouds"][number])) for number in numbers]
            return Situation(State.CLOUD, messages.AskCloudTile(clouds))
        case "end_turn":
            return Situation(State.ENDING, messages.AskEndTurn())
    return Situation(State.CHARACTER, choice_of_a_character(legal, game["unfinished"]["action"]["number"]))


CHOICES = {"from_card": "card", "from_entrance": "entrance", "from_dining": "diningRoom"}


def choice_of_a_character(legal: Sequence[Mapping[str, Any]], number: int) -> AskCharacterChoice:
    chosen = [action for action in legal if action["what"] != "swap"]
    what = chosen[0]["what"] if chosen else SWAPS[number][0]  # a swap for which no further students are there
    values = [action["value"] for action in chosen]
    return AskCharacterChoice(
        number,
        cast(Any, CHOICES.get(what, what)),
        [] if what == "island" else [COLOURS[value] for value in values],
        [value - 1 for value in values] if what == "island" else [],
        len(chosen) < len(legal),
    )


def hindrance(view: TableView) -> Reason:
    """Why a seat cannot play now."""
    if view.alone_since is not None:
        return PAUSED
    if view.turn is None:
        return errors.wrong_phase([])
    return STOOD_IN if view.turn == view.you else _others_turn(view.seats[view.turn].name)


PAUSED = errors.refused(Refused(Refusal.PAUSED))
STOOD_IN = errors.refused(Refused(Refusal.STOOD_IN))


@lru_cache(1024)
def _others_turn(name: str) -> Reason:
    return errors.refused(Refused(Refusal.NOT_YOUR_TURN, name=name))
