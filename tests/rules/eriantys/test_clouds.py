"""§6.5: taking a cloud, and rounds without clouds."""

import pytest

from .positions import (
    END_TURN,
    cloud_step,
    entrance,
    last_cloud,
    mother_nature_step,
    refused,
    take,
    total,
    turn,
    walk,
)


@pytest.mark.parametrize("cloud", [1, 2])
def test_6_5_all_students_of_one_cloud_go_to_the_entrance(cloud: int) -> None:
    game = cloud_step(clouds=[{"red": 2, "blue": 1}, {"pink": 3}], boards={"A": {"entrance": {"red": 1}}})
    game.perform(take(cloud))
    assert entrance(game, "A") == [{"red": 3, "blue": 1}, {"red": 1, "pink": 3}][cloud - 1]
    assert [total(left) for left in game.position()["clouds"]] == ([0, 3] if cloud == 1 else [3, 0])


def test_6_5_the_turn_passes_to_the_next_in_order() -> None:
    game = cloud_step(players=3, assistants={"A": 3, "B": 9, "C": 5})
    game.perform(take(2))
    position = game.position()
    assert (position["active"], position["step"], position["moved"]) == ("C", "students", 0)


def test_6_5_a_cloud_taken_this_round_cannot_be_taken_again() -> None:
    game = cloud_step("B", players=3)
    assert refused(game, take(1)) == "cloud_empty"
    game.perform(take(3))


@pytest.mark.parametrize("cloud", [0, 3, -1])
def test_6_5_there_is_one_cloud_for_each_player(cloud: int) -> None:
    assert refused(cloud_step(), take(cloud)) == "no_such_cloud"


def test_6_5_the_last_player_gets_the_remaining_cloud() -> None:
    game = last_cloud(players=4, clouds=[{}, {}, {"red": 3}, {}])
    assert [refused(game, take(cloud)) for cloud in (1, 2, 4)] == ["cloud_empty"] * 3
    game.perform(take(3))
    assert entrance(game, "D") == {"red": 3}
    assert game.position()["phase"] == "planning"


def test_6_5_the_turn_cannot_end_without_a_cloud() -> None:
    assert refused(cloud_step(), END_TURN) == "wrong_phase"
    assert refused(cloud_step(expert=True), END_TURN) == "wrong_phase"


def test_6_5_no_cloud_is_taken_before_mother_nature_moved() -> None:
    assert refused(mother_nature_step(), take(1)) == "wrong_phase"
    assert refused(turn(boards={"A": {"entrance": {"red": 7}}}), take(1)) == "wrong_phase"


def test_6_5_clouds_not_filled_leave_out_the_cloud_step_in_the_basic_game() -> None:
    game = mother_nature_step(clouds=[{"red": 2}, {}], clouds_short=True, last_round=True)
    game.perform(walk(1))
    position = game.position()
    assert (position["active"], position["step"]) == ("B", "students")
    assert position["clouds"] == [{"red": 2}, {}]
    assert entrance(game, "A") == {}


def test_6_5_clouds_not_filled_leave_out_the_cloud_step_in_the_expert_game() -> None:
    game = mother_nature_step(expert=True, clouds=[{"red": 2}, {}], clouds_short=True, last_round=True)
    game.perform(walk(1))
    position = game.position()
    assert (position["active"], position["step"]) == ("A", "end")
    assert refused(game, take(1)) == "wrong_phase"
    game.perform(END_TURN)
    position = game.position()
    assert (position["active"], position["step"]) == ("B", "students")
    assert position["clouds"] == [{"red": 2}, {}]


def test_6_5_a_round_whose_clouds_were_not_filled_is_the_last_one() -> None:
    game = mother_nature_step("B", clouds=[{"red": 2}, {}], clouds_short=True, last_round=True)
    game.perform(walk(1))
    assert game.over


def test_6_5_the_bag_runs_dry_while_filling() -> None:
    game = last_cloud(players=3, bag={"pink": 7})
    game.perform(take(3))
    position = game.position()
    assert position["clouds"] == [{"pink": 4}, {"pink": 3}, {}]
    assert position["bag"] == {}
    assert position["last_round"] is True
    assert position["clouds_short"] is True
    assert position["phase"] == "planning"
