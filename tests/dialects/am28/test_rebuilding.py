"""What is told of a position is enough to rebuild it, after every small decision and at any moment anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.dialects.am28 import tell
from ludoteca.dialects.am28.errors import Status
from ludoteca.dialects.am28.messages import VOCABULARY, CurrentStatus
from ludoteca.dialects.am28.rebuild import Rebuilt
from ludoteca.dialects.am28.tell import Person
from ludoteca.rules.eriantys.engine import const

NAMES = ("Anna", "Bea", "Carl", "Dora")


def told(message: CurrentStatus) -> CurrentStatus:
    """The message after it has travelled."""
    read = VOCABULARY.read_told(VOCABULARY.line(message))
    assert isinstance(read, CurrentStatus)
    return read


def full(view: dict[str, Any]) -> CurrentStatus:
    people = [Person(name) for name in NAMES[: view["players"]]]
    return told(CurrentStatus(status=Status.OK, playerIndex=0, turn=tell.turn(view), game=tell.whole(view, people)))


def rebuilt(view: dict[str, Any]) -> Rebuilt:
    found = Rebuilt()
    found.learn(full(view))
    return found


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_small_decision_is_told(players: int, expert: bool) -> None:
    chance = Random(players)
    for seed in range(4):
        game = rules.new("eriantys", players=players, seed=seed, expert=expert)
        view = game.view(0)
        known = rebuilt(view)
        while not game.over:
            characters = [decision for decision in game.legal_actions() if decision >= const.PLAY_CHARACTER]
            game.apply(chance.choice(characters or game.legal_actions()))
            before, view = view, game.view(0)
            changed = tell.changes(before, view)
            known.learn(told(CurrentStatus(status=Status.OK, turn=tell.turn(view), game=changed)))
            assert known.game() == view
            assert rebuilt(view).game() == view


RICH: dict[str, Any] = {
    "game": "eriantys",
    "expert": True,
    "phase": "action",
    "step": "students",
    "boards": {"A": {"entrance": {"green": 4, "red": 3}, "dining": {"pink": 4}, "coins": 6}},
}


@pytest.mark.parametrize("number", range(1, 13))
def test_every_character_is_told_choice_by_choice(number: int) -> None:
    students = {"students": {"pink": 2, "yellow": 2}} if number in (1, 7, 11) else {}
    game = rules.load({**RICH, "characters": {number: students}})
    view = game.view(0)
    known = rebuilt(view)
    game.apply(const.PLAY_CHARACTER + number - 1)
    while True:
        before, view = view, game.view(0)
        changed = tell.changes(before, view)
        known.learn(told(CurrentStatus(status=Status.OK, turn=tell.turn(view), game=changed)))
        assert known.game() == view == rebuilt(view).game()
        if "unfinished" not in view:
            break
        assert known.turn is not None
        game.apply(game.legal_actions()[-1])


def test_a_position_that_knows_no_order_is_told_too() -> None:
    view = rules.load({"game": "eriantys", "phase": "over", "islands": {"1": {"tower": "white"}}}).view(0)
    assert "order" not in view
    assert rebuilt(view).game() == view
