"""§11: the rulings on what the publisher's booklet leaves open, one or more tests each."""

import json
from itertools import product
from random import Random

import pytest

from ludoteca import rules

from .cards import RESOURCES, amounts, pile
from .positions import (
    END_TURN,
    Game,
    Json,
    board,
    buy,
    cross,
    current,
    faith,
    faiths,
    grid,
    hand,
    initial,
    invalid,
    last_round,
    layout,
    main_action_done,
    payment,
    perform,
    play,
    played,
    points,
    produce,
    put_away,
    rearrange,
    refused,
    rich,
    scores,
    six_cards,
    slots,
    solo,
    stack,
    stored,
    strongbox,
    take,
    tiles,
    tiles_of,
    turn,
    turn_position,
    winners,
)


def finish(game: Game, seed: int = 0) -> None:
    """Finish the action under way by chance."""
    chance = Random(seed)
    while "unfinished" in game.position():
        game.apply(chance.choice(game.legal_actions()))


def begin(game: Game, action: Json) -> None:
    """Make only the first small decision of an action."""
    game.apply(game.parse(action)[0])
    assert "unfinished" in game.position()


def test_ruling_01_all_discards_of_one_market_action_count_together() -> None:
    # B passes the Pope space and C reaches its section in the same move: C keeps his tile.
    game = turn(players=3, boards={"B": {"faith": 6}, "C": {"faith": 3}})
    game.perform(take("row 0", layout("shield"), "2 servant"))
    assert faiths(game) == [0, 8, 5]
    assert tiles_of(game, 1) == "gone up up"


def test_ruling_01_the_others_advance_all_at_once() -> None:
    # Both reach the Pope space by the same move, whatever the order of seats.
    for leading, following in (("A", "C"), ("C", "A")):
        game = turn("B", players=3, boards={leading: {"faith": 7}, following: {"faith": 4}})
        game.perform(take("column 0", discard="servant"))
        assert tiles(game, leading)[0] == "up"
        assert tiles(game, following)[0] == "up"
        assert tiles(game, "B")[0] == "gone"


def test_ruling_01_others_advance_only_when_placing_is_complete() -> None:
    game = turn(boards={"A": {}, "B": {"faith": 7}})
    decisions = game.parse(take("row 0", discard="2 servant, shield"))
    for decision in decisions[:-1]:
        game.apply(decision)
        assert faiths(game) == [0, 7]
        assert tiles_of(game, 1) == "down down"
    game.apply(decisions[-1])
    assert faiths(game) == [0, 10]
    assert tiles_of(game, 1) == "gone up"


def test_ruling_02_the_red_marble_is_reported_before_the_discards() -> None:
    # A's red marble makes the report while B stands on 4; the discard that brings B to 5 comes too late.
    game = turn(boards={"A": {"faith": 7}, "B": {"faith": 4}})
    game.perform(take("row 1", discard="stone"))
    assert faiths(game) == [8, 5]
    assert tiles_of(game, 1) == "up gone"


def test_ruling_02_the_red_marble_helps_the_actor_before_the_discards_make_a_report() -> None:
    # A comes to 5 by the red marble, then the discard brings B to 8.
    game = turn(boards={"A": {"faith": 4}, "B": {"faith": 7}})
    game.perform(take("row 1", discard="stone"))
    assert faiths(game) == [5, 8]
    assert tiles_of(game, 1) == "up up"


def test_ruling_03_several_pope_spaces_in_one_move() -> None:
    # Nine faith in one production, from 7 past 8 and onto 16; B stands in the first section only.
    board_then = rich(faith=7, slots=[[13, 18, 41], [14, 17, 43], [1]], played=[61, 64])
    game = turn(last_round=True, boards={"A": board_then, "B": {"faith": 5}})
    powers = ("dev:41", "dev:43", "dev:1", "leader:61", "leader:64")
    game.perform(produce(*powers, leader_out={"61": "coin", "64": "coin"}))
    assert faith(game) == 16
    assert tiles(game, "A") == ["up", "up", "down"]
    assert tiles(game, "B") == ["up", "gone", "down"]


