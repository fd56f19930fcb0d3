"""A game of Eriantys in sentences: nothing that happens goes untold, and one's own moves are "you"."""

from __future__ import annotations

from random import Random

import pytest

from ludoteca import rules
from ludoteca.dialects.eriantys.narrator import Narrator
from ludoteca.rules.eriantys.engine import const

NAMES = ("Anna", "Bea", "Carl", "Dora")


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_small_decision_is_told_in_sentences(players: int, expert: bool) -> None:
    chance = Random(players)
    game = rules.new("eriantys", players=players, seed=players, expert=expert)
    narrator = Narrator(NAMES[:players], "A")
    view = game.view(0)
    while not game.over:
        characters = [decision for decision in game.legal_actions() if decision >= const.PLAY_CHARACTER]
        game.apply(chance.choice(characters or game.legal_actions()))
        before, view = view, game.view(0)
        told = list(narrator.changes(before, view))
        for sentence in (*told, *narrator.table(view)):
            assert sentence.endswith(".")
            assert sentence[0].isupper()
            assert not sentence.startswith("Anna")
        if "unfinished" not in view and "unfinished" not in before and view["phase"] != "over":
            assert told


def told_of(**decisions: str) -> list[str]:
    boards = {"A": {"entrance": {"red": 7}}}
    game = rules.load({"game": "eriantys", "phase": "action", "step": "students", "boards": boards})
    before = game.view(0)
    game.perform({"do": "move_student", "colour": "red", "to": "dining"})
    return list(Narrator(NAMES[:2], decisions["you"]).changes(before, game.view(0)))


def test_ones_own_moves_are_told_as_you() -> None:
    assert told_of(you="A")[0] == "You seat 1 red in the dining room, the first one."
    assert told_of(you="B")[0] == "Anna seats 1 red in the dining room, the first one."


def test_clouds_count_from_one_like_islands() -> None:
    game = rules.new("eriantys", players=2, seed=1)
    told = list(Narrator(NAMES[:2], "A").table(game.view(0)))
    assert [sentence.split(":")[0] for sentence in told if sentence.startswith("Cloud")] == ["Cloud 1", "Cloud 2"]
    assert sum(sentence.startswith("Island ") for sentence in told) == 12
