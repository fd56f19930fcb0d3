"""The tables of states against the messages and the rules."""

from __future__ import annotations

from random import Random

import pytest

from ludoteca import rules
from ludoteca.dialects.am28 import actions, questions
from ludoteca.dialects.am28.messages import FROM_CLIENT, Choose, Command, FromClient, Username
from ludoteca.dialects.am28.states import ALLOWED, COMMANDS, LEADS_TO, NEXT_STEPS, OUT_OF_PLACE, OVER, STEPS, State

LATER = [state for state in State if state is not State.NAMING]


@pytest.mark.parametrize("state", LATER)
@pytest.mark.parametrize("kind", [kind for kind in FROM_CLIENT if kind is not Username])
def test_every_message_is_allowed_or_explained(state: State, kind: type[FromClient]) -> None:
    explained = (state, Command if issubclass(kind, Command) else kind) in OUT_OF_PLACE
    assert (kind in ALLOWED[state]) is not explained


def test_every_message_may_come_somewhere() -> None:
    assert {kind for allowed in ALLOWED.values() for kind in allowed} == set(FROM_CLIENT)
    assert {kind for allowed in STEPS.values() for kind in allowed} == set(COMMANDS) - {Choose}


def test_every_state_can_be_reached() -> None:
    assert {State.NAMING, *LEADS_TO.values()} == set(State)


def step_of(game: rules.Game) -> str:
    view = game.view(None)
    return str(view.get("step", view["phase"]))


def observed() -> set[tuple[str, type[Command], str]]:
    """Which command led from where to where, in random games of every kind."""
    found: set[tuple[str, type[Command], str]] = set()
    for seed in range(24):
        chance = Random(seed)
        game = rules.new("eriantys", players=2 + seed % 3, seed=seed, expert=seed % 2 == 0)
        while not game.over:
            before, view = step_of(game), game.view(None)
            characters = [action for action in questions.all_actions(game) if action["do"] == "play_character"]
            choices = characters if characters and chance.random() < 0.5 else list(questions.all_actions(game))
            action = chance.choice(choices)
            game.perform(action)
            found.add((before, type(actions.command(action, view)), step_of(game)))
    return found


def test_the_steps_of_a_turn_are_those_of_the_rules() -> None:
    led = {edge for edge in observed() if edge[0] != edge[2]}
    assert {(start, kind) for start, kind, _ in led} <= {(start, kind) for start in STEPS for kind in STEPS[start]}
    written = {(start, kind, end) for (start, kind), ends in NEXT_STEPS.items() for end in ends}
    assert led <= written
    characters_end_it = {edge for edge in written if edge[1].__name__ == "PlayCharacterCard"}
    assert written - led <= characters_end_it  # a herald who builds the last tower is rare
    assert {end for _, _, end in written} == set(STEPS)
    assert all(end == OVER for _, _, end in characters_end_it)