def test_ruling_03_reports_use_the_positions_after_the_whole_move() -> None:
    # Three discards bring B from 14 to 17 past the Pope space and C from 10 to 13 into the section.
    game = turn(players=3, boards={"A": {"faith": 11}, "B": {"faith": 14}, "C": {"faith": 10}})
    game.perform(take("row 0", discard="2 servant, shield"))
    assert faiths(game) == [11, 17, 13]
    assert tiles_of(game, 2) == "gone up up"


def test_ruling_04_a_resource_that_fits_may_be_discarded() -> None:
    game = turn()
    game.perform(take("row 0", layout(), "2 servant, shield"))
    assert stored(game) == layout()
    assert faiths(game) == [0, 3]


def test_ruling_05_stored_resources_cannot_be_discarded_to_make_room() -> None:
    # The servant of column 0 finds no place; nor may the coin go in its stead.
    game = turn(boards={"A": layout("coin", "2 stone", "3 shield")})
    assert refused(game, take("column 0", layout("servant", "2 stone", "3 shield"), "coin")) == "no_discard_of_stored"
    game.perform(take("column 0", layout("coin", "2 stone", "3 shield"), "servant"))


def test_ruling_05_no_more_of_a_type_is_discarded_than_was_taken() -> None:
    game = turn(boards={"A": layout("servant")})
    assert refused(game, take("column 0", layout(), "2 servant")) == "no_discard_of_stored"


def test_ruling_06_any_layout_over_basic_and_leader_depots_in_both_directions() -> None:
    game = turn(boards={"A": layout("", "2 stone") | {"played": [53]}})
    for to in (
        layout(leaders="2 stone"),
        layout("stone", "", "", "stone"),
        layout("", "", "2 stone"),
        layout("", "stone", "", "stone"),
    ):
        game.perform(rearrange(to))
        assert stored(game) == to


def test_ruling_06_a_layout_that_no_single_swap_reaches() -> None:
    game = turn(boards={"A": layout("coin", "stone", "shield")})
    game.perform(rearrange(layout("stone", "shield", "coin")))
    assert stored(game) == layout("stone", "shield", "coin")


def test_ruling_06_rearranging_during_placement() -> None:
    # Three stones in the depot of three make way for three coins: they need the leader's depot and that of the coin.
    market = {"rows": ["Y W W Y", "P B P R", "B G G W"], "slide": "W"}
    game = turn(market=market, boards={"A": layout("coin", "", "3 stone") | {"played": [53]}})
    game.perform(take("row 0", layout("stone", "", "3 coin", "2 stone"), ""))
    assert stored(game) == layout("stone", "", "3 coin", "2 stone")


def test_ruling_06_rearranging_between_two_placements() -> None:
    game = turn(boards={"A": layout("coin")})
    begin(game, take("row 0", layout("coin", "shield", "2 servant"), ""))
    game.perform(rearrange(layout("", "coin")))
    assert stored(game) == layout("", "coin")
    assert "unfinished" in game.position()
    assert main_action_done(game) is False
    # What has been taken is not stored yet.
    assert refused(game, rearrange(layout("shield", "coin"))) == "wrong_resources"
    finish(game)
    assert main_action_done(game) is True


def test_ruling_06_no_rearranging_while_paying() -> None:
    board_then = layout("", "2 shield") | {"strongbox": {"shield": 2}}
    game = turn(boards={"A": board_then})
    begin(game, buy(1, 1, payment({2: "shield"}, "", "shield")))
    assert refused(game, rearrange(layout("", "", "2 shield"))) == "unfinished"


