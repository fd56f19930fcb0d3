"""OpenSpiel's own tests and algorithms on our games, and what they do not look at."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation

from ludoteca import rules
from ludoteca.envs import spiel
from ludoteca.envs.chance import Moment, Unfinished
from ludoteca.envs.kinds import KINDS
from ludoteca.rules import const
from ludoteca.rules.recorder import Recorder

PREFIX = "python_ludoteca_"
NAMES = [
    "eriantys",
    "eriantys(expert=True,players=3)",
    "eriantys(expert=True,players=4)",
    "masters",
    "masters(players=1)",
    "masters(players=4)",
]
SAMPLED = ["eriantys(chance=sampled)", "masters(chance=sampled,players=3)"]


def loaded(name: str) -> Any:
    return pyspiel.load_game(PREFIX + name)


def past_set_up(game: Any, seed: int, decisions: int = 0) -> Any:
    """A state in which somebody has to decide."""
    chance = Random(seed)
    while True:
        state = game.new_initial_state()
        left = decisions
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.chance_outcomes())[0])
            elif left:
                state.apply_action(chance.choice(state.legal_actions()))
                left -= 1
            else:
                return state


def without_the_stream(game: rules.Game) -> dict[str, Any]:
    """The position, but not what the coming draws depend on."""
    return {field: value for field, value in game.position().items() if field not in ("seed", "draws")}


@pytest.mark.parametrize("name", NAMES)
def test_random_sim_test_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(loaded(name), num_sims=1, serialize=rules.compiled, verbose=False)


@pytest.mark.parametrize("name", SAMPLED)
def test_random_sim_test_with_sampled_chance(name: str) -> None:
    game = loaded(name)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_states_are_those_of_the_api(name: str) -> None:
    game = loaded(name)
    state = past_set_up(game, 1, 10)
    player = state.current_player()
    assert 0 <= player < game.num_players()
    assert state.legal_actions() == sorted(state.legal_actions())
    mask = state.legal_actions_mask()
    assert [action for action, legal in enumerate(mask) if legal] == state.legal_actions()
    assert len({state.action_to_string(player, action) for action in state.legal_actions()}) == sum(mask)
    assert state.returns() == [0.0] * game.num_players()
    for seat in range(game.num_players()):
        assert len(state.observation_tensor(seat)) == game.observation_tensor_size()
        assert len(state.information_state_tensor(seat)) == game.information_state_tensor_size()
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert copy.history() != state.history()
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state)
    assert again.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize(("name", "players", "options"), [
    ("eriantys", 2, {}),
    ("eriantys", 4, {"expert": True}),
    ("masters", 1, {}),
    ("masters", 3, {}),
])  # fmt: skip
def test_with_the_draws_of_a_game_it_is_that_game(name: str, players: int, options: dict[str, Any]) -> None:
    chance = Random(3)
    settings = ",".join(f"{option}={value}" for option, value in {"players": players, **options}.items())
    state = loaded(f"{name}({settings})").new_initial_state()
    drawn: list[int] = []
    game = rules.new(name, players=players, seed=17, recorder=lambda event: None, **options)

    # The draws of the set-up were told already: they are made again.
    again = rules.new(name, players=players, seed=17, **options)
    empty = KINDS[name].empty(again)
    empty.draws.reseed(17)
    recorder = Recorder()
    recorder.on = True
    empty.record_to(recorder)
    KINDS[name].deal(empty)
    drawn += [record[4] for record in recorder.take() if record[0] == const.DRAWN and record[3] > 1]
    steps = 0
    while True:
        while state.is_chance_node():
            state.apply_action(drawn.pop(0))
        assert not drawn
        assert isinstance(state.point, Moment)
        assert without_the_stream(state.point.game) == without_the_stream(game)
        if game.over:
            break
        action = chance.choice(game.legal_actions())
        game.core.recorder.take()
        game.core.apply(action)
        drawn = [record[4] for record in game.core.recorder.take() if record[0] == const.DRAWN and record[3] > 1]
        state.apply_action(action)
        steps += 1
    assert state.is_terminal()
    assert steps > 20
    winners = {seat for seat, value in enumerate(state.returns()) if value > 0}
    assert winners in (game.winners, set())


@pytest.mark.parametrize("name", NAMES)
def test_resampling_keeps_what_the_player_knows(name: str) -> None:
    game = loaded(name)
    chance = Random(name)
    different = 0
    for decisions in (0, 5, 30):
        state = past_set_up(game, decisions + 1, decisions)
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, chance.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.legal_actions() == state.legal_actions()
            different += other.point.game != state.point.game
    assert different or "eriantys" in name  # of Eriantys nothing but the coming draws is hidden


def test_information_states_remember_what_observations_forget() -> None:
    """Two orders of the same decisions lead to one position, and to two information states."""
    game = loaded("eriantys")
    state = past_set_up(game, 4, 2)
    to_dining = [action for action in state.legal_actions() if 10 <= action < 15][:2]
    ends = []
    for order in (to_dining, to_dining[::-1]):
        end = state.clone()
        for action in order:
            end.apply_action(action)
        ends.append(end)
    one, two = ends
    assert one.observation_string(0) == two.observation_string(0)
    assert one.information_state_string(0) != two.information_state_string(0)
    assert one.information_state_tensor(0) != two.information_state_tensor(0)


def test_observers_have_named_parts() -> None:
    game = loaded("masters")
    state = past_set_up(game, 1)
    observation = make_observation(game)
    observation.set_from(state, state.current_player())
    assert observation.dict["observation"].any()
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    recall.set_from(state, state.current_player())
    assert set(np.unique(recall.dict["seen"])) == {0, 1}
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"colour": 1})


@pytest.mark.parametrize("name", ["eriantys(expert=True)", "masters", "eriantys(chance=sampled)"])
def test_is_mcts_of_openspiel_plays(name: str) -> None:
    game = loaded(name)
    state = past_set_up(game, 2, 4)
    while len(state.legal_actions()) == 1:
        state.apply_action(state.legal_actions()[0])
    random_state = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, random_state),
        uct_c=2.0,
        max_simulations=4,
        random_state=random_state,
    )
    before = state.information_state_string()
    assert bot.step(state) in state.legal_actions()
    assert state.information_state_string() == before


@pytest.mark.skipif(not rules.compiled, reason="the compiled form is not running: whole games are long")
def test_cfr_with_sampled_outcomes_of_openspiel_runs() -> None:
    """A game is followed to its end; its information states are in the table then."""
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(loaded("masters"))
    solver.iteration()
    assert len(solver._infostates) > 20


def test_the_environment_of_openspiel_takes_it() -> None:
    environment = rl_environment.Environment(loaded("eriantys"))
    environment.seed(3)
    step = environment.reset()
    for _ in range(10):
        player = step.observations["current_player"]
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert not step.last()


def test_wrong_parameters_and_results_are_explained() -> None:
    with pytest.raises(ValueError, match="it must be explicit or sampled"):
        spiel.Eriantys({"chance": "none"})
    game = spiel.Eriantys({})
    point = game.course.begin()
    assert isinstance(point, Unfinished)
    with pytest.raises(ValueError, match="12 results"):
        game.course.drawn(point, 12)
    state = past_set_up(loaded("eriantys"), 1)
    with pytest.raises(rules.IllegalAction, match="116 is not"):
        game.course.decided(state.point, 116)


class TestApiOfEriantys(api_test.EnforceAPIOnPartialTreeBase):
    """OpenSpiel's own tests of the interface, on some states of a game."""

    game_name = PREFIX + "eriantys(expert=True)"
    game = loaded("eriantys(expert=True)")


class TestApiOfMasters(api_test.EnforceAPIOnPartialTreeBase):
    game_name = PREFIX + "masters"
    game = loaded("masters")
