"""Small decisions in the notation: what each is called, what is known in the middle of an action, what is refused."""

from typing import Any

import pytest

from ludoteca import rules
from ludoteca.rules.masters.engine import const

from .walks import Game, Json, load, new

BOX = {"strongbox": {"coin": 9, "stone": 9, "servant": 9, "shield": 9}}


def table(board: Json | None = None, **keys: Any) -> Game:
    return load({"game": "masters", "players": {"A": board or {}, "B": {}}, **keys})


def choose(game: Game, *choices: tuple[str, Any]) -> None:
    for what, value in choices:
        game.perform({"do": "choose", "what": what, "value": value})


def known(game: Game) -> Json:
    action: Json = game.position()["unfinished"]["action"]
    return action


def code(game: Game, action: Json) -> str:
    before = game.position()
    with pytest.raises(rules.IllegalAction) as refused:
        game.perform(action)
    assert game.position() == before
    assert refused.value.sentence
    return str(refused.value.code)


def choice(what: str, value: Any) -> Json:
    return {"do": "choose", "what": what, "value": value}


def test_set_up_choice_by_choice() -> None:
    boards = {"A": {"dealt": [49, 53, 57, 61]}, "B": {"pending_resources": 2}}
    game = load({"game": "masters", "players": boards})
    choose(game, ("keep", 53))
    assert known(game) == {"do": "keep_leaders", "cards": [53]}
    assert code(game, choice("keep", 49)) == "leader_not_in_hand"
    assert code(game, {"do": "keep_leaders", "cards": [49, 53]}) == "unfinished"
    assert code(game, choice("line", "row 0")) == "unfinished"
    choose(game, ("keep", 61))
    assert game.seat == 1
    assert code(game, choice("keep", 61)) == "wrong_phase"
    choose(game, ("resource", "coin"))
    assert known(game) == {"do": "initial_resources", "resource": "coin"}
    assert code(game, choice("place", "leader_depot")) == "layout_illegal"
    assert code(game, choice("place", "discard")) == "layout_illegal"
    choose(game, ("place", "depot_1"))
    assert code(game, choice("resource", "coin")) == "layout_illegal"
    store = {"warehouse": {"2": {"coin": 1}, "3": {"stone": 1}}}
    assert code(game, {"do": "initial_resources", "store": store}) == "layout_illegal"
    store = {"warehouse": {"1": {"coin": 1}, "3": {"stone": 2}}}
    assert code(game, {"do": "initial_resources", "store": store}) == "wrong_resources"
    choose(game, ("resource", "stone"), ("place", "depot_3"))
    assert game.seat == 0


def test_the_market_choice_by_choice() -> None:
    game = table({"played": [57, 58], "warehouse": {"1": {"coin": 1}}})
    choose(game, ("line", "row 0"))
    assert known(game) == {
        "do": "take_market",
        "line": "row 0",
        "to_place": ["servant", "shield", "servant", "white"],
        "discard": {},
    }
    assert code(game, choice("white", "coin")) == "white_choice_unexpected"
    assert code(game, choice("place", "depot_1")) == "unfinished"
    assert code(game, {"do": "end_turn"}) == "unfinished"
    choose(game, ("white", "shield"), ("place", "discard"), ("layout", "start"))
    assert known(game)["store"] == {"warehouse": {}}
    assert code(game, choice("depot_2", {})) == "unfinished"
    assert code(game, choice("depot_3", {"stone": 1})) == "layout_illegal"
    choose(game, ("depot_3", {}))
    assert known(game)["store"] == {"warehouse": {"3": {}}}
    choose(game, ("depot_2", {"coin": 1}), ("place", "depot_1"))
    assert known(game)["to_place"] == ["servant", "shield"]
    assert known(game)["discard"] == {"servant": 1}
    choose(game, ("place", "depot_3"))
    assert code(game, choice("place", "depot_1")) == "layout_illegal"
    choose(game, ("place", "discard"))
    assert game.position()["main_action_done"] is True
    assert code(game, choice("line", "row 0")) == "main_action_done"
    assert code(game, choice("card", 1)) == "main_action_done"
    assert code(game, choice("production", "start")) == "main_action_done"


