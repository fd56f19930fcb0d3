"""§8 and §9: the end of the game with several players, and the scores."""

import pytest

from .cards import DEVELOPMENTS, amounts
from .positions import (
    END_TURN,
    Game,
    Json,
    board,
    buy,
    current,
    faith,
    faiths,
    last_round,
    layout,
    letters,
    perform,
    points,
    produce,
    put_away,
    refused,
    rich,
    six_cards,
    strongbox,
    take,
    tiles_of,
    turn,
    winners,
)

DISCARD_ALL = take("row 0", discard="2 servant, shield")


def finished(boards: Json, players: int = 2) -> Game:
    """The game after the very last turn."""
    last = letters(players)[-1]
    game = turn(last, players=players, last_round=True, main_action_done=True, boards=boards)
    game.perform(END_TURN)
    return game


@pytest.mark.parametrize("players", [2, 3, 4])
def test_8_the_seventh_card_lets_the_round_be_completed(players: int) -> None:
    game = turn(players=players, boards={"A": rich(slots=six_cards())})
    perform(game, buy(20, 3), END_TURN)
    for player in letters(players)[1:]:
        assert not game.over
        assert current(game) == player
        assert last_round(game) is True
        perform(game, take("column 0", discard=yielded(game, 0)), END_TURN)
    assert game.over
    assert winners(game) == "A"


