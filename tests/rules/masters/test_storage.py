"""§5: storage."""

import pytest

from .cards import RESOURCES, amounts
from .positions import (
    END_TURN,
    Json,
    buy,
    faiths,
    invalid,
    layout,
    payment,
    perform,
    produce,
    rearrange,
    refused,
    rich,
    stored,
    strongbox,
    take,
    tiles_of,
    turn,
    turn_position,
)


def test_5_1_the_strongbox_is_unlimited() -> None:
    board = {"strongbox": amounts("500 coin, 2 stone"), "slots": [[1, 17, 45], [], []]}
    game = turn(boards={"A": board})
    game.perform(produce("dev:45"))
    assert strongbox(game) == amounts("503 coin, stone, shield")


def test_5_1_the_strongbox_is_filled_by_production_alone() -> None:
    game = turn(boards={"A": rich() | layout("coin")})
    before = strongbox(game)
    game.perform(take("row 0", layout("coin", "shield", "2 servant"), ""))
    perform(game, rearrange(layout("shield", "coin", "2 servant")), END_TURN)
    assert strongbox(game, "A") == before


def test_5_1_the_strongbox_is_spent_by_purchases_and_productions() -> None:
    game = turn(boards={"A": {"strongbox": amounts("2 shield")}, "B": {"strongbox": amounts("coin, shield")}})
    perform(game, buy(1), END_TURN)
    assert strongbox(game, "A") == {}
    game.perform(produce("basic", basic=("coin, shield", "stone")))
    assert strongbox(game, "B") == {"stone": 1}


def test_5_1_the_strongbox_is_never_exchanged_with_the_depots() -> None:
    game = turn(boards={"A": layout("coin") | {"strongbox": {"stone": 1}}})
    assert refused(game, rearrange(layout("stone"))) == "wrong_resources"
    assert refused(game, rearrange(layout("coin", "stone"))) == "wrong_resources"
    assert refused(game, rearrange(layout())) == "wrong_resources"
    assert refused(game, rearrange(layout("coin") | {"strongbox": {"stone": 1}})) == "malformed"


def test_5_1_depots_have_one_two_and_three_slots() -> None:
    full = layout("coin", "2 stone", "3 servant")
    game = turn(boards={"A": full})
    assert stored(game) == full
    for depot, too_much in ((1, "2 coin"), (2, "3 stone"), (3, "4 servant")):
        board: Json = {"warehouse": {str(depot): amounts(too_much)}}
        assert invalid(turn_position(boards={"A": board})).startswith("players.A.warehouse")


def test_5_1_a_leader_depot_has_two_slots_for_its_resource() -> None:
    game = turn(boards={"A": {"played": [53], "leader_depots": {"stone": 2}}})
    assert stored(game) == layout(leaders="2 stone")
    for content in ({"stone": 3}, {"coin": 1}):
        board = {"played": [53], "leader_depots": content}
        assert invalid(turn_position(boards={"A": board})).startswith("players.A.leader_depots")


def test_5_1_without_its_leader_in_play_there_is_no_leader_depot() -> None:
    for board in ({"leader_depots": {"stone": 1}}, {"hand": [53], "leader_depots": {"stone": 1}}):
        assert invalid(turn_position(boards={"A": board})).startswith("players.A.leader_depots")


def test_5_2_a_basic_depot_holds_one_type() -> None:
    board = {"warehouse": {"3": {"coin": 1, "stone": 1}}}
    assert invalid(turn_position(boards={"A": board})).startswith("players.A.warehouse")
    game = turn(boards={"A": layout("coin", "stone")})
    assert refused(game, rearrange(layout("", "", "coin, stone"))) == "layout_illegal"


def test_5_2_two_basic_depots_never_hold_the_same_type() -> None:
    board = {"warehouse": {"1": {"coin": 1}, "3": {"coin": 1}}}
    assert invalid(turn_position(boards={"A": board})).startswith("players.A.warehouse")
    game = turn(boards={"A": layout("", "2 coin")})
    for to in (layout("coin", "coin"), layout("coin", "", "coin"), layout("", "coin", "coin")):
        assert refused(game, rearrange(to)) == "layout_illegal"


@pytest.mark.parametrize("to", [layout("coin"), layout("", "coin"), layout("", "", "coin")])
@pytest.mark.parametrize("start", [layout("coin"), layout("", "coin"), layout("", "", "coin")])
def test_5_2_position_is_free(start: Json, to: Json) -> None:
    game = turn(boards={"A": start})
    game.perform(rearrange(to))
    assert stored(game) == to


