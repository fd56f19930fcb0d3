"""§4.2: buying a development card."""

import pytest

from .cards import DEVELOPMENTS, PILES, RESOURCES, Development, pile
from .positions import (
    END_TURN,
    Json,
    buy,
    grid,
    last_round,
    layout,
    main_action_done,
    payment,
    perform,
    play,
    produce,
    refused,
    rich,
    slots,
    stored,
    strongbox,
    turn,
)

# Slots on which a card of each level fits.
UNDER: dict[int, list[int]] = {1: [], 2: [13], 3: [13, 29]}


@pytest.mark.parametrize("name", PILES)
def test_4_2_any_top_card_can_be_bought_at_its_printed_cost(name: str) -> None:
    card = DEVELOPMENTS[pile(name)[0]]
    below = UNDER[card.level]
    game = turn(boards={"A": rich(slots=[below, [], []])})
    game.perform(buy(card.number))
    assert slots(game) == [[*below, card.number], [], []]
    assert strongbox(game) == {resource: 20 - card.cost.get(resource, 0) for resource in RESOURCES}
    assert main_action_done(game) is True


@pytest.mark.parametrize("card", list(DEVELOPMENTS.values()), ids=lambda card: str(card.number))
def test_4_2_exactly_the_printed_cost_is_enough(card: Development) -> None:
    below = UNDER[card.level]
    top = {card.pile: [card.number, *(number for number in pile(card.pile) if number not in (card.number, *below))]}
    game = turn(grid=top, boards={"A": {"slots": [below, [], []], "strongbox": card.cost}})
    game.perform(buy(card.number))
    assert slots(game)[0][-1] == card.number
    assert strongbox(game) == {}
    for name in card.cost:
        short = card.cost | {name: card.cost[name] - 1}
        game = turn(grid=top, boards={"A": {"slots": [below, [], []], "strongbox": short}})
        assert refused(game, buy(card.number)) == "cannot_pay"


@pytest.mark.parametrize("card", [5, 9, 13, 21, 45])
def test_4_2_a_card_below_the_top_cannot_be_bought(card: int) -> None:
    game = turn(boards={"A": rich(slots=[UNDER[DEVELOPMENTS[card].level], [], []])})
    assert refused(game, buy(card)) == "card_not_on_top"


def test_4_2_a_bought_card_uncovers_the_next_one() -> None:
    game = turn(boards={"A": rich(), "B": rich()})
    game.perform(buy(1))
    assert grid(game, "green1") == [5, 9, 13]
    game.perform(END_TURN)
    assert refused(game, buy(1)) == "card_not_on_top"
    game.perform(buy(5, 3))
    assert slots(game, "B") == [[], [], [5]]


def test_4_2_an_emptied_pile_is_not_refilled() -> None:
    boards: Json = {"A": rich(slots=[[1], [5], []]), "B": {"slots": [[9], [], []]}}
    game = turn(boards=boards)
    assert grid(game, "green1") == [13]
    perform(game, buy(13, 3), END_TURN)
    assert grid(game, "green1") == []
    assert grid(game, "green2") == [17, 21, 25, 29]
    for card in (1, 5, 9, 13):
        assert refused(game, buy(card, 2)) == "card_not_on_top"


@pytest.mark.parametrize("card", [0, 49, 64, 65, -1, 1000])
def test_4_2_there_are_only_48_development_cards(card: int) -> None:
    assert refused(turn(boards={"A": rich()}), buy(card)) == "no_such_card"


@pytest.mark.parametrize("slot", [0, 4, -1])
def test_4_2_there_are_only_three_slots(slot: int) -> None:
    assert refused(turn(boards={"A": rich()}), buy(1, slot)) == "no_such_slot"


@pytest.mark.parametrize("slot", [1, 2, 3])
def test_4_2_a_level_one_card_goes_on_any_empty_slot(slot: int) -> None:
    game = turn(boards={"A": rich()})
    game.perform(buy(1, slot))
    assert slots(game)[slot - 1] == [1]


@pytest.mark.parametrize("below", [[2], [2, 18], [2, 18, 34]])
def test_4_2_a_level_one_card_goes_on_no_other_slot(below: list[int]) -> None:
    game = turn(boards={"A": rich(slots=[below, [], []])})
    assert refused(game, buy(1)) == "slot_does_not_fit"
    game.perform(buy(1, 2))


@pytest.mark.parametrize("below", [[], [2, 18], [2, 18, 34]])
def test_4_2_a_level_two_card_goes_only_on_level_one(below: list[int]) -> None:
    game = turn(boards={"A": rich(slots=[below, [3], []])})
    assert refused(game, buy(17)) == "slot_does_not_fit"
    assert refused(game, buy(17, 3)) == "slot_does_not_fit"
    game.perform(buy(17, 2))
    assert slots(game) == [below, [3, 17], []]


