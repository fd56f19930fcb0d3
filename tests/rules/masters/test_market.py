"""§4.1: the market."""

import pytest

from .positions import (
    MARKET,
    Json,
    faith,
    faiths,
    layout,
    main_action_done,
    refused,
    stored,
    strongbox,
    take,
    tiles,
    turn,
)

# What each line of the test market yields.
YIELDS = {
    "row 0": "2 servant, shield",
    "row 1": "stone",  # and one faith
    "row 2": "stone, 2 coin",
    "column 0": "servant",
    "column 1": "shield, stone",  # and one faith
    "column 2": "servant, coin",
    "column 3": "stone, coin",
}
STORED = {
    "row 0": layout("shield", "2 servant"),
    "row 1": layout("stone"),
    "row 2": layout("stone", "2 coin"),
    "column 0": layout("servant"),
    "column 1": layout("shield", "stone"),
    "column 2": layout("servant", "coin"),
    "column 3": layout("stone", "coin"),
}


@pytest.mark.parametrize("line", list(YIELDS))
def test_4_1_a_line_yields_what_its_marbles_say(line: str) -> None:
    game = turn()
    game.perform(take(line, STORED[line], ""))
    assert stored(game) == STORED[line]
    assert main_action_done(game) is True
    assert faiths(game) == [1 if line in ("row 1", "column 1") else 0, 0]


@pytest.mark.parametrize("line", list(YIELDS))
def test_4_1_a_line_yields_nothing_else(line: str) -> None:
    game = turn()
    for more in ("coin", "stone", "servant", "shield"):
        other = layout("", "", f"3 {more}")
        assert refused(game, take(line, other, YIELDS[line])) == "wrong_resources"
        assert refused(game, take(line, other, "")) == "wrong_resources"


@pytest.mark.parametrize("line", list(YIELDS))
def test_4_1_every_resource_of_the_line_is_stored_or_discarded(line: str) -> None:
    game = turn()
    assert refused(game, take(line, layout(), "")) == "wrong_resources"
    game.perform(take(line, layout(), YIELDS[line]))
    assert stored(game) == layout()


@pytest.mark.parametrize(
    ("row", "rows"),
    [
        ("row 0", ["B P W B", "W R W G", "W G Y Y"]),
        ("row 1", ["P B P W", "R W G B", "W G Y Y"]),
        ("row 2", ["P B P W", "W R W G", "G Y Y B"]),
    ],
)
def test_4_1_rows_are_pushed_from_the_right(row: str, rows: list[str]) -> None:
    game = turn()
    game.perform(take(row, discard=YIELDS[row]))
    leaves = {"row 0": "P", "row 1": "W", "row 2": "W"}[row]
    assert game.position()["market"] == {"rows": rows, "slide": leaves}


@pytest.mark.parametrize(
    ("column", "rows"),
    [
        ("column 0", ["W B P W", "W R W G", "B G Y Y"]),
        ("column 1", ["P R P W", "W G W G", "W B Y Y"]),
        ("column 2", ["P B W W", "W R Y G", "W G B Y"]),
        ("column 3", ["P B P G", "W R W Y", "W G Y B"]),
    ],
)
def test_4_1_columns_are_pushed_from_below(column: str, rows: list[str]) -> None:
    game = turn()
    game.perform(take(column, discard=YIELDS[column]))
    leaves = {"column 0": "P", "column 1": "B", "column 2": "P", "column 3": "W"}[column]
    assert game.position()["market"] == {"rows": rows, "slide": leaves}


def test_4_1_the_marble_on_the_slide_is_not_taken_in_the_turn_in_which_it_is_pushed() -> None:
    market = {"rows": ["P B P W", "W B W G", "W G Y Y"], "slide": "R"}
    game = turn(market=market)
    game.perform(take("row 0", layout("shield", "2 servant"), ""))
    assert faith(game) == 0
    assert game.position()["market"]["rows"][0] == "B P W R"


def test_4_1_the_marble_that_leaves_is_taken_too() -> None:
    # The only red marble leaves the row and still gives its faith.
    market = {"rows": ["R B P W", "W P W G", "W G Y Y"], "slide": "B"}
    game = turn(market=market)
    game.perform(take("row 0", layout("shield", "servant"), ""))
    assert faith(game) == 1
    assert game.position()["market"]["slide"] == "R"


def test_4_1_a_line_of_white_marbles_yields_nothing() -> None:
    market = {"rows": ["W W W W", "P B P R", "B G G Y"], "slide": "Y"}
    game = turn(market=market, boards={"A": layout("coin")})
    game.perform(take("row 0"))
    assert stored(game) == layout("coin")
    assert faiths(game) == [0, 0]
    assert main_action_done(game) is True
    assert game.position()["market"] == {"rows": ["W W W Y", "P B P R", "B G G Y"], "slide": "W"}


