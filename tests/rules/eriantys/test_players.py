"""§8 and §9: three players, and four players in two teams."""

import pytest

from ludoteca import rules

from .positions import (
    Json,
    coins,
    dine,
    group,
    holding,
    last_cloud,
    mother_nature_step,
    owned,
    perform,
    professors,
    take,
    total,
    tower,
    turn,
    walk,
    winners,
)


def test_8_three_players_have_white_black_and_grey_towers() -> None:
    boards = {"A": holding("red"), "B": holding("blue"), "C": holding("pink")}
    for students, colour in (({"red": 1}, "white"), ({"blue": 1}, "black"), ({"pink": 1}, "grey")):
        game = mother_nature_step(players=3, islands={"2": {"students": students}}, boards=boards)
        game.perform(walk(1))
        assert tower(game, 2) == colour


@pytest.mark.parametrize(("colour", "winner"), [("white", "A"), ("black", "B"), ("grey", "C")])
def test_8_three_players_win_with_the_sixth_tower(colour: str, winner: str) -> None:
    keys: Json = {"players": 3, "boards": {winner: holding("red")}, "mother_nature": 1}
    four = mother_nature_step(groups=[[4, 5, 6, 7]], islands=owned(colour, 4) | {"2": {"students": {"red": 1}}}, **keys)
    four.perform(walk(1))
    assert not four.over
    five = mother_nature_step(
        groups=[[4, 5, 6, 7, 8]], islands=owned(colour, 4) | {"2": {"students": {"red": 1}}}, **keys
    )
    five.perform(walk(1))
    assert winners(five) == winner


def test_8_three_players_take_four_students_from_a_cloud() -> None:
    game = rules.new("eriantys", players=3, seed=2)
    assert [total(cloud) for cloud in game.position()["clouds"]] == [4, 4, 4]


def test_8_three_players_a_tie_of_two_leaves_the_third_out_too() -> None:
    game = mother_nature_step(
        players=3,
        islands={"2": {"students": {"red": 2, "blue": 2, "pink": 1}}},
        boards={"A": holding("red"), "B": holding("blue"), "C": holding("pink")},
    )
    game.perform(walk(1))
    assert tower(game, 2) is None


@pytest.mark.parametrize(("holder", "colour"), [("A", "white"), ("B", "black"), ("C", "white"), ("D", "black")])
def test_9_a_and_c_are_white_b_and_d_are_black(holder: str, colour: str) -> None:
    game = mother_nature_step(players=4, islands={"2": {"students": {"red": 1}}}, boards={holder: holding("red")})
    game.perform(walk(1))
    assert tower(game, 2) == colour


def test_9_influence_of_a_team_adds_the_professors_of_both_members() -> None:
    game = mother_nature_step(
        players=4,
        islands={"2": {"students": {"red": 2, "green": 2, "blue": 3}}},
        boards={"A": holding("red"), "C": holding("green"), "B": holding("blue")},
    )
    game.perform(walk(1))
    assert tower(game, 2) == "white"


def test_9_the_teams_towers_count_in_the_turn_of_either_member() -> None:
    # Two white towers and one red student hold against two blue and one pink.
    for player in "ABCD":
        game = mother_nature_step(
            player,
            players=4,
            groups=[[2, 3]],
            islands={"2": {"students": {"red": 1, "blue": 2, "pink": 1}, "tower": "white"}},
            boards={"C": holding("red"), "B": holding("blue"), "D": holding("pink")},
        )
        game.perform(walk(1))
        assert tower(game, 2) == "white"


def test_9_groups_taken_for_either_member_join() -> None:
    game = mother_nature_step(
        "C",
        players=4,
        islands=owned("white", 3) | {"2": {"students": {"green": 1}}},
        boards={"C": holding("green")},
    )
    game.perform(walk(1))
    assert group(game, 2) == [2, 3]


def test_9_a_team_has_one_reserve_of_eight_towers() -> None:
    # Six towers of the team are out; the seventh ends nothing, the eighth does, whoever's professor brings it.
    for tiles, over in (([5, 6, 7, 8], False), ([5, 6, 7, 8, 9], True)):
        game = mother_nature_step(
            players=4,
            groups=[[12, 1], tiles],
            islands=owned("white", 12, 5) | {"3": {"students": {"green": 1}}},
            boards={"C": holding("green")},
            mother_nature=2,
        )
        game.perform(walk(1))
        assert game.over is over
        assert tower(game, 3) == "white"


def test_9_both_members_win() -> None:
    for white, black, expected in (((1, 3), (5,), "AC"), ((1,), (5, 7), "BD")):
        game = last_cloud(players=4, last_round=True, islands=owned("white", *white) | owned("black", *black))
        game.perform(take(4))
        assert winners(game) == expected


def test_9_a_tie_is_broken_by_the_professors_of_both_members_together() -> None:
    game = last_cloud(
        players=4,
        last_round=True,
        islands=owned("white", 1) | owned("black", 5),
        boards={"A": holding("red", "green"), "B": holding("blue"), "C": {}, "D": holding("pink", "yellow")},
    )
    game.perform(take(4))
    assert winners(game) == "BD"


def test_9_all_four_may_win_jointly() -> None:
    game = last_cloud(players=4, last_round=True)
    game.perform(take(4))
    assert winners(game) == "ABCD"


def test_9_professors_are_individual_the_partners_students_are_not_added() -> None:
    game = turn(
        players=4,
        boards={
            "A": {"entrance": {"red": 7}, "dining": {"red": 1}},
            "B": holding("red", dining={"red": 3}),
            "C": {"dining": {"red": 2}},
        },
    )
    game.perform(dine("red"))
    assert professors(game) == {"red": "B"}


def test_9_a_professor_can_be_taken_from_the_partner() -> None:
    game = turn(
        players=4,
        boards={"A": {"entrance": {"red": 7}, "dining": {"red": 1}}, "C": holding("red", dining={"red": 1})},
    )
    game.perform(dine("red"))
    assert professors(game) == {"red": "A"}


def test_9_a_tie_with_the_partner_changes_nothing() -> None:
    game = turn(
        players=4,
        boards={"A": {"entrance": {"red": 7}}, "C": holding("red", dining={"red": 1})},
    )
    game.perform(dine("red"))
    assert professors(game) == {"red": "C"}


def test_9_coins_are_individual() -> None:
    game = turn(players=4, expert=True, boards={"A": {"entrance": {"red": 7}, "dining": {"red": 2}}})
    game.perform(dine("red"))
    assert [coins(game, player) for player in "ABCD"] == [2, 1, 1, 1]


def test_9_turns_are_individual_in_action_order() -> None:
    game = mother_nature_step("C", players=4, assistants={"A": 2, "B": 9, "C": 1, "D": 5})
    perform(game, walk(1), take(1))
    assert game.position()["active"] == "A"
