"""Positions that cannot be are refused by field; partial ones are filled up; actions in the middle are restored."""

from typing import Any

import pytest

from ludoteca import rules
from ludoteca.rules.masters.engine import const

from .walks import Json, load


def position(board: Json | None = None, players: int = 2, **keys: Any) -> Json:
    boards: Json = {letter: {} for letter in "ABCD"[:players]}
    boards["A"] = board or {}
    return {"game": "masters", "players": boards, **keys}


def unfinished(*decisions: Any) -> Json:
    return {"action": {}, "decisions": list(decisions)}


LINE, PLACE = const.TAKE_LINE, const.PLACE
RICH = {"strongbox": {"coin": 9, "stone": 9, "servant": 9, "shield": 9}}
WHITE_ROW = {"rows": ["W W W Y", "P B P R", "B G G Y"], "slide": "W"}  # its first row was white before the push
NO_GREEN: Json = {"green1": [], "green2": [], "green3": []}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (position() | {"players": {}}, "players"),
        (position() | {"players": {"A": {}, "C": {}}}, "players"),
        (position() | {"players": {"A": {}, "E": {}}}, "players.E"),
        (position(cards="no such set"), "cards"),
        (position(cards=1), "cards"),
        (position({"dealt": [49, 50, 51]}), "players.A.dealt"),
        (position({"dealt": [49, 50, 51, 52], "hand": [53]}), "players.A.dealt"),
        (position({"dealt": [49, 50, 51, 52], "gone": [53]}), "players.A.dealt"),
        (position({"hand": [49, 50], "gone": [51, 52, 53]}), "players.A.gone"),
        (position({"hand": [49, 50, 51]}), "players.A.hand"),
        (position({"hand": [49], "played": [50, 51]}), "players.A.hand"),
        (position({"hand": [48]}), "players.A.hand"),
        (position({"hand": [49], "gone": [49]}), "players.A.gone"),
        (position({"leader_depots": {"stone": 1}}), "players.A.leader_depots"),
        (position({"leader_depots": {"stone": 3}, "played": [53]}), "players.A.leader_depots.stone"),
        (position({"warehouse": {"2": {"coin": 3}}}), "players.A.warehouse.2.coin"),
        (position({"warehouse": {"4": {"coin": 1}}}), "players.A.warehouse.4"),
        (position({"warehouse": {"2": {"coin": 1, "stone": 1}}}), "players.A.warehouse.2"),
        (position({"warehouse": {"2": {"coin": 1}, "3": {"coin": 1}}}), "players.A.warehouse.3"),
        (position({"strongbox": {"coin": 10000}}), "players.A.strongbox.coin"),
        (position({"slots": [[1], []]}), "players.A.slots"),
        (position({"slots": [[17], [], []]}), "players.A.slots"),
        (position({"slots": [[1], [1], []]}), "players.A.slots"),
        (position({"slots": [[1], [49], []]}), "players.A.slots[1].cards"),
        (position({"slots": [[1, 17, 33], [2, 18, 34], [3, 19]]}), "players.A.slots"),
        (position({"faith": 25}), "players.A.faith"),
        (position({"tiles": ["up", "down"]}), "players.A.tiles"),
        (position({"tiles": ["up", "down", "open"]}), "players.A.tiles"),
        (position({"pending_resources": 3}), "players.A.pending_resources"),
        (
            position({"pending_resources": 1, "warehouse": {"1": {"coin": 1}, "2": {"stone": 2}, "3": {"shield": 3}}}),
            "players.A.pending_resources",
        ),
        (position({"hats": 1}), "players.A.hats"),
        (position(market={"rows": ["P B P W", "W R W G"]}), "market.rows"),
        (position(market={"rows": ["P B P", "W R W G", "W G Y Y"]}), "market.rows"),
        (position(market={"rows": ["P B P X", "W R W G", "W G Y Y"]}), "market.rows"),
        (position(market={"slide": "BR"}), "market.slide"),
        (position(market={"slide": "R"}), "market"),
        (position(market={"tray": 1}), "market.tray"),
        (position(grid={"green1": [1, 5, 9]}), "grid.green1"),
        (position(grid={"green1": [1, 5, 9, 17]}), "grid.green1"),
        (position(grid={"green1": [1, 5, 9, 9]}), "grid.green1"),
        (position({"slots": [[1], [], []]}, grid={"green1": [1, 5, 9, 13]}), "grid.green1"),
        (position(grid={"red1": []}), "grid.red1"),
        (position(lorenzo={}), "lorenzo"),
        (position(players=1, lorenzo={"cross": 25}), "lorenzo.cross"),
        (position(players=1, lorenzo={"stack": [65, 65]}), "lorenzo.stack"),
        (position(players=1, lorenzo={"stack": [64]}), "lorenzo.stack"),
        (position(players=1, lorenzo={"hats": 1}), "lorenzo.hats"),
        (position(players=1, lorenzo={"cross": 24}), "lorenzo.cross"),
        (position(players=1, grid=NO_GREEN), "grid"),
        (position({"faith": 24}, players=1), "players.A.faith"),
        (position({"slots": [[1, 17, 33], [2, 18, 34], [3]]}, players=1), "players.A.slots"),
        (position({"dealt": [49, 50, 51, 52]}, current="B"), "current"),
        (position({"dealt": [49, 50, 51, 52]}, main_action_done=True), "main_action_done"),
        (position({"pending_resources": 1}, last_round=True), "last_round"),
        (position({"pending_resources": 1}, over=True), "over"),
        (position(current="C"), "current"),
        (position(hats=1), "hats"),
        (position(unfinished=1), "unfinished"),
        (position(unfinished={"decisions": [LINE], "hats": 1}), "unfinished.hats"),
        (position(unfinished=unfinished()), "unfinished.decisions"),
        (position(unfinished=unfinished(True)), "unfinished.decisions"),
        (position(unfinished=unfinished(const.ACTIONS)), "unfinished.decisions"),
        (position(unfinished=unfinished(LINE), over=True), "unfinished.decisions"),
        (position(unfinished=unfinished(LINE), main_action_done=True), "unfinished.decisions"),
        (position({"dealt": [49, 50, 51, 52]}, unfinished=unfinished(LINE)), "unfinished.decisions"),
        (position(market=WHITE_ROW, unfinished=unfinished(LINE)), "unfinished.decisions"),
        (position(unfinished=unfinished(const.END_TURN)), "unfinished.decisions"),
        (position(unfinished=unfinished(const.BUY)), "unfinished.decisions"),
        (position({"hand": [49]}, unfinished=unfinished(const.DISCARD_LEADER)), "unfinished.decisions"),
        # The line has given two resources; four decisions are too many, and nothing of it lies in a depot.
        (position(unfinished=unfinished(LINE + 6, PLACE, PLACE + 1)), "unfinished.decisions"),
        (position(unfinished=unfinished(LINE + 6, PLACE)), "unfinished.decisions"),
        (
            position({"played": [57, 58]}, unfinished=unfinished(LINE + 1, const.CHOOSE_RESOURCE + const.COIN)),
            "unfinished.decisions",
        ),
        (
            position({"warehouse": {"1": {"coin": 1}}}, unfinished=unfinished(const.ARRANGE, const.FILL, const.FILL)),
            "unfinished.decisions",
        ),
        (position({"faith": 24} | RICH, players=1, unfinished=unfinished(const.PRODUCE)), "players.A.faith"),
        (position(RICH, players=1, grid=NO_GREEN, unfinished=unfinished(LINE)), "grid"),
    ],
)
def test_what_cannot_be_is_refused_by_field(wrong: Json, field: str) -> None:
    with pytest.raises(rules.InvalidPosition) as refused:
        load(wrong)
    assert refused.value.field == field
    assert refused.value.sentence


