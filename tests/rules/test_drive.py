"""Playouts: random games at full speed."""

from typing import Any

import pytest

from ludoteca import rules

from .variants import VARIANTS, Variant

GAMES = 300 if rules.compiled else 20


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_playouts_depend_on_the_seed_and_not_on_the_threads(variant: Variant) -> None:
    game = variant.new(1)
    before = game.position()
    moves = rules.playouts(game, games=GAMES, seed=5)
    assert rules.playouts(game, games=GAMES, seed=5, threads=3) == moves
    assert rules.playouts(game, games=GAMES, seed=6) != moves
    assert game.position() == before


def test_playouts_start_from_the_moment_they_are_given() -> None:
    game = rules.new("eriantys", players=2, seed=1)
    long = rules.playouts(game, games=GAMES)
    for _ in range(60):
        game.apply(game.legal_actions()[0])
    assert 0 < rules.playouts(game, games=GAMES) < long


def test_a_finished_game_has_nothing_to_play() -> None:
    assert rules.playouts(rules.load({"game": "eriantys", "phase": "over"}), games=10) == 0


def test_playouts_of_a_keyed_game_do_not_use_its_key() -> None:
    """Whatever the secret is, the same playouts follow from the same open position."""
    game = rules.new("eriantys", players=2, seed="ab" * 32)
    assert rules.playouts(game, games=GAMES) == rules.playouts(rules.load({**game.position(), "seed": 3}), games=GAMES)


def test_no_games_take_no_moves() -> None:
    assert rules.playouts(rules.new("eriantys", players=2, seed=1), games=0) == 0


@pytest.mark.parametrize("odd", [-1, 1.5, True, "3", None, 2**64])
def test_odd_amounts_are_refused(odd: Any) -> None:
    game = rules.new("eriantys", players=2, seed=1)
    with pytest.raises(ValueError, match="games"):
        rules.playouts(game, games=odd)
    with pytest.raises(ValueError, match="seed"):
        rules.playouts(game, seed=odd)
    with pytest.raises(ValueError, match="threads"):
        rules.playouts(game, threads=odd)
    with pytest.raises(ValueError, match="depth"):
        rules.perft(game, odd)
