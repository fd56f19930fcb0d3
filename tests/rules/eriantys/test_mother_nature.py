"""§6.2 and §6.3: mother nature moves and the group she stops on is resolved."""

from typing import Any

import pytest

from .positions import (
    Game,
    Json,
    coins,
    dine,
    group,
    holding,
    island,
    mother_nature_step,
    no_entry,
    owned,
    perform,
    refused,
    send,
    stands_on,
    supply,
    take,
    tower,
    turn,
    walk,
    winners,
)


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_6_2_she_moves_clockwise_by_one_up_to_the_assistants_steps(steps: int) -> None:
    game = mother_nature_step(assistants={"A": 5, "B": 6}, mother_nature=4)
    game.perform(walk(steps))
    assert stands_on(game) == [4 + steps]
    assert game.position()["step"] == "cloud"


@pytest.mark.parametrize("steps", [0, -1, 4, 12, 1000])
def test_6_2_no_other_number_of_steps_is_allowed(steps: int) -> None:
    game = mother_nature_step(assistants={"A": 5, "B": 6})
    assert refused(game, walk(steps)) == "too_many_steps"


def test_6_2_the_steps_are_those_of_the_active_players_own_assistant() -> None:
    game = mother_nature_step("B", assistants={"A": 1, "B": 8}, mother_nature=1)
    game.perform(walk(4))
    assert stands_on(game) == [5]


def test_6_2_tile_1_follows_tile_12() -> None:
    game = mother_nature_step(mother_nature=11)
    game.perform(walk(3))
    assert stands_on(game) == [2]


def test_6_2_a_merged_group_counts_as_one_step() -> None:
    game = mother_nature_step(groups=[[2, 3, 4]], islands=owned("white", 2), mother_nature=1)
    game.perform(walk(2))
    assert stands_on(game) == [5]


@pytest.mark.parametrize("tile", [12, 1, 2])
def test_6_2_the_start_group_is_not_counted(tile: int) -> None:
    game = mother_nature_step(groups=[[12, 1, 2]], islands=owned("white", 1), mother_nature=tile)
    assert stands_on(game) == [12, 1, 2]
    game.perform(walk(1))
    assert stands_on(game) == [3]


def test_6_2_only_the_group_she_ends_on_is_resolved() -> None:
    islands = {str(tile): {"students": {"red": 1}} for tile in (1, 2, 3, 4)}
    game = mother_nature_step(islands=islands, boards={"A": holding("red")}, mother_nature=1)
    game.perform(walk(2))
    assert [tower(game, tile) for tile in (1, 2, 3, 4)] == [None, None, "white", None]


def test_6_2_she_moves_once_in_a_turn() -> None:
    game = mother_nature_step()
    game.perform(walk(1))
    assert refused(game, walk(1)) == "wrong_phase"
    assert refused(game, dine("red")) == "wrong_phase"


# §6.3. Mother nature stands on tile 1 and goes to the group of tile 2 in every test below.


def resolved(group_entry: Json, boards: Json, *, player: str = "A", tiles: int = 1, **keys: Any) -> Game:
    groups = [list(range(2, 2 + tiles))] if tiles > 1 else []
    game = mother_nature_step(player, islands={"2": group_entry}, groups=groups, mother_nature=1, boards=boards, **keys)
    game.perform(walk(1))
    return game


def test_6_3_0_a_no_entry_tile_goes_back_to_its_card_and_nothing_else_happens() -> None:
    # Taking tile 2 would also have merged it with tile 3.
    game = mother_nature_step(
        expert=True,
        characters={"5": {"no_entry": 3}},
        islands={"2": {"students": {"red": 3}, "no_entry": 1}, "3": {"tower": "white"}},
        boards={"A": holding("red")},
    )
    game.perform(walk(1))
    assert tower(game, 2) is None
    assert group(game, 2) == [2]
    assert no_entry(game, 2) == 0
    assert game.position()["characters"]["5"]["no_entry"] == 4
    assert game.position()["step"] == "cloud"


def test_6_3_0_only_one_no_entry_tile_is_used_up() -> None:
    game = resolved(
        {"students": {"red": 3}, "no_entry": 3},
        {"A": holding("red")},
        expert=True,
        characters={"5": {"no_entry": 1}},
    )
    assert no_entry(game, 2) == 2
    assert game.position()["characters"]["5"]["no_entry"] == 2


