"""§7: the end of the game."""

import pytest

from ludoteca import rules

from .positions import (
    END_TURN,
    Json,
    dine,
    groups_of,
    holding,
    last_cloud,
    mother_nature_step,
    owned,
    perform,
    planning,
    play,
    refused,
    send,
    take,
    turn,
    use,
    walk,
    winners,
)

# White has seven of its eight towers out and takes tile 2, one step from tile 1.
ONE_TOWER_LEFT: Json = {
    "groups": [[4, 5, 6, 7], [9, 10, 11]],
    "islands": owned("white", 4, 9) | {"2": {"students": {"red": 1}}},
    "mother_nature": 1,
}
# Whoever takes tile 6 leaves three groups.
FOUR_GROUPS: Json = {
    "groups": [[1, 2, 3, 4, 5], [7, 8, 9, 10, 11]],
    "islands": owned("white", 1) | owned("black", 7) | {"6": {"students": {"red": 1}}},
    "mother_nature": 5,
}


def test_7_the_last_tower_ends_the_game_before_the_cloud_step_and_the_other_turns() -> None:
    game = mother_nature_step("A", players=4, **ONE_TOWER_LEFT, boards={"A": holding("red")})
    game.perform(walk(1))
    assert winners(game) == "AC"
    assert game.legal_actions() == []


def test_7_the_last_tower_wins_also_when_the_other_side_has_more_professors() -> None:
    boards = {"A": holding("red"), "B": holding("blue", "pink", "green", "yellow")}
    game = mother_nature_step(**ONE_TOWER_LEFT, boards=boards)
    game.perform(walk(1))
    assert winners(game) == "A"


def test_7_the_last_tower_may_come_through_the_herald_in_the_middle_of_the_student_moves() -> None:
    game = turn(
        expert=True,
        characters={"3": {}},
        moved=1,
        **ONE_TOWER_LEFT,
        boards={"A": holding("red", coins=3, entrance={"blue": 6})},
    )
    game.perform(use(3, island=2))
    assert winners(game) == "A"
    assert refused(game, dine("blue")) == "game_over"


def test_7_three_groups_end_the_game_at_once() -> None:
    game = mother_nature_step(players=2, **FOUR_GROUPS, boards={"A": holding("red")})
    game.perform(walk(1))
    assert winners(game) == "A"
    assert refused(game, take(1)) == "game_over"


def test_7_three_groups_end_the_game_through_the_herald_in_the_middle_of_the_student_moves() -> None:
    game = turn(
        expert=True,
        characters={"3": {}},
        **FOUR_GROUPS,
        boards={"A": holding("red", coins=3, entrance={"blue": 7})},
    )
    game.perform(use(3, island=6))
    assert winners(game) == "A"


def test_7_three_groups_the_comparison_decides_not_who_joined_them() -> None:
    # White joins the last group but has 4 towers to 7.
    game = mother_nature_step(
        groups=[[12, 1, 2], [4, 5, 6, 7, 8, 9, 10]],
        islands=owned("white", 12) | owned("black", 4) | {"3": {"students": {"red": 1}}},
        mother_nature=2,
        boards={"A": holding("red", "blue", "pink")},
    )
    game.perform(walk(1))
    assert groups_of(game.position()) == [[4, 5, 6, 7, 8, 9, 10], [11], [12, 1, 2, 3]]
    assert winners(game) == "B"


def test_7_when_last_tower_and_third_group_coincide_the_last_tower_decides() -> None:
    # White's eighth tower would join three groups into one and leave two groups.
    game = mother_nature_step(
        groups=[[1, 2, 3], [5, 6, 7, 8], [9, 10, 11, 12]],
        islands=owned("white", 1, 5) | owned("black", 9) | {"4": {"students": {"red": 1}}},
        mother_nature=3,
        boards={"A": holding("red"), "B": holding("blue", "pink", "green", "yellow")},
    )
    game.perform(walk(1))
    assert winners(game) == "A"
    assert game.position()["groups"] == [[1, 2, 3], [5, 6, 7, 8], [9, 10, 11, 12]]


def test_7_an_empty_bag_ends_the_game_at_the_end_of_that_round_and_not_before() -> None:
    # Six students fill the two clouds exactly and empty the bag: one more full round is played.
    game = last_cloud(bag={"pink": 6}, boards={"A": {"entrance": {"red": 7}}, "B": {"entrance": {"blue": 4}}})
    game.perform(take(2))
    assert game.position()["last_round"] is True
    assert game.position()["clouds_short"] is False
    perform(game, play(1), play(2))
    perform(game, send("red", 1), send("red", 1), send("red", 1), walk(1), take(1))
    assert not game.over
    perform(game, send("blue", 1), send("blue", 1), send("blue", 1), walk(1))
    assert not game.over
    game.perform(take(2))
    assert game.over


