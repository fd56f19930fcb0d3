"""Positions and actions of the notation: defaults, round trips, small decisions as `choose`."""

import json
from collections import Counter
from random import Random

import pytest

from ludoteca import rules

from . import tables
from .cards import PILES, TOKENS, pile
from .positions import (
    END_TURN,
    MARKET,
    Game,
    Json,
    board,
    buy,
    current,
    hand,
    layout,
    payment,
    perform,
    produce,
    rearrange,
    refused,
    rich,
    stored,
    strongbox,
    take,
    turn,
)


def at_some_moment(chance: Random, players: int) -> Game:
    """A game at any moment, in the middle of an action too."""
    game = rules.load(tables.by_chance(chance, players))
    if chance.random() < 0.2:
        game = rules.new("masters", players=players, seed=chance.getrandbits(32))
    for _ in range(chance.randrange(8)):
        if not game.over:
            game.apply(chance.choice(game.legal_actions()))
    return game


def descriptions(game: Game) -> dict[str, int]:
    return {json.dumps(game.describe(decision)): decision for decision in game.legal_actions()}


def test_defaults_of_a_position() -> None:
    game = rules.load({"game": "masters", "players": {"A": {}, "B": {}}})
    position = game.position()
    assert position["market"] == MARKET
    assert position["grid"] == {name: pile(name) for name in PILES}
    assert (position["seed"], position["draws"]) == (0, 0)
    assert position["current"] == "A"
    assert [position[flag] for flag in ("main_action_done", "last_round", "over")] == [False, False, False]
    assert "unfinished" not in position
    assert "lorenzo" not in position
    for player in "AB":
        assert board(game, player)["faith"] == 0
        assert board(game, player)["tiles"] == ["down", "down", "down"]
        assert board(game, player)["slots"] == [[], [], []]
        assert stored(game, player) == layout()
        assert strongbox(game, player) == {}
        assert hand(game, player) == []


def test_defaults_of_lorenzo() -> None:
    lorenzo = rules.load({"game": "masters", "players": {"A": {}}}).position()["lorenzo"]
    assert lorenzo["cross"] == 0
    assert Counter(lorenzo["stack"]) == Counter(TOKENS)


def test_piles_not_named_take_their_default_without_the_cards_in_slots() -> None:
    game = turn(boards={"B": {"slots": [[1], [9], []]}}, grid={"blue1": [15, 11, 7, 3]})
    assert game.position()["grid"]["green1"] == [5, 13]
    assert game.position()["grid"]["blue1"] == [15, 11, 7, 3]
    assert game.position()["grid"]["yellow1"] == pile("yellow1")


@pytest.mark.parametrize("first", [None, 0, "A"])
def test_the_first_player_is_a(first: int | str | None) -> None:
    assert current(rules.new("masters", players=3, seed=1, first=first)) == "A"


@pytest.mark.parametrize("first", [1, "B", "D", "a", True, False, -1, 2.0])
def test_nobody_else_is_first(first: int | str) -> None:
    with pytest.raises(rules.InvalidPosition) as refusal:
        rules.new("masters", players=3, seed=1, first=first)
    assert refusal.value.field == "first"


def test_numbers_as_keys_may_be_numbers_or_text() -> None:
    for one, two in ((1, 2), ("1", "2")):
        game = turn(boards={"A": rich(played=[64]) | {"warehouse": {one: {"coin": 1}}}})
        game.perform(rearrange({"warehouse": {two: {"coin": 1}}}))
        game.perform(produce("leader:64", leader_out={"64": "stone"}, pay={"warehouse": {two: {"coin": 1}}}))
        assert strongbox(game)["stone"] == 21
    game = turn(boards={"A": rich(played=[64])})
    action: Json = {"do": "produce", "powers": ["leader:64"], "leader_out": {64: "stone"}}
    game.perform(action)
    assert strongbox(game)["stone"] == 21


def test_a_layout_need_not_name_empty_depots() -> None:
    game = turn(boards={"A": layout("coin", "2 stone")})
    game.perform(rearrange({"warehouse": {"1": {"coin": 1}, "3": {"stone": 2}}}))
    assert stored(game) == layout("coin", "", "2 stone")


