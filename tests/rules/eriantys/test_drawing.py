"""The table drawn in text. `python -m tests.rules.eriantys.test_drawing` writes the golden drawings anew."""

import random
import unicodedata
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.rules.eriantys.text import drawing

Json = dict[str, Any]

GOLDEN = Path(__file__).parent / "golden"


def start_of_two() -> rules.Game:
    return rules.new("eriantys", players=2, seed=7)


def three_with_joined_islands() -> rules.Game:
    """One group lies across tiles 12 and 1, one goes round a corner."""
    return rules.load(
        {
            "game": "eriantys",
            "players": 3,
            "phase": "action",
            "step": "mother_nature",
            "first_player": "B",
            "hands": {"A": [2, 5, 7, 9], "B": [1, 2, 8, 10], "C": [3, 4, 6, 7]},
            "assistants": {"A": 10, "B": 6, "C": 1},
            "order": ["C", "B", "A"],
            "active": "B",
            "groups": [[12, 1], [4, 5, 6], [9, 10]],
            "islands": {
                "12": {"students": {"green": 2, "red": 1, "blue": 3}, "tower": "white"},
                "2": {"students": {"yellow": 1}},
                "3": {"students": {"pink": 2}, "tower": "grey"},
                "4": {"students": {"green": 4, "red": 3, "yellow": 2, "pink": 5, "blue": 12}, "tower": "black"},
                "7": {"students": {"red": 1, "pink": 1}},
                "8": {"tower": "white"},
                "9": {"students": {"red": 6}, "tower": "grey"},
                "11": {"students": {"green": 1, "red": 2, "yellow": 3, "pink": 2, "blue": 3}},
            },
            "mother_nature": 12,
            "boards": {
                "A": {
                    "entrance": {"green": 3, "red": 1, "yellow": 2, "pink": 2, "blue": 1},
                    "dining": {"green": 4},
                    "professors": ["green"],
                },
                "B": {
                    "entrance": {"red": 2, "blue": 3},
                    "dining": {"red": 2, "blue": 1},
                    "professors": ["red", "blue"],
                },
                "C": {
                    "entrance": {"yellow": 5, "pink": 4},
                    "dining": {"red": 2, "yellow": 10},
                    "professors": ["yellow"],
                },
            },
            "clouds": [{"green": 2, "yellow": 1, "pink": 1}, {}, {"green": 1, "red": 1, "yellow": 1, "blue": 1}],
        }
    )


def experts_in_teams() -> rules.Game:
    """A character in force, no-entry tiles, and everything at once on island 8."""
    return rules.load(
        {
            "game": "eriantys",
            "players": 4,
            "expert": True,
            "phase": "action",
            "step": "students",
            "moved": 1,
            "first_player": "A",
            "hands": {"A": [2, 3, 9], "B": [1, 2, 8], "C": [3, 4, 6], "D": [1, 3, 10]},
            "assistants": {"A": 10, "B": 6, "C": 1, "D": 7},
            "order": ["C", "B", "D", "A"],
            "active": "D",
            "islands": {
                "5": {"no_entry": 1},
                "8": {
                    "students": {"green": 2, "red": 2, "yellow": 2, "pink": 2, "blue": 2},
                    "tower": "white",
                    "no_entry": 2,
                },
            },
            "mother_nature": 8,
            "boards": {
                "A": {"entrance": {"green": 7}, "dining": {"green": 9}, "professors": ["green"], "coins": 4},
                "B": {"entrance": {"red": 7}, "coins": 0},
                "C": {"entrance": {"yellow": 7}, "dining": {"pink": 1}, "professors": ["pink"]},
                "D": {"entrance": {"blue": 6}},
            },
            "clouds": [{}, {"pink": 3}, {}, {"green": 1, "red": 1, "blue": 1}],
            "characters": {
                "1": {"students": {"green": 2, "red": 1, "blue": 1}},
                "5": {"used": True},
                "9": {"used": True},
            },
            "active_character": {"number": 9, "colour": "red"},
            "character_used": True,
        }
    )


def jester_under_way() -> rules.Game:
    game = rules.load(
        {
            "game": "eriantys",
            "expert": True,
            "phase": "action",
            "assistants": {"A": 3, "B": 4},
            "boards": {"A": {"entrance": {"red": 7}}},
            "characters": {"5": {"no_entry": 0}, "7": {"students": {"green": 6}}, "8": {}},
            "islands": {"1": {"no_entry": 4}},
            "clouds": [{"red": 3}, {"blue": 3}],
        }
    )
    game.perform({"do": "choose", "what": "character", "value": 7})
    return game


def over_with_two_groups() -> rules.Game:
    return rules.load(
        {
            "game": "eriantys",
            "phase": "over",
            "hands": {"A": [2, 3], "B": [4, 5]},
            "groups": [[10, 11, 12, 1, 2, 3], [4, 5, 6, 7, 8, 9]],
            "islands": {"10": {"students": {"red": 4}, "tower": "white"}, "4": {"tower": "black"}},
            "mother_nature": 5,
            "boards": {"A": {"professors": ["red"]}, "B": {"professors": ["green", "blue"]}},
            "last_round": True,
        }
    )


def last_round_without_clouds() -> rules.Game:
    return rules.load(
        {
            "game": "eriantys",
            "players": 3,
            "expert": True,
            "phase": "action",
            "step": "end",
            "assistants": {"A": 3, "B": 4, "C": 5},
            "clouds": [{"red": 2}, {}, {}],
            "bag": {},
            "characters": {"8": {"used": True}},
            "active_character": {"number": 8},
            "character_used": True,
            "last_round": True,
            "clouds_short": True,
        }
    )