def test_ruling_06_never_the_strongbox() -> None:
    game = turn(boards={"A": layout("coin") | {"strongbox": {"stone": 1}}})
    assert refused(game, rearrange(layout("coin", "stone"))) == "wrong_resources"


@pytest.mark.parametrize("done", [False, True])
def test_ruling_06_before_and_after_the_main_action(done: bool) -> None:
    game = turn(main_action_done=done, boards={"A": layout("coin")})
    game.perform(rearrange(layout("", "", "coin")))
    assert stored(game) == layout("", "", "coin")


def test_ruling_07_leader_and_basic_depot_are_filled_in_any_order() -> None:
    # Row 2 yields a stone and two coins; the stone may go beside the others or apart while both have room.
    for store in (layout("stone", "2 coin"), layout("", "2 coin", "", "stone"), layout("", "", "2 coin", "stone")):
        game = turn(boards={"A": {"played": [53]}})
        game.perform(take("row 2", store, ""))
        assert stored(game) == store


def test_ruling_07_a_leader_depot_takes_two_of_its_resource_and_nothing_else() -> None:
    game = turn(boards={"A": layout(leaders="2 stone") | {"played": [53]}})
    assert refused(game, take("row 2", layout("", "2 coin", "", "3 stone"), "")) == "layout_illegal"
    assert refused(game, take("row 2", layout("stone", "coin", "", "2 stone, coin"), "")) == "layout_illegal"
    game.perform(take("row 2", layout("stone", "2 coin", "", "2 stone"), ""))


def test_ruling_08_conversion_is_mandatory_with_one_leader() -> None:
    game = turn(boards={"A": {"played": [60]}})
    # Row 0 has one white marble: the coin must be stored or discarded.
    assert refused(game, take("row 0", layout("shield", "2 servant"), "")) == "wrong_resources"
    game.perform(take("row 0", layout("shield", "2 servant"), "coin"))
    assert faiths(game) == [0, 1]


def test_ruling_08_with_two_leaders_one_choice_for_each_white_marble() -> None:
    market = {"rows": ["W W W W", "P B P R", "B G G Y"], "slide": "Y"}
    for white in product(("servant", "shield"), repeat=4):
        game = turn(market=market, boards={"A": {"played": [57, 58]}})
        text = ", ".join(f"{white.count(name)} {name}" for name in sorted(set(white)))
        game.perform(take("row 0", discard=text, white=list(white)))
        assert faiths(game) == [0, 4]


def test_ruling_08_with_two_leaders_a_white_marble_is_never_nothing() -> None:
    game = turn(boards={"A": {"played": [57, 58]}})
    assert refused(game, take("row 0", layout("shield", "2 servant"), "", [])) == "white_choice_missing"


def test_ruling_09_discounts_are_always_applied() -> None:
    game = turn(boards={"A": rich(played=[50])})
    # Card 1 costs two shields, one with the discount; paying two is too much.
    assert refused(game, buy(1, 1, payment(strongbox="2 shield"))) == "wrong_payment"
    game.perform(buy(1, 1, payment(strongbox="shield")))


def test_ruling_09_discounts_of_different_leaders_add_up_on_one_card() -> None:
    # Card 13 costs two coins and two shields.
    board_then: Json = {"played": [50, 52], "strongbox": amounts("coin, shield")}
    game = turn(grid={"green1": [13, 1, 5, 9]}, boards={"A": board_then})
    game.perform(buy(13))
    assert strongbox(game) == {}


def test_ruling_09_a_cost_never_falls_below_zero() -> None:
    # Card 7 costs a coin, a stone and a servant; a shield discount gives nothing, a coin discount makes the coin free.
    board_then: Json = {"played": [50, 52], "strongbox": amounts("stone, servant, 3 coin, 3 shield")}
    game = turn(grid={"blue1": [7, 3, 11, 15]}, boards={"A": board_then})
    game.perform(buy(7))
    assert strongbox(game) == amounts("3 coin, 3 shield")