def test_a_payment_need_not_name_every_store() -> None:
    game = turn(boards={"A": {"strongbox": {"shield": 2}}})
    game.perform(buy(1, 1, {"strongbox": {"shield": 2}}))
    assert strongbox(game) == {}


def test_a_position_is_canonical() -> None:
    # Two ways to the same table.
    one = turn(boards={"A": layout("coin", "stone")})
    other = turn(boards={"A": layout("stone", "", "coin")})
    other.perform(rearrange(layout("coin", "stone")))
    assert json.dumps(one.position()) == json.dumps(other.position())
    assert one == other


@pytest.mark.parametrize("seed", range(40))
def test_a_position_gives_the_same_game_back(seed: int) -> None:
    chance = Random(seed)
    game = at_some_moment(chance, seed % 4 + 1)
    twin = rules.load(json.loads(json.dumps(game.position())))
    # Both go on identically, what is drawn included.
    for _ in range(40):
        assert twin.position() == game.position()
        assert (twin.seat, twin.over, twin.winners) == (game.seat, game.over, game.winners)
        assert descriptions(twin) == descriptions(game)
        if game.over:
            break
        decision = chance.choice(game.legal_actions())
        game.apply(decision)
        twin.apply(decision)


@pytest.mark.parametrize("seed", range(40))
def test_every_decision_is_described_and_understood(seed: int) -> None:
    game = at_some_moment(Random(seed), seed % 4 + 1)
    before = game.position()
    described = descriptions(game)
    assert len(described) == len(game.legal_actions())
    for text, decision in described.items():
        action = json.loads(text)
        assert action["by"] == current(game)
        assert game.parse(action) == [decision]
        by_name, by_number = game.clone(), game.clone()
        assert by_name.perform(action) == [decision]
        by_number.apply(decision)
        assert by_name == by_number
    assert game.position() == before


def test_choices_of_another_moment_are_refused() -> None:
    chance = Random(4)
    games = [at_some_moment(chance, number % 4 + 1) for number in range(60)]
    pool = sorted({text for game in games for text in descriptions(game) if '"choose"' in text})
    assert len(pool) > 60
    for game in games:
        if game.over:
            continue
        legal = {json.dumps({**json.loads(text), "by": None}) for text in descriptions(game)}
        for text in chance.sample(pool, 25):
            action = json.loads(text)
            if json.dumps(action | {"by": None}) not in legal:
                refused(game, action | {"by": current(game)})


def test_in_the_middle_of_an_action_only_its_choices_are_accepted() -> None:
    game = turn(boards={"A": rich(hand=[54])})
    game.apply(game.parse(take("row 0", layout("shield", "2 servant"), ""))[0])
    for action in (END_TURN, buy(1), produce("basic", basic=("2 coin", "stone")), take("row 1")):
        assert refused(game, action) == "unfinished"


def test_an_unfinished_action_says_what_is_known_of_it() -> None:
    game = turn(boards={"A": rich()})
    decisions = game.parse(take("row 0", layout("shield", "2 servant"), ""))
    for number, decision in enumerate(decisions[:-1], 1):
        game.apply(decision)
        unfinished = game.position()["unfinished"]
        assert unfinished["action"]["do"] == "take_market"
        assert unfinished["action"]["line"] == "row 0"
        assert unfinished["decisions"] == decisions[:number]
    game.apply(decisions[-1])
    assert "unfinished" not in game.position()
    assert stored(game) == layout("shield", "2 servant")


def test_the_small_decisions_of_a_whole_action_may_be_made_one_by_one() -> None:
    board_then = layout("", "2 shield", "", "2 shield") | {"played": [55], "strongbox": {"shield": 2}}
    whole, stepwise = turn(boards={"A": board_then}), turn(boards={"A": board_then})
    action = buy(1, 2, payment({2: "shield"}, "", "shield"))
    decisions = whole.perform(action)
    assert len(decisions) > 1
    for decision in decisions:
        stepwise.perform(stepwise.describe(decision))
    assert whole == stepwise


def test_a_refused_action_leaves_no_trace_of_its_first_decisions() -> None:
    game = turn(boards={"A": rich()})
    told: list[object] = []
    game.recorder = told.append
    refused(game, take("row 1", layout("coin"), ""))
    refused(game, buy(1, 1, payment(strongbox="3 shield")))
    assert told == []
    perform(game, take("row 1", layout("stone"), ""))
    assert told
