"""§3: the turn."""

import pytest

from .positions import (
    END_TURN,
    Json,
    buy,
    current,
    faith,
    hand,
    layout,
    main_action_done,
    perform,
    play,
    played,
    produce,
    put_away,
    rearrange,
    refused,
    rich,
    stored,
    take,
    turn,
)

# Column 0 of the market yields one servant.
MARKET_ACTION = take("column 0", discard="servant")
BUYING = buy(1)
PRODUCTION = produce("basic", basic=("2 coin", "stone"))
MAIN_ACTIONS = [MARKET_ACTION, BUYING, PRODUCTION]


@pytest.mark.parametrize("first", MAIN_ACTIONS)
@pytest.mark.parametrize("second", MAIN_ACTIONS)
def test_3_exactly_one_main_action_in_a_turn(first: Json, second: Json) -> None:
    game = turn(boards={"A": rich()})
    assert main_action_done(game) is False
    game.perform(first)
    assert main_action_done(game) is True
    assert current(game) == "A"
    if second is MARKET_ACTION and first is MARKET_ACTION:
        second = take("column 3", discard="stone, coin")
    elif second is BUYING:
        second = buy(3, 2)
    assert refused(game, second) == "main_action_done"


@pytest.mark.parametrize("action", MAIN_ACTIONS)
def test_3_after_the_end_of_the_turn_the_next_player_has_a_main_action(action: Json) -> None:
    game = turn(boards={"A": rich(), "B": rich()})
    perform(game, action, END_TURN)
    assert current(game) == "B"
    assert main_action_done(game) is False
    game.perform(buy(3))


def test_3_there_is_no_pass() -> None:
    assert refused(turn(), END_TURN) == "main_action_missing"
    assert refused(turn(), {"do": "pass"}) == "malformed"


def test_3_neither_leader_actions_nor_rearranging_are_a_main_action() -> None:
    game = turn(boards={"A": rich(hand=[54, 50]) | layout("coin")})
    perform(game, play(54), put_away(50), rearrange(layout("", "coin")))
    assert main_action_done(game) is False
    assert refused(game, END_TURN) == "main_action_missing"


def test_3_the_market_action_is_always_possible() -> None:
    # All depots are full of what the line does not yield, and no card can be bought.
    game = turn(boards={"A": layout("stone", "2 coin", "3 shield")})
    game.perform(take("column 0", discard="servant"))
    assert stored(game) == layout("stone", "2 coin", "3 shield")
    assert main_action_done(game) is True


def test_3_leader_actions_before_and_after_the_main_action() -> None:
    game = turn(boards={"A": rich(hand=[54, 50])})
    perform(game, play(54), MARKET_ACTION, put_away(50))
    assert played(game) == [54]
    assert hand(game) == []
    assert faith(game) == 1
    game.perform(END_TURN)


def test_3_all_leader_actions_after_the_main_action() -> None:
    game = turn(boards={"A": rich(hand=[54, 50])})
    perform(game, MARKET_ACTION, put_away(50), play(54), END_TURN)
    assert current(game) == "B"
    assert played(game, "A") == [54]


@pytest.mark.parametrize("done", [False, True])
def test_3_rearranging_is_free_before_and_after_the_main_action(done: bool) -> None:
    game = turn(main_action_done=done, boards={"A": layout("coin", "stone")})
    perform(game, rearrange(layout("stone", "coin")), rearrange(layout("", "coin", "stone")))
    assert stored(game) == layout("", "coin", "stone")
    assert main_action_done(game) is done


@pytest.mark.parametrize(
    "action",
    [*MAIN_ACTIONS, rearrange(layout("", "coin")), play(54), put_away(50), END_TURN],
    ids=lambda action: action["do"],
)
def test_3_only_the_player_whose_turn_it_is_acts(action: Json) -> None:
    board = rich(hand=[54, 50]) | layout("coin")
    game = turn("A", boards={"B": board})
    assert refused(game, action | {"by": "B"}) == "not_your_turn"


def test_3_the_active_player_may_be_named() -> None:
    game = turn("B")
    perform(game, MARKET_ACTION | {"by": "B"}, END_TURN | {"by": "B"})
    assert current(game) == "A"


def test_3_the_end_of_the_turn_is_not_a_second_time_possible() -> None:
    game = turn(main_action_done=True)
    game.perform(END_TURN)
    assert refused(game, END_TURN) == "main_action_missing"