def test_5_2_nothing_may_exceed_its_depot() -> None:
    game = turn(boards={"A": layout("coin", "2 stone", "3 servant")})
    for to in (
        layout("2 stone", "coin", "3 servant"),
        layout("coin", "3 servant", "2 stone"),
        layout("3 servant", "2 stone", "coin"),
    ):
        assert refused(game, rearrange(to)) == "layout_illegal"


def test_5_2_full_depots_of_three_sizes_have_one_layout() -> None:
    # Where nothing can be moved, naming the layout that is there does no harm.
    game = turn(boards={"A": layout("coin", "2 stone", "3 servant")})
    before = game.position()
    game.perform(rearrange(layout("coin", "2 stone", "3 servant")))
    assert game.position() == before


@pytest.mark.parametrize(
    "to",
    [
        layout("coin", "stone", "shield"),
        layout("coin", "shield", "stone"),
        layout("stone", "coin", "shield"),
        layout("stone", "shield", "coin"),
        layout("shield", "coin", "stone"),
        layout("shield", "stone", "coin"),
    ],
)
def test_5_2_three_single_resources_may_lie_in_any_order(to: Json) -> None:
    game = turn(boards={"A": layout("coin", "stone", "shield")})
    game.perform(rearrange(to))
    assert stored(game) == to


def test_5_2_rearranging_neither_makes_nor_loses_resources() -> None:
    game = turn(boards={"A": layout("coin", "2 stone")})
    for to in (
        layout("coin", "stone"),
        layout("coin", "2 stone", "shield"),
        layout("shield", "2 stone"),
        layout("stone", "", "2 coin"),
    ):
        assert refused(game, rearrange(to)) == "wrong_resources"


def test_5_2_rearranging_names_depots_that_exist() -> None:
    game = turn(boards={"A": layout("coin")})
    for to in (
        {"warehouse": {"4": {"coin": 1}}},
        {"warehouse": {"0": {"coin": 1}}},
        {"warehouse": {"1": {"gold": 1}}},
        {"warehouse": {"1": {"coin": True}}},
        {"warehouse": {"1": {"coin": -1}, "2": {"coin": 2}}},
        {"depots": {"1": {"coin": 1}}},
        "coin",
        None,
    ):
        assert refused(game, {"do": "rearrange", "to": to}) == "malformed"


def test_5_2_in_another_players_turn_nothing_is_moved() -> None:
    game = turn("B", boards={"A": layout("coin")})
    assert refused(game, rearrange(layout("", "coin")) | {"by": "A"}) == "not_your_turn"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("discard", "store", "count"),
    [
        ("", layout("shield", "2 servant"), 0),
        ("shield", layout("", "2 servant"), 1),
        ("servant", layout("shield", "servant"), 1),
        ("2 servant", layout("shield"), 2),
        ("2 servant, shield", layout(), 3),
    ],
)
def test_5_3_each_discarded_resource_gives_one_faith_to_every_other_player(
    players: int, discard: str, store: Json, count: int
) -> None:
    game = turn("B", players=players)
    game.perform(take("row 0", store, discard))
    assert faiths(game) == [count, 0, count, count][:players]
    assert stored(game, "B") == store


def test_5_3_the_discard_may_make_a_report() -> None:
    game = turn(players=3, boards={"A": {"faith": 4}, "B": {"faith": 6}, "C": {"faith": 2}})
    game.perform(take("row 0", layout("shield"), "2 servant"))
    assert faiths(game) == [4, 8, 4]
    assert tiles_of(game, 1) == "gone up gone"


def test_5_3_only_resources_of_the_line_can_be_discarded() -> None:
    game = turn()
    for discard in ("coin", "stone", "2 shield", "3 servant"):
        refusal = refused(game, take("row 0", layout("shield", "2 servant"), discard))
        assert refusal == "no_discard_of_stored"


def test_5_3_stored_resources_cannot_be_discarded() -> None:
    game = turn(boards={"A": layout("coin", "servant")})
    # Column 0 yields one servant.
    assert refused(game, take("column 0", layout("", "2 servant"), "coin")) == "no_discard_of_stored"
    assert refused(game, take("column 0", layout("coin"), "2 servant")) == "no_discard_of_stored"
    game.perform(take("column 0", layout("coin", "servant"), "servant"))


@pytest.mark.parametrize("resource", RESOURCES)
def test_5_3_there_is_no_discarding_outside_the_market(resource: str) -> None:
    game = turn(boards={"A": layout(resource)})
    assert refused(game, {"do": "discard", "discard": {resource: 1}}) == "malformed"
    assert refused(game, rearrange(layout())) == "wrong_resources"


def test_5_3_payment_from_depots_leaves_the_rest_where_it_is() -> None:
    game = turn(boards={"A": layout("shield", "2 coin", "3 stone")})
    game.perform(buy(3, 1, payment({2: "2 coin"})))
    assert stored(game) == layout("shield", "", "3 stone")