def test_ruling_10_a_production_needs_a_power() -> None:
    game = turn(boards={"A": rich()})
    assert refused(game, produce()) == "no_power"


def test_ruling_11_any_is_never_faith() -> None:
    game = turn(boards={"A": rich(played=[64])})
    assert refused(game, produce("basic", basic=("2 coin", "faith"))) == "malformed"
    assert refused(game, produce("basic", basic=("coin, faith", "coin"))) == "malformed"
    assert refused(game, produce("leader:64", leader_out={"64": "faith"})) == "malformed"


def test_ruling_11_the_choice_is_made_together_with_the_activation() -> None:
    game = turn(boards={"A": rich(played=[64])})
    game.perform(produce("leader:64", "basic", basic=("2 coin", "stone"), leader_out={"64": "shield"}))
    assert "unfinished" not in game.position()
    assert strongbox(game) == amounts("17 coin, 21 stone, 20 servant, 21 shield")


@pytest.mark.parametrize(("leader", "colour"), [(61, "yellow"), (62, "blue"), (63, "purple"), (64, "green")])
def test_ruling_12_the_level_of_a_requirement_is_exact(leader: int, colour: str) -> None:
    base = pile("green1" if colour != "green" else "purple1")[0]
    second = pile("green2" if colour != "green" else "purple2")[0]
    for slot in ([pile(f"{colour}1")[0]], [base, second], [base, second, pile(f"{colour}3")[0]]):
        game = turn(boards={"A": rich(hand=[leader], slots=[slot, [], []])})
        assert refused(game, play(leader)) == "requirement_missing"
    for slot in ([base, pile(f"{colour}2")[0]], [base, pile(f"{colour}2")[0], pile("yellow3")[0]]):
        game = turn(boards={"A": {"hand": [leader], "slots": [slot, [], []]}})
        game.perform(play(leader))


def test_ruling_13_no_leader_action_in_the_middle_of_a_main_action() -> None:
    game = turn(boards={"A": rich(hand=[54, 49])})
    begin(game, take("row 0", layout("shield", "2 servant"), ""))
    assert refused(game, play(54)) == "unfinished"
    assert refused(game, put_away(49)) == "unfinished"
    assert refused(game, END_TURN) == "unfinished"
    assert refused(game, buy(1)) == "unfinished"
    finish(game)
    perform(game, play(54), put_away(49))


def test_ruling_13_leader_actions_take_effect_at_once() -> None:
    # The depot is there for the market action of the same turn; the faith makes the report before it.
    game = turn(boards={"A": {"hand": [56, 49], "faith": 7, "strongbox": {"shield": 5}}, "B": {"faith": 4}})
    perform(game, play(56), put_away(49))
    assert tiles_of(game, 1) == "up gone"
    game.perform(take("row 2", layout("stone", "", "", "2 coin"), ""))
    assert stored(game) == layout("stone", leaders="2 coin")


def test_ruling_13_the_hand_is_the_only_limit() -> None:
    game = turn(boards={"A": rich(hand=[54, 55])})
    perform(game, play(54), play(55))
    assert played(game) == [54, 55]


def test_ruling_14_the_marker_stops_at_24() -> None:
    game = turn(boards={"B": {"faith": 23}})
    game.perform(take("row 0", discard="2 servant, shield"))
    assert faiths(game) == [0, 24]


def test_ruling_14_a_trigger_in_another_players_turn_finishes_turn_and_round() -> None:
    game = turn("B", players=4, boards={"A": {"faith": 23}, "B": {"hand": [49]}})
    game.perform(take("column 0", discard="servant"))
    assert faith(game, "A") == 24
    assert last_round(game) is True
    game.perform(put_away(49))
    for player in "BCD":
        assert current(game) == player
        if player != "B":
            game.perform(all_discarded(game))
        game.perform(END_TURN)
    assert game.over


