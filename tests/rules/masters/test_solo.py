"""§10: solo, against Lorenzo."""

from collections import Counter
from typing import Any

import pytest

from ludoteca import rules

from .cards import COLOURS, DISCARD_TOKENS, LEVELS, SHUFFLE_TOKEN, TOKENS, amounts, pile
from .positions import (
    END_TURN,
    Game,
    Json,
    board,
    buy,
    cross,
    current,
    faith,
    gone,
    grid,
    hand,
    keep,
    layout,
    left_of,
    main_action_done,
    perform,
    play,
    points,
    produce,
    put_away,
    refused,
    rich,
    six_cards,
    solo,
    stack,
    stored,
    take,
    tiles,
    winners,
)

# A grid in which one card of each colour and level is left.
THIN = gone(keep={f"{colour}{level}": pile(f"{colour}{level}")[:1] for colour in COLOURS for level in LEVELS})


def after_turn(*tokens: int, board: Json | None = None, **keys: Any) -> Game:
    """The game after the player's turn and Lorenzo's answer: the first of these tokens."""
    lorenzo = {"cross": keys.pop("cross", 0), "stack": list(tokens)}
    game = solo(board, main_action_done=True, lorenzo=lorenzo, **keys)
    game.perform(END_TURN)
    return game


def test_10_1_set_up_is_that_of_the_first_seat() -> None:
    game = rules.new("masters", players=1, seed=3)
    cards = board(game)["dealt"]
    assert len(cards) == 4
    game.perform(keep(*cards[:2]))
    assert hand(game) == sorted(cards[:2])
    assert faith(game) == 0
    assert stored(game) == layout()
    assert not board(game).get("pending_resources", 0)
    # The first turn begins at once.
    assert main_action_done(game) is False
    assert refused(game, END_TURN) == "main_action_missing"


def test_10_1_the_black_cross_begins_on_space_0() -> None:
    assert cross(rules.new("masters", players=1, seed=3)) == 0


def test_10_1_seven_tokens_are_shuffled() -> None:
    orders = {tuple(stack(rules.new("masters", players=1, seed=seed))) for seed in range(8)}
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(TOKENS))}
    assert len(orders) > 1


def test_10_1_with_more_players_there_is_no_lorenzo() -> None:
    for players in (2, 3, 4):
        assert "lorenzo" not in rules.new("masters", players=players, seed=3).position()


def test_10_2_after_each_turn_the_top_token_is_revealed() -> None:
    game = solo(main_action_done=True, lorenzo={"cross": 0, "stack": [69, 65, 71]})
    game.perform(END_TURN)
    assert stack(game) == [65, 71]
    assert current(game) == "A"
    assert main_action_done(game) is False


def test_10_2_tokens_come_only_at_the_end_of_the_turn() -> None:
    game = solo({"hand": [49]}, lorenzo={"cross": 0, "stack": [69, 70]})
    game.perform(put_away(49))
    assert (stack(game), cross(game)) == ([69, 70], 0)
    game.perform(take("column 0", layout("servant"), ""))
    assert (stack(game), cross(game)) == ([69, 70], 0)


@pytest.mark.parametrize(("token", "colour"), list(DISCARD_TOKENS.items()))
def test_10_2_two_cards_of_the_tokens_colour_leave_the_grid(token: int, colour: str) -> None:
    game = after_turn(token, 71)
    for other in COLOURS:
        assert grid(game, f"{other}1") == pile(f"{other}1")[2 if other == colour else 0 :]
        assert left_of(game, other) == (10 if other == colour else 12)
    assert cross(game) == 0


