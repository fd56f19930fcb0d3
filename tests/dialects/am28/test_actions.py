"""Commands and actions of the notation are the same things in two spellings."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca import rules
from ludoteca.dialects.am28 import actions, messages
from ludoteca.dialects.messages import Malformed

SWAPS = rules.load({"game": "eriantys", "expert": True, "characters": {"1": {}, "7": {}, "10": {}}}).view(0)

PAIRS: list[tuple[messages.Command, dict[str, Any]]] = [
    (messages.PlayAssistantCard(index=0), {"do": "play_assistant", "value": 1}),
    (messages.MoveToHall(studentColour="red"), {"do": "move_student", "colour": "red", "to": "dining"}),
    (
        messages.MoveToIsland(studentColour="blue", index=12),
        {"do": "move_student", "colour": "blue", "to": {"island": 12}},
    ),
    (messages.MoveMotherNature(motherNatureShifts=3), {"do": "move_mother_nature", "steps": 3}),
    (messages.TakeFromCloud(index=0), {"do": "take_cloud", "cloud": 1}),
    (messages.EndTurn(), {"do": "end_turn"}),
    (messages.Choose(), {"do": "choose", "what": "swap", "value": "done"}),
    (
        messages.PlayCharacterCard(index=0, pColour="pink", pIndex=4),
        {"do": "play_character", "number": 1, "colour": "pink", "island": 4},
    ),
    (
        messages.PlayCharacterCard(index=1, pStudentsFrom=[0, 2, 0, 1, 0], pStudentsTo=[3, 0, 0, 0, 0]),
        {
            "do": "play_character",
            "number": 7,
            "from_card": ["red", "red", "pink"],
            "from_entrance": ["green", "green", "green"],
        },
    ),
    (
        messages.PlayCharacterCard(index=2, pStudentsFrom=[0, 1, 0, 0, 0], pStudentsTo=[0, 0, 0, 0, 1]),
        {"do": "play_character", "number": 10, "from_entrance": ["red"], "from_dining": ["blue"]},
    ),
]


@pytest.mark.parametrize(("command", "action"), PAIRS)
def test_a_command_and_its_action(command: messages.Command, action: dict[str, Any]) -> None:
    assert actions.action(command, SWAPS) == action
    assert actions.command(action, SWAPS) == command


@pytest.mark.parametrize(
    "command",
    [
        messages.MoveToHall(studentColour="purple"),
        messages.PlayCharacterCard(index=0, pColour="red"),
        messages.PlayCharacterCard(index=0, pIndex=3, pColour=None),
        messages.PlayCharacterCard(index=1, pStudentsFrom=[1, 0, 0, 0, 0]),
        messages.PlayCharacterCard(index=1, pStudentsFrom=[26, 1, 0, 0, 0], pStudentsTo=[1, 0, 0, 0, 0]),
    ],
)
def test_a_command_that_lacks_something(command: messages.Command) -> None:
    with pytest.raises(Malformed):
        actions.action(command, SWAPS)


@pytest.mark.parametrize("index", [-1, 3, 2**80])
def test_a_card_that_is_not_there_is_left_to_the_rules(index: int) -> None:
    """So that whose turn it is is asked first."""
    assert actions.action(messages.PlayCharacterCard(index=index), SWAPS)["number"] == 0


def test_numbers_without_end_are_left_to_the_rules() -> None:
    action = actions.action(messages.PlayAssistantCard(index=2**80), SWAPS)
    with pytest.raises(rules.IllegalAction):
        rules.load({"game": "eriantys"}).parse(action)