def test_6_3_1_students_count_for_the_holder_of_their_professor() -> None:
    game = resolved({"students": {"red": 2, "blue": 3}}, {"A": holding("red"), "B": holding("blue")})
    assert tower(game, 2) == "black"


def test_6_3_1_all_colours_of_a_side_are_added() -> None:
    game = resolved({"students": {"red": 2, "pink": 2, "blue": 3}}, {"A": holding("red", "pink"), "B": holding("blue")})
    assert tower(game, 2) == "white"


def test_6_3_1_students_without_a_professor_in_somebodys_hands_count_nothing() -> None:
    game = resolved({"students": {"red": 1, "green": 9}}, {"A": holding("red"), "B": {"dining": {"green": 5}}})
    assert tower(game, 2) == "white"


def test_6_3_1_the_professor_counts_not_the_dining_room() -> None:
    game = resolved({"students": {"red": 1}}, {"A": {"dining": {"red": 5}}, "B": holding("red")})
    assert tower(game, 2) == "black"


def test_6_3_1_each_tower_on_the_group_counts_one() -> None:
    boards = {"A": holding("red"), "B": holding("blue")}
    assert tower(resolved({"students": {"red": 3}, "tower": "black"}, boards, tiles=2), 2) == "white"
    assert tower(resolved({"students": {"red": 3}, "tower": "black"}, boards, tiles=3), 2) == "black"
    assert tower(resolved({"students": {"red": 3}, "tower": "black"}, boards, tiles=4), 2) == "black"


def test_6_3_1_the_students_of_all_tiles_of_the_group_count() -> None:
    game = mother_nature_step(
        groups=[[2, 3]],
        islands={"2": {"students": {"red": 2}, "tower": "black"}, "3": {"students": {"red": 1}}},
        boards={"A": holding("red")},
    )
    game.perform(walk(1))
    assert tower(game, 2) == tower(game, 3) == "white"


def test_6_3_1_students_and_towers_of_other_groups_do_not_count() -> None:
    islands = {"1": {"students": {"blue": 5}}, "2": {"students": {"red": 1}}, "3": {"tower": "black"}}
    game = mother_nature_step(islands=islands, boards={"A": holding("red"), "B": holding("blue")})
    game.perform(walk(1))
    assert tower(game, 2) == "white"


def test_6_3_2_the_only_side_on_top_takes_a_free_group() -> None:
    assert tower(resolved({"students": {"red": 1}}, {"A": holding("red")}), 2) == "white"


def test_6_3_2_the_only_side_on_top_takes_an_owned_group() -> None:
    game = resolved({"students": {"red": 2}, "tower": "black"}, {"A": holding("red")})
    assert tower(game, 2) == "white"


def test_6_3_2_a_group_without_influence_stays_free() -> None:
    assert tower(resolved({"students": {"red": 4}}, {}), 2) is None
    assert tower(resolved({}, {"A": holding("red")}), 2) is None


def test_6_3_2_a_tie_leaves_a_free_group_free() -> None:
    game = resolved({"students": {"red": 2, "blue": 2}}, {"A": holding("red"), "B": holding("blue")})
    assert tower(game, 2) is None


def test_6_3_2_a_tie_with_the_owner_leaves_him_the_group() -> None:
    game = resolved({"students": {"red": 1}, "tower": "black"}, {"A": holding("red")})
    assert tower(game, 2) == "black"


def test_6_3_2_the_owner_on_top_keeps_the_group_and_uses_no_tower() -> None:
    # White has a single tower left: were it used again, the game would be over.
    game = mother_nature_step(
        groups=[[2, 3, 4, 5], [7, 8, 9]],
        islands={"2": {"students": {"red": 2}, "tower": "white"}, "7": {"tower": "white"}},
        boards={"A": holding("red")},
    )
    game.perform(walk(1))
    assert tower(game, 2) == "white"
    assert not game.over


def test_6_3_2_two_tied_sides_above_the_owner_leave_him_the_group() -> None:
    game = resolved(
        {"students": {"red": 3, "blue": 3}, "tower": "grey"},
        {"A": holding("red"), "B": holding("blue")},
        players=3,
    )
    assert tower(game, 2) == "grey"


