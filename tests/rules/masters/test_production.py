"""§4.3: production."""

import pytest

from .cards import DEVELOPMENTS, RESOURCES, Development, amounts
from .positions import (
    faiths,
    layout,
    main_action_done,
    payment,
    produce,
    refused,
    rich,
    stored,
    strongbox,
    tiles_of,
    turn,
)


@pytest.mark.parametrize("into", RESOURCES)
@pytest.mark.parametrize("consumed", ["2 coin", "2 shield", "coin, stone", "servant, shield"])
def test_4_3_the_basic_power_turns_two_resources_into_one(consumed: str, into: str) -> None:
    game = turn(boards={"A": {"strongbox": amounts(consumed)}})
    game.perform(produce("basic", basic=(consumed, into)))
    assert strongbox(game) == {into: 1}
    assert main_action_done(game) is True


@pytest.mark.parametrize("consumed", ["coin", "3 coin", "coin, stone, shield", ""])
def test_4_3_the_basic_power_takes_exactly_two(consumed: str) -> None:
    assert refused(turn(boards={"A": rich()}), produce("basic", basic=(consumed, "stone"))) == "malformed"


@pytest.mark.parametrize("card", list(DEVELOPMENTS.values()), ids=lambda card: str(card.number))
def test_4_3_a_top_card_produces_what_it_says(card: Development) -> None:
    below = {1: [], 2: [13], 3: [13, 29]}[card.level]
    game = turn(boards={"A": {"strongbox": card.consumes, "slots": [[], [*below, card.number], []]}})
    game.perform(produce(f"dev:{card.number}"))
    faith = card.produces.get("faith", 0)
    assert strongbox(game) == {name: count for name, count in card.produces.items() if name != "faith"}
    assert faiths(game) == [faith, 0]


def test_4_3_all_top_cards_the_basic_power_and_leaders_together() -> None:
    # 9: 2 servant > coin + stone + shield. 20: shield > 2 faith. 35: 2 servant > 3 shield + 2 faith.
    # 64: coin > any + faith.
    board = {
        "slots": [[9], [4, 20], [3, 19, 35]],
        "played": [64],
        "strongbox": amounts("4 servant, 1 shield, 3 coin"),
    }
    game = turn(boards={"A": board})
    powers = ("basic", "dev:9", "dev:20", "dev:35", "leader:64")
    game.perform(produce(*powers, basic=("2 coin", "servant"), leader_out={"64": "servant"}))
    assert strongbox(game) == amounts("coin, stone, 4 shield, 2 servant")
    assert faiths(game) == [5, 0]


def test_4_3_any_non_empty_set_of_powers_may_be_chosen() -> None:
    board = {"slots": [[5], [7], []], "strongbox": amounts("stone, servant")}
    for powers, left in ((["dev:5"], "2 servant"), (["dev:7"], "2 stone"), (["dev:5", "dev:7"], "stone, servant")):
        game = turn(boards={"A": board})
        game.perform(produce(*powers))
        assert strongbox(game) == amounts(left)


def test_4_3_the_order_in_which_powers_are_named_does_not_matter() -> None:
    board = {"slots": [[5], [7], []], "strongbox": amounts("stone, servant")}
    games = [turn(boards={"A": board}), turn(boards={"A": board})]
    games[0].perform(produce("dev:5", "dev:7"))
    games[1].perform(produce("dev:7", "dev:5"))
    assert games[0].position() == games[1].position()


def test_4_3_each_power_at_most_once() -> None:
    game = turn(boards={"A": rich(slots=[[5], [], []], played=[64])})
    assert refused(game, produce("dev:5", "dev:5")) == "power_twice"
    assert refused(game, produce("basic", "basic", basic=("2 coin", "stone"))) == "power_twice"
    assert refused(game, produce("leader:64", "leader:64", leader_out={"64": "coin"})) == "power_twice"


@pytest.mark.parametrize(
    "power",
    [
        "dev:1",  # in the grid
        "dev:2",  # another player's
        "dev:13",  # covered
        "leader:61",  # in hand only
        "leader:62",  # another player's
        "leader:55",  # in play, but not a production leader
        "dev:64",
        "leader:5",
        "dev:99",
    ],
)
def test_4_3_only_ones_own_powers(power: str) -> None:
    boards = {
        "A": rich(slots=[[5], [13, 17], []], played=[55], hand=[61]),
        "B": rich(slots=[[2], [], []], played=[62]),
    }
    game = turn(boards=boards)
    number = power.split(":")[1]
    out = {number: "coin"} if power.startswith("leader") else None
    assert refused(game, produce(power, leader_out=out)) == "power_unknown"
    assert refused(game, produce("dev:5", power, leader_out=out)) == "power_unknown"