def test_an_almost_empty_position_is_a_game_for_two() -> None:
    game = load({"game": "masters"})
    assert game.players == 2
    assert (game.seat, game.over) == (0, False)
    assert game.position()["grid"]["green1"] == [1, 5, 9, 13]
    assert game.position()["market"] == {"rows": ["P B P W", "W R W G", "W G Y Y"], "slide": "B"}


def test_alone_all_tokens_are_in_the_stack() -> None:
    game = load(position(players=1))
    assert game.position()["lorenzo"] == {"cross": 0, "stack": [65, 66, 67, 68, 69, 70, 71]}


def test_tiles_that_are_not_given_follow_those_that_are() -> None:
    boards: Json = {"A": {"faith": 9, "tiles": ["up", "down", "down"]}, "B": {"faith": 6}, "C": {"faith": 4}}
    after = load({"game": "masters", "players": boards}).position()["players"]
    assert [after[seat]["tiles"][0] for seat in "ABC"] == ["up", "up", "gone"]
    boards["B"]["tiles"] = ["down", "down", "down"]
    with pytest.raises(rules.InvalidPosition) as refused:
        load({"game": "masters", "players": boards})
    assert refused.value.field == "players.B.tiles"


def test_hands_are_written_in_order_and_leaders_in_play_as_they_came() -> None:
    boards = {"A": {"hand": [60, 50]}, "B": {"played": [55, 54], "leader_depots": {"servant": 2, "shield": 1}}}
    game = load({"game": "masters", "players": boards})
    assert game.position()["players"]["A"]["hand"] == [50, 60]
    assert game.position()["players"]["B"]["played"] == [55, 54]
    assert game.position()["players"]["B"]["leader_depots"] == {"servant": 2, "shield": 1}


