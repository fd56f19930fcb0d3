"""A batch plays the games of the rules, shows what the seats see, and takes no more memory than promised."""

from __future__ import annotations

import pickle
import tracemalloc
from random import Random
from typing import Any

import numpy as np
import pytest

from ludoteca import rules
from ludoteca.envs import Batch, Snapshot
from ludoteca.rules import draws
from ludoteca.rules.contract import IllegalAction
from ludoteca.search import shipped
from ludoteca.search.games import KNOWN
from tests.search.tables import KINDS, at_any_moment

Kind = tuple[str, int, dict[str, Any]]
MOST_BYTES = 4096  # of a game in a batch


def batch_of(kind: Kind, games: int = 3, **settings: Any) -> Batch:
    name, players, options = kind
    return Batch(name, games, players=players, **options, **settings)


def inputs_of(game: rules.Game) -> np.ndarray[Any, Any]:
    """What the network is given."""
    judge = KNOWN[game.name].judge(shipped.network(game.name).twin())
    judge.bind(game.core.clone())
    found = np.zeros(KNOWN[game.name].inputs, np.int8)
    index, value = judge.inputs()
    found[index] = value
    return found


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_games_are_those_of_the_rules(kind: Kind) -> None:
    name, players, options = kind
    batch = batch_of(kind, seed=5)
    twins = [rules.new(name, players=players, seed=int(seed), **options) for seed in batch.seeds]
    over = 0
    for moment in range(700 if rules.compiled else 150):
        actions = batch.choose(seed=moment)
        for i, twin in enumerate(twins):
            assert batch.seats[i] == twin.seat
            assert np.flatnonzero(batch.masks[i]).tolist() == sorted(twin.legal_actions())
            if moment % 20 == 0:
                assert (batch.observations[i] == inputs_of(twin)).all()
            twin.apply(int(actions[i]))
        batch.step(actions)
        for i, twin in enumerate(twins):
            assert batch.ended[i] == twin.over
            if twin.over:
                over += 1
                assert {seat for seat in range(players) if batch.rewards[i, seat] > 0} in (twin.winners, set())
                twins[i] = rules.new(name, players=players, seed=int(batch.seeds[i]), **options)
            else:
                assert not batch.rewards[i].any()
            assert batch.game(i) == twins[i]
    assert over or not rules.compiled


def test_every_loser_pays_one_and_the_winners_share_it() -> None:
    for kind in KINDS:
        batch = batch_of(kind, 8 if rules.compiled else 1, seed=1)
        for moment in range(4000):
            batch.step(batch.choose(seed=moment))
            for rewards in batch.rewards[batch.ended]:
                if kind[1] == 1:
                    assert rewards[0] in (-1, 1)
                else:
                    assert rewards.sum() == pytest.approx(0)
                    assert all(reward == -1 or reward >= 0 for reward in rewards)
            if batch.ended.any():
                break
        assert batch.ended.any()


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_threads_change_nothing(kind: Kind) -> None:
    one, three = batch_of(kind, 7, seed=3), batch_of(kind, 7, seed=3, threads=3)
    for moment in range(60):
        actions = one.choose(seed=moment)
        assert (actions == three.choose(seed=moment)).all()
        one.step(actions)
        three.step(actions)
        for name in ("observations", "masks", "seats", "rewards", "ended", "seeds"):
            assert (getattr(one, name) == getattr(three, name)).all(), name
    three.close()


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_equal_views_give_equal_tensors(kind: Kind) -> None:
    """What is really hidden makes no difference to what any seat observes."""
    chance = Random(str(kind))
    batch = batch_of(kind, 2)
    for _ in range(40):
        game = at_any_moment(chance, kind)
        for seat in range(game.players):
            other = game.redeal(seat, chance.getrandbits(60))
            assert other.view(seat) == game.view(seat)
            batch.restore(0, Snapshot(game, 0))
            batch.restore(1, Snapshot(other, 0))
            assert (batch.observe(0, seat) == batch.observe(1, seat)).all()
            if seat == game.seat:
                assert (batch.observe(0, seat) == batch.observations[0]).all()
                assert (batch.masks[0] == batch.masks[1]).all()


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_snapshot_goes_on_as_the_game_did(kind: Kind) -> None:
    batch = batch_of(kind, 2, seed=9)
    for moment in range(50):
        batch.step(batch.choose(seed=moment))
    kept = pickle.loads(pickle.dumps(batch.snapshot(1)))
    before = batch.observations[1].copy(), batch.masks[1].copy()
    played = []
    for moment in range(50):
        played.append(int(batch.choose(seed=moment)[1]))
        batch.step_one(1, played[-1])
    after = batch.game(1), batch.observations[1].copy()
    batch.restore(0, kept)
    assert (batch.observations[0] == before[0]).all()
    assert (batch.masks[0] == before[1]).all()
    for action in played:
        batch.step_one(0, action)
    assert batch.game(0) == after[0]
    assert (batch.observations[0] == after[1]).all()


