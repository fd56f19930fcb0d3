"""§7: leader actions and the four kinds of leaders."""

import pytest

from .cards import LEADERS, RESOURCES, Leader, amounts, pile
from .positions import (
    END_TURN,
    Json,
    board,
    buy,
    faith,
    faiths,
    hand,
    layout,
    perform,
    play,
    played,
    points,
    produce,
    put_away,
    rearrange,
    refused,
    rich,
    stored,
    strongbox,
    take,
    tiles_of,
    turn,
)

WITH_CARDS = [leader for leader in LEADERS.values() if leader.cards]
WITH_RESOURCES = [leader for leader in LEADERS.values() if leader.resources]


def ids(leader: Leader) -> str:
    return f"{leader.kind}-{leader.resource}"


def slots_with(*wanted: tuple[str, int]) -> list[list[int]]:
    """Slots whose cards include those wanted, (colour, level), on a base of cards that no requirement needs."""
    used: set[int] = set()
    slots: list[list[int]] = []
    for colour, level in wanted:
        column = [_card("green" if colour != "green" else "purple", below, used) for below in range(1, level)]
        slots.append([*column, _card(colour, level, used)])
    return [*slots, *([] for _ in range(3 - len(slots)))]


def _card(colour: str, level: int, used: set[int]) -> int:
    number = next(number for number in pile(f"{colour}{level}") if number not in used)
    used.add(number)
    return number


def wanted(leader: Leader) -> list[tuple[str, int]]:
    return [(colour, level or 1) for count, colour, level in leader.cards for _ in range(count)]


def test_7_putting_a_leader_away_gives_one_faith() -> None:
    game = turn(boards={"A": {"hand": [49, 60]}})
    game.perform(put_away(60))
    assert hand(game) == [49]
    assert played(game) == []
    assert board(game)["gone"] == [60]
    assert faiths(game) == [1, 0]


def test_7_putting_a_leader_away_may_make_a_report() -> None:
    game = turn(boards={"A": {"hand": [49], "faith": 7}, "B": {"faith": 4}})
    game.perform(put_away(49))
    assert tiles_of(game, 1) == "up gone"


def test_7_a_leader_that_was_put_away_is_gone() -> None:
    game = turn(boards={"A": rich(hand=[54])})
    game.perform(put_away(54))
    assert refused(game, put_away(54)) == "leader_not_in_hand"
    assert refused(game, play(54)) == "leader_not_in_hand"


def test_7_a_leader_in_play_stays() -> None:
    game = turn(boards={"A": rich(hand=[54])})
    game.perform(play(54))
    assert hand(game) == []
    assert played(game) == [54]
    assert refused(game, put_away(54)) == "leader_not_in_hand"
    assert refused(game, play(54)) == "leader_not_in_hand"
    assert faith(game) == 0


def test_7_only_ones_own_leaders() -> None:
    game = turn(boards={"A": rich(hand=[49]), "B": {"hand": [54]}})
    assert refused(game, play(54)) == "leader_not_in_hand"
    assert refused(game, put_away(54)) == "leader_not_in_hand"


@pytest.mark.parametrize("card", [1, 48, 65, 0, -1])
def test_7_there_are_only_sixteen_leaders(card: int) -> None:
    game = turn(boards={"A": rich(hand=[49])})
    assert refused(game, play(card)) == "no_such_card"
    assert refused(game, put_away(card)) == "no_such_card"


@pytest.mark.parametrize(
    "actions",
    [
        [play(54), play(55)],
        [put_away(54), put_away(55)],
        [play(54), put_away(55)],
        [put_away(54), play(55)],
    ],
)
def test_7_both_leaders_may_be_used_in_one_turn_in_any_combination(actions: list[Json]) -> None:
    game = turn(boards={"A": rich(hand=[54, 55])})
    perform(game, *actions)
    assert hand(game) == []


@pytest.mark.parametrize("leader", WITH_CARDS, ids=ids)
def test_7_cards_required_are_checked(leader: Leader) -> None:
    game = turn(boards={"A": {"hand": [leader.number], "slots": slots_with(*wanted(leader))}})
    before = board(game)
    game.perform(play(leader.number))
    assert played(game) == [leader.number]
    # Requirements are only checked, never paid.
    assert board(game)["slots"] == before["slots"]


@pytest.mark.parametrize("leader", WITH_CARDS, ids=ids)
def test_7_every_required_card_is_needed(leader: Leader) -> None:
    needed = wanted(leader)
    for missing in range(len(needed)):
        others = [*needed[:missing], *needed[missing + 1 :]]
        game = turn(boards={"A": rich(hand=[leader.number], slots=slots_with(*others))})
        assert refused(game, play(leader.number)) == "requirement_missing"