def test_10_2_the_top_cards_leave() -> None:
    game = after_turn(66, 71, grid={"green1": [13, 5, 1, 9]})
    assert grid(game, "green1") == [1, 9]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([4, 4, 4], [2, 4, 4]),
        ([2, 4, 4], [0, 4, 4]),
        ([1, 4, 4], [0, 3, 4]),
        ([0, 4, 4], [0, 2, 4]),
        ([0, 1, 4], [0, 0, 3]),
        ([1, 0, 4], [0, 0, 3]),
        ([0, 0, 4], [0, 0, 2]),
        ([1, 1, 4], [0, 0, 4]),
        ([1, 1, 1], [0, 0, 1]),
    ],
)
def test_10_2_lowest_level_first_and_on_to_the_next(before: list[int], after: list[int]) -> None:
    piles = {f"blue{level}": pile(f"blue{level}")[:count] for level, count in zip(LEVELS, before, strict=True)}
    game = after_turn(65, 71, grid=piles)
    for level, count in zip(LEVELS, after, strict=True):
        had = piles[f"blue{level}"]
        assert grid(game, f"blue{level}") == had[len(had) - count :]
    assert not game.over


@pytest.mark.parametrize("token", [69, 70])
def test_10_2_the_black_cross_advances_by_two(token: int) -> None:
    game = after_turn(token, 65, 71, cross=3)
    assert cross(game) == 5
    assert stack(game) == [65, 71]
    assert faith(game) == 0


def test_10_2_the_shuffle_token_advances_by_one_and_shuffles_all_seven() -> None:
    game = after_turn(71, 65, cross=3)
    assert cross(game) == 4
    assert Counter(stack(game)) == Counter(TOKENS)
    orders = set()
    for seed in range(8):
        game = after_turn(71, seed=seed)
        orders.add(tuple(stack(game)))
    assert len(orders) > 1


def test_10_2_the_stack_never_runs_dry() -> None:
    game = after_turn(71, board=rich())
    used: list[int] = []
    while not used or used[-1] != SHUFFLE_TOKEN:
        used.append(stack(game)[0])
        left = len(stack(game))
        perform(game, produce("basic", basic=("2 coin", "stone")), END_TURN)
        assert len(stack(game)) == (7 if used[-1] == SHUFFLE_TOKEN else left - 1)
    assert len(set(used)) == len(used)


def test_10_2_a_stack_that_lacks_the_shuffle_token_is_renewed_when_it_is_empty() -> None:
    # Such a stack exists only in a position that somebody made up.
    game = solo(rich(), lorenzo={"cross": 0, "stack": [69]})
    for left in ([0], [6, 7]):
        perform(game, produce("basic", basic=("2 coin", "stone")), END_TURN)
        assert len(stack(game)) in left


def test_10_2_the_black_cross_makes_reports() -> None:
    for faith_then, state in ((4, "gone"), (5, "up"), (7, "up")):
        game = after_turn(69, 71, board={"faith": faith_then}, cross=6)
        assert cross(game) == 8
        assert tiles(game) == [state, "down", "down"]


def test_10_2_the_black_cross_makes_a_report_by_passing_too() -> None:
    game = after_turn(69, 71, board={"faith": 12}, cross=15)
    assert cross(game) == 17
    assert tiles(game)[1] == "up"


def test_10_2_a_section_reported_by_the_player_is_not_reported_again() -> None:
    game = after_turn(69, 71, board={"faith": 8, "tiles": ["up", "down", "down"]}, cross=7)
    assert tiles(game) == ["up", "down", "down"]


def test_10_3_the_seventh_card_wins_at_once() -> None:
    game = solo(rich(slots=six_cards(), hand=[49]), lorenzo={"cross": 20, "stack": [69]})
    game.perform(buy(20, 3))
    assert winners(game) == "A"
    assert stack(game) == [69]
    assert cross(game) == 20
    assert refused(game, put_away(49)) == "game_over"


def test_10_3_space_24_wins_at_once_with_report_3_first() -> None:
    game = solo({"faith": 23, "hand": [49], "slots": [[1], [], []]}, lorenzo={"cross": 10, "stack": [69]})
    game.perform(put_away(49))
    assert winners(game) == "A"
    assert tiles(game) == ["up", "up", "up"]
    assert points(game, "A") == 1 + 20 + 2 + 3 + 4
    assert stack(game) == [69]


