"""§6.1: moving students, and professors."""

import pytest

from .positions import (
    board,
    dine,
    dining,
    entrance,
    holding,
    island,
    perform,
    professors,
    refused,
    send,
    take,
    tower,
    turn,
    walk,
)


@pytest.mark.parametrize(("players", "moves"), [(2, 3), (3, 4), (4, 3)])
def test_6_1_exactly_three_or_with_three_players_four_students_are_moved(players: int, moves: int) -> None:
    game = turn(players=players, boards={"A": {"entrance": {"red": 9 if players == 3 else 7}}})
    for moved in range(moves):
        assert game.position()["step"] == "students"
        assert game.position()["moved"] == moved
        assert refused(game, walk(1)) == "wrong_phase"
        game.perform(dine("red") if moved % 2 else send("red", 1))
    assert game.position()["step"] == "mother_nature"
    assert refused(game, dine("red")) == "wrong_phase"
    assert refused(game, send("red", 4)) == "wrong_phase"
    assert refused(game, take(1)) == "wrong_phase"


def test_6_1_a_student_goes_from_the_entrance_to_its_table() -> None:
    game = turn(boards={"A": {"entrance": {"red": 2, "blue": 1}, "dining": {"red": 4}}})
    game.perform(dine("red"))
    assert entrance(game, "A") == {"red": 1, "blue": 1}
    assert dining(game, "A") == {"red": 5}


def test_6_1_a_student_goes_from_the_entrance_to_an_island() -> None:
    game = turn(boards={"A": {"entrance": {"red": 2}}}, islands={"12": {"students": {"red": 1, "pink": 2}}})
    game.perform(send("red", 12))
    assert entrance(game, "A") == {"red": 1}
    assert island(game, 12)["students"] == {"red": 2, "pink": 2}
    assert dining(game, "A") == {}


def test_6_1_any_tile_names_its_group() -> None:
    for tile in (11, 12, 1):
        game = turn(boards={"A": {"entrance": {"red": 1}}}, groups=[[11, 12, 1]], islands={"12": {"tower": "black"}})
        game.perform(send("red", tile))
        assert game.position()["islands"]["11"] == {"students": {"red": 1}, "tower": "black"}


def test_6_1_a_student_that_is_not_in_the_entrance_cannot_be_moved() -> None:
    game = turn(boards={"A": {"entrance": {"red": 3}, "dining": {"blue": 1}}, "B": {"entrance": {"blue": 3}}})
    assert refused(game, dine("blue")) == "student_not_in_entrance"
    assert refused(game, send("blue", 2)) == "student_not_in_entrance"


@pytest.mark.parametrize("tile", [0, 13, -1])
def test_6_1_there_are_only_twelve_tiles(tile: int) -> None:
    game = turn(boards={"A": {"entrance": {"red": 3}}})
    assert refused(game, send("red", tile)) == "no_such_island"


def test_6_1_a_table_of_ten_takes_no_more_but_an_island_does() -> None:
    game = turn(boards={"A": {"entrance": {"red": 3}, "dining": {"red": 9}}})
    game.perform(dine("red"))
    assert dining(game, "A") == {"red": 10}
    assert refused(game, dine("red")) == "table_full"
    game.perform(send("red", 5))
    assert dining(game, "A") == {"red": 10}


def test_6_1_a_full_table_of_another_colour_or_player_does_not_matter() -> None:
    game = turn(
        boards={"A": {"entrance": {"red": 3}, "dining": {"blue": 10}}, "B": {"dining": {"red": 10}}},
    )
    game.perform(dine("red"))
    assert dining(game, "A") == {"red": 1, "blue": 10}


def test_6_1_all_students_may_go_to_islands() -> None:
    game = turn(boards={"A": {"entrance": {"red": 3}}})
    perform(game, send("red", 1), send("red", 1), send("red", 7))
    assert game.position()["step"] == "mother_nature"


