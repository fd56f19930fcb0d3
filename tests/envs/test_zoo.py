"""PettingZoo's own tests, and what they do not look at."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ludoteca import rules
from ludoteca.envs import eriantys_v0, masters_v0
from ludoteca.envs.zoo import TurnEnv
from ludoteca.rules.contract import IllegalAction

from .zoo_tests import api_test, performance_benchmark, render_test, seed_test, states

SETTINGS: list[tuple[ModuleType, dict[str, Any]]] = [
    (eriantys_v0, {}),
    (eriantys_v0, {"players": 3, "expert": True}),
    (eriantys_v0, {"players": 4, "expert": True}),
    (masters_v0, {}),
    (masters_v0, {"players": 1}),
    (masters_v0, {"players": 4}),
]
NAMED = pytest.mark.parametrize(("module", "settings"), SETTINGS, ids=lambda each: str(getattr(each, "GAME", each)))


# PettingZoo warns of observations with masks, of masks without a legal decision and of what is seen after the end,
# except in its own games.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:.* numpy array is all zeros")
@NAMED
def test_api_test_of_pettingzoo(module: ModuleType, settings: dict[str, Any]) -> None:
    api_test(module.env(**settings), num_cycles=1000 if rules.compiled else 100)


@NAMED
def test_seed_test_of_pettingzoo(module: ModuleType, settings: dict[str, Any]) -> None:
    seed_test(lambda: module.env(**settings), num_cycles=200 if rules.compiled else 20)


@pytest.mark.parametrize("module", [eriantys_v0, masters_v0])
def test_render_test_of_pettingzoo(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(module.env)
    assert capsys.readouterr().out  # `human` prints


def test_state_test_of_pettingzoo() -> None:
    env = eriantys_v0.env(players=3)
    states.test_state_space(env)
    states.test_state(env, 20)


@pytest.mark.skipif(not rules.compiled, reason="the compiled form is not running: it says how fast that is")
def test_performance_benchmark_of_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(eriantys_v0.env())
    assert "turns per second" in capsys.readouterr().out


@NAMED
def test_games_are_those_of_the_rules(module: ModuleType, settings: dict[str, Any]) -> None:
    env = module.env(**settings)
    env.reset(seed=11)
    twin = rules.new(module.GAME, **{"players": 2, **settings}, seed=11)
    for agent in env.possible_agents:
        env.action_space(agent).seed(1)
    returns = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        returns[agent] += reward
        if terminated:
            env.step(None)
            continue
        assert not truncated
        assert env.possible_agents.index(agent) == twin.seat
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(twin.legal_actions())
        for other in env.agents:
            if other != agent:
                assert not env.observe(other)["action_mask"].any()
                assert env.observe(other)["observation"].any()
        action = int(env.action_space(agent).sample())
        twin.apply(action)
        env.step(action)
    assert twin.over
    if twin.players > 1:
        assert sum(returns.values()) == pytest.approx(0, abs=1e-6)
    assert {seat for seat, reward in enumerate(returns.values()) if reward > 0} in (twin.winners, set())


@pytest.mark.parametrize("module", [eriantys_v0, masters_v0])
def test_max_cycles_cut_a_game_off(module: ModuleType) -> None:
    env = module.env(max_cycles=4)
    for seed in (1, 2):
        env.reset(seed=seed)
        decisions = 0
        for agent in env.agent_iter():
            if env.truncations[agent]:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample())
            decisions += 1
        assert decisions == 4
        assert not env.agents


def test_an_illegal_decision_changes_nothing() -> None:
    env = eriantys_v0.env()
    env.reset(seed=1)
    before = env.batch.game(0)
    for wrong in (116, None):
        with pytest.raises(IllegalAction, match=f"{wrong} is not one of the legal decisions"):
            env.step(wrong)
    assert env.batch.game(0) == before


def test_names_have_versions() -> None:
    assert eriantys_v0.env().metadata["name"] == "eriantys_v0"
    assert masters_v0.env().metadata["name"] == "masters_v0"
    with pytest.raises(ValueError, match="no render_mode"):
        TurnEnv("eriantys", "v0", render_mode="video")