def test_4_1_faith_of_the_red_marble_moves_the_marker_and_may_make_a_report() -> None:
    game = turn(boards={"A": {"faith": 7}, "B": {"faith": 5}})
    game.perform(take("row 1", discard="stone"))
    assert faiths(game) == [8, 6]
    assert tiles(game, "A")[0] == "up"
    assert tiles(game, "B")[0] == "up"


def test_4_1_faith_of_the_red_marble_is_neither_stored_nor_discarded() -> None:
    game = turn()
    assert refused(game, take("row 1", layout("stone")) | {"discard": {"faith": 1}}) == "malformed"


def test_4_1_resources_of_the_market_never_go_to_the_strongbox() -> None:
    game = turn()
    store: Json = {"strongbox": {"servant": 1}}
    assert refused(game, take("column 0", store, "")) == "malformed"
    assert refused(game, take("column 0", layout() | store, "")) == "malformed"
    game.perform(take("column 0", layout("servant"), ""))
    assert strongbox(game) == {}


def test_4_1_new_resources_join_those_that_are_stored() -> None:
    game = turn(boards={"A": layout("", "stone", "coin")})
    game.perform(take("row 2", layout("", "2 stone", "3 coin"), ""))
    assert stored(game) == layout("", "2 stone", "3 coin")


def test_4_1_stored_resources_may_make_room() -> None:
    # Two coins have to leave the depot of three for three servants and shields... they fit in the depot of two.
    game = turn(boards={"A": layout("", "", "2 coin")})
    game.perform(take("row 0", layout("shield", "2 coin", "2 servant"), ""))
    assert stored(game) == layout("shield", "2 coin", "2 servant")


@pytest.mark.parametrize(
    "store",
    [
        layout("shield", "", "2 servant"),
        layout("shield", "2 servant", ""),
        layout("", "2 servant", "shield"),
        layout("", "shield", "2 servant"),
    ],
)
def test_4_1_the_player_chooses_the_depots(store: Json) -> None:
    game = turn()
    game.perform(take("row 0", store, ""))
    assert stored(game) == store


def test_4_1_a_layout_that_breaks_the_depot_rules_is_refused() -> None:
    game = turn()
    for store in (
        layout("2 servant", "shield"),  # two in the depot of one
        layout("servant", "servant", "shield"),  # one type in two depots
        layout("", "", "2 servant, shield"),  # two types in one depot
    ):
        assert refused(game, take("row 0", store, "")) == "layout_illegal"


def test_4_1_a_leader_depot_takes_only_what_a_leader_in_play_offers() -> None:
    game = turn(boards={"A": {"hand": [54]}})
    assert refused(game, take("column 0", layout(leaders="servant"), "")) == "layout_illegal"
    game = turn(boards={"A": {"played": [54]}})
    game.perform(take("column 0", layout(leaders="servant"), ""))
    assert stored(game) == layout(leaders="servant")


@pytest.mark.parametrize("line", ["row 3", "column 4", "row 9", "column 44"])
def test_4_1_there_are_three_rows_and_four_columns(line: str) -> None:
    assert refused(turn(), take(line)) == "no_such_line"


@pytest.mark.parametrize("line", ["row", "row -1", "diagonal 0", "Row 0", "row  0", "row 0 ", "", 0, None])
def test_4_1_a_line_is_named_as_the_notation_says(line: object) -> None:
    action = take("row 0", layout("shield", "2 servant"), "") | {"line": line}
    assert refused(turn(), action) == "malformed"


def test_4_1_without_a_store_what_is_stored_stays_unchanged() -> None:
    game = turn(boards={"A": layout("coin", "2 stone")})
    game.perform(take("row 0", discard="2 servant, shield"))
    assert stored(game) == layout("coin", "2 stone")


def test_4_1_the_market_itself_is_the_same_for_the_next_player() -> None:
    game = turn()
    game.perform(take("row 0", discard=YIELDS["row 0"]))
    game.perform({"do": "end_turn"})
    # Row 0 is now B P W B.
    game.perform(take("row 0", layout("servant", "2 shield"), ""))
    assert stored(game, "B") == layout("servant", "2 shield")
    assert game.position()["market"] == {"rows": ["P W B P", "W R W G", "W G Y Y"], "slide": "B"}
    assert MARKET["slide"] == "B"


def test_4_1_white_choices_without_leaders_are_refused() -> None:
    game = turn()
    assert refused(game, take("row 0", layout("shield", "2 servant"), "", ["coin"])) == "white_choice_unexpected"