def test_10_3_the_score_is_as_usual() -> None:
    board_then = {"slots": six_cards(), "strongbox": amounts("10 stone"), "faith": 6, "played": [49]}
    game = solo(board_then)
    game.perform(buy(20, 3))
    # Cards 1 + 5 + 9, 1 + 5, 1 + 5; track 2; leader 2; six resources 1.
    assert points(game, "A") == 27 + 2 + 2 + 1


@pytest.mark.parametrize(("token", "colour"), list(DISCARD_TOKENS.items()))
def test_10_4_a_colour_that_has_left_the_grid_is_a_loss(token: int, colour: str) -> None:
    for left in (1, 2):
        piles: Json = {f"{colour}1": [], f"{colour}2": [], f"{colour}3": pile(f"{colour}3")[:left]}
        game = after_turn(token, 71, grid=piles)
        assert winners(game) == ""
        assert left_of(game, colour) == 0
    piles = {f"{colour}1": [], f"{colour}2": [], f"{colour}3": pile(f"{colour}3")[:3]}
    assert not after_turn(token, 71, grid=piles).over


def test_10_4_buying_the_last_card_of_a_colour_is_a_loss_at_once() -> None:
    piles: Json = {"green1": [], "green2": [], "green3": [33]}
    game = solo(rich(slots=[[2, 18], [], []], hand=[49]), grid=piles, lorenzo={"cross": 0, "stack": [69]})
    game.perform(buy(33))
    assert winners(game) == ""
    assert stack(game) == [69]
    assert refused(game, put_away(49)) == "game_over"


def test_10_4_cards_bought_and_discarded_count_together() -> None:
    # Four green cards are in the slots, six were discarded, the last two go now.
    piles: Json = {"green1": [], "green2": [], "green3": [41, 45]}
    game = after_turn(66, 71, grid=piles, board={"slots": [[1, 17, 33], [5], []]})
    assert winners(game) == ""


def test_10_4_an_emptied_pile_is_no_loss() -> None:
    game = after_turn(66, 71, grid={"green1": [1, 5]})
    assert grid(game, "green1") == []
    assert not game.over


@pytest.mark.parametrize("token", [69, 70])
def test_10_4_the_black_cross_on_24_is_a_loss(token: int) -> None:
    for start in (22, 23):
        game = after_turn(token, 71, cross=start)
        assert winners(game) == ""
        assert cross(game) == 24
        # Report 3 is still made.
        assert tiles(game)[2] == "gone"


def test_10_4_the_shuffle_token_may_bring_the_loss() -> None:
    game = after_turn(71, cross=23)
    assert winners(game) == ""


def test_10_4_the_black_cross_on_23_is_no_loss() -> None:
    assert not after_turn(69, 71, cross=21).over


def test_10_4_ones_own_discards_may_bring_the_loss() -> None:
    game = solo({"hand": [49]}, lorenzo={"cross": 22, "stack": [69]})
    game.perform(take("row 0", discard="2 servant, shield"))
    assert winners(game) == ""
    assert cross(game) == 24
    assert stack(game) == [69]


def test_10_4_the_player_at_24_before_the_black_cross_has_won() -> None:
    # The red marble brings the player to 24 before the discard brings the cross there (§4.1, ruling 2).
    game = solo({"faith": 23}, lorenzo={"cross": 23, "stack": [69]})
    game.perform(take("row 1", discard="stone"))
    assert winners(game) == "A"


def test_10_4_nothing_can_be_done_after_a_loss() -> None:
    game = after_turn(69, 71, cross=22, board=rich(hand=[54]))
    assert game.legal_actions() == []
    for action in (play(54), put_away(54), END_TURN, produce("basic", basic=("2 coin", "stone"))):
        assert refused(game, action) == "game_over"


def test_10_2_a_thin_grid_loses_cards_level_by_level() -> None:
    game = after_turn(68, 71, grid=THIN)
    assert [len(grid(game, f"yellow{level}")) for level in LEVELS] == [0, 0, 1]
    assert [left_of(game, colour) for colour in ("green", "blue", "purple")] == [3, 3, 3]