def test_rearranging_choice_by_choice() -> None:
    game = table({"warehouse": {"1": {"coin": 1}}})
    choose(game, ("layout", "start"), ("depot_3", {"coin": 1}))
    assert "unfinished" not in game.position()
    choose(game, ("layout", "start"), ("depot_3", {}))
    assert known(game) == {"do": "rearrange", "to": {"warehouse": {"3": {}}}}
    assert code(game, {"do": "rearrange", "to": {}}) == "unfinished"
    choose(game, ("depot_2", {}))
    assert game.position()["players"]["A"]["warehouse"]["1"] == {"coin": 1}
    assert code(table(), choice("layout", "start")) == "layout_illegal"


def test_buying_choice_by_choice() -> None:
    game = table(BOX | {"warehouse": {"2": {"shield": 1}}})
    choose(game, ("card", 1))
    assert known(game) == {"do": "buy", "card": 1}
    choose(game, ("slot", 2))
    assert known(game) == {
        "do": "buy",
        "card": 1,
        "slot": 2,
        "pay": {"warehouse": {}, "leader_depots": {}, "strongbox": {}},
    }
    assert code(game, choice("pay_shield", "leader_depots")) == "not_in_store"
    assert code(game, choice("pay_coin", "strongbox")) == "unfinished"
    choose(game, ("pay_shield", "warehouse"))
    assert game.position()["players"]["A"]["slots"] == [[], [1], []]


def test_what_cannot_be_bought() -> None:
    game = table({"strongbox": {"shield": 2, "coin": 9}, "slots": [[2], [3, 19], []]})
    assert code(game, choice("card", 5)) == "card_not_on_top"
    assert code(game, choice("card", 49)) == "no_such_card"
    assert code(game, choice("card", 17)) == "cannot_pay"
    assert code(table(BOX | {"slots": [[2], [3], [4]]}), choice("card", 1)) == "slot_does_not_fit"
    choose(game, ("card", 1))
    game = table(BOX)
    choose(game, ("card", 1))
    assert code(game, choice("slot", 4)) == "slot_does_not_fit"
    assert code(game, choice("slot", 0)) == "slot_does_not_fit"


def test_producing_choice_by_choice() -> None:
    board = {
        "warehouse": {"1": {"coin": 1}},
        "strongbox": {"coin": 3, "stone": 1},
        "played": [64, 63],
        "slots": [[2], [], []],
    }
    game = table(board)
    choose(game, ("production", "start"))
    assert known(game) == {"do": "produce", "powers": []}
    assert code(game, choice("powers", "done")) == "no_power"
    choose(game, ("power", "basic"))
    assert known(game)["basic"] == {"in": {}}
    choose(game, ("basic_in", "coin"))
    assert known(game)["basic"] == {"in": {"coin": 1}}
    assert code(game, choice("basic_in", "shield")) == "cannot_pay"
    choose(game, ("basic_in", "coin"))
    assert known(game)["basic"] == {"in": {"coin": 2}}
    choose(game, ("basic_out", "shield"))
    assert known(game)["basic"] == {"in": {"coin": 2}, "out": "shield"}
    assert code(game, choice("power", "basic")) == "power_twice"
    assert code(game, choice("power", "dev:1")) == "power_unknown"
    choose(game, ("power", "dev:2"))
    assert code(game, choice("power", "leader:63")) == "cannot_pay"
    choose(game, ("power", "leader:64"))
    assert known(game)["powers"] == ["basic", "dev:2", "leader:64"]
    assert "leader_out" not in known(game)
    choose(game, ("leader_out", "servant"))
    # One more coin than is owed: from where do the three come?
    assert known(game)["leader_out"] == {"64": "servant"}
    assert known(game)["pay"] == {"warehouse": {}, "leader_depots": {}, "strongbox": {}}
    choose(game, ("pay_coin", "strongbox"))
    after = game.position()["players"]["A"]
    assert after["strongbox"] == {"servant": 1, "shield": 1}
    assert after["warehouse"]["1"] == {"coin": 1}
    assert after["faith"] == 2


