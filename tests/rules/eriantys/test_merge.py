"""§6.4: groups of the same colour join."""

from typing import Any

import pytest

from .positions import (
    Game,
    Json,
    group,
    groups_of,
    holding,
    island,
    mother_nature_step,
    no_entry,
    owned,
    perform,
    stands_on,
    take,
    tower,
    use,
    walk,
)

RED: Json = {"students": {"red": 1}}
WHITE_HOLDS_RED = {"A": holding("red")}


def taken(tile: int, **keys: Any) -> Game:
    """White takes the single tile, one step from where mother nature stood."""
    islands = {str(tile): RED} | keys.pop("islands", {})
    game = mother_nature_step(islands=islands, boards=WHITE_HOLDS_RED, mother_nature=(tile - 2) % 12 + 1, **keys)
    game.perform(walk(1))
    assert tower(game, tile) == "white"
    return game


def test_6_4_a_neighbour_on_the_left_joins() -> None:
    assert group(taken(5, islands=owned("white", 4)), 5) == [4, 5]


def test_6_4_a_neighbour_on_the_right_joins() -> None:
    assert group(taken(5, islands=owned("white", 6)), 5) == [5, 6]


def test_6_4_both_neighbours_join_at_once() -> None:
    game = taken(5, islands=owned("white", 4, 6))
    assert game.position()["groups"] == [[4, 5, 6]]
    assert len(groups_of(game.position())) == 10


def test_6_4_neighbours_may_be_groups_of_several_tiles() -> None:
    game = taken(5, islands=owned("white", 3, 6), groups=[[3, 4], [6, 7, 8]])
    assert game.position()["groups"] == [[3, 4, 5, 6, 7, 8]]


@pytest.mark.parametrize(
    ("tile", "neighbours", "joined"),
    [(12, (1,), [12, 1]), (1, (12,), [12, 1]), (12, (1, 11), [11, 12, 1]), (1, (2, 12), [12, 1, 2])],
)
def test_6_4_tiles_12_and_1_are_neighbours(tile: int, neighbours: tuple[int, ...], joined: list[int]) -> None:
    game = taken(tile, islands=owned("white", *neighbours))
    assert game.position()["groups"] == [joined]


def test_6_4_groups_that_lie_over_tile_12_grow_on_both_sides() -> None:
    game = taken(3, islands=owned("white", 11, 4), groups=[[11, 12, 1, 2], [4, 5]])
    assert game.position()["groups"] == [[11, 12, 1, 2, 3, 4, 5]]


def test_6_4_neighbours_of_another_colour_or_without_towers_do_not_join() -> None:
    game = taken(5, islands=owned("black", 4))
    assert game.position()["groups"] == []


def test_6_4_a_taken_group_of_several_tiles_joins_as_a_whole() -> None:
    game = mother_nature_step(
        groups=[[3, 4], [5, 6]],
        islands={"3": {"students": {"red": 3}, "tower": "black"}} | owned("white", 5),
        boards=WHITE_HOLDS_RED,
        mother_nature=2,
    )
    game.perform(walk(1))
    assert game.position()["groups"] == [[3, 4, 5, 6]]
    assert [tower(game, tile) for tile in (3, 4, 5, 6)] == ["white"] * 4


def test_6_4_black_and_grey_towers_join_likewise() -> None:
    boards = {"B": holding("blue"), "C": holding("pink")}
    for colour, students in (("black", {"blue": 1}), ("grey", {"pink": 1})):
        game = mother_nature_step(players=3, islands=owned(colour, 3) | {"2": {"students": students}}, boards=boards)
        game.perform(walk(1))
        assert group(game, 2) == [2, 3]


def test_6_4_only_the_taken_groups_neighbours_are_looked_at() -> None:
    game = taken(5, islands=owned("white", 4, 7))
    assert game.position()["groups"] == [[4, 5]]


def test_6_4_nothing_joins_when_no_tower_was_put() -> None:
    game = mother_nature_step(
        islands=owned("white", 3, 5) | {"4": {"students": {"red": 1, "blue": 1}}},
        boards={"A": holding("red"), "B": holding("blue")},
        mother_nature=3,
    )
    game.perform(walk(1))
    assert game.position()["groups"] == []