def test_7_one_student_left_in_the_bag_ends_nothing() -> None:
    game = last_cloud(bag={"pink": 7})
    game.perform(take(2))
    assert game.position()["last_round"] is False
    assert game.position()["bag"] == {"pink": 1}


def test_7_the_last_assistants_make_the_last_round() -> None:
    boards = {"A": {"entrance": {"red": 7}}, "B": {"entrance": {"blue": 7}}}
    game = planning(hands={"A": [3], "B": [4]}, boards=boards)
    assert game.position()["last_round"] is False
    perform(game, play(3), play(4))
    assert game.position()["last_round"] is True
    perform(game, send("red", 1), send("red", 1), send("red", 1), walk(1), take(1))
    assert not game.over
    perform(game, send("blue", 1), send("blue", 1), send("blue", 1), walk(1), take(2))
    assert game.over


def test_7_one_player_without_assistants_is_enough() -> None:
    game = last_cloud(hands={"A": [1], "B": []})
    game.perform(take(2))
    assert game.over


def test_7_with_assistants_in_every_hand_the_game_goes_on() -> None:
    game = last_cloud(hands={"A": [1], "B": [1]})
    game.perform(take(2))
    assert not game.over
    assert game.position()["phase"] == "planning"


def test_7_the_last_round_is_played_to_its_end() -> None:
    game = mother_nature_step("A", last_round=True)
    perform(game, walk(1), take(1))
    assert not game.over
    assert game.position()["active"] == "B"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_7_ten_rounds_are_the_longest_game(players: int) -> None:
    game = rules.new("eriantys", players=players, seed=4, first=0)
    planned = 0
    while not game.over:
        planned += game.position()["phase"] == "planning"
        game.apply(game.legal_actions()[-1])
    assert planned <= 10 * players


# The comparison. The last player of the last round takes his cloud.


@pytest.mark.parametrize(("white", "black", "winner"), [((1, 3), (5,), "A"), ((1,), (5, 7), "B"), ((), (5,), "B")])
def test_7_comparison_most_towers_on_the_islands_win(
    white: tuple[int, ...], black: tuple[int, ...], winner: str
) -> None:
    game = last_cloud(last_round=True, islands=owned("white", *white) | owned("black", *black))
    game.perform(take(2))
    assert winners(game) == winner


def test_7_comparison_counts_towers_not_groups() -> None:
    game = last_cloud(last_round=True, groups=[[1, 2, 3]], islands=owned("white", 1) | owned("black", 5, 7))
    game.perform(take(2))
    assert winners(game) == "A"


def test_7_comparison_a_tie_is_broken_by_most_professors() -> None:
    boards = {"A": holding("red"), "B": holding("blue", "pink")}
    game = last_cloud(last_round=True, islands=owned("white", 1) | owned("black", 5), boards=boards)
    game.perform(take(2))
    assert winners(game) == "B"


def test_7_comparison_students_in_the_dining_room_break_no_tie() -> None:
    boards = {"A": holding("red", dining={"red": 9}), "B": holding("blue", dining={"blue": 1})}
    game = last_cloud(last_round=True, boards=boards)
    game.perform(take(2))
    assert winners(game) == "AB"


def test_7_comparison_only_sides_tied_on_towers_compare_professors() -> None:
    game = last_cloud(
        players=3,
        last_round=True,
        islands=owned("white", 1, 3) | owned("black", 5, 7) | owned("grey", 9),
        boards={"B": holding("red"), "C": holding("blue", "pink", "green")},
    )
    game.perform(take(3))
    assert winners(game) == "B"


def test_7_comparison_two_of_three_sides_may_win_jointly() -> None:
    game = last_cloud(
        players=3,
        last_round=True,
        islands=owned("white", 1, 3) | owned("black", 5) | owned("grey", 9, 11),
        boards={"A": holding("red"), "B": holding("blue", "pink"), "C": holding("green")},
    )
    game.perform(take(3))
    assert winners(game) == "AC"
    assert game.winners == frozenset({0, 2})


def test_7_comparison_six_to_six_on_two_groups() -> None:
    for boards, expected in (
        ({"A": holding("red"), "B": holding("blue", "pink")}, "B"),
        ({"A": holding("red", "green"), "B": holding("blue")}, "A"),
        ({"A": holding("red"), "B": holding("blue")}, "AB"),
    ):
        game = mother_nature_step(
            groups=[[1, 2], [4, 5, 6], [7, 8, 9, 10, 11, 12]],
            islands=owned("white", 1, 4) | owned("black", 7) | {"3": {"students": {"red": 1}}},
            mother_nature=2,
            boards=boards,
        )
        game.perform(walk(1))
        assert winners(game) == expected


def test_7_comparison_after_an_explicit_end_of_the_last_turn() -> None:
    game = turn(
        "B",
        expert=True,
        step="end",
        clouds_short=True,
        last_round=True,
        islands=owned("black", 5),
    )
    game.perform(END_TURN)
    assert winners(game) == "B"
