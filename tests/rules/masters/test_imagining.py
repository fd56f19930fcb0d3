"""A game that a view could be of: what is hidden lies in ascending order, what is wrong is refused by field."""

from copy import deepcopy
from typing import Any

import pytest

from ludoteca import rules

from .positions import Json


def view(players: int = 2, seat: int | None = 0, decisions: int = 0) -> Json:
    game = rules.new("masters", players=players, seed=3)
    for _ in range(decisions):
        game.apply(game.legal_actions()[0])
    return game.view(seat)


def test_unseen_leaders_are_given_out_in_ascending_order() -> None:
    position = rules.imagine(view(players=3)).position()["players"]
    own = position["A"]["dealt"]
    others = [leader for leader in range(49, 65) if leader not in own]
    assert position["B"]["dealt"] == others[:4]
    assert position["C"]["dealt"] == others[4:8]


def test_what_is_below_the_top_of_a_pile_lies_in_ascending_order() -> None:
    seen = view()
    for name, pile in rules.imagine(seen).position()["grid"].items():
        assert pile[0] == seen["grid"][name]["top"]
        assert pile[1:] == sorted(pile[1:])
        assert len(pile) == seen["grid"][name]["size"]


def test_alone_used_tokens_and_removed_cards_are_known() -> None:
    game = rules.load(
        {"game": "masters", "players": {"A": {}}, "lorenzo": {"stack": [71, 65]}, "grid": {"green1": [1]}}
    )
    seen = game.view(0)
    assert seen["lorenzo"]["used"] == [66, 67, 68, 69, 70]
    removed = seen["lorenzo"]["removed"]
    assert len(removed) == 3
    again = rules.imagine(seen)
    assert again.position()["lorenzo"]["stack"] == [65, 71]
    assert again.view(0) == seen


def test_without_them_any_may_be_missing() -> None:
    game = rules.load({"game": "masters", "players": {"A": {}}, "lorenzo": {"stack": [71, 65]}})
    seen = game.view(0)
    seen["lorenzo"] = {"cross": 0, "stack": 2}
    assert rules.imagine(seen).position()["lorenzo"]["stack"] == [65, 66]


def test_another_seat_that_has_kept_a_leader_might_as_well_not_have() -> None:
    seen = view(seat=1, decisions=1)
    assert seen["unfinished"]["decisions"] == 1
    imagined = rules.imagine(seen)
    assert imagined.seat == 0
    assert len(imagined.legal_actions()) == 3


def test_a_watcher_sees_enough_for_a_game() -> None:
    assert rules.imagine(view(seat=None)).view(None) == view(seat=None)


def put(path: str, value: Any) -> Json:
    changed = deepcopy(view(players=1, decisions=4))
    *way, last = path.split(".")
    place = changed
    for key in way:
        place = place[key]
    place[last] = value
    return changed


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("players", [], "players"),
        ("players.A", 3, "players.A"),
        ("players.A.hand", 3, "players.A.hand"),
        ("players.A.slots", 3, "players.A.slots"),
        ("players.A.slots", [3, [], []], "players.A.slots[0].cards"),
        ("grid", None, "grid"),
        ("grid.green1", [1, 2], "grid.green1"),
        ("grid.green1.size", 5, "grid.green1.size"),
        ("grid.green1.top", None, "grid.green1"),
        ("grid.green1.bottom", 1, "grid.green1.bottom"),
        ("grid.red7", {"top": 1, "size": 1}, "grid.red7"),
        ("lorenzo", 3, "lorenzo"),
        ("lorenzo.stack", 8, "lorenzo.stack"),
        ("lorenzo.used", [3], "lorenzo.used"),
        ("lorenzo.removed", [0], "lorenzo.removed"),
        ("lorenzo.nose", 1, "lorenzo.nose"),
        ("cards", "no such set", "cards"),
        ("weather", "fine", "weather"),
    ],
)
def test_what_is_wrong_in_a_view_is_refused(path: str, value: Any, field: str) -> None:
    with pytest.raises(rules.InvalidPosition) as refusal:
        rules.imagine(put(path, value))
    assert refusal.value.field == field
    assert refusal.value.sentence