@pytest.mark.parametrize("below", [[], [2], [2, 18, 34]])
def test_4_2_a_level_three_card_goes_only_on_level_two(below: list[int]) -> None:
    game = turn(boards={"A": rich(slots=[[3, 19], below, []])})
    assert refused(game, buy(33, 2)) == "slot_does_not_fit"
    assert refused(game, buy(33, 3)) == "slot_does_not_fit"
    game.perform(buy(33))
    assert slots(game) == [[3, 19, 33], below, []]


@pytest.mark.parametrize("below", [1, 2, 3, 4])
def test_4_2_colours_are_irrelevant_for_the_place(below: int) -> None:
    for card in (17, 18, 19, 20):
        game = turn(boards={"A": rich(slots=[[below], [], []])})
        game.perform(buy(card))
        assert slots(game)[0] == [below, card]


def test_4_2_a_card_without_a_legal_slot_cannot_be_bought() -> None:
    game = turn(boards={"A": rich(slots=[[1, 17], [2], [3, 19, 35]])})
    for slot in (1, 2, 3):
        assert refused(game, buy(4, slot)) == "slot_does_not_fit"


def test_4_2_three_cards_fill_a_slot() -> None:
    game = turn(boards={"A": rich(slots=[[1, 17, 33], [], []])})
    for card in (2, 18, 34):
        assert refused(game, buy(card)) == "slot_does_not_fit"


def test_4_2_the_cost_is_paid_from_any_mix_of_stores() -> None:
    # Card 17 costs four shields; there are five, in three places.
    shields = layout("", "", "2 shield", "2 shield")
    shields |= {"strongbox": {"shield": 1}, "played": [55], "slots": [[13], [], []]}
    for pay, left, box in (
        (payment({3: "2 shield"}, "2 shield"), layout(), {"shield": 1}),
        (payment({3: "2 shield"}, "shield", "shield"), layout(leaders="shield"), {}),
        (payment({3: "shield"}, "2 shield", "shield"), layout("", "", "shield"), {}),
    ):
        game = turn(boards={"A": shields})
        game.perform(buy(17, 1, pay))
        assert stored(game) == left
        assert strongbox(game) == box


def test_4_2_payment_is_exact() -> None:
    game = turn(boards={"A": rich()})
    # Card 1 costs two shields.
    for wrong in ("shield", "3 shield", "2 shield, coin", "2 coin", ""):
        assert refused(game, buy(1, 1, payment(strongbox=wrong))) == "wrong_payment"


def test_4_2_only_what_is_there_can_be_paid() -> None:
    board = layout("shield") | {"strongbox": {"shield": 2}}
    game = turn(boards={"A": board})
    assert refused(game, buy(1, 1, payment({1: "2 shield"}))) == "not_in_store"
    assert refused(game, buy(1, 1, payment({2: "shield"}, "", "shield"))) == "not_in_store"
    assert refused(game, buy(1, 1, payment({}, "shield", "shield"))) == "not_in_store"
    game.perform(buy(1, 1, payment({1: "shield"}, "", "shield")))


def test_4_2_another_players_resources_do_not_pay() -> None:
    assert refused(turn(boards={"B": rich()}), buy(1)) == "cannot_pay"


def test_4_2_the_new_card_produces_from_the_next_production_on() -> None:
    game = turn(boards={"A": rich(), "B": rich()})
    game.perform(buy(1))
    assert refused(game, produce("dev:1")) == "main_action_done"
    perform(game, END_TURN, buy(3), END_TURN)
    game.perform(produce("dev:1"))


def test_4_2_covered_cards_no_longer_produce() -> None:
    game = turn(boards={"A": rich(slots=[[1, 17], [], []])})
    assert refused(game, produce("dev:1")) == "power_unknown"
    game.perform(produce("dev:17"))


def test_4_2_covered_cards_count_for_leader_requirements() -> None:
    # Leader 51 wants a blue and a green card; the green one is covered.
    game = turn(boards={"A": {"hand": [51], "slots": [[1, 19], [], []]}})
    game.perform(play(51))


def test_4_2_the_seventh_card_triggers_the_end() -> None:
    game = turn(boards={"A": rich(slots=[[1, 17, 33], [2, 18], [3]])})
    game.perform(buy(20, 3))
    assert last_round(game) is True
    assert not game.over


def test_4_2_the_sixth_card_does_not() -> None:
    game = turn(boards={"A": rich(slots=[[1, 17, 33], [2], [3]])})
    game.perform(buy(20, 3))
    assert last_round(game) is False