@pytest.mark.parametrize("power", ["Basic", "dev", "dev:", "dev:x", "leader:", "", "card:5", 5, None, True])
def test_4_3_a_power_is_named_as_the_notation_says(power: object) -> None:
    game = turn(boards={"A": rich(slots=[[5], [], []])})
    assert refused(game, {"do": "produce", "powers": [power]}) == "malformed"


def test_4_3_nothing_produced_can_pay_for_the_same_action() -> None:
    # 5: stone > servant, 7: servant > stone. One stone feeds only one of them.
    board = {"slots": [[5], [7], []], "strongbox": {"stone": 1}}
    game = turn(boards={"A": board})
    assert refused(game, produce("dev:5", "dev:7")) == "cannot_pay"
    assert refused(game, produce("dev:7")) == "cannot_pay"
    game.perform(produce("dev:5"))
    assert strongbox(game) == {"servant": 1}


def test_4_3_the_inputs_of_all_powers_add_up() -> None:
    # 5 wants a stone, 45 wants a stone, the basic power two.
    board = {"slots": [[5], [1, 17, 45], []], "strongbox": {"stone": 3}}
    game = turn(boards={"A": board})
    assert refused(game, produce("dev:5", "dev:45", "basic", basic=("2 stone", "coin"))) == "cannot_pay"
    game.perform(produce("dev:5", "basic", basic=("2 stone", "coin")))
    assert strongbox(game) == amounts("servant, coin")


def test_4_3_inputs_come_from_any_mix_of_stores() -> None:
    board = layout("", "stone", "3 coin", "2 stone")
    board |= {"played": [53], "strongbox": amounts("stone, coin"), "slots": [[11], [], []]}
    # 11: two stones; the basic power: a coin and a stone.
    game = turn(boards={"A": board})
    pay = payment({2: "stone", 3: "coin"}, "stone", "stone")
    game.perform(produce("dev:11", "basic", basic=("coin, stone", "shield"), pay=pay))
    assert stored(game) == layout("", "", "2 coin", "stone")
    assert strongbox(game) == amounts("2 coin, servant, 2 shield")


def test_4_3_payment_is_exact_and_present() -> None:
    board = layout("stone") | {"slots": [[5], [], []], "strongbox": amounts("2 stone, coin")}
    game = turn(boards={"A": board})
    for wrong in ("2 stone", "stone, coin", "coin", ""):
        assert refused(game, produce("dev:5", pay=payment(strongbox=wrong))) == "wrong_payment"
    assert refused(game, produce("dev:5", pay=payment({2: "stone"}))) == "not_in_store"
    assert refused(game, produce("dev:5", pay=payment({}, "stone"))) == "not_in_store"
    game.perform(produce("dev:5", pay=payment({1: "stone"})))
    assert stored(game) == layout()


def test_4_3_produced_resources_go_to_the_strongbox() -> None:
    board = layout("stone") | {"slots": [[1, 17, 45], [], []]}
    game = turn(boards={"A": board})
    game.perform(produce("dev:45"))
    assert stored(game) == layout()
    assert strongbox(game) == amounts("3 coin, shield")


def test_4_3_faith_moves_the_marker_by_the_total() -> None:
    # 1: one faith, 41: three, 17: two. From space 3 to space 9 past the first Pope space.
    board = rich(slots=[[1], [2, 18, 41], [5, 17]], faith=3)
    game = turn(boards={"A": board, "B": {"faith": 4}})
    game.perform(produce("dev:1", "dev:41", "dev:17"))
    assert faiths(game) == [9, 4]
    assert tiles_of(game, 1) == "up gone"


def test_4_3_another_players_resources_do_not_pay() -> None:
    game = turn(boards={"A": {"slots": [[5], [], []]}, "B": rich()})
    assert refused(game, produce("dev:5")) == "cannot_pay"


def test_4_3_choices_belong_to_their_powers() -> None:
    game = turn(boards={"A": rich(played=[64])})
    assert refused(game, produce("basic")) == "malformed"
    assert refused(game, produce("leader:64")) == "malformed"
    assert refused(game, produce("leader:64", leader_out={"61": "coin"})) == "malformed"
