"""The greedy bot: it wins, it takes what is offered, and it finishes what it begins."""

from __future__ import annotations

from random import Random

import pytest

from ludoteca import rules
from ludoteca.bots import BOTS
from tests.rules.eriantys import positions as eriantys
from tests.rules.masters import positions as masters

from .games import moments, new, play, unfinished

GREEDY, RANDOM = BOTS["greedy"], BOTS["random"]
SEEDS = range(3)  # for luck: no win may depend on it
DEALS = 10 if rules.compiled else 1  # both forms play the same games, one of them slowly


@pytest.mark.parametrize("variant", ["eriantys-2", "eriantys-2-expert", "masters-2"])
def test_it_beats_chance(variant: str) -> None:
    """Each deal is played from both seats. The seeds are fixed, so this is the same every time."""
    won = 0
    for seed in range(DEALS):
        for seat in range(2):
            game = play(new(variant, seed), {seat: GREEDY, 1 - seat: RANDOM}, seed)
            won += game.winners == {seat}
    assert won >= 0.95 * 2 * DEALS


@pytest.mark.parametrize("variant", ["eriantys-3", "masters-4"])
def test_it_wins_more_than_its_share_in_company(variant: str) -> None:
    won = 0
    for seat in range(3):
        game = new(variant, seed=seat)
        bots = dict.fromkeys(range(game.players), RANDOM) | {seat: GREEDY}
        won += play(game, bots, seed=seat).winners == {seat}
    assert won == 3


def test_it_beats_lorenzo_more_often_than_not() -> None:
    won = sum(play(new("masters-1", seed), {0: GREEDY}, seed).winners == {0} for seed in range(DEALS))
    assert won >= 0.7 * DEALS


def decided(game: rules.Game, seed: int) -> rules.Game:
    """The game after the greedy bot has finished its turn, or has won."""
    seat = game.seat
    chance = Random(seed)
    ended = False
    while game.seat == seat and not ended:
        action = GREEDY.choose(game, chance.getrandbits(64))
        ended = game.describe(action)["do"] == "end_turn"
        game.apply(action)
    return game


@pytest.mark.parametrize("seed", SEEDS)
def test_it_builds_its_last_tower(seed: int) -> None:
    """Of the tiles within reach the second one wins, the third one would go to the rival."""
    game = eriantys.mother_nature_step(
        groups=[[4, 5, 6, 7], [9, 10, 11]],
        islands=eriantys.owned("white", 4, 9) | {"2": {"students": {"red": 1}}, "3": {"students": {"blue": 1}}},
        mother_nature=1,
        boards={"A": eriantys.holding("red"), "B": eriantys.holding("blue")},
    )
    game = decided(game, seed)
    assert game.winners == {0}


@pytest.mark.parametrize("seed", SEEDS)
def test_it_lays_the_student_that_wins(seed: int) -> None:
    """The last tower needs a red student where mother nature can go: the first student moved must not be wasted."""
    game = eriantys.turn(
        groups=[[4, 5, 6, 7], [9, 10, 11]],
        islands=eriantys.owned("white", 4, 9),
        mother_nature=1,
        boards={"A": eriantys.holding("red", entrance={"red": 1, "green": 3, "blue": 3})},
    )
    game = decided(game, seed)
    assert game.winners == {0}


@pytest.mark.parametrize("seed", SEEDS)
def test_it_uses_the_character_that_wins(seed: int) -> None:
    """Mother nature cannot come to tile 8 this turn. The herald (§11.3) resolves it where it is."""
    game = eriantys.turn(
        expert=True,
        characters={"3": {}, "2": {}, "4": {}},
        groups=[[4, 5, 6, 7], [9, 10, 11]],
        islands=eriantys.owned("white", 4, 9) | {"8": {"students": {"red": 2}}},
        mother_nature=9,
        assistants={"A": 1, "B": 10},
        boards={"A": eriantys.holding("red", coins=3, entrance={"green": 4, "blue": 3})},
    )
    game = decided(game, seed)
    assert game.winners == {0}


@pytest.mark.parametrize("seed", SEEDS)
def test_it_buys_the_seventh_card_against_lorenzo(seed: int) -> None:
    game = masters.solo(masters.rich(slots=masters.six_cards()))
    game = decided(game, seed)
    assert game.winners == {0}


def test_it_rearranges_only_to_make_room() -> None:
    """Whoever rearranges stores something in the same action, so nobody can go on rearranging for ever."""
    rearranged = 0
    made_room = False
    game = new("masters-2", seed=4)
    for seen, _, action in moments(game, {0: GREEDY, 1: GREEDY}, seed=4):
        what = seen.describe(action).get("what", "")
        if what == "layout":
            assert unfinished(seen)
            assert not made_room
            if rearranged == 3:
                return
            rearranged += 1
            made_room = True
        elif not what.startswith("depot_"):
            assert not made_room or seen.describe(action)["value"] != "discard"
            made_room = False
    raise AssertionError(f"It rearranged {rearranged} times only.")