def test_7_a_colour_without_a_level_accepts_any_level() -> None:
    # Leader 49 wants a green and a yellow card.
    for slots in ([[1], [4], []], [[2, 17], [4], []], [[2, 18, 33], [8, 20], []], [[4, 17]], [[2, 17, 36]]):
        game = turn(boards={"A": {"hand": [49], "slots": [*slots, [], []][:3]}})
        game.perform(play(49))


def test_7_two_cards_of_one_colour_are_two_cards() -> None:
    # Leader 57 wants two yellow cards and a blue one.
    for slots in ([[4], [3], []], [[4], [3, 19], []], [[3], [7], [4]]):
        game = turn(boards={"A": rich(hand=[57], slots=slots)})
        assert refused(game, play(57)) == "requirement_missing"
    for slots in ([[4], [8], [3]], [[4, 20], [3], []], [[3, 20], [4], []], [[3, 20, 36], [], []]):
        game = turn(boards={"A": {"hand": [57], "slots": slots}})
        game.perform(play(57))


@pytest.mark.parametrize("leader", WITH_RESOURCES, ids=ids)
def test_7_resources_required_are_checked_and_not_paid(leader: Leader) -> None:
    ((resource, count),) = leader.resources.items()
    for have, enough in ((count - 1, False), (count, True)):
        game = turn(boards={"A": {"hand": [leader.number], "strongbox": {resource: have}}})
        if enough:
            game.perform(play(leader.number))
            assert strongbox(game) == {resource: have}
        else:
            assert refused(game, play(leader.number)) == "requirement_missing"


def test_7_resources_required_count_in_all_stores() -> None:
    # Leader 53 wants five coins; leader 56 is a depot for coins.
    full = layout("", "", "2 coin", "2 coin") | {"strongbox": {"coin": 1}, "hand": [53], "played": [56]}
    game = turn(boards={"A": full})
    game.perform(play(53))
    fewer: list[Json] = [layout("", "", "coin", "2 coin"), layout("", "", "2 coin", "coin"), {"strongbox": {}}]
    for less in fewer:
        assert refused(turn(boards={"A": full | less}), play(53)) == "requirement_missing"


def test_7_resources_of_different_types_do_not_add_up() -> None:
    game = turn(boards={"A": {"hand": [53], "strongbox": amounts("4 coin, 4 stone, 4 servant, 4 shield")}})
    assert refused(game, play(53)) == "requirement_missing"


def test_7_another_players_cards_do_not_count() -> None:
    game = turn(boards={"A": {"hand": [49], "slots": [[1], [], []]}, "B": {"slots": [[4], [], []]}})
    assert refused(game, play(49)) == "requirement_missing"


@pytest.mark.parametrize("leader", list(LEADERS.values()), ids=ids)
def test_7_a_leader_in_play_scores_and_one_in_hand_does_not(leader: Leader) -> None:
    value = {"discount": 2, "extra_depot": 3, "white_marble": 5, "production": 4}[leader.kind]
    for place, expected in (("played", value), ("hand", 0), ("gone", 0)):
        game = turn("B", last_round=True, main_action_done=True, boards={"A": {place: [leader.number]}})
        game.perform(END_TURN)
        assert points(game, "A") == expected


# Discounts: 49 servant, 50 shield, 51 stone, 52 coin.


@pytest.mark.parametrize(("leader", "resource"), [(49, "servant"), (50, "shield"), (51, "stone"), (52, "coin")])
def test_7_1_a_discount_lowers_the_cost_of_its_resource_by_one(leader: int, resource: str) -> None:
    # Cards 1-4 cost two of a resource each.
    card = {"shield": 1, "servant": 2, "coin": 3, "stone": 4}[resource]
    game = turn(boards={"A": {"played": [leader], "strongbox": {resource: 2}}})
    game.perform(buy(card))
    assert strongbox(game) == {resource: 1}
    game = turn(boards={"A": {"played": [leader], "strongbox": {resource: 1}}})
    game.perform(buy(card))
    assert strongbox(game) == {}


def test_7_1_a_discount_lowers_no_other_resource() -> None:
    game = turn(boards={"A": {"played": [49], "strongbox": {"shield": 1}}})
    assert refused(game, buy(1)) == "cannot_pay"
    # Card 5 costs a stone, a servant and a shield.
    game = turn(grid={"green1": [5, 1, 9, 13]}, boards={"A": {"played": [49], "strongbox": amounts("stone, shield")}})
    game.perform(buy(5))
    assert strongbox(game) == {}


def test_7_1_a_discount_gives_nothing_back() -> None:
    game = turn(boards={"A": rich(played=[49])})
    game.perform(buy(1))
    assert strongbox(game) == amounts("20 coin, 20 stone, 20 servant, 18 shield")


