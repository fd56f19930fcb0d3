"""§1 and §2: components and set-up."""

from collections import Counter
from itertools import combinations

import pytest

from ludoteca import rules

from .cards import LEADERS, MARBLES, PILES, SECTIONS, pile
from .positions import (
    END_TURN,
    Game,
    Json,
    board,
    current,
    faiths,
    grid,
    hand,
    initial,
    keep,
    layout,
    letters,
    main_action_done,
    play,
    put_away,
    rearrange,
    refused,
    stored,
    strongbox,
    take,
    turn,
)

SEEDS = range(6)


def fresh(players: int = 4, seed: int = 1) -> Game:
    return rules.new("masters", players=players, seed=seed)


def marbles(game: Game) -> list[str]:
    market = game.position()["market"]
    return [*" ".join(market["rows"]).split(), market["slide"]]


def dealt(game: Game, player: str) -> list[int]:
    cards: list[int] = board(game, player)["dealt"]
    return cards


def choose_leaders(game: Game) -> None:
    """Everybody keeps the first two leaders of those dealt."""
    for player in letters(game.players):
        game.perform(keep(*dealt(game, player)[:2]))


def dealing(player: str = "A", *cards: int, players: int = 2) -> Game:
    """A set-up in which only this player has still to keep two of his leaders."""
    boards: Json = {player: {"dealt": list(cards or (49, 53, 57, 61))}}
    return turn(players=players, boards=boards)


def receiving(player: str, number: int, players: int = 4) -> Game:
    """A set-up in which only this player has still to choose his free resources."""
    return turn(players=players, boards={player: {"pending_resources": number}})


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_1_the_grid_has_48_cards_in_twelve_piles_of_four(players: int) -> None:
    piles = fresh(players).position()["grid"]
    assert sorted(piles) == sorted(PILES)
    for name in PILES:
        assert sorted(piles[name]) == pile(name)
        assert len(piles[name]) == 4


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_1_the_market_has_thirteen_marbles(players: int) -> None:
    for seed in SEEDS:
        game = fresh(players, seed)
        assert Counter(marbles(game)) == MARBLES
        assert [len(row.split()) for row in game.position()["market"]["rows"]] == [4, 4, 4]


def test_1_there_are_sixteen_leaders_four_for_each_of_four_players() -> None:
    game = fresh(4)
    cards = [card for player in "ABCD" for card in dealt(game, player)]
    assert sorted(cards) == sorted(LEADERS)


def test_1_every_player_has_three_tiles_and_an_empty_board() -> None:
    game = fresh(4)
    for player in "ABCD":
        assert board(game, player)["tiles"] == ["down"] * len(SECTIONS)
        assert stored(game, player) == layout()
        assert strongbox(game, player) == {}
        assert board(game, player)["slots"] == [[], [], []]


def test_1_there_are_one_to_four_players() -> None:
    for players in (0, 5, -1):
        with pytest.raises(rules.InvalidPosition):
            fresh(players)


def test_2_the_marbles_are_shuffled() -> None:
    assert len({"".join(marbles(fresh(seed=seed))) for seed in SEEDS}) > 1
    # Every colour comes to lie on the slide sooner or later.
    assert {fresh(1, seed).position()["market"]["slide"] for seed in range(150)} == set(MARBLES)


def test_2_every_pile_is_shuffled_by_itself() -> None:
    for name in PILES:
        orders = {tuple(grid(fresh(1, seed), name)) for seed in range(12)}
        assert len(orders) > 1
    # The order of one pile does not tell that of another.
    positions = [[pile(name).index(card) for card in grid(fresh(1, 3), name)] for name in PILES]
    assert len({tuple(order) for order in positions}) > 1


def test_2_only_the_top_card_of_a_pile_is_visible() -> None:
    game = fresh(2)
    for seat in (0, 1, None):
        for name in PILES:
            assert game.view(seat)["grid"][name] == {"top": grid(game, name)[0], "size": 4}


def test_2_four_different_leaders_are_dealt_to_each_player() -> None:
    for players in (1, 2, 3, 4):
        game = fresh(players)
        hands = [dealt(game, player) for player in letters(players)]
        assert [len(cards) for cards in hands] == [4] * players
        assert len({card for cards in hands for card in cards}) == 4 * players


def test_2_the_deal_depends_on_the_seed_alone() -> None:
    assert fresh(4, 5).position() == fresh(4, 5).position()
    assert len({tuple(sorted(dealt(fresh(4, seed), "A"))) for seed in SEEDS}) > 1