def test_a_snapshot_of_another_kind_is_refused() -> None:
    batch = Batch("eriantys", 1)
    for other in (Batch("eriantys", 1, expert=True), Batch("eriantys", 1, players=3), Batch("masters", 1)):
        with pytest.raises(ValueError, match="other options"):
            batch.restore(0, other.snapshot(0))


def test_an_illegal_decision_changes_nothing() -> None:
    batch = Batch("eriantys", 3, seed=2)
    before = [batch.game(i) for i in range(3)]
    for wrong in (116, 117, -1, 2**40):
        actions = batch.choose(seed=1)
        actions[1] = wrong
        with pytest.raises(IllegalAction, match=f"Game 1: {wrong} is not"):
            batch.step(actions)
        with pytest.raises(IllegalAction, match=f"Game 1: {wrong} is not"):
            batch.step_one(1, wrong)
    assert [batch.game(i) for i in range(3)] == before


def test_what_compiled_code_trusts_cannot_be_written_to() -> None:
    batch = Batch("masters", 1)
    for name in ("observations", "masks", "seats", "rewards", "ended", "seeds"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(batch, name)[0] = 1


def test_arrays_are_shared_and_not_copied() -> None:
    batch = Batch("eriantys", 2)
    observations, masks = batch.observations, batch.masks
    before = observations.copy(), masks.copy()
    for moment in range(20):
        batch.step(batch.choose(seed=moment))
    assert observations is batch.observations
    assert (observations != before[0]).any()
    assert (masks != before[1]).any()
    assert np.from_dlpack(batch.rewards).shape == (2, 2)


def test_seeds_are_given_or_follow_from_one() -> None:
    batch = Batch("eriantys", 3, seed=4)
    assert batch.seeds.tolist() == [draws.mixed(4, i) for i in range(3)]
    batch.reset([7, 8], games=[0, 2])
    assert batch.seeds.tolist() == [7, draws.mixed(4, 1), 8]
    assert batch.game(0) == rules.new("eriantys", players=2, seed=7)
    with pytest.raises(ValueError, match="1 seeds for 3 games"):
        batch.reset([1])
    with pytest.raises(ValueError, match="is no seed"):
        batch.reset([-1, 0, 0])


def test_without_auto_reset_a_game_stays_over() -> None:
    batch = Batch("masters", 1, players=1, auto_reset=False, seed=1)
    moment = 0
    while batch.seats[0] >= 0:
        batch.step(batch.choose(seed=moment))
        moment += 1
    assert batch.ended[0]
    assert batch.game(0).over
    assert not batch.masks.any()
    assert not batch.observations.any()
    assert not batch.observe(0, 0).any()
    with pytest.raises(IllegalAction):
        batch.step([0])


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"game": "chess", "games": 1}, "no environment for 'chess'"),
        ({"game": "eriantys", "games": 0}, "at least one game"),
        ({"game": "eriantys", "games": 2, "threads": 3}, "as many threads as games"),
        ({"game": "eriantys", "games": 1, "players": 5}, "players"),
        ({"game": "eriantys", "games": 1, "colour": 5}, "colour"),
    ],
    ids=str,
)
def test_wrong_settings_are_explained(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Batch(**wrong)


def test_wrong_places_are_explained() -> None:
    batch = Batch("eriantys", 2)
    with pytest.raises(IndexError, match="no game 2"):
        batch.game(2)
    with pytest.raises(ValueError, match="no seat 2"):
        batch.observe(0, 2)
    with pytest.raises(ValueError, match=r"shape \(1,\)"):
        batch.step([0])


@pytest.mark.skipif(not rules.compiled, reason="the compiled form is not running: lists take more memory than C arrays")
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_memory_of_a_game(kind: Kind) -> None:
    batch_of(kind, 1)  # what all batches share
    tracemalloc.start()
    try:
        batch = batch_of(kind, 1000)
        used = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert used / batch.games <= MOST_BYTES
