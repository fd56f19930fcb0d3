"""A game that a view could be of: only the bag is hidden."""

import pytest

from ludoteca import rules


def test_the_bag_holds_what_does_not_lie_open() -> None:
    game = rules.new("eriantys", players=3, seed=3, expert=True)
    again = rules.imagine(game.view(0))
    assert again.position()["bag"] == game.position()["bag"]


def test_of_a_puzzle_the_first_colours_are_out_of_the_game() -> None:
    game = rules.load({"game": "eriantys", "bag": {"green": 20, "blue": 10}})
    view = game.view(0)
    again = rules.imagine(view)
    assert again.view(0) == view
    bag = again.position()["bag"]
    assert sum(bag.values()) == view["bag"] == 24
    assert not {"green", "red", "yellow"} & set(bag)


@pytest.mark.parametrize("bag", [None, -1, 131, {"red": 3}, "x"])
def test_a_bag_that_is_no_number_of_students_is_refused(bag: object) -> None:
    view = rules.new("eriantys", players=2, seed=3).view(0)
    with pytest.raises(rules.InvalidPosition, match="bag"):
        rules.imagine({**view, "bag": bag})


def test_more_students_than_are_left_are_refused() -> None:
    view = rules.new("eriantys", players=2, seed=3).view(0)
    with pytest.raises(rules.InvalidPosition, match="are not elsewhere"):
        rules.imagine({**view, "bag": view["bag"] + 1})