def test_6_4_students_and_towers_belong_to_the_joint_group() -> None:
    game = taken(5, islands={"6": {"students": {"red": 2, "blue": 1}, "tower": "white"}})
    assert island(game, 6) == {"students": {"red": 3, "blue": 1}, "tower": "white"}
    assert "6" not in game.position()["islands"]


def test_6_4_the_joint_group_is_resolved_as_one() -> None:
    # White takes tile 5 by two against one. Then the three tiles carry three white towers, two red and five blue
    # students: a tie, whereas black would take tile 4 alone.
    islands = owned("white", 6) | {"4": {"students": {"blue": 4}, "tower": "white"}}
    game = mother_nature_step(
        expert=True,
        characters={"3": {}},
        islands=islands | {"5": {"students": {"red": 2, "blue": 1}}},
        boards={"A": holding("red", coins=3), "B": holding("blue")},
        mother_nature=4,
    )
    perform(game, walk(1), use(3, island=4))
    assert game.position()["groups"] == [[4, 5, 6]]
    assert tower(game, 4) == "white"


def test_6_4_mother_nature_stands_on_the_joint_group_and_leaves_it_in_one_step() -> None:
    game = mother_nature_step(
        islands=owned("white", 4, 6) | {"5": RED},
        boards={"A": holding("red"), "B": {"entrance": {"green": 3}}},
        mother_nature=4,
    )
    game.perform(walk(1))
    assert stands_on(game) == [4, 5, 6]
    perform(game, take(1), *[{"do": "move_student", "colour": "green", "to": {"island": 9}}] * 3)
    game.perform(walk(1))
    assert stands_on(game) == [7]


@pytest.mark.parametrize("stood", [4, 6])
def test_6_4_mother_nature_on_a_neighbour_is_joined_with_it(stood: int) -> None:
    # The herald resolves tile 5 while she stands beside it.
    game = mother_nature_step(
        expert=True,
        characters={"3": {}},
        islands=owned("white", 4, 6) | {"5": RED},
        boards={"A": holding("red", coins=3)},
        mother_nature=stood,
    )
    game.perform(use(3, island=5))
    assert stands_on(game) == [4, 5, 6]
    game.perform(walk(1))
    assert stands_on(game) == [7]


def test_6_4_mother_nature_elsewhere_stays_where_she_is() -> None:
    game = mother_nature_step(
        expert=True,
        characters={"3": {}},
        islands=owned("white", 1, 3) | {"2": RED},
        boards={"A": holding("red", coins=3)},
        mother_nature=8,
    )
    game.perform(use(3, island=2))
    assert group(game, 2) == [1, 2, 3]
    assert stands_on(game) == [8]


def test_6_4_no_entry_tiles_belong_to_the_joint_group() -> None:
    game = taken(
        5,
        expert=True,
        characters={"5": {"no_entry": 1}},
        islands={"4": {"tower": "white", "no_entry": 1}, "6": {"tower": "white", "no_entry": 2}},
    )
    assert group(game, 5) == [4, 5, 6]
    assert no_entry(game, 5) == 3


def test_6_4_four_groups_are_enough_to_go_on() -> None:
    game = taken(6, islands=owned("white", 1) | owned("black", 7), groups=[[1, 2, 3, 4, 5], [7, 8, 9, 10]])
    assert groups_of(game.position()) == [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10], [11], [12]]
    assert not game.over


def test_6_4_three_groups_end_the_game() -> None:
    game = taken(6, islands=owned("white", 1) | owned("black", 7), groups=[[1, 2, 3, 4, 5], [7, 8, 9, 10, 11]])
    assert groups_of(game.position()) == [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11], [12]]
    assert game.over


def test_6_4_two_groups_can_result_from_four() -> None:
    game = taken(3, islands=owned("white", 1, 4) | owned("black", 7), groups=[[1, 2], [4, 5, 6], [*range(7, 13)]])
    assert groups_of(game.position()) == [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]
    assert game.over