def test_7_1_two_discounts_both_apply() -> None:
    # Card 5 costs a stone, a servant and a shield.
    game = turn(grid={"green1": [5, 1, 9, 13]}, boards={"A": {"played": [49, 51], "strongbox": {"shield": 1}}})
    game.perform(buy(5))
    assert strongbox(game) == {}


def test_7_1_a_discount_in_hand_or_of_another_player_does_not_apply() -> None:
    board_without: Json = {"strongbox": {"shield": 1}, "hand": [50]}
    assert refused(turn(boards={"A": board_without}), buy(1)) == "cannot_pay"
    boards: Json = {"A": {"strongbox": {"shield": 1}}, "B": {"played": [50]}}
    assert refused(turn(boards=boards), buy(1)) == "cannot_pay"


def test_7_1_a_discount_applies_at_once() -> None:
    # A blue and a purple card let leader 50 come into play before the purchase.
    game = turn(boards={"A": {"strongbox": {"shield": 1}, "hand": [50], "slots": [[2], [3], []]}})
    assert refused(game, buy(1, 3)) == "cannot_pay"
    perform(game, play(50), buy(1, 3))


def test_7_1_a_discount_does_not_touch_production() -> None:
    game = turn(boards={"A": {"played": [52], "slots": [[1], [], []]}})
    assert refused(game, produce("dev:1")) == "cannot_pay"


# Extra depots: 53 stone, 54 servant, 55 shield, 56 coin.


@pytest.mark.parametrize(("leader", "resource"), [(53, "stone"), (54, "servant"), (55, "shield"), (56, "coin")])
def test_7_2_an_extra_depot_holds_two_of_its_resource(leader: int, resource: str) -> None:
    game = turn(boards={"A": layout("", "", f"3 {resource}") | {"played": [leader]}})
    for to in (layout("", "2 " + resource, "", resource), layout(resource, "", "", "2 " + resource)):
        game.perform(rearrange(to))
        assert stored(game) == to
    assert refused(game, rearrange(layout(leaders=f"3 {resource}"))) == "layout_illegal"


def test_7_2_an_extra_depot_holds_no_other_resource() -> None:
    game = turn(boards={"A": layout("coin") | {"played": [53]}})
    assert refused(game, rearrange(layout(leaders="coin"))) == "layout_illegal"


def test_7_2_a_basic_depot_may_hold_the_same_type() -> None:
    game = turn(boards={"A": layout("", "", "3 stone", "2 stone") | {"played": [53]}})
    assert stored(game) == layout("", "", "3 stone", "2 stone")
    game.perform(take("row 2", layout("", "2 coin", "3 stone", "2 stone"), "stone"))


def test_7_2_an_extra_depot_begins_empty_and_is_there_at_once() -> None:
    game = turn(boards={"A": layout("", "2 stone") | {"hand": [53], "strongbox": {"coin": 5}}})
    game.perform(play(53))
    assert stored(game) == layout("", "2 stone")
    game.perform(take("row 2", layout("", "2 stone", "2 coin", "stone"), ""))
    assert stored(game) == layout("", "2 stone", "2 coin", "stone")


def test_7_2_two_extra_depots() -> None:
    game = turn(boards={"A": {"played": [53, 56]}})
    game.perform(take("row 2", layout(leaders="2 coin, stone"), ""))
    assert stored(game) == layout(leaders="2 coin, stone")


def test_7_2_resources_in_an_extra_depot_pay() -> None:
    game = turn(boards={"A": layout(leaders="2 stone") | {"played": [53]}})
    game.perform(buy(4))
    assert stored(game) == layout()


# White marbles: 57 servant, 58 shield, 59 stone, 60 coin.


@pytest.mark.parametrize(("leader", "resource"), [(57, "servant"), (58, "shield"), (59, "stone"), (60, "coin")])
def test_7_3_with_one_leader_every_white_marble_becomes_its_resource(leader: int, resource: str) -> None:
    market = {"rows": ["W W W R", "P B P W", "B G G Y"], "slide": "Y"}
    game = turn(market=market, boards={"A": {"played": [leader]}})
    game.perform(take("row 0", layout("", "", f"3 {resource}"), ""))
    assert stored(game) == layout("", "", f"3 {resource}")
    assert faith(game) == 1


def test_7_3_other_marbles_are_as_ever() -> None:
    # Row 0 is servant, shield, servant, white.
    game = turn(boards={"A": {"played": [60]}})
    game.perform(take("row 0", layout("shield", "coin", "2 servant"), ""))
    assert stored(game) == layout("shield", "coin", "2 servant")