def test_without_resources_there_is_no_production() -> None:
    assert code(table(), choice("production", "start")) == "no_power"
    assert code(table(), {"do": "produce", "powers": []}) == "no_power"


@pytest.mark.parametrize(
    "action",
    [
        choice("hat", 1),
        choice("line", "row 3"),
        choice("card", "1"),
        choice("slot", None),
        choice("depot_1", {"gold": 1}),
        choice("depot_1", 3),
        choice("power", "dev"),
        choice("power", 5),
        choice("powers", "start"),
        choice("pay_coin", "purse"),
        choice("pay_gold", "strongbox"),
        {"do": "choose", "what": "line"},
        {"do": "choose", "value": "row 0"},
        {"do": "take_market", "line": "row 0", "store": {"strongbox": {}}},
        {"do": "take_market", "line": "row 0", "white": ["gold"]},
        {"do": "take_market", "line": 3},
        {"do": "buy", "card": 1, "slot": 1, "pay": {"purse": {}}},
        {"do": "produce", "powers": ["basic"], "basic": {"in": {"coin": 3}, "out": "stone"}},
        {"do": "produce", "powers": ["basic"], "basic": {"in": {"coin": 2}, "out": "faith"}},
        {"do": "produce", "powers": ["dev:1"], "basic": {"in": {"coin": 2}, "out": "stone"}},
        {"do": "produce", "powers": ["dev:1"], "leader_out": {"61": "coin"}},
        {"do": "keep_leaders", "cards": ["49", "50"]},
        {"do": "rearrange"},
    ],
)
def test_malformed_actions(action: Json) -> None:
    assert code(table(BOX), action) == "malformed"


def test_white_choices_one_for_each_white_marble() -> None:
    game = table({"played": [57, 58]})
    store = {"warehouse": {"2": {"shield": 1}, "3": {"servant": 3}}}
    action = {"do": "take_market", "line": "row 0", "store": store, "discard": {}}
    assert code(game, action) == "white_choice_missing"
    assert code(game, action | {"white": ["servant", "servant"]}) == "white_choice_unexpected"
    assert code(game, action | {"white": ["coin"]}) == "white_choice_unexpected"
    assert game.perform(action | {"white": ["servant"]})[1] == const.CHOOSE_RESOURCE + const.SERVANT
    row = {"do": "take_market", "line": "row 1", "white": ["coin"]}
    assert code(table({"played": [57]}), row) == "white_choice_unexpected"


def test_others_are_not_told_which_leaders_somebody_holds() -> None:
    game = new(2, 1)
    leader = game.position()["players"]["A"]["dealt"][0]
    assert game.describe(0) == {"do": "choose", "what": "keep", "value": leader, "by": "A"}
    assert game.describe_to(0, 0) == game.describe(0)
    assert game.describe_to(0, 1) == game.describe_to(0, None) == {"do": "choose", "what": "keep", "by": "A"}
    game = table({"hand": [49]})
    assert game.describe_to(const.DISCARD_LEADER, 0) == {"do": "discard_leader", "card": 49, "by": "A"}
    assert game.describe_to(const.DISCARD_LEADER, 1) == {"do": "discard_leader", "by": "A"}
    assert game.describe_to(const.TAKE_LINE, 1) == game.describe(const.TAKE_LINE)
    with pytest.raises(rules.IllegalAction):
        game.describe_to(const.END_TURN, 1)


@pytest.mark.parametrize("action", [{"do": "play_leader", "card": 49}, {"do": "discard_leader", "card": 1}])
def test_leaders_that_are_not_there(action: Json) -> None:
    assert code(table(), action) in ("leader_not_in_hand", "no_such_card")
    assert code(table({"hand": [49]}), {"do": "play_leader", "card": 49}) == "requirement_missing"
