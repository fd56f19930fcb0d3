"""Whole actions in the notation: what small decisions are together, a player could have said in one breath."""

from __future__ import annotations

from random import Random

import pytest

from ludoteca import rules
from ludoteca.analysis.kinds import KINDS
from tests.bots.games import VARIANTS, new


def whole_actions(variant: str, seed: int) -> list[tuple[rules.Game, list[int]]]:
    """Every action of a game in which everybody decides by chance, with the game before it."""
    game = new(variant, seed)
    kind, chance = KINDS[game.name], Random(seed)
    found = []
    before, decisions = game.clone(), list[int]()
    while not game.over:
        decisions.append(chance.choice(game.legal_actions()))
        game.apply(decisions[-1])
        if kind.complete(before, game) or game.over:
            found.append((before, decisions))
            before, decisions = game.clone(), []
    return found


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_action_says_what_its_decisions_do(variant: str, seed: int) -> None:
    for before, decisions in whole_actions(variant, seed):
        action = KINDS[before.name].whole(before, decisions)
        expected, _ = before.after(decisions)
        performed = before.clone()
        performed.perform(action)
        if action["do"] in ("take_market", "rearrange"):  # the way there is free: what lies where counts
            assert performed.view(before.seat) == expected.view(before.seat), action
        else:
            assert performed == expected, action


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_action_is_no_choice_of_a_part(variant: str) -> None:
    said = {KINDS[before.name].whole(before, decisions)["do"] for before, decisions in whole_actions(variant, 3)}
    assert "choose" not in said
    assert len(said) > 3


@pytest.mark.parametrize("variant", ["eriantys-3-expert", "masters-2"])
def test_in_the_middle_of_an_action_the_next_decision_is_named(variant: str) -> None:
    before, decisions = next(
        (before, decisions)
        for before, decisions in whole_actions(variant, 1)
        if len(decisions) > 2 and KINDS[before.name].whole(before, decisions)["do"] not in ("initial_resources",)
    )
    middle, _ = before.after(decisions[:1])
    action = KINDS[before.name].whole(middle, decisions[1:])
    assert action == middle.describe(decisions[1])
    assert action["do"] == "choose"
