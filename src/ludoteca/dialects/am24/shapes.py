"""From the house's view of a table to the shapes of the dialect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from ludoteca.dialects.eriantys.spelling import (
    COLOURS,
    SWAPS,
    TOWERS,
    Colour,
    Position,
    Tower,
    chosen_colours,
    in_order,
    listed,
)
from ludoteca.house.entries import Look
from ludoteca.house.lobby import Listing
from ludoteca.house.table import Phase
from ludoteca.house.views import SeatView, TableView
from ludoteca.rules.contract import SEAT_LETTERS
from ludoteca.rules.eriantys.engine import const
from ludoteca.rules.eriantys.notation import reading

from . import messages
from .messages import (
    Char,
    LobbyShape,
    Mage,
    Owed,
    Status,
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

CHARS: list[Char] = [cast(Char, f"CHAR{number}") for number in range(const.CHARACTERS + 1)]  # CHARS[3] is CHAR3
MAGES: list[Mage] = [cast(Mage, f"MAGE{wizard}") for wizard in range(5)]
ASSISTANTS = [VirtualAssistant(mn_steps=reading.most_steps(value), turn=value) for value in range(const.ASSISTANTS + 1)]
PHASES: dict[str, messages.Phase] = {"planning": "PLANNING", "action": "ACTION", "over": "OVER"}
STEPS: dict[str, messages.Step] = {
    "students": "STUDENTS",
    "mother_nature": "MOTHER_NATURE",
    "cloud": "CLOUD",
    "end": "END",
}
STATUSES: dict[Phase, Status] = {Phase.OPEN: "SETUP", Phase.PLAYING: "PLAYING"}


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
        virtual_board=VirtualBoard([], [], dict.fromkeys(COLOURS.values(), 0)),
        color_t=tower(seat.look),
    )


# ---------------------------------------------------------------- in the game


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


def game_of(view: TableView) -> Position:
    assert view.game is not None
    return with_swapped(view.game)


def island(game: Position, tiles: Sequence[int]) -> VirtualIsland:
    there = game["islands"][str(tiles[0])]
    owner = there.get("tower")
    return VirtualIsland(
        students=listed(there["students"]),
        towers=[] if owner is None else [TOWERS[owner]] * len(tiles),
        no_entry=there.get("no_entry", 0),
        num_sub_island=len(tiles),
        tiles=[tile - 1 for tile in tiles],
    )


def world(game: Position) -> list[VirtualIsland]:
    return [island(game, tiles) for tiles in reading.groups(game)]


def position_of(groups: Sequence[Sequence[int]], tile: int) -> int:
    """Which island of the list a tile belongs to."""
    return next(index for index, tiles in enumerate(groups) if tile in tiles)


def mother_nature(game: Position) -> int:
    return position_of(reading.groups(game), game["mother_nature"])


def player(view: TableView, number: int) -> VirtualPlayer:
    game, seat, letter = game_of(view), in_order(view)[number], SEAT_LETTERS[number]
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
            entrance=listed(board["entrance"]),
            towers=[TOWERS[side]] * reading.reserve(game, side) if keeps_towers else [],
            hall={written: board["dining"].get(colour, 0) for colour, written in COLOURS.items()},
        ),
        color_t=TOWERS[side],
    )


def professors(view: TableView) -> dict[Colour, str | None]:
    holders = reading.holders(game_of(view))
    who = in_order(view)
    return {
        written: who[SEAT_LETTERS.index(holders[colour])].name if colour in holders else None
        for colour, written in COLOURS.items()
    }


def cloud(game: Position, number: int) -> VirtualCloud:
    return VirtualCloud(listed(game["clouds"][number]))


def characters(game: Position) -> list[int]:
    """The numbers of those in the game, in the order of the list."""
    return [int(number) for number in game.get("characters", ())]


def character(game: Position, number: int) -> VirtualCharacter:
    there = game["characters"][str(number)]
    effect = game["active_character"] or {}
    return VirtualCharacter(
        c=CHARS[number],
        cost=reading.price(game, number),
        already_played=there["used"],
        active=active(game) == number,
        students=listed(there["students"]) if "students" in there else None,
        no_entry=there.get("no_entry"),
        color=COLOURS[effect["colour"]] if effect.get("number") == number and "colour" in effect else None,
    )


def active(game: Position) -> int | None:
    """The character whose effect is owed or in force."""
    if "unfinished" in game:
        return int(game["unfinished"]["action"]["number"])
    effect = game.get("active_character")
    return effect["number"] if effect else None


def owed(game: Position) -> Owed | None:
    if "unfinished" not in game:
        return None
    action = game["unfinished"]["action"]
    return Owed(CHARS[action["number"]], [COLOURS[colour] for colour in chosen_colours(action)])


def pairs(game: Position) -> list[tuple[str, str]]:
    """The whole pairs of a swap that is under way, in the order in which the rules ask for their halves."""
    if "unfinished" not in game or (action := game["unfinished"]["action"])["number"] not in SWAPS:
        return []
    first, second = SWAPS[action["number"]]
    return list(zip(action[first], action[second], strict=False))


def with_swapped(game: Position) -> Position:
    """The table as it looks with the pairs of a swap that is under way: each is told as soon as it is chosen."""
    chosen = pairs(game)
    if not chosen:
        return game
    number, active = game["unfinished"]["action"]["number"], game["active"]
    board = game["boards"][active]
    entrance, dining, cards = board["entrance"], board["dining"], game["characters"]
    on_card = cards[str(number)].get("students", {})
    for first, second in chosen:
        if number == const.JESTER:
            on_card, entrance = changed(on_card, first, second), changed(entrance, second, first)
        else:
            entrance, dining = changed(entrance, first, second), changed(dining, second, first)
    boards = game["boards"] | {active: board | {"entrance": entrance, "dining": dining}}
    if number == const.JESTER:
        cards = cards | {str(number): cards[str(number)] | {"students": on_card}}
    return {**game, "boards": boards, "characters": cards}


def changed(students: Mapping[str, int], goes: str, comes: str) -> dict[str, int]:
    """With one student less of a colour and one more of another."""
    after = dict(students)
    after[goes] = after.get(goes, 0) - 1
    after[comes] = after.get(comes, 0) + 1
    return {colour: count for colour, count in after.items() if count}


def turn(view: TableView) -> VirtualTurn:
    game = game_of(view)
    nicknames = {SEAT_LETTERS[number]: seat.name for number, seat in enumerate(in_order(view))}
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
