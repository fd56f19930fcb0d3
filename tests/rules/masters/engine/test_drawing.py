"""The table in text: everything that matters is there, and it fits."""

import pytest

from ludoteca.rules.masters import register
from ludoteca.rules.masters.notation import cards, reading
from ludoteca.rules.masters.text import drawing

from .walks import lively, load, new


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_games_are_drawn_within_100_columns(players: int) -> None:
    for seed in range(2):
        for number, (game, action) in enumerate(lively(players, seed, rich=True)):
            if number % 7 and action >= 0:
                continue
            for text in (str(game), *(drawing.draw(game.view(seat)) for seat in (None, 0))):
                assert max(map(len, text.splitlines())) <= drawing.WIDTH
                assert text.startswith("Masters of Renaissance")


def test_a_board_is_drawn_with_what_lies_on_it() -> None:
    board = {
        "faith": 12,
        "tiles": ["up", "down", "down"],
        "warehouse": {"1": {"coin": 1}, "3": {"stone": 2}},
        "leader_depots": {"servant": 1},
        "strongbox": {"shield": 3},
        "slots": [[1, 17], [2], []],
        "played": [54],
        "hand": [60],
    }
    game = load({"game": "masters", "players": {"A": board, "B": {}}, "last_round": True})
    text = str(game)
    assert "the last round. It is A's turn." in text
    assert "> A   faith 12 (6 points), tiles 2 up, 3 down, 4 down" in text
    assert "warehouse   1: 1 coin   2: -   3: 2 stone   strongbox: 3 shield" in text
    assert "leader depots   1 servant" in text
    assert "slots   1: 1 17 (1st > 2fa)   2: 2 (1st > 1fa)   3: -" in text
    assert "in play: 54 extra depot servant; in hand: 60 white marble coin" in text
    assert "in hand: 1" in drawing.draw(game.view(1))
    assert "60" not in drawing.draw(game.view(1))


def test_an_empty_pile_is_a_dash() -> None:
    grid: dict[str, list[int]] = {"green3": [], "blue3": []}
    game = load({"game": "masters", "players": {"A": {}}, "grid": grid, "lorenzo": {"cross": 3, "stack": [65]}})
    for text in (str(game), drawing.draw(game.view(0))):
        assert "III   -                      -                      36: 9 points, 4 left" in text
        assert "Lorenzo: black cross on 3, 1 tokens left" in text


def test_the_set_up_and_the_middle_of_an_action_are_said() -> None:
    game = new(2, 1)
    assert "A keeps two of four leaders." in str(game)
    assert "to choose from: 4" in drawing.draw(game.view(1))
    board = {"pending_resources": 2}
    assert "B chooses 2 free resources." in str(load({"game": "masters", "players": {"A": {}, "B": board}}))
    game = load({"game": "masters"})
    game.perform({"do": "choose", "what": "line", "value": "row 0"})
    assert "A is in the middle of: take market." in str(game)
    assert "A may end the turn." in str(load({"game": "masters", "main_action_done": True}))


def test_the_end_is_drawn_with_the_points() -> None:
    boards = {"A": {"faith": 24}, "B": {"faith": 24}, "C": {"slots": [[1], [], []]}}
    text = str(load({"game": "masters", "players": boards, "over": True}))
    assert "A and B win." in text
    assert "C  1      0      0      0        0          1" in text
    assert "Lorenzo wins: the game is lost." in str(load({"game": "masters", "players": {"A": {}}, "over": True}))
    assert "A wins." in str(load({"game": "masters", "players": {"A": {"faith": 24}}, "over": True}))


def test_the_largest_cards_there_may_be_are_wrapped() -> None:
    described = cards.shipped()
    for card in described["development_cards"]:
        card["cost"] = dict.fromkeys(("coin", "stone", "servant", "shield"), 9)
        card["production"] = {"in": card["cost"], "out": card["cost"] | {"faith": 9}}
    register("large", described)
    text = str(load({"game": "masters", "cards": "large"}))
    assert max(map(len, text.splitlines())) <= drawing.WIDTH
    cards._sets.pop("large")


def test_a_position_with_an_unknown_card_set_is_drawn_with_the_standard_one() -> None:
    position = load({"game": "masters"}).position() | {"cards": "lost"}
    assert reading.card_set(position) is cards.standard()
    assert "Masters of Renaissance for 2" in drawing.draw(position)
