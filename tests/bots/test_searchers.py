"""Those who search in a process: few, and each for the position that it expects."""

from __future__ import annotations

import threading

import pytest

from ludoteca import rules
from ludoteca.bots.searchers import KEPT, THREADS, Searchers, threads_here


def game_at_a_choice(seed: int) -> rules.Game:
    """The action phase: students are moved one after the other by the same seat."""
    game = rules.new("eriantys", players=2, seed=seed, first="A")
    for assistant in (0, 1):
        game.apply(assistant)
    return game


def test_one_that_forgets_thinks_the_same_whatever_it_thought_before() -> None:
    searchers, game = Searchers(), game_at_a_choice(1)
    view = game.view(game.seat)
    first = searchers.forgetful("eriantys").think(view, seed=4, iterations=30)
    game.apply(first.decision)
    after = game.view(game.seat)
    kept = searchers.forgetful("eriantys").think(after, seed=5, iterations=30)
    fresh = Searchers().forgetful("eriantys").think(after, seed=5, iterations=30)
    assert (kept.options, kept.chances) == (fresh.options, fresh.chances)


def test_one_that_remembers_is_found_by_what_it_expects() -> None:
    searchers = Searchers()
    games = [game_at_a_choice(seed) for seed in range(KEPT)]
    thinkers = []
    for game in games:
        thinker = searchers.remembering(game.view(game.seat), 1)
        game.apply(thinker.think(game.view(game.seat), seed=1, iterations=20).decision)
        thinkers.append(thinker)
    assert len(set(map(id, thinkers))) == KEPT
    for game, thinker in zip(games, thinkers, strict=True):
        assert searchers.remembering(game.view(game.seat), 1) is thinker


def test_there_are_never_more_than_a_few() -> None:
    searchers = Searchers()
    used = [
        searchers.remembering(game.view(game.seat), threads)
        for game in map(game_at_a_choice, range(2 * KEPT))
        for threads in (1, 2)
    ]
    assert len(set(map(id, used[-2 * KEPT :]))) <= KEPT
    assert used[-1].expected is None


def test_one_for_another_game_or_with_other_threads_is_not_taken() -> None:
    searchers, game = Searchers(), rules.new("masters", players=2, seed=1)
    game_of_students = game_at_a_choice(1)
    one = searchers.remembering(game_of_students.view(game_of_students.seat), 1)
    two = searchers.remembering(game.view(game.seat), 2)
    assert (one.game, len(one.judges)) == ("eriantys", 1)
    assert (two.game, len(two.judges)) == ("masters", 2)


def test_threads_have_their_own() -> None:
    searchers = Searchers()
    mine = searchers.forgetful("eriantys")
    others: list[object] = []
    thread = threading.Thread(target=lambda: others.append(searchers.forgetful("eriantys")))
    thread.start()
    thread.join()
    assert others[0] is not mine


def test_a_process_is_told_how_many_threads_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(THREADS, raising=False)
    assert threads_here() == 1
    monkeypatch.setenv(THREADS, "3")
    assert threads_here() == 3