def all_discarded(game: Game) -> Json:
    names = {"B": "shield", "G": "stone", "Y": "coin", "P": "servant"}
    found = [names[marble] for marble in game.position()["market"]["rows"][0].split() if marble in names]
    return take("row 0", discard=", ".join(f"{found.count(name)} {name}" for name in sorted(set(found))))


def test_ruling_14_discards_that_move_nobody_are_legal() -> None:
    game = turn(last_round=True, boards={"A": {"faith": 3}, "B": {"faith": 24}})
    game.perform(take("row 0", discard="2 servant, shield"))
    assert faiths(game) == [3, 24]


def test_ruling_15_an_exhausted_pile_or_column_has_no_effect() -> None:
    # All twelve green cards are bought but one, and that one now.
    boards: Json = {
        "A": rich(slots=[[1, 17, 33], [5, 21], []]),
        "B": {"slots": [[9, 25, 41], [13, 29, 45], []]},
    }
    game = turn(boards=boards)
    assert grid(game, "green3") == [37]
    game.perform(buy(37, 2))
    assert [grid(game, f"green{level}") for level in (1, 2, 3)] == [[], [], []]
    assert not game.over
    assert last_round(game) is False
    game.perform(END_TURN)
    assert current(game) == "B"


def test_ruling_16_equal_points_and_resources_share_the_victory() -> None:
    boards: Json = {
        "A": {"slots": [[5], [], []], "strongbox": {"coin": 3}},
        "B": layout("coin", "2 stone") | {"slots": [[6], [], []]},
        "C": {"slots": [[1], [], []], "strongbox": {"coin": 4}},
    }
    game = turn("C", players=3, last_round=True, main_action_done=True, boards=boards)
    game.perform(END_TURN)
    assert [points(game, player) for player in "ABC"] == [2, 2, 1]
    assert winners(game) == "AB"


def test_ruling_16_all_may_share() -> None:
    game = turn("D", players=4, last_round=True, main_action_done=True)
    game.perform(END_TURN)
    assert winners(game) == "ABCD"


def test_ruling_17_discards_move_the_black_cross() -> None:
    game = solo(lorenzo={"cross": 2, "stack": [69]})
    game.perform(take("row 0", layout("shield"), "2 servant"))
    assert cross(game) == 4
    assert faith(game) == 0


def test_ruling_17_as_one_move_after_the_red_marble() -> None:
    # The player reaches section 1 by the red marble before the cross makes the report.
    game = solo({"faith": 4}, lorenzo={"cross": 7, "stack": [69]})
    game.perform(take("row 1", discard="stone"))
    assert (faith(game), cross(game)) == (5, 8)
    assert tiles(game)[0] == "up"


def test_ruling_17_nothing_discarded_leaves_the_cross_where_it_is() -> None:
    game = solo(lorenzo={"cross": 2, "stack": [69]})
    game.perform(take("row 0", layout("shield", "2 servant"), ""))
    assert cross(game) == 2


@pytest.mark.parametrize(
    ("left", "lost"),
    [([0, 0, 1], True), ([0, 0, 2], True), ([0, 0, 3], False), ([1, 0, 1], True), ([1, 0, 2], False)],
)
def test_ruling_18_with_fewer_than_two_cards_discard_what_is_there(left: list[int], lost: bool) -> None:
    piles = {f"purple{level}": pile(f"purple{level}")[:count] for level, count in zip((1, 2, 3), left, strict=True)}
    game = solo(main_action_done=True, grid=piles, lorenzo={"cross": 0, "stack": [67, 71]})
    game.perform(END_TURN)
    assert game.over is lost
    assert sum(len(grid(game, name)) for name in piles) == max(0, sum(left) - 2)
    if lost:
        assert winners(game) == ""


def test_ruling_19_a_seventh_card_that_empties_a_colour_wins() -> None:
    piles: Json = {"green1": [], "green2": [], "green3": [37]}
    game = solo(rich(slots=[[1, 17, 33], [2, 18], [3]]), grid=piles)
    game.perform(buy(37, 2))
    assert winners(game) == "A"