NO_TILES: Json = {"islands": {}, "bag": {}}

GAMES = {
    "drawing_start_2": start_of_two,
    "drawing_joined_3": three_with_joined_islands,
    "drawing_expert_4": experts_in_teams,
    "drawing_jester": jester_under_way,
    "drawing_over": over_with_two_groups,
    "drawing_last_round": last_round_without_clouds,
}


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_drawings(name: str) -> None:
    assert f"{GAMES[name]()}\n" == (GOLDEN / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_drawn_like_its_position(name: str) -> None:
    game = GAMES[name]()
    assert drawing.draw(game.view(None)) == drawing.draw(game.position())


def random_game(players: int, expert: bool, seed: int) -> Iterator[rules.Game]:
    """A game at every moment of it."""
    game = rules.new("eriantys", players=players, expert=expert, seed=seed)
    chance = random.Random(seed)
    yield game
    while not game.over:
        game.apply(chance.choice(game.legal_actions()))
        yield game


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_moment_of_a_game_fits_into_80_columns(players: int, expert: bool) -> None:
    for game in random_game(players, expert, seed=players):
        lines = str(game).splitlines()
        assert max(map(len, lines)) <= 80
        assert all(line == line.rstrip() for line in lines)


def test_10_any_three_characters_fit_into_80_columns() -> None:
    crowded = {"students": {"green": 1, "red": 1, "yellow": 1, "pink": 1}}
    for trio in combinations(range(1, 13), 3):
        cards: Json = {str(number): crowded if number in (1, 7, 11) else {} for number in trio}
        for number in {2, 4, 6, 8, 9}.intersection(trio):
            effect = {"number": number} | ({"colour": "yellow"} if number == 9 else {})
            game = rules.load(
                experts_in_teams().position() | NO_TILES | {"characters": cards, "active_character": effect}
            )
            assert max(map(len, str(game).splitlines())) <= 80


def test_every_character_drawn_is_one_column_wide() -> None:
    for build in GAMES.values():
        assert {unicodedata.east_asian_width(letter) for letter in str(build())} <= {"Na", "A", "N"}


def joined(tiles: int, *, start: int) -> Json:
    """An unfinished or finished game in which so many tiles are one white group."""
    group = [(start - 1 + i) % 12 + 1 for i in range(tiles)]
    return rules.load(
        {
            "game": "eriantys",
            "phase": "over",
            "groups": [group],
            "islands": {str(group[0]): {"tower": "white", "students": {"red": 1}}},
        }
    ).position()


@pytest.mark.parametrize("start", range(1, 13))
@pytest.mark.parametrize("tiles", range(2, 9))
def test_only_the_tiles_of_a_group_have_no_wall_between_them(tiles: int, start: int) -> None:
    """Walls are told by their middles, so that corners do not matter."""
    position = joined(tiles, start=start)
    height = 3
    canvas = drawing.ring(position)
    group = position["groups"][0]
    for tile in range(1, 13):
        following = tile % 12 + 1
        (row, column), (next_row, next_column) = drawing.CELL_OF[tile], drawing.CELL_OF[following]
        x = (column + next_column + 1) * (drawing.INNER + 1) // 2
        y = (row + next_row + 1) * (height + 1) // 2
        together = tile in group[:-1]
        assert (canvas[y][x] == " ") == together, (tile, following)


def test_the_number_of_every_tile_is_in_its_place() -> None:
    canvas = drawing.ring(joined(8, start=9))
    for tile, (row, column) in drawing.CELL_OF.items():
        inside = canvas[row * 4 + 1][column * (drawing.INNER + 1) + 1 :]
        assert inside.split()[0] == str(tile)


def test_students_are_counted_where_letters_do_not_fit() -> None:
    assert drawing.students({"red": 2, "green": 1}, 13) == ["G RR"]
    assert drawing.students({"red": 12, "green": 1}, 13) == ["G R12"]
    assert drawing.students({}, 13) == []
    everybody = dict.fromkeys(("green", "red", "yellow", "pink", "blue"), 26)
    assert drawing.students(everybody, 13) == ["G26 R26 Y26", "P26 B26"]


THREE_GROUPS = {
    "groups": [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]],
    "islands": {"1": {"tower": "black"}, "6": {"tower": "white"}},
}


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"islands": {"4": {"tower": "white"}}}, "A wins: the bag is empty."),
        ({"hands": {"A": [], "B": []}}, "A and B win: the assistants are all played."),
        ({"boards": {"B": {"professors": ["red"]}}}, "B wins: the bag is empty."),
        ({"players": 4, "boards": {"D": {"professors": ["red"]}}}, "B and D win: the bag is empty."),
        (
            {"players": 3, "islands": {"1": {"tower": "grey"}, "5": {"tower": "white"}}},
            "A and C win: the bag is empty.",
        ),
        (
            {"groups": [[1, 2, 3, 4, 5, 6, 7, 8, 9]], "islands": {"1": {"tower": "black"}}},
            "B wins: the last tower is built.",
        ),
        (THREE_GROUPS, "A wins: only 3 groups of islands are left."),
    ],
)
def test_7_the_end_is_told_with_its_reason(keys: Json, said: str) -> None:
    hands = {seat: [1] for seat in "ABCD"[: keys.get("players", 2)]}
    game = rules.load({"game": "eriantys", "phase": "over", "hands": hands} | keys)
    assert str(game).splitlines()[1] == said


if __name__ == "__main__":
    for name, build in GAMES.items():
        (GOLDEN / f"{name}.txt").write_text(f"{build()}\n", "utf-8")
