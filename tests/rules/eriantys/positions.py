"""Small positions to start a test from, the actions to try on them, and ways to read what came of it.

Everything here speaks the public notation: positions and actions are JSON objects, and a game is asked only for its
position.
"""

from typing import Any, TypeAlias

import pytest

from ludoteca import rules

Json: TypeAlias = dict[str, Any]
Game: TypeAlias = rules.Game

COLOURS = ("green", "red", "yellow", "pink", "blue")
TILES = range(1, 13)
STUDENTS_OF_A_COLOUR = 26
COINS = 20

END_TURN: Json = {"do": "end_turn"}


def letters(players: int) -> str:
    return "ABCD"[:players]


# Positions


def planning(*, players: int = 2, expert: bool = False, **keys: Any) -> Game:
    """A planning phase: nobody has played an assistant, the clouds are filled."""
    return rules.load(
        {"game": "eriantys", "players": players, "expert": expert, "phase": "planning", "clouds": _clouds(players)}
        | keys
    )


def turn(player: str = "A", *, players: int = 2, expert: bool = False, **keys: Any) -> Game:
    """The action turn of `player`, by default before his first student move.

    Unless told otherwise the assistants are the highest ones in seat order (9 and 10, or 8, 9 and 10, or 7 to 10), so
    that the seats act in the order A, B, C, D, and whoever acted before has taken a cloud.
    """
    return rules.load(turn_position(player, players=players, expert=expert, **keys))


def turn_position(player: str = "A", *, players: int = 2, expert: bool = False, **keys: Any) -> Json:
    seats = letters(players)
    assistants: dict[str, int] = keys.pop("assistants", {seat: 11 - players + i for i, seat in enumerate(seats)})
    order: list[str] = keys.pop("order", sorted(assistants, key=lambda seat: assistants[seat]))
    return {
        "game": "eriantys",
        "players": players,
        "expert": expert,
        "phase": "action",
        "step": "students",
        "assistants": assistants,
        "order": order,
        "active": player,
        "clouds": _clouds(players, taken=order.index(player)),
    } | keys


def mother_nature_step(player: str = "A", **keys: Any) -> Game:
    """The turn of `player` when mother nature is to be moved."""
    return turn(player, step="mother_nature", **keys)


def cloud_step(player: str = "A", **keys: Any) -> Game:
    """The turn of `player` when a cloud is to be taken."""
    return turn(player, step="cloud", **keys)


def last_cloud(*, players: int = 2, **keys: Any) -> Game:
    """The very last decision of a round: the last player in order takes the only cloud that is left."""
    return cloud_step(letters(players)[-1], players=players, **keys)


def owned(colour: str, *tiles: int) -> Json:
    """Island entries of single tiles that carry a tower."""
    return {str(tile): {"tower": colour} for tile in tiles}


def holding(*colours: str, **keys: Any) -> Json:
    """A school board with the professors of these colours."""
    return {"professors": list(colours)} | keys


def _clouds(players: int, taken: int = 0) -> list[Json]:
    full = {"green": 1, "red": 1, "yellow": 1} | ({"pink": 1} if players == 3 else {})
    return [{} if cloud < taken else dict(full) for cloud in range(players)]


# Actions


def play(value: int) -> Json:
    return {"do": "play_assistant", "value": value}


def dine(colour: str) -> Json:
    return {"do": "move_student", "colour": colour, "to": "dining"}


def send(colour: str, tile: int) -> Json:
    return {"do": "move_student", "colour": colour, "to": {"island": tile}}


def walk(steps: int) -> Json:
    return {"do": "move_mother_nature", "steps": steps}


def take(cloud: int) -> Json:
    return {"do": "take_cloud", "cloud": cloud}


def use(number: int, **parameters: Any) -> Json:
    return {"do": "play_character", "number": number} | parameters


def choose(what: str, value: int | str) -> Json:
    return {"do": "choose", "what": what, "value": value}


def perform(game: Game, *actions: Json) -> None:
    for action in actions:
        game.perform(action)


def refused(game: Game, action: Any) -> str:
    """The code with which the game refuses the action. A refusal changes nothing."""
    before = game.position()
    with pytest.raises(rules.IllegalAction) as refusal:
        game.perform(action)
    assert game.position() == before
    assert refusal.value.sentence
    return str(refusal.value.code)


# Results


def board(game: Game, player: str) -> Json:
    entry: Json = game.position()["boards"][player]
    return entry


def entrance(game: Game, player: str) -> Json:
    students: Json = board(game, player)["entrance"]
    return students


def dining(game: Game, player: str) -> Json:
    students: Json = board(game, player)["dining"]
    return students


def coins(game: Game, player: str) -> int:
    amount: int = board(game, player)["coins"]
    return amount


def supply(game: Game) -> int:
    amount: int = game.position()["supply"]
    return amount


def professors(game: Game) -> dict[str, str]:
    """Who holds which professor; those in the middle are left out."""
    boards = game.position()["boards"]
    return {colour: player for player, entry in boards.items() for colour in entry["professors"]}


def groups_of(position: Json) -> list[list[int]]:
    """All groups of a position, single tiles included, each in clockwise order, sorted by first tile."""
    merged: list[list[int]] = position["groups"]
    inside = {tile for group in merged for tile in group}
    return sorted([*merged, *([tile] for tile in TILES if tile not in inside)])


def first_tile(position: Json, tile: int) -> int:
    """The tile under which a position writes the group that `tile` belongs to."""
    return next(group[0] for group in groups_of(position) if tile in group)


def group(game: Game, tile: int) -> list[int]:
    return next(group for group in groups_of(game.position()) if tile in group)


def island(game: Game, tile: int) -> Json:
    position = game.position()
    entry: Json = position["islands"][str(first_tile(position, tile))]
    return entry


def tower(game: Game, tile: int) -> str | None:
    colour: str | None = island(game, tile).get("tower")
    return colour


def no_entry(game: Game, tile: int) -> int:
    tiles: int = island(game, tile).get("no_entry", 0)
    return tiles


def stands_on(game: Game) -> list[int]:
    """The group mother nature stands on."""
    return group(game, game.position()["mother_nature"])


def card(game: Game, number: int) -> Json:
    entry: Json = game.position()["characters"][str(number)]
    return entry


def total(students: dict[str, int]) -> int:
    return sum(students.values())


def winners(game: Game) -> str:
    """The winners as letters; the game must be over."""
    assert game.over
    assert game.position()["phase"] == "over"
    return "".join("ABCD"[seat] for seat in sorted(game.winners))
