"""What a person types in a game of Eriantys, in every dialect, and what it means."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.dialects.eriantys import moves
from ludoteca.dialects.eriantys.spelling import choices, loaded, remaining, unfinished, with_choices
from ludoteca.rules.eriantys.engine import const

RICH: dict[str, Any] = {
    "game": "eriantys",
    "expert": True,
    "phase": "action",
    "step": "students",
    "boards": {"A": {"entrance": {"green": 4, "red": 3}, "dining": {"pink": 4}, "coins": 6}},
}


SWAP: dict[str, Any] = {"do": "play_character", "number": 7}


def with_character(number: int, **members: Any) -> rules.Game:
    students = {"students": {"pink": 2, "yellow": 2}} if number in (1, 7, 11) else {}
    return rules.load({**RICH, "characters": {number: students}, **members})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_legal_action_has_a_key_of_its_own_that_means_it(players: int) -> None:
    for seed in range(3):
        chance = Random(seed)
        game = rules.new("eriantys", players=players, seed=seed, expert=True)
        while not game.over:
            view = game.view(None)
            actions = list(moves.whole_actions(game))
            keys = [moves.key(action) for action in actions]
            assert len(set(keys)) == len(keys)
            assert moves.patterns(actions, view)
            assert moves.asked(view).endswith(".")
            if "unfinished" not in view:
                for action, key in zip(actions, keys, strict=True):
                    assert moves.read(key, game) == action
            characters = [decision for decision in game.legal_actions() if decision >= const.PLAY_CHARACTER]
            game.apply(chance.choice(characters or game.legal_actions()))


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("Red Hall", {"do": "move_student", "colour": "red", "to": "dining"}),
        ("g 12", {"do": "move_student", "colour": "green", "to": {"island": 12}}),
        ("c7 gr py", SWAP | {"from_entrance": ["green", "red"], "from_card": ["pink", "yellow"]}),
    ],
)
def test_words_and_several_students_can_be_typed(typed: str, action: dict[str, Any]) -> None:
    assert moves.read(typed, with_character(7)) == action


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("c7 gr", "Type c7 YOURS THEIRS, for example: c7 rg pb."),
        ("c7 gx pp", "A colour is one of"),
        ("c13", "There is no such character."),
        ("c2 r", "Type c2 alone."),
        ("r x", "x is no number."),
        ("b d", "There is no such blue student in your entrance."),
        ("hello", "That means nothing here."),
        ("3", "That means nothing here."),
    ],
)
def test_what_cannot_be_meant_is_explained(typed: str, sentence: str) -> None:
    with pytest.raises(moves.Unclear, match=sentence):
        moves.read(typed, with_character(7))


@pytest.mark.parametrize("number", range(1, 13))
def test_few_lines_say_how_a_character_is_typed(number: int) -> None:
    game = with_character(number)
    shown = moves.patterns(list(moves.whole_actions(game)), game.view(None))
    assert len(shown) == 3
    assert shown[2][0].split()[0] == f"c{number}"
    assert moves.explained(f"c{number}", game.view(None))[-1].startswith("It is on the table and costs")
    assert moves.explained(shown[2][1].split(" (")[0].removeprefix("the "), None)
    assert not moves.explained("nun", None)


@pytest.mark.parametrize("number", [1, 7, 10])
def test_a_character_that_is_half_used_is_finished_in_every_way(number: int) -> None:
    game = with_character(number)
    game.apply(const.PLAY_CHARACTER + number - 1)
    game.apply(game.legal_actions()[0])
    begun = game.view(None)["unfinished"]["action"]
    for action in moves.whole_actions(game):
        left = remaining(game.view(None), action)
        assert with_choices(begun, [choice for choice in left if choice["what"] != "swap"]) == action
        trial = game.clone()
        for choice in left:
            trial.perform(choice)
        assert "unfinished" not in trial.view(None)


@pytest.mark.parametrize("number", [1, 7, 10])
def test_what_is_chosen_of_an_effect_is_rebuilt_from_its_colours(number: int) -> None:
    game = with_character(number)
    game.apply(const.PLAY_CHARACTER + number - 1)
    while "unfinished" in (view := game.view(None)):
        chosen = [choice["value"] for choice in choices(view["unfinished"]["action"])]
        assert unfinished(number, chosen) == view["unfinished"]
        assert loaded(view).legal_actions() == game.legal_actions()
        game.apply(game.legal_actions()[0])


def test_another_character_cannot_be_finished_instead() -> None:
    game = with_character(7)
    game.apply(const.PLAY_CHARACTER + 6)
    with pytest.raises(rules.IllegalAction):
        remaining(game.view(None), {"do": "play_character", "number": 10, "from_entrance": ["red"]})