def test_ruling_19_a_sixth_card_that_empties_a_colour_loses() -> None:
    piles: Json = {"green1": [], "green2": [], "green3": [37]}
    game = solo(rich(slots=[[1, 17, 33], [2, 18], []]), grid=piles)
    game.perform(buy(37, 2))
    assert winners(game) == ""


@pytest.mark.parametrize("resource", RESOURCES)
@pytest.mark.parametrize("depot", [0, 1, 2])
def test_ruling_20_one_initial_resource_in_any_depot(resource: str, depot: int) -> None:
    game = turn(boards={"B": {"pending_resources": 1}})
    contents = ["", "", ""]
    contents[depot] = resource
    game.perform(initial(layout(*contents)))
    assert stored(game, "B") == layout(*contents)
    assert not board(game, "B").get("pending_resources", 0)
    assert current(game) == "A"


@pytest.mark.parametrize(
    "store",
    [
        layout("", "2 coin"),
        layout("", "", "2 coin"),
        layout("coin", "stone"),
        layout("shield", "", "coin"),
        layout("", "coin", "servant"),
    ],
)
def test_ruling_20_two_initial_resources(store: Json) -> None:
    game = turn(players=4, boards={"D": {"pending_resources": 2}})
    game.perform(initial(store))
    assert stored(game, "D") == store


@pytest.mark.parametrize(
    "store", [layout("coin", "coin"), layout("2 coin"), layout("", "coin", "coin"), layout("", "", "coin, stone")]
)
def test_ruling_20_under_the_depot_rules(store: Json) -> None:
    game = turn(players=4, boards={"D": {"pending_resources": 2}})
    assert refused(game, initial(store)) == "layout_illegal"


@pytest.mark.parametrize("store", [layout(), layout("coin"), layout("coin", "2 stone"), layout("", "", "3 coin")])
def test_ruling_20_exactly_the_given_number(store: Json) -> None:
    game = turn(players=4, boards={"D": {"pending_resources": 2}})
    assert refused(game, initial(store)) == "wrong_resources"


def test_ruling_20_no_discard() -> None:
    game = turn(players=4, boards={"D": {"pending_resources": 2}})
    assert refused(game, initial(layout("coin")) | {"discard": {"coin": 1}}) == "malformed"
    assert faiths(game) == [0, 0, 0, 0]


def test_ruling_20_seat_after_seat() -> None:
    boards: Json = {"B": {"pending_resources": 1}, "C": {"pending_resources": 1}, "D": {"pending_resources": 2}}
    game = turn(players=4, boards=boards)
    assert refused(game, initial(layout("coin")) | {"by": "C"}) == "not_your_turn"
    for player, store in (("B", layout("coin")), ("C", layout("coin")), ("D", layout("", "2 coin"))):
        assert current(game) == player
        game.perform(initial(store) | {"by": player})
    assert current(game) == "A"


def test_ruling_21_solo_ends_when_the_action_is_resolved() -> None:
    # The red marble brings the player to 24; the resources of the same action are still stored and counted.
    game = solo({"faith": 23, "hand": [49], "strongbox": {"coin": 4}}, lorenzo={"cross": 0, "stack": [69, 71]})
    game.perform(take("column 1", layout("shield", "stone"), ""))
    assert winners(game) == "A"
    assert stored(game) == layout("shield", "stone")
    assert points(game, "A") == 20 + 9 + 1
    # No leader action and no token afterwards.
    assert refused(game, put_away(49)) == "game_over"
    assert stack(game) == [69, 71]


def test_ruling_21_payment_is_made_before_the_end() -> None:
    game = solo(rich(slots=six_cards()))
    game.perform(buy(20, 3))
    assert winners(game) == "A"
    assert strongbox(game) == amounts("20 coin, 16 stone, 20 servant, 20 shield")
    assert slots(game)[2] == [3, 20]


