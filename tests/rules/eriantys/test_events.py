"""Events tell everything: who has seen the table once can follow the whole game by them."""

import copy
from collections import Counter
from random import Random
from typing import Any

import pytest

from ludoteca import rules
from ludoteca.rules.eriantys.notation import events
from ludoteca.rules.events import Drawn

from .witness import Witness

ALL = [tuple(range(i, i + 3)) for i in (1, 4, 7, 10)] + [(1, 5, 9), (2, 7, 11), (3, 8, 12), (5, 7, 10)]


def follow(game: rules.Game, chance: Random) -> Counter[str]:
    """Play at random to the end, with a witness; return what he heard of."""
    witness = Witness(copy.deepcopy(game.view(None)))
    heard: list[Any] = []
    game.recorder = heard.append
    kinds: Counter[str] = Counter()
    while not game.over:
        heard.clear()
        game.apply(chance.choice(game.legal_actions()))
        for event in heard:
            witness.hear(event)
            kinds[type(event).__name__] += 1
        assert witness.view == game.view(None)
    assert witness.over
    assert witness.winners == game.winners
    return kinds


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_witness_of_the_events_always_knows_the_view(players: int) -> None:
    kinds: Counter[str] = Counter()
    for seed, numbers in enumerate(ALL):
        position = rules.new("eriantys", players=players, expert=True, seed=seed).position()
        position["characters"] = {
            number: {"students": {"green": 2, "red": 2, "blue": 2 if number == 7 else 0}}
            if number in (1, 7, 11)
            else {}
            for number in numbers
        }
        position["clouds"] = [{"yellow": 2, "pink": 1}] * players
        del position["bag"], position["supply"]
        for letter in "ABCD"[:players]:
            position["boards"][letter]["coins"] = 4
            position["boards"][letter]["entrance"] = {"green": 2, "blue": 2, "pink": 2, "yellow": 1}
        kinds += follow(rules.load(position), Random(seed))
    for seed in range(3):
        kinds += follow(rules.new("eriantys", players=players, seed=seed), Random(seed))
    told = {kind.__name__ for kind in events.Event.__args__}
    assert set(kinds) == told - {"SetUp"}


def test_set_up_is_told_too() -> None:
    heard: list[Any] = []
    game = rules.new("eriantys", players=3, expert=True, seed=3, recorder=heard.append)
    position = game.position()
    kinds = [type(event).__name__ for event in heard if type(event).__name__ != "Drawn"]
    assert kinds == ["SetUp", "RoundStarted", "CloudFilled", "CloudFilled", "CloudFilled", "TurnStarted"]
    assert heard[-1] == events.TurnStarted("ABC".index(position["active"]), "planning")
    set_up = next(event for event in heard if isinstance(event, events.SetUp))
    assert set_up.mother_nature == position["mother_nature"]
    assert "ABC"[set_up.first_player] == position["first_player"]
    labels = Counter(event.label for event in heard if isinstance(event, Drawn))
    on_cards = sum(sum(card.get("students", {}).values()) for card in position["characters"].values())
    assert labels == Counter(
        {
            "mother_nature": 1,
            "island_student": 10,
            "entrance_student": 27,
            "character": 3,
            "character_student": on_cards,
            "first_player": 1,
            "cloud_student": 12,
        }
    ) - Counter({"character_student": 0})


def test_a_named_first_player_is_not_drawn() -> None:
    heard: list[Any] = []
    for first in (1, "B"):
        game = rules.new("eriantys", players=2, seed=1, first=first, recorder=heard.append)
        assert game.seat == 1
    assert "first_player" not in {event.label for event in heard if isinstance(event, Drawn)}


@pytest.mark.parametrize("first", [2, -1, "C", "AB", "", True, 1.0])
def test_an_odd_first_player_is_refused(first: Any) -> None:
    with pytest.raises(rules.InvalidPosition) as caught:
        rules.new("eriantys", players=2, seed=1, first=first)
    assert caught.value.field == "first"
