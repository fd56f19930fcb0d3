"""Node counts of perft files. A slice of each runs here; `python3 run.py proofs perft` goes to the full depth."""

import pytest

from ludoteca import rules

from .positions import Entry, entries

LEAVES = 200_000 if rules.compiled else 4_000


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_perft_counts(entry: Entry) -> None:
    game = rules.load(entry.position)
    assert game.position() == entry.position
    depths = [depth for depth, count in entry.counts.items() if count <= LEAVES]
    assert {depth: rules.perft(game, depth) for depth in depths} == {depth: entry.counts[depth] for depth in depths}


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_perft_equals_counting_through_the_public_interface(entry: Entry) -> None:
    """Depth 2, once by the driver and once by describing, cloning and performing."""
    game = rules.load(entry.position)
    total = 0
    for action in game.legal_actions():
        child = game.clone()
        child.perform(game.describe(action))
        total += len(child.legal_actions()) or 1
    assert total == rules.perft(game, 2) == entry.counts[2]


def test_depth_zero_is_one_and_a_finished_game_counts_as_a_leaf() -> None:
    game = rules.new("eriantys", players=2, seed=1)
    assert rules.perft(game, 0) == 1
    over = rules.load({"game": "eriantys", "phase": "over"})
    assert rules.perft(over, 5) == 1