def test_seven_cards_are_the_most() -> None:
    full = {"slots": [[1, 17, 33], [2, 18, 34], [3]], **RICH}
    game = load(position(full))
    assert not any(const.BUY <= action < const.PRODUCE for action in game.legal_actions())
    for action in ({"do": "buy", "card": 20, "slot": 3}, {"do": "choose", "what": "card", "value": 20}):
        with pytest.raises(rules.IllegalAction) as refused:
            game.perform(action)
        assert refused.value.code == "seven_cards"


def test_a_stack_that_runs_dry_is_shuffled_anew() -> None:
    game = load(position(players=1, main_action_done=True, lorenzo={"cross": 0, "stack": []}))
    game.perform({"do": "end_turn"})
    stack = game.position()["lorenzo"]["stack"]
    assert len(stack) in (6, 7)
    assert game.position()["draws"] in (6, 12)


def test_a_finished_game_knows_who_has_won_it() -> None:
    boards = {"A": {"slots": [[1], [], []]}, "B": {"strongbox": {"coin": 5}}, "C": {"strongbox": {"coin": 6}}}
    game = load({"game": "masters", "players": boards, "over": True})
    assert game.winners == {2}
    assert game.why_over == "last_space"
    assert game.legal_actions() == []
    lost = load(position(players=1, over=True, grid=NO_GREEN))
    assert lost.winners == frozenset()
    assert lost.why_over == "colour_gone"
    assert load(position(players=1, over=True, lorenzo={"cross": 24})).why_over == "black_cross"
    assert load(position({"faith": 24}, players=1, over=True)).winners == {0}
    assert load(position({"slots": [[1, 17, 33], [2, 18, 34], [3]]}, over=True)).why_over == "seventh_card"
    assert load(position()).why_over is None


@pytest.mark.parametrize("first", [None, 0, "A"])
def test_the_first_player_is_a(first: Any) -> None:
    assert rules.new("masters", players=3, seed=1, first=first).seat == 0


@pytest.mark.parametrize("first", [1, "B", "", -1, True, False, 0.5])
def test_nobody_else_is_first(first: Any) -> None:
    with pytest.raises(rules.InvalidPosition) as refused:
        rules.new("masters", players=3, seed=1, first=first)
    assert refused.value.field == "first"


@pytest.mark.parametrize("board", [{"faith": 24}, {"slots": [[1, 17, 33], [2, 18, 34], [3]]}])
def test_a_game_whose_end_has_come_is_in_its_last_round(board: dict[str, Any]) -> None:
    """Otherwise it would never end: whoever is at the end of the track cannot reach it again."""
    game = rules.load({"game": "masters", "players": {"A": board, "B": {}}, "last_round": False})
    assert game.position()["last_round"]
    assert rules.playouts(game, games=3) > 0
