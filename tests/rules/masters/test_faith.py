"""§6: the faith track and the Vatican reports."""

import pytest

from ludoteca import rules

from .cards import LAST_SPACE, SECTIONS
from .positions import (
    END_TURN,
    Game,
    Json,
    faith,
    faiths,
    initial,
    invalid,
    keep,
    last_round,
    layout,
    perform,
    points,
    produce,
    put_away,
    rich,
    take,
    tiles,
    tiles_of,
    turn,
    turn_position,
)


def ending(board: Json) -> Game:
    """The last turn of a game in which B has made all three reports."""
    boards: Json = {"A": board, "B": {"faith": 24, "tiles": ["up", "up", "up"]}}
    return turn("B", last_round=True, main_action_done=True, boards=boards)


REPORTS = [(section, first, pope) for section, (first, pope, _) in enumerate(SECTIONS, 1)]


@pytest.mark.parametrize("space", range(LAST_SPACE + 1))
def test_6_1_points_of_the_last_marked_space_reached_or_passed(space: int) -> None:
    expected = [0, 0, 0, 1, 1, 1, 2, 2, 2, 4, 4, 4, 6, 6, 6, 9, 9, 9, 12, 12, 12, 16, 16, 16, 20][space]
    game = ending({"faith": space, "tiles": ["gone", "gone", "gone"]})
    game.perform(END_TURN)
    assert points(game, "A") == expected


def test_6_1_the_red_marble_gives_one_faith_to_the_taker() -> None:
    game = turn("B")
    game.perform(take("row 1", layout("stone"), ""))
    assert faiths(game) == [0, 1]


def test_6_1_card_and_leader_productions_give_faith_to_the_producer() -> None:
    game = turn("B", boards={"B": rich(slots=[[1], [], []], played=[64])})
    game.perform(produce("dev:1", "leader:64", leader_out={"64": "coin"}))
    assert faiths(game) == [0, 2]


def test_6_1_putting_a_leader_away_gives_one_faith() -> None:
    game = turn("B", boards={"B": {"hand": [49, 50]}})
    perform(game, put_away(49), put_away(50))
    assert faiths(game) == [0, 2]


def test_6_1_discards_give_faith_to_the_others() -> None:
    game = turn("B", players=4)
    game.perform(take("row 0", layout("shield"), "2 servant"))
    assert faiths(game) == [2, 0, 2, 2]


def test_6_1_set_up_gives_faith_to_seats_three_and_four() -> None:
    game = fresh_table_of_four()
    assert faiths(game) == [0, 0, 1, 1]


def fresh_table_of_four() -> Game:
    game = rules.new("masters", players=4, seed=11)
    for player in "ABCD":
        game.perform(keep(*game.position()["players"][player]["dealt"][:2]))
    perform(game, initial(layout("coin")), initial(layout("coin")), initial(layout("", "2 coin")))
    return game


def test_6_1_the_marker_stops_at_24() -> None:
    game = turn(boards={"A": rich(faith=22, slots=[[1], [2, 18, 41], []])})
    game.perform(produce("dev:1", "dev:41"))
    assert faith(game) == 24


def test_6_1_no_marker_beyond_24_or_before_0() -> None:
    for space in (25, -1, 100):
        assert invalid(turn_position(boards={"A": {"faith": space, "tiles": ["up", "up", "up"]}})) == "players.A.faith"


@pytest.mark.parametrize(("section", "first", "pope"), REPORTS)
def test_6_2_a_marker_on_the_pope_space_reports_the_section(section: int, first: int, pope: int) -> None:
    game = turn(boards={"A": {"faith": pope - 1, "hand": [49]}, "B": {"faith": first}})
    before = tiles(game)[: section - 1]
    game.perform(put_away(49))
    assert faith(game) == pope
    assert tiles_of(game, section) == "up up"
    assert tiles(game) == [*before, "up", *["down"] * (3 - section)]


@pytest.mark.parametrize(("section", "first", "pope"), REPORTS)
def test_6_2_before_the_pope_space_nothing_is_reported(section: int, first: int, pope: int) -> None:
    game = turn(boards={"A": {"faith": pope - 2, "hand": [49]}, "B": {"faith": first}})
    game.perform(put_away(49))
    assert tiles_of(game, section) == "down down"


@pytest.mark.parametrize(("section", "first", "pope"), REPORTS[:2])
def test_6_2_passing_the_pope_space_is_enough(section: int, first: int, pope: int) -> None:
    game = turn(boards={"A": rich(faith=pope - 1, slots=[[13, 17], [], []]), "B": {"faith": first - 1}})
    game.perform(produce("dev:17"))
    assert faith(game) == pope + 1
    assert tiles_of(game, section) == "up gone"


@pytest.mark.parametrize(("section", "first", "pope"), REPORTS)
def test_6_2_the_first_space_of_the_section_is_the_border(section: int, first: int, pope: int) -> None:
    others: Json = {"B": {"faith": first - 1}, "C": {"faith": first}, "D": {"faith": pope - 1}}
    game = turn(players=4, boards={"A": {"faith": pope - 1, "hand": [49]}} | others)
    game.perform(put_away(49))
    assert tiles_of(game, section) == "up gone up up"


def test_6_2_a_section_is_reported_once_per_game() -> None:
    boards: Json = {
        "A": {"faith": 9, "tiles": ["up", "down", "down"]},
        "B": {"faith": 7, "hand": [49], "tiles": ["gone", "down", "down"]},
    }
    game = turn("B", boards=boards)
    game.perform(put_away(49))
    assert faith(game, "B") == 8
    assert tiles_of(game, 1) == "up gone"


def test_6_2_a_report_by_a_marker_that_another_player_moves() -> None:
    game = turn(boards={"A": {"faith": 3}, "B": {"faith": 7}})
    game.perform(take("column 0", discard="servant"))
    assert faiths(game) == [3, 8]
    assert tiles_of(game, 1) == "gone up"


def test_6_2_only_the_section_reached_is_reported() -> None:
    game = turn(boards={"A": {"faith": 7, "hand": [49]}, "B": {"faith": 7}})
    game.perform(put_away(49))
    assert tiles(game, "A") == ["up", "down", "down"]
    assert tiles(game, "B") == ["up", "down", "down"]


def test_6_2_the_third_report_ends_the_game_soon() -> None:
    game = turn(boards={"A": {"faith": 23, "hand": [49]}, "B": {"faith": 18}})
    assert last_round(game) is False
    game.perform(put_away(49))
    assert tiles_of(game, 3) == "up gone"
    assert last_round(game) is True


@pytest.mark.parametrize(("section", "value"), [(1, 2), (2, 3), (3, 4)])
def test_6_2_a_tile_turned_up_scores_and_a_lost_one_does_not(section: int, value: int) -> None:
    for state, expected in (("up", value), ("gone", 0)):
        shown = ["gone", "gone", "gone"]
        shown[section - 1] = state
        game = ending({"faith": 24, "tiles": shown})
        game.perform(END_TURN)
        assert points(game, "A") == 20 + expected


def test_6_2_tiles_of_a_section_are_down_for_all_or_for_none() -> None:
    boards: Json = {"A": {"faith": 8, "tiles": ["up", "down", "down"]}, "B": {"tiles": ["down", "down", "down"]}}
    assert "tiles" in invalid(turn_position(boards=boards))