def test_ruling_21_production_to_space_24_pays_and_gains_first() -> None:
    game = solo({"faith": 23, "slots": [[13, 29], [], []], "strongbox": {"coin": 1}})
    game.perform(produce("dev:29"))
    assert winners(game) == "A"
    assert strongbox(game) == {"shield": 2}


def test_ruling_21_a_loss_gives_no_score() -> None:
    game = solo(rich(slots=[[1], [], []]), main_action_done=True, lorenzo={"cross": 23, "stack": [69]})
    game.perform(END_TURN)
    assert winners(game) == ""
    assert scores(game) == {}


def test_ruling_22_the_supply_is_unlimited() -> None:
    # There are sixteen pieces of each resource in the box; four players have many more stones.
    boxes: Json = {player: {"strongbox": {"stone": 40}} for player in "ABCD"}
    boxes["A"] |= {"slots": [[5, 17, 45], [], []]}
    game = turn(players=4, boards=boxes)
    game.perform(produce("dev:45", "basic", basic=("2 stone", "coin")))
    assert strongbox(game) == amounts("37 stone, 4 coin, shield")
    game.perform(END_TURN)
    game.perform(take("row 2", layout("stone", "2 coin"), ""))
    assert stored(game, "B") == layout("stone", "2 coin")


@pytest.mark.parametrize("seed", range(5))
def test_ruling_23_whoever_plays_on_can_finish_an_open_action(seed: int) -> None:
    # All that a stand-in needs is in the position: the action under way is finished from there.
    for action in (
        take("row 0", layout("coin", "shield", "2 servant"), ""),
        produce("basic", basic=("coin, stone", "shield")),
    ):
        game = turn(boards={"A": rich(played=[64]) | layout("coin")})
        begin(game, action)
        stand_in = rules.load(json.loads(json.dumps(game.position())))
        finish(stand_in, seed)
        assert main_action_done(stand_in) is True
        stand_in.perform(END_TURN)
        assert current(stand_in) == "B"


def test_ruling_23_a_seat_that_does_nothing_receives_faith_and_tiles_and_is_scored() -> None:
    game = turn(boards={"A": {"faith": 6}, "B": {"faith": 5, "slots": [[1], [], []]}}, last_round=True)
    game.perform(take("row 0", discard="2 servant, shield"))
    assert faiths(game) == [6, 8]
    assert tiles_of(game, 1) == "up up"
    perform(game, END_TURN, all_discarded(game), END_TURN)
    assert points(game, "B") == 1 + 2 + 2


def test_ruling_24_the_payer_names_the_sources() -> None:
    board_then = layout("", "2 shield", "", "2 shield") | {"played": [55], "strongbox": {"shield": 2}}
    # Card 1 costs two shields: every way to take them from three stores.
    for depot, leader in product(range(3), range(3)):
        box = 2 - depot - leader
        if box < 0:
            continue
        game = turn(boards={"A": board_then})
        game.perform(buy(1, 1, payment({2: f"{depot} shield"}, f"{leader} shield", f"{box} shield")))
        left = {"warehouse": {"1": {}, "2": _left(depot), "3": {}}, "leader_depots": _left(leader)}
        assert stored(game) == left
        assert strongbox(game) == _left(box)


def _left(paid: int) -> Json:
    return {"shield": 2 - paid} if paid < 2 else {}


def test_ruling_24_the_default_takes_depots_then_leader_depots_then_the_strongbox() -> None:
    board_then = layout("shield", "", "", "shield") | {"played": [55], "strongbox": {"shield": 5}}
    game = turn(grid={"green1": [9, 1, 5, 13]}, boards={"A": board_then})
    game.perform(buy(9))  # three shields
    assert stored(game) == layout()
    assert strongbox(game) == {"shield": 4}
    game = turn(boards={"A": board_then})
    game.perform(buy(1))  # two shields
    assert stored(game) == layout()
    assert strongbox(game) == {"shield": 5}