def test_2_each_player_keeps_two_of_the_four_leaders_in_turn_order() -> None:
    game = fresh(4)
    for player in "ABCD":
        assert current(game) == player
        cards = dealt(game, player)
        game.perform(keep(cards[3], cards[1]))
        assert hand(game, player) == sorted([cards[1], cards[3]])
        assert sorted(board(game, player)["gone"]) == sorted([cards[0], cards[2]])
        assert "dealt" not in board(game, player) or not dealt(game, player)


@pytest.mark.parametrize("pair", list(combinations((49, 53, 57, 61), 2)))
def test_2_any_two_of_the_four_may_be_kept(pair: tuple[int, int]) -> None:
    game = dealing()
    game.perform(keep(*pair))
    assert hand(game) == list(pair)
    assert sorted([*pair, *board(game)["gone"]]) == [49, 53, 57, 61]


@pytest.mark.parametrize("cards", [(), (49,), (49, 53, 57), (49, 53, 57, 61), (49, 49)])
def test_2_neither_more_nor_fewer_than_two_leaders_are_kept(cards: tuple[int, ...]) -> None:
    assert refused(dealing(), keep(*cards)) == "keep_two"


def test_2_only_dealt_leaders_can_be_kept() -> None:
    assert refused(dealing(), keep(49, 50)) == "leader_not_in_hand"
    assert refused(dealing(), keep(1, 2)) == "leader_not_in_hand"


def test_2_rejecting_leaders_gives_no_faith() -> None:
    game = fresh(2)
    choose_leaders(game)
    assert faiths(game) == [0, 0]


def test_2_nothing_else_can_be_done_before_the_leaders_are_chosen() -> None:
    for action in (take("row 0", discard="2 servant, shield"), END_TURN, play(49), put_away(49)):
        assert refused(dealing(), action) == "wrong_phase"


def test_2_leaders_are_chosen_once() -> None:
    game = dealing()
    game.perform(keep(49, 53))
    assert refused(game, keep(49, 53)) == "wrong_phase"


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_2_free_resources_and_faith_by_seat(players: int) -> None:
    game = fresh(players)
    choose_leaders(game)
    pending = [board(game, player).get("pending_resources", 0) for player in letters(players)]
    assert pending == [0, 1, 1, 2][:players]
    if players > 1:
        assert current(game) == "B"
        game.perform(initial(layout("coin")))
    if players > 2:
        assert current(game) == "C"
        game.perform(initial(layout("", "stone")))
    if players > 3:
        assert current(game) == "D"
        game.perform(initial(layout("coin", "", "shield")))
    expected = [layout(), layout("coin"), layout("", "stone"), layout("coin", "", "shield")]
    assert [stored(game, player) for player in letters(players)] == expected[:players]
    assert faiths(game) == [0, 0, 1, 1][:players]
    assert not any(board(game, player).get("pending_resources", 0) for player in letters(players))


def test_2_the_first_player_begins() -> None:
    game = fresh(2)
    choose_leaders(game)
    assert refused(game, take("row 0", discard="coin") | {"by": "A"}) == "not_your_turn"
    game.perform(initial(layout("coin")))
    assert current(game) == "A"
    assert game.position()["current"] == "A"
    assert main_action_done(game) is False


def test_2_nothing_else_can_be_done_before_the_resources_are_chosen() -> None:
    game = receiving("B", 1)
    for action in (take("row 0", discard="2 servant, shield"), END_TURN, rearrange(layout())):
        assert refused(game, action) == "wrong_phase"


def test_2_free_resources_go_to_the_warehouse_not_to_the_strongbox() -> None:
    game = receiving("B", 1)
    assert refused(game, initial({"strongbox": {"coin": 1}})) == "malformed"
    game.perform(initial(layout("", "", "coin")))
    assert strongbox(game, "B") == {}


def test_2_in_play_there_are_no_free_resources() -> None:
    assert refused(turn(), initial(layout("coin"))) == "wrong_phase"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_2_play_is_clockwise(players: int) -> None:
    game = turn(players=players)
    for player in letters(players) * 2:
        assert current(game) == player
        game.perform(take("column 0", discard=_yield_of_column_0(game)))
        game.perform(END_TURN)


def _yield_of_column_0(game: Game) -> str:
    names = {"B": "shield", "G": "stone", "Y": "coin", "P": "servant"}
    marbles_there = [row.split()[0] for row in game.position()["market"]["rows"]]
    counted = Counter(names[marble] for marble in marbles_there if marble in names)
    return ", ".join(f"{count} {name}" for name, count in counted.items())