def yielded(game: Game, column: int) -> str:
    """What a column of the market yields now, as text."""
    names = {"B": "shield", "G": "stone", "Y": "coin", "P": "servant"}
    found = [names[m] for row in game.position()["market"]["rows"] if (m := row.split()[column]) in names]
    return ", ".join(f"{found.count(name)} {name}" for name in sorted(set(found)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_8_a_trigger_in_the_last_seats_turn_ends_the_game_after_that_turn(players: int) -> None:
    last = letters(players)[-1]
    game = turn(last, players=players, boards={last: rich(slots=six_cards())})
    game.perform(buy(20, 3))
    assert not game.over
    game.perform(END_TURN)
    assert winners(game) == last


def test_8_a_trigger_in_the_middle_of_the_round() -> None:
    game = turn("B", players=4, boards={"B": rich(slots=six_cards())})
    perform(game, buy(20, 3), END_TURN)
    for player in "CD":
        assert current(game) == player
        perform(game, take("column 0", discard=yielded(game, 0)), END_TURN)
    assert winners(game) == "B"


def test_8_the_turn_in_progress_is_finished() -> None:
    game = turn("B", boards={"B": rich(slots=six_cards(), hand=[54, 49])})
    game.perform(buy(20, 3))
    # Leader actions are still possible, and only the end of the turn ends the game.
    perform(game, put_away(49), {"do": "play_leader", "card": 54})
    assert not game.over
    game.perform(END_TURN)
    assert game.over


def test_8_a_marker_on_24_triggers_the_end() -> None:
    game = turn(boards={"A": {"faith": 23, "hand": [49]}})
    game.perform(put_away(49))
    assert last_round(game) is True
    assert tiles_of(game, 3) == "up gone"
    perform(game, DISCARD_ALL, END_TURN)
    assert current(game) == "B"
    perform(game, take("column 0", discard=yielded(game, 0)), END_TURN)
    assert game.over


def test_8_a_marker_on_23_does_not() -> None:
    game = turn("B", boards={"B": {"faith": 22, "hand": [49]}})
    perform(game, put_away(49), DISCARD_ALL, END_TURN)
    assert faith(game, "B") == 23
    assert not game.over
    assert last_round(game) is False
    assert current(game) == "A"


def test_8_any_marker_may_be_the_trigger() -> None:
    # A's discards bring B to the last space.
    game = turn(boards={"B": {"faith": 22}})
    game.perform(DISCARD_ALL)
    assert faiths(game) == [0, 24]
    assert last_round(game) is True
    game.perform(END_TURN)
    assert current(game) == "B"
    perform(game, take("column 0", discard=yielded(game, 0)), END_TURN)
    assert game.over


def test_8_nothing_can_be_done_after_the_end() -> None:
    game = finished({"A": {"hand": [49]}, "B": {"hand": [50]}})
    assert game.legal_actions() == []
    assert game.seat == -1
    for action in (DISCARD_ALL, END_TURN, put_away(49), put_away(50), buy(1)):
        assert refused(game, action) == "game_over"


def test_8_without_a_trigger_play_goes_on() -> None:
    game = turn("B", main_action_done=True, boards={"A": {"slots": six_cards()}})
    game.perform(END_TURN)
    assert not game.over
    assert current(game) == "A"


def test_8_the_trigger_may_be_in_the_production() -> None:
    game = turn("B", boards={"B": rich(faith=22, slots=[[13, 17], [], []])})
    game.perform(produce("dev:17"))
    assert last_round(game) is True
    game.perform(END_TURN)
    assert game.over


@pytest.mark.parametrize("slots", [[[1], [], []], [[2, 18, 34], [3], []], [[1, 17, 33], [4, 20, 36], [16]]])
def test_9_development_cards_score_covered_ones_too(slots: list[list[int]]) -> None:
    game = finished({"A": {"slots": slots}})
    assert points(game, "A") == sum(DEVELOPMENTS[card].points for slot in slots for card in slot)


@pytest.mark.parametrize(("resources", "expected"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (104, 20)])
def test_9_one_point_for_five_resources(resources: int, expected: int) -> None:
    game = finished({"A": {"strongbox": {"coin": resources} if resources else {}}})
    assert points(game, "A") == expected


def test_9_resources_of_all_stores_and_types_add_up() -> None:
    stores = layout("coin", "stone", "shield", "coin") | {"played": [56], "strongbox": {"servant": 1}}
    game = finished({"A": stores})
    assert points(game, "A") == 3 + 1
    game = finished({"A": stores | {"strongbox": {}}})
    assert points(game, "A") == 3


def test_9_all_parts_add_up() -> None:
    board: Json = {
        "slots": [[1, 17, 33], [2], []],  # 1 + 5 + 9 + 1
        "faith": 17,  # 9
        "tiles": ["up", "up", "down"],  # 2 + 3
        "played": [60, 49],  # 5 + 2
        "strongbox": amounts("6 coin, 5 stone"),  # 2
    }
    game = finished({"A": board, "B": {"tiles": ["gone", "gone", "down"]}})
    assert points(game, "A") == 16 + 9 + 5 + 7 + 2
    assert points(game, "B") == 0
    assert winners(game) == "A"


def test_9_the_most_points_win() -> None:
    boards: Json = {"A": {"slots": [[5], [], []]}, "B": {"slots": [[9], [], []]}, "C": {"slots": [[2], [], []]}}
    game = finished(boards, players=3)
    assert winners(game) == "B"


def test_9_more_resources_break_a_tie() -> None:
    boxes = ("6 coin", "4 coin, 3 shield", "5 coin")
    game = finished({player: {"strongbox": amounts(box)} for player, box in zip("ABC", boxes, strict=True)}, players=3)
    assert [points(game, player) for player in "ABC"] == [1, 1, 1]
    assert winners(game) == "B"


def test_9_resources_count_only_among_the_tied() -> None:
    boards: Json = {
        "A": {"slots": [[5], [], []], "strongbox": {"coin": 1}},
        "B": {"slots": [[6], [], []], "strongbox": {"coin": 2}},
        "C": {"slots": [[1], [], []], "strongbox": {"coin": 4}},
    }
    game = finished(boards, players=3)
    assert winners(game) == "B"


def test_9_seven_cards_do_not_by_themselves_win() -> None:
    boards: Json = {"A": {"slots": [[1, 17], [2, 18], [3, 19, 35]]}, "B": {"strongbox": {"coin": 300}}}
    game = finished(boards)
    assert points(game, "A") == 1 + 5 + 1 + 5 + 1 + 5 + 9
    assert winners(game) == "B"


def test_9_leaders_in_hand_and_unreported_tiles_do_not_score() -> None:
    game = finished({"A": {"hand": [60, 64], "faith": 2}})
    assert points(game, "A") == 0


def test_9_a_loaded_game_that_is_over_has_its_winner() -> None:
    game = turn(over=True, last_round=True, boards={"A": {"slots": [[1], [], []]}})
    assert winners(game) == "A"
    assert game.legal_actions() == []


def test_9_while_the_game_runs_nobody_has_won() -> None:
    game = turn(boards={"A": rich(slots=six_cards())})
    game.perform(buy(20, 3))
    assert game.winners == frozenset()
    assert strongbox(game)["stone"] == 16
    assert len(board(game)["slots"][2]) == 2
