"""§5: the planning phase."""

import pytest

from .positions import END_TURN, last_cloud, perform, planning, play, refused, take, total, turn, walk


@pytest.mark.parametrize(("players", "students"), [(2, 3), (3, 4), (4, 3)])
def test_5_1_every_cloud_is_filled_from_the_bag(players: int, students: int) -> None:
    game = last_cloud(players=players, bag={"blue": 26})
    game.perform(take(players))
    position = game.position()
    assert position["clouds"] == [{"blue": students}] * players
    assert position["bag"] == {"blue": 26 - students * players}


def test_5_1_clouds_are_filled_only_when_all_have_had_their_turn() -> None:
    game = turn("A", step="cloud")
    game.perform(take(1))
    assert [total(cloud) for cloud in game.position()["clouds"]] == [0, 3]


@pytest.mark.parametrize("first", ["A", "B", "C", "D"])
def test_5_2_the_first_player_opens_and_the_others_follow_clockwise(first: str) -> None:
    game = planning(players=4, first_player=first)
    order = []
    for value in (4, 3, 2, 1):
        order.append("ABCD"[game.seat])
        assert game.position()["active"] == order[-1]
        game.perform(play(value))
    assert "".join(order) in "ABCDABC"
    assert order[0] == first


def test_5_2_a_played_card_leaves_the_hand_and_lies_open() -> None:
    game = planning()
    game.perform(play(7))
    position = game.position()
    assert position["played"] == [["A", 7]]
    assert position["hands"] == {"A": [1, 2, 3, 4, 5, 6, 8, 9, 10], "B": list(range(1, 11))}


def test_5_2_played_cards_never_return() -> None:
    game = last_cloud(players=2, hands={"A": [1, 2], "B": [3, 4]}, assistants={"A": 8, "B": 9})
    game.perform(take(2))
    assert game.position()["hands"] == {"A": [1, 2], "B": [3, 4]}
    assert refused(game, play(8)) == "assistant_not_in_hand"
    game.perform(play(2))


def test_5_2_a_value_played_this_round_may_not_be_repeated() -> None:
    game = planning()
    game.perform(play(7))
    assert refused(game, play(7)) == "assistant_taken"
    game.perform(play(8))


def test_5_2_a_value_played_in_an_earlier_round_is_free_again() -> None:
    game = last_cloud(assistants={"A": 1, "B": 2})
    perform(game, take(2), play(2), play(1))
    assert game.position()["assistants"] == {"A": 2, "B": 1}


def test_5_2_a_team_mates_value_is_blocked_like_anybodys() -> None:
    game = planning(players=4, played=[["A", 3], ["B", 4]])
    assert game.position()["active"] == "C"
    assert refused(game, play(3)) == "assistant_taken"
    assert refused(game, play(4)) == "assistant_taken"


def test_5_2_a_repeated_value_is_refused_while_one_other_card_is_left() -> None:
    game = planning(
        players=3,
        played=[["A", 3], ["B", 4]],
        hands={"A": [1, 2], "B": [1, 2], "C": [3, 4, 9]},
    )
    assert refused(game, play(3)) == "assistant_taken"
    assert refused(game, play(4)) == "assistant_taken"
    game.perform(play(9))


def test_5_2_any_repeated_value_may_be_played_when_there_is_nothing_else() -> None:
    for value in (3, 4):
        game = planning(players=3, played=[["A", 3], ["B", 4]], hands={"A": [1], "B": [1], "C": [3, 4]})
        game.perform(play(value))
        assert game.position()["assistants"]["C"] == value


def test_5_2_a_card_not_in_the_hand_cannot_be_played() -> None:
    game = planning(hands={"A": [1, 2, 3], "B": [1, 2, 3]})
    assert refused(game, play(4)) == "assistant_not_in_hand"
    for value in (0, 11, -1):
        assert refused(game, play(value)) == "no_such_assistant"


def test_5_3_the_action_order_is_ascending_by_value() -> None:
    game = planning(players=4)
    perform(game, play(9), play(2), play(10), play(1))
    position = game.position()
    assert position["phase"] == "action"
    assert position["order"] == ["D", "B", "A", "C"]
    assert position["assistants"] == {"A": 9, "B": 2, "C": 10, "D": 1}
    assert position["active"] == "D"
    assert position["played"] == []


def test_5_3_of_equal_values_the_one_played_first_acts_first() -> None:
    game = planning(players=3, first_player="B", hands={"A": [5], "B": [5, 6], "C": [5, 7]})
    perform(game, play(5), play(7), play(5))
    assert game.position()["order"] == ["B", "A", "C"]


def test_5_3_the_turns_follow_the_action_order() -> None:
    game = turn("C", players=3, assistants={"A": 5, "B": 9, "C": 2}, step="cloud")
    game.perform(take(1))
    assert game.position()["active"] == "A"
    assert game.position()["step"] == "students"


def test_5_3_the_next_planning_starts_with_the_first_of_the_action_order() -> None:
    game = turn("A", players=4, assistants={"A": 9, "B": 8, "C": 2, "D": 5}, step="cloud")
    game.perform(take(4))
    assert game.position()["first_player"] == "C"
    opened = []
    for value in (1, 3, 4, 6):
        opened.append("ABCD"[game.seat])
        game.perform(play(value))
    # Clockwise by seat from there, not in the order of the old values (C, D, B, A).
    assert opened == ["C", "D", "A", "B"]


def test_5_nothing_but_assistants_can_be_played_in_the_planning_phase() -> None:
    game = planning(boards={"A": {"entrance": {"red": 3}}})
    actions = (walk(1), take(1), END_TURN, {"do": "move_student", "colour": "red", "to": "dining"})
    assert [refused(game, action) for action in actions] == ["wrong_phase"] * 4
