"""Boards read in the words of the dialect: depots, prices, powers, payments."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca import rules
from ludoteca.dialects.masters import boards
from ludoteca.dialects.masters.boards import Payment
from ludoteca.dialects.masters.spelling import Depot, Resource, Yield
from ludoteca.rules.masters.notation import cards

CARDS = cards.standard()
ONE, TWO, THREE = Depot.WAREHOUSE_FIRST_ROW, Depot.WAREHOUSE_SECOND_ROW, Depot.WAREHOUSE_THIRD_ROW
COIN, STONE, SHIELD = Resource.COIN, Resource.STONE, Resource.SHIELD


def board(**given_: Any) -> dict[str, Any]:
    game = rules.load({"game": "masters", "players": {"A": given_}})
    found: dict[str, Any] = game.view(0)["players"]["A"]
    return found


def test_depots_of_leaders_are_there_even_when_they_are_empty() -> None:
    contents = boards.depots(board(played=[56, 53], leader_depots={"coin": 2}, warehouse={"2": {"stone": 1}}), CARDS)
    assert contents == {ONE: {}, TWO: {STONE: 1}, THREE: {}, Depot.LEADER_COIN: {COIN: 2}, Depot.LEADER_STONE: {}}
    assert boards.layout(contents) == {
        "warehouse": {"1": {}, "2": {"stone": 1}, "3": {}},
        "leader_depots": {"coin": 2},
    }


def test_a_swap_needs_room_on_both_sides() -> None:
    contents = boards.depots(board(warehouse={"1": {"coin": 1}, "3": {"stone": 2}}), CARDS)
    assert boards.swapped(contents, ONE, THREE) is None
    assert boards.swapped(contents, TWO, THREE) == {ONE: {COIN: 1}, TWO: {STONE: 2}, THREE: {}}
    assert boards.swapped(contents, ONE, Depot.LEADER_COIN) is None
    assert boards.swapped(contents, ONE, ONE) is None


def test_a_move_may_leave_equal_resources_in_a_row_and_a_leader_depot_but_not_in_two_rows() -> None:
    contents = boards.depots(board(played=[53], warehouse={"3": {"stone": 3}}), CARDS)
    assert boards.moved(contents, THREE, Depot.LEADER_STONE, 2) == {
        ONE: {},
        TWO: {},
        THREE: {STONE: 1},
        Depot.LEADER_STONE: {STONE: 2},
    }
    assert boards.moved(contents, THREE, Depot.LEADER_STONE, 3) is None
    assert boards.moved(contents, THREE, ONE, 1) is None
    assert boards.moved(contents, ONE, THREE, 1) is None


@settings(max_examples=60)
@given(seed=st.integers(0, 10_000), one=st.sampled_from(Depot), two=st.sampled_from(Depot), count=st.integers(1, 3))
def test_what_is_legal_here_is_legal_by_the_rules(seed: int, one: Depot, two: Depot, count: int) -> None:
    amount = seed % 4
    warehouse = {"1": {"coin": seed % 2}, "2": {"shield": seed % 3}, "3": {"stone": amount}}
    game = rules.load(
        {"game": "masters", "players": {"A": {"played": [53, 56], "warehouse": warehouse, "hand": []}, "B": {}}}
    )
    contents = boards.depots(game.view(0)["players"]["A"], CARDS)
    for after in (boards.swapped(contents, one, two), boards.moved(contents, one, two, count)):
        if after is not None:
            action = {"do": "rearrange", "to": boards.layout(after)}
            copy = game.clone()
            copy.perform(action)
            assert boards.depots(copy.view(0)["players"]["A"], CARDS) == after


def test_discounts_are_taken_off_the_price_and_never_below_nothing() -> None:
    assert boards.price(board(), CARDS, 6) == {COIN: 1, Resource.SERVANT: 1, SHIELD: 1}
    assert boards.price(board(played=[52, 50]), CARDS, 6) == {Resource.SERVANT: 1}
    assert boards.price(board(played=[52]), CARDS, 1) == {SHIELD: 2}


def test_slots_fit_by_level() -> None:
    mine = board(slots=[[1], [], []])
    assert boards.fitting_slots(mine, CARDS, 2) == [2, 3]
    assert boards.fitting_slots(mine, CARDS, 17) == [1]
    assert boards.fitting_slots(mine, CARDS, 33) == []


def test_powers_that_cannot_be_paid_alone_are_not_listed() -> None:
    mine = board(slots=[[1], [2], []], played=[64], strongbox={"coin": 1})
    assert [power.id for power in boards.powers(mine, CARDS)] == [1, 64]
    richer = board(slots=[[1], [2], []], played=[64], strongbox={"coin": 1, "stone": 1})
    assert [power.id for power in boards.powers(richer, CARDS)] == [0, 1, 2, 64]
    assert boards.leader_power(CARDS, 64).output == {Yield.ANY: 1, Yield.FAITH: 1}


def test_white_marbles_in_rows_and_columns() -> None:
    game = rules.load({"game": "masters"}).view(0)
    assert [boards.whites_in(game, line) for line in ("row 0", "row 1", "column 0", "column 1")] == [1, 2, 2, 0]


# ---------------------------------------------------------------- payments


def test_a_payment_asks_only_where_there_is_a_choice() -> None:
    mine = board(warehouse={"2": {"coin": 2}}, strongbox={"coin": 1, "stone": 1})
    assert Payment({STONE: 1}).question(mine) is None
    assert Payment({COIN: 3}).question(mine) is None, "all of them are needed"
    payment = Payment({COIN: 2, STONE: 1})
    assert payment.question(mine) == (COIN, [TWO, Depot.STRONGBOX])
    payment = payment.paid_from(COIN, Depot.STRONGBOX)
    assert payment.question(mine) is None, "one place is left"
    assert payment.plan(mine) == {
        "warehouse": {"2": {"coin": 1}},
        "leader_depots": {},
        "strongbox": {"coin": 1, "stone": 1},
    }


def test_a_payment_from_a_leader_depot() -> None:
    mine = board(played=[56], warehouse={"2": {"coin": 1}}, leader_depots={"coin": 2})
    payment = Payment({COIN: 2}).paid_from(COIN, Depot.LEADER_COIN).paid_from(COIN, Depot.LEADER_COIN)
    assert payment.plan(mine) == {"warehouse": {}, "leader_depots": {"coin": 2}, "strongbox": {}}


def test_sources_that_were_moved_away_are_asked_for_again() -> None:
    before = board(warehouse={"2": {"coin": 2}}, strongbox={"coin": 2})
    payment = Payment({COIN: 3}).paid_from(COIN, TWO).paid_from(COIN, Depot.STRONGBOX)
    assert payment.question(before) == (COIN, [TWO, Depot.STRONGBOX])
    after = board(warehouse={"3": {"coin": 2}}, strongbox={"coin": 2})
    assert payment.fitting(after).chosen == ((COIN, Depot.STRONGBOX),)
    assert payment.fitting(before) == payment