def test_7_3_only_the_leaders_owner_converts() -> None:
    game = turn(boards={"B": {"played": [60]}, "A": {"hand": [59]}})
    assert refused(game, take("row 0", layout("shield", "coin", "2 servant"), "")) == "wrong_resources"
    assert refused(game, take("row 0", layout("shield", "stone", "2 servant"), "")) == "wrong_resources"
    game.perform(take("row 0", layout("shield", "", "2 servant"), ""))


@pytest.mark.parametrize(
    ("white", "store"),
    [
        (["coin", "coin"], layout("stone", "2 coin")),
        (["coin", "shield"], layout("stone", "coin", "shield")),
        (["shield", "coin"], layout("stone", "coin", "shield")),
        (["shield", "shield"], layout("stone", "2 shield")),
    ],
)
def test_7_3_with_two_leaders_each_white_marble_is_chosen(white: list[str], store: Json) -> None:
    # Row 1 is white, red, white, grey.
    game = turn(boards={"A": {"played": [58, 60]}})
    game.perform(take("row 1", store, "", white))
    assert stored(game) == store
    assert faith(game) == 1


def test_7_3_the_choice_is_one_of_the_two_resources() -> None:
    game = turn(boards={"A": {"played": [58, 60]}})
    for white in (["coin", "stone"], ["servant", "coin"]):
        store = layout("stone", "coin", "servant") if "servant" in white else layout("coin", "2 stone")
        assert refused(game, take("row 1", store, "", white)) == "white_choice_unexpected"
    assert refused(game, take("row 1", layout("stone"), "", ["coin", "faith"])) == "malformed"


@pytest.mark.parametrize("white", [None, [], ["coin"]])
def test_7_3_with_two_leaders_the_choice_must_be_made(white: list[str] | None) -> None:
    game = turn(boards={"A": {"played": [58, 60]}})
    assert refused(game, take("row 1", layout("stone", "2 coin"), "", white)) == "white_choice_missing"


def test_7_3_no_more_choices_than_white_marbles() -> None:
    game = turn(boards={"A": {"played": [58, 60]}})
    refusal = refused(game, take("row 1", layout("stone", "2 coin"), "", ["coin", "coin", "coin"]))
    assert refusal == "white_choice_unexpected"


def test_7_3_with_one_leader_there_is_no_choice() -> None:
    game = turn(boards={"A": {"played": [60]}})
    assert refused(game, take("row 1", layout("stone", "2 coin"), "", ["coin", "coin"])) == "white_choice_unexpected"
    game.perform(take("row 1", layout("stone", "2 coin"), ""))


def test_7_3_a_line_without_white_marbles_needs_no_choice() -> None:
    market = {"rows": ["W W W W", "P B P R", "B G G Y"], "slide": "Y"}
    game = turn(market=market, boards={"A": {"played": [58, 60]}})
    game.perform(take("row 1", layout("shield", "2 servant"), ""))
    assert stored(game) == layout("shield", "2 servant")


def test_7_3_white_marbles_of_the_line_before_the_push_count() -> None:
    # The white marble on the slide is pushed into row 0 and gives nothing.
    market = {"rows": ["P B P R", "W B W G", "W G Y Y"], "slide": "W"}
    game = turn(market=market, boards={"A": {"played": [60]}})
    game.perform(take("row 0", layout("shield", "2 servant"), ""))


# Productions: 61 shield, 62 servant, 63 stone, 64 coin.


@pytest.mark.parametrize(("leader", "resource"), [(61, "shield"), (62, "servant"), (63, "stone"), (64, "coin")])
@pytest.mark.parametrize("into", RESOURCES)
def test_7_4_a_production_leader_turns_its_resource_into_any_and_a_faith(leader: int, resource: str, into: str) -> None:
    game = turn(boards={"A": {"played": [leader], "strongbox": {resource: 1}}})
    game.perform(produce(f"leader:{leader}", leader_out={str(leader): into}))
    assert strongbox(game) == {into: 1}
    assert faiths(game) == [1, 0]


def test_7_4_two_production_leaders() -> None:
    game = turn(boards={"A": {"played": [61, 64], "strongbox": amounts("coin, shield")}})
    game.perform(produce("leader:61", "leader:64", leader_out={"61": "stone", "64": "servant"}))
    assert strongbox(game) == amounts("stone, servant")
    assert faith(game) == 2


def test_7_4_its_input_must_be_there() -> None:
    game = turn(boards={"A": {"played": [61], "strongbox": amounts("9 coin, 9 stone, 9 servant")}})
    assert refused(game, produce("leader:61", leader_out={"61": "coin"})) == "cannot_pay"


def test_7_4_a_leader_played_this_turn_produces_this_turn() -> None:
    game = turn(boards={"A": {"hand": [64], "strongbox": {"coin": 1}, "slots": [[1, 17], [], []]}})
    perform(game, play(64), produce("leader:64", leader_out={"64": "stone"}))
    assert strongbox(game) == {"stone": 1}
