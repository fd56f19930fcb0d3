"""From the house's view of a table to the shapes of the dialect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from ludoteca.house.entries import Look
from ludoteca.house.lobby import Listing
from ludoteca.house.table import Phase
from ludoteca.house.views import SeatView, TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import names, reading

from . import shapes
from .shapes import (
    Char,
    Color,
    LobbyShape,
    Mage,
    Owed,
    Status,
    Tower,
    VirtualAssistant,
    VirtualBoard,
    VirtualCharacter,
    VirtualCloud,
    VirtualHand,
    VirtualIsland,
    VirtualPlayer,
    VirtualTurn,
    VirtualView,
)

Game = Mapping[str, Any]

COLORS: dict[str, Color] = {colour: cast(Color, colour.upper()) for colour in names.COLOURS}
TOWERS: dict[str, Tower] = {tower: cast(Tower, tower.upper()) for tower in names.TOWERS}
CHARS: list[Char] = [cast(Char, f"CHAR{number}") for number in range(const.CHARACTERS + 1)]  # CHARS[3] is CHAR3
MAGES: list[Mage] = [cast(Mage, f"MAGE{wizard}") for wizard in range(5)]
ASSISTANTS = [VirtualAssistant(mn_steps=reading.most_steps(value), turn=value) for value in range(const.ASSISTANTS + 1)]
PHASES: dict[str, shapes.Phase] = {"planning": "PLANNING", "action": "ACTION", "over": "OVER"}
STEPS: dict[str, shapes.Step] = {
    "students": "STUDENTS",
    "mother_nature": "MOTHER_NATURE",
    "cloud": "CLOUD",
    "end": "END",
}
STATUSES: dict[Phase, Status] = {Phase.OPEN: "SETUP", Phase.PLAYING: "PLAYING"}


def students(counts: Mapping[str, int]) -> list[Color]:
    return [written for colour, written in COLORS.items() for _ in range(counts.get(colour, 0))]


def mage(look: Look) -> Mage | None:
    return None if look.wizard is None else MAGES[look.wizard]


def tower(look: Look) -> Tower | None:
    return None if look.tower is None else TOWERS[look.tower]


# ---------------------------------------------------------------- before the game


def lobby(listing: Listing, index: int) -> LobbyShape:
    people = [place for place in listing.seats if place.bot is None]
    alone = len(people) > 1 and sum(place.connected for place in people) == 1
    status = STATUSES.get(listing.phase, "ENDED")
    return LobbyShape(
        lobby_index=index,
        nicknames=[place.name for place in listing.seats],
        num_players=listing.players,
        mages=[mage(place.look) for place in listing.seats],
        towers=[tower(place.look) for place in listing.seats],
        mode=bool(listing.settings.get("expert", False)),
        game_status="PAUSE" if status == "PLAYING" and alone else status,
        code=listing.code,
    )


def newcomer(seat: SeatView) -> VirtualPlayer:
    """Somebody at a table whose game has not started: nothing is dealt yet."""
    return VirtualPlayer(
        nickname=seat.name,
        virtual_coins=0,
        virtual_last_assistant=None,
        virtual_hand=VirtualHand(mage(seat.look), []),
        virtual_board=VirtualBoard([], [], dict.fromkeys(COLORS.values(), 0)),
        color_t=tower(seat.look),
    )


# ---------------------------------------------------------------- in the game


def seated(view: TableView) -> list[SeatView]:
    """Who plays, in clockwise order."""
    return sorted(view.seats, key=lambda seat: -1 if seat.player is None else seat.player)


def whole(view: TableView) -> VirtualView:
    game = game_of(view)
    return VirtualView(
        virtual_world=world(game),
        virtual_players=[player(view, number) for number in range(game["players"])],
        virtual_clouds=[cloud(game, number) for number in range(game["players"])],
        virtual_profs=professors(view),
        virtual_characters=[character(game, number) for number in characters(game)],
        virtual_coins=game.get("supply", 0),
        mn_pos=mother_nature(game),
        virtual_turn=turn(view),
    )


def game_of(view: TableView) -> Game:
    assert view.game is not None
    return view.game


def island(game: Game, tiles: Sequence[int]) -> VirtualIsland:
    there = game["islands"][str(tiles[0])]
    owner = there.get("tower")
    return VirtualIsland(
        students=students(there["students"]),
        towers=[] if owner is None else [TOWERS[owner]] * len(tiles),
        no_entry=there.get("no_entry", 0),
        num_sub_island=len(tiles),
        tiles=list(tiles),
    )


def world(game: Game) -> list[VirtualIsland]:
    return [island(game, tiles) for tiles in reading.groups(game)]


def position_of(groups: Sequence[Sequence[int]], tile: int) -> int:
    """Which island of the list a tile belongs to."""
    return next(index for index, tiles in enumerate(groups) if tile in tiles)


def mother_nature(game: Game) -> int:
    return position_of(reading.groups(game), game["mother_nature"])


def player(view: TableView, number: int) -> VirtualPlayer:
    game, seat, letter = game_of(view), seated(view)[number], SEAT_LETTERS[number]
    board = game["boards"][letter]
    side = reading.side_of(game, letter)
    keeps_towers = reading.members(game, side)[0] == letter
    value = reading.assistants(game).get(letter)
    return VirtualPlayer(
        nickname=seat.name,
        virtual_coins=board.get("coins", 0),
        virtual_last_assistant=None if value is None else ASSISTANTS[value],
        virtual_hand=VirtualHand(mage(seat.look), [ASSISTANTS[value] for value in game["hands"][letter]]),
        virtual_board=VirtualBoard(
            entrance=students(board["entrance"]),
            towers=[TOWERS[side]] * reading.reserve(game, side) if keeps_towers else [],
            hall={written: board["dining"].get(colour, 0) for colour, written in COLORS.items()},
        ),
        color_t=TOWERS[side],
    )


def professors(view: TableView) -> dict[Color, str | None]:
    holders = reading.holders(game_of(view))
    who = seated(view)
    return {
        written: who[SEAT_LETTERS.index(holders[colour])].name if colour in holders else None
        for colour, written in COLORS.items()
    }


def cloud(game: Game, number: int) -> VirtualCloud:
    return VirtualCloud(students(game["clouds"][number]))


def characters(game: Game) -> list[int]:
    """The numbers of those in the game, in the order of the list."""
    return [int(number) for number in game.get("characters", ())]


def character(game: Game, number: int) -> VirtualCharacter:
    there = game["characters"][str(number)]
    effect = game["active_character"] or {}
    return VirtualCharacter(
        c=CHARS[number],
        cost=reading.price(game, number),
        already_played=there["used"],
        active=active(game) == number,
        students=students(there["students"]) if "students" in there else None,
        no_entry=there.get("no_entry"),
        color=COLORS[effect["colour"]] if effect.get("number") == number and "colour" in effect else None,
    )


def active(game: Game) -> int | None:
    """The character whose effect is owed or in force."""
    if "unfinished" in game:
        return int(game["unfinished"]["action"]["number"])
    effect = game.get("active_character")
    return effect["number"] if effect else None


def owed(game: Game) -> Owed | None:
    if "unfinished" not in game:
        return None
    first, *others = game["unfinished"]["decisions"]
    chosen = [COLORS[names.COLOURS[decision - const.CHOOSE_COLOUR]] for decision in others]
    return Owed(CHARS[first - const.PLAY_CHARACTER + 1], chosen)


def turn(view: TableView) -> VirtualTurn:
    game = game_of(view)
    nicknames = {SEAT_LETTERS[number]: seat.name for number, seat in enumerate(seated(view))}
    return VirtualTurn(
        expert=game["expert"],
        phase=PHASES[game["phase"]],
        step=STEPS.get(game.get("step", "")),
        moved=game.get("moved", 0),
        first_player=nicknames[game["first_player"]],
        order=[nicknames[letter] for letter in game.get("order", ())],
        current=nicknames.get(game.get("active", "")),
        character_used=game.get("character_used", False),
        owed=owed(game),
        last_round=game["last_round"],
        clouds_short=game["clouds_short"],
        bag=game["bag"],
        draws=game["draws"],
    )
