"""What holds for every bot, in every game and at every number of players."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from ludoteca import rules
from ludoteca.bots import BOTS, STAND_IN, Bot
from ludoteca.bots.levels import LEVELS

from .games import VARIANTS, moments, new, unfinished

ENOUGH = 30  # decisions: two or three rounds
SLOW = ("level-6", "level-7", "level-8")  # they think until their time is over, above all where nothing is compiled
ITERATIONS = 50 if rules.compiled else 3
THINKING = LEVELS["level-7"].limited(ITERATIONS, None).bot
KINDS = (BOTS["random"], BOTS["greedy"], BOTS["level-1"], BOTS["level-4"], THINKING)  # without limits of time
EVERY_BOT = pytest.mark.parametrize("bot", KINDS, ids=lambda bot: bot.name)


def test_the_levels_come_first_and_the_weakest_of_them_before() -> None:
    assert list(BOTS) == [*(f"level-{number}" for number in range(1, 9)), "random", "greedy"]


@pytest.mark.parametrize("bot", BOTS.values(), ids=list(BOTS))
def test_people_are_told_what_it_is_like(bot: Bot) -> None:
    assert BOTS[bot.name] is bot
    assert bot.words[0].isupper()
    assert bot.words.endswith(".")


@EVERY_BOT
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_decision_is_legal_and_the_game_ends(bot: Bot, variant: str) -> None:
    game = new(variant, seed=3)
    others = dict.fromkeys(range(1, game.players), BOTS["random"])
    for now, _, action in moments(game, {0: bot, **others}, seed=3):
        assert action in now.legal_actions()
    assert game.over


@EVERY_BOT
@pytest.mark.parametrize("variant", ["eriantys-2-expert", "masters-3"])
def test_the_view_it_is_given_stays_as_it_was(bot: Bot, variant: str) -> None:
    game = new(variant, seed=5)
    looked = 0
    while looked < ENOUGH:
        action = BOTS["random"].choose(game, looked)
        if len(game.legal_actions()) > 1:
            view, before = game.view(game.seat), json.dumps(game.view(game.seat))
            bot.decide(view, looked, 60.0)
            assert json.dumps(view) == before
            looked += 1
        game.apply(action)


@EVERY_BOT
@pytest.mark.parametrize("variant", ["eriantys-3-expert", "masters-2"])
def test_the_same_view_and_seed_give_the_same_decision(bot: Bot, variant: str) -> None:
    """Whatever the seat cannot see, and although it was sent as JSON."""
    game = new(variant, seed=8)
    whole_table = dict.fromkeys(range(game.players), bot)
    for now, luck, action in islice(moments(game, whole_table, seed=8), ENOUGH):
        sent = json.dumps(now.redeal(now.seat, luck).view(now.seat))
        assert bot.decide(json.loads(sent), luck, 60.0) == action


@pytest.mark.parametrize("bot", [*BOTS.values(), STAND_IN], ids=lambda bot: bot.name)
@pytest.mark.parametrize("variant", ["eriantys-2", "masters-1"])
def test_however_little_time_it_has_it_decides(bot: Bot, variant: str) -> None:
    game = new(variant, seed=2)
    assert bot.choose(game, 1, seconds=0.0) in game.legal_actions()


def test_chance_knows_no_favourites() -> None:
    game = new("eriantys-2", seed=1)
    assert {BOTS["random"].choose(game, seed) for seed in range(200)} == set(game.legal_actions())


@EVERY_BOT
def test_what_a_person_left_unfinished_is_finished(bot: Bot) -> None:
    """A bot may be asked in the middle of anything: it then goes on from there."""
    game = new("masters-2", seed=2)
    chance = iter(range(10_000))
    begun_actions = 0
    while not game.over and begun_actions < ENOUGH:
        for action in game.legal_actions():  # whatever somebody may have begun
            begun = game.clone()
            begun.apply(action)
            if unfinished(begun):
                begun_actions += 1
                finished_by(bot, begun, seed=next(chance))
        game.apply(BOTS["greedy"].choose(game, next(chance)))
    assert begun_actions >= ENOUGH


def finished_by(bot: Bot, game: rules.Game, seed: int) -> None:
    for more in range(100):
        if not unfinished(game):
            return
        game.apply(bot.choose(game, seed + more))
    raise AssertionError("The action has no end.")