def test_6_1_students_are_seated_in_ones_own_dining_room_never_in_the_team_mates() -> None:
    game = turn(players=4, boards={"A": {"entrance": {"red": 3}}})
    game.perform(dine("red"))
    assert [dining(game, player) for player in "ABCD"] == [{"red": 1}, {}, {}, {}]
    assert refused(game, {"do": "move_student", "colour": "red", "to": {"dining": "C"}}) == "malformed"


def test_6_1_the_first_student_of_a_colour_takes_the_professor_from_the_middle() -> None:
    game = turn(boards={"A": {"entrance": {"red": 3}}})
    game.perform(dine("red"))
    assert professors(game) == {"red": "A"}


def test_6_1_strictly_more_students_take_the_professor_from_its_holder() -> None:
    game = turn(
        boards={
            "A": {"entrance": {"red": 3}, "dining": {"red": 2}},
            "B": holding("red", "blue", dining={"red": 2, "blue": 1}),
        }
    )
    game.perform(dine("red"))
    assert professors(game) == {"red": "A", "blue": "B"}
    assert board(game, "B")["professors"] == ["blue"]


def test_6_1_a_tie_with_the_holder_changes_nothing() -> None:
    game = turn(
        boards={"A": {"entrance": {"red": 3}, "dining": {"red": 1}}, "B": holding("red", dining={"red": 2})},
    )
    game.perform(dine("red"))
    assert professors(game) == {"red": "B"}


def test_6_1_the_holder_keeps_the_professor_when_he_places_more() -> None:
    game = turn(boards={"A": holding("red", entrance={"red": 3}, dining={"red": 2}), "B": {"dining": {"red": 2}}})
    game.perform(dine("red"))
    assert professors(game) == {"red": "A"}


def test_6_1_a_tie_of_three_players_leaves_the_professor_in_the_middle() -> None:
    game = turn(
        players=3,
        boards={"A": {"entrance": {"red": 4}}, "B": {"dining": {"red": 1}}, "C": {"dining": {"red": 1}}},
    )
    game.perform(dine("red"))
    assert professors(game) == {}
    game.perform(dine("red"))
    assert professors(game) == {"red": "A"}


def test_6_1_more_than_every_other_player_not_only_more_than_the_holder() -> None:
    # C holds red with one student left (after a thief); B has three. A passes C, then ties with B, then passes B.
    game = turn(
        players=3,
        boards={
            "A": {"entrance": {"red": 4}, "dining": {"red": 1}},
            "B": {"dining": {"red": 3}},
            "C": holding("red", dining={"red": 1}),
        },
    )
    for holder in "CCA":
        game.perform(dine("red"))
        assert professors(game) == {"red": holder}


def test_6_1_only_the_placed_colour_is_compared() -> None:
    # A has more blue than the holder, but he places red.
    game = turn(
        boards={"A": {"entrance": {"red": 3}, "dining": {"blue": 4}}, "B": holding("blue", dining={"blue": 1})},
    )
    game.perform(dine("red"))
    assert professors(game) == {"red": "A", "blue": "B"}


def test_6_1_nobody_elses_holdings_are_checked_again() -> None:
    # C has the most red students; A's placement of a red student does not give C what only C's own placement may.
    game = turn(
        players=3,
        boards={
            "A": {"entrance": {"red": 4}},
            "B": holding("red", dining={"red": 1}),
            "C": {"dining": {"red": 5}},
        },
    )
    game.perform(dine("red"))
    assert professors(game) == {"red": "B"}


def test_6_1_students_on_islands_never_move_professors() -> None:
    game = turn(
        boards={"A": {"entrance": {"red": 3}, "dining": {"red": 3}}, "B": holding("red", dining={"red": 2})},
        islands={"4": {"students": {"red": 3}}},
    )
    game.perform(send("red", 4))
    assert professors(game) == {"red": "B"}


def test_6_1_a_placement_on_an_island_by_itself_builds_nothing() -> None:
    game = turn(boards={"A": holding("red", entrance={"red": 3})}, islands={"1": {"students": {"red": 3}}})
    perform(game, send("red", 1), send("red", 2))
    assert tower(game, 1) is None
    assert tower(game, 2) is None