def test_ruling_24_the_default_serves_production_too() -> None:
    board_then = layout("coin", "", "", "coin") | {"played": [56], "strongbox": {"coin": 5}}
    game = turn(boards={"A": board_then})
    game.perform(produce("basic", basic=("2 coin", "stone")))
    assert stored(game) == layout()
    assert strongbox(game) == amounts("5 coin, stone")


def test_ruling_24_production_pays_everything_first() -> None:
    # 45 makes three coins of a stone; they cannot feed the basic power of the same action.
    board_then: Json = {"slots": [[1, 17, 45], [], []], "strongbox": {"stone": 1}}
    game = turn(boards={"A": board_then})
    assert refused(game, produce("dev:45", "basic", basic=("2 coin", "shield"))) == "cannot_pay"


def test_ruling_25_the_end_of_the_turn_is_explicit() -> None:
    # Nothing is left to do, and still it is A's turn.
    game = turn()
    game.perform(take("row 0", discard="2 servant, shield"))
    assert current(game) == "A"
    assert [game.describe(decision) for decision in game.legal_actions()] == [{"do": "end_turn", "by": "A"}]
    game.perform(END_TURN)
    assert current(game) == "B"


def test_ruling_26_other_players_see_only_the_number_of_leaders_in_hand() -> None:
    game = turn(boards={"A": {"hand": [49, 50]}, "B": {"hand": [53], "gone": [61]}})
    assert game.view(0)["players"]["A"]["hand"] == [49, 50]
    assert game.view(0)["players"]["B"]["hand"] == 1
    assert game.view(0)["players"]["B"]["gone"] == 1
    assert game.view(1)["players"]["A"]["hand"] == 2
    assert game.view(1)["players"]["B"]["hand"] == [53]
    assert game.view(1)["players"]["B"]["gone"] == [61]
    assert [game.view(None)["players"][player]["hand"] for player in "AB"] == [2, 1]


def test_ruling_26_leaders_in_play_are_seen_by_all() -> None:
    game = turn(boards={"A": {"played": [49]}})
    for seat in (0, 1, None):
        assert game.view(seat)["players"]["A"]["played"] == [49]


def test_ruling_26_dealt_leaders_are_hidden() -> None:
    game = rules.new("masters", players=2, seed=5)
    assert game.view(1)["players"]["A"]["dealt"] == 4
    assert sorted(game.view(0)["players"]["A"]["dealt"]) == sorted(board(game, "A")["dealt"])


def test_ruling_26_pile_order_and_token_order_are_hidden() -> None:
    views = []
    for below, tokens in (([21, 25, 29], [65, 66, 71]), ([29, 25, 21], [71, 66, 65])):
        game = solo(grid={"green2": [17, *below]}, lorenzo={"cross": 0, "stack": tokens})
        views.append([json.dumps(game.view(seat)) for seat in (0, None)])
    assert views[0] == views[1]


def test_ruling_26_the_view_tells_neither_seed_nor_draws() -> None:
    game = turn(seed=987654321987654321)
    for seat in (0, 1, None):
        assert "seed" not in game.view(seat)
        assert "987654321987654321" not in json.dumps(game.view(seat))


def test_ruling_26_nobody_has_two_hands_and_no_leader_two_owners() -> None:
    for boards in (
        {"A": {"hand": [49, 50, 51]}},
        {"A": {"hand": [49]}, "B": {"hand": [49]}},
        {"A": {"hand": [49], "played": [49]}},
        {"A": {"hand": [49, 50], "played": [51]}},
    ):
        assert invalid(turn_position(boards=boards)).startswith("players.")
    assert hand(turn(boards={"A": {"hand": [49, 50]}})) == [49, 50]
