"""Gymnasium's own checks, and what they do not look at: opponents, seats, seeds, games at once."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from ludoteca import rules
from ludoteca.bots.contestants import UnknownBot
from ludoteca.envs import Batch
from ludoteca.envs.gym import NAMES, BatchEnv, SeatEnv
from ludoteca.rules.contract import IllegalAction

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("eriantys", {"opponents": "random"}),
    ("eriantys", {"players": 4, "expert": True, "opponents": ["greedy", "random", "level-1"]}),
    ("masters", {"opponents": "level-2"}),
    ("masters", {"players": 1}),
]


@pytest.mark.parametrize(("game", "settings"), SETTINGS, ids=str)
def test_check_env_of_gymnasium(game: str, settings: dict[str, Any]) -> None:
    check_env(gymnasium.make(NAMES[game], **settings).unwrapped)


@pytest.mark.parametrize(("game", "settings"), SETTINGS, ids=str)
def test_a_game_is_played_to_its_end(game: str, settings: dict[str, Any]) -> None:
    env = gymnasium.make(NAMES[game], **settings)
    for seed in (1, 2):
        played = []
        for _ in range(2):
            seen, info = env.reset(seed=seed)
            env.action_space.seed(seed)
            over, moments = False, []
            while not over:
                assert seen["action_mask"].any()
                seen, reward, over, cut, info = env.step(env.action_space.sample())
                moments.append(seen["observation"].sum())
                assert not cut
                assert over or reward == 0
            assert not seen["observation"].any()
            played.append((moments, reward, info["seat"]))
        assert played[0] == played[1]
        inner = env.unwrapped
        assert isinstance(inner, SeatEnv)
        end = inner.batch.game(0)
        assert end.over
        assert (reward > 0) == (info["seat"] in end.winners and (end.players == 1 or len(end.winners) < end.players))


def test_the_seat_is_the_one_asked_for() -> None:
    env = SeatEnv("eriantys", players=3, opponents="random", seat=2)
    for seed in range(5):
        _, info = env.reset(seed=seed)
        assert info["seat"] == 2
        assert env.batch.seats[0] == 2


def test_without_a_seed_games_follow_from_the_last_one_given() -> None:
    one, other = (SeatEnv("masters", opponents="random") for _ in range(2))
    seen = []
    for env in (one, other):
        env.reset(seed=3)
        seen.append([env.reset()[0]["observation"].tolist() for _ in range(3)])
    assert seen[0] == seen[1]
    assert seen[0][0] != seen[0][1]
    assert SeatEnv("masters").reset()[0]["observation"].any()


def test_an_illegal_decision_loses_the_game() -> None:
    env = SeatEnv("eriantys", opponents="random")
    for wrong in (116, 117, -1):
        env.reset(seed=1)
        seen, reward, over, _, info = env.step(wrong)
        assert (reward, over, info["illegal"]) == (-1, True, True)
        assert not seen["observation"].any()


def test_illegal_decisions_are_refused_where_that_is_wanted() -> None:
    env = SeatEnv("eriantys", opponents="random", illegal="refuse")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="116 is not one of the legal decisions"):
        env.step(116)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"opponents": "nobody"}, "There is no bot nobody"),
        ({"opponents": ["random", "random"]}, "2 opponents for 1 seats"),
        ({"seat": 2}, "no seat 2"),
        ({"illegal": "ignore"}, "it must be 'lose' or 'refuse'"),
        ({"render_mode": "video"}, "no render_mode 'video'"),
    ],
    ids=str,
)
def test_wrong_settings_are_explained(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises((ValueError, UnknownBot), match=sentence):
        SeatEnv("eriantys", **wrong)


def test_rendering() -> None:
    env = SeatEnv("eriantys", opponents="random", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.batch.game(0))
    many = BatchEnv("masters", num_envs=2, render_mode="rgb_array")
    many.reset(seed=1)
    pictures = many.render()
    assert pictures is not None
    assert [picture.shape for picture in pictures] == [(480, 640, 3)] * 2
    assert BatchEnv("masters").render() is None


# Many games


@pytest.mark.parametrize("game", NAMES)
def test_make_vec_gives_the_batch(game: str) -> None:
    envs = gymnasium.make_vec(NAMES[game], num_envs=4, vectorization_mode="vector_entry_point", threads=2)
    inner = envs.unwrapped
    assert isinstance(inner, BatchEnv)
    assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    seen, infos = envs.reset(seed=5)
    assert seen in envs.observation_space
    assert infos["seat"].tolist() == inner.batch.seats.tolist()
    envs.action_space.seed(1)
    ended = 0
    for _ in range(900 if rules.compiled else 60):
        before = inner.batch.seats.copy()
        actions = envs.action_space.sample()
        assert actions in envs.action_space
        seen, rewards, terminations, truncations, infos = envs.step(actions)
        assert seen in envs.observation_space
        assert rewards.shape == terminations.shape == truncations.shape == (4,)
        assert not truncations.any()
        assert (rewards == infos["rewards"][np.arange(4), before]).all()
        assert not rewards[~terminations].any()
        assert ("final_obs" in infos) == terminations.any()
        for i in np.flatnonzero(terminations):
            ended += 1
            assert infos["_final_obs"][i]
            assert not infos["final_obs"][i]["observation"].any()
    assert ended or not rules.compiled
    envs.close()


def test_many_games_are_those_of_a_batch() -> None:
    envs = BatchEnv("eriantys", num_envs=3, players=3, expert=True)
    batch = Batch("eriantys", 3, players=3, expert=True, seed=8)
    envs.reset(seed=8)
    for moment in range(50):
        actions = envs.sample(moment)
        seen, *_ = envs.step(actions)
        batch.step(actions)
        assert (seen["observation"] == batch.observations).all()
        assert (seen["action_mask"] == batch.masks).all()
    envs.reset(seed=[1, 2, 3])
    assert envs.batch.seeds.tolist() == [1, 2, 3]
    envs.reset(seed=[4, 5, 6], options={"reset_mask": np.array([False, True, False])})
    assert envs.batch.seeds.tolist() == [1, 5, 3]


def test_arrays_are_copied_unless_it_is_not_wanted() -> None:
    for copy in (True, False):
        envs = BatchEnv("eriantys", num_envs=2, copy=copy)
        first, _ = envs.reset(seed=1)
        envs.step(envs.sample(1))
        later, *_ = envs.step(envs.sample(2))
        assert (first["observation"] is later["observation"]) != copy


def test_wrappers_of_gymnasium_take_it() -> None:
    if not rules.compiled:
        pytest.skip("the compiled form is not running: whole games are long")
    envs = RecordEpisodeStatistics(BatchEnv("masters", num_envs=3))
    envs.reset(seed=2)
    for moment in range(3000):
        _, _, ended, _, infos = envs.step(envs.unwrapped.sample(moment))
        if ended.any():
            assert (infos["episode"]["l"][ended] > 10).all()
            return
    pytest.fail("no game ended")


@pytest.mark.parametrize("kind", [gymnasium.vector.SyncVectorEnv, gymnasium.vector.AsyncVectorEnv])
def test_environments_of_one_seat_in_vectors_of_gymnasium(kind: Any) -> None:
    envs = kind([lambda: SeatEnv("eriantys", opponents="random") for _ in range(2)])
    seen, _ = envs.reset(seed=1)
    for _ in range(5):
        actions = np.array([np.flatnonzero(mask)[0] for mask in seen["action_mask"]])
        seen, *_ = envs.step(actions)
    assert seen in envs.observation_space
    envs.close()
