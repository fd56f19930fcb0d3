"""Thinking about views."""

from random import Random
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.search.searcher import Searcher

from .tables import KINDS, at_any_moment, network


def searcher(game: rules.Game, **settings: Any) -> Searcher:
    return Searcher(game.name, network(game.name), **settings)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_games_are_played_to_their_end(kind: tuple[str, int, dict[str, Any]]) -> None:
    name, players, options = kind
    game = rules.new(name, players=players, seed=3, **options)
    minds = [searcher(game) for _ in range(players)]
    while not game.over:
        thought = minds[game.seat].think(game.view(game.seat), seed=1, iterations=4)
        assert thought.seat == game.seat
        game.apply(thought.decision)


def test_the_same_seed_and_iterations_give_the_same_thought() -> None:
    game = at_any_moment(Random(1), KINDS[1])
    for threads in (1, 2):
        thoughts = [
            searcher(game, threads=threads).think(game.view(game.seat), seed=7, iterations=100) for _ in range(2)
        ]
        assert thoughts[0].options == thoughts[1].options
        assert thoughts[0].line == thoughts[1].line
        assert thoughts[0].chances == thoughts[1].chances
        assert thoughts[0].iterations == 100


def test_options_come_best_first_and_the_line_can_be_played() -> None:
    chance = Random(2)
    for kind in KINDS:
        game = at_any_moment(chance, kind)
        thought = searcher(game).think(game.view(game.seat), seed=7, iterations=150)
        visits = [option.visits for option in thought.options]
        assert visits == sorted(visits, reverse=True)
        assert thought.line[0] == thought.decision == thought.options[0].decision
        assert thought.decision in game.legal_actions()
        assert len(thought.chances) == game.players
        trial = rules.imagine(game.view(game.seat))
        for decision in thought.line:
            trial.apply(decision)


def test_a_decision_without_alternative_is_not_thought_about() -> None:
    game = rules.new("masters", players=2, seed=3)
    mind = searcher(game)
    while True:
        thought = mind.think(game.view(game.seat), seed=1, iterations=4)
        if len(thought.options) == 1:
            break
        game.apply(thought.decision)
    assert thought.iterations == 0
    assert thought.line == (thought.decision,)


def test_what_was_thought_is_kept_within_a_turn() -> None:
    game = rules.load({"game": "eriantys", "phase": "action", "boards": {"A": {"entrance": {"red": 3, "blue": 4}}}})
    mind = searcher(game)
    first = mind.think(game.view(0), seed=1, iterations=300)
    game.apply(first.decision)
    again = mind.think(game.view(0), seed=2, iterations=10)
    assert sum(option.visits for option in again.options) > 10
    mind.forget()
    anew = mind.think(game.view(0), seed=2, iterations=10)
    assert sum(option.visits for option in anew.options) < 10


def test_time_is_a_limit() -> None:
    game = rules.new("masters", players=2, seed=3)
    thought = searcher(game).think(game.view(0), seed=1, seconds=0.0)
    assert thought.iterations == 64
    assert searcher(game).think(game.view(0), seed=1, seconds=60.0, iterations=90).iterations == 90
    with pytest.raises(ValueError, match="needs a limit"):
        searcher(game).think(game.view(0), seed=1)


def test_a_searcher_cannot_reach_the_game_whose_view_it_is_handed() -> None:
    """Nothing that it keeps is an object of that game, nor knows a card that the seat has not seen."""
    game = rules.new("masters", players=3, seed=11)
    mind = searcher(game)
    mind.think(game.view(0), seed=1, iterations=50)
    assert mind.expected is not None
    imagined = mind.expected[0]
    assert imagined.core is not game.core
    other = game.redeal(0, 5)
    twin = searcher(other)
    twin.think(other.view(0), seed=1, iterations=50)
    assert twin.expected is not None
    assert twin.expected[0].position() == imagined.position()
