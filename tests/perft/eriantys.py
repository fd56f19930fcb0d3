"""The positions of eriantys.perft: set-ups, middle games, every character, every end of the game."""

from collections.abc import Iterator
from random import Random
from typing import Any

from ludoteca import rules

from ..rules.variants import VARIANTS
from .positions import Entry

# A middle game of two experts with everything that characters need: students in all places, coins, towers.
TABLE: dict[str, Any] = {
    "game": "eriantys",
    "players": 2,
    "expert": True,
    "seed": 5,
    "phase": "action",
    "step": "mother_nature",
    "assistants": {"A": 3, "B": 6},
    "islands": {
        "1": {"students": {"green": 2, "red": 1}, "tower": "white"},
        "3": {"students": {"blue": 3}, "tower": "black"},
        "5": {"students": {"yellow": 1, "pink": 1}},
        "7": {"students": {"red": 2}, "tower": "white"},
        "9": {"students": {"pink": 2, "blue": 1}},
    },
    "groups": [[12, 1, 2], [7, 8]],
    "mother_nature": 4,
    "boards": {
        "A": {
            "entrance": {"green": 1, "red": 2, "blue": 1},
            "dining": {"green": 3, "red": 5, "yellow": 2},
            "professors": ["green", "red"],
            "coins": 5,
        },
        "B": {
            "entrance": {"yellow": 3, "pink": 4},
            "dining": {"yellow": 2, "blue": 10},
            "professors": ["yellow", "blue"],
            "coins": 3,
        },
    },
}
CARDS: dict[int, dict[str, Any]] = {
    1: {"students": {"green": 2, "blue": 2}},
    5: {"no_entry": 4},
    7: {"students": {"green": 2, "red": 1, "yellow": 3}},
    11: {"students": {"red": 1, "yellow": 2, "pink": 1}},
}


def start_positions() -> Iterator[Entry]:
    for variant in VARIANTS:
        if variant.game == "eriantys":
            yield Entry(f"set-up, {variant}", variant.new(1).position())


def middle_positions() -> Iterator[Entry]:
    for variant in VARIANTS:
        if variant.game == "eriantys":
            chance, game = Random(11), variant.new(11)
            for _ in range(70):
                legal = game.legal_actions()
                game.apply(legal[int(chance.random() * len(legal))])
            yield Entry(f"after 70 random decisions, {variant}", game.position())


def character_positions() -> Iterator[Entry]:
    for number in range(1, 13):
        position = {**TABLE, "characters": {number: CARDS.get(number, {})}}
        yield Entry(f"character {number} can be used", rules.load(position).position())


def ends() -> Iterator[Entry]:
    islands = {tile: {"tower": "white" if tile % 2 else "black"} for tile in range(1, 13)}
    last_tower: dict[str, Any] = {
        "game": "eriantys",
        "phase": "action",
        "step": "mother_nature",
        "assistants": {"A": 5, "B": 6},
        "islands": {"1": {"tower": "white"}, "9": {"students": {"red": 3}}, "10": {"tower": "black"}},
        "groups": [[1, 2, 3, 4, 5, 6, 7], [10, 11, 12]],
        "mother_nature": 8,
        "boards": {"A": {"professors": ["red"]}},
    }
    yield Entry("the last tower is one step away", rules.load(last_tower).position())
    few_groups = {
        **last_tower,
        "islands": {"1": {"tower": "white"}, "5": {"students": {"red": 9}, "tower": "black"}, "6": {"tower": "white"}},
        "groups": [[1, 2, 3, 4], [6, 7, 8], [9, 10, 11, 12]],
        "mother_nature": 9,
    }
    few_groups["islands"] = {**few_groups["islands"], "9": {"tower": "black"}, "1": {"tower": "white"}}
    yield Entry("joining leaves three groups", rules.load(few_groups).position())
    short = {
        "game": "eriantys",
        "players": 3,
        "phase": "action",
        "step": "cloud",
        "assistants": {"A": 1, "B": 2, "C": 3},
        "active": "C",
        "clouds": [{}, {}, {"red": 2, "blue": 2}],
        "bag": {"green": 5},
        "islands": {tile: value for tile, value in islands.items() if tile < 4},
    }
    yield Entry("the clouds of the next round cannot be filled", rules.load(short).position())
    short_expert = {**short, "expert": True, "characters": {"12": {}, "4": {}, "1": {"students": {"red": 2}}}}
    yield Entry("the same in the expert game", rules.load(short_expert).position())
    last_cards = {
        "game": "eriantys",
        "players": 4,
        "hands": {"A": [3], "B": [3], "C": [7], "D": [7, 8]},
        "boards": {letter: {"entrance": {"red": 1, "blue": 1}} for letter in "ABCD"},
        "clouds": [{"red": 1}, {"red": 2}, {"red": 3}, {"blue": 3}],
    }
    yield Entry("the last assistants", rules.load(last_cards).position())
    bag = {**short, "bag": {"green": 12}, "active": "C"}
    yield Entry("filling the clouds empties the bag exactly", rules.load(bag).position())


def positions() -> list[Entry]:
    return [*start_positions(), *middle_positions(), *character_positions(), *ends()]