def test_6_3_2_a_tie_below_the_top_does_not_matter() -> None:
    game = resolved(
        {"students": {"red": 1, "blue": 1, "pink": 2}},
        {"A": holding("red"), "B": holding("blue"), "C": holding("pink")},
        players=3,
    )
    assert tower(game, 2) == "grey"


def test_6_3_3_the_new_owner_puts_one_tower_on_each_tile() -> None:
    game = resolved({"students": {"red": 4}, "tower": "black"}, {"A": holding("red")}, tiles=3)
    assert [tower(game, tile) for tile in (1, 2, 3, 4, 5)] == [None, "white", "white", "white", None]
    assert game.position()["islands"]["2"] == {"students": {"red": 4}, "tower": "white"}


def test_6_3_3_any_side_may_take_the_group_in_anybodys_turn() -> None:
    assert tower(resolved({"students": {"blue": 1}}, {"B": holding("blue")}, player="A"), 2) == "black"
    assert tower(resolved({"students": {"red": 1}}, {"A": holding("red")}, player="B"), 2) == "white"


def test_6_3_3_towers_of_a_former_owner_go_back_to_his_reserve() -> None:
    # Black has seven towers out. White takes two of those islands, so that black's next tower is not his last.
    islands = {
        "2": {"students": {"red": 5}, "tower": "black"},
        "5": {"tower": "black"},
        "11": {"students": {"blue": 1}},
    }
    game = mother_nature_step(
        groups=[[2, 3], [5, 6, 7, 8, 9]],
        islands=islands,
        boards={"A": holding("red"), "B": holding("blue", entrance={"blue": 3})},
    )
    perform(game, walk(1), take(1))
    assert tower(game, 2) == "white"
    # From [2, 3] over 4, the black five and 10 to 11.
    perform(game, send("blue", 11), send("blue", 11), send("blue", 12), walk(4))
    assert tower(game, 11) == "black"
    assert not game.over


def test_6_3_4_the_last_tower_of_the_reserve_ends_the_game_at_once() -> None:
    game = mother_nature_step(
        groups=[[4, 5, 6, 7], [9, 10, 11]],
        islands=owned("white", 4, 9) | {"2": {"students": {"red": 1}}},
        boards={"A": holding("red")},
    )
    game.perform(walk(1))
    assert winners(game) == "A"
    assert game.seat == -1
    assert game.legal_actions() == []
    assert refused(game, take(1)) == "game_over"


def test_6_3_4_the_side_that_builds_its_last_tower_wins_in_anybodys_turn() -> None:
    game = mother_nature_step(
        "B",
        groups=[[4, 5, 6, 7], [9, 10, 11]],
        islands=owned("white", 4, 9) | {"2": {"students": {"red": 1}}},
        boards={"A": holding("red")},
    )
    game.perform(walk(1))
    assert winners(game) == "A"


def test_6_3_4_nothing_is_merged_after_the_last_tower() -> None:
    game = mother_nature_step(
        groups=[[3, 4, 5, 6], [9, 10, 11]],
        islands=owned("white", 3, 9) | {"2": {"students": {"red": 1}}},
        boards={"A": holding("red")},
    )
    game.perform(walk(1))
    assert winners(game) == "A"
    assert game.position()["groups"] == [[3, 4, 5, 6], [9, 10, 11]]
    assert tower(game, 2) == "white"


def test_6_3_4_the_last_but_one_tower_ends_nothing() -> None:
    game = mother_nature_step(
        groups=[[4, 5, 6], [9, 10, 11]],
        islands=owned("white", 4, 9) | {"2": {"students": {"red": 1}}},
        boards={"A": holding("red")},
    )
    game.perform(walk(1))
    assert not game.over
    assert game.winners == frozenset()
    assert game.position()["step"] == "cloud"


def test_6_3_a_resolution_touches_neither_students_nor_coins() -> None:
    game = resolved({"students": {"red": 2, "pink": 1}}, {"A": holding("red")}, expert=True)
    assert island(game, 2)["students"] == {"red": 2, "pink": 1}
    assert (coins(game, "A"), supply(game)) == (1, 18)


def test_6_3_the_group_is_resolved_with_the_students_sent_in_the_same_turn() -> None:
    game = turn(moved=2, boards={"A": holding("red", entrance={"red": 1})}, mother_nature=1)
    perform(game, send("red", 2), walk(1))
    assert tower(game, 2) == "white"
