"""Reading JSON strictly: whatever is sent, the error is typed, short, and names the field."""

import sys
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.rules.notation import Reader, shown

ENORMOUS = 10 ** (sys.get_int_max_str_digits() + 10)


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value", ["x" * 10**6, ENORMOUS, [ENORMOUS], nested(100_000), {"a": nested(5000)}, object()], ids=type
)
def test_whatever_was_sent_is_shown_short(value: Any) -> None:
    assert len(shown(value)) <= 40


@pytest.mark.parametrize("key", ["x" * 10**6, ENORMOUS, ("tuple",), None], ids=type)
def test_an_odd_key_is_named_short(key: Any) -> None:
    with pytest.raises(rules.InvalidPosition, match="no such key") as caught:
        rules.load({"game": "eriantys", key: 1})
    assert len(caught.value.field) <= 40


@pytest.mark.parametrize("value", [ENORMOUS, -ENORMOUS, 2**64, True, 1.0, "1", None, nested(100_000)], ids=type)
def test_an_odd_number_in_an_action_is_malformed(value: Any) -> None:
    game = rules.new("eriantys", players=2, seed=1)
    with pytest.raises(rules.IllegalAction) as caught:
        game.perform({"do": "play_assistant", "value": value})
    assert caught.value.code == "malformed"
    assert len(caught.value.sentence) < 120


@pytest.mark.parametrize("action", [ENORMOUS, nested(100_000), "x" * 10**6], ids=type)
def test_an_odd_decision_is_refused(action: Any) -> None:
    game = rules.new("eriantys", players=2, seed=1)
    with pytest.raises(rules.IllegalAction) as caught:
        game.apply(action)
    assert len(caught.value.sentence) < 120


def test_number_keys_may_be_numbers_or_strings_but_not_both() -> None:
    assert Reader({"islands": {"3": "x", 4: "y"}}).numbered("islands", 1, 12) == {3: "x", 4: "y"}
    with pytest.raises(rules.InvalidPosition, match="given twice"):
        Reader({"islands": {"3": "x", 3: "y"}}).numbered("islands", 1, 12)
    for odd in ("x", "13", "0", "³", "-1", "9" * 5000, 13, True, 1.0, None):
        with pytest.raises(rules.InvalidPosition) as caught:
            Reader({"islands": {odd: "x"}}).numbered("islands", 1, 12)
        assert caught.value.field.startswith("islands.")
