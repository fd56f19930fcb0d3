"""The search itself: the same in both forms, blind to what is hidden, and right where the answer is known."""

import json
import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.rules.contract import Game
from ludoteca.search.games import KNOWN
from ludoteca.search.tree import Tree

from .tables import KINDS, at_any_moment, network

Result = tuple[int, int, float, float]


def tree_of(game: Game, nodes: int = 40_000) -> Tree:
    return Tree(game.core.clone(), KNOWN[game.name].judge(network(game.name).twin()), nodes)


def searched(game: Game, iterations: int, seed: int) -> list[Result]:
    tree = tree_of(game)
    tree.run(iterations, seed)
    return tree.results()


def results_of_all_kinds() -> list[list[Result]]:
    found = []
    for kind in KINDS:
        chance = Random(str(kind))
        found += [searched(at_any_moment(chance, kind), 60, seed) for seed in range(2)]
    return found


def test_both_forms_find_the_same() -> None:
    """Bit for bit, compared with the other form in a process of its own."""
    ask = "import json; from tests.search.test_tree import results_of_all_kinds as r; print(json.dumps(r()))"
    environment = {**os.environ, "LUDOTECA_INTERPRETED": "1" if rules.compiled else ""}
    ran = subprocess.run([sys.executable, "-c", ask], env=environment, capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == json.loads(json.dumps(results_of_all_kinds()))


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_what_is_hidden_makes_no_difference(kind: tuple[str, int, dict[str, Any]]) -> None:
    """§11: the tree is grown on a game whose hidden things are others, and finds the same."""
    chance = Random(str(kind))
    for seed in range(12):
        game = at_any_moment(chance, kind)
        other = game.redeal(game.seat, chance.getrandbits(60))
        assert searched(game, 40, seed) == searched(other, 40, seed)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_visits_add_up_and_decisions_are_legal(kind: tuple[str, int, dict[str, Any]]) -> None:
    chance = Random(str(kind))
    for seed in range(6):
        game = at_any_moment(chance, kind)
        tree = tree_of(game)
        if len(tree.sensible()) == 1:
            continue
        tree.run(80, seed)
        results = tree.results()
        assert {decision for decision, _, _, _ in results} == set(tree.sensible())
        assert sum(visits for _, visits, _, _ in results) == 79  # the first iteration opens the root
        assert sum(prior for _, _, _, prior in results) == pytest.approx(1)
        assert all(0 <= mean <= 1 for _, _, mean, _ in results)
        assert tree.done == tree.counted == 80


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_nothing_is_left_of_what_was_tried(kind: tuple[str, int, dict[str, Any]]) -> None:
    """Every iteration begins at the very position, also after one that ended in the middle of an action."""
    chance = Random(str(kind))
    for seed in range(12):
        game = at_any_moment(chance, kind, 30)
        tree = tree_of(game)
        tree.run(7, seed)
        tree.sensible()
        again = type(game)(tree.game)
        assert again.view(game.seat) | {"draws": 0} == game.view(game.seat) | {"draws": 0}
        assert again.legal_actions() == game.legal_actions()


def test_iterations_can_be_done_in_parts() -> None:
    game = at_any_moment(Random(3), KINDS[1])
    tree = tree_of(game)
    tree.run_from(0, 30, 9)
    tree.run_from(30, 50, 9)
    assert tree.results() == searched(game, 80, 9)


def test_a_full_tree_thinks_on_without_new_nodes() -> None:
    game = at_any_moment(Random(4), KINDS[5])
    tree = tree_of(game, nodes=60)
    tree.run(300, 1)
    assert tree.used <= 60
    assert tree.done == 300


def test_what_is_known_of_a_decision_is_kept() -> None:
    game = rules.new("eriantys", players=2, seed=1)
    tree = tree_of(game)
    tree.run(200, 1)
    decision, visits, _, _ = max(tree.results(), key=lambda result: result[1])
    game.apply(decision)
    assert tree.follow(game.core.clone(), decision)
    assert sum(visits for _, visits, _, _ in tree.results()) in range(visits - 5, visits)
    tree.run(10, 2)
    assert tree.counted == 10
    assert not tree.follow(game.core.clone(), 255)
    assert tree.results() == []


def test_a_win_at_hand_is_found() -> None:
    """Mother nature two steps away from the last tower, with a network that knows nothing."""
    position: dict[str, Any] = {
        "game": "eriantys",
        "phase": "action",
        "step": "mother_nature",
        "assistants": {"A": 5, "B": 9},
        "groups": [[7, 8, 9, 10]],
        "mother_nature": 10,
        "islands": {
            **{str(tile): {"tower": "white"} for tile in (1, 3, 5, 7)},
            "11": {"students": {"pink": 1}},
            "12": {"students": {"red": 3}},
            "2": {"students": {"pink": 3}, "tower": "black"},
            "4": {"tower": "black"},
        },
        "boards": {"A": {"dining": {"red": 2}, "professors": ["red"]}, "B": {"dining": {"pink": 1}}},
    }
    game = rules.load(position)
    assert game.core.towers[0] == 1  # type: ignore[attr-defined]
    tree = tree_of(game)
    tree.run(400, 1)
    best = max(tree.results(), key=lambda result: result[1])
    assert game.describe(best[0])["steps"] == 2
    assert best[2] == 1.0
