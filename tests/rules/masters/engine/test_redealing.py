"""Redealing: what a seat knows stays, everything else may be anything that fits."""

import json
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from ludoteca.rules.contract import Event
from ludoteca.rules.masters.engine import const

from .walks import Game, choose, lively, load, new


def parts_hidden(game: Game, seat: int | None) -> str:
    position = game.position()
    for number, board in enumerate(position["players"].values()):
        if number == seat:
            board |= {"hand": [], "dealt": [], "gone": []}
    boards = [[board[key] for key in ("hand", "dealt", "gone")] for board in position["players"].values()]
    return json.dumps([boards, position["grid"], position.get("lorenzo")])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_redeal_is_a_legal_game_that_looks_the_same(players: int) -> None:
    for number, (game, action) in enumerate(lively(players, 3)):
        if number > 12 and number % 5:
            continue
        for seat in (None, *range(players)):
            twin = game.redeal(seat, 77)
            assert json.dumps(twin.view(seat)) == json.dumps(game.view(seat))
            assert load(twin.position()) == twin
            assert twin.seat == game.seat
            if seat == game.seat and action >= 0:
                assert [twin.describe(a) for a in twin.legal_actions()] == [
                    game.describe(a) for a in game.legal_actions()
                ]


def listener(log: list[str], seat: int | None) -> Callable[[Event], None]:
    return lambda event: log.append(repr(event.told_to(seat)))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_two_games_that_look_the_same_stay_so_until_something_is_turned_up(players: int) -> None:
    compared = 0
    for seed in range(30):
        chance = Random(seed)
        game = new(players, seed)
        for _ in range(chance.randrange(80)):
            if not game.over:
                game.apply(choose(game, chance))
        seat = chance.choice([None, *range(players)])
        twin = game.redeal(seat, seed + 1000)
        heard: tuple[list[str], list[str]] = ([], [])
        for one, log in zip((game, twin), heard, strict=True):
            one.recorder = listener(log, seat)
        for _ in range(40):
            if game.over or not set(game.legal_actions()) & set(twin.legal_actions()):
                break
            action = choose(game, chance)
            if action not in twin.legal_actions():
                break
            if const.BUY <= action < const.PRODUCE or const.PLAY_LEADER <= action < const.DISCARD_LEADER:
                break  # turns up a card or a leader
            if action == const.END_TURN and players == 1:
                break  # turns up a token
            said = [one.describe_to(action, seat) for one in (game, twin)]
            game.apply(action)
            twin.apply(action)
            assert said[0] == said[1]
            assert heard[0] == heard[1]
            assert json.dumps(game.view(seat)) == json.dumps(twin.view(seat))
            compared += 1
    assert compared > 100


def test_every_unseen_leader_may_be_in_another_hand() -> None:
    boards = {"A": {"hand": [49, 50], "gone": [51]}, "B": {"hand": [61], "played": [53], "gone": [62]}, "C": {}}
    game = load({"game": "masters", "players": boards})
    hands: Counter[int] = Counter()
    for seed in range(600):
        board = game.redeal(0, seed).position()["players"]
        assert board["A"]["hand"] == [49, 50]
        assert board["A"]["gone"] == [51]
        assert board["B"]["played"] == [53]
        assert len(board["B"]["gone"]) == 1
        hands.update(board["B"]["hand"])
    assert set(hands) == set(range(49, 65)) - {49, 50, 51, 53}
    assert min(hands.values()) > 20


def test_piles_keep_their_top_cards_and_the_stack_its_tokens() -> None:
    game = load({"game": "masters", "players": {"A": {}}, "lorenzo": {"stack": [70, 65, 71]}})
    orders, stacks = Counter(), Counter()  # type: ignore[var-annotated]
    for seed in range(200):
        position = game.redeal(0, seed).position()
        assert position["grid"]["blue2"][0] == 19
        orders[tuple(position["grid"]["blue2"])] += 1
        stacks[tuple(position["lorenzo"]["stack"])] += 1
    assert len(orders) == len(stacks) == 6
    assert {tuple(sorted(stack)) for stack in stacks} == {(65, 70, 71)}


def test_the_coming_draws_are_others() -> None:
    game = new(1, 4)
    twin = game.redeal(0, 5)
    assert twin.position()["draws"] == game.position()["draws"]
    assert parts_hidden(game, 0) != parts_hidden(twin, 0)
    assert twin.position()["seed"] == 5


def test_in_the_middle_of_keeping_others_see_only_that() -> None:
    game = new(2, 6)
    game.apply(const.KEEP + 1)
    assert game.view(1)["unfinished"] == game.view(None)["unfinished"]
    assert game.view(1)["unfinished"] == {"action": {"do": "keep_leaders"}, "decisions": 1}
    assert game.view(0)["unfinished"] == game.position()["unfinished"]
